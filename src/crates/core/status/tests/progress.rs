//! How far it is.

use jiff::SignedDuration;

use crate::cluster::Requested;
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
fn every_phase_of_a_node_is_told_apart() {
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
fn a_layered_node_is_judged_by_its_conditions_too() {
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
fn two_thousand_nodes_are_all_in_the_report() {
    let mut snapshot = snapshot();
    let nodes = (0..2_000).map(|place| moving(&format!("worker-{place:04}"), "worker")).collect();
    snapshot.nodes = Part::Known(nodes);
    let report = assess(&snapshot);
    assert_eq!(report.pools[0].counts.total, 2_000);
    assert_eq!(report.pools[0].counts.progressing, 2_000);
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
fn a_quiet_cluster_version_needs_no_more_reading() {
    let quiet = Snapshot::new(cluster("4.6.23"));
    assert!(!quiet.is_busy());
    assert!(snapshot().is_busy());
    let failing = with(cluster("4.6.23"), "Failing", Status::Unknown);
    assert!(Snapshot::new(failing).is_busy());
}
