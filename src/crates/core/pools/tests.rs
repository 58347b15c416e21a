//! What pools wait for, and what pausing and resuming them does.

use std::collections::BTreeMap;

use super::change::{PoolAction, PoolCaution, PoolChange, PoolFinding, PoolsDecision, decide};
use super::{PendingNodes, PoolWaitReason, overview};
use crate::objects::infrastructure::Topology;
use crate::objects::machine_config_pool::{Pool, pool as read};
use crate::objects::node::Node;
use crate::part::Part;
use crate::snapshot::Snapshot;
use crate::testing::{cluster, condition, infrastructure, past, snapshot};
use upgrade_graph::condition::{Conditions, Status};

const OLD: &str = "rendered-old";
const NEW: &str = "rendered-new";

fn pool(name: &str, role: &str) -> Pool {
    let selector = serde_json::json!({"spec": {
        "nodeSelector": {"matchLabels": {format!("role/{role}"): ""}},
        "configuration": {"name": NEW},
    }});
    Pool { generation: Some(1), observed_generation: Some(1), ..read(name.to_owned(), &selector) }
}

fn node(name: &str, role: &str, current: &str) -> Node {
    Node {
        name: name.to_owned(),
        labels: BTreeMap::from([(format!("role/{role}"), String::new())]),
        current: current.to_owned(),
        desired: current.to_owned(),
        state: "Done".to_owned(),
        conditions: Conditions(vec![condition("Ready", Status::True)]),
        ..Node::default()
    }
}

/// A cluster on 4.15.20 with workers on 4.14.40 and a control plane that is updated.
fn between() -> Snapshot {
    let mut cluster = cluster("4.15.20");
    cluster.history = vec![past("4.15.20"), past("4.14.40")];
    let worker = Pool { paused: true, ..pool("worker", "worker") };
    let versions = [(OLD, "4.14.40"), (NEW, "4.15.20")];
    let versions = versions.map(|(name, version)| (name.to_owned(), Some(version.to_owned())));
    Snapshot {
        pools: Part::Known(vec![worker, pool("master", "master")]),
        nodes: Part::Known(vec![
            node("master-0", "master", NEW),
            node("worker-0", "worker", OLD),
            node("worker-1", "worker", OLD),
        ]),
        configs: Part::Known(BTreeMap::from(versions)),
        ..snapshot(&cluster)
    }
}

/// Changes the workers' pool and its first node.
fn with(change: impl FnOnce(&mut Pool, &mut Node)) -> Snapshot {
    let mut snapshot = between();
    let (Part::Known(pools), Part::Known(nodes)) = (&mut snapshot.pools, &mut snapshot.nodes)
    else {
        unreachable!()
    };
    change(&mut pools[0], &mut nodes[1]);
    snapshot
}

fn waits(snapshot: &Snapshot) -> Option<(PoolWaitReason, String)> {
    let pools = overview(snapshot);
    let worker = pools.into_iter().find(|one| one.pool.name == "worker").unwrap();
    worker.waits_for.map(|wait| (wait.reason, wait.message))
}

