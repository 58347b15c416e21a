//! The progress of an update.

use jiff::SignedDuration;

use crate::cluster::Requested;
use crate::objects::machine_config_pool::Pool;
use crate::objects::node::Node;
use crate::part::Part;
use crate::progress::control_plane::Completion;
use crate::status::*;
use crate::testing::{cluster, condition, now, past, with};
use upgrade_graph::condition::Conditions;
use upgrade_graph::testing::release;

use super::{NEW, OLD, moving, node, of_worker, operator, pool, snapshot};
use crate::progress::control_plane::Remaining;
use crate::progress::nodes::{NodeAssessment, NodePhase};

#[test]
fn operators_are_counted_as_updated_updating_and_waiting() {
    let plane = assess(&snapshot()).control_plane;
    let Completion { updated, updating, waiting, total } = plane.completion;
    assert_eq!((updated, updating, waiting, total), (1, 1, 1, 3));
    assert_eq!(plane.assessment, Assessment::Progressing);
}

#[test]
fn it_is_not_completed_before_the_cluster_version_says_so() {
    let mut snapshot = snapshot();
    snapshot.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    let plane = assess(&snapshot).control_plane;
    assert_eq!((plane.completed, plane.assessment), (None, Assessment::Progressing));
    snapshot.operators = Part::Known(Vec::new());
    assert_eq!(assess(&snapshot).control_plane.completed, None, "no operators are no proof");
    snapshot.cluster.history[0] = past("4.6.43");
    assert_eq!(assess(&snapshot).control_plane.assessment, Assessment::Completed);
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
    let mut snapshot = snapshot();
    snapshot.pools = Part::NotRead;
    snapshot.nodes = Part::NotRead;
    snapshot.operators = Part::NotRead;
    let report = assess(&snapshot);
    assert!(report.updating && report.pools.is_empty() && report.control_plane.nodes().is_empty());
    snapshot.pools = Part::Known(vec![pool("worker")]);
    snapshot.nodes = Part::Known(vec![node("worker-0", "worker")]);
    assert!(assess(&snapshot).control_plane.nodes.is_none(), "there is no master pool");
}

#[test]
fn a_machine_config_that_is_gone_costs_its_version_only() {
    let mut snapshot = snapshot();
    let Part::Known(configs) = &mut snapshot.configs else { panic!("they are known") };
    configs.remove(OLD);
    let report = assess(&snapshot);
    assert_eq!(report.pools[0].nodes[0].version, None);
    assert_eq!(report.pools[0].nodes[0].phase, NodePhase::Pending);
}

#[test]
fn a_request_that_was_refused_is_shown() {
    let mut cluster = with(cluster("4.6.23"), "ReleaseAccepted", Status::False);
    cluster.requested = Some(Requested {
        version: "4.7.1".into(),
        image: release("4.7.1").image,
        ..Requested::default()
    });
    let report = assess(&Snapshot::new(cluster));
    assert_eq!(report.refused.as_ref().unwrap().0, "4.7.1");
    assert_eq!((report.updating, report.verdict()), (false, StatusVerdict::Stuck));
}

#[test]
fn another_image_of_the_same_version_is_no_migration() {
    let mut snapshot = snapshot();
    snapshot.cluster.history[1].version = snapshot.cluster.history[0].version.clone();
    snapshot.cluster.history[1].image = release("other").image;
    assert!(!assess(&snapshot).control_plane.target.to_multi_arch);
    snapshot.cluster.desired.architecture = Some("Multi".into());
    assert!(assess(&snapshot).control_plane.target.to_multi_arch);
    snapshot.cluster.history[1].completed = false;
    let target = assess(&snapshot).control_plane.target;
    assert!(target.previous_incomplete && !target.to_multi_arch, "one label, not two");
}

/// The update is from one image of 4.6.43 to another, and so are the configurations.
fn keeping_its_version(completed: bool) -> Snapshot {
    let mut snapshot = snapshot();
    let cluster = &mut snapshot.cluster;
    cluster.history[1].version = cluster.history[0].version.clone();
    cluster.history[1].image = release("other").image;
    if completed {
        cluster.history[0].completed = true;
        cluster.history[0].ended = Some(now());
        *cluster = with(cluster.clone(), "Progressing", Status::False);
    }
    let configs = [OLD, NEW].map(|name| (name.to_owned(), Some("4.6.43".to_owned())));
    snapshot.configs = Part::Known(configs.into());
    snapshot
}

