//! `upgrade pools`: the list, and every outcome of a pause and a resume.

use serde_json::json;

use crate::common::{Run, upgrade};

fn of_files(words: &[&str]) -> Run {
    upgrade(&[&["--from", "tests/fixtures/pools", "pools"], words].concat())
}

#[test]
fn pools_are_listed_with_what_they_wait_for() {
    snap!("pools", "list", of_files(&[]));
    snap!("pools", "list-json", of_files(&["-o", "json"]));
    snap!("pools", "list-of-lab", upgrade(&["--lab=paused-pool", "pools"]));
    snap!("pools", "list-while-updating", upgrade(&["--lab=updating", "pools"]));
    snap!("pools", "list-hosted", upgrade(&["--lab=hosted", "pools"]));
    snap!("pools", "list-not-recorded", upgrade(&["--from", "tests/fixtures/steps", "pools"]));
    assert_eq!(of_files(&["-o", "name"]).stdout, "master\nedge\ngpu\ninfra\nstorage\nworker\n");
}

#[test]
fn the_list_counts_what_status_counts() {
    let pools = of_files(&["-o", "json"]).json();
    let status = upgrade(&["--from", "tests/fixtures/pools", "status", "-o", "json"]).json();
    let of_status = status["pools"].as_array().unwrap();
    assert_eq!(of_status.len(), 5);
    for theirs in of_status {
        let ours = pools["pools"].as_array().unwrap().iter();
        let ours = ours.clone().find(|ours| ours["name"] == theirs["name"]).unwrap();
        for (field, counted) in
            [("nodes", "total"), ("updated", "updated"), ("degraded", "degraded")]
        {
            assert_eq!(ours[field], theirs["completion"][counted], "{field} of {ours}");
        }
        assert_eq!(ours["assessment"], theirs["assessment"]);
        assert_eq!(ours["paused"], theirs["paused"]);
    }
}

#[test]
fn a_pause_warns_and_a_resume_tells_how_many_nodes_reboot() {
    snap!("pools", "pause", upgrade(&["--lab", "pools", "pause", "worker"]));
    snap!("pools", "pause-json", upgrade(&["--lab", "pools", "pause", "worker", "-o", "json"]));
    snap!("pools", "resume", upgrade(&["--lab=paused-pool", "pools", "resume", "worker"]));
    snap!("pools", "resume-dry-run", of_files(&["resume", "worker", "--dry-run"]));
    snap!("pools", "pause-dry-run", of_files(&["pause", "infra,gpu", "--dry-run"]));
    let server = upgrade(&["--lab", "pools", "pause", "worker", "--dry-run=server"]);
    assert_eq!(server.code, 0, "{}", server.stderr);
    assert!(server.stdout.starts_with("Validated pausing worker (server"), "{}", server.stdout);
}

#[test]
fn what_is_so_already_needs_nothing() {
    snap!("pools", "already", of_files(&["pause", "storage", "worker", "--dry-run"]));
    let json = of_files(&["resume", "infra", "--dry-run", "-o", "json"]).json();
    assert_eq!((&json["outcome"], &json["applied"]), (&json!("Unchanged"), &json!(false)));
    assert_eq!(json["pools"][0]["patch"], json!(null));
    // Of several, those that are paused already are left alone.
    let json = of_files(&["pause", "infra", "worker", "--dry-run", "-o", "json"]).json();
    let patched: Vec<bool> =
        json["pools"].as_array().unwrap().iter().map(|pool| pool["patch"].is_object()).collect();
    assert_eq!(patched, [true, false]);
}

#[test]
fn the_control_plane_is_never_paused() {
    snap!("pools", "refused", of_files(&["pause", "infra", "edge", "master", "--dry-run"]));
    snap!("pools", "refused-one", upgrade(&["--lab", "pools", "pause", "master", "-y"]));
    let run = upgrade(&["--lab", "pools", "pause", "master", "-o", "json"]);
    let json = run.json();
    assert_eq!((run.code, &json["findings"][0]["code"]), (3, &json!("ControlPlanePool")));
    assert_eq!((&json["applied"], &json["pools"][0]["patch"]), (&json!(false), &json!(null)));
    snap!("pools", "refused-hosted", upgrade(&["--lab=hosted", "pools", "pause", "worker"]));
}

#[test]
fn an_unknown_pool_names_similar_ones_and_nothing_is_changed() {
    snap!("pools", "unknown", upgrade(&["--lab", "pools", "pause", "worker", "wroker"]));
    snap!("pools", "unknown-json", upgrade(&["--lab", "pools", "resume", "x", "-o", "json"]));
}

#[test]
fn recorded_pools_are_not_changed() {
    let run = of_files(&["resume", "worker"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--from is read-only"), "{}", run.stderr);
}

#[test]
fn names_are_given_as_people_write_them() {
    for words in [["worker,storage"].as_slice(), &["mcp/worker", "machineconfigpool/storage"]] {
        let words = [&["resume"], words, &["--dry-run", "-o", "name"]].concat();
        assert_eq!(of_files(&words).stdout, "worker\nstorage\n");
    }
    for words in [["pause"].as_slice(), &["pause", "a,,b"], &["resume", ""], &["stop", "worker"]] {
        assert_eq!(of_files(words).code, 2, "{words:?}");
    }
}

#[test]
fn commands_about_updates_say_how_to_resume_paused_pools() {
    let lab = |words: &[&str]| upgrade(&[&["--lab=tests/fixtures/pools"], words].concat());
    let all = "  upgrade --lab=tests/fixtures/pools pools resume storage worker\n";
    for words in [[].as_slice(), &["recommend"]] {
        let run = lab(words);
        assert!(run.stdout.contains(all), "{words:?}: {run:?}");
    }
    let status = lab(&["status"]).stdout;
    let held = "\nNodes of paused pools do not update. To resume the pools, run:\n  \
                upgrade --lab=tests/fixtures/pools pools resume worker\n";
    assert!(status.ends_with(held), "only those with nodes that stay behind: {status}");
    let recorded = upgrade(&["--from", "tests/fixtures/pools", "status"]).stdout;
    assert!(!recorded.contains("pools resume"), "{recorded}");
}
