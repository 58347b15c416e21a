//! How far an update is, whether it is well, and how long it may still take.

pub(crate) mod events;
pub(crate) mod insights;
pub(crate) mod node_filter;
pub(crate) mod reported;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

#[cfg(test)]
mod tests;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::objects::machine_config_pool::CONTROL_PLANE;
use crate::objects::node::Pod;
use crate::snapshot::Snapshot;
use schemars::JsonSchema;
use serde::Serialize;
use upgrade_graph::condition::{Condition, Status};

use crate::drain::{BlockedEviction, holds};
use crate::progress::UpdateProgress;
use crate::progress::control_plane::{Assessment, ControlPlane};
use crate::progress::pools::{PoolAssessment, PoolReport};
pub use events::{StatusEvent, events};
pub use insights::{ReportedBy, StatusInsight};
pub use node_filter::{NoSuchNode, NodeFilter, NodeSelection};
pub use reported::OtherPool;

impl Snapshot {
    fn is_complete(&self) -> bool {
        let read = [self.operators.is_known(), self.pools.is_known(), self.nodes.is_known()];
        !read.contains(&false) && !self.reported.is_unreadable()
    }

    /// Returns whether the ClusterVersion, or what is told beside it, shows that something moves or is
    /// amiss.
    pub fn is_busy(&self) -> bool {
        let cluster = &self.cluster;
        !cluster.conditions.is(ClusterVersionCondition::Progressing, Status::False)
            || !cluster.conditions.is(ClusterVersionCondition::Failing, Status::False)
            || cluster.conditions.is(ClusterVersionCondition::Invalid, Status::True)
            || cluster.pending().is_some()
            || cluster.rolling_out()
            || self.others_move()
    }

    /// Returns what holds the drain of a node.
    pub fn holds_of(&self, node: &str) -> Vec<BlockedEviction> {
        let pods = self.pods.items().iter().filter(|pod| pod.node == node);
        let pods: Vec<Pod> = pods.cloned().collect();
        holds(&pods, self.budgets.items()).remove(node).unwrap_or_default()
    }
}

#[derive(Debug, Clone)]
pub struct StatusReport {
    /// Whether anything is on its way to another release.
    pub updating: bool,
    pub control_plane: ControlPlane,
    /// In the order of the API, without the control plane's.
    pub pools: Vec<PoolReport>,
    /// Pools that only the update status controller tells of.
    pub others: Vec<OtherPool>,
    pub insights: Vec<StatusInsight>,
    /// What is worth a word beside them.
    pub asides: Vec<StatusInsight>,
    /// How many nodes belong to no pool.
    pub nodes_without_pool: usize,
    /// Whether every part could be read.
    pub complete: bool,
    /// A request that the cluster does not take up, and what it says of it.
    pub refused: Option<(String, Condition)>,
    /// The nodes that are described, where not all are.
    pub chosen: Option<NodeSelection>,
    pub notes: Vec<String>,
}

/// What is to be said with an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum StatusVerdict {
    /// Completed, or nothing to do.
    AtRest,
    /// Failing, refused or stalled.
    Stuck,
    Progressing,
}

/// Assesses a snapshot.
pub fn assess(snapshot: &Snapshot) -> StatusReport {
    let progress = UpdateProgress::new(snapshot);
    let updating =
        snapshot.cluster.conditions.is(ClusterVersionCondition::Progressing, Status::True)
            || progress.control_plane.is_followed
            || snapshot.others_move();
    let moves = updating || snapshot.cluster.pending().is_some();
    let (insights, asides): (Vec<StatusInsight>, Vec<StatusInsight>) =
        insights::collect(snapshot, &progress, moves)
            .into_iter()
            .partition(|one| one.insight.listed);
    let UpdateProgress { control_plane, pools } = progress;
    let homed: usize = pools.iter().map(|pool| pool.nodes.len()).sum();
    StatusReport {
        updating,
        refused: refused(&snapshot.cluster),
        control_plane,
        nodes_without_pool: if snapshot.pools.is_known() {
            snapshot.nodes.items().len() - homed
        } else {
            0
        },
        pools: pools.into_iter().filter(|pool| pool.name != CONTROL_PLANE).collect(),
        others: reported::others(snapshot),
        insights,
        asides,
        chosen: None,
        complete: snapshot.is_complete(),
        notes: snapshot.notes.clone(),
    }
}

/// Returns the request that the cluster says no to.
fn refused(cluster: &Cluster) -> Option<(String, Condition)> {
    let pending = cluster.pending()?;
    let said = cluster
        .condition(ClusterVersionCondition::ReleaseAccepted)
        .filter(|said| said.status == Status::False)?;
    Some((pending.label(), said.clone()))
}

impl StatusReport {
    pub fn verdict(&self) -> StatusVerdict {
        let elsewhere = self.chosen.iter().flat_map(|chosen| &chosen.elsewhere);
        let mut all = self.insights.iter().chain(&self.asides).chain(elsewhere);
        let failing = all.any(|one| one.insight.stops_update);
        let stalled = self.control_plane.assessment == Assessment::Stalled;
        let degraded = self.pools.iter().any(|pool| pool.assessment == PoolAssessment::Degraded);
        if self.refused.is_some() || failing || (self.updating && (stalled || degraded)) {
            StatusVerdict::Stuck
        } else if self.updating {
            StatusVerdict::Progressing
        } else {
            StatusVerdict::AtRest
        }
    }
}
