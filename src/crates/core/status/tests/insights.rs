//! The insights of a report.

use jiff::SignedDuration;

use crate::alert::Alert;
use crate::cluster::HistoryEntry;
use crate::insight::{InsightCode, Level};
use crate::objects::cluster_operator::Operator;
use crate::objects::machine_config_pool::{PauseWriter, Pool};
use crate::part::Part;
use crate::progress::pools::PoolAssessment;
use crate::status::*;
use crate::testing::{condition, now, past, with};
use upgrade_graph::condition::Conditions;

use super::{NEW, node, operator, pool, snapshot};

#[test]
fn failing_without_a_message_is_still_failing() {
    let mut snapshot = snapshot();
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    snapshot.cluster.conditions.0.last_mut().unwrap().message.clear();
    let report = assess(&snapshot);
    assert_eq!(report.insights[0].insight.code, InsightCode::Failing, "{:?}", report.insights);
    assert_eq!(report.verdict(), StatusVerdict::Stuck);
}

#[test]
fn the_order_of_insights_is_always_the_same() {
    let mut snapshot = snapshot();
    let mut old = operator("b", "4.6.43", Status::False);
    old.conditions = Conditions(
        [("Available", Status::False), ("Degraded", Status::True)]
            .map(|(kind, status)| Condition {
                since: Some(now() - SignedDuration::from_mins(10)),
                ..condition(kind, status)
            })
            .into(),
    );
    let again = Operator { name: "a".into(), ..old.clone() };
    snapshot.operators = Part::Known(vec![old, again]);
    let names = |report: &StatusReport| -> Vec<String> {
        report.insights.iter().map(|insight| format!("{:?}", insight.insight.subjects())).collect()
    };
    let first = assess(&snapshot);
    assert_eq!(first.insights.len(), 4);
    for _ in 0..5 {
        assert_eq!(names(&assess(&snapshot)), names(&first));
    }
}

#[test]
fn a_paused_pool_is_always_seen_and_a_warning_while_it_holds_nodes_back() {
    let mut snapshot = snapshot();
    let since = now() - SignedDuration::from_hours(3);
    let writer = PauseWriter { manager: None, time: since };
    let paused = Pool { paused: true, pause_writer: Some(writer), ..pool("worker") };
    snapshot.pools = Part::Known(vec![paused]);
    let report = assess(&snapshot);
    assert_eq!(report.pools[0].assessment, PoolAssessment::Excluded);
    let is_pause = |one: &&StatusInsight| one.insight.code == InsightCode::PoolPaused;
    let insight = report.insights.iter().find(is_pause).unwrap();
    assert_eq!((insight.insight.since, insight.insight.level), (Some(since), Level::Warning));
    let mut done = node("worker-0", "worker");
    (done.current, done.desired) = (NEW.into(), NEW.into());
    snapshot.nodes = Part::Known(vec![done]);
    let report = assess(&snapshot);
    assert_eq!(report.insights.iter().find(is_pause).unwrap().insight.level, Level::Info);
}

#[test]
fn a_pool_that_cannot_render_and_operators_of_others_are_seen() {
    let mut snapshot = snapshot();
    let mut worker = pool("worker");
    worker.conditions = Conditions(vec![condition("RenderDegraded", Status::True)]);
    snapshot.pools = Part::Known(vec![worker]);
    let mut other = operator("extra", "1", Status::False);
    other.of_the_platform = false;
    other.conditions = Conditions(vec![Condition {
        since: Some(now() - SignedDuration::from_hours(1)),
        ..condition("Available", Status::Unknown)
    }]);
    snapshot.operators = Part::Known(vec![other]);
    let report = assess(&snapshot);
    let levels: Vec<Level> = report.insights.iter().map(|one| one.insight.level).collect();
    assert_eq!(levels, [Level::Error, Level::Info], "{:?}", report.insights);
    assert_eq!(
        report.verdict(),
        StatusVerdict::Stuck,
        "nothing is updated without a configuration"
    );
    assert_eq!(report.outlook(), None);
    assert_eq!(report.control_plane.completion.total, 0, "it takes no part in the update");
}

