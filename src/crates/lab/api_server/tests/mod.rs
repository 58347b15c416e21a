//! The protocol, request by request.

mod operated;

use futures::StreamExt;
use http_body_util::{BodyExt, Full};
use serde_json::json;

use super::*;

pub(super) const VERSION: &str = "/apis/config.openshift.io/v1/clusterversions/version";
const MERGE: &str = "application/merge-patch+json";

pub(super) fn service() -> Service {
    Service::new(crate::Scenario::find("healthy").unwrap().load().store)
}

pub(super) fn send(
    service: &Service,
    request: http::request::Builder,
    body: &Value,
) -> Response<Body> {
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    service.answer(&request.body(body).unwrap())
}

fn read(answer: Response<Body>) -> (u16, Value) {
    let code = answer.status().as_u16();
    let body = futures::executor::block_on(answer.into_body().collect()).unwrap().to_bytes();
    (code, serde_json::from_slice(&body).unwrap())
}

pub(super) fn ask(service: &Service, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, MERGE);
    read(send(service, request, body))
}

pub(super) fn get(service: &Service, path: &str, accept: &str) -> Value {
    let (code, body) = read(send(service, Request::get(path).header(ACCEPT, accept), &Value::Null));
    assert_eq!(code, 200, "{path}: {body}");
    body
}

fn namespace(name: &str, labels: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}})
}

#[test]
fn objects_are_served_and_patched() {
    let service = service();
    let (code, before) = ask(&service, Method::GET, VERSION, &Value::Null);
    assert_eq!((code, &before["kind"]), (200, &json!("ClusterVersion")));
    let patch = json!({"spec": {"channel": "fast-4.7"}});
    let dry = format!("{VERSION}?dryRun=All");
    assert_eq!(ask(&service, Method::PATCH, &dry, &patch).1["spec"]["channel"], "fast-4.7");
    assert_eq!(ask(&service, Method::GET, VERSION, &Value::Null).1, before);
    assert_eq!(ask(&service, Method::PATCH, VERSION, &patch).0, 200);
    let after = ask(&service, Method::GET, VERSION, &Value::Null).1;
    assert_eq!(after["spec"]["channel"], "fast-4.7");
    assert_ne!(after["metadata"]["resourceVersion"], before["metadata"]["resourceVersion"]);
}

#[test]
fn refusals_carry_the_code_and_reason_of_an_api_server() {
    let service = service();
    let other = "/apis/config.openshift.io/v1/clusterversions/other";
    let unknown = "/apis/example.com/v1/things/x";
    let stale = json!({"metadata": {"resourceVersion": "1"}});
    let invalid = json!({"spec": {"desiredUpdate": {"architecture": "Multi", "image": "x"}}});
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}});
    for (method, path, body, code, reason) in [
        (Method::GET, other, &Value::Null, 404, "NotFound"),
        (Method::GET, unknown, &Value::Null, 404, "NotFound"),
        (Method::GET, "/nowhere", &Value::Null, 404, "NotFound"),
        (
            Method::GET,
            "/apis/config.openshift.io/v9/clusterversions/version",
            &Value::Null,
            404,
            "NotFound",
        ),
        (Method::PATCH, other, &stale, 404, "NotFound"),
        (Method::PATCH, VERSION, &stale, 409, "Conflict"),
        (Method::PATCH, VERSION, &invalid, 422, "Invalid"),
        (Method::PATCH, VERSION, &json!([1]), 400, "BadRequest"),
        (Method::POST, VERSION, &Value::Null, 405, "MethodNotAllowed"),
        (Method::POST, "/api/v1/namespaces/nowhere/pods", &pod, 404, "NotFound"),
        (Method::POST, "/api/v1/namespaces", &pod, 400, "BadRequest"),
        (Method::POST, "/api/v1/pods", &pod, 405, "MethodNotAllowed"),
        (Method::GET, "/api/v1/namespaces/default/nodes", &Value::Null, 404, "NotFound"),
        (Method::GET, "/api/v1/pods/a", &Value::Null, 404, "NotFound"),
        (
            Method::DELETE,
            "/apis/config.openshift.io/v1/clusterversions/version/status",
            &Value::Null,
            405,
            "MethodNotAllowed",
        ),
        (Method::GET, "/api/v1/nodes?fieldSelector=spec.x%3D1", &Value::Null, 400, "BadRequest"),
        (
            Method::PATCH,
            "/apis/config.openshift.io/v1/clusterversions/version?dryRun=Some",
            &stale,
            400,
            "BadRequest",
        ),
    ] {
        let (got, status) = ask(&service, method, path, body);
        assert_eq!((got, &status["reason"]), (code, &json!(reason)), "{path}: {status}");
        assert_eq!((&status["kind"], &status["code"]), (&json!("Status"), &json!(code)));
    }
    let named = ask(&service, Method::GET, other, &Value::Null).1;
    assert_eq!(named["details"]["name"], "other", "the object is missing");
    let kind = ask(&service, Method::GET, unknown, &Value::Null).1;
    assert_eq!(kind["details"].get("name"), None, "the whole resource is missing");
}

