//! `upgrade graph evaluate`: every update evaluated now, and compared with the cluster.

use crate::common::{Run, upgrade};

const DIFFERENCES: [&str; 4] = [
    "--from",
    "tests/fixtures/graph-evaluate",
    "--from",
    "tests/fixtures/graph/evaluate-differences.json",
];
const ANSWERS: [&str; 2] = ["--answers", "tests/fixtures/graph/evaluate-answers.json"];

fn evaluate(words: &[&str]) -> Run {
    upgrade(&[&["graph", "evaluate"], words].concat())
}

fn differing(words: &[&str]) -> Run {
    evaluate(&[&DIFFERENCES, &ANSWERS[..], words].concat())
}

#[test]
fn a_practice_cluster_and_its_graph_agree() {
    let run = evaluate(&["--lab"]);
    assert_eq!(run.code, 0);
    snap!("graph-evaluate", "lab", run);
    snap!("graph-evaluate", "lab-version", evaluate(&["--lab", "--version", "4.7.4"]));
    snap!("graph-evaluate", "lab-version-plain", evaluate(&["--lab", "--version", "4.6.43"]));
    snap!("graph-evaluate", "lab-in-cluster-risks", evaluate(&["--lab=admin-gates"]));
    for scenario in ["healthy", "failing", "single-node", "stuck-drain", "hosted"] {
        let json = evaluate(&[&format!("--lab={scenario}"), "-o", "json"]).json();
        let targets = json["targets"].as_array().unwrap();
        assert!(targets.iter().all(|target| target["difference"].is_null()), "{scenario}");
    }
}

#[test]
fn every_difference_is_explained() {
    snap!("graph-evaluate", "differences", differing(&[]));
    let json = differing(&["-o", "json"]).json();
    let codes: Vec<_> = json["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| target["difference"]["code"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(
        codes,
        [
            "UnknownRules",
            "ListedTwice",
            "NoReasonGiven",
            "InBothLists",
            "InClusterRisks",
            "AcceptedRisks",
            "Throttled",
            "NotEvaluatedHere",
            "NotEvaluatedThere",
            "-",
            "OneName",
            "GraphChanged",
            "AnswersChanged",
            "-",
            "-"
        ]
    );
    assert_eq!(json["onlyListed"][0]["version"], "4.10.21");
    let stale = ["--from", "tests/fixtures/graph-evaluate-stale", "--from", DIFFERENCES[3]];
    snap!("graph-evaluate", "stale", evaluate(&[&stale, &ANSWERS[..]].concat()));
}

#[test]
fn a_version_is_accounted_for() {
    for (name, version) in [
        ("version-left-out", "4.10.20"),
        ("version-listed-twice", "4.10.19"),
        ("version-no-reason", "4.10.18"),
        ("version-unknown-here", "4.10.13"),
    ] {
        snap!("graph-evaluate", name, differing(&["--version", version]));
    }
    snap!("graph-evaluate", "version-json", differing(&["--version", "4.10.7", "-o", "json"]));
}

#[test]
fn a_version_that_is_not_there_names_the_nearest() {
    snap!("graph-evaluate", "version-missing", differing(&["--version", "4.10.22"]));
    let json = differing(&["--version", "4.10.22", "-o", "json"]);
    assert_eq!((json.stdout.as_str(), json.code), ("", 4));
    snap!("graph-evaluate", "from-missing", differing(&["--from-version", "4.9.1"]));
}

#[test]
fn what_is_not_the_clusters_own_is_not_compared() {
    snap!("graph-evaluate", "other-version", evaluate(&["--lab", "--from-version", "4.6.21"]));
    snap!("graph-evaluate", "other-channel", evaluate(&["--lab", "--channel", "stable-4.7"]));
    let by_hand = ["--from", "tests/fixtures/graph-evaluate", "--graph", DIFFERENCES[3]];
    let run = evaluate(&[&by_hand, &ANSWERS[..], &["-o", "json"]].concat());
    let json = run.json();
    assert_eq!(json["notCompared"], "the graph is not from the cluster's update service");
    assert!(json["targets"][0]["cluster"].is_null() && json["targets"][0]["difference"].is_null());
    let arch = differing(&["--arch", "arm64", "-o", "json"]).json();
    assert_eq!(arch["notCompared"], "the cluster is amd64");
    let alone = ["--graph", DIFFERENCES[3], "--from-version", "4.10.5"];
    snap!("graph-evaluate", "no-cluster", evaluate(&[&alone, &ANSWERS[..]].concat()));
}

