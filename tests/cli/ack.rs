//! `upgrade ack`: the list of gates, and every outcome of an acknowledgment.

use std::fmt::Write;
use std::fs;

use serde_json::json;

use crate::common::{Run, run, upgrade};

const GATE: &str = "ack-4.7-kube-1.21-api-removals";

fn of_files(words: &[&str]) -> Run {
    upgrade(&[&["--from", "tests/fixtures/gates", "ack"], words].concat())
}

#[test]
fn gates_are_listed_wherever_they_are_read_from() {
    snap!("ack", "list", upgrade(&["--lab=admin-gates", "ack"]));
    snap!("ack", "list-none", upgrade(&["--lab", "ack"]));
    snap!("ack", "list-from-files", of_files(&[]));
    snap!("ack", "list-json", of_files(&["-o", "json"]));
    let unknown = upgrade(&["--from", "tests/fixtures/steps", "ack"]);
    snap!("ack", "list-not-recorded", unknown);
    assert_eq!(upgrade(&["--lab=admin-gates", "ack", "-o", "name"]).stdout, format!("{GATE}\n"));
}

#[test]
fn gates_are_found_in_a_must_gather_and_other_maps_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/gates");
    let maps = fs::read_to_string(fixtures.join("configmaps.yaml")).unwrap();
    let (gates, acks) = maps.split_once("- metadata: {name: admin-acks").unwrap();
    let acks = format!(
        "kind: ConfigMapList\napiVersion: v1\nitems:\n- metadata: {{name: admin-acks{acks}"
    );
    let version = fs::read_to_string(fixtures.join("cv.yaml")).unwrap();
    for (path, text) in [
        (
            "cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml",
            version.as_str(),
        ),
        ("namespaces/openshift-config-managed/core/configmaps.yaml", gates),
        ("namespaces/openshift-config/core/configmaps.yaml", &acks),
        ("namespaces/default/core/configmaps.yaml", "not: [yaml"),
    ] {
        let path = folder.path().join("mg/image").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let run = run(&["--from", "mg", "ack", "-o", "json"], |command| {
        command.current_dir(folder.path());
    });
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.json(), of_files(&["-o", "json"]).json());
}

#[test]
fn a_gate_is_acknowledged_and_its_effect_is_seen() {
    snap!("ack", "acknowledged", upgrade(&["--lab=admin-gates", "ack", GATE]));
    snap!(
        "ack",
        "acknowledged-json",
        upgrade(&["--lab=admin-gates", "ack", "--all", "-o", "json"])
    );
    snap!("ack", "held-by-others", upgrade(&["--lab=not-upgradeable", "ack", "--all"]));
    snap!("ack", "no-wait", upgrade(&["--lab=not-upgradeable", "ack", GATE, "--no-wait"]));
}

#[test]
fn a_dry_run_prints_what_would_be_sent() {
    snap!("ack", "dry-run-creates", upgrade(&["--lab=admin-gates", "ack", GATE, "--dry-run"]));
    snap!("ack", "dry-run-patches", of_files(&["--all", "--dry-run"]));
    let server = upgrade(&["--lab=admin-gates", "ack", GATE, "--dry-run=server"]);
    assert_eq!(server.code, 0, "{}", server.stderr);
    assert!(server.stdout.starts_with("Validated acknowledging"), "{}", server.stdout);
    let json = of_files(&["ack-4.10-storage", "--dry-run", "-o", "json"]).json();
    assert_eq!((&json["creates"], &json["applied"]), (&json!(false), &json!(false)));
    assert_eq!(
        json["patch"],
        json!({"metadata": {"resourceVersion": "93"}, "data": {"ack-4.10-storage": "true"}})
    );
}

#[test]
fn what_is_acknowledged_already_needs_nothing() {
    snap!("ack", "already", of_files(&["ack-4.10-network", "--dry-run"]));
    snap!("ack", "none-open", upgrade(&["--lab", "ack", "--all"]));
    assert_eq!(of_files(&["ack-4.9-kube-1.23-api-removals", "--dry-run"]).code, 0);
}

#[test]
fn gates_of_other_versions_are_refused() {
    let words = ["ack-4.10-storage,ack-4.11-kube-1.25-api-removals", "oddly-named", "--dry-run"];
    snap!("ack", "other-minor", of_files(&words));
    let json = of_files(&["ack-4.11-kube-1.25-api-removals", "--dry-run", "-o", "json"]);
    assert_eq!((json.code, &json.json()["findings"][0]["code"]), (3, &json!("OtherMinor")));
}

#[test]
fn an_unknown_gate_names_its_neighbours() {
    snap!(
        "ack",
        "unknown",
        upgrade(&["--lab=admin-gates", "ack", "ack-4.7-kube-1.22-api-removals"])
    );
    snap!("ack", "unknown-of-none", upgrade(&["--lab", "ack", "x", "-o", "json"]));
    let unknown = ["--from", "tests/fixtures/steps", "ack", "--all", "--dry-run"];
    snap!("ack", "not-recorded", upgrade(&unknown));
}

#[test]
fn invalid_arguments_are_usage_errors() {
    let cases: [&[&str]; 9] = [
        &["--all", GATE],
        &["--dry-run"],
        &["-y"],
        &["--no-wait"],
        &["--timeout", "5s"],
        &["--all", "--no-wait", "--timeout", "5s"],
        &["--all", "--dry-run", "--timeout", "5s"],
        &["a,,b"],
        &["--all"],
    ];
    let mut said = String::new();
    for words in cases {
        let run = of_files(words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}: {}", run.stderr);
        let stderr = run.stderr.trim_end().replace('\n', "\n    ");
        writeln!(said, "{}: {stderr}", words.join(" ")).unwrap();
    }
    snap_text!("ack", "usage", said);
}

#[test]
fn a_refused_update_points_here() {
    let refused = upgrade(&["--lab=not-upgradeable", "--to", "4.8.2"]);
    let first = refused.stderr.split_once("hint: to list admin gates, run:\n  upgrade ");
    let command = first.and_then(|(_, command)| command.lines().next());
    let words: Vec<&str> = command.unwrap().split(' ').collect();
    let listed = upgrade(&words);
    assert!(listed.stdout.starts_with("Admin gates of 4.7:"), "{}", listed.stdout);
}
