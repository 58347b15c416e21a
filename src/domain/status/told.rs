//! What an `UpdateStatus` tells: what informers say of an update, and pools that nobody else tells of.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use super::estimate;
use super::insights::{Insight, Kind, Resource};
use super::pools::PoolAssessment;
use crate::domain::condition::{Condition, Status};
use crate::domain::pool::CONTROL_PLANE;
use crate::domain::precheck::built_in::PROGRESS;
use crate::domain::precheck::{self, Area, Id, Level, Object};
use crate::domain::reported_status::{Told, ToldPool, is_alive};
use crate::domain::snapshot::Snapshot;

/// What an informer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Saying {
    pub(crate) informer: String,
    pub(crate) id: Id,
    pub(crate) insight: precheck::Insight,
}

/// A pool that is known from what is told alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherPool {
    pub(crate) object: Object,
    /// None where that is not told.
    pub(crate) assessment: Option<PoolAssessment>,
    pub(crate) said: Option<Condition>,
    /// How long it may still take.
    pub(crate) left: Option<SignedDuration>,
}

const POOL: &str = "MachineConfigPool";
const NODE: &str = "Node";
const PENDING: &str = "UpdatePending";
const ACTIVE: &str = "UpdateActive";
/// Reasons of what does not go on before somebody, or the time, lets it.
const PAUSES: [&str; 3] = ["UpdatesPaused", "AwaitingWindow", "InvalidPausedUntil"];

impl Snapshot {
    /// Returns whether a pool that nobody else tells of is on its way, by a controller that is at work.
    pub(super) fn others_move(&self) -> bool {
        let alive =
            self.reported.known().is_some_and(|told| is_alive(told.heartbeat, self.instant()));
        alive && others(self).iter().any(OtherPool::is_behind)
    }

    /// Returns how long the last of these is likely to take; what should be over by now says nothing.
    fn left(&self, which: impl Fn(&precheck::Insight) -> bool) -> Option<SignedDuration> {
        let sayings = self.reported.known().into_iter().flat_map(Told::insights);
        let meant = sayings.filter(|(_, insight)| which(insight));
        meant.filter_map(|(_, insight)| left(insight, self.instant())).max().map(estimate::told)
    }
}

/// Returns how long the control plane takes at least.
pub(super) fn left_of_control_plane(snapshot: &Snapshot) -> Option<SignedDuration> {
    snapshot.left(|insight| {
        insight.scope.area == Area::ControlPlane || names_pool(insight, CONTROL_PLANE)
    })
}

/// Returns how long a machine config pool with these nodes takes at least.
pub(super) fn left_of_pool(
    snapshot: &Snapshot,
    pool: &str,
    is_its_node: impl Fn(&str) -> bool,
) -> Option<SignedDuration> {
    snapshot.left(|insight| {
        let of_workers = insight.scope.area == Area::WorkerPool;
        names_pool(insight, pool) || (of_workers && nodes(insight).any(&is_its_node))
    })
}

/// Returns how long nodes take at least, by name: what is told of them as a step on their way counts.
pub(super) fn left_of_nodes(snapshot: &Snapshot) -> BTreeMap<&str, SignedDuration> {
    let mut all: BTreeMap<&str, SignedDuration> = BTreeMap::new();
    for (_, insight) in snapshot.reported.known().into_iter().flat_map(Told::insights) {
        let left = left(insight, snapshot.instant()).filter(|_| insight.level == Level::Status);
        let Some(left) = left else { continue };
        for name in nodes(insight) {
            let longest = all.entry(name).or_insert(left);
            *longest = left.max(*longest);
        }
    }
    all
}

fn left(insight: &precheck::Insight, now: Timestamp) -> Option<SignedDuration> {
    let left = insight.remediation.finish?.duration_since(now);
    (left.is_positive() && insight.remediation.resolved != Some(true)).then_some(left)
}

fn names_pool(insight: &precheck::Insight, name: &str) -> bool {
    insight.scope.pools.iter().any(|pool| pool.kind == POOL && pool.name == name)
}

fn nodes(insight: &precheck::Insight) -> impl Iterator<Item = &str> {
    let nodes = insight.scope.resources.iter().filter(|object| object.kind == NODE);
    nodes.map(|node| node.name.as_str())
}

impl Told {
    fn insights(&self) -> impl Iterator<Item = (&str, &precheck::Insight)> {
        let all = self.informers.iter();
        all.flat_map(|one| one.insights.iter().map(|insight| (one.name.as_str(), insight)))
    }
}

impl Saying {
    /// Returns whether it is about one of these nodes, or about all nodes of one of these pools.
    pub(super) fn concerns(&self, chosen: &BTreeSet<String>, homes: &BTreeSet<String>) -> bool {
        let mut nodes = nodes(&self.insight).peekable();
        if nodes.peek().is_some() {
            return nodes.any(|node| chosen.contains(node));
        }
        let mut pools = self.insight.scope.pools.iter().filter(|pool| pool.kind == POOL);
        pools.any(|pool| homes.contains(&pool.name))
    }
}

