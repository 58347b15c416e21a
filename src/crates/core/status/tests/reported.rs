//! Insights of informers: which are shown, for how long, and their effect on estimates.

use jiff::SignedDuration;

use crate::insight::{self, Level, Object};
use crate::part::Part;
use crate::pre_checks;
use crate::pre_checks::testing::{contribution, insight};
use crate::progress::pools::PoolAssessment;
use crate::reported_status::{ReportedPool, ReportedStatus, is_alive};
use crate::status::*;
use crate::testing::{condition, now, past};
use upgrade_graph::condition::Conditions;

use super::{moving, node, operator, snapshot};
use crate::progress::control_plane::Remaining;
use crate::progress::nodes::NodeReport;

fn minutes(minutes: i64) -> SignedDuration {
    SignedDuration::from_mins(minutes)
}

/// A snapshot with these insights of informers.
fn telling(informers: Vec<(&str, Vec<insight::Insight>)>) -> Snapshot {
    let informers = informers.into_iter().map(|(name, insights)| stored(name, insights)).collect();
    let told = ReportedStatus { heartbeat: Some(now()), informers, ..ReportedStatus::default() };
    Snapshot { reported: Part::Known(told), ..snapshot() }
}

/// A snapshot with a completed update.
fn at_rest(mut snapshot: Snapshot) -> Snapshot {
    snapshot.cluster = crate::testing::with(snapshot.cluster, "Progressing", Status::False);
    snapshot.cluster.history = vec![past("4.6.43")];
    snapshot.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    snapshot.nodes = Part::Known(Vec::new());
    snapshot
}

/// An insight of an informer, as it is read from the object.
fn stored(name: &str, insights: Vec<insight::Insight>) -> pre_checks::InformerResult {
    contribution(name, insights.into_iter().map(|one| one.stored_by(name)).collect())
}

/// The uids of the insights of informers that are shown.
fn shown(snapshot: &Snapshot) -> Vec<String> {
    let insights = assess(snapshot).insights;
    let told = insights.into_iter().filter(|one| one.reported_by.is_some());
    told.map(|one| one.insight.uid).collect()
}

fn until(uid: &str, left: SignedDuration) -> insight::Insight {
    let mut one = insight(uid);
    one.remediation.finish = Some(now() + left);
    one
}

fn lasting(uid: &str, resolved: Option<bool>) -> insight::Insight {
    let mut one = insight(uid);
    one.remediation.resolved = resolved;
    one
}

#[test]
fn after_the_update_only_what_is_not_resolved_stays() {
    let said =
        vec![lasting("Stays", Some(false)), lasting("Over", Some(true)), lasting("Unsaid", None)];
    let snapshot = telling(vec![("mco", said)]);
    assert_eq!(shown(&snapshot), ["Stays", "Over", "Unsaid"]);
    let mut snapshot = at_rest(snapshot);
    assert!(!assess(&snapshot).updating);
    assert_eq!(shown(&snapshot), ["Stays"]);
    snapshot.cluster.requested = Some(crate::cluster::Requested {
        version: "4.6.44".into(),
        image: "other".into(),
        ..crate::cluster::Requested::default()
    });
    assert_eq!(shown(&snapshot), ["Stays", "Over", "Unsaid"], "a request pends");
}

#[test]
fn what_status_evaluates_itself_is_not_repeated() {
    let said = vec![
        ("cluster-operators", "ClusterOperatorDegraded-dns"),
        ("cluster-operators", "ClusterOperatorUpgradeable-dns"),
        ("nodes", "NodeNotReady-worker-0"),
        ("nodes", "NodeMemoryPressure-worker-0"),
        ("nodes", "NotChecked"),
        ("machine-config-pools", "MachineConfigPoolPaused-worker"),
        ("cluster-version", "Failing"),
        ("alerts", "PodDisruptionBudgetAtLimit/shop"),
        ("admin-gates", "AdminAck-ack-4.6"),
        ("mco", "NodeNotReady-worker-0"),
    ];
    let each = said.iter().map(|(informer, uid)| (*informer, vec![insight(uid)])).collect();
    let mut snapshot = telling(each);
    let kept = ["ClusterOperatorUpgradeable-dns", "NodeMemoryPressure-worker-0"];
    assert_eq!(shown(&snapshot)[..2], kept);
    assert_eq!(shown(&snapshot)[2..], ["AdminAck-ack-4.6", "NodeNotReady-worker-0"]);
    snapshot.operators = Part::NotRead;
    snapshot.nodes = Part::NotRead;
    snapshot.pools = Part::NotRead;
    snapshot.alerts = Part::NotServed;
    assert_eq!(shown(&snapshot).len(), said.len() - 1, "nothing else reports it");
}

#[test]
fn the_progress_of_what_status_reads_is_in_its_tables() {
    let step = |uid: &str| insight::Insight { level: Level::Status, ..insight(uid) };
    let snapshot =
        telling(vec![("nodes", vec![step("Rebooting")]), ("mco", vec![step("Rebooting")])]);
    assert_eq!(shown(&snapshot).len(), 1);
}

