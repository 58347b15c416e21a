//! `upgrade pre-checks`: running pre-checks and accepting insights.

use std::path::Path;

use serde_json::Value;

use crate::common::{Run, upgrade};

const FILES: [&str; 2] = ["--from", "tests/fixtures/pre-checks"];

fn pre_checks(words: &[&str]) -> Run {
    upgrade(&[&["pre-checks"], words].concat())
}

#[test]
fn every_problem_is_reported_in_its_place() {
    for (scenario, version) in [
        ("healthy", "4.7.28"),
        ("failing", "4.7.28"),
        ("not-upgradeable", "4.8.2"),
        ("stuck-drain", "4.7.28"),
        ("paused-pool", "4.7.28"),
        ("updating", "4.6.99"),
        ("cannot-retrieve", "4.7.28"),
        ("hosted", "4.7.28"),
        ("not-ready", "4.17.3"),
    ] {
        let run = pre_checks(&[&format!("--lab={scenario}"), "--version", version]);
        snap!("pre-checks", scenario, run);
    }
    snap!("pre-checks", "risks", pre_checks(&["--lab", "--version", "4.7.4"]));
}

#[test]
fn details_tell_what_it_is_about_and_who_says_so() {
    let words = ["--lab=stuck-drain", "--version", "4.7.28", "--details"];
    snap!("pre-checks", "details", pre_checks(&words));
}

#[test]
fn what_is_accepted_is_marked() {
    let lab = ["--lab=stuck-drain", "--version", "4.7.28"];
    let run = |words: &[&str]| pre_checks(&[&lab, words].concat());
    snap!("pre-checks", "accept", run(&["--accept"]));
    let one = "--accept=PodDisruptionBudgetAtLimit-default/ledger/worker";
    snap!("pre-checks", "accept-one", run(&[one]));
    snap!("pre-checks", "accept-dry-run", run(&["--accept", "--dry-run"]));
    snap!(
        "pre-checks",
        "accept-unknown",
        run(&["--accept=PodDisruptionBudgetAtLimit-default/ledgr"])
    );
    snap!("pre-checks", "withdraw-nothing", run(&["--accept=-744ebc62"]));
    let healthy = pre_checks(&["--lab=healthy", "--version", "4.7.28", "--accept"]);
    snap!("pre-checks", "accept-nothing", healthy);
}

