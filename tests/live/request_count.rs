//! How many requests a command sends to an API server.

use std::sync::{Arc, Barrier};

use http::StatusCode;
use serde_json::json;
use upgrade_lab::Store;

use crate::common::lab::exported;
use crate::common::server::{Hand, Server, Step, infrastructure, served, version};

const VERSION: &str = "/apis/config.openshift.io/v1/clusterversions/version";
const INFRASTRUCTURE: &str = "/apis/config.openshift.io/v1/infrastructures/cluster";
const POOLS: &str = "/apis/machineconfiguration.openshift.io/v1/machineconfigpools?&limit=500";
const PLAN: &str = "/apis/config.openshift.io/v1beta1/updateplans/update-plan-4.10.6";
const MAP: &str = "/api/v1/namespaces/openshift-config/configmaps/update-plan-4.10.6";

#[test]
fn the_overview_is_one_round_of_three_reads() {
    let server = all_at_once(3);
    assert_eq!(server.run(&["--request-timeout", "10s"]).code, 0);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(
        requests,
        [format!("GET {VERSION}"), format!("GET {INFRASTRUCTURE}"), format!("GET {POOLS}"),]
    );
}

#[test]
fn with_access_to_the_cluster_version_only_the_overview_is_the_same() {
    let allowed = Server::new(version()).run(&[]);
    for status in [403, 404] {
        let server = Server::with(
            version(),
            Arc::new(move |request, _, _| match request.uri().path() {
                VERSION => Step::Serve,
                _ => Step::Answer(StatusCode::from_u16(status).unwrap(), json!({})),
            }),
        );
        let run = server.run(&[]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{status}");
        assert_eq!(run.stdout, allowed.stdout, "{status}");
        let json = server.run(&["-o", "json"]).json();
        assert_eq!((&json["pausedPools"], &json["warnings"]), (&json!(null), &json!([])));
    }
}

#[test]
fn a_server_that_fails_to_answer_for_the_others_is_reported_and_the_overview_is_shown() {
    let server = Server::with(
        version(),
        Arc::new(|request, _, _| match request.uri().path() {
            VERSION => Step::Serve,
            _ => Step::Answer(StatusCode::INTERNAL_SERVER_ERROR, json!({})),
        }),
    );
    let run = server.run(&[]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("4.10.6"), "{}", run.stdout);
    for what in ["machine config pools", "infrastructures.config.openshift.io"] {
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}

#[test]
fn what_shows_only_the_cluster_version_reads_nothing_else() {
    for words in [["history"], ["channel"], ["upstream"], ["accept"]] {
        let server = Server::new(version());
        assert_eq!(server.run(&words).code, 0);
        assert_eq!(server.requests(), [format!("GET {VERSION}")], "{words:?}");
    }
}

/// A cluster that has UpdatePlans.
fn with_plans() -> Server {
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "updateplans.config.openshift.io"},
        "spec": {
            "group": "config.openshift.io", "scope": "Cluster",
            "names": {"kind": "UpdatePlan", "plural": "updateplans"},
            "versions": [{"name": "v1beta1", "served": true, "storage": true}],
        },
    });
    Server::serve(Store::new([version(), infrastructure(), definition]), served(), None)
}

#[test]
fn a_request_is_three_reads_and_one_patch() {
    let server = with_plans();
    assert_eq!(server.run(&["--to", "4.10.6"]).code, 0);
    let mut requests = server.requests();
    requests[..3].sort(); // the reads are sent at the same time
    assert_eq!(
        requests,
        [
            format!("GET {VERSION}"),
            format!("GET {INFRASTRUCTURE}"),
            format!("GET {PLAN}"),
            format!("PATCH {VERSION}?&fieldManager=upgrade"),
        ]
    );
}

#[test]
fn where_there_are_no_update_plans_a_config_map_may_be_one() {
    let server = Server::new(version());
    assert_eq!(server.run(&["--to", "4.10.6"]).code, 0);
    let requests = server.requests();
    assert_eq!(requests.len(), 5);
    let place = |line: &str| requests.iter().position(|known| known.contains(line)).unwrap();
    assert!(place(PLAN) < place(MAP), "only once the kind is known to be missing");
    assert!(requests[4].starts_with("PATCH"));
}

#[test]
fn what_needs_no_plan_looks_for_none() {
    for words in [["--to", "4.10.9"], ["--to", "4.10.5"]] {
        let server = with_plans();
        server.run(&words);
        assert_eq!(server.requests().len(), 3, "{words:?}");
    }
    let server = with_plans();
    assert_eq!(server.run(&["--to-multi-arch"]).code, 0);
    assert!(!server.requests().iter().any(|line| line.contains("updateplans")));
}

#[test]
fn a_wait_that_is_over_is_one_round_of_four_reads() {
    let server = all_at_once(4);
    assert_eq!(server.run(&["wait", "--request-timeout", "10s"]).code, 0);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(
        requests,
        [
            "GET /api/v1/nodes?&limit=500".to_owned(),
            "GET /apis/config.openshift.io/v1/clusteroperators?&limit=500".to_owned(),
            format!("GET {VERSION}"),
            format!("GET {POOLS}"),
        ]
    );
}