#[test]
fn where_the_version_stays_a_node_is_updated_with_the_configuration_that_its_pool_wants() {
    for completed in [false, true] {
        let mut snapshot = keeping_its_version(completed);
        let mut done = node("worker-1", "worker");
        (done.current, done.desired) = (NEW.into(), NEW.into());
        let nodes = vec![node("worker-0", "worker"), done, moving("worker-2", "worker")];
        snapshot.nodes = Part::Known(nodes);
        let report = assess(&snapshot);
        assert!(report.updating, "workers follow, whatever the control plane says");
        let counts = report.pools[0].counts.unwrap();
        assert_eq!((counts.updated(), counts.total, counts.progressing), (1, 3, 1));
        let Part::Known(pools) = &mut snapshot.pools else { panic!("they are known") };
        pools[1].wanted = Some("rendered-newer".into());
        assert_eq!(assess(&snapshot).pools[0].counts.unwrap().updated(), 0, "the pool went on");
    }
}

#[test]
fn without_machine_configs_the_names_tell_who_is_updated_once_the_control_plane_is() {
    let mut snapshot = snapshot();
    snapshot.configs = Part::Known([].into());
    let mut done = node("worker-0", "worker");
    (done.current, done.desired) = (NEW.into(), NEW.into());
    snapshot.nodes = Part::Known(vec![done, moving("worker-1", "worker")]);
    let counts = |snapshot: &Snapshot| assess(snapshot).pools[0].counts.unwrap();
    let early = counts(&snapshot);
    assert_eq!((early.updated(), early.progressing), (0, 1), "the pool may want what it wanted");
    snapshot.cluster.history[0] = past("4.6.43");
    assert_eq!((counts(&snapshot).updated(), counts(&snapshot).total), (1, 2));
}

#[test]
fn without_nodes_a_pool_is_counted_by_what_it_says_itself() {
    use crate::progress::pools::PoolAssessment;
    let mut snapshot = snapshot();
    snapshot.nodes = Part::unreadable("forbidden");
    let unread = snapshot.clone();
    let counted = |machines, updated, paused| {
        let mut snapshot = unread.clone();
        let worker = crate::testing::pool("worker", machines, updated);
        snapshot.pools = Part::Known(vec![Pool { paused, ..worker }]);
        let pool = assess(&snapshot).pools.remove(0);
        let counts = pool.counts.unwrap();
        (pool.assessment, counts.updated(), counts.total)
    };
    assert_eq!(counted(3, 1, false), (PoolAssessment::Progressing, 1, 3));
    assert_eq!(counted(3, 0, false), (PoolAssessment::Pending, 0, 3));
    assert_eq!(counted(3, 1, true), (PoolAssessment::Excluded, 1, 3));
    assert_eq!(counted(3, 3, false), (PoolAssessment::Completed, 3, 3));
    assert_eq!(counted(0, 0, false), (PoolAssessment::Empty, 0, 0));
    snapshot.nodes = Part::Known(Vec::new());
    let lost = crate::testing::pool("worker", 3, 1);
    snapshot.pools = Part::Known(vec![lost, pool("infra")]);
    let report = assess(&snapshot);
    assert_eq!(report.pools[0].counts.unwrap().updated(), 1, "it has machines, found or not");
    assert_eq!(report.pools[1].assessment, PoolAssessment::Empty);
    snapshot.nodes = Part::unreadable("forbidden");
    let silent = &assess(&snapshot).pools[1];
    assert_eq!((silent.counts, silent.assessment), (None, PoolAssessment::Pending));
}

#[test]
fn an_update_to_all_architectures_is_done_when_the_image_is() {
    let mut snapshot = snapshot();
    let mut machine_config = operator("machine-config", "4.6.43", Status::True);
    machine_config.image = Some("old".into());
    snapshot.operators = Part::Known(vec![machine_config]);
    snapshot.machine_config_image = Part::Known("new".into());
    assert_eq!(assess(&snapshot).control_plane.completion.updated, 0);
    snapshot.machine_config_image = Part::Known("old".into());
    assert_eq!(assess(&snapshot).control_plane.completion.updated, 1);
    snapshot.machine_config_image = Part::NotRead;
    assert_eq!(assess(&snapshot).control_plane.completion.updated, 1, "what may not be read");
}