#[test]
fn patches_are_taken_by_their_type() {
    let patch = |kind: &str, body: Value| {
        read(send(&service(), Request::patch(VERSION).header(CONTENT_TYPE, kind), &body)).0
    };
    assert_eq!(
        patch(
            "application/json-patch+json",
            json!([{"op": "replace", "path": "/spec/channel", "value": "x"}])
        ),
        200
    );
    assert_eq!(
        patch("application/strategic-merge-patch+json", json!({})),
        415,
        "not for custom resources"
    );
    assert_eq!(patch("application/apply-patch+yaml", json!({})), 415);
}

#[test]
fn a_deletion_is_dry_or_conditional_as_its_body_says() {
    let service = service();
    let path = "/api/v1/namespaces/default";
    assert_eq!(ask(&service, Method::DELETE, path, &json!({"dryRun": ["All"]})).0, 200);
    let other = json!({"preconditions": {"uid": "another"}});
    assert_eq!(ask(&service, Method::DELETE, path, &other).0, 409);
    assert_eq!(ask(&service, Method::DELETE, path, &json!({"dryRun": 1})).0, 400);
    assert_eq!(ask(&service, Method::GET, path, &Value::Null).0, 200, "it is still there");
    assert_eq!(ask(&service, Method::DELETE, path, &json!({})).0, 200);
    assert_eq!(ask(&service, Method::GET, path, &Value::Null).0, 404);
}

#[test]
fn a_custom_resource_is_replaced_only_as_it_was_read() {
    let service = service();
    let mut object = get(&service, VERSION, "*/*");
    assert_eq!(ask(&service, Method::PUT, VERSION, &object).0, 200);
    drop(object["metadata"].as_object_mut().unwrap().remove("resourceVersion"));
    assert_eq!(ask(&service, Method::PUT, VERSION, &object).0, 422);
}

#[test]
fn pages_follow_the_order_of_keys_where_one_namespace_begins_like_another() {
    let service = service();
    for (namespace, name) in [
        ("openshift-config", "a"),
        ("openshift-config", "b"),
        ("openshift-config-managed", "a"),
        ("openshift-config-managed", "b"),
    ] {
        let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace}});
        let path = format!("/api/v1/namespaces/{namespace}/configmaps");
        assert_eq!(ask(&service, Method::POST, &path, &map).0, 201);
    }
    for limit in 1..=4 {
        let (mut seen, mut resume) = (0, String::new());
        loop {
            let page = get(
                &service,
                &format!("/api/v1/configmaps?limit={limit}&continue={resume}"),
                "*/*",
            );
            seen += page["items"].as_array().unwrap().len();
            match page["metadata"]["continue"].as_str() {
                Some(next) => next.clone_into(&mut resume),
                None => break,
            }
        }
        assert_eq!(seen, 4, "in pages of {limit}");
    }
}