/// Returns what informers say. Where nothing moves, only what asks for attention even then.
pub(super) fn insights(snapshot: &Snapshot, moves: bool) -> Vec<Insight> {
    let sayings = snapshot.reported.known().into_iter().flat_map(Told::insights);
    let wanted = sayings.filter(|(informer, insight)| {
        let stays = insight.remediation.resolved == Some(false);
        (moves || stays) && !is_judged_here(snapshot, informer, insight)
    });
    let insight = |(informer, insight): (&str, &precheck::Insight)| Insight {
        level: insight.level,
        // When it was looked at is not since when it is so.
        since: None,
        resource: Resource::Objects(insight.scope.objects()),
        aside: false,
        kind: Kind::Told(Box::new(Saying {
            informer: informer.to_owned(),
            id: Id::of(informer, insight),
            insight: insight.clone(),
        })),
    };
    wanted.map(insight).collect()
}

/// Returns whether status judges a matter by rules of its own, on objects that it has read. Those rules
/// know what is usual while an update runs, so what a built-in informer says of the same is left out:
/// its insights by how their uids begin, and all that is mere progress. An informer of the cluster is
/// always heard.
fn is_judged_here(snapshot: &Snapshot, informer: &str, insight: &precheck::Insight) -> bool {
    const ALL: &[&str] = &[""];
    let (read, uids): (bool, &[&str]) = match informer {
        "cluster-version" => (true, ALL),
        "cluster-operators" => (
            snapshot.operators.is_known(),
            &["ClusterOperatorAvailable-", "ClusterOperatorDegraded-", "NotChecked"],
        ),
        "machine-config-pools" => (snapshot.pools.is_known(), ALL),
        "nodes" => (
            snapshot.nodes.is_known(),
            &[
                "NodeNotReady-",
                "NodeUnschedulable-",
                "NodeDiskPressure-",
                "NodeNetworkUnavailable-",
                "NotChecked",
            ],
        ),
        "alerts" => (snapshot.alerts.is_known(), ALL),
        PROGRESS => (sees_itself(snapshot, &insight.uid), ALL),
        _ => return false,
    };
    let judged = uids.iter().any(|start| insight.uid.starts_with(start));
    read && (judged || insight.level == Level::Status)
}

/// Returns whether what the controller sees by these very rules can be seen here as well.
fn sees_itself(snapshot: &Snapshot, uid: &str) -> bool {
    match uid {
        _ if uid.starts_with("Operator") => snapshot.operators.is_known(),
        _ if uid.starts_with("Pool") => snapshot.pools.is_known(),
        _ if uid.starts_with("Node") => snapshot.nodes.is_known(),
        _ if uid.starts_with("Alert") => snapshot.alerts.is_known(),
        _ => true,
    }
}

/// Returns the pools that only the controller tells of.
pub(super) fn others(snapshot: &Snapshot) -> Vec<OtherPool> {
    let is_other = |pool: &&ToldPool| {
        let Object { kind, name, .. } = &pool.object;
        // A machine config pool that we have not found among all of them is gone.
        let ours = kind == POOL && snapshot.pools.is_known();
        !kind.is_empty() && !name.is_empty() && !ours
    };
    let pools = snapshot.reported.known().into_iter().flat_map(|told| &told.pools);
    pools.filter(is_other).map(|pool| OtherPool::of(pool, snapshot)).collect()
}

impl OtherPool {
    fn of(pool: &ToldPool, snapshot: &Snapshot) -> Self {
        let said = |kind| pool.conditions.get(kind);
        let (pending, active) = (pool.conditions.status(PENDING), pool.conditions.status(ACTIVE));
        let paused = said(ACTIVE).is_some_and(|said| PAUSES.contains(&said.reason.as_str()));
        let assessment = match (pending, active) {
            (Status::False, _) => Some(PoolAssessment::Completed),
            (_, Status::True) => Some(PoolAssessment::Progressing),
            (Status::True, Status::False) if paused => Some(PoolAssessment::Excluded),
            (Status::True, Status::False) => Some(PoolAssessment::Pending),
            _ => None,
        };
        let tells = match pending {
            Status::False => said(PENDING),
            _ => said(ACTIVE).or_else(|| said(PENDING)),
        };
        let object = &pool.object;
        Self {
            left: snapshot.left(|insight| insight.scope.pools.contains(object)),
            object: object.clone(),
            assessment,
            said: tells.cloned(),
        }
    }

    /// Returns kind, namespace and name, as people write them.
    pub(crate) fn label(&self) -> String {
        format!("{} {}", self.object.kind, self.object.label())
    }

    /// Returns whether it is known not to be on its release.
    pub(super) fn is_behind(&self) -> bool {
        self.assessment.is_some_and(|assessment| assessment != PoolAssessment::Completed)
    }
}