#[test]
fn insights_of_the_controller_are_shown_if_the_objects_cannot_be_read_here() {
    let seen = vec![insight("NodeUnavailable"), insight("OperatorDegraded"), insight("Failing")];
    let mut snapshot = telling(vec![(insight::PROGRESS, seen)]);
    assert_eq!(shown(&snapshot).len(), 0);
    snapshot.nodes = Part::NotRead;
    assert_eq!(shown(&snapshot), ["NodeUnavailable"]);
}

#[test]
fn informers_that_are_left_out_are_built_in_ones() {
    for name in ["cluster-version", "cluster-operators", "machine-config-pools", "nodes", "alerts"]
    {
        assert!(insight::is_reserved(name), "{name}");
    }
}

#[test]
fn the_control_plane_takes_as_long_as_its_informers_say() {
    let remaining = |snapshot: &Snapshot| assess(snapshot).control_plane.remaining;
    let Remaining::About(own) = remaining(&snapshot()) else { panic!("it is estimated") };
    let with = |one: insight::Insight| remaining(&telling(vec![("mco", vec![one])]));
    let later = own + minutes(7);
    assert_eq!(with(until("Late", later)), Remaining::About(later));
    assert_eq!(with(until("Odd", later - minutes(1) / 2)), Remaining::About(later), "not earlier");
    assert_eq!(with(until("Soon", own - minutes(7))), Remaining::About(own));
    assert_eq!(with(until("Past", -minutes(7))), Remaining::About(own));
    assert_eq!(with(until("Elsewhere", later).in_pool(Some("worker"))), Remaining::About(own));
    let resolved = insight::Insight {
        remediation: insight::Remediation { resolved: Some(true), ..until("", later).remediation },
        ..insight("Resolved")
    };
    assert_eq!(with(resolved), Remaining::About(own));
}

#[test]
fn an_estimate_that_is_over_is_put_off_and_its_lateness_stays() {
    let mut late = telling(vec![("mco", vec![until("Defragmenting", minutes(20))])]);
    late.cluster.history[0].started = Some(now() - SignedDuration::from_hours(9));
    late.operators = Part::Known(vec![operator("dns", "4.6.23", Status::False)]);
    let plane = assess(&late).control_plane;
    assert_eq!(plane.remaining, Remaining::About(minutes(20)));
    let alone = assess(&Snapshot { reported: Part::NotServed, ..late }).control_plane;
    assert_eq!((plane.assessment, alone.assessment), (Assessment::Stalled, Assessment::Stalled));
    assert!(matches!(alone.remaining, Remaining::Overdue { .. }), "{:?}", alone.remaining);
}

#[test]
fn what_is_completed_takes_no_longer_whatever_is_said() {
    let snapshot = at_rest(telling(vec![("mco", vec![until("Late", minutes(90))])]));
    assert_eq!(assess(&snapshot).control_plane.remaining, Remaining::Nothing);
}

#[test]
fn pools_and_nodes_take_as_long_as_is_said_of_them() {
    let step = |left| insight::Insight { level: Level::Status, ..until("Rebooting", left) };
    let of_node = |one: insight::Insight| one.concerning(Object::new("Node", "worker-0"));
    let worker = |one: insight::Insight| {
        let mut snapshot = telling(vec![("mco", vec![one])]);
        snapshot.nodes =
            Part::Known(vec![moving("worker-0", "worker"), node("worker-1", "worker")]);
        let pool = assess(&snapshot).pools.remove(0);
        let estimates: Vec<String> = pool.nodes.iter().map(NodeReport::estimate).collect();
        (pool.left, estimates.join(" "))
    };
    assert_eq!(worker(insight("Nothing")), (None, "+5m ?".to_owned()));
    let named = step(minutes(25)).in_pool(Some("worker"));
    assert_eq!(worker(named.clone()), (Some(minutes(25)), "+5m ?".to_owned()));
    assert_eq!(worker(of_node(named)), (Some(minutes(25)), "+25m ?".to_owned()));
    let mut unnamed = of_node(step(minutes(4)));
    unnamed.scope.area = insight::Area::WorkerPool;
    assert_eq!(worker(unnamed), (Some(minutes(4)), "+5m ?".to_owned()));
    let grave = of_node(until("HighCPU", minutes(25)).in_pool(Some("worker")));
    assert_eq!(worker(grave).1, "+5m ?", "that is no step of the node");
    assert_eq!(worker(step(minutes(25)).in_pool(Some("infra"))), (None, "+5m ?".to_owned()));
}

fn machine_set(pending: Status, active: Status, reason: &str) -> ReportedPool {
    let said = |kind, status| Condition { reason: reason.into(), ..condition(kind, status) };
    ReportedPool {
        object: Object::within("MachineSet", "machines", "set"),
        conditions: Conditions(vec![said("UpdatePending", pending), said("UpdateActive", active)]),
    }
}