#[tokio::test]
async fn bodies_are_bounded_and_not_read_from_strangers() {
    let ask = |service: Service| async move {
        let body = Full::new(Bytes::from(vec![b' '; 4 << 20])).map_err(|never| match never {});
        let request = Request::post("/api/v1/namespaces").body(body.boxed_unsync()).unwrap();
        let request: Request<UnsyncBoxBody<Bytes, std::io::Error>> = request;
        tower::Service::call(&mut service.clone(), request).await.unwrap().status().as_u16()
    };
    assert_eq!(ask(service()).await, 413);
    assert_eq!(ask(service().with_token("secret")).await, 401);
}

#[test]
fn bodies_that_are_neither_json_nor_yaml_are_refused() {
    let create = |kind: &str, body: &str| {
        let request = Request::post("/api/v1/namespaces").header(CONTENT_TYPE, kind);
        service().answer(&request.body(body.as_bytes().to_vec()).unwrap()).status().as_u16()
    };
    assert_eq!(create("application/vnd.kubernetes.protobuf", "k8s"), 415);
    assert_eq!(
        create("application/yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"),
        201
    );
    assert_eq!(create("application/json", "{"), 400);
}

#[test]
fn who_has_no_token_is_not_let_in() {
    let service = service().with_token("secret");
    let with = |value: &str| {
        read(send(&service, Request::get(VERSION).header(AUTHORIZATION, value), &Value::Null)).0
    };
    assert_eq!((with("Bearer secret"), with("Bearer wrong"), with("")), (200, 401, 401));
}

