//! Each test is named after what it prevents.

use jiff::SignedDuration;

use super::control_plane::Completion;
use super::*;
use crate::domain::alert::{Alert, Alerts};
use crate::domain::cluster::{Past, Requested};
use crate::domain::condition::Conditions;
use crate::domain::selector::{Requirement, Selector};
use crate::domain::testing::{cluster, condition, now, past, release, with};

const OLD: &str = "rendered-old";
const NEW: &str = "rendered-new";

fn operator(name: &str, version: &str, progressing: Status) -> Operator {
    let healthy = [("Available", Status::True), ("Degraded", Status::False)];
    let conditions = healthy.into_iter().chain([("Progressing", progressing)]);
    Operator {
        name: name.into(),
        version: Some(version.into()),
        image: None,
        of_the_platform: true,
        conditions: Conditions(conditions.map(|(kind, status)| condition(kind, status)).collect()),
    }
}

fn pool(name: &str) -> Pool {
    let label = format!("node-role.kubernetes.io/{name}");
    Pool {
        name: name.into(),
        wanted: Some(NEW.into()),
        selector: Some(Selector(vec![Requirement::Exists(label)])),
        ..Pool::default()
    }
}

/// A node of a role that waits for its turn.
fn node(name: &str, role: &str) -> Node {
    Node {
        name: name.into(),
        labels: [(format!("node-role.kubernetes.io/{role}"), String::new())].into(),
        current: OLD.into(),
        desired: OLD.into(),
        state: "Done".into(),
        conditions: Conditions(vec![condition("Ready", Status::True)]),
        ..Node::default()
    }
}

/// A node on its way.
fn moving(name: &str, role: &str) -> Node {
    Node { desired: NEW.into(), state: "Working".into(), ..node(name, role) }
}

/// Half way from 4.6.23 to 4.6.43, for half an hour.
fn scene() -> Scene {
    let mut cluster = with(cluster("4.6.43"), "Progressing", Status::True);
    let started = now() - SignedDuration::from_mins(30);
    cluster.history = vec![
        Past { completed: false, started: Some(started), ended: None, ..past("4.6.43") },
        past("4.6.23"),
    ];
    cluster.alerts = Alerts::Known(Vec::new());
    let mut scene = Scene::bare(cluster, now());
    scene.operators = Part::Known(vec![
        operator("dns", "4.6.23", Status::False),
        operator("etcd", "4.6.43", Status::False),
        operator("network", "4.6.23", Status::True),
    ]);
    scene.pools = Part::Known(vec![pool("master"), pool("worker")]);
    scene.nodes = Part::Known(vec![node("master-0", "master"), node("worker-0", "worker")]);
    scene.configs =
        [(OLD, "4.6.23"), (NEW, "4.6.43")].map(|(name, of)| (name.into(), Some(of.into()))).into();
    scene
}

fn of_worker(change: impl FnOnce(&mut Node)) -> NodeReport {
    let mut scene = scene();
    let mut worker = node("worker-0", "worker");
    change(&mut worker);
    scene.nodes = Part::Known(vec![worker]);
    assess(&scene).pools[0].nodes[0].clone()
}

#[test]
fn operators_are_counted_as_updated_updating_and_waiting() {
    let plane = assess(&scene()).control_plane;
    let Completion { updated, updating, waiting, total } = plane.completion;
    assert_eq!((updated, updating, waiting, total), (1, 1, 1, 3));
    assert_eq!(plane.assessment, Assessment::Progressing);
}

#[test]
fn it_is_not_completed_before_the_cluster_version_says_so() {
    let mut scene = scene();
    scene.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    let plane = assess(&scene).control_plane;
    assert_eq!((plane.completed, plane.assessment), (None, Assessment::Progressing));
    scene.operators = Part::Known(Vec::new());
    assert_eq!(assess(&scene).control_plane.completed, None, "no operators are no proof");
    scene.cluster.history[0] = past("4.6.43");
    assert_eq!(assess(&scene).control_plane.assessment, Assessment::Completed);
}

#[test]
fn failing_without_a_message_is_still_failing() {
    let mut scene = scene();
    scene.cluster = with(scene.cluster, "Failing", Status::True);
    scene.cluster.conditions.0.last_mut().unwrap().message.clear();
    let report = assess(&scene);
    assert!(matches!(report.insights[0].kind, Kind::Failing(_)), "{:?}", report.insights);
    assert_eq!(report.verdict(), Verdict::Stuck);
}

