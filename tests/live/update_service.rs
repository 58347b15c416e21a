//! Graphs from update services: what they get to know, and all failures.

use std::io::Write as _;
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};

use crate::common::Run;
use crate::common::server::{Server, Step, version};

fn graph() -> Value {
    let node = |version: &str, digit: &str| json!({"version": version, "payload": format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", digit.repeat(64)), "metadata": {"io.openshift.upgrades.graph.release.channels": "stable-4.10"}});
    json!({"version": 1, "nodes": [node("4.10.5", "5"), node("4.10.6", "6")], "edges": [[0, 1]], "conditionalEdges": []})
}

/// A cluster, and an update service that its ClusterVersion names.
fn following(step: Step) -> (Server, Server) {
    let service = Server::with(version(), Arc::new(move |_, _, _| step.clone()));
    let mut followed = version();
    followed["spec"]["upstream"] = json!(format!("{}/graph?token=abc", service.url()));
    (Server::new(followed), service)
}

fn show(cluster: &Server) -> Run {
    cluster.run(&["graph", "show", "-o", "json", "--request-timeout", "1"])
}

fn ok(body: Value) -> Step {
    Step::Answer(StatusCode::OK, body)
}

#[test]
fn the_clusters_own_service_gets_what_operators_send() {
    let (cluster, service) = following(ok(graph()));
    let run = show(&cluster);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        service.requests(),
        [
            "GET /graph?arch=amd64&channel=stable-4.10&id=99999999-8888-7777-6666-555555555555&platform=None&token=abc&version=4.10.5"
        ]
    );
    let seen = service.seen.lock().unwrap();
    assert_eq!(seen[0].headers["accept"], "application/json");
    assert!(seen[0].headers["user-agent"].to_str().unwrap().starts_with("upgrade/"));
    assert!(!seen[0].headers.contains_key("authorization"), "the cluster's token stays with it");
}

#[test]
fn a_service_that_the_user_names_does_not_get_the_cluster_id() {
    let service = Server::with(version(), Arc::new(move |_, _, _| ok(graph())));
    let cluster = Server::new(version());
    let url = format!("{}/graph", service.url());
    let run = cluster.run(&["graph", "show", "-o", "json", "--graph", &url]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(service.requests(), ["GET /graph?arch=amd64&channel=stable-4.10&version=4.10.5"]);
}

#[test]
fn a_graph_may_be_packed() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(graph().to_string().as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for header in [("content-encoding", "gzip"), ("content-type", "application/gzip")] {
        let (cluster, _service) = following(Step::Raw(StatusCode::OK, header, packed.clone()));
        let run = show(&cluster);
        assert_eq!(run.code, 0, "{header:?}: {}", run.stderr);
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(json["graph"]["channels"][0]["releases"], 2);
    }
}

#[test]
fn an_empty_channel_is_a_note() {
    let (cluster, _service) = following(ok(json!({"nodes": [], "edges": []})));
    let run = show(&cluster);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let notes = json["notes"].to_string();
    assert!(notes.contains("stable-4.10 is empty for amd64"), "{notes}");
}

#[test]
fn what_a_service_says_instead_of_a_graph_is_shown() {
    let bad_request = json!({"kind": "invalid_params", "value": "channel: bad"});
    let page = |text: &str| {
        Step::Raw(StatusCode::OK, ("content-type", "text/html"), text.as_bytes().to_vec())
    };
    let login = "\n<!DOCTYPE html>\n<html><head><title>Log in</title></head></html>\n";
    let html = "is an HTML page, not an update graph";
    for (step, why) in [
        (
            Step::Answer(StatusCode::BAD_REQUEST, bad_request),
            "answered 400: invalid_params: channel: bad",
        ),
        (Step::Answer(StatusCode::NOT_FOUND, json!({})), "answered 404"),
        (Step::Answer(StatusCode::FOUND, json!({})), "redirect"),
        (Step::Hang, "did not answer within 1s"),
        (Step::HangInBody, "did not answer within 1s"),
        (Step::Vanish, "lost the connection"),
        (Step::Truncate, "ended early"),
        (Step::Huge(80 << 20), "larger than 64 MiB"),
        (page(login), html),
        (page("<html>"), html),
        (page("<?xml version=\"1.0\"?><a/>"), "is an XML document, not an update graph"),
        (page("please log in"), "is plain text, not an update graph"),
        (page(""), "is empty, not an update graph"),
        (ok(json!([])), "is empty, not an update graph"),
        (
            ok(json!({"kind": "failed_upstream_fetch", "value": "no"})),
            "is an error from an update service (failed_upstream_fetch: no), not an update graph",
        ),
        (ok(version()), "is an object of kind ClusterVersion, not an update graph"),
        (ok(json!({"items": []})), "is not an update graph: missing field `nodes`"),
    ] {
        let (cluster, _service) = following(step.clone());
        let run = show(&cluster);
        assert_eq!(run.code, 1, "{step:?}");
        assert!(run.stderr.contains(why), "{step:?}: {}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn releases_of_the_answer_that_are_not_in_the_channel_are_warned_about() {
    let mut static_graph = graph();
    let nodes = static_graph["nodes"].as_array_mut().unwrap();
    let key = "io.openshift.upgrades.graph.release.channels";
    nodes[1]["metadata"][key] = json!("fast-4.10");
    let (cluster, service) = following(ok(static_graph));
    let url = format!("{}/graph", service.url());
    let dropped = "ignored 1 release whose metadata does not list the requested channel: 4.10.6";
    for words in [
        &["graph", "show"][..],
        &["graph", "evaluate"],
        &["graph", "audit", "--graph", &url, "--channel", "stable-4.10"],
    ] {
        let run = cluster.run(&[words, &["-o", "json"]].concat());
        assert_eq!(run.code, 0, "{words:?}: {}", run.stderr);
        let warnings = run.json()["warnings"].to_string();
        assert!(warnings.contains(dropped), "{words:?}: {warnings}");
    }
    // If another channel has it, nothing is lost.
    let run = cluster.run(&["path", "--to", "4.10.6", "-o", "json"]);
    assert!(!run.stdout.contains("ignored 1 release"), "{}", run.stdout);
}

#[test]
fn several_channels_are_asked_for_and_joined() {
    let service = Server::with(version(), Arc::new(move |_, _, _| ok(graph())));
    let cluster = Server::new(version());
    let url = format!("{}/graph", service.url());
    let words =
        ["graph", "show", "-o", "json", "--channel", "stable-4.10", "--channel", "fast-4.10"];
    let run = cluster.run(&[&words[..], &["--graph", &url]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let channels = json["graph"]["channels"].as_array().unwrap();
    // The service is a static one: a release that is not in a channel by its metadata is left out.
    assert_eq!(channels[0], json!({"name": "stable-4.10", "releases": 2}));
    assert_eq!(channels[1], json!({"name": "fast-4.10", "releases": 0}));
    assert_eq!(service.requests().len(), 2);
}
