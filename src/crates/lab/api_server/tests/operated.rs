//! The protocol of a cluster that lives.

use serde_json::json;

use super::{VERSION, ask, events, get, send, service};
use crate::Scenario;
use crate::api_server::*;

/// A cluster in which an hour passes in a tenth of a second.
const FAST: u32 = 36_000;

#[tokio::test]
async fn a_cluster_lives_while_it_is_watched() {
    let service = Service::operated(Scenario::find("healthy").unwrap().load(), FAST);
    let revision = service.with(|store| store.revision());
    let path =
        format!("/apis/config.openshift.io/v1/clusterversions?watch=1&resourceVersion={revision}");
    let watch = send(&service, Request::get(path), &Value::Null);
    let image = service.with(|store| {
        store.cluster_version().unwrap()["status"]["availableUpdates"][0]["image"].clone()
    });
    let patch = json!({"spec": {"desiredUpdate": {"version": "4.7.28", "image": image}}});
    assert_eq!(ask(&service, Method::PATCH, VERSION, &patch).0, 200);
    let mut watch = watch.into_body().into_data_stream();
    let done = async {
        while let Some(Ok(line)) = futures::StreamExt::next(&mut watch).await {
            let event: Value = serde_json::from_slice(&line).unwrap();
            if event["object"]["status"]["history"][0]["state"] == "Completed"
                && event["object"]["status"]["history"][0]["version"] == "4.7.28"
            {
                return true;
            }
        }
        false
    };
    tokio::select! {
        () = service.live() => {}
        done = done => assert!(done),
        () = tokio::time::sleep(Duration::from_mins(1)) => panic!("it never came"),
    }
}

#[tokio::test]
async fn a_server_that_goes_away_takes_its_watches_with_it() {
    let service = service();
    let watch = send(&service, Request::get("/api/v1/nodes?watch=1"), &Value::Null);
    let key = Key::cluster("", "nodes", "worker-0");
    service.with(|store| {
        store.away = true;
        store.amend(&key, |node| node["spec"]["unschedulable"] = json!(true));
    });
    let told = tokio::time::timeout(Duration::from_secs(5), events(watch, 10)).await;
    assert_eq!(told.expect("the stream ends").len(), 6, "what was there, and no more");
}

#[test]
fn a_revision_must_be_one_and_have_come() {
    let service = service();
    let newest = service.with(|store| store.revision());
    for (query, code, reason) in [
        ("watch=1&resourceVersion=abc".to_owned(), 400, "BadRequest"),
        ("resourceVersion=-1".to_owned(), 400, "BadRequest"),
        (format!("watch=1&resourceVersion={}", newest + 1), 504, "Timeout"),
        (format!("resourceVersion={}", newest + 1), 504, "Timeout"),
    ] {
        let path = format!("/api/v1/nodes?{query}");
        let (got, status) = ask(&service, Method::GET, &path, &Value::Null);
        assert_eq!((got, &status["reason"]), (code, &json!(reason)), "{query}: {status}");
    }
    let (_, late) =
        ask(&service, Method::GET, "/api/v1/nodes?resourceVersion=99999999", &Value::Null);
    let said = late["message"].as_str().unwrap();
    assert!(said.starts_with("Too large resource version: 99999999, current: "), "{said}");
}

#[test]
fn odd_shapes_are_refused_with_the_field_they_are_in() {
    let service = service();
    let pool = "/apis/machineconfiguration.openshift.io/v1/machineconfigpools/worker";
    let node = "/api/v1/nodes/worker-0";
    let status = |path: &str| format!("{path}/status");
    for (path, patch, field) in [
        (pool.to_owned(), json!({"spec": {"configuration": "x"}}), "spec.configuration"),
        (pool.to_owned(), json!({"spec": {"maxUnavailable": "101%"}}), "spec.maxUnavailable"),
        (pool.to_owned(), json!({"spec": {"maxUnavailable": -1}}), "spec.maxUnavailable"),
        (status(pool), json!({"status": "x"}), "status"),
        (status(VERSION), json!({"status": "x"}), "status"),
        (status(VERSION), json!({"status": {"history": {}}}), "status.history"),
        (status(VERSION), json!({"status": {"conditions": ["x"]}}), "status.conditions[0]"),
        (node.to_owned(), json!({"metadata": {"annotations": "x"}}), "metadata.annotations"),
        (node.to_owned(), json!({"metadata": {"labels": {"a": 1}}}), "metadata.labels.a"),
        (node.to_owned(), json!({"metadata": {"labels": {"a": "b c"}}}), "metadata.labels"),
        (VERSION.to_owned(), json!({"spec": {"clusterID": 5}}), "spec.clusterID"),
        (node.to_owned(), json!({"metadata": "x"}), "metadata"),
    ] {
        let (code, answer) = ask(&service, Method::PATCH, &path, &patch);
        assert_eq!((code, &answer["reason"]), (422, &json!("Invalid")), "{answer}");
        let said = answer["message"].as_str().unwrap();
        assert!(said.contains(&format!(" is invalid: {field}: ")), "{said}");
    }
}

