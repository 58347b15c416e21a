//! The issues of an update, case by case.

use super::*;
use crate::cluster::Requested;
use crate::part::Part;
use crate::testing::{alert, cluster, condition, conditional, risk, snapshot, with};
use upgrade_graph::condition::Conditions;
use upgrade_graph::testing::release;

fn accept(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

fn recommend(cluster: &Cluster, names: &[&str]) -> Recommendation {
    Recommendation::new(&snapshot(cluster), &accept(names))
}

fn target(cluster: &Cluster, version: &str, names: &[&str]) -> RecommendedTarget {
    let found = recommend(cluster, names);
    found.find(&Version::new(version)).first().copied().unwrap().clone()
}

fn names(issues: &[Issue]) -> Vec<&str> {
    issues.iter().map(|issue| issue.name.as_str()).collect()
}

fn unaccepted(cluster: &Cluster, version: &str, accepted: &[&str]) -> Vec<String> {
    let found = recommend(cluster, accepted);
    let against = found.against(&found.find(&Version::new(version)));
    against.into_iter().filter(|issue| issue.accepted.is_none()).map(|issue| issue.name).collect()
}

#[test]
fn a_healthy_cluster_has_no_issue() {
    let mut cluster = cluster("4.6.23");
    cluster.available = vec![release("4.6.43")];
    let found = recommend(&cluster, &[]);
    assert!(found.issues.is_empty() && found.health.is_empty());
    assert!(unaccepted(&cluster, "4.6.43", &[]).is_empty());
}

#[test]
fn conditions_are_issues_by_name() {
    for (kind, status, issues) in [
        ("Failing", Status::True, &["Failing"][..]),
        ("Failing", Status::Unknown, &["Failing"]),
        ("Failing", Status::False, &[]),
        ("Progressing", Status::True, &["Progressing"]),
        ("Progressing", Status::Unknown, &[]),
        ("RetrievedUpdates", Status::False, &["CannotRetrieveUpdates"]),
        ("RetrievedUpdates", Status::Unknown, &["CannotRetrieveUpdates"]),
    ] {
        let cluster = with(cluster("4.6.23"), kind, status);
        assert_eq!(names(&recommend(&cluster, &[]).issues), issues, "{kind} {status:?}");
    }
}

#[test]
fn what_is_not_reported_is_an_issue_where_a_healthy_cluster_reports_it() {
    let mut cluster = cluster("4.6.23");
    cluster.conditions = Conditions::default();
    let found = recommend(&cluster, &[]);
    assert_eq!(names(&found.issues), ["CannotRetrieveUpdates", "Failing"]);
    assert!(found.health.iter().all(|health| health.condition.is_none()));
}

#[test]
fn alerts_are_issues_by_name_each_once() {
    let cluster = cluster("4.6.23");
    let twice = alert("KubeNodeNotReady", "warning");
    let mut snapshot = snapshot(&cluster);
    snapshot.alerts = Part::Known(vec![twice.clone(), twice, alert("Broken", "critical")]);
    let found = Recommendation::new(&snapshot, &accept(&["Broken"]));
    assert_eq!(names(&found.issues), ["Broken", "KubeNodeNotReady"]);
    assert_eq!(found.issues[0].accepted, Some(AcceptedBy::Flag));
    assert_eq!(found.checks.unwrap().concerns.len(), 3);
}

#[test]
fn alerts_that_were_not_read_are_an_issue_whatever_the_cause() {
    let mut snapshot = snapshot(&cluster("4.6.23"));
    for unread in [Part::unreadable("no token"), Part::NotServed, Part::NotRead] {
        snapshot.alerts = unread;
        let found = Recommendation::new(&snapshot, &accept(&[]));
        assert_eq!(names(&found.issues), ["FailedToCompletePrecheck"], "{:?}", snapshot.alerts);
        let found = Recommendation::new(&snapshot, &accept(&["FailedToCompletePrecheck"]));
        assert_eq!(found.issues[0].accepted, Some(AcceptedBy::Flag));
    }
}

/// A cluster that accepts `stored`, and that reports the alert `Broken` as a risk of 4.6.43.
fn judging_alerts(stored: &[&str]) -> Snapshot {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.6.43", Status::False, &["Broken"])];
    cluster.available = vec![release("4.6.42")];
    let accept_risks = stored.iter().map(ToString::to_string).collect();
    cluster.requested = Some(Requested { accept_risks, ..Requested::default() });
    let mut snapshot = snapshot(&cluster);
    snapshot.alerts =
        Part::Known(vec![alert("Broken", "critical"), alert("KubeNodeNotReady", "warning")]);
    snapshot
}

fn against(snapshot: &Snapshot, version: &str, accepted: &[&str]) -> Vec<(String, bool)> {
    let found = Recommendation::new(snapshot, &accept(accepted));
    let against = found.against(&found.find(&Version::new(version)));
    against.into_iter().map(|issue| (issue.name, issue.accepted.is_some())).collect()
}

#[test]
fn alerts_accepted_on_the_cluster_are_accepted_here() {
    let snapshot = judging_alerts(&["KubeNodeNotReady"]);
    let found = Recommendation::new(&snapshot, &accept(&["Broken"]));
    assert_eq!(found.issues[0].accepted, Some(AcceptedBy::Flag));
    assert_eq!(found.issues[1].accepted, Some(AcceptedBy::Cluster));
    assert!(found.against(&found.find(&Version::new("4.6.42"))).iter().all(is_accepted));
    assert!(found.against(&found.find(&Version::new("4.6.43"))).iter().all(is_accepted));
}

fn is_accepted(issue: &Issue) -> bool {
    issue.accepted.is_some()
}

#[test]
fn an_alert_that_the_cluster_lists_as_a_risk_is_one_issue() {
    let node = ("KubeNodeNotReady".to_owned(), false);
    for (stored, here, accepted) in [
        (&[][..], &[][..], false),
        (&["Broken"], &[], true),
        (&[], &["Broken"], true),
        (&["Broken"], &["Broken"], true),
        (&[], &["ConditionalUpdateRisk"], true),
    ] {
        let snapshot = judging_alerts(stored);
        let said = against(&snapshot, "4.6.43", here);
        assert_eq!(said, [("Broken".to_owned(), accepted), node.clone()], "{stored:?} {here:?}");
    }
    let said = against(&judging_alerts(&[]), "4.6.42", &["ConditionalUpdateRisk"]);
    assert_eq!(said[0], ("Broken".to_owned(), false), "it is no risk of this one");
}

#[test]
fn a_risk_that_is_called_like_a_condition_does_not_accept_it() {
    let mut snapshot = judging_alerts(&["Failing"]);
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    snapshot.cluster.conditional = vec![conditional("4.6.43", Status::False, &["Failing"])];
    snapshot.alerts = Part::Known(vec![alert("Failing", "critical")]);
    assert_eq!(against(&snapshot, "4.6.43", &[]), [("Failing".to_owned(), false)]);
    assert_eq!(against(&snapshot, "4.6.42", &[]), [("Failing".to_owned(), false)]);
    assert_eq!(against(&snapshot, "4.6.43", &["Failing"]), [("Failing".to_owned(), true)]);
}

#[test]
fn minors_come_newest_first_and_what_is_not_semver_last() {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["odd", "4.6.42", "4.10.1", "5.0.0", "4.6.43"].map(release).to_vec();
    cluster.conditional = vec![conditional("4.6.44", Status::False, &["A"])];
    let found = recommend(&cluster, &[]);
    let numbers: Vec<_> = found.minors.iter().map(|minor| minor.number).collect();
    assert_eq!(numbers, [Some([5, 0]), Some([4, 10]), Some([4, 6]), None]);
    let patches: Vec<_> =
        found.minors[2].targets.iter().map(|target| target.release.version.text()).collect();
    assert_eq!(patches, ["4.6.44", "4.6.43", "4.6.42"]);
}

#[test]
fn the_newest_clean_release_is_shown_behind_two_that_are_not() {
    let mut cluster = cluster("4.6.23");
    let risky = ["4.6.44", "4.6.43", "4.6.42", "4.6.40"];
    cluster.conditional = risky.map(|v| conditional(v, Status::False, &["A"])).to_vec();
    cluster.available = ["4.6.41", "4.6.39"].map(release).to_vec();
    let shown = |names: &[&str]| -> Vec<String> {
        let found = recommend(&cluster, names);
        found.minors[0].shown().iter().map(|target| target.release.version.to_string()).collect()
    };
    assert_eq!(shown(&[]), ["4.6.44", "4.6.43", "4.6.41"]);
    assert_eq!(shown(&["A"]), ["4.6.44", "4.6.43"], "what is accepted is clean");
}

#[test]
fn a_risky_release_beside_a_clean_one_brings_no_third() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.6.44", Status::False, &["A"])];
    cluster.available = ["4.6.43", "4.6.42"].map(release).to_vec();
    assert_eq!(recommend(&cluster, &[]).minors[0].shown().len(), 2);
}