#[test]
fn lists_are_selected_and_paged() {
    let service = service();
    for name in ["a", "b", "c"] {
        let labels = json!({"even": (name == "b").to_string()});
        let created = ask(&service, Method::POST, "/api/v1/namespaces", &namespace(name, &labels));
        assert_eq!(created.0, 201, "{}", created.1);
    }
    let names = |list: &Value| -> Vec<String> {
        list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["metadata"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let selected = get(&service, "/api/v1/namespaces?labelSelector=even%3Dtrue", "*/*");
    assert_eq!(
        (names(&selected), &selected["kind"]),
        (vec!["b".to_owned()], &json!("NamespaceList"))
    );
    assert_eq!(
        names(&get(&service, "/api/v1/namespaces?fieldSelector=metadata.name=c", "*/*")),
        ["c"]
    );
    let first = get(&service, "/api/v1/namespaces?limit=2&labelSelector=even", "*/*");
    assert_eq!((names(&first).len(), &first["metadata"]["remainingItemCount"]), (2, &json!(1)));
    let resume = first["metadata"]["continue"].as_str().unwrap();
    let rest = get(
        &service,
        &format!("/api/v1/namespaces?limit=2&labelSelector=even&continue={resume}"),
        "*/*",
    );
    assert_eq!((names(&rest), rest["metadata"].get("continue")), (vec!["c".to_owned()], None));
}

#[test]
fn tables_and_metadata_are_given_to_those_who_ask() {
    let table =
        get(&service(), VERSION, "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
    let cells = &table["rows"][0]["cells"];
    assert_eq!(
        (&cells[0], &cells[1], &cells[2]),
        (&json!("version"), &json!("4.7.24"), &json!("True"))
    );
    let list = get(
        &service(),
        "/apis/config.openshift.io/v1/infrastructures",
        "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    );
    assert_eq!(
        (&list["kind"], list["items"][0].get("status")),
        (&json!("PartialObjectMetadataList"), None)
    );
}

#[test]
fn discovery_is_served_in_both_forms() {
    let service = service();
    assert_eq!(get(&service, "/version", "*/*")["major"], "1");
    let groups = get(&service, "/apis", "application/json");
    assert!(
        groups["groups"]
            .as_array()
            .unwrap()
            .iter()
            .any(|group| group["name"] == "config.openshift.io")
    );
    let resources = get(&service, "/apis/config.openshift.io/v1", "application/json");
    assert!(
        resources["resources"]
            .as_array()
            .unwrap()
            .iter()
            .any(|resource| resource["name"] == "clusterversions/status")
    );
    let accept =
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    let answer = send(&service, Request::get("/apis").header(ACCEPT, accept), &Value::Null);
    assert!(answer.headers()[CONTENT_TYPE].to_str().unwrap().contains("as=APIGroupDiscoveryList"));
    assert_eq!(read(answer).1["kind"], "APIGroupDiscoveryList");
}

/// Takes this many events of a watch.
pub(super) async fn events(answer: Response<Body>, count: usize) -> Vec<(String, Value)> {
    let lines = answer.into_body().into_data_stream().take(count);
    let lines: Vec<_> =
        lines.map(|line| serde_json::from_slice::<Value>(&line.unwrap()).unwrap()).collect().await;
    lines
        .into_iter()
        .map(|event| (event["type"].as_str().unwrap().to_owned(), event["object"].clone()))
        .collect()
}

#[tokio::test]
async fn a_watch_tells_what_is_there_what_changes_and_what_leaves_its_selector() {
    let service = service();
    let kinds = |events: &[(String, Value)]| {
        events.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>()
    };
    ask(&service, Method::POST, "/api/v1/namespaces", &namespace("a", &json!({"on": "yes"})));
    let watch = send(
        &service,
        Request::get("/api/v1/namespaces?watch=1&labelSelector=on%3Dyes"),
        &Value::Null,
    );
    for labels in [json!({"on": "yes", "n": "1"}), json!({"on": "no"}), json!({"on": "yes"})] {
        ask(
            &service,
            Method::PATCH,
            "/api/v1/namespaces/a",
            &json!({"metadata": {"labels": labels}}),
        );
    }
    ask(&service, Method::DELETE, "/api/v1/namespaces/a", &Value::Null);
    let told = events(watch, 5).await;
    assert_eq!(kinds(&told), ["ADDED", "MODIFIED", "DELETED", "ADDED", "DELETED"]);

    let revision = told[0].1["metadata"]["resourceVersion"].as_str().unwrap();
    let again = send(
        &service,
        Request::get(format!("/api/v1/namespaces?watch=1&resourceVersion={revision}")),
        &Value::Null,
    );
    assert_eq!(kinds(&events(again, 4).await), ["MODIFIED", "MODIFIED", "MODIFIED", "DELETED"]);
}

#[tokio::test]
async fn a_watch_from_before_the_log_must_start_again() {
    let watch = send(
        &service(),
        Request::get("/api/v1/namespaces?watch=1&resourceVersion=1"),
        &Value::Null,
    );
    let told = events(watch, 2).await;
    assert_eq!(told.len(), 1, "and then it ends");
    assert_eq!((told[0].0.as_str(), &told[0].1["code"]), ("ERROR", &json!(410)));
}

#[tokio::test(start_paused = true)]
async fn a_silent_watch_sends_bookmarks_and_ends_when_it_was_asked_to() {
    let service = service();
    let revision = service.with(|store| store.revision());
    let path = format!(
        "/api/v1/namespaces?watch=1&allowWatchBookmarks=true&timeoutSeconds=25&resourceVersion={revision}"
    );
    let told = events(send(&service, Request::get(path), &Value::Null), 10).await;
    assert!(told.len() >= 2 && told.iter().all(|(kind, _)| kind == "BOOKMARK"), "{told:?}");
}

#[test]
fn a_cluster_from_the_end_of_time_is_served_all_the_same() {
    let mut store = crate::Scenario::find("healthy").unwrap().load().store;
    store.now = Some(Timestamp::MAX);
    assert_eq!(ask(&Service::new(store), Method::GET, VERSION, &Value::Null).0, 200);
}
