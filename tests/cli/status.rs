//! `upgrade status`.

use crate::common::{Run, upgrade};

const FIXTURE: [&str; 2] = ["--from", "tests/fixtures/status"];

fn status(words: &[&str]) -> Run {
    upgrade(&[&["status"], words, &FIXTURE].concat())
}

#[test]
fn an_update_that_is_half_way() {
    snap!("status", "summary", status(&[]));
    snap!("status", "nodes", status(&["--details=nodes"]));
    snap!("status", "operators", status(&["--details=operators"]));
    snap!("status", "health", status(&["--details=health"]));
    snap!("status", "json", status(&["-o", "json"]));
    let all = status(&["--details"]);
    assert!(all.stdout.contains("Updating Cluster Operators") && all.stdout.contains("Reference:"));
    assert_eq!(status(&["-o", "version"]).stdout, "4.10.5\n");
}

#[test]
fn at_rest_and_in_trouble() {
    snap!("status", "at-rest", upgrade(&["status", "--lab"]));
    snap!("status", "failing", upgrade(&["status", "--lab=failing"]));
    snap!("status", "updating", upgrade(&["status", "--lab=updating"]));
    snap!("status", "hosted", upgrade(&["status", "--lab=hosted"]));
    snap!("status", "refused", upgrade(&["status", "--from", "tests/fixtures/refused"]));
}

#[test]
fn everything_that_is_wrong_is_in_the_table_in_details_and_in_json() {
    for name in ["status-trouble", "status-trouble-at-rest"] {
        let of = |words: &[&str]| {
            let folder = format!("tests/fixtures/{name}");
            upgrade(&[&["status", "--from", &folder], words].concat())
        };
        let (run, details) = (of(&[]), of(&["--details=health"]));
        assert!(!run.stdout.contains("proceeding well"), "{}", run.stdout);
        assert!(!run.stderr.contains("degraded"), "it is no note: {}", run.stderr);
        let json = of(&["-o", "json"]).json();
        for insight in json["insights"].as_array().unwrap() {
            let summary = insight["summary"].as_str().unwrap();
            assert!(run.stdout.contains(summary) && details.stdout.contains(summary), "{summary}");
        }
        let name = name.trim_start_matches("status-");
        snap!("status", name, run);
        snap!("status", format!("{name}-health"), details);
    }
    let stuck = upgrade(&["status", "--from", "tests/fixtures/status-trouble", "--exit-code"]);
    assert_eq!(stuck.code, 5);
}

#[test]
fn where_the_version_stays_nodes_are_counted_by_their_configuration() {
    let folder = ["--from", "tests/fixtures/status-same-version"];
    snap!("status", "same-version", upgrade(&[&["status"], &folder[..]].concat()));
    let json = upgrade(&[&["status", "-o", "json"], &folder[..]].concat()).json();
    let done = |place: &str| {
        let done = json.pointer(place).unwrap();
        (done["updated"].as_u64(), done["total"].as_u64(), done["percent"].as_u64())
    };
    assert_eq!(done("/controlPlane/nodeCompletion"), (Some(0), Some(3), Some(0)));
    assert_eq!(done("/pools/0/completion"), (Some(1), Some(3), Some(33)));
}

#[test]
fn where_nothing_updates_nothing_is_counted() {
    for place in [&["--lab"][..], &["--from", "tests/fixtures/status-trouble-at-rest"]] {
        let json = upgrade(&[&["status", "-o", "json"], place].concat()).json();
        assert_eq!(json["updating"], false);
        assert_eq!(json["controlPlane"]["completion"], serde_json::Value::Null, "{place:?}");
    }
    let empty = status(&["-o", "json"]).json();
    assert_eq!(empty["pools"][2]["name"], "empty");
    assert_eq!(empty["pools"][2]["completion"], serde_json::Value::Null, "it has no nodes");
}

#[test]
fn a_paused_pool_is_seen_by_every_command() {
    let place = ["--from", "tests/fixtures/status-trouble-at-rest"];
    let checks = ["pre-checks", "--version", "4.10.6", "--dry-run"];
    for words in [&[][..], &["status"], &["recommend"], &checks] {
        for place in [&place[..], &["--lab=paused-pool"]] {
            let run = upgrade(&[words, place].concat());
            let seen = run.stdout.to_lowercase().contains("pool worker is paused");
            assert!(seen, "{words:?} {place:?}: {}", run.stdout);
        }
    }
}

#[test]
fn a_recording_of_the_cluster_version_alone_is_enough_for_a_report() {
    snap!("status", "alone", upgrade(&["status", "--from", "tests/fixtures/status/cv.yaml"]));
}

#[test]
fn the_exit_code_is_only_for_those_who_ask() {
    assert_eq!(status(&[]).code, 0);
    assert_eq!(status(&["--exit-code"]).code, 5, "a node is degraded");
    assert_eq!(upgrade(&["status", "--lab=updating", "--exit-code"]).code, 7);
    assert_eq!(upgrade(&["status", "--lab", "--exit-code"]).code, 0);
    assert_eq!(upgrade(&["status", "--lab=failing", "--exit-code"]).code, 5);
    assert_eq!(upgrade(&["status", "--lab", "--details=lunch"]).code, 2);
}
