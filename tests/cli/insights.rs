//! `status` and `pre-checks` use the same rules: on the same cluster they report the same.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::upgrade;

#[test]
fn status_and_pre_checks_agree_on_every_scenario() {
    let list = upgrade(&["lab", "list", "-o", "json"]).json();
    let scenarios = list["scenarios"].as_array().unwrap();
    let compared = scenarios.iter().map(|scenario| {
        let name = scenario["name"].as_str().unwrap();
        compare(&[&format!("--lab={name}")]).unwrap_or_default()
    });
    let compared: usize = compared.sum();
    assert!(compared >= 3, "only {compared} insights of scenarios were compared");
}

#[test]
fn status_and_pre_checks_agree_on_every_recording() {
    let mut recordings = Vec::new();
    folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"), &mut recordings);
    let recordings: Vec<usize> = recordings
        .iter()
        .filter_map(|folder| compare(&["--from", folder.to_str().unwrap()]))
        .collect();
    assert!(recordings.len() > 10, "only {} recordings are of clusters", recordings.len());
    let compared: usize = recordings.iter().sum();
    assert!(compared > 30, "only {compared} insights of recordings were compared");
}

#[test]
fn a_difference_would_be_seen() {
    let told = |level: &str| json!({"level": level, "impact": "Update Stalled", "summary": "Bad", "resources": ["nodes: a"]});
    let checked = |name: &str| {
        json!({"insights": [{
            "uid": "Bad-a", "level": "warning", "impact": "update-stalled", "summary": "Bad",
            "scope": {"resources": [{"kind": "Node", "namespace": null, "name": name}]},
        }]})
    };
    assert_eq!(difference(&told("Warning"), &checked("a")), None);
    assert!(difference(&told("Error"), &checked("a")).is_some(), "another level");
    assert!(difference(&told("Warning"), &checked("b")).is_some(), "another node");
    let mut silent = checked("a");
    silent["insights"] = json!([]);
    assert!(difference(&told("Warning"), &silent).is_some(), "nothing at all");
}

/// Returns every directory below one, itself first.
fn folders(folder: &Path, found: &mut Vec<PathBuf>) {
    found.push(folder.to_owned());
    let mut below: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    below.sort();
    below.iter().filter(|path| path.is_dir()).for_each(|path| folders(path, found));
}

/// Returns the number of insights that were compared; none if there is no cluster.
fn compare(place: &[&str]) -> Option<usize> {
    let status = upgrade(&[&["status", "--details", "-o", "json"], place].concat());
    if status.code != 0 {
        return None;
    }
    let version = ["pre-checks", "--version", "4.99.0", "--dry-run", "-o", "json"];
    let checks = upgrade(&[&version, place].concat());
    let checks: Value = serde_json::from_str(&checks.stdout).ok()?;
    let status = status.json();
    // Insights of informers are not compared.
    let own = status["insights"].as_array().unwrap().iter();
    let own: Vec<&Value> = own.filter(|insight| insight["informer"].is_null()).collect();
    let different: Vec<String> =
        own.iter().filter_map(|insight| difference(insight, &checks)).collect();
    assert!(different.is_empty(), "{place:?}: {different:#?}");
    Some(own.len())
}

/// Returns how pre-checks differ from status on one subject.
fn difference(told: &Value, checks: &Value) -> Option<String> {
    let all = checks["insights"].as_array().unwrap();
    let same = |check: &&Value| check["summary"] == told["summary"] && is_about(check, told);
    let grade = |insight: &Value| {
        let plain = |field: &str| insight[field].as_str().unwrap().to_lowercase().replace(' ', "-");
        (plain("level"), plain("impact"))
    };
    match all.iter().find(same) {
        Some(check) if grade(check) == grade(told) => None,
        Some(check) => Some(format!("status says {told:#}, pre-checks say {check:#}")),
        // Insights beyond the limit are dropped.
        None if all.iter().any(|check| check["uid"] == "MoreInsights") => None,
        None => Some(format!("status says {told:#}, pre-checks say nothing")),
    }
}

/// Returns whether both name the same object; an alert is identified by its summary.
fn is_about(check: &Value, told: &Value) -> bool {
    let resource = told["resources"][0].as_str().unwrap();
    let (kind, name) = resource.split_once(": ").unwrap();
    let kind = match kind {
        "clusterversions.config.openshift.io" => "ClusterVersion",
        "clusteroperators.config.openshift.io" => "ClusterOperator",
        "nodes" => "Node",
        "machineconfigpools.machineconfiguration.openshift.io" => "MachineConfigPool",
        "alerts.config.openshift.io" => return true,
        other => unreachable!("{other} is not what a rule is about"),
    };
    let resources = check["scope"]["resources"].as_array().unwrap();
    resources.iter().any(|object| object["kind"] == kind && object["name"] == name)
}
