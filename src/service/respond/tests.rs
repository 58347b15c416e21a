//! The table of requests and responses.

use std::io::Read;

use http_body_util::BodyExt;
use serde_json::Value;

use super::*;
use crate::service::prepared::tests::{on_platforms, prepared};
use upgrade_graph::data::testing::risk;

const GRAPH: &str = "/api/upgrades_info/graph?channel=stable-4.7";

/// Sends a request with headers, each written as `name: value`.
fn ask(method: &str, path: &str, headers: &[&str]) -> ServiceResponse {
    let mut request = Request::builder().method(method).uri(path);
    for header in headers {
        let (name, value) = header.split_once(": ").unwrap();
        request = request.header(name, value);
    }
    let prepared = prepared(vec![risk("4.7.0", ".*", "R")]);
    answer(&request.body(()).unwrap(), &prepared, &ServiceMetrics::default()).1
}

fn get(path: &str) -> ServiceResponse {
    ask("GET", path, &[])
}

fn bytes(answer: ServiceResponse) -> Vec<u8> {
    let body = futures::executor::block_on(answer.into_body().collect()).unwrap();
    body.to_bytes().to_vec()
}

fn json(answer: ServiceResponse) -> Value {
    serde_json::from_slice(&bytes(answer)).unwrap()
}

fn header<'a>(answer: &'a ServiceResponse, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[test]
fn everything_is_below_the_prefix_and_at_the_root() {
    for (path, status) in [
        ("/api/upgrades_info/graph?channel=a", 200),
        ("/api/upgrades_info/v1/graph?channel=a", 200),
        ("/graph?channel=a", 200),
        ("/v1/graph?channel=a", 200),
        ("/graph-data", 200),
        ("/api/upgrades_info/graph-data", 200),
        ("/openapi", 200),
        ("/v1/openapi", 200),
        ("/api/upgrades_info/v1/openapi", 200),
        ("/healthz", 200),
        ("/livez", 200),
        ("/readyz", 200),
        ("/metrics", 200),
        ("/api/v1/channels", 200),
        ("/api/v1/graph", 200),
        ("/api/v1/path?from=4.6.1&to=4.7", 200),
        ("/api/upgrades_info/api/v1/path?from=4.6.1&to=4.7", 200),
        ("/api/v1/cluster", 404),
        ("/api/upgrades_info/metrics", 404),
        ("/api/upgrades_info/livez", 404),
        ("/api/upgrades_info", 404),
        ("/api/upgrades_infograph", 404),
        ("/v2/graph?channel=a", 404),
        ("/graph/?channel=a", 404),
        ("/", 200),
        ("/api/upgrades_info/", 200),
        ("/page/main.js", 200),
        ("/page/main.rs", 404),
        ("/../graph?channel=a", 404),
    ] {
        let answer = get(path);
        assert_eq!(answer.status().as_u16(), status, "{path}");
        if status == 404 {
            assert!(bytes(answer).is_empty(), "{path}");
        }
    }
}

#[test]
fn both_addresses_of_the_graph_answer_the_same() {
    let one = bytes(get(GRAPH));
    assert_eq!(one, bytes(get("/v1/graph?channel=stable-4.7&arch=amd64")));
    let graph: Value = serde_json::from_slice(&one).unwrap();
    assert_eq!(graph["version"], 1);
    assert_eq!(graph["nodes"][1]["version"], "4.7.0");
    assert_eq!(graph["edges"], serde_json::json!([]));
    let group = &graph["conditionalEdges"][0];
    assert_eq!(group["edges"], serde_json::json!([{"from": "4.6.1", "to": "4.7.0"}]));
    assert_eq!(group["risks"][0]["matchingRules"], serde_json::json!([{"type": "Always"}]));
}

#[test]
fn complaints_have_a_kind_and_a_value() {
    for (path, accept, status, kind) in [
        ("/graph", "*/*", 400, "missing_params"),
        ("/graph?arch=amd64", "*/*", 400, "missing_params"),
        ("/graph?channel=A", "*/*", 400, "invalid_params"),
        ("/graph?channel=a&arch=A", "*/*", 400, "invalid_params"),
        ("/graph?channel=a", "text/html", 406, "invalid_content_type"),
        ("/graph", "text/html", 406, "invalid_content_type"),
    ] {
        let answer = ask("GET", path, &[&format!("accept: {accept}")]);
        assert_eq!(answer.status().as_u16(), status, "{path}");
        assert_eq!(header(&answer, "content-type"), "application/json");
        assert_eq!(header(&answer, "cache-control"), "no-store");
        let said = json(answer);
        assert_eq!(said["kind"], kind, "{path}");
        assert!(!said["value"].as_str().unwrap().is_empty());
        assert_eq!(said.as_object().unwrap().len(), 2);
    }
}

#[test]
fn the_type_is_the_one_that_was_asked_for() {
    let vendor = "application/vnd.redhat.cincinnati.v1+json";
    assert_eq!(header(&get(GRAPH), "content-type"), vendor);
    let asked = |accept: &str| ask("GET", GRAPH, &[&format!("accept: {accept}")]);
    assert_eq!(header(&asked(vendor), "content-type"), vendor);
    assert_eq!(header(&asked("application/*"), "content-type"), "application/json");
}