#[test]
fn a_node_in_two_pools_is_in_one_of_them_and_always_the_same() {
    let mut snapshot = snapshot();
    let mut both = node("n", "worker");
    for role in ["infra", "gpu"] {
        both.labels.insert(format!("node-role.kubernetes.io/{role}"), String::new());
    }
    snapshot.nodes = Part::Known(vec![both]);
    for names in [["worker", "infra", "gpu"], ["gpu", "infra", "worker"]] {
        snapshot.pools = Part::Known(names.map(pool).into());
        let pools = assess(&snapshot).pools;
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
    assert_eq!(
        (report.phase, report.assessment),
        (NodePhase::Updating, NodeAssessment::Progressing)
    );
    assert_eq!(report.version.as_deref(), Some("4.6.23"));
}

#[test]
fn every_phase_of_a_node_is_distinguished() {
    let drained = |node: &mut Node, desired: &str, last: &str| {
        *node = moving("worker-0", "worker");
        (node.desired_drain, node.last_drain) = (desired.into(), last.into());
    };
    let phase = |change: &dyn Fn(&mut Node)| of_worker(change).phase;
    assert_eq!(phase(&|_| {}), NodePhase::Pending);
    assert_eq!(phase(&|node| drained(node, "drain-new", "uncordon-old")), NodePhase::Draining);
    assert_eq!(phase(&|node| drained(node, "drain-new", "drain-new")), NodePhase::Updating);
    assert_eq!(
        phase(&|node| {
            drained(node, "drain-new", "drain-new");
            node.state = "Rebooting".into();
        }),
        NodePhase::Rebooting
    );
    assert_eq!(
        phase(&|node| (node.current, node.desired) = (NEW.into(), NEW.into())),
        NodePhase::Updated
    );
}

#[test]
fn a_layered_node_is_evaluated_by_its_conditions_too() {
    let report = of_worker(|node| {
        node.desired_image = "image".into();
        node.conditions = Conditions(vec![condition("Ready", Status::False)]);
    });
    assert!(report.unavailable && report.assessment == NodeAssessment::Unavailable);
}

#[test]
fn the_exit_code_tells_rest_progress_and_trouble() {
    assert_eq!(assess(&snapshot()).verdict(), StatusVerdict::Progressing);
    let rest = Snapshot::new(cluster("4.6.23"));
    assert_eq!(assess(&rest).verdict(), StatusVerdict::AtRest);
    let mut slow = snapshot();
    slow.now = Some(now() + SignedDuration::from_hours(5));
    assert_eq!(assess(&slow).control_plane.assessment, Assessment::Stalled);
    assert_eq!(assess(&slow).verdict(), StatusVerdict::Stuck);
}

#[test]
fn well_is_said_only_of_what_moves_and_is_not_stuck() {
    assert_eq!(assess(&snapshot()).outlook(), Some(Outlook::Well));
    let mut slow = snapshot();
    slow.now = Some(now() + SignedDuration::from_hours(5));
    let report = assess(&slow);
    assert_eq!(report.outlook(), Some(Outlook::Unexplained));
    assert_eq!(report.insights[0].insight.code, InsightCode::UpdateStalled);
    slow.cluster = with(slow.cluster, "Failing", Status::True);
    assert_eq!(assess(&slow).outlook(), None, "the cluster says why");
    let rest = Snapshot::new(cluster("4.6.23"));
    assert_eq!(assess(&rest).outlook(), None);
    let mut done = snapshot();
    done.operators = Part::Known(vec![operator("etcd", "4.6.43", Status::False)]);
    done.cluster.history[0] = past("4.6.43");
    done.nodes = Part::Known(Vec::new());
    let report = assess(&done);
    assert_eq!((report.updating, report.outlook()), (true, None), "nothing is left to do");
}

#[test]
fn two_thousand_nodes_are_all_in_the_report() {
    let mut snapshot = snapshot();
    let nodes = (0..2_000).map(|place| moving(&format!("worker-{place:04}"), "worker")).collect();
    snapshot.nodes = Part::Known(nodes);
    let report = assess(&snapshot);
    let counts = report.pools[0].counts.unwrap();
    assert_eq!((counts.total, counts.progressing), (2_000, 2_000));
}

#[test]
fn nothing_is_estimated_of_operators_that_could_not_be_read() {
    let mut snapshot = snapshot();
    snapshot.operators = Part::NotRead;
    snapshot.now = Some(now() + SignedDuration::from_hours(5));
    let report = assess(&snapshot);
    assert_eq!(report.control_plane.assessment, Assessment::Progressing);
    assert_eq!(report.control_plane.remaining, Remaining::NoData);
    assert_eq!((report.verdict(), report.complete), (StatusVerdict::Progressing, false));
}

#[test]
fn nodes_of_no_pool_are_counted() {
    let mut snapshot = snapshot();
    snapshot.pools = Part::Known(vec![pool("worker")]);
    assert_eq!(assess(&snapshot).nodes_without_pool, 1, "there is no pool for the master");
}

#[test]
fn what_a_node_says_leads_nowhere_but_to_machine_configs() {
    let mut snapshot = snapshot();
    let named = |name: &str| Node { current: name.into(), ..node("n", "worker") };
    snapshot.nodes = Part::Known(vec![
        named("../../secrets"),
        named("x/y"),
        named("a?watch=true"),
        named("%2e%2e"),
        named("rendered-ok"),
    ]);
    let names: Vec<String> = snapshot.configs_named().into_iter().collect();
    assert_eq!(names, ["rendered-ok", OLD]);
}

#[test]
fn a_condition_that_a_node_reports_twice_is_one_complaint() {
    let report = of_worker(|node| {
        let not_ready = || condition("Ready", Status::False);
        node.conditions =
            Conditions(vec![not_ready(), not_ready(), condition("Ready", Status::True)]);
    });
    assert_eq!(report.complaints.len(), 1, "{:?}", report.complaints);
    assert_eq!(report.message, "Not ready");
}
