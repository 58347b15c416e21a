//! `upgrade accept`: the list of risks, and every outcome of a change.

use std::fmt::Write;

use serde_json::json;

use crate::common::upgrade;

const FILES: [&str; 3] = ["--from", "tests/fixtures/accepted-risks", "accept"];

fn of_files(words: &[&str]) -> crate::common::Run {
    upgrade(&[&FILES, words].concat())
}

#[test]
fn risks_are_listed_wherever_they_are_read_from() {
    snap!("accept", "list", upgrade(&["--lab", "accept"]));
    snap!("accept", "list-from-files", of_files(&[]));
    snap!("accept", "list-json", of_files(&["-o", "json"]));
    snap!("accept", "list-none", upgrade(&["--lab=healthy", "accept"]));
    assert_eq!(of_files(&["-o", "name"]).stdout, "A\nB\nC\n");
    let thousand = upgrade(&["--lab=thousand", "accept", "-o", "json"]).json();
    assert_eq!(thousand["risks"].as_array().unwrap().len(), 1_000);
}

#[test]
fn a_risk_is_accepted_and_said_so() {
    let words = ["--lab=thousand", "accept", "PracticeRisk12,PracticeRisk11", "PracticeRisk13"];
    snap!("accept", "accepted", upgrade(&words));
    let json = ["--lab=thousand", "accept", "PracticeRisk11", "-o", "json"];
    snap!("accept", "accepted-json", upgrade(&json));
}

#[test]
fn the_list_keeps_its_order_and_another_order_is_no_change() {
    let after = |words: &[&str]| {
        let run = of_files(&[words, &["--dry-run", "-o", "json"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json = run.json();
        (json["after"].clone(), json["patch"]["spec"]["desiredUpdate"].clone())
    };
    let list = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
        json!({"acceptRisks": names})
    };
    assert_eq!(after(&["C", "A"]), (json!(["B", "C", "A"]), list(&["B", "C", "A"])));
    assert_eq!(after(&["C,A-", "B-"]), (json!(["C"]), list(&["C"])));
    assert_eq!(after(&["--replace", "C,A"]), (json!(["C", "A"]), list(&["C", "A"])));
    assert_eq!(after(&["--clear"]), (json!([]), json!(null)));
    assert_eq!(after(&["B", "B"]), (json!(["B"]), json!(null)));
    snap!("accept", "withdrawn", of_files(&["B-", "--dry-run"]));
    snap!("accept", "unchanged", of_files(&["B", "Nope-", "--dry-run"]));
}

#[test]
fn a_name_the_cluster_does_not_know_is_refused_with_its_neighbours() {
    let typo = ["--lab=thousand", "accept", "PracticeRisk12x"];
    snap!("accept", "unknown", upgrade(&typo));
    snap!("accept", "unknown-json", upgrade(&[&typo, ["-o", "json"].as_slice()].concat()));
    let allowed = ["--lab=thousand", "accept", "Future", "--allow-unknown"];
    snap!("accept", "unknown-allowed", upgrade(&allowed));
}

#[test]
fn a_cluster_that_does_not_serve_the_field_is_not_written_to() {
    let words = ["--lab", "accept", "ThanosDNSUnmarshalError"];
    snap!("accept", "not-served", upgrade(&words));
    let json = upgrade(&[&words, ["--dry-run=server", "-o", "json"].as_slice()].concat());
    assert_eq!(json.code, 1);
    assert!(json.stderr.contains("\"NotServed\""), "{}", json.stderr);
}

#[test]
fn a_hosted_control_plane_is_refused() {
    let words = ["--lab=hosted", "accept", "X", "--allow-unknown", "-y"];
    snap!("accept", "hosted", upgrade(&words));
}

#[test]
fn a_dry_run_prints_the_patch_and_stores_nothing() {
    let run = |mode| upgrade(&["--lab=thousand", "accept", "PracticeRisk11", mode]);
    snap!("accept", "dry-run-client", run("--dry-run"));
    let server = run("--dry-run=server");
    assert_eq!(server.code, 0);
    assert!(server.stdout.starts_with("Validated (server dry run): accept PracticeRisk11\n"));
}

#[test]
fn invalid_arguments_are_usage_errors() {
    let long = "R".repeat(257);
    let many: Vec<String> = (0..1_001).map(|place| format!("R{place}")).collect();
    let many = many.join(",");
    let cases: [(&str, &[&str]); 13] = [
        ("both", &["A", "A-"]),
        ("empty", &["A,,B"]),
        ("empty-removal", &["A", "B,-"]),
        ("replace-with-removal", &["--replace", "A", "B-"]),
        ("clear-with-names", &["--clear", "A"]),
        ("clear-with-replace", &["--clear", "--replace"]),
        ("replace-nothing", &["--replace"]),
        ("too-long", &[&long]),
        ("too-many", &[&many, "--allow-unknown", "--dry-run"]),
        ("nothing-to-do", &["--dry-run"]),
        ("unknown-nothing", &["--allow-unknown"]),
        ("files", &["A"]),
        ("no-versions", &["-o", "version"]),
    ];
    let mut said = String::new();
    for (name, words) in cases {
        let run = of_files(words);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        let stderr = run.stderr.trim_end().replace('\n', "\n    ");
        writeln!(said, "{name}: {stderr}").unwrap();
    }
    snap_text!("accept", "usage", said);
    assert_eq!(of_files(&[&"R".repeat(256), "--allow-unknown", "--dry-run"]).code, 0);
}
