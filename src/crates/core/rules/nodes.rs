//! Nodes that cannot be updated, or cannot take over workloads.

use std::collections::BTreeMap;

use jiff::SignedDuration;

use super::{UpdatePhase, UpdateTarget};
use crate::condition_type::NodeCondition;
use crate::drain::BlockedEviction;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::{BUDGETS, MACHINES};
use crate::objects::machine_config_pool::home;
use crate::objects::node::Node;
use crate::part::Part;
use crate::progress::UpdateProgress;
use crate::progress::nodes::{NodeProblem, NodeProblemKind, NodeReport};
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;

/// A bad condition, and its sentences.
struct NodeTrouble {
    code: InsightCode,
    /// The type of the condition, and the prefix of the uid.
    condition: NodeCondition,
    uid: &'static str,
    fine: Status,
    is: &'static str,
    may: &'static str,
    /// How long it must last during an update, in which nodes restart. oc:
    /// pkg/cli/admin/upgrade/status/mco/layered_node_state.go:67-73
    grace: SignedDuration,
}

const TROUBLES: [NodeTrouble; 5] = [
    NodeTrouble {
        code: InsightCode::NodeNotReady,
        condition: NodeCondition::Ready,
        uid: "NodeNotReady",
        fine: Status::True,
        is: "is not ready",
        may: "may not be ready",
        grace: SignedDuration::from_mins(5),
    },
    NodeTrouble {
        code: InsightCode::NodeDiskPressure,
        condition: NodeCondition::DiskPressure,
        uid: "NodeDiskPressure",
        fine: Status::False,
        is: "has disk pressure",
        may: "may have disk pressure",
        grace: SignedDuration::from_mins(1),
    },
    NodeTrouble {
        code: InsightCode::NodeMemoryPressure,
        condition: NodeCondition::MemoryPressure,
        uid: "NodeMemoryPressure",
        fine: Status::False,
        is: "has memory pressure",
        may: "may have memory pressure",
        grace: SignedDuration::from_mins(1),
    },
    NodeTrouble {
        code: InsightCode::NodePidPressure,
        condition: NodeCondition::PidPressure,
        uid: "NodePIDPressure",
        fine: Status::False,
        is: "has PID pressure",
        may: "may have PID pressure",
        grace: SignedDuration::from_mins(1),
    },
    NodeTrouble {
        code: InsightCode::NodeNetworkUnavailable,
        condition: NodeCondition::NetworkUnavailable,
        uid: "NodeNetworkUnavailable",
        fine: Status::False,
        is: "has unavailable network",
        may: "may have unavailable network",
        grace: SignedDuration::from_mins(1),
    },
];

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    snapshot.nodes.as_ref().map(|nodes| match phase {
        // Without pools, it is unknown which nodes are updating.
        UpdatePhase::During(progress) if !progress.pools.is_empty() => {
            while_updating(nodes, snapshot, progress)
        }
        UpdatePhase::Idle | UpdatePhase::During(_) | UpdatePhase::After(_) => {
            nodes.iter().flat_map(|node| at_rest(node, snapshot)).collect()
        }
    })
}

/// Nodes restart during an update: only what lasts is reported. Nodes without a pool are not
/// updated, but may have a shortage nevertheless.
fn while_updating(nodes: &[Node], snapshot: &Snapshot, progress: &UpdateProgress) -> Vec<Insight> {
    let reports = progress.pools.iter().flat_map(|pool| &pool.nodes);
    let reports: BTreeMap<&str, &NodeReport> =
        reports.map(|report| (report.name.as_str(), report)).collect();
    let of_node = |node: &Node| match reports.get(node.name.as_str()) {
        Some(report) => of_report(report, node, snapshot),
        None => lasting(node, TROUBLES.iter(), snapshot),
    };
    nodes.iter().flat_map(of_node).collect()
}

