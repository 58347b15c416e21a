//! Evaluating and explaining over HTTP: what is requested, and that nothing is written.

use std::sync::Arc;

use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::common::server::{Server, Step, version};

fn node(version: &str, digit: &str, channels: &str) -> Value {
    json!({"version": version, "payload": format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", digit.repeat(64)), "metadata": {"io.openshift.upgrades.graph.release.channels": channels}})
}

/// 4.10.5 and its updates; 4.10.9 is for arm64 only.
fn graph(request: &Request<Vec<u8>>) -> Value {
    let query = request.uri().query().unwrap_or_default();
    let mut nodes = vec![
        node("4.10.5", "5", "fast-4.10,stable-4.10"),
        node("4.10.6", "6", "fast-4.10,stable-4.10"),
        node("4.10.8", "8", "candidate-4.10,fast-4.10"),
    ];
    if query.contains("arch=arm64") {
        nodes = vec![node("4.10.9", "9", "candidate-4.10")];
    }
    let edges = if nodes.len() > 1 { json!([[0, 1], [0, 2]]) } else { json!([]) };
    json!({"version": 1, "nodes": nodes, "edges": edges, "conditionalEdges": []})
}

/// A cluster, and an update service that its ClusterVersion names.
fn following() -> (Server, Server) {
    let service = Server::with(
        version(),
        Arc::new(|request, _, _| Step::Answer(StatusCode::OK, graph(request))),
    );
    (with_upstream(&service), service)
}

fn with_upstream(service: &Server) -> Server {
    let mut followed = version();
    followed["spec"]["upstream"] = json!(format!("{}/graph", service.url()));
    Server::new(followed)
}

#[test]
fn a_preview_asks_for_one_channel_and_writes_nothing() {
    let (cluster, service) = following();
    let run = cluster.run(&["channel", "--preview", "fast-4.10", "-o", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let seen = run.json();
    assert_eq!(seen["inChannel"], true);
    assert_eq!((&seen["gained"], &seen["lost"]), (&json!(["4.10.8"]), &json!(["4.10.7"])));
    let asked = service.requests();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(asked[0].contains("channel=fast-4.10"), "{asked:?}");
    let requests = cluster.requests();
    assert!(requests.iter().all(|line| line.starts_with("GET ")), "{requests:?}");
}

#[test]
fn without_an_answer_of_the_update_service_the_rules_of_the_cluster_are_evaluated() {
    let service = Server::with(
        version(),
        Arc::new(|_, _, _| Step::Answer(StatusCode::INTERNAL_SERVER_ERROR, json!({}))),
    );
    let cluster = with_upstream(&service);
    let run = cluster.run(&["graph", "evaluate", "-o", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let seen = run.json();
    assert_eq!(seen["rulesFrom"], "Cluster");
    let listed = cluster.run(&["-o", "json"]).json();
    let versions = |value: &Value| {
        let mut versions: Vec<String> =
            value.as_array().unwrap().iter().map(|it| it["version"].to_string()).collect();
        versions.sort();
        versions
    };
    let mut all = [versions(&listed["recommended"]), versions(&listed["notRecommended"])].concat();
    all.sort();
    assert_eq!(versions(&seen["targets"]), all);
    assert!(service.requests().iter().any(|line| line.contains("/graph")), "it is asked first");
    let named = format!("{}/graph", service.url());
    assert_eq!(cluster.run(&["graph", "evaluate", "--graph", &named]).code, 1);
}

#[test]
fn what_the_cluster_version_tells_needs_no_graph() {
    let (cluster, service) = following();
    for (version, cause) in [
        ("latest", "Unparsable"),
        ("4.10.5", "AlreadyThere"),
        ("4.10.1", "Older"),
        ("4.10.6", "Recommended"),
        ("4.10.7", "Conditional"),
    ] {
        let run = cluster.run(&["why", version, "-o", "json"]);
        assert_eq!(run.json()["cause"], cause, "{version}");
    }
    assert_eq!(service.requests(), [""; 0], "no other server was used");
}

#[test]
fn a_version_is_looked_for_in_other_channels_and_architectures() {
    let (cluster, service) = following();
    let elsewhere = cluster.run(&["why", "4.10.8", "-o", "json"]).json();
    assert_eq!(elsewhere["cause"], "NotInChannel");
    assert_eq!(elsewhere["channels"], json!(["candidate-4.10", "fast-4.10"]));
    let before = service.requests().len();
    let run = cluster.run(&["why", "4.10.9", "-o", "json", "--arch", "amd64"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let other = run.json();
    assert_eq!(other["cause"], "OtherArchitecture", "{other}");
    let asked = service.requests().split_off(before);
    for arch in ["arm64", "multi", "ppc64le", "s390x"] {
        let wanted = format!("arch={arch}&channel=candidate-4.10");
        assert!(asked.iter().any(|line| line.contains(&wanted)), "{asked:?}");
    }
}

#[test]
fn a_service_that_fails_is_what_could_not_be_checked() {
    for step in [
        Step::Answer(
            StatusCode::INTERNAL_SERVER_ERROR,
            json!({"kind": "failed_upstream_fetch", "value": "no"}),
        ),
        Step::Hang,
        Step::Vanish,
        Step::Answer(StatusCode::OK, json!({"items": []})),
    ] {
        let said = step.clone();
        let service = Server::with(version(), Arc::new(move |_, _, _| said.clone()));
        let cluster = with_upstream(&service);
        let run = cluster.run(&["why", "4.10.8", "-o", "json", "--request-timeout", "1"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{step:?}");
        let told = run.json();
        assert_eq!(told["cause"], "NotListed", "{step:?}");
        let checks: Vec<_> = told["notChecked"].as_array().unwrap().iter().collect();
        let names: Vec<_> = checks.iter().map(|missed| missed["check"].as_str().unwrap()).collect();
        assert_eq!(names, ["blocks", "channels", "edges", "existence"], "{step:?}");
        let timeout = ["-o", "json", "--request-timeout", "1"];
        let evaluate = cluster.run(&[&["graph", "evaluate"][..], &timeout].concat());
        assert_eq!(evaluate.json()["rulesFrom"], "Cluster", "{step:?}");
    }
}

#[test]
fn what_may_not_be_read_is_said() {
    let service = Server::with(
        version(),
        Arc::new(|request, _, _| Step::Answer(StatusCode::OK, graph(request))),
    );
    let mut followed = version();
    followed["spec"]["upstream"] = json!(format!("{}/graph", service.url()));
    let forbidden = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Forbidden", "code": 403, "message": "not for you"});
    let cluster = Server::with(
        followed,
        Arc::new(move |request, _, _| {
            if request.uri().path().contains("clusterversions") {
                Step::Serve
            } else {
                Step::Answer(StatusCode::FORBIDDEN, forbidden.clone())
            }
        }),
    );
    let run = cluster.run(&["graph", "evaluate"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("Using amd64"), "{}", run.stderr);
    let why = cluster.run(&["why", "4.10.6-s390x", "-o", "json"]);
    let told = why.json();
    assert_eq!(told["notChecked"][0]["check"], "architecture", "{told}");
}
