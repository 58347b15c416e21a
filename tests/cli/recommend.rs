//! `upgrade recommend`: which update to choose, and known issues.

use crate::common::{Run, upgrade};

const MANY: [&str; 2] = ["--from", "tests/fixtures/recommend-many"];
const HELD: [&str; 2] = ["--from", "tests/fixtures/recommend-held"];
const ALERTS: [&str; 2] = ["--from", "tests/fixtures/recommend-alerts"];
const ALERT_RISKS: [&str; 2] = ["--from", "tests/fixtures/recommend-alert-risks"];

fn recommend(words: &[&str]) -> Run {
    upgrade(&[&["recommend"], words].concat())
}

fn of(source: [&str; 2], words: &[&str]) -> Run {
    recommend(&[&source, words].concat())
}

#[test]
fn every_scenario_has_a_recommendation() {
    for name in ["vsphere-proxy", "failing", "updating", "not-upgradeable", "stuck-drain"] {
        snap!("recommend", name, recommend(&[&format!("--lab={name}")]));
    }
}

#[test]
fn a_paused_pool_is_named_and_is_no_issue() {
    let run = recommend(&["--lab=paused-pool", "--version", "4.7.28"]);
    assert_eq!(run.code, 0, "it does not stand in the way of a request");
    snap!("recommend", "paused-pool", run);
    let json = recommend(&["--lab=paused-pool", "-o", "json"]).json();
    assert_eq!(json["pausedPools"], serde_json::json!(["worker"]));
}

#[test]
fn a_hosted_control_plane_is_updated_elsewhere() {
    snap!("recommend", "hosted", recommend(&["--lab=hosted"]));
    snap!("recommend", "hosted-version", recommend(&["--lab=hosted", "--version", "4.7.28"]));
    let json = recommend(&["--lab=hosted", "--version", "4.7.28", "-o", "json"]).json();
    assert!(json["hostedControlPlane"]["message"].as_str().unwrap().contains("HostedCluster"));
}

#[test]
fn no_updates_come_with_the_cause() {
    for name in ["no-channel", "cannot-retrieve"] {
        snap!("recommend", name, recommend(&[&format!("--lab={name}")]));
    }
    let run = recommend(&["--lab=no-channel", "--version", "4.7.28"]);
    snap!("recommend", "no-channel-version", run);
}

#[test]
fn a_clean_release_is_not_hidden_behind_risky_ones() {
    snap!("recommend", "many", of(MANY, &[]));
    snap!("recommend", "many-all", of(MANY, &["--show-outdated-releases"]));
    let accepted = ["--show-outdated-releases", "--accept", "Alpha,Silent"];
    snap!("recommend", "many-all-accepted", of(MANY, &accepted));
    snap!("recommend", "many-accepted", of(MANY, &["--accept", "Alpha, Gamma"]));
}

#[test]
fn what_holds_the_cluster_back_is_put_into_later_versions() {
    snap!("recommend", "held", of(HELD, &[]));
    snap!("recommend", "held-all", of(HELD, &["--show-outdated-releases"]));
    snap!("recommend", "held-version", of(HELD, &["--version", "4.11.2"]));
    snap!("recommend", "held-version-patch", of(HELD, &["--version", "4.10.6"]));
}

#[test]
fn alerts_are_sorted_out() {
    snap!("recommend", "alerts", of(ALERTS, &[]));
    snap!("recommend", "alerts-accepted-one", of(ALERTS, &["--accept", "KubeNodeNotReady"]));
    let all =
        "etcdMembersDown,PodDisruptionBudgetLimit,KubeNodeNotReady,BackupIsOld,VMCannotBeEvicted";
    let run = of(ALERTS, &["--version", "4.10.6", "--accept", all]);
    snap!("recommend", "alerts-accepted-all", run);
    snap!("recommend", "alerts-json", of(ALERTS, &["-o", "json"]));
}