/// Everything that makes a node unschedulable is one insight, as in oc.
fn of_report(report: &NodeReport, node: &Node, snapshot: &Snapshot) -> Vec<Insight> {
    let always = degraded(node, snapshot).into_iter().chain(drain_blocked(node, snapshot));
    // Without the configurations of nodes, all that is known is that one changes.
    let updating =
        report.updating || (!snapshot.configs.is_known() && node.current != node.desired);
    if updating {
        return always.collect();
    }
    let others = TROUBLES.iter().filter(|trouble| trouble.is_apart(node));
    let others = lasting(node, others, snapshot);
    let cordoned = cordoned(node, snapshot).filter(|_| !node.is_drained_for_update());
    let unavailable = unavailable(report, node, snapshot).into_iter();
    unavailable.chain(others).chain(cordoned).chain(always).collect()
}

/// Returns the shortages of a node that last longer than its update takes.
fn lasting<'a>(
    node: &Node,
    troubles: impl Iterator<Item = &'a NodeTrouble>,
    snapshot: &Snapshot,
) -> Vec<Insight> {
    let lasts = |trouble: &&NodeTrouble| {
        let said = node.conditions.get(trouble.condition);
        let since = said.and_then(|said| said.since);
        let lasts = |since| snapshot.instant().duration_since(since) >= trouble.grace;
        said.is_some() && since.is_none_or(lasts)
    };
    troubles.filter(lasts).filter_map(|trouble| trouble.of_node(node, snapshot)).collect()
}

fn unavailable(report: &NodeReport, node: &Node, snapshot: &Snapshot) -> Option<Insight> {
    let name = &node.name;
    let serious = report.serious(snapshot.instant());
    let first = trouble_of(serious.first()?.kind)?;
    let said = |complaint: &NodeProblem| format!("Node {name} {}", words(complaint.kind));
    let summary: Vec<String> = report.complaints.iter().map(said).collect();
    let described = |complaint: &NodeProblem| {
        let (reason, message) = (complaint.kind.text(), &complaint.message);
        format!("Node has a condition with Reason {reason:?} and message {message:?}")
    };
    let description: Vec<String> = report.complaints.iter().map(described).collect();
    let description = if report.degraded { reason(node) } else { description.join(" | ") };
    let uid = format!("{}-{name}", first.uid);
    let (level, impact) = (Level::Warning, Impact::UpdateSpeed);
    let code = InsightCode::NodeUnavailable;
    Some(
        placed(Insight::new(code, uid, level, impact, summary.join(" | ")), node, snapshot)
            .since(report.complaints.iter().filter_map(|complaint| complaint.since).min())
            .describing(description)
            .remedied_by(mend(node)),
    )
}

fn trouble_of(kind: NodeProblemKind) -> Option<&'static NodeTrouble> {
    let condition = match kind {
        NodeProblemKind::NotReady => NodeCondition::Ready,
        NodeProblemKind::DiskPressure => NodeCondition::DiskPressure,
        NodeProblemKind::NetworkUnavailable => NodeCondition::NetworkUnavailable,
        NodeProblemKind::Unschedulable | NodeProblemKind::Processing => return None,
    };
    TROUBLES.iter().find(|trouble| trouble.condition == condition)
}

fn words(kind: NodeProblemKind) -> &'static str {
    trouble_of(kind).map_or_else(|| kind.text(), |trouble| trouble.is)
}

/// What would block the next update of a node is reported at once.
fn at_rest(node: &Node, snapshot: &Snapshot) -> Vec<Insight> {
    let troubles = TROUBLES.iter().filter_map(|trouble| trouble.of_node(node, snapshot));
    let others =
        [cordoned(node, snapshot), degraded(node, snapshot), drain_blocked(node, snapshot)];
    troubles.chain(others.into_iter().flatten()).collect()
}