#[test]
fn other_methods_get_the_allowed_ones() {
    for (method, path, status) in [
        ("OPTIONS", GRAPH, 204),
        ("OPTIONS", "/graph-data", 204),
        ("POST", GRAPH, 405),
        ("DELETE", "/metrics", 405),
        ("POST", "/nowhere", 404),
    ] {
        let answer = ask(method, path, &["origin: https://example.com"]);
        assert_eq!(answer.status().as_u16(), status, "{method} {path}");
        assert_eq!(header(&answer, "access-control-allow-origin"), "*");
        assert_eq!(header(&answer, "access-control-allow-methods"), "GET, HEAD, OPTIONS");
        if status != 404 {
            assert_eq!(header(&answer, "allow"), "GET, HEAD, OPTIONS");
        }
    }
    assert_eq!(ask("HEAD", GRAPH, &[]).status().as_u16(), 200);
    assert_eq!(header(&get("/graph"), "access-control-allow-origin"), "*", "errors as well");
}

#[test]
fn a_client_that_has_it_gets_not_modified() {
    for path in [GRAPH, "/graph-data"] {
        let first = get(path);
        let tag = header(&first, "etag").to_owned();
        assert!(tag.starts_with("W/\""), "{tag}");
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let again = ask("GET", path, &[&format!("if-none-match: {tag}"), "accept-encoding: gzip"]);
        assert_eq!((again.status().as_u16(), header(&again, "etag")), (304, tag.as_str()));
        assert_eq!((header(&again, "content-type"), header(&again, "content-encoding")), ("", ""));
        assert!(bytes(again).is_empty());
        let other = ask("GET", path, &["if-none-match: \"other\""]);
        assert_eq!(other.status().as_u16(), 200);
    }
    let refused = ask("GET", "/graph", &["if-none-match: *"]);
    assert_eq!(refused.status().as_u16(), 400, "what is not answered is not known");
}

#[test]
fn it_is_packed_for_those_who_take_it_so() {
    let plain = get(GRAPH);
    assert_eq!(
        (header(&plain, "content-encoding"), header(&plain, "vary")),
        ("", "accept, accept-encoding")
    );
    let packed = ask("GET", GRAPH, &["accept-encoding: gzip, deflate"]);
    assert_eq!(header(&packed, "content-encoding"), "gzip");
    assert_eq!(header(&packed, "etag"), header(&plain, "etag"));
    let packed = bytes(packed);
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, bytes(plain));
    let archive = ask("GET", "/graph-data", &["accept-encoding: gzip"]);
    assert_eq!(header(&archive, "content-encoding"), "", "it is an archive, not a packed text");
    assert_eq!(header(&archive, "content-type"), "application/gzip");
}

#[test]
fn the_platform_may_be_sent() {
    let prepared = prepared(on_platforms());
    let edges = |more: &str| {
        let request = Request::get(format!("{GRAPH}{more}")).body(()).unwrap();
        let (_, answer) = answer(&request, &prepared, &ServiceMetrics::default());
        json(answer)["edges"].as_array().unwrap().len()
    };
    assert_eq!((edges(""), edges("&platform=VSphere"), edges("&platform=AWS")), (0, 0, 1));
}

fn referred<'a>(described: &'a Value, item: &'a Value) -> &'a Value {
    let reference = item["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
    reference.map_or(item, |reference| described.pointer(reference).unwrap())
}

#[test]
fn the_description_names_what_there_is() {
    let described = json(get("/openapi"));
    assert!(described["openapi"].as_str().unwrap().starts_with("3."));
    let paths = described["paths"].as_object().unwrap();
    for (path, item) in paths {
        let item = referred(&described, item);
        let parameters = item["get"]["parameters"].as_array().into_iter().flatten();
        let query: Vec<String> = parameters
            .map(|parameter| referred(&described, parameter))
            .filter_map(|it| Some((it["name"].as_str()?, it.get("example")?)))
            .map(|(name, example)| format!("{name}={}", example.to_string().trim_matches('"')))
            .collect();
        let query = query.join("&");
        let servers = item.get("servers").unwrap_or(&described["servers"]).as_array().unwrap();
        for server in servers {
            let server = server["url"].as_str().unwrap().trim_end_matches('/');
            let status = get(&format!("{server}{path}?{query}")).status();
            assert_eq!(status.as_u16(), 200, "{server}{path}?{query}");
        }
    }
    let rest = ["/api/v1/channels", "/api/v1/graph", "/api/v1/path"];
    let all = ["/graph", "/graph-data", "/openapi", "/livez", "/readyz", "/healthz", "/metrics"];
    for path in all.into_iter().chain(rest) {
        assert!(paths.contains_key(path), "{path} is not described");
    }
    let text = OPENAPI.to_owned();
    let references =
        text.split("\"$ref\": \"#").skip(1).map(|rest| rest.split('"').next().unwrap());
    for reference in references {
        assert!(described.pointer(reference).is_some(), "{reference}");
    }
}

#[test]
fn metrics_tell_what_is_served_and_what_was_answered() {
    let prepared = prepared(Vec::new());
    let metrics = ServiceMetrics::default();
    metrics.count(Endpoint::Graph, StatusCode::OK);
    let request = Request::get("/metrics").body(()).unwrap();
    let (endpoint, answer) = answer(&request, &prepared, &metrics);
    assert_eq!(endpoint, Endpoint::Metrics);
    assert!(header(&answer, "content-type").starts_with("text/plain; version=0.0.4"));
    let text = String::from_utf8(bytes(answer)).unwrap();
    assert!(text.contains("\nupgrade_service_graph_size{of=\"releases\"} 4\n"), "{text}");
    assert!(
        text.contains("\nupgrade_service_responses_total{endpoint=\"graph\",code=\"200\"} 1\n")
    );
}