#[test]
fn alerts_that_the_cluster_lists_as_risks_are_one_issue_each() {
    snap!("recommend", "alert-risks", of(ALERT_RISKS, &[]));
    snap!("recommend", "alert-risks-version", of(ALERT_RISKS, &["--version", "4.22.7"]));
    let run = of(ALERT_RISKS, &["--version", "4.22.7", "-o", "json"]);
    let json = run.json();
    assert_eq!(
        json["unaccepted"],
        serde_json::json!(["Alpha", "KubeNodeNotReady", "etcdMembersDown"])
    );
    let budget = json["alerts"]["conditions"].as_array().unwrap().iter();
    let accepted: Vec<&str> = budget
        .filter_map(|check| check["acceptedBy"].as_str().and(check["issue"].as_str()))
        .collect();
    assert_eq!(accepted, ["PodDisruptionBudgetAtLimit"]);
}

#[test]
fn alerts_accepted_on_the_cluster_are_no_open_issue() {
    let all = ["--version", "4.22.6", "--accept", "KubeNodeNotReady,etcdMembersDown"];
    let run = of(ALERT_RISKS, &all);
    assert_eq!(run.code, 0, "{}", run.stderr);
    snap!("recommend", "alert-risks-accepted", run);
    let run = of(ALERT_RISKS, &[&all[..], &["--quiet"]].concat());
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
}

#[test]
fn alerts_recorded_twice_count_once_and_odd_ones_are_an_issue() {
    let file = "tests/fixtures/recommend-alerts/alerts.json";
    let twice = of(ALERTS, &["--from", file, "-o", "json"]);
    assert_eq!(twice.stdout, of(ALERTS, &["-o", "json"]).stdout);
    let odd = ["--from", "tests/fixtures/recommend-odd-alerts", "--version", "4.10.6"];
    snap!("recommend", "odd-alerts", of(MANY, &odd));
}

#[test]
fn a_version_is_accounted_for() {
    let clean = recommend(&["--lab", "--version", "4.6.43"]);
    snap!("recommend", "version-clean", clean);
    let risky = recommend(&["--lab", "--version", "4.6.30"]);
    snap!("recommend", "version-risky", risky);
    let accepted = ["--lab", "--version", "4.6.30", "--accept", "ThanosDNSUnmarshalError"];
    snap!("recommend", "version-accepted", recommend(&accepted));
    let any = ["--lab", "--version", "4.7.4", "--accept", "ConditionalUpdateRisk"];
    assert_eq!(recommend(&any).code, 0);
    snap!("recommend", "version-risks-told-apart", of(MANY, &["--version", "4.10.10"]));
    snap!("recommend", "version-no-conditions", of(MANY, &["--version", "4.10.9"]));
    let stored = ["--version", "4.10.8", "--accept", "FailedToCompletePrecheck"];
    snap!("recommend", "version-accepted-on-the-cluster", of(MANY, &stored));
}

#[test]
fn quiet_prints_names_and_nothing_else() {
    let run = of(MANY, &["--version", "4.10.10", "--quiet"]);
    let names = "Alpha\nFailedToCompletePrecheck\nGamma\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (names, "", 3));
    let accept = "Alpha,Gamma,FailedToCompletePrecheck";
    let run = of(MANY, &["--version", "4.10.10", "--quiet", "--accept", accept]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    let run = of(ALERTS, &["--version", "4.10.6", "--quiet", "--accept", "etcdMembersDown"]);
    let names = "BackupIsOld\nKubeNodeNotReady\nPodDisruptionBudgetLimit\nVMCannotBeEvicted\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (names, "", 3));
    let run = of(HELD, &["--version", "4.10.6", "--quiet"]);
    let names = "CannotRetrieveUpdates\nFailedToCompletePrecheck\nFailing\nProgressing\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (names, "", 3));
    let run = of(MANY, &["--version", "4.10.11", "--quiet"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 4));
}

#[test]
fn recordings_without_alerts_leave_an_issue_open() {
    let clean = ["--version", "4.10.6"];
    let quiet = of(MANY, &[&clean[..], &["--quiet"]].concat());
    assert_eq!((quiet.stdout.as_str(), quiet.code), ("FailedToCompletePrecheck\n", 3));
    snap!("recommend", "version-without-alerts", of(MANY, &clean));
    let json = of(MANY, &[&clean[..], &["-o", "json"]].concat());
    assert_eq!(json.json()["unaccepted"], serde_json::json!(["FailedToCompletePrecheck"]));
    assert_eq!(json.code, 3);
    let accepted = [&clean[..], &["--accept", "FailedToCompletePrecheck"]].concat();
    let run = of(MANY, &accepted);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("no alerts in the files (accepted)"), "{}", run.stdout);
    let bare = of(MANY, &[&accepted[..], &["-o", "version"]].concat());
    assert_eq!((bare.stdout.as_str(), bare.code), ("4.10.6\n", 0));
    let bare = of(MANY, &[&clean[..], &["-o", "version"]].concat());
    assert_eq!((bare.stdout.as_str(), bare.code), ("", 3), "the exit code agrees");
}