#[test]
fn pods_are_selected_by_node_and_evicted_as_budgets_allow() {
    let service = service();
    let place = "/api/v1/namespaces/default/pods";
    for (name, node) in [("a", "worker-0"), ("b", "worker-1")] {
        let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"nodeName": node}});
        assert_eq!(ask(&service, Method::POST, place, &pod).0, 201);
    }
    let found = get(&service, "/api/v1/pods?fieldSelector=spec.nodeName%3Dworker-1", "*/*");
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(found["items"][0]["metadata"]["name"], "b");
    let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "all"}, "spec": {"minAvailable": 1, "selector": {}}});
    let budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    assert_eq!(ask(&service, Method::POST, budgets, &budget).0, 201);
    let evict = |name: &str| {
        let eviction = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name, "namespace": "default"}});
        ask(&service, Method::POST, &format!("{place}/{name}/eviction"), &eviction)
    };
    assert_eq!(evict("nobody").0, 404);
    assert_eq!(evict("a").0, 201);
    assert_eq!(ask(&service, Method::GET, &format!("{place}/a"), &Value::Null).0, 404);
    let (code, held) = evict("b");
    assert_eq!((code, &held["reason"]), (429, &json!("TooManyRequests")), "{held}");
    assert_eq!(held["details"]["causes"][0]["reason"], "DisruptionBudget");
    let path = format!("{place}/b/eviction");
    assert_eq!(ask(&service, Method::GET, &path, &Value::Null).0, 405);
    let listed = get(&service, "/api/v1", "application/json");
    let parts = listed["resources"].as_array().unwrap();
    assert!(parts.iter().any(|part| part["name"] == "pods/eviction" && part["kind"] == "Eviction"));
}

#[test]
fn an_api_server_that_is_away_answers_503() {
    let service = service();
    service.with(|store| store.away = true);
    let (code, status) = ask(&service, Method::GET, VERSION, &Value::Null);
    assert_eq!((code, &status["reason"]), (503, &json!("ServiceUnavailable")));
    service.with(|store| store.away = false);
    assert_eq!(ask(&service, Method::GET, VERSION, &Value::Null).0, 200);
}

#[test]
fn alerts_are_served_as_prometheus_does() {
    let service = service();
    service.with(|store| store.neighbours.alerts.push(json!({"labels": {"alertname": "A"}})));
    let answer = get(&service, "/api/v1/alerts", "application/json");
    assert_eq!(answer["data"]["alerts"][0]["labels"]["alertname"], "A");
}

#[tokio::test]
async fn a_watch_gets_a_bookmark_after_the_initial_events() {
    let path = "/api/v1/nodes?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    let watch = send(&service(), Request::get(path), &Value::Null);
    let told = events(watch, 7).await;
    assert!(told[..6].iter().all(|(kind, _)| kind == "ADDED"));
    let (kind, last) = &told[6];
    assert_eq!(kind, "BOOKMARK");
    assert_eq!(last["metadata"]["annotations"]["k8s.io/initial-events-end"], "true");
}

#[test]
fn names_are_made_up_where_only_their_start_is_given() {
    let service = service();
    let event = json!({"apiVersion": "v1", "kind": "Event", "metadata": {"generateName": "seen-"}});
    let path = "/api/v1/namespaces/default/events";
    let names: Vec<String> = [0, 1]
        .map(|_| {
            let (code, made) = ask(&service, Method::POST, path, &event);
            assert_eq!(code, 201, "{made}");
            made["metadata"]["name"].as_str().unwrap().to_owned()
        })
        .into();
    assert!(names.iter().all(|name| name.starts_with("seen-")) && names[0] != names[1]);
}

