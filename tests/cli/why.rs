//! `upgrade why`: the first cause that applies, and the next command.

use crate::common::{Run, upgrade};

const GRAPH: &str = "tests/fixtures/graph/why.json";
const ANSWERS: [&str; 2] = ["--answers", "tests/fixtures/graph/evaluate-answers.json"];

fn why(words: &[&str]) -> Run {
    upgrade(&[&["why"], words].concat())
}

fn of_files(version: &str, more: &[&str]) -> Run {
    let files = ["--from", "tests/fixtures/graph-evaluate", "--from", GRAPH];
    why(&[&[version], &files[..], &ANSWERS, more].concat())
}

fn cause(run: &Run) -> String {
    run.json()["cause"].as_str().unwrap().to_owned()
}

#[test]
fn the_update_of_a_hosted_control_plane_is_requested_elsewhere() {
    snap!("why", "hosted", why(&["4.7.28", "--lab=hosted"]));
    snap!("why", "hosted-older", why(&["4.7.11", "--lab=hosted"]));
}

#[test]
fn every_cause_has_its_words_and_its_next_command() {
    for (name, version) in [
        ("unparsable", "4.10"),
        ("already-there", "4.10.5"),
        ("older", "4.9.12"),
        ("older-previous", "4.10.4"),
        ("other-architecture", "4.10.6-s390x"),
        ("other-architecture-multi", "4.10.5+multi"),
        ("conditional", "4.10.7"),
        ("conditional-left-out", "4.10.9"),
        ("silently-blocked", "4.10.30"),
        ("not-in-channel", "4.11.2"),
        ("not-in-channel-by-way-of", "4.11.3"),
        ("not-in-channel-of-another-family", "4.11.4"),
        ("no-edge-by-way-of", "4.10.32"),
        ("no-edge", "4.10.33"),
        ("odd-expression", "4.10.31"),
        ("other-architecture-by-graph", "4.11.9"),
        ("no-such-version", "4.10.34"),
        ("recommended", "4.10.6"),
    ] {
        let run = of_files(version, &[]);
        let nothing = ["unparsable", "no-such-version"].contains(&name);
        assert_eq!(run.code, if nothing { 4 } else { 0 }, "{name}");
        snap!("why", name, run);
    }
}

#[test]
fn lists_that_cannot_be_relied_on_come_first() {
    let stale = ["--from", "tests/fixtures/graph-evaluate-stale"];
    snap!("why", "not-retrieved", why(&[&["4.10.6"], &stale[..]].concat()));
    snap!("why", "unreachable", why(&["4.7.28", "--lab=cannot-retrieve"]));
    snap!("why", "no-channel", why(&["4.7.28", "--lab=no-channel"]));
    snap!("why", "unobserved", why(&["4.10.6", "--from", "tests/fixtures/unobserved"]));
}

#[test]
fn a_practice_cluster_is_explained() {
    for (version, expected) in [
        ("4.6.23", "AlreadyThere"),
        ("4.6.21", "Older"),
        ("4.6.43", "Recommended"),
        ("4.7.4", "Conditional"),
        ("4.6.44", "NoEdge"),
        ("4.7.24", "NotInChannel"),
        ("4.8.2", "NotInChannel"),
        ("4.6.77", "NoSuchVersion"),
    ] {
        assert_eq!(cause(&why(&["--lab", version, "-o", "json"])), expected, "{version}");
    }
    snap!("why", "lab-not-in-channel", why(&["--lab", "4.7.28"]));
    snap!("why", "lab-not-upgradeable", why(&["--lab=not-upgradeable", "4.8.2"]));
    snap!("why", "lab-updating", why(&["--lab=updating", "4.6.43"]));
}

#[test]
fn the_graph_may_be_ahead_of_the_cluster() {
    let other = ["--from", "tests/fixtures/graph-evaluate-unreachable", "--graph", GRAPH];
    snap!("why", "not-listed-yet", why(&[&["4.10.8"], &other[..], &ANSWERS].concat()));
}

#[test]
fn a_graph_that_cannot_be_read_is_what_could_not_be_checked() {
    let unreachable = ["--from", "tests/fixtures/graph-evaluate-unreachable"];
    let run = why(&[&["4.10.9"], &unreachable[..]].concat());
    assert_eq!(run.code, 0);
    snap!("why", "graph-unreachable", run);
    snap!(
        "why",
        "graph-unreachable-json",
        why(&[&["4.10.9", "-o", "json"], &unreachable[..]].concat())
    );
    let listed = why(&[&["4.10.7", "-o", "json"], &unreachable[..]].concat());
    assert_eq!(cause(&listed), "Conditional", "what the cluster tells needs no graph");
    assert_eq!(listed.json()["notChecked"], serde_json::json!([]));
}

#[test]
fn json_tells_what_was_checked() {
    let json = of_files("4.10.31", &["-o", "json"]).json();
    let checked = ["form", "current", "age", "architecture", "retrieval", "lists"];
    let rest = ["channels", "edges"];
    assert_eq!(json["checked"], serde_json::json!([&checked[..], &rest].concat()));
    assert_eq!(json["notChecked"][0]["check"], "blocks");
    snap!("why", "json", of_files("4.11.3", &["-o", "json"]));
}

#[test]
fn without_a_cluster_the_graph_decides() {
    let alone = ["--graph", GRAPH, "--from-version", "4.10.5", "--channel", "stable-4.10"];
    let of =
        |version: &str| cause(&why(&[&[version, "-o", "json"], &alone[..], &ANSWERS].concat()));
    assert_eq!(of("4.10.5"), "AlreadyThere");
    assert_eq!(of("4.10.8"), "Recommended");
    assert_eq!(of("4.10.7"), "Conditional");
    assert_eq!(of("4.10.30"), "SilentlyBlocked");
    snap!("why", "no-cluster", why(&[&["4.10.7"], &alone[..], &ANSWERS].concat()));
    let stranger = ["--graph", GRAPH, "--from-version", "4.10.1", "-o", "json"];
    let told = why(&[&["4.10.7"], &stranger[..]].concat()).json();
    assert_eq!(told["cause"], "NoEdge");
    let why_not = "4.10.1 is not in any graph that was read";
    assert!(told["notChecked"].as_array().unwrap().iter().any(|missed| missed["why"] == why_not));
    let nowhere = why(&["4.10.7", "--graph", GRAPH]);
    assert_eq!(nowhere.code, 2, "{}", nowhere.stderr);
}

#[test]
fn a_version_must_be_named() {
    assert_eq!(why(&["--lab"]).code, 2);
    assert_eq!(why(&["--lab", ""]).code, 4);
}