#[test]
fn a_version_that_is_not_listed_names_the_nearest() {
    snap!("recommend", "version-missing", recommend(&["--lab", "--version", "4.6.44"]));
    let json = recommend(&["--lab", "--version", "4.6.44", "-o", "json"]);
    assert_eq!((json.stdout.as_str(), json.code), ("", 4));
    assert!(json.stderr.contains("NoSuchTarget"), "{}", json.stderr);
}

#[test]
fn json_has_everything_whatever_the_flags() {
    let run = of(MANY, &["-o", "json"]);
    snap!("recommend", "many-json", run);
    assert_eq!(run.stdout, of(MANY, &["-o", "json", "--show-outdated-releases"]).stdout);
    let target = of(MANY, &["-o", "json", "--version", "4.10.10", "--accept", "Alpha"]);
    assert_eq!((target.stderr.as_str(), target.code), ("", 3));
    let json = target.json();
    assert_eq!(json["unaccepted"], serde_json::json!(["FailedToCompletePrecheck", "Gamma"]));
    assert_eq!(json["target"]["issues"][0]["acceptedBy"], "flag");
    assert_eq!(json["target"]["risks"][0]["acceptedHere"], true);
    assert_eq!(json["updates"], {
        let all = of(MANY, &["-o", "json", "--accept", "Alpha"]);
        all.json()["updates"].clone()
    });
    let held = of(HELD, &["-o", "json"]);
    assert_eq!(held.stderr, "", "under -o json warnings live in the answer");
    assert_eq!(held.json()["warnings"].as_array().unwrap().len(), 2);
}

#[test]
fn yaml_says_what_json_says() {
    let yaml: serde_json::Value =
        serde_saphyr::from_str(&of(MANY, &["-o", "yaml"]).stdout).unwrap();
    assert_eq!(yaml, of(MANY, &["-o", "json"]).json());
}

#[test]
fn bare_versions_are_those_that_nothing_speaks_against() {
    let versions = of(MANY, &["-o", "version"]).stdout;
    assert_eq!(versions, "4.11.2\n4.10.8\n4.10.7\n4.10.6\nnightly\n");
    assert_eq!(of(MANY, &["-o", "version", "--version", "4.10.10"]).stdout, "");
}

#[test]
fn a_hostile_cluster_cannot_steer_the_terminal() {
    let run = recommend(&["--lab=hostile"]);
    assert!(run.stdout.len() < 50_000, "a megabyte of message was printed");
    let run = recommend(&["--lab=hostile", "--show-outdated-releases"]);
    assert!(run.stdout.len() < 50_000, "a megabyte of message was printed");
}

#[test]
fn flags_that_have_no_meaning_are_usage_errors() {
    let cases: &[(&str, &[&str])] = &[
        ("usage-quiet", &["--lab", "--quiet"]),
        ("usage-outdated", &["--lab", "--version", "4.6.43", "--show-outdated-releases"]),
        ("usage-not-a-version", &["--lab", "--version", "4.6"]),
        ("usage-quiet-json", &["--lab", "--version", "4.6.43", "--quiet", "-o", "json"]),
        ("usage-token-for-files", &["--from", "tests/fixtures/list", "--monitoring-token"]),
    ];
    for (name, words) in cases {
        let run = recommend(words);
        assert_eq!(run.code, 2, "{name}");
        snap!("recommend", *name, run);
    }
}
