//! Pools and nodes of a status report.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_core::drain::BlockedEviction;
use upgrade_core::objects::machine_config_node::NodeStep;
use upgrade_core::progress::nodes::{NodeAssessment, NodePhase, NodeReport};
use upgrade_core::progress::pools::{NodeCounts, PoolAssessment, PoolReport, stands_out};
use upgrade_core::snapshot::Snapshot;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolView {
    pub(crate) name: String,
    pub(crate) assessment: PoolAssessment,
    pub(crate) paused: bool,
    /// Null if the pool has no nodes, or if nothing is known about them
    pub(crate) completion: Option<PoolCompletionView>,
    /// As informers report it; omitted if they do not
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimated_remaining_seconds: Option<i64>,
    /// Most important first; only the nodes that `--node` and `--selector` choose
    pub(crate) nodes: Vec<StatusNodeView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PoolCompletionView {
    pub(crate) percent: u64,
    pub(crate) updated: usize,
    pub(crate) total: usize,
    pub(crate) available: usize,
    pub(crate) progressing: usize,
    pub(crate) draining: usize,
    pub(crate) excluded: usize,
    pub(crate) degraded: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusNodeView {
    pub(crate) name: String,
    pub(crate) assessment: NodeAssessment,
    pub(crate) phase: NodePhase,
    /// What the machine config operator does on it now, from its MachineConfigNode; null if it is
    /// not updating, or if the cluster does not report that
    pub(crate) step: Option<NodeStep>,
    pub(crate) version: Option<String>,
    /// +10m, +5m, ? if unknown, - if nothing is left
    pub(crate) estimate: String,
    pub(crate) message: String,
    /// Pods that disruption budgets keep on the node while it drains
    pub(crate) held_by: Vec<BlockedEviction>,
    #[serde(skip)]
    pub(crate) stands_out: bool,
    /// Updated, available, progressing, draining, excluded.
    #[serde(skip)]
    pub(crate) counted: [bool; 5],
}

impl PoolView {
    pub(crate) fn new(snapshot: &Snapshot, pool: &PoolReport) -> Self {
        Self {
            name: pool.name.clone(),
            assessment: pool.assessment,
            paused: pool.paused,
            completion: PoolCompletionView::new(pool.counts),
            estimated_remaining_seconds: pool.left.map(|left| left.as_secs()),
            nodes: pool.nodes.iter().map(|node| StatusNodeView::new(node, snapshot)).collect(),
        }
    }
}

impl PoolCompletionView {
    /// No nodes: nothing is completed.
    pub(crate) fn new(counts: Option<NodeCounts>) -> Option<Self> {
        let counts = counts.filter(|counts| counts.total > 0)?;
        let updated = counts.updated();
        let NodeCounts { total, available, progressing, draining, excluded, degraded, .. } = counts;
        let percent = percent(updated, total);
        Some(Self { percent, updated, total, available, progressing, draining, excluded, degraded })
    }
}

impl StatusNodeView {
    /// Returns its step, or else its phase, for people.
    pub(crate) fn phase_text(&self) -> &'static str {
        self.step.map_or_else(|| self.phase.text(), NodeStep::text)
    }

    pub(crate) fn new(node: &NodeReport, snapshot: &Snapshot) -> Self {
        let held = match node.phase {
            NodePhase::Draining => snapshot.holds_of(&node.name),
            NodePhase::Pending
            | NodePhase::Updated
            | NodePhase::Rebooting
            | NodePhase::Paused
            | NodePhase::Updating => Vec::new(),
        };
        Self {
            name: node.name.clone(),
            assessment: node.assessment,
            phase: node.phase,
            step: node.step,
            version: node.version.clone(),
            estimate: node.estimate(),
            message: node.message.clone(),
            held_by: held,
            stands_out: stands_out(node),
            counted: [
                !node.is_outdated(),
                !node.unavailable,
                node.assessment == NodeAssessment::Progressing,
                node.phase == NodePhase::Draining,
                node.phase == NodePhase::Paused,
            ],
        }
    }
}

/// Rounds halves to even, as the tables of the reference client do.
pub(crate) fn percent(part: usize, whole: usize) -> u64 {
    if whole == 0 {
        return 0;
    }
    let (part, whole) = (part as u64 * 100, whole as u64);
    let (down, rest) = (part / whole, 2 * (part % whole));
    match rest.cmp(&whole) {
        std::cmp::Ordering::Less => down,
        std::cmp::Ordering::Greater => down + 1,
        std::cmp::Ordering::Equal => down + down % 2,
    }
}