#[test]
fn a_degraded_node_without_a_reason_is_still_degraded() {
    let report = of_worker(|node| {
        (node.desired, node.state) = (NEW.into(), "Degraded".into());
    });
    assert_eq!(report.assessment, NodeAssessment::Degraded);
    assert!(report.degraded && report.message.is_empty());
}

#[test]
fn a_cluster_without_pools_or_nodes_gets_a_report() {
    let mut scene = scene();
    scene.pools = Part::Missing;
    scene.nodes = Part::Missing;
    scene.operators = Part::Missing;
    let report = assess(&scene);
    assert!(report.updating && report.pools.is_empty() && report.control_plane.nodes().is_empty());
    scene.pools = Part::Known(vec![pool("worker")]);
    scene.nodes = Part::Known(vec![node("worker-0", "worker")]);
    assert!(assess(&scene).control_plane.nodes.is_none(), "there is no master pool");
}

#[test]
fn a_machine_config_that_is_gone_costs_its_version_only() {
    let mut scene = scene();
    scene.configs.remove(OLD);
    let report = assess(&scene);
    assert_eq!(report.pools[0].nodes[0].version, None);
    assert_eq!(report.pools[0].nodes[0].phase, Phase::Pending);
}

#[test]
fn a_request_that_was_refused_is_shown() {
    let mut cluster = with(cluster("4.6.23"), "ReleaseAccepted", Status::False);
    cluster.requested = Some(Requested {
        version: "4.7.1".into(),
        image: release("4.7.1").image,
        ..Requested::default()
    });
    let report = assess(&Scene::bare(cluster, now()));
    assert_eq!(report.refused.as_ref().unwrap().0, "4.7.1");
    assert_eq!((report.updating, report.verdict()), (false, Verdict::Stuck));
}

#[test]
fn another_image_of_the_same_version_is_no_migration() {
    let mut scene = scene();
    scene.cluster.history[1].version = scene.cluster.history[0].version.clone();
    scene.cluster.history[1].image = release("other").image;
    assert!(!assess(&scene).control_plane.target.to_multi_arch);
    scene.cluster.desired.architecture = Some("Multi".into());
    assert!(assess(&scene).control_plane.target.to_multi_arch);
    scene.cluster.history[1].completed = false;
    let target = assess(&scene).control_plane.target;
    assert!(target.previous_incomplete && !target.to_multi_arch, "one label, not two");
}

#[test]
fn an_update_to_all_architectures_is_done_when_the_image_is() {
    let mut scene = scene();
    let mut machine_config = operator("machine-config", "4.6.43", Status::True);
    machine_config.image = Some("old".into());
    scene.operators = Part::Known(vec![machine_config]);
    scene.machine_config_image = Part::Known(Some("new".into()));
    assert_eq!(assess(&scene).control_plane.completion.updated, 0);
    scene.machine_config_image = Part::Known(Some("old".into()));
    assert_eq!(assess(&scene).control_plane.completion.updated, 1);
    scene.machine_config_image = Part::Missing;
    assert_eq!(assess(&scene).control_plane.completion.updated, 1, "what may not be read");
}

#[test]
fn the_order_of_insights_is_always_the_same() {
    let mut scene = scene();
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
    scene.operators = Part::Known(vec![old, again]);
    let names = |report: &Report| -> Vec<String> {
        report.insights.iter().map(|insight| format!("{:?}", insight.resource)).collect()
    };
    let first = assess(&scene);
    assert_eq!(first.insights.len(), 4);
    for _ in 0..5 {
        assert_eq!(names(&assess(&scene)), names(&first));
    }
}

#[test]
fn a_node_in_two_pools_is_in_one_of_them_and_always_the_same() {
    let mut scene = scene();
    let mut both = node("n", "worker");
    for role in ["infra", "gpu"] {
        both.labels.insert(format!("node-role.kubernetes.io/{role}"), String::new());
    }
    scene.nodes = Part::Known(vec![both]);
    for names in [["worker", "infra", "gpu"], ["gpu", "infra", "worker"]] {
        scene.pools = Part::Known(names.map(pool).into());
        let pools = assess(&scene).pools;
        let home: Vec<&str> = pools
            .iter()
            .filter(|pool| !pool.nodes.is_empty())
            .map(|pool| pool.name.as_str())
            .collect();
        assert_eq!(home, ["gpu"]);
    }
}