#[test]
fn risks_are_issues_by_their_own_names_unless_they_do_not_apply() {
    let mut cluster = cluster("4.6.23");
    let mut update = conditional("4.6.43", Status::False, &["A", "B", "C"]);
    update.risks[0].conditions.0.push(condition("Applies", Status::True));
    update.risks[1].conditions.0.push(condition("Applies", Status::False));
    cluster.conditional = vec![update];
    assert_eq!(unaccepted(&cluster, "4.6.43", &[]), ["A", "C"]);
    assert_eq!(unaccepted(&cluster, "4.6.43", &["A"]), ["C"]);
    assert!(unaccepted(&cluster, "4.6.43", &["A", "C", "Unheard"]).is_empty());
    assert!(unaccepted(&cluster, "4.6.43", &["ConditionalUpdateRisk"]).is_empty());
}

#[test]
fn risks_accepted_on_the_cluster_are_accepted_here() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.6.43", Status::False, &["A", "B"])];
    let stored = Requested { accept_risks: vec!["A".into()], ..Requested::default() };
    cluster.requested = Some(stored);
    assert_eq!(unaccepted(&cluster, "4.6.43", &[]), ["B"]);
    let issues = target(&cluster, "4.6.43", &["B"]).issues;
    assert_eq!(issues[0].accepted, Some(AcceptedBy::Cluster));
    assert_eq!(issues[1].accepted, Some(AcceptedBy::Flag));
}