#[test]
fn pools_are_one_round_of_reads_and_the_releases_of_their_configurations() {
    let server = Server::serve(Store::new(super::pools::objects()), served(), None);
    assert_eq!(server.run(&["pools"]).code, 0);
    let mut requests = server.requests();
    let configs: Vec<String> = requests.split_off(4);
    requests.sort();
    assert_eq!(
        requests,
        [
            "GET /api/v1/nodes?&limit=500".to_owned(),
            format!("GET {VERSION}"),
            format!("GET {INFRASTRUCTURE}"),
            format!("GET {POOLS}"),
        ]
    );
    assert_eq!(configs.len(), 2, "one for each configuration of a node: {configs:#?}");
    server.seen.lock().unwrap().clear();
    assert_eq!(server.run(&["pools", "resume", "worker", "infra"]).code, 0);
    let requests = server.requests();
    let patches = requests.iter().filter(|line| line.starts_with("PATCH")).count();
    assert_eq!((requests.len(), patches), (8, 2), "{requests:#?}");
}

#[test]
fn the_reads_are_concurrent() {
    let server = all_at_once(3);
    assert_eq!(server.run(&["--to", "4.10.6", "--request-timeout", "10s"]).code, 0);
}

/// Each read is answered only when the others have arrived: one after the other would never end.
fn all_at_once(reads: usize) -> Server {
    let arrived = Barrier::new(reads);
    let hold = move |request: &http::Request<Vec<u8>>| {
        let later = request.uri().path().contains("configmaps");
        if request.method() == http::Method::GET && !later {
            arrived.wait();
        }
        Step::Serve
    };
    Server::with(version(), Arc::new(move |request, _, _| hold(request)))
}

#[test]
fn a_refusal_and_a_dry_run_send_no_patch() {
    for words in
        [["--to", "4.10.7"].as_slice(), &["--to", "4.10.6", "--dry-run"], &["--to", "4.10.5"]]
    {
        let server = Server::new(version());
        server.run(words);
        assert!(server.patches().is_empty(), "{words:?}");
        assert_eq!(server.stored(), version(), "{words:?}");
    }
}

const OLM: &str = "/apis/operators.coreos.com/v1alpha1";

/// Runs pre-checks against a server on which paths with one of these words are answered like this.
fn checked(status: u16, words: &'static [&'static str]) -> (Server, serde_json::Value) {
    let objects = exported("not-ready");
    let hand: Hand = Arc::new(move |request, _, _| {
        let path = request.uri().path();
        if words.iter().any(|word| path.contains(word)) {
            return Step::Answer(StatusCode::from_u16(status).unwrap(), json!({}));
        }
        Step::Serve
    });
    let server = Server::serve(Store::new(objects), hand, None);
    let words = ["pre-checks", "--version", "4.17.3", "--dry-run", "-o", "json"];
    let report = server.run(&words).json();
    (server, report)
}

fn summaries(report: &serde_json::Value) -> Vec<&str> {
    let insights = report["insights"].as_array().unwrap().iter();
    insights.map(|one| one["summary"].as_str().unwrap()).collect()
}

#[test]
fn pre_checks_read_the_metadata_of_operators_and_only_plans_that_are_awaited() {
    let (server, report) = checked(500, &[]);
    let pending = "InstallPlan tools/install-x7k2p requires approval";
    assert!(summaries(&report).contains(&pending), "{report:#}");
    let requests = server.requests();
    let olm: Vec<&String> = requests.iter().filter(|line| line.contains(OLM)).collect();
    assert_eq!(olm.len(), 3, "{olm:#?}");
    for (path, selector) in [
        (format!("{OLM}/clusterserviceversions?"), "labelSelector=%21olm.copiedFrom"),
        (format!("{OLM}/subscriptions?"), ""),
        (format!("{OLM}/namespaces/tools/installplans/install-x7k2p"), ""),
        ("/api/v1/namespaces/openshift-etcd/pods?".to_owned(), "labelSelector=app%3Detcd"),
        ("/apis/config.openshift.io/v1/networks/cluster".to_owned(), ""),
    ] {
        let is_it = |line: &&String| line.contains(&path) && line.contains(selector);
        assert_eq!(requests.iter().filter(is_it).count(), 1, "{path}{selector}: {requests:#?}");
    }
}

#[test]
fn a_cluster_without_olm_is_checked_without_a_note() {
    let (server, report) = checked(404, &["operators.coreos.com"]);
    let about = |summary: &&&str| summary.contains("OLM") || summary.contains("InstallPlan");
    assert_eq!(summaries(&report).iter().filter(about).count(), 0, "{report:#}");
    let olm = server.requests().iter().filter(|line| line.contains(OLM)).count();
    assert_eq!(olm, 2, "one read of each list");
}

#[test]
fn what_pre_checks_may_not_read_is_said_to_be_unchecked() {
    let words = &["operators.coreos.com", "openshift-etcd", "networks"];
    let (_, report) = checked(403, words);
    for what in ["etcd pods", "the network plugin", "operators that OLM installs", "InstallPlans"] {
        let mut all = report["insights"].as_array().unwrap().iter();
        let not_checked = |one: &&serde_json::Value| {
            let summary = one["summary"].as_str().unwrap();
            summary.contains(what) && summary.contains("forbidden") && one["level"] == "unknown"
        };
        assert!(all.any(|one| not_checked(&one)), "{what}: {report:#}");
    }
}
