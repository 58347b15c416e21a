//! `upgrade status` over the wire: what it costs, and what a part that cannot be read costs.

use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use upgrade::lab::Store;

use crate::server::{Hand, Server, Step, served, version};

/// The objects of the recorded update.
pub(crate) fn objects() -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/status");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
    let mut objects = Vec::new();
    for name in ["co", "mcp", "mc", "node", "pod"] {
        let text = read(name);
        let documents = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        objects.extend(documents.map(Result::unwrap));
    }
    let mut cluster = version();
    cluster["status"]["desired"]["version"] = json!("4.10.5");
    cluster["status"]["conditions"][1]["status"] = json!("True");
    cluster["status"]["history"] = json!([
        {"state": "Partial", "version": "4.10.5", "image": "x", "startedTime": "2022-03-01T08:00:00Z"},
        {"state": "Completed", "version": "4.10.4", "image": "y", "startedTime": "2022-02-01T08:00:00Z", "completionTime": "2022-02-01T09:00:00Z"},
    ]);
    objects.push(cluster);
    objects
}

fn updating(hand: Hand) -> Server {
    let server = Server::with(version(), hand);
    server.service.with(|store| *store = Store::of(objects()));
    server
}

/// Refuses what lies at a place.
pub(crate) fn without(place: &'static str, code: u16) -> Hand {
    Arc::new(move |request, _, _| {
        if !request.uri().path().contains(place) {
            return Step::Serve;
        }
        let code = StatusCode::from_u16(code).unwrap();
        Step::Answer(code, json!({"kind": "Status", "message": "no", "code": code.as_u16()}))
    })
}

#[test]
fn a_cluster_at_rest_costs_three_requests() {
    let server = Server::of(version());
    let run = server.run(&["status"]);
    assert!(run.code == 0 && run.stdout.contains("not updating"), "{}{}", run.stdout, run.stderr);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(
        requests,
        [
            "GET /apis/config.openshift.io/v1/clusterversions/version",
            "GET /apis/config.openshift.io/v1beta1/updatestatuses/cluster",
            "GET /apis/machineconfiguration.openshift.io/v1/machineconfigpools?&limit=500",
        ]
    );
}

#[test]
fn everything_is_read_once_and_machine_configs_by_their_metadata() {
    let server = updating(served());
    let run = server.run(&["status", "--details=nodes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("worker        Degraded     7% (1/14)"), "{}", run.stdout);
    assert!(run.stdout.contains("pod shop/ledger-0 is held by the disruption budget shop/ledger"));
    let seen = server.seen.lock().unwrap();
    let configs: Vec<_> =
        seen.iter().filter(|seen| seen.line.contains("/machineconfigs/")).collect();
    assert_eq!(configs.len(), 5);
    for config in configs {
        let accept = config.headers["accept"].to_str().unwrap();
        assert!(accept.contains("as=PartialObjectMetadata"), "{accept}");
    }
    let lists = seen.iter().filter(|seen| seen.line.contains("limit=")).count();
    assert!(lists >= 4, "lists are paged");
    let lines: std::collections::BTreeSet<&String> = seen.iter().map(|seen| &seen.line).collect();
    assert_eq!(lines.len(), seen.len(), "nothing is read twice");
}

#[test]
fn a_part_that_cannot_be_read_costs_that_part_only() {
    for (place, code, still) in [
        ("/clusteroperators", 403, "Worker Pool Nodes: worker"),
        ("/machineconfigpools", 404, "Completion:      60%"),
        ("/nodes", 403, "Completion:      60%"),
        ("/machineconfigs/rendered-worker-4", 404, "Worker Pool Nodes: worker"),
        ("/routes/", 404, "Worker Pool Nodes: worker"),
        ("/nodes", 500, "Completion:      60%"),
        ("/updatestatuses/", 403, "Worker Pool Nodes: worker"),
        ("/updatestatuses/", 500, "Worker Pool Nodes: worker"),
    ] {
        let run = updating(without(place, code)).run(&["status"]);
        assert_eq!(run.code, 0, "{place} {code}: {}", run.stderr);
        assert!(run.stdout.contains(still), "{place} {code}: {}", run.stdout);
        assert!(run.stderr.contains("note:"), "{place} {code}: {}", run.stderr);
    }
    let run = updating(without("/clusterversions/", 403)).run(&["status"]);
    assert_eq!(run.code, 1, "without the ClusterVersion there is no report");
}

#[test]
fn pages_are_put_together() {
    let server = updating(served());
    server.service.with(|store| {
        let node = |place: usize| {
            let annotations = json!({"machineconfiguration.openshift.io/currentConfig": "rendered-worker-4", "machineconfiguration.openshift.io/desiredConfig": "rendered-worker-4", "machineconfiguration.openshift.io/state": "Done"});
            json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": format!("many-{place:04}"), "resourceVersion": "1", "labels": {"node-role.kubernetes.io/worker": ""}, "annotations": annotations}, "status": {"conditions": [{"type": "Ready", "status": "True"}]}})
        };
        *store = Store::of(objects().into_iter().chain((0..1_200).map(node)));
    });
    let run = server.run(&["status", "-o", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let worker =
        report["pools"].as_array().unwrap().iter().find(|pool| pool["name"] == "worker").unwrap();
    assert_eq!(worker["completion"]["total"], 1_214);
    let pages = server.requests().iter().filter(|line| line.contains("/api/v1/nodes")).count();
    assert_eq!(pages, 3);
}
