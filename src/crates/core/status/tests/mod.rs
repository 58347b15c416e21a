//! Snapshots to evaluate; each test is named after what it prevents.

mod insights;
mod node_filter;
mod progress;
mod reported;

use jiff::SignedDuration;

use super::*;
use crate::cluster::HistoryEntry;
use crate::objects::cluster_operator::Operator;
use crate::objects::machine_config_pool::Pool;
use crate::objects::node::Node;
use crate::part::Part;
use crate::progress::nodes::NodeReport;
use crate::selector::{Requirement, Selector};
use crate::testing::{cluster, condition, now, past, with};
use upgrade_graph::condition::Conditions;

pub(super) const OLD: &str = "rendered-old";
pub(super) const NEW: &str = "rendered-new";

pub(super) fn operator(name: &str, version: &str, progressing: Status) -> Operator {
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

pub(super) fn pool(name: &str) -> Pool {
    let label = format!("node-role.kubernetes.io/{name}");
    Pool {
        name: name.into(),
        wanted: Some(NEW.into()),
        selector: Some(Selector(vec![Requirement::Exists(label)])),
        ..Pool::default()
    }
}

/// A node of a role that waits for its turn.
pub(super) fn node(name: &str, role: &str) -> Node {
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

/// A node that is updating.
pub(super) fn moving(name: &str, role: &str) -> Node {
    Node { desired: NEW.into(), state: "Working".into(), ..node(name, role) }
}

/// Halfway from 4.6.23 to 4.6.43, for half an hour.
pub(super) fn snapshot() -> Snapshot {
    let mut cluster = with(cluster("4.6.43"), "Progressing", Status::True);
    let started = now() - SignedDuration::from_mins(30);
    cluster.history = vec![
        HistoryEntry { completed: false, started: Some(started), ended: None, ..past("4.6.43") },
        past("4.6.23"),
    ];
    let mut snapshot = Snapshot::new(cluster);
    snapshot.alerts = Part::Known(Vec::new());
    snapshot.operators = Part::Known(vec![
        operator("dns", "4.6.23", Status::False),
        operator("etcd", "4.6.43", Status::False),
        operator("network", "4.6.23", Status::True),
    ]);
    snapshot.pools = Part::Known(vec![pool("master"), pool("worker")]);
    snapshot.nodes = Part::Known(vec![node("master-0", "master"), node("worker-0", "worker")]);
    let configs = [(OLD, "4.6.23"), (NEW, "4.6.43")];
    let configs = configs.map(|(name, of)| (name.to_owned(), Some(of.to_owned())));
    snapshot.configs = Part::Known(configs.into());
    snapshot
}

pub(super) fn of_worker(change: impl FnOnce(&mut Node)) -> NodeReport {
    let mut snapshot = snapshot();
    let mut worker = node("worker-0", "worker");
    change(&mut worker);
    snapshot.nodes = Part::Known(vec![worker]);
    assess(&snapshot).pools[0].nodes[0].clone()
}