fn with_pools(pools: Vec<ReportedPool>) -> Snapshot {
    let told = ReportedStatus { heartbeat: Some(now()), pools, ..ReportedStatus::default() };
    at_rest(Snapshot { reported: Part::Known(told), ..snapshot() })
}

#[test]
fn pools_that_only_informers_report_are_assessed_by_their_report() {
    let (yes, no, unknown) = (Status::True, Status::False, Status::Unknown);
    for (pending, active, reason, assessment) in [
        (no, no, "ReleaseReconciled", Some(PoolAssessment::Completed)),
        (yes, yes, "WorkersUpdateActive", Some(PoolAssessment::Progressing)),
        (yes, no, "UpdatesPaused", Some(PoolAssessment::Excluded)),
        (yes, no, "AwaitingWindow", Some(PoolAssessment::Excluded)),
        (yes, no, "Whatever", Some(PoolAssessment::Pending)),
        (unknown, unknown, "CannotDetermine", None),
    ] {
        let report = assess(&with_pools(vec![machine_set(pending, active, reason)]));
        assert_eq!(report.others[0].assessment, assessment, "{reason}");
        let moves = assessment.is_some_and(|one| one != PoolAssessment::Completed);
        assert_eq!(report.updating, moves, "{reason}");
    }
}

#[test]
fn a_pool_that_only_others_tell_of_is_said_to_be_done() {
    let at = |status| assess(&with_pools(vec![machine_set(status, status, "")]));
    let [moves, done, unknown] = [Status::True, Status::False, Status::Unknown].map(at);
    let updated = StatusEvent::PoolUpdated("MachineSet machines/set".into());
    assert!(events(&moves, &done).contains(&updated));
    assert!(!events(&moves, &unknown).contains(&updated));
    assert!(!events(&done, &done).contains(&updated));
}

#[test]
fn a_controller_that_is_gone_keeps_nothing_moving() {
    let mut snapshot = with_pools(vec![machine_set(Status::True, Status::True, "")]);
    assert!(assess(&snapshot).updating);
    snapshot.now = Some(now() + minutes(3));
    let report = assess(&snapshot);
    assert!(!report.updating);
    assert_eq!(report.others.len(), 1, "it is still said");
}

#[test]
fn an_update_status_that_does_not_say_how_old_it_is_counts() {
    let mut snapshot = with_pools(vec![machine_set(Status::True, Status::True, "")]);
    let Part::Known(told) = &mut snapshot.reported else { unreachable!() };
    told.heartbeat = None;
    told.informers = vec![stored("mco", vec![insight("Passing")])];
    assert!(assess(&snapshot).updating);
    assert_eq!(shown(&snapshot), ["Passing"]);
    let Part::Known(told) = &mut snapshot.reported else { unreachable!() };
    told.ended = Some(now());
    assert!(!assess(&snapshot).updating, "it is no longer maintained");
    assert!(shown(&snapshot).is_empty());
}

#[test]
fn reported_machine_config_pools_are_shown_only_if_they_cannot_be_read() {
    let mut pool = machine_set(Status::True, Status::True, "");
    pool.object = Object::new("MachineConfigPool", "worker");
    let mut snapshot = with_pools(vec![pool]);
    assert!(assess(&snapshot).others.is_empty());
    snapshot.pools = Part::NotRead;
    assert_eq!(assess(&snapshot).others.len(), 1);
}

#[test]
fn a_controller_is_alive_for_two_minutes() {
    let seen = |ago| is_alive(Some(now() - ago), now());
    assert!(seen(minutes(0)) && seen(minutes(2)) && seen(-minutes(1)));
    assert!(!seen(minutes(3)) && !seen(-minutes(3)) && !is_alive(None, now()));
}

#[test]
fn insights_of_informers_come_and_go_by_their_id() {
    let (one, two) = (vec![insight("A"), insight("B")], vec![insight("B"), insight("C")]);
    let before = assess(&telling(vec![("mco", one)]));
    let after = assess(&telling(vec![("mco", two)]));
    let events = events(&before, &after);
    let uid = |shown: &StatusInsight| {
        assert!(shown.reported_by.is_some(), "{shown:?}");
        shown.insight.uid.clone()
    };
    let [StatusEvent::InsightCome(come), StatusEvent::InsightGone(gone)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((uid(come), uid(gone)), ("C".to_owned(), "A".to_owned()));
}

#[test]
fn insights_of_informers_do_not_affect_the_assessment() {
    let grave = insight::Insight { level: Level::Critical, ..insight("Loud") };
    let snapshot = telling(vec![("mco", vec![grave])]);
    assert_eq!(assess(&snapshot).verdict(), StatusVerdict::Progressing);
}

#[test]
fn an_update_status_that_cannot_be_read_leaves_the_report_incomplete() {
    let mut snapshot = snapshot();
    assert!(assess(&snapshot).complete);
    snapshot.reported = Part::unreadable("forbidden");
    assert!(!assess(&snapshot).complete);
}
