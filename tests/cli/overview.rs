//! `upgrade` without a request.

use crate::common::upgrade;

#[test]
fn the_default_scenario_shows_what_is_recommended_and_counts_the_rest() {
    snap!("overview", "vsphere-proxy", upgrade(&["--lab"]));
}

#[test]
fn the_default_scenario_explains_what_is_not_recommended() {
    let run = upgrade(&["--lab", "--include-not-recommended"]);
    snap!("overview", "vsphere-proxy-include-not-recommended", run);
}

#[test]
fn wide_adds_links_channels_and_the_clusters_name() {
    let run = upgrade(&["--lab", "--include-not-recommended", "-o", "wide"]);
    snap!("overview", "vsphere-proxy-wide", run);
}

#[test]
fn json_has_both_lists_whatever_the_flags() {
    let run = upgrade(&["--lab", "-o", "json"]);
    snap!("overview", "vsphere-proxy-json", run);
    let included = upgrade(&["--lab", "--include-not-recommended", "-o", "json"]);
    assert_eq!(run.stdout, included.stdout);
}

#[test]
fn yaml_says_what_json_says() {
    let run = upgrade(&["--lab", "-o", "yaml"]);
    let yaml: serde_json::Value = serde_saphyr::from_str(&run.stdout).unwrap();
    assert_eq!(yaml, upgrade(&["--lab", "-o", "json"]).json());
    snap!("overview", "vsphere-proxy-yaml", run);
}

#[test]
fn bare_versions_and_names_are_for_pipes() {
    snap!("overview", "versions", upgrade(&["--lab", "-o", "version"]));
    let all = upgrade(&["--lab", "-o", "version", "--include-not-recommended"]);
    snap!("overview", "versions-include-not-recommended", all);
    snap!("overview", "name", upgrade(&["--lab", "-o", "name"]));
}

#[test]
fn every_scenario_has_an_overview() {
    for name in ["healthy", "failing", "updating", "not-upgradeable"] {
        let lab = format!("--lab={name}");
        snap!("overview", name, upgrade(&[&lab, "--include-not-recommended"]));
    }
}

#[test]
fn pipes_and_json_have_the_whole_message_of_each_update() {
    let shared = ["--from", "tests/fixtures/shared-risks"];
    let run = upgrade(&[&shared[..], &["--include-not-recommended"]].concat());
    snap!("overview", "shared-risks", run);
    let json = upgrade(&[&shared[..], &["-o", "json"]].concat()).json();
    let messages = json["notRecommended"].as_array().unwrap().iter();
    let messages = messages.map(|update| update["message"].as_str().unwrap());
    assert_eq!(messages.filter(|message| message.contains("slow disks")).count(), 3);
}

#[test]
fn a_hosted_control_plane_is_updated_elsewhere() {
    snap!("overview", "hosted", upgrade(&["--lab=hosted"]));
    snap!("overview", "hosted-files", upgrade(&["--from", "tests/fixtures/hosted"]));
    let json = upgrade(&["--lab=hosted", "-o", "json"]).json();
    let command = json["hostedControlPlane"]["command"].as_str().unwrap();
    assert_eq!(command, "oc edit hostedcluster NAME --namespace NAMESPACE");
    let own = upgrade(&["--lab", "-o", "json"]).json();
    assert_eq!(own["hostedControlPlane"], serde_json::Value::Null);
}

#[test]
fn updates_that_upgradeable_blocks_are_marked_in_both_lists() {
    let held = ["--from", "tests/fixtures/recommend-held"];
    let all = [&held[..], &["--include-not-recommended"]].concat();
    snap!("overview", "blocked", upgrade(&held));
    snap!("overview", "blocked-include-not-recommended", upgrade(&all));
    snap!("overview", "blocked-wide", upgrade(&[&all[..], &["-o", "wide"]].concat()));
    let json = upgrade(&[&held[..], &["-o", "json"]].concat()).json();
    let lists =
        ["recommended", "notRecommended"].map(|list| json[list].as_array().unwrap().clone());
    let blocked = lists.iter().flatten().filter(|update| update["blockedByUpgradeable"] == true);
    let blocked: Vec<&str> = blocked.map(|update| update["version"].as_str().unwrap()).collect();
    assert_eq!(blocked, ["5.0.0", "4.11.1", "4.11.2"]);
}

#[test]
fn a_hostile_cluster_cannot_steer_the_terminal() {
    let run = upgrade(&["--lab=hostile", "--include-not-recommended"]);
    assert!(run.stdout.len() < 50_000, "a megabyte of message was printed");
    snap!("overview", "hostile", run);
}

#[test]
fn a_hostile_cluster_loses_nothing_in_json() {
    let run = upgrade(&["--lab=hostile", "-o", "json"]);
    let json = run.json();
    let message = json["conditions"][0]["message"].as_str().unwrap();
    assert!(message.len() > 1_000_000 && message.contains('\u{1b}'));
    assert_eq!(json["notRecommended"][0]["version"], "4.6.40");
    let yaml: serde_json::Value =
        serde_saphyr::from_str(&upgrade(&["--lab=hostile", "-o", "yaml"]).stdout).unwrap();
    assert_eq!(yaml, json);
}

