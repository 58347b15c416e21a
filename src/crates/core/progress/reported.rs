//! The minimum duration of an update, as informers report it in an `UpdateStatus`.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::estimate;
use crate::insight::{Area, Insight, Level};
use crate::objects::machine_config_pool::CONTROL_PLANE;
use crate::reported_status::ReportedStatus;
use crate::snapshot::Snapshot;

pub(crate) const POOL: &str = "MachineConfigPool";
const NODE: &str = "Node";

/// Returns how long the control plane takes at least.
pub(super) fn left_of_control_plane(snapshot: &Snapshot) -> Option<SignedDuration> {
    left_of(snapshot, |insight| {
        insight.scope.area == Area::ControlPlane || names_pool(insight, CONTROL_PLANE)
    })
}

/// Returns how long a machine config pool with these nodes takes at least.
pub(super) fn left_of_pool(
    snapshot: &Snapshot,
    pool: &str,
    is_its_node: impl Fn(&str) -> bool,
) -> Option<SignedDuration> {
    left_of(snapshot, |insight| {
        let of_workers = insight.scope.area == Area::WorkerPool;
        names_pool(insight, pool) || (of_workers && nodes(insight).any(&is_its_node))
    })
}

/// Returns how long nodes take at least, by name: insights about a step of their update count.
pub(super) fn left_of_nodes(snapshot: &Snapshot) -> BTreeMap<&str, SignedDuration> {
    let mut all: BTreeMap<&str, SignedDuration> = BTreeMap::new();
    for (_, insight) in snapshot.reported.known().into_iter().flat_map(ReportedStatus::insights) {
        let left = left(insight, snapshot.instant()).filter(|_| insight.level == Level::Status);
        let Some(left) = left else { continue };
        for name in nodes(insight) {
            let longest = all.entry(name).or_insert(left);
            *longest = left.max(*longest);
        }
    }
    all
}

/// Returns the longest of these; what should have ended by now does not count.
pub(crate) fn left_of(
    snapshot: &Snapshot,
    which: impl Fn(&Insight) -> bool,
) -> Option<SignedDuration> {
    let all = snapshot.reported.known().into_iter().flat_map(ReportedStatus::insights);
    let meant = all.filter(|(_, insight)| which(insight));
    meant.filter_map(|(_, insight)| left(insight, snapshot.instant())).max().map(estimate::rounded)
}

fn left(insight: &Insight, now: Timestamp) -> Option<SignedDuration> {
    let left = insight.remediation.finish?.duration_since(now);
    (left.is_positive() && insight.remediation.resolved != Some(true)).then_some(left)
}

fn names_pool(insight: &Insight, name: &str) -> bool {
    insight.scope.pools.iter().any(|pool| pool.kind == POOL && pool.name == name)
}

fn nodes(insight: &Insight) -> impl Iterator<Item = &str> {
    let nodes = insight.scope.resources.iter().filter(|object| object.kind == NODE);
    nodes.map(|node| node.name.as_str())
}
