//! `upgrade fleet`, on recordings and in the lab.

use crate::common::{Run, upgrade};

/// Recorded clusters, one of them twice, and one that is not there.
const FLEET: [&str; 10] = [
    "away",
    "failing.yaml",
    "gated.yaml",
    "hosted.yaml",
    "newer.yaml",
    "nowhere.yaml",
    "ready.yaml",
    "risky.yaml",
    "there.yaml",
    "twin.yaml",
];

fn fleet(words: &[&str]) -> Run {
    let recordings: Vec<String> =
        FLEET.iter().map(|name| format!("--from=tests/fixtures/fleet/{name}")).collect();
    let recordings: Vec<&str> = recordings.iter().map(String::as_str).collect();
    upgrade(&[&["fleet"], words, &recordings].concat())
}

#[test]
fn recordings_are_rows_and_one_that_cannot_be_read_is_a_clear_cell() {
    snap!("fleet", "table", fleet(&[]));
    snap!("fleet", "table-wide", fleet(&["-o", "wide"]));
    snap!("fleet", "table-json", fleet(&["-o", "json"]));
    let names: Vec<String> = fleet(&["-o", "name"]).stdout.lines().map(str::to_owned).collect();
    assert_eq!(names.len(), FLEET.len());
}

#[test]
fn with_a_version_clusters_are_grouped_by_what_the_update_means() {
    snap!("fleet", "target", fleet(&["4.11.2"]));
    snap!("fleet", "target-json", fleet(&["--to", "4.11.2", "-o", "json"]));
}

#[test]
fn a_practice_cluster_is_a_fleet_of_one() {
    snap!("fleet", "lab", upgrade(&["--lab", "fleet"]));
    snap!("fleet", "lab-not-recommended", upgrade(&["--lab", "fleet", "4.7.4"]));
    snap!("fleet", "lab-away", upgrade(&["--lab", "fleet", "4.8.2"]));
    snap!("fleet", "lab-admin-gate", upgrade(&["--lab=admin-gates", "fleet", "4.8.2"]));
    snap!("fleet", "lab-hosted", upgrade(&["--lab=hosted", "fleet", "4.7.28"]));
    assert_eq!(upgrade(&["--lab=failing", "fleet", "--exit-code"]).code, 5);
    assert_eq!(upgrade(&["--lab=updating", "fleet", "--exit-code"]).code, 7);
    assert_eq!(upgrade(&["--lab", "fleet", "--exit-code"]).code, 0);
}

#[test]
fn clusters_are_chosen_on_purpose() {
    snap!("fleet", "nothing-chosen", upgrade(&["fleet"]));
    for words in [
        ["--all-contexts", "--contexts", "a"].as_slice(),
        &["--all-contexts", "--lab"],
        &["--all-contexts", "--context", "a"],
        &["--all-contexts", "--token", "secret"],
        &["--all-contexts", "--watch", "4.10.6"],
        &["--all-contexts", "--watch", "-o", "name"],
        &["--contexts", "a,,b"],
        &["--kubeconfigs", "a", "--kubeconfig", "b"],
        &["--kubeconfigs", "a.yaml", "b.yaml"],
        &["4.10", "--all-contexts"],
        &["--watch", "--from", "tests/fixtures/list"],
    ] {
        let run = upgrade(&[&["fleet"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}: {}", run.stderr);
    }
    snap!("fleet", "unquoted-pattern", upgrade(&["fleet", "--kubeconfigs", "a.yaml", "b.yaml"]));
    snap!("fleet", "no-file", upgrade(&["fleet", "--kubeconfigs", "tests/fixtures/nothing*"]));
}