impl NodeTrouble {
    fn of_node(&self, node: &Node, snapshot: &Snapshot) -> Option<Insight> {
        let said = node.conditions.get(self.condition);
        // A node must report Ready; it need not report that it has no shortage.
        let status = said.map_or(self.fine_where_unsaid(), |said| said.status);
        let (level, sentence) = match status {
            status if status == self.fine => return None,
            Status::Unknown => (Level::Unknown, self.may),
            Status::True | Status::False => (Level::Warning, self.is),
        };
        let name = &node.name;
        let (uid, summary) = (format!("{}-{name}", self.uid), format!("Node {name} {sentence}"));
        let insight = Insight::new(self.code, uid, level, Impact::UpdateSpeed, summary);
        Some(
            placed(insight, node, snapshot)
                .since(said.and_then(|said| said.since))
                .describing(said.map(|said| said.message.clone()).unwrap_or_default())
                .remedied_by(mend(node)),
        )
    }

    /// Returns whether a node is known to have it and is still schedulable.
    fn is_apart(&self, node: &Node) -> bool {
        let takes_pods =
            [NodeCondition::MemoryPressure, NodeCondition::PidPressure].contains(&self.condition);
        takes_pods && node.conditions.is(self.condition, Status::True)
    }

    fn fine_where_unsaid(&self) -> Status {
        if self.fine == Status::True { Status::Unknown } else { self.fine }
    }
}

fn cordoned(node: &Node, snapshot: &Snapshot) -> Option<Insight> {
    let name = &node.name;
    let insight = Insight::new(
        InsightCode::NodeCordoned,
        format!("NodeUnschedulable-{name}"),
        Level::Warning,
        Impact::UpdateSpeed,
        format!("Node {name} is cordoned"),
    );
    node.unschedulable.then(|| {
        placed(insight, node, snapshot)
            .describing("Its pool counts it as unavailable, and waits while too many nodes are.")
            .remedied_by(format!("run `oc adm uncordon {name}`"))
    })
}

/// A node whose daemon cannot apply its configuration does not recover by itself.
fn degraded(node: &Node, snapshot: &Snapshot) -> Option<Insight> {
    let name = &node.name;
    let insight = Insight::new(
        InsightCode::NodeDegraded,
        format!("NodeDegraded-{name}"),
        Level::Error,
        Impact::UpdateStalled,
        format!("Node {name} is degraded"),
    );
    node.is_degraded().then(|| {
        placed(insight, node, snapshot)
            .describing(reason(node))
            .remedied_by(mend(node))
            .stops_update(true)
    })
}

/// A drain waits as long as a budget blocks the eviction of a pod. Which pods these are changes, so
/// they are not part of the identity.
fn drain_blocked(node: &Node, snapshot: &Snapshot) -> Option<Insight> {
    let held = if node.is_to_be_drained() { snapshot.holds_of(&node.name) } else { Vec::new() };
    let BlockedEviction { pod, budget } = held.first()?;
    let name = &node.name;
    let more = match held.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let summary = format!(
        "Node {name} cannot be drained: PodDisruptionBudget {budget} blocks the eviction of pod \
         {pod}{more}"
    );
    let held =
        held.iter().map(|held| format!("pod {}: PodDisruptionBudget {}", held.pod, held.budget));
    let (code, uid) = (InsightCode::DrainBlocked, format!("NodeDrainBlocked-{name}"));
    Some(
        placed(
            Insight::new(code, uid, Level::Warning, Impact::UpdateStalled, summary),
            node,
            snapshot,
        )
        .describing(format!("Blocked evictions:\n{}", held.collect::<Vec<_>>().join("\n")))
        .remedied_by("run more replicas, or relax the budget while nodes update")
        .see(BUDGETS),
    )
}

fn placed(insight: Insight, node: &Node, snapshot: &Snapshot) -> Insight {
    let pool = home(node, snapshot.pools.items()).map(|pool| pool.name.as_str());
    insight.in_pool(pool).concerning(Object::new("Node", &node.name)).see(MACHINES)
}

fn mend(node: &Node) -> String {
    format!("repair it first, see `oc describe node {}`", node.name)
}

fn reason(node: &Node) -> String {
    match node.reason.trim() {
        "" => "<no message>".to_owned(),
        reason => reason.to_owned(),
    }
}