#[test]
fn trouble_is_worth_a_word_only_after_a_while_by_the_recordings_own_clock() {
    let mut snapshot = snapshot();
    let aged = |minutes: i64| {
        let mut sick = node("worker-0", "worker");
        let since = Some(now() - SignedDuration::from_mins(minutes));
        sick.conditions =
            Conditions(vec![Condition { since, ..condition("Ready", Status::False) }]);
        sick
    };
    snapshot.nodes = Part::Known(vec![aged(4)]);
    assert!(assess(&snapshot).insights.is_empty());
    snapshot.nodes = Part::Known(vec![aged(6)]);
    assert_eq!(assess(&snapshot).insights.len(), 1);
}

#[test]
fn alerts_count_when_they_began_during_the_update_or_are_of_a_kind_that_matters() {
    let mut snapshot = snapshot();
    let alert = |name: &str, severity: &str, minutes: i64| Alert {
        name: name.into(),
        severity: severity.into(),
        state: "firing".into(),
        since: Some(now() - SignedDuration::from_mins(minutes)),
        runbook: "https://example.com".into(),
        ..Alert::default()
    };
    snapshot.alerts = Part::Known(vec![
        alert("During", "warning", 5),
        alert("Before", "critical", 90),
        alert("BeforeAndPassing", "warning", 90),
        alert("PodDisruptionBudgetAtLimit", "warning", 90),
        alert("Information", "info", 5),
        Alert { state: "pending".into(), ..alert("Pending", "critical", 5) },
    ]);
    let insights = assess(&snapshot).insights;
    let alerts = insights.iter().filter(|one| one.insight.code == InsightCode::AlertFiring);
    let names: Vec<String> = alerts.map(|one| one.insight.subjects().remove(0).name).collect();
    assert_eq!(names, ["Before", "During", "PodDisruptionBudgetAtLimit"]);
}

#[test]
fn every_reason_of_a_node_is_reported_once_one_of_them_is_serious() {
    let mut snapshot = snapshot();
    let mut sick = node("worker-0", "worker");
    let since = Some(now() - SignedDuration::from_mins(30));
    sick.conditions = Conditions(vec![Condition { since, ..condition("Ready", Status::False) }]);
    sick.unschedulable = true;
    snapshot.nodes = Part::Known(vec![sick]);
    let report = assess(&snapshot);
    assert_eq!(report.insights[0].insight.code, InsightCode::NodeUnavailable);
    assert_eq!(report.insights[0].insight.summary.split(" | ").count(), 2);
}

#[test]
fn an_alert_after_the_end_did_not_begin_during_the_update() {
    let mut snapshot = snapshot();
    snapshot.cluster = with(snapshot.cluster, "Progressing", Status::False);
    snapshot.cluster.history[0] = HistoryEntry {
        started: Some(now() - SignedDuration::from_hours(9)),
        ended: Some(now() - SignedDuration::from_hours(8)),
        ..past("4.6.43")
    };
    snapshot.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    snapshot.nodes = Part::Known(Vec::new());
    let alert = Alert {
        name: "Late".into(),
        severity: "critical".into(),
        state: "firing".into(),
        since: Some(now() - SignedDuration::from_hours(1)),
        runbook: "https://example.com".into(),
        ..Alert::default()
    };
    snapshot.alerts = Part::Known(vec![alert.clone()]);
    let report = assess(&snapshot);
    assert!(report.insights[0].insight.description.starts_with("Alert of a kind"), "{report:?}");
    snapshot.alerts = Part::Known(vec![Alert { severity: "warning".into(), ..alert }]);
    assert!(assess(&snapshot).insights.is_empty());
}