#[test]
fn the_same_risks_are_accepted_on_the_cluster_if_asked_for() {
    let lab = ["--lab=admin-gates", "--version", "4.8.2", "--accept", "--also-accept-risks"];
    snap!("pre-checks", "also-accept-risks", pre_checks(&lab));
    let json = pre_checks(&[&lab[..], &["-o", "json"]].concat());
    let kinds: Vec<String> = serde_json::Deserializer::from_str(&json.stdout)
        .into_iter::<Value>()
        .map(|answer| answer.unwrap()["kind"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["PreCheckReport", "RiskAcceptance"]);
}

#[test]
fn json_has_everything_whatever_the_flags() {
    let lab = ["--lab=stuck-drain", "--version", "4.7.28", "-o", "json"];
    let run = pre_checks(&lab);
    assert_eq!(run.code, 3);
    snap!("pre-checks", "json", run);
    assert_eq!(run.stdout, pre_checks(&[&lab[..], &["--details"]].concat()).stdout);
    let yaml = pre_checks(&["--lab=stuck-drain", "--version", "4.7.28", "-o", "yaml"]);
    let yaml: Value = serde_saphyr::from_str(&yaml.stdout).unwrap();
    assert_eq!(yaml, run.json());
}

#[test]
fn recordings_are_checked_and_nothing_is_written_to_them() {
    snap!("pre-checks", "files", pre_checks(&[&FILES, &["--version", "4.10.6"][..]].concat()));
    let run = upgrade(&[&FILES, &["--to", "4.10.6", "--dry-run"][..]].concat());
    snap!("pre-checks", "files-request", run);
    let accept = pre_checks(&[&FILES, &["--version", "4.10.6", "--accept"][..]].concat());
    assert_eq!(accept.code, 2, "{}", accept.stderr);
}

#[test]
fn an_invalid_version_is_reported() {
    snap!("pre-checks", "current", pre_checks(&["--lab", "--version", "4.6.23"]));
    snap!("pre-checks", "not-listed", pre_checks(&["--lab", "--version", "4.6.44"]));
    for (name, words) in [
        ("usage-no-version", &["--lab"][..]),
        ("usage-not-a-version", &["--lab", "--version", "4.6"]),
        ("usage-empty-accept", &["--lab", "--version", "4.6.43", "--accept="]),
        ("usage-accept-both", &["--lab", "--version", "4.6.43", "--accept", "--accept=A"]),
        ("usage-accept-and-withdraw", &["--lab", "--version", "4.6.43", "--accept=A,-A"]),
        ("usage-risks-alone", &["--lab", "--version", "4.6.43", "--also-accept-risks"]),
    ] {
        let run = pre_checks(words);
        assert_eq!(run.code, 2, "{name}");
        snap!("pre-checks", name, run);
    }
}

#[test]
fn pre_checks_are_gathered_before_a_request_if_asked_for() {
    let lab = ["--lab=stuck-drain", "--to", "4.7.28"];
    assert_eq!(upgrade(&lab).code, 0, "pre-checks were not requested");
    let run = |words: &[&str]| upgrade(&[&lab, words].concat());
    snap!("pre-checks", "request", run(&["--pre-checks"]));
    snap!("pre-checks", "request-json", run(&["--pre-checks", "-o", "json"]));
    assert_eq!(upgrade(&["--lab=healthy", "--to", "4.7.28", "--pre-checks"]).code, 0);
    let multi = upgrade(&["--lab=multi-arch", "--to-multi-arch", "--pre-checks"]);
    assert_eq!(multi.code, 2, "{}", multi.stderr);
}

#[test]
fn the_words_of_the_first_sketch_are_understood() {
    let words = ["--lab=stuck-drain", "--version", "4.7.28"];
    let long = upgrade(&[&["status", "pre-checks"], &words[..]].concat());
    assert_eq!((long.stdout, long.code), {
        let run = pre_checks(&words);
        (run.stdout, run.code)
    });
}

#[test]
fn operators_and_networks_matter_to_the_minor_version_that_does_without_them() {
    let uids = |version: &str| -> Vec<String> {
        let words = ["--lab=not-ready", "--version", version, "-o", "json"];
        let report = pre_checks(&words).json();
        let insights = report["insights"].as_array().unwrap().iter();
        insights.map(|one| format!("{} {}", one["level"], one["uid"]).replace('"', "")).collect()
    };
    assert_eq!(
        uids("4.16.21"),
        [
            "error EtcdPodNotReady-etcd-master-2",
            "info InstallPlanPending-tools/install-x7k2p",
            "warning NodeNotReady-worker-2",
            "warning NodeUnschedulable-worker-1",
        ]
    );
    let minor = uids("4.17.3");
    for more in ["error OpenShiftSDN", "error OLMOperatorIncompatible-tools/old-operator.v1.2.0"] {
        assert!(minor.contains(&more.to_owned()), "{minor:?}");
    }
}

/// A must-gather has one file per object, in the directory of its namespace.
#[test]
fn a_must_gather_is_checked_for_etcd_and_operators() {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/crates/lab/scenarios/not-ready");
    let gathered = tempfile::tempdir().unwrap();
    let put = |file: &str, place: &str| {
        let place = gathered.path().join(place);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::copy(lab.join(file), place).unwrap();
    };
    let config = "cluster-scoped-resources/config.openshift.io";
    put("cv.yaml", &format!("{config}/clusterversions/version.yaml"));
    put("infrastructure.yaml", &format!("{config}/infrastructures.yaml"));
    put("network.yaml", &format!("{config}/networks.yaml"));
    put("olm.yaml", "namespaces/tools/operators.coreos.com/subscriptions/all.yaml");
    let etcd = gathered.path().join("namespaces/openshift-etcd/core/pods.yaml");
    std::fs::create_dir_all(etcd.parent().unwrap()).unwrap();
    let pod = std::fs::read_to_string(lab.join("pod.yaml")).unwrap();
    let labeled = pod.replace("  namespace:", "  labels: {app: etcd}\n  namespace:");
    std::fs::write(etcd, labeled).unwrap();
    let from = ["--from", gathered.path().to_str().unwrap()];
    let words = [&from[..], &["--version", "4.17.3", "-o", "json"]].concat();
    let report = pre_checks(&words).json();
    let insights = report["insights"].as_array().unwrap().iter();
    let uids: Vec<&str> = insights.map(|one| one["uid"].as_str().unwrap()).collect();
    for uid in [
        "EtcdPodNotReady-etcd-master-2",
        "OpenShiftSDN",
        "OLMOperatorIncompatible-tools/old-operator.v1.2.0",
        "InstallPlanPending-tools/install-x7k2p",
    ] {
        assert!(uids.contains(&uid), "{uid} is not among {uids:?}");
    }
}

#[test]
fn a_hostile_cluster_cannot_steer_the_terminal() {
    let run = pre_checks(&["--lab=hostile", "--version", "4.6.43", "--details"]);
    assert!(run.stdout.len() < 100_000, "a megabyte of message was printed");
}
