//! The progress and health of an update, and the time remaining.

pub(crate) mod events;
pub(crate) mod insights;
pub(crate) mod node_filter;
pub(crate) mod reported;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

#[cfg(test)]
mod tests;

use crate::condition_type::ClusterVersionCondition;
use crate::objects::machine_config_pool::CONTROL_PLANE;
use crate::objects::node::Pod;
use crate::snapshot::Snapshot;
use schemars::JsonSchema;
use serde::Serialize;
use upgrade_graph::condition::{Condition, Status};

use crate::drain::{BlockedEviction, holds};
use crate::insight::{InsightCode, Level};
use crate::progress::UpdateProgress;
use crate::progress::control_plane::{Assessment, ControlPlane};
use crate::progress::pools::PoolReport;
pub use events::{StatusEvent, events};
pub use insights::{ReportedBy, StatusInsight};
pub use node_filter::{NoSuchNode, NodeFilter, NodeSelection};
pub use reported::OtherPool;

impl Snapshot {
    fn is_complete(&self) -> bool {
        let read = [self.operators.is_known(), self.pools.is_known(), self.nodes.is_known()];
        !read.contains(&false) && !self.reported.is_unreadable()
    }

    /// Returns what blocks the drain of a node.
    pub fn holds_of(&self, node: &str) -> Vec<BlockedEviction> {
        let pods = self.pods.items().iter().filter(|pod| pod.node == node);
        let pods: Vec<Pod> = pods.cloned().collect();
        holds(&pods, self.budgets.items()).remove(node).unwrap_or_default()
    }
}

#[derive(Debug, Clone)]
pub struct StatusReport {
    /// Whether an update is in progress.
    pub updating: bool,
    pub control_plane: ControlPlane,
    /// In the order of the API, without the control plane's.
    pub pools: Vec<PoolReport>,
    /// Pools that only the update status controller reports.
    pub others: Vec<OtherPool>,
    pub insights: Vec<StatusInsight>,
    /// The number of nodes that belong to no pool.
    pub nodes_without_pool: usize,
    /// Whether every part could be read.
    pub complete: bool,
    /// A request that the cluster does not accept, and what it reports about it.
    pub refused: Option<(String, Condition)>,
    /// The nodes that are shown, if not all are.
    pub chosen: Option<NodeSelection>,
    pub notes: Vec<String>,
}

/// What an exit code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum StatusVerdict {
    /// Completed, or nothing to do.
    AtRest,
    /// Failing, rejected or stalled.
    Stuck,
    Progressing,
}

/// Notes on an update, apart from its insights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It continues, and no insight needs attention.
    Well,
    /// It is stalled, and no insight explains why.
    Unexplained,
}

/// Evaluates a snapshot.
pub fn assess(snapshot: &Snapshot) -> StatusReport {
    let progress = UpdateProgress::new(snapshot);
    let updating =
        snapshot.cluster.conditions.is(ClusterVersionCondition::Progressing, Status::True)
            || progress.control_plane.is_followed
            || snapshot.others_move();
    let moves = updating || snapshot.cluster.pending().is_some();
    let insights = insights::collect(snapshot, &progress, moves);
    let UpdateProgress { control_plane, pools } = progress;
    let homed: usize = pools.iter().map(|pool| pool.nodes.len()).sum();
    StatusReport {
        updating,
        refused: snapshot
            .cluster
            .refused()
            .map(|(target, condition)| (target.label(), condition.clone())),
        control_plane,
        // If there are no pools at all, as on hosted control planes, nodes are updated elsewhere.
        nodes_without_pool: if snapshot.pools.items().is_empty() {
            0
        } else {
            snapshot.nodes.items().len() - homed
        },
        pools: pools.into_iter().filter(|pool| pool.name != CONTROL_PLANE).collect(),
        others: reported::others(snapshot),
        insights,
        chosen: None,
        complete: snapshot.is_complete(),
        notes: snapshot.notes.clone(),
    }
}

impl StatusReport {
    /// A stalled update, or one without progress, is not called well.
    pub fn outlook(&self) -> Option<Outlook> {
        let mut grave = self.insights.iter().filter(|one| one.insight.level > Level::Info);
        if let Some(chosen) = &self.chosen {
            let is_well = self.updating && !chosen.nodes.is_empty() && grave.next().is_none();
            return is_well.then_some(Outlook::Well);
        }
        let is_stall = |one: &StatusInsight| one.insight.code == InsightCode::UpdateStalled;
        match self.verdict() {
            _ if !self.moves() => None,
            StatusVerdict::AtRest => None,
            StatusVerdict::Progressing => grave.next().is_none().then_some(Outlook::Well),
            StatusVerdict::Stuck => grave.all(is_stall).then_some(Outlook::Unexplained),
        }
    }

    /// Returns what stops the update, in the words of its insights.
    pub fn stall(&self) -> Option<String> {
        if self.verdict() != StatusVerdict::Stuck {
            return None;
        }
        let insights = self.insights.iter().map(|one| &one.insight);
        let stops = insights
            .filter(|insight| insight.code == InsightCode::UpdateStalled || insight.stops_update);
        let words: Vec<&str> = stops.map(|insight| insight.summary.as_str()).collect();
        let unexplained = "The update takes much longer than estimated";
        Some(if words.is_empty() { unexplained.to_owned() } else { words.join("; ") })
    }

    /// Returns whether an update is in progress, or starts without further action.
    fn moves(&self) -> bool {
        let plane = self.control_plane.assessment != Assessment::Completed;
        let mut pools = self.control_plane.nodes.iter().chain(&self.pools);
        self.updating
            && (plane || pools.any(PoolReport::moves) || self.others.iter().any(OtherPool::moves))
    }

    /// What stops an update is an insight, whether its nodes are shown or not.
    pub fn verdict(&self) -> StatusVerdict {
        let elsewhere = self.chosen.iter().flat_map(|chosen| &chosen.elsewhere);
        let mut insights = self.insights.iter().chain(elsewhere);
        let stalled = self.updating && self.control_plane.assessment == Assessment::Stalled;
        if stalled || insights.any(|one| one.insight.stops_update) {
            StatusVerdict::Stuck
        } else if self.updating {
            StatusVerdict::Progressing
        } else {
            StatusVerdict::AtRest
        }
    }
}