#[test]
fn what_is_stored_on_the_cluster_accepts_risks_and_nothing_else() {
    let mut cluster = with(cluster("4.6.23"), "Failing", Status::True);
    cluster.available = vec![release("4.6.43")];
    let accept_risks = vec!["Failing".into(), "ConditionalUpdateRisk".into()];
    cluster.requested = Some(Requested { accept_risks, ..Requested::default() });
    assert_eq!(unaccepted(&cluster, "4.6.43", &[]), ["Failing"]);
    assert!(unaccepted(&cluster, "4.6.43", &["Failing"]).is_empty());
}

#[test]
fn a_recommended_conditional_update_has_no_issue() {
    let mut cluster = cluster("4.6.23");
    cluster.conditional = vec![conditional("4.6.43", Status::True, &["A"])];
    let target = target(&cluster, "4.6.43", &[]);
    assert!(target.verdict.is_none() && target.issues.is_empty() && !target.is_open());
}

#[test]
fn an_objection_without_a_named_risk_is_an_issue_all_the_same() {
    let mut cluster = cluster("4.6.23");
    let mut clear = conditional("4.6.42", Status::False, &["A"]);
    clear.risks[0].conditions.0.push(condition("Applies", Status::False));
    let mut nameless = conditional("4.6.41", Status::Unknown, &[]);
    nameless.risks = vec![risk("")];
    cluster.conditional = vec![conditional("4.6.43", Status::Unknown, &[]), clear, nameless];
    for version in ["4.6.43", "4.6.42", "4.6.41"] {
        assert_eq!(unaccepted(&cluster, version, &[]), ["ConditionalUpdateRisk"], "{version}");
        assert!(unaccepted(&cluster, version, &["ConditionalUpdateRisk"]).is_empty());
    }
}

#[test]
fn risks_without_a_verdict_are_issues_and_the_message_names_them() {
    let mut cluster = cluster("4.6.23");
    let mut silent = conditional("4.6.43", Status::True, &["A", "B"]);
    silent.conditions = Conditions::default();
    cluster.conditional = vec![silent];
    let target = target(&cluster, "4.6.43", &[]);
    let verdict = target.verdict.unwrap();
    assert_eq!((verdict.status, verdict.reason.as_str()), (Status::Unknown, "NoConditions"));
    assert!(verdict.message.contains("(A, B)"), "{}", verdict.message);
    assert_eq!(names(&target.issues), ["A", "B"]);
}

#[test]
fn an_update_without_risks_or_a_verdict_is_an_issue() {
    let mut cluster = cluster("4.6.23");
    let mut silent = conditional("4.6.43", Status::True, &[]);
    silent.conditions = Conditions::default();
    cluster.conditional = vec![silent];
    let target = target(&cluster, "4.6.43", &[]);
    assert_eq!(target.verdict.unwrap().reason, "NoConditions");
    assert_eq!(names(&target.issues), ["ConditionalUpdateRisk"]);
}

#[test]
fn a_version_with_two_images_is_found_twice() {
    let mut cluster = cluster("4.6.23");
    let other = Release { image: release("other").image, ..release("4.6.43") };
    cluster.available = vec![release("4.6.43"), other];
    assert_eq!(recommend(&cluster, &[]).find(&Version::new("4.6.43")).len(), 2);
}

