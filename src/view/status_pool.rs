//! Pools and nodes, as a status report tells of them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::snapshot::Snapshot;
use crate::domain::status::{
    Counts, Hold, NodeAssessment, NodeReport, Phase, PoolAssessment, PoolReport, stands_out,
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolView {
    pub(crate) name: String,
    pub(crate) assessment: String,
    pub(crate) paused: bool,
    pub(crate) completion: PoolCompletionView,
    /// By what informers say; left out where they say nothing of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimated_remaining_seconds: Option<i64>,
    /// What matters most first; those that were chosen, where nodes were
    pub(crate) nodes: Vec<NodeView>,
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
pub(crate) struct NodeView {
    pub(crate) name: String,
    pub(crate) assessment: String,
    pub(crate) phase: String,
    pub(crate) version: Option<String>,
    /// +10m, +5m, ? where it is not known, - where nothing is left
    pub(crate) estimate: String,
    pub(crate) message: String,
    /// Pods that disruption budgets keep on it; filled in with `--details=nodes`
    pub(crate) held_by: Vec<HoldView>,
    #[serde(skip)]
    pub(crate) stands_out: bool,
    /// Updated, available, progressing, draining, excluded.
    #[serde(skip)]
    pub(crate) counted: [bool; 5],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct HoldView {
    pub(crate) pod: String,
    pub(crate) budget: String,
}

impl PoolView {
    pub(super) fn of(snapshot: &Snapshot, pool: &PoolReport) -> Self {
        Self {
            name: pool.name.clone(),
            assessment: pool_assessment(pool.assessment).to_owned(),
            paused: pool.paused,
            completion: PoolCompletionView::of(pool.counts),
            estimated_remaining_seconds: pool.left.map(|left| left.as_secs()),
            nodes: pool.nodes.iter().map(|node| NodeView::of(node, snapshot)).collect(),
        }
    }
}

impl PoolCompletionView {
    pub(super) fn of(counts: Counts) -> Self {
        let Counts { total, available, progressing, draining, excluded, degraded, outdated } =
            counts;
        let updated = total - outdated;
        let percent = percent(updated, total);
        Self { percent, updated, total, available, progressing, draining, excluded, degraded }
    }
}

/// Returns an assessment as people read it.
pub(super) fn pool_assessment(assessment: PoolAssessment) -> &'static str {
    match assessment {
        PoolAssessment::Empty => "Empty",
        PoolAssessment::Completed => "Completed",
        PoolAssessment::Pending => "Pending",
        PoolAssessment::Degraded => "Degraded",
        PoolAssessment::Excluded => "Excluded",
        PoolAssessment::Progressing => "Progressing",
    }
}

impl NodeView {
    pub(super) fn of(node: &NodeReport, snapshot: &Snapshot) -> Self {
        let held = match node.phase {
            Phase::Draining => snapshot.holds_of(&node.name),
            _ => Vec::new(),
        };
        let hold = |hold: &Hold| HoldView { pod: hold.pod.clone(), budget: hold.budget.clone() };
        Self {
            name: node.name.clone(),
            assessment: assessment(node.assessment).to_owned(),
            phase: phase(node.phase).to_owned(),
            version: node.version.clone(),
            estimate: node.estimate(),
            message: node.message.clone(),
            held_by: held.iter().map(hold).collect(),
            stands_out: stands_out(node),
            counted: [
                !node.is_outdated(),
                !node.unavailable,
                node.assessment == NodeAssessment::Progressing,
                node.phase == Phase::Draining,
                node.phase == Phase::Paused,
            ],
        }
    }
}

fn assessment(assessment: NodeAssessment) -> &'static str {
    match assessment {
        NodeAssessment::Degraded => "Degraded",
        NodeAssessment::Unavailable => "Unavailable",
        NodeAssessment::Progressing => "Progressing",
        NodeAssessment::Excluded => "Excluded",
        NodeAssessment::Outdated => "Outdated",
        NodeAssessment::Completed => "Completed",
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draining => "Draining",
        Phase::Updating => "Updating",
        Phase::Rebooting => "Rebooting",
        Phase::Paused => "Paused",
        Phase::Pending => "Pending",
        Phase::Updated => "Updated",
    }
}

/// Rounds halves to even, as the reference client's tables do.
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
