//! Machine config pools for those who operate them: what each waits for, and what pausing and
//! resuming it does.

pub mod change;
#[cfg(test)]
mod tests;
mod waits;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::objects::machine_config_pool::{Pool, home};
use crate::objects::node::Node;
use crate::progress::pools::{self, PoolReport};
use crate::snapshot::Snapshot;
use upgrade_graph::version::Version;

/// A pool and what it waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolOverview {
    pub pool: Pool,
    /// Its progress, as `status` reports it.
    pub report: PoolReport,
    /// None if nothing is known about its nodes.
    pub pending: Option<PendingNodes>,
    /// The releases of its nodes, newest first; empty if they are unknown.
    pub versions: Vec<String>,
    /// None if there is nothing to wait for.
    pub waits_for: Option<PoolWait>,
}

/// Nodes without the configuration that their pool wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PendingNodes {
    pub nodes: usize,
    pub total: usize,
}

/// What a pool waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolWait {
    pub reason: PoolWaitReason,
    /// A clause that follows "waits for".
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum PoolWaitReason {
    /// It is paused, and nodes of it are not updated
    Resume,
    /// The machine config operator cannot render its configuration
    Configuration,
    /// It is degraded
    Repair,
    /// Nodes are draining
    Drain,
    /// Nodes are updating or rebooting
    Update,
    /// As many nodes as may be unavailable are unavailable
    Availability,
    /// The machine config operator has not started the next node
    NextNode,
    /// The control plane comes first: the pool has no new configuration yet
    ControlPlane,
    /// The machine config operator has not observed the latest spec
    Observation,
}

/// Returns all pools of a snapshot, the control plane's first, then by name.
pub fn overview(snapshot: &Snapshot) -> Vec<PoolOverview> {
    let members = members(snapshot);
    let reports = pools::assess(snapshot);
    let of_pool = |(pool, report): (&Pool, PoolReport)| {
        let nodes = members.get(pool.name.as_str()).map(Vec::as_slice).unwrap_or_default();
        let pending = pending(snapshot, pool, nodes);
        let waits_for = waits::waits_for(snapshot, pool, &report, pending);
        let versions = versions(&report);
        PoolOverview { pool: pool.clone(), report, pending, versions, waits_for }
    };
    // Reports are in the order of the pools.
    let mut all: Vec<PoolOverview> =
        snapshot.pools.items().iter().zip(reports).map(of_pool).collect();
    all.sort_by(|a, b| {
        let rank = |one: &PoolOverview| !one.pool.is_control_plane();
        rank(a).cmp(&rank(b)).then_with(|| a.pool.name.cmp(&b.pool.name))
    });
    all
}

/// Returns the nodes of each pool.
fn members(snapshot: &Snapshot) -> BTreeMap<&str, Vec<&Node>> {
    let mut members: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
    for node in snapshot.nodes.items() {
        if let Some(pool) = home(node, snapshot.pools.items()) {
            members.entry(&pool.name).or_default().push(node);
        }
    }
    members
}

/// Returns how many nodes change as soon as their pool is not paused. If its nodes cannot be found,
/// the pool's own counts are used.
fn pending(snapshot: &Snapshot, pool: &Pool, nodes: &[&Node]) -> Option<PendingNodes> {
    let count = |count: Option<i64>| count.and_then(|count| usize::try_from(count).ok());
    let are_lost = nodes.is_empty() && pool.machines.is_some_and(|machines| machines > 0);
    match &pool.wanted {
        Some(wanted) if snapshot.nodes.is_known() && !are_lost => {
            let differs = |node: &&&Node| {
                let image = pool.wanted_image.as_ref();
                node.current != *wanted || image.is_some_and(|image| *image != node.current_image)
            };
            Some(PendingNodes { nodes: nodes.iter().filter(differs).count(), total: nodes.len() })
        }
        _ => {
            let total = count(pool.machines)?;
            Some(PendingNodes { nodes: total.saturating_sub(count(pool.updated)?), total })
        }
    }
}

fn versions(report: &PoolReport) -> Vec<String> {
    let known = report.nodes.iter().filter_map(|node| node.version.as_deref());
    let mut versions: Vec<Version> = known.map(Version::new).collect();
    versions.sort_by(Version::newest_first);
    versions.dedup();
    versions.iter().map(|version| version.text().to_owned()).collect()
}