#[test]
fn upgradeable_false_is_put_into_later_minors_and_majors_alone() {
    let mut cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    cluster.available = ["4.5.41", "4.6.43", "4.7.4", "5.0.0"].map(release).to_vec();
    for (version, issues) in [
        ("4.5.41", &[][..]),
        ("4.6.43", &[]),
        ("4.7.4", &["UpgradeableFalse"]),
        ("5.0.0", &["UpgradeableFalse"]),
    ] {
        assert_eq!(names(&target(&cluster, version, &[]).issues), issues, "{version}");
    }
    let verdict = target(&cluster, "4.7.4", &[]).verdict.unwrap();
    assert_eq!((verdict.status, verdict.reason.as_str()), (Status::False, "UpgradeableReason"));
    assert_eq!(verdict.message, "the Upgradeable message");
    for name in ["UpgradeableFalse", "ConditionalUpdateRisk"] {
        assert!(!target(&cluster, "4.7.4", &[name]).is_open(), "{name}");
    }
}

#[test]
fn what_skips_a_minor_version_is_an_issue_as_it_is_a_finding() {
    let mut cluster = cluster("4.6.23");
    cluster.available = ["4.7.4", "4.8.1", "5.0.0"].map(release).to_vec();
    for (version, issues) in [("4.7.4", &[][..]), ("4.8.1", &["TooFar"]), ("5.0.0", &[])] {
        assert_eq!(names(&target(&cluster, version, &[]).issues), issues, "{version}");
    }
    let verdict = target(&cluster, "4.8.1", &[]).verdict.unwrap();
    assert_eq!((verdict.status, verdict.reason.as_str()), (Status::False, "TooFar"));
    assert!(verdict.message.starts_with("4.8.1 is more than one minor version ahead of 4.6.23."));
    assert!(!target(&cluster, "4.8.1", &["TooFar"]).is_open());
}

#[test]
fn upgradeable_false_joins_what_is_said_already() {
    let mut cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    let mut silent = conditional("4.7.2", Status::True, &["B"]);
    silent.conditions = Conditions::default();
    cluster.conditional = vec![
        conditional("4.7.4", Status::Unknown, &["A"]),
        conditional("4.7.3", Status::True, &["A"]),
        silent,
    ];
    let judged = |version| {
        let target = target(&cluster, version, &[]);
        let issues: Vec<String> = target.issues.into_iter().map(|issue| issue.name).collect();
        (target.verdict.unwrap(), issues)
    };
    let (verdict, issues) = judged("4.7.4");
    assert_eq!((verdict.status, verdict.reason.as_str()), (Status::False, "MultipleReasons"));
    assert_eq!(verdict.message, "the Upgradeable message\n\nthe Recommended message");
    assert_eq!(issues, ["A", "UpgradeableFalse"]);
    let (verdict, issues) = judged("4.7.3");
    assert_eq!(verdict.reason, "UpgradeableReason");
    assert_eq!(issues, ["UpgradeableFalse"]);
    assert_eq!(judged("4.7.2").0.reason, "MultipleReasons");
}

#[test]
fn upgradeable_false_is_not_said_twice() {
    let mut cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    let mut update = conditional("4.7.4", Status::False, &["Held"]);
    update.risks[0].message = "Held, because: the Upgradeable message".into();
    cluster.conditional = vec![update];
    assert_eq!(names(&target(&cluster, "4.7.4", &[]).issues), ["Held"]);
    let said = cluster.conditions.0.iter_mut().find(|said| said.kind == "Upgradeable").unwrap();
    said.message = String::new();
    let issues = target(&cluster, "4.7.4", &[]).issues;
    assert_eq!(names(&issues), ["Held", "UpgradeableFalse"], "an empty message says nothing");
}

#[test]
fn a_risk_that_does_not_apply_cannot_stand_for_upgradeable() {
    let mut cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    let mut update = conditional("4.7.4", Status::True, &["Held"]);
    update.risks[0].message = "the Upgradeable message".into();
    cluster.conditional = vec![update];
    assert_eq!(names(&target(&cluster, "4.7.4", &[]).issues), ["UpgradeableFalse"]);
}

#[test]
fn a_version_that_does_not_compare_counts_as_a_later_minor() {
    let mut cluster = with(cluster("4.6.23"), "Upgradeable", Status::False);
    cluster.desired = release("nightly");
    cluster.available = vec![release("4.6.43")];
    assert_eq!(names(&target(&cluster, "4.6.43", &[]).issues), ["UpgradeableFalse"]);
}