#[test]
fn what_was_not_queried_is_unknown() {
    let json = evaluate(&[&DIFFERENCES[..], &["-o", "json"]].concat()).json();
    for risk in json["risks"].as_array().unwrap() {
        let always = risk["rules"].as_array().unwrap().iter().any(|rule| rule["type"] == "Always");
        assert_eq!(risk["applies"], if always { "True" } else { "Unknown" }, "{risk}");
    }
    let versions = evaluate(&[&DIFFERENCES[..], &["-o", "version"]].concat()).stdout;
    assert_eq!(versions, "4.10.15\n4.10.9\n4.10.6\n", "accepted, and without conditions");
}

#[test]
fn without_a_graph_the_rules_of_the_cluster_are_evaluated() {
    let from = ["--from", "tests/fixtures/risk-messages"];
    let answers = ["--answers", "tests/fixtures/graph/risk-messages-answers.json"];
    let evaluate = |words: &[&str]| evaluate(&[&from[..], words].concat());
    snap!("graph-evaluate", "rules-of-the-cluster", evaluate(&answers));
    let version = [&answers[..], &["--version", "4.12.50"]].concat();
    snap!("graph-evaluate", "rules-of-the-cluster-version", evaluate(&version));
    let json = evaluate(&[&answers[..], &["-o", "json"]].concat()).json();
    assert_eq!(json["rulesFrom"], "Cluster");
    assert!(json["notes"].to_string().contains("the cluster reports"), "{}", json["notes"]);
    let applies = json["risks"].as_array().unwrap().iter().map(|risk| &risk["applies"]);
    assert_eq!(applies.collect::<Vec<_>>(), ["Unknown", "False", "True"]);
    for given in [["--channel", "stable-4.13"], ["--from-version", "4.12.1"], ["--arch", "arm64"]] {
        assert_eq!(evaluate(&given).code, 1, "{given:?}: the lists are for something else");
    }
}

#[test]
fn bare_versions_are_those_that_are_recommended() {
    let versions = differing(&["-o", "version"]).stdout;
    assert_eq!(versions, "4.10.16\n4.10.15\n4.10.12\n4.10.10\n4.10.9\n4.10.8\n4.10.6\n");
}

/// A real graph: nothing conditional is recommended without answers.
#[test]
fn of_real_graphs_nothing_is_recommended_by_accident() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/graph/served");
    for (file, arch, from) in [
        ("stable-4.7_amd64.json", "amd64", "4.6.30"),
        ("stable-4.8_amd64.json", "amd64", "4.7.30"),
        ("candidate-4.12_multi.json", "multi", "4.12.0-rc.0"),
    ] {
        let file = folder.join(file);
        if !file.exists() {
            eprintln!("skipped: {} is not there", file.display());
            continue;
        }
        let words = ["--graph", file.to_str().unwrap(), "--arch", arch, "--from-version", from];
        let run = evaluate(&[&words[..], &["-o", "json"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json = run.json();
        let targets = json["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{from}");
        for target in targets {
            let conditional = target["conditional"] == true;
            assert_eq!(target["recommended"] == "True", !conditional, "{target}");
        }
    }
}

#[test]
fn a_hostile_cluster_cannot_steer_the_terminal() {
    let run = evaluate(&["--lab=hostile"]);
    assert!(run.stdout.len() < 50_000, "a megabyte of message was printed");
}

#[test]
fn flags_that_have_no_meaning_are_usage_errors() {
    let cases: &[(&str, &[&str])] = &[
        ("usage-not-a-version", &["--lab", "--version", "4.6"]),
        ("usage-no-place", &["--graph", "tests/fixtures/graph/why.json"]),
    ];
    for (name, words) in cases {
        let run = evaluate(words);
        assert_eq!(run.code, 2, "{name}");
        snap!("graph-evaluate", *name, run);
    }
}
