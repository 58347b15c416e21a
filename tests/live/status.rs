//! `upgrade status` over the wire: its requests, and the effect of a part that cannot be read.

use serde_json::{Value, json};
use upgrade_lab::Store;

use crate::common::rollout::{objects, without};
use crate::common::server::{Hand, Server, served, version};

fn updating(hand: Hand) -> Server {
    let server = Server::with(version(), hand);
    server.service.with(|store| *store = Store::new(objects()));
    server
}

#[test]
fn a_cluster_at_rest_is_read_like_any_other() {
    let server = Server::new(version());
    let run = server.run(&["status"]);
    assert!(run.code == 0 && run.stdout.contains("not updating"), "{}{}", run.stdout, run.stderr);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(
        requests,
        [
            "GET /api/v1/namespaces/openshift-config-managed/configmaps/default-ingress-cert",
            "GET /api/v1/nodes?&limit=500",
            "GET /apis/config.openshift.io/v1/clusteroperators?&limit=500",
            "GET /apis/config.openshift.io/v1/clusterversions/version",
            "GET /apis/config.openshift.io/v1beta1/updatestatuses/cluster",
            "GET /apis/machineconfiguration.openshift.io/v1/machineconfigpools?&limit=500",
            "GET /apis/route.openshift.io/v1/namespaces/openshift-monitoring/routes/thanos-querier",
        ]
    );
}

#[test]
fn everything_is_read_once_and_machine_configs_by_their_metadata() {
    let server = updating(served());
    let run = server.run(&["status"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("worker        Degraded     7% (1/14)"), "{}", run.stdout);
    assert!(run.stdout.contains(
        "PodDisruptionBudget shop/ledger blocks the eviction of pod \
         shop/ledger-0"
    ));
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
        *store = Store::new(objects().into_iter().chain((0..1_200).map(node)));
    });
    let run = server.run(&["status", "-o", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let worker =
        report["pools"].as_array().unwrap().iter().find(|pool| pool["name"] == "worker").unwrap();
    assert_eq!(worker["completion"]["total"], 1_214);
    let pages = server.requests().iter().filter(|line| line.contains("/api/v1/nodes")).count();
    assert_eq!(pages, 3);
}
