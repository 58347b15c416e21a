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

#[test]
fn status_shows_the_steps_that_machine_config_nodes_report() {
    let pools = ["--from", "tests/fixtures/pools"];
    let reported = ["--from", "tests/fixtures/machine-config-nodes"];
    let node = |report: &serde_json::Value, name: &str| {
        let pools = report["pools"].as_array().unwrap().iter();
        let mut nodes = pools.flat_map(|pool| pool["nodes"].as_array().unwrap());
        let node = nodes.find(|node| node["name"] == name).unwrap();
        [node["phase"].clone(), node["step"].clone()]
    };
    let with = upgrade(&[&pools[..], &reported, &["status", "-o", "json"]].concat()).json();
    assert_eq!(node(&with, "infra-1"), [json!("Draining"), json!("Cordoning")]);
    assert_eq!(node(&with, "gpu-0"), [json!("Updating"), json!(null)], "of another update");
    assert_eq!(node(&with, "worker-0"), [json!("Paused"), json!(null)]);
    let without = upgrade(&[&pools[..], &["status", "-o", "json"]].concat()).json();
    assert_eq!(node(&without, "infra-1"), [json!("Draining"), json!(null)]);
    let text = upgrade(&[&pools[..], &reported, &["status"]].concat()).stdout;
    assert!(text.contains("infra-1   Progressing   Cordoning"), "{text}");
}

#[test]
fn machine_config_nodes_are_found_in_a_must_gather() {
    let folder = tempfile::tempdir().unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let place = folder.path().join("mg/image/cluster-scoped-resources");
    let group = "machineconfiguration.openshift.io";
    let steps = read("machine-config-nodes/machineconfignodes.yaml");
    let infra = steps.split("---\n").next().unwrap();
    let pools = read("pools/mcp.yaml");
    let pool = pools.split("---\n").find(|text| text.contains("name: infra\n")).unwrap();
    let nodes = read("pools/nodes.yaml");
    let node = nodes.split("---\n").find(|text| text.contains("name: infra-1\n")).unwrap();
    for (path, text) in [
        ("config.openshift.io/clusterversions/version.yaml", read("pools/cv.yaml").as_str()),
        (&format!("{group}/machineconfigpools/infra.yaml"), pool),
        (&format!("{group}/machineconfignodes/infra-1.yaml"), infra),
        ("core/nodes/infra-1.yaml", node),
    ] {
        let path = place.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let words = ["--from", folder.path().to_str().unwrap(), "status", "-o", "json"];
    let report = upgrade(&words).json();
    assert_eq!(report["pools"][0]["nodes"][0]["step"], json!("Cordoning"), "{report:#}");
}