#[test]
fn a_node_that_says_done_without_drains_is_not_updated() {
    let report = of_worker(|node| node.desired = NEW.into());
    assert_eq!((report.phase, report.assessment), (Phase::Updating, NodeAssessment::Progressing));
    assert_eq!(report.version.as_deref(), Some("4.6.23"));
}

#[test]
fn every_phase_of_a_node_is_told_apart() {
    let drained = |node: &mut Node, desired: &str, last: &str| {
        *node = moving("worker-0", "worker");
        (node.desired_drain, node.last_drain) = (desired.into(), last.into());
    };
    let phase = |change: &dyn Fn(&mut Node)| of_worker(change).phase;
    assert_eq!(phase(&|_| {}), Phase::Pending);
    assert_eq!(phase(&|node| drained(node, "drain-new", "uncordon-old")), Phase::Draining);
    assert_eq!(phase(&|node| drained(node, "drain-new", "drain-new")), Phase::Updating);
    assert_eq!(
        phase(&|node| {
            drained(node, "drain-new", "drain-new");
            node.state = "Rebooting".into();
        }),
        Phase::Rebooting
    );
    assert_eq!(
        phase(&|node| (node.current, node.desired) = (NEW.into(), NEW.into())),
        Phase::Updated
    );
}

#[test]
fn a_layered_node_is_judged_by_its_conditions_too() {
    let report = of_worker(|node| {
        node.desired_image = "image".into();
        node.conditions = Conditions(vec![condition("Ready", Status::False)]);
    });
    assert!(report.unavailable && report.assessment == NodeAssessment::Unavailable);
}

#[test]
fn a_paused_pool_is_worth_a_word_only_while_work_is_left() {
    let mut scene = scene();
    let since = now() - SignedDuration::from_hours(3);
    let paused = Pool { paused: true, paused_since: Some(since), ..pool("worker") };
    scene.pools = Part::Known(vec![paused]);
    let report = assess(&scene);
    assert_eq!(report.pools[0].assessment, PoolAssessment::Excluded);
    let insight = report.insights.iter().find(|insight| insight.kind == Kind::PoolPaused).unwrap();
    assert_eq!(insight.since, Some(since));
    let mut done = node("worker-0", "worker");
    (done.current, done.desired) = (NEW.into(), NEW.into());
    scene.nodes = Part::Known(vec![done]);
    assert!(assess(&scene).insights.iter().all(|insight| insight.kind != Kind::PoolPaused));
}

#[test]
fn a_pool_that_cannot_render_and_operators_of_others_are_seen() {
    let mut scene = scene();
    let mut worker = pool("worker");
    worker.conditions = Conditions(vec![condition("RenderDegraded", Status::True)]);
    scene.pools = Part::Known(vec![worker]);
    let mut other = operator("extra", "1", Status::False);
    other.of_the_platform = false;
    other.conditions = Conditions(vec![Condition {
        since: Some(now() - SignedDuration::from_hours(1)),
        ..condition("Available", Status::Unknown)
    }]);
    scene.operators = Part::Known(vec![other]);
    let report = assess(&scene);
    let kinds: Vec<String> = report.asides.iter().map(|one| format!("{:?}", one.level)).collect();
    assert_eq!(kinds, ["Error", "Error"], "{:?}", report.asides);
    assert!(report.insights.is_empty(), "the table is of the update: {:?}", report.insights);
    assert_eq!(report.control_plane.completion.total, 0, "it takes no part in the update");
}

#[test]
fn trouble_is_worth_a_word_only_after_a_while_by_the_recordings_own_clock() {
    let mut scene = scene();
    let aged = |minutes: i64| {
        let mut sick = node("worker-0", "worker");
        let since = Some(now() - SignedDuration::from_mins(minutes));
        sick.conditions =
            Conditions(vec![Condition { since, ..condition("Ready", Status::False) }]);
        sick
    };
    scene.nodes = Part::Known(vec![aged(4)]);
    assert!(assess(&scene).insights.is_empty());
    scene.nodes = Part::Known(vec![aged(6)]);
    assert_eq!(assess(&scene).insights.len(), 1);
}