fn changes(snapshot: &Snapshot, action: PoolAction, names: &[&str]) -> Vec<PoolChange> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    match decide(snapshot, action, &names) {
        PoolsDecision::Checked(changes) => changes,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn the_pool_of_the_control_plane_comes_first_and_a_paused_one_waits_for_its_resume() {
    let pools = overview(&between());
    let names: Vec<&str> = pools.iter().map(|one| one.pool.name.as_str()).collect();
    assert_eq!(names, ["master", "worker"]);
    assert_eq!(pools[0].waits_for, None);
    assert_eq!(pools[1].pending, Some(PendingNodes { nodes: 2, total: 2 }));
    assert_eq!(pools[1].versions, ["4.14.40"]);
    let message = "resume (2 of 2 nodes pending)".to_owned();
    assert_eq!(waits(&between()), Some((PoolWaitReason::Resume, message)));
}

#[test]
fn what_a_pool_waits_for_is_the_first_thing_that_must_happen() {
    let resumed = |change: &dyn Fn(&mut Pool, &mut Node)| {
        waits(&with(|pool, node| {
            pool.paused = false;
            change(pool, node);
        }))
    };
    let said = |reason, message: &str| Some((reason, message.to_owned()));
    assert_eq!(
        resumed(&|_, _| {}),
        said(PoolWaitReason::NextNode, "next node (2 pending)"),
        "nothing has started"
    );
    assert_eq!(
        resumed(&|_, node| node.conditions = Conditions(vec![condition("Ready", Status::False)])),
        said(PoolWaitReason::Availability, "worker-0 to be available")
    );
    assert_eq!(
        resumed(&|_, node| {
            node.desired = NEW.to_owned();
            node.state = "Working".to_owned();
        }),
        said(PoolWaitReason::Update, "update of worker-0")
    );
    assert_eq!(
        resumed(&|_, node| {
            node.desired = NEW.to_owned();
            node.desired_drain = format!("drain-{NEW}");
            node.last_drain = format!("uncordon-{OLD}");
        }),
        said(PoolWaitReason::Drain, "drain of worker-0")
    );
    assert_eq!(
        resumed(&|_, node| {
            node.state = "Degraded".to_owned();
            node.reason = "disk is full\nmore".to_owned();
        }),
        said(PoolWaitReason::Repair, "repair of worker-0: disk is full")
    );
    assert_eq!(
        resumed(&|pool, _| {
            pool.conditions = Conditions(vec![condition("RenderDegraded", Status::True)]);
        })
        .unwrap()
        .0,
        PoolWaitReason::Configuration
    );
}

#[test]
fn without_new_configuration_a_pool_waits_for_the_control_plane() {
    let mut snapshot = with(|pool, _| {
        (pool.paused, pool.wanted) = (false, Some(OLD.to_owned()));
    });
    snapshot.cluster.history[0].completed = false;
    let message = "control plane update to 4.15.20".to_owned();
    assert_eq!(waits(&snapshot), Some((PoolWaitReason::ControlPlane, message)));
}

#[test]
fn a_paused_pool_without_pending_nodes_waits_for_nothing() {
    let done = |snapshot: &mut Snapshot| {
        let Part::Known(nodes) = &mut snapshot.nodes else { unreachable!() };
        for node in nodes {
            (node.current, node.desired) = (NEW.to_owned(), NEW.to_owned());
        }
    };
    let mut snapshot = between();
    done(&mut snapshot);
    assert_eq!(waits(&snapshot), None);
    let resume = &changes(&snapshot, PoolAction::Resume, &["worker"])[0];
    assert!(resume.changes() && !resume.reboots());
}

#[test]
fn nodes_that_cannot_be_read_are_counted_by_their_pool() {
    let mut snapshot = with(|pool, _| (pool.machines, pool.updated) = (Some(5), Some(2)));
    snapshot.nodes = Part::unreadable("forbidden");
    let resume = &changes(&snapshot, PoolAction::Resume, &["worker"])[0];
    assert_eq!(resume.pending, Some(PendingNodes { nodes: 3, total: 5 }));
    assert_eq!(resume.effect(), "3 of 5 nodes of worker drain and reboot, one at a time");
    let mut unknown = between();
    unknown.nodes = Part::unreadable("forbidden");
    let resume = &changes(&unknown, PoolAction::Resume, &["worker"])[0];
    assert!(resume.pending.is_none() && resume.reboots(), "unknown counts as some");
}

#[test]
fn the_control_plane_and_required_pools_are_never_paused_and_may_be_resumed() {
    let refused =
        |snapshot: &Snapshot, name: &str| changes(snapshot, PoolAction::Pause, &[name])[0].finding;
    assert_eq!(refused(&between(), "master"), Some(PoolFinding::ControlPlane));
    let required = with(|pool, _| (pool.is_required, pool.paused) = (true, false));
    assert_eq!(refused(&required, "worker"), Some(PoolFinding::Required));
    let mut paused = between();
    let Part::Known(pools) = &mut paused.pools else { unreachable!() };
    pools[1].paused = true;
    assert_eq!(refused(&paused, "master"), None, "nothing to do");
    let resume = &changes(&paused, PoolAction::Resume, &["master"])[0];
    assert!(resume.finding.is_none() && resume.changes());
}

#[test]
fn a_pause_warns_of_certificates_and_of_configuration_that_does_not_arrive() {
    let running = with(|pool, _| pool.paused = false);
    let pause = &changes(&running, PoolAction::Pause, &["worker"])[0];
    let stays = PoolCaution::Stays(PendingNodes { nodes: 2, total: 2 });
    assert_eq!(pause.cautions, [stays, PoolCaution::Certificates]);
    assert!(!pause.reboots());
    let already = &changes(&between(), PoolAction::Pause, &["worker"])[0];
    assert!(!already.changes() && already.cautions.is_empty());
}

#[test]
fn a_resume_between_two_minor_versions_warns_of_a_second_reboot() {
    let resume = &changes(&between(), PoolAction::Resume, &["worker"])[0];
    let ahead = PoolCaution::OneMinorAhead {
        nodes: "4.14.40".to_owned(),
        control_plane: "4.15.20".to_owned(),
        next: "4.16".to_owned(),
    };
    assert_eq!(resume.cautions, [ahead]);
    let mut updating = between();
    updating.cluster.history[0].completed = false;
    let resume = &changes(&updating, PoolAction::Resume, &["worker"])[0];
    assert_eq!(resume.cautions, [PoolCaution::InProgress("4.15.20".to_owned())]);
}

#[test]
fn every_name_counts_once_and_one_that_is_unknown_stops_all() {
    let changes = changes(&between(), PoolAction::Resume, &["worker", "master", "worker"]);
    let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
    assert_eq!(names, ["worker", "master"]);
    let names = ["worker".to_owned(), "wroker".to_owned()];
    let known = vec!["master".to_owned(), "worker".to_owned()];
    let unknown = PoolsDecision::Unknown {
        name: "wroker".to_owned(),
        nearest: vec!["worker".to_owned()],
        known,
    };
    assert_eq!(decide(&between(), PoolAction::Resume, &names), unknown);
}

#[test]
fn a_hosted_cluster_has_no_pools_to_change() {
    let mut hosted = between();
    hosted.infrastructure = infrastructure(Topology::External);
    let names = ["worker".to_owned()];
    assert_eq!(decide(&hosted, PoolAction::Pause, &names), PoolsDecision::Hosted);
}

#[test]
fn what_changed_meanwhile_matters_only_if_more_nodes_reboot() {
    let shown = &changes(&between(), PoolAction::Resume, &["worker"])[0];
    let fewer = with(|_, node| (node.current, node.desired) = (NEW.into(), NEW.into()));
    assert!(changes(&fewer, PoolAction::Resume, &["worker"])[0].is_within(shown));
    let mut more = between();
    let Part::Known(nodes) = &mut more.nodes else { unreachable!() };
    nodes.push(node("worker-2", "worker", OLD));
    assert!(!changes(&more, PoolAction::Resume, &["worker"])[0].is_within(shown));
    let faster = with(|pool, _| pool.max_unavailable = Some("2".to_owned()));
    assert!(!changes(&faster, PoolAction::Resume, &["worker"])[0].is_within(shown));
}
