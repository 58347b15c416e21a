//! Pools: which nodes belong to each, and the progress of each pool.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Serialize;

use super::nodes::{NodeAssessment, NodePhase, NodeReport, PoolTarget};
use super::reported;
use crate::condition_type::MachineConfigPoolCondition;
use crate::objects::machine_config_pool::{Pool, home};
use crate::objects::node::Node;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::{Condition, Status};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolReport {
    pub name: String,
    pub assessment: PoolAssessment,
    pub paused: bool,
    /// When it was paused, if the cluster reports that.
    pub paused_since: Option<jiff::Timestamp>,
    /// What the machine config operator cannot render.
    pub render_degraded: Option<Condition>,
    /// Most important first.
    pub nodes: Vec<NodeReport>,
    /// Of all of its nodes, shown or not; none if nothing is known about them.
    pub counts: Option<NodeCounts>,
    /// How long it takes at least, as informers report.
    pub left: Option<SignedDuration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum PoolAssessment {
    Empty,
    Completed,
    Pending,
    Degraded,
    Excluded,
    Progressing,
}

pub(crate) fn assess(snapshot: &Snapshot) -> Vec<PoolReport> {
    let pools = snapshot.pools.items();
    let mut members: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
    for node in snapshot.nodes.items() {
        if let Some(pool) = home(node, pools) {
            members.entry(&pool.name).or_default().push(node);
        }
    }
    let left = reported::left_of_nodes(snapshot);
    let target = snapshot.cluster.history.first().map_or("", |newest| newest.version.text());
    pools
        .iter()
        .map(|pool| {
            let wanted = PoolTarget { snapshot, pool, target };
            let members = members.get(pool.name.as_str()).map(Vec::as_slice).unwrap_or_default();
            let nodes = members.iter().map(|node| NodeReport {
                left: left.get(node.name.as_str()).copied(),
                ..NodeReport::new(node, &wanted)
            });
            report(snapshot, pool, nodes.collect())
        })
        .collect()
}

fn report(snapshot: &Snapshot, pool: &Pool, mut nodes: Vec<NodeReport>) -> PoolReport {
    nodes.sort_by(|a, b| {
        (a.assessment, a.phase).cmp(&(b.assessment, b.phase)).then_with(|| a.name.cmp(&b.name))
    });
    // A pool whose nodes are not found reports its own progress.
    let are_lost = nodes.is_empty() && pool.machines.is_some_and(|machines| machines > 0);
    let (counts, assessment) = if snapshot.nodes.is_known() && !are_lost {
        (Some(NodeCounts::new(&nodes)), PoolAssessment::of_nodes(&nodes))
    } else {
        let reported = NodeCounts::reported_by(pool);
        (reported, PoolAssessment::of_reported(reported))
    };
    let is_its_node = |name: &str| nodes.iter().any(|node| node.name == name);
    let left = match assessment {
        PoolAssessment::Empty | PoolAssessment::Completed => None,
        PoolAssessment::Pending
        | PoolAssessment::Degraded
        | PoolAssessment::Excluded
        | PoolAssessment::Progressing => reported::left_of_pool(snapshot, &pool.name, is_its_node),
    };
    let render_degraded = pool.conditions.get(MachineConfigPoolCondition::RenderDegraded);
    PoolReport {
        name: pool.name.clone(),
        assessment,
        paused: pool.paused,
        paused_since: pool.paused_since(),
        render_degraded: render_degraded.filter(|said| said.status == Status::True).cloned(),
        counts,
        left,
        nodes,
    }
}

/// Counts of nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeCounts {
    pub total: usize,
    pub available: usize,
    pub progressing: usize,
    pub draining: usize,
    pub excluded: usize,
    pub degraded: usize,
    pub outdated: usize,
}

impl PoolReport {
    pub(crate) fn is_completed(&self) -> bool {
        self.assessment == PoolAssessment::Completed
    }

    /// Returns whether some of its nodes are not updated.
    pub(crate) fn is_behind(&self) -> bool {
        !matches!(self.assessment, PoolAssessment::Empty | PoolAssessment::Completed)
    }

    /// Returns whether nodes are updating, or will: those of a paused pool are not.
    pub(crate) fn moves(&self) -> bool {
        self.counts.is_some_and(|counts| counts.outdated > counts.excluded)
    }

    /// Returns whether there are, or may be, nodes that a pause keeps from updating.
    pub(crate) fn keeps_back(&self) -> bool {
        self.paused && self.counts.is_none_or(|counts| counts.excluded > 0)
    }
}

impl NodeCounts {
    /// Returns how many are updated.
    pub fn updated(self) -> usize {
        self.total - self.outdated
    }

    /// Returns what a pool reports about its nodes, if they cannot be read themselves.
    fn reported_by(pool: &Pool) -> Option<Self> {
        let count = |count: Option<i64>| count.and_then(|count| usize::try_from(count).ok());
        let total = count(pool.machines)?;
        let outdated = total.saturating_sub(count(pool.updated)?);
        let unavailable = count(pool.unavailable).unwrap_or_default().min(total);
        Some(Self {
            total,
            available: total - unavailable,
            excluded: if pool.paused { outdated } else { 0 },
            degraded: count(pool.degraded_machines).unwrap_or_default().min(total),
            outdated,
            ..Self::default()
        })
    }

    fn new(nodes: &[NodeReport]) -> Self {
        let count =
            |which: &dyn Fn(&NodeReport) -> bool| nodes.iter().filter(|node| which(node)).count();
        let moves = |phase| {
            matches!(phase, NodePhase::Draining | NodePhase::Updating | NodePhase::Rebooting)
        };
        Self {
            total: nodes.len(),
            available: count(&|node| !node.unavailable),
            progressing: count(&|node| moves(node.phase) && !node.degraded),
            draining: count(&|node| node.phase == NodePhase::Draining),
            excluded: count(&|node| node.phase == NodePhase::Paused),
            degraded: count(&|node| node.degraded),
            outdated: count(&NodeReport::is_outdated),
        }
    }
}

/// Returns whether a node is shown even if most are omitted.
pub fn stands_out(node: &NodeReport) -> bool {
    node.degraded || node.assessment == NodeAssessment::Unavailable
}

impl PoolAssessment {
    fn of_nodes(nodes: &[NodeReport]) -> Self {
        let all = |phase| nodes.iter().all(|node| node.phase == phase);
        match () {
            () if nodes.is_empty() => Self::Empty,
            () if all(NodePhase::Updated) => Self::Completed,
            () if all(NodePhase::Pending) => Self::Pending,
            () if nodes.iter().any(|node| node.degraded) => Self::Degraded,
            () if nodes.iter().any(|node| node.phase == NodePhase::Paused) => Self::Excluded,
            () => Self::Progressing,
        }
    }

    /// Evaluates what a pool reports about its nodes; without a report it does not count as
    /// completed.
    fn of_reported(counts: Option<NodeCounts>) -> Self {
        match counts {
            None => Self::Pending,
            Some(NodeCounts { total: 0, .. }) => Self::Empty,
            Some(NodeCounts { outdated: 0, .. }) => Self::Completed,
            Some(NodeCounts { degraded: 1.., .. }) => Self::Degraded,
            Some(NodeCounts { excluded: 1.., .. }) => Self::Excluded,
            Some(counts) if counts.updated() == 0 => Self::Pending,
            Some(_) => Self::Progressing,
        }
    }

    /// Returns its name for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Empty => "Empty",
            Self::Completed => "Completed",
            Self::Pending => "Pending",
            Self::Degraded => "Degraded",
            Self::Excluded => "Excluded",
            Self::Progressing => "Progressing",
        }
    }
}