#[test]
fn alerts_count_when_they_began_during_the_update_or_are_known_to_matter() {
    let mut scene = scene();
    let alert = |name: &str, severity: &str, minutes: i64| Alert {
        name: name.into(),
        severity: severity.into(),
        state: "firing".into(),
        since: Some(now() - SignedDuration::from_mins(minutes)),
        runbook: "https://example.com".into(),
        ..Alert::default()
    };
    scene.cluster.alerts = Alerts::Known(vec![
        alert("During", "warning", 5),
        alert("Before", "critical", 90),
        alert("PodDisruptionBudgetAtLimit", "warning", 90),
        alert("Information", "info", 5),
        Alert { state: "pending".into(), ..alert("Pending", "critical", 5) },
    ]);
    let names: Vec<String> = assess(&scene)
        .insights
        .iter()
        .filter_map(|insight| match &insight.kind {
            Kind::Alert { alert, .. } => Some(alert.name.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["During", "PodDisruptionBudgetAtLimit"]);
}

#[test]
fn the_exit_code_tells_rest_progress_and_trouble() {
    assert_eq!(assess(&scene()).verdict(), Verdict::Progressing);
    let rest = Scene::bare(cluster("4.6.23"), now());
    assert_eq!(assess(&rest).verdict(), Verdict::AtRest);
    let mut slow = scene();
    slow.now = now() + SignedDuration::from_hours(5);
    assert_eq!(assess(&slow).control_plane.assessment, Assessment::Stalled);
    assert_eq!(assess(&slow).verdict(), Verdict::Stuck);
}

#[test]
fn two_thousand_nodes_are_all_in_the_report() {
    let mut scene = scene();
    let nodes = (0..2_000).map(|place| moving(&format!("worker-{place:04}"), "worker")).collect();
    scene.nodes = Part::Known(nodes);
    let report = assess(&scene);
    assert_eq!(report.pools[0].counts().total, 2_000);
    assert_eq!(report.pools[0].counts().progressing, 2_000);
}

#[test]
fn nothing_is_estimated_of_operators_that_could_not_be_read() {
    let mut scene = scene();
    scene.operators = Part::Missing;
    scene.now = now() + SignedDuration::from_hours(5);
    let report = assess(&scene);
    assert_eq!(report.control_plane.assessment, Assessment::Progressing);
    assert_eq!(report.control_plane.remaining, Remaining::NoData);
    assert_eq!((report.verdict(), report.complete), (Verdict::Progressing, false));
}

#[test]
fn nodes_of_no_pool_are_counted() {
    let mut scene = scene();
    scene.pools = Part::Known(vec![pool("worker")]);
    assert_eq!(assess(&scene).homeless, 1, "there is no pool for the master");
}

#[test]
fn every_reason_of_a_node_is_told_once_one_of_them_is_serious() {
    let mut scene = scene();
    let mut sick = node("worker-0", "worker");
    let since = Some(now() - SignedDuration::from_mins(30));
    sick.conditions = Conditions(vec![Condition { since, ..condition("Ready", Status::False) }]);
    sick.unschedulable = true;
    scene.nodes = Part::Known(vec![sick]);
    let report = assess(&scene);
    let Kind::NodeUnavailable { complaints, .. } = &report.insights[0].kind else { unreachable!() };
    assert_eq!(complaints.len(), 2);
}

#[test]
fn an_alert_after_the_end_did_not_begin_during_the_update() {
    let mut scene = scene();
    scene.cluster = with(scene.cluster, "Progressing", Status::False);
    scene.cluster.history[0] = Past {
        started: Some(now() - SignedDuration::from_hours(9)),
        ended: Some(now() - SignedDuration::from_hours(8)),
        ..past("4.6.43")
    };
    scene.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    scene.nodes = Part::Known(Vec::new());
    let alert = Alert {
        name: "Late".into(),
        severity: "critical".into(),
        state: "firing".into(),
        since: Some(now() - SignedDuration::from_hours(1)),
        runbook: "https://example.com".into(),
        ..Alert::default()
    };
    scene.cluster.alerts = Alerts::Known(vec![alert]);
    assert!(assess(&scene).insights.is_empty());
}