#[test]
fn no_updates_always_come_with_the_cause() {
    for name in
        ["no-channel", "cannot-retrieve", "none-in-channel", "unobserved-empty", "early-schema"]
    {
        let folder = format!("tests/fixtures/{name}");
        snap!("overview", name, upgrade(&["--from", &folder]));
    }
}

#[test]
fn lists_that_may_be_out_of_date_are_shown_with_a_warning() {
    for name in ["stale-lists", "unobserved", "minimal"] {
        let folder = format!("tests/fixtures/{name}");
        snap!("overview", name, upgrade(&["--from", &folder]));
    }
    let json = upgrade(&["--from", "tests/fixtures/stale-lists", "-o", "json"]);
    assert_eq!(json.stderr, "", "under -o json warnings live in the answer");
    assert_eq!(json.json()["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn an_unknown_recommendation_is_pending_then_plain_then_a_problem() {
    let run = upgrade(&["--from", "tests/fixtures/evaluations", "--include-not-recommended"]);
    snap!("overview", "evaluations", run);
}

#[test]
fn risks_are_distinguished() {
    let run = upgrade(&["--from", "tests/fixtures/accepted-risks", "--include-not-recommended"]);
    snap!("overview", "accepted-risks", run);
    let run = upgrade(&["--from", "tests/fixtures/accepted-risks", "-o", "json"]);
    snap!("overview", "accepted-risks-json", run);
}

#[test]
fn the_message_determines_which_risks_apply() {
    let from = ["--from", "tests/fixtures/risk-messages"];
    let run = upgrade(&[&from[..], &["--include-not-recommended"]].concat());
    snap!("overview", "risk-messages", run);
    let json = upgrade(&[&from[..], &["-o", "json"]].concat()).json();
    let list = |name: &str| json[name].as_array().unwrap().clone();
    let told = list("notRecommended").into_iter().map(|update| {
        let risks = update["risks"].as_array().unwrap().iter();
        let risks = risks.map(|risk| format!("{} {}", risk["applies"], risk["appliesFrom"]));
        let told = risks.map(|risk| risk.replace('"', "")).collect::<Vec<_>>().join(", ");
        format!("{}: {told}", update["version"].as_str().unwrap())
    });
    let told: Vec<String> = told.collect();
    assert_eq!(
        told,
        [
            "4.12.51: False RecommendedMessage, False RecommendedMessage, True RecommendedMessage",
            "4.12.50: False RecommendedMessage, Unknown RecommendedMessage, True RecommendedMessage",
            "4.12.49: Unknown RecommendedMessage, Unknown RecommendedMessage, False RecommendedMessage",
            "4.12.48: True RecommendedMessage, Unknown RecommendedMessage, False RecommendedMessage",
            "4.12.46: Unknown Nothing, Unknown Nothing, Unknown Nothing",
            "4.12.45: False RecommendedStatus, True AppliesCondition",
        ]
    );
    assert_eq!(list("recommended").len(), 1);
}

#[test]
fn the_early_schema_is_read_as_risks() {
    let run = upgrade(&["--from", "tests/fixtures/early-schema", "--include-not-recommended"]);
    snap!("overview", "early-schema-include-not-recommended", run);
}

#[test]
fn updates_in_progress_and_requests_not_accepted_are_shown_as_such() {
    for name in ["installing", "pending-request", "all-gates"] {
        let folder = format!("tests/fixtures/{name}");
        snap!("overview", name, upgrade(&["--from", &folder]));
    }
}

#[test]
fn a_paused_pool_is_named_from_the_lab_and_from_files() {
    let run = upgrade(&["--lab=paused-pool"]);
    let files = upgrade(&["--from", "src/crates/lab/scenarios/paused-pool"]);
    let line = "\nPool worker is paused: resume it to update its nodes\n";
    assert!(files.stdout.contains(line), "{}", files.stdout);
    snap!("overview", "paused-pool", run);
    let json = upgrade(&["--lab=paused-pool", "-o", "json"]).json();
    assert_eq!(json["pausedPools"], serde_json::json!(["worker"]));
    let json = upgrade(&["--lab=healthy", "-o", "json"]).json();
    assert_eq!(json["pausedPools"], serde_json::json!([]), "they were read");
    let json = upgrade(&["--from", "tests/fixtures/minimal", "-o", "json"]).json();
    assert_eq!(json["pausedPools"], serde_json::json!(null), "the files hold none");
}

#[test]
fn color_is_used_only_where_asked_for_and_changes_no_word() {
    let plain = upgrade(&["--lab=failing"]);
    let colored = std::process::Command::new(env!("CARGO_BIN_EXE_upgrade"))
        .args(["--lab=failing", "--color=always"])
        .output()
        .unwrap();
    let colored = String::from_utf8(colored.stdout).unwrap();
    assert!(colored.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain.stdout);
}
