//! The protocol of a cluster that lives.

use serde_json::json;

use super::tests::{VERSION, ask, events, get, send, service};
use super::*;
use crate::lab::Scenario;

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
    }
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
fn alerts_are_told_as_prometheus_tells_them() {
    let service = service();
    service.with(|store| store.alerts.push(json!({"labels": {"alertname": "A"}})));
    let answer = get(&service, "/api/v1/alerts", "application/json");
    assert_eq!(answer["data"]["alerts"][0]["labels"]["alertname"], "A");
}

#[tokio::test]
async fn a_watch_that_asks_for_it_is_told_when_all_was_told() {
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
