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