#[test]
fn nodes_are_listed_as_kubectl_users_know_them() {
    let service = service();
    let accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    service.with(|store| {
        let key = Key::cluster("", "nodes", "worker-0");
        store.amend(&key, |node| node["spec"]["unschedulable"] = json!(true));
    });
    let table = get(&service, "/api/v1/nodes", accept);
    let rows: Vec<String> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| format!("{} {} {}", row["cells"][0], row["cells"][1], row["cells"][2]))
        .collect();
    assert_eq!(rows[0], r#""master-0" "Ready" "master""#);
    assert_eq!(rows[3], r#""worker-0" "Ready,SchedulingDisabled" "worker""#);
}

#[test]
fn what_is_created_is_refused_by_its_name() {
    let service = service();
    let maps = "/api/v1/namespaces/default/configmaps";
    let map = |name: &str, data: Value| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data});
    for (object, said) in [
        (map("Bad_Name", json!({})), "configmaps \"Bad_Name\" is invalid: metadata.name: "),
        (map("fine", json!({"a": 1})), "configmaps \"fine\" is invalid: data.a: "),
    ] {
        let (code, answer) = ask(&service, Method::POST, maps, &object);
        let message = answer["message"].as_str().unwrap();
        assert!(code == 422 && message.starts_with(said), "{code}: {message}");
        assert_eq!(answer["details"]["name"], object["metadata"]["name"]);
    }
}

#[test]
fn unknown_fields_are_dropped_or_refused_as_the_client_asks() {
    let service = service();
    let patch = json!({"spec": {"chanel": "stable-4.8"}});
    let strict = format!("{VERSION}?fieldValidation=Strict");
    let (code, answer) = ask(&service, Method::PATCH, &strict, &patch);
    let message = answer["message"].as_str().unwrap();
    assert!(code == 400 && message.ends_with("unknown field \"spec.chanel\""), "{message}");
    let (code, stored) = ask(&service, Method::PATCH, VERSION, &patch);
    assert_eq!((code, stored["spec"].get("chanel")), (200, None));
}

#[test]
fn a_dry_run_answers_with_the_stored_revision() {
    let service = service();
    let (_, before) = ask(&service, Method::GET, VERSION, &Value::Null);
    let dry = format!("{VERSION}?dryRun=All");
    let (_, answer) = ask(&service, Method::PATCH, &dry, &json!({"spec": {"channel": "x"}}));
    assert_eq!(answer["spec"]["channel"], "x");
    assert_eq!(answer["metadata"]["resourceVersion"], before["metadata"]["resourceVersion"]);
}

#[test]
fn who_asks_may_do_everything_and_has_a_name() {
    let service = service();
    let review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    let spec = json!({"resourceAttributes": {"verb": "patch", "resource": "nodes"}});
    let (code, answer) = ask(&service, Method::POST, review, &json!({"spec": spec}));
    assert_eq!((code, &answer["status"]["allowed"], &answer["spec"]), (201, &json!(true), &spec));
    assert_eq!(ask(&service, Method::GET, review, &Value::Null).0, 405);
    let who = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    let (_, answer) = ask(&service, Method::POST, who, &json!({}));
    let (_, user) = ask(&service, Method::GET, "/apis/user.openshift.io/v1/users/~", &Value::Null);
    assert_eq!(answer["status"]["userInfo"]["username"], user["metadata"]["name"]);
}

#[test]
fn what_is_not_supported_names_what_is() {
    let service = service();
    let sent = |kind: &str, method: Method, path: &str| {
        let request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, kind);
        let answer = send(&service, request, &json!({}));
        (answer.status().as_u16(), super::read(answer).1["message"].to_string())
    };
    let (code, said) = sent("application/apply-patch+yaml", Method::PATCH, VERSION);
    assert!(code == 415 && said.contains("without --server-side"), "{said}");
    let maps = "/api/v1/namespaces/default/configmaps";
    let (code, said) = sent("application/vnd.kubernetes.protobuf", Method::POST, maps);
    assert!(code == 415 && said.contains("--dry-run=client -o yaml"), "{said}");
}

#[test]
fn a_pause_of_updates_is_stored() {
    let service = service();
    let patch = json!({"spec": {"versionManagement": {"pausedUntil": "2030-01-01T00:00:00Z"}}});
    let strict = format!("{VERSION}?fieldValidation=Strict");
    let (code, stored) = ask(&service, Method::PATCH, &strict, &patch);
    assert_eq!(
        (code, &stored["spec"]["versionManagement"]),
        (200, &patch["spec"]["versionManagement"])
    );
}
