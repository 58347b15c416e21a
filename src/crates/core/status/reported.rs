//! What an `UpdateStatus` tells: what informers say of an update, and pools that nobody else tells of.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::insights::{ReportedBy, StatusInsight};
use crate::condition_type::UpdateStatusCondition;
use crate::insight::{Area, Insight, InsightId, Level, Object};
use crate::objects::machine_config_pool::CONTROL_PLANE;
use crate::progress::estimate;
use crate::progress::pools::PoolAssessment;
use crate::reported_status::{ReportedPool, ReportedStatus, is_alive};
use crate::snapshot::Snapshot;
use upgrade_graph::condition::{Condition, Status};

/// A pool that is known from what is told alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherPool {
    pub object: Object,
    /// None where that is not told.
    pub assessment: Option<PoolAssessment>,
    pub said: Option<Condition>,
    /// How long it may still take.
    pub left: Option<SignedDuration>,
}

const POOL: &str = "MachineConfigPool";
const NODE: &str = "Node";
const PENDING: UpdateStatusCondition = UpdateStatusCondition::Pending;
const ACTIVE: UpdateStatusCondition = UpdateStatusCondition::Active;
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
    fn left(&self, which: impl Fn(&Insight) -> bool) -> Option<SignedDuration> {
        let sayings = self.reported.known().into_iter().flat_map(ReportedStatus::insights);
        let meant = sayings.filter(|(_, insight)| which(insight));
        meant.filter_map(|(_, insight)| left(insight, self.instant())).max().map(estimate::rounded)
    }
}

/// Returns how long the control plane takes at least.
pub fn left_of_control_plane(snapshot: &Snapshot) -> Option<SignedDuration> {
    snapshot.left(|insight| {
        insight.scope.area == Area::ControlPlane || names_pool(insight, CONTROL_PLANE)
    })
}

/// Returns how long a machine config pool with these nodes takes at least.
pub fn left_of_pool(
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
pub fn left_of_nodes(snapshot: &Snapshot) -> BTreeMap<&str, SignedDuration> {
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

impl ReportedStatus {
    fn insights(&self) -> impl Iterator<Item = (&str, &Insight)> {
        let all = self.informers.iter();
        all.flat_map(|one| one.insights.iter().map(|insight| (one.name.as_str(), insight)))
    }
}

/// Returns what informers say, but for what is judged here. Where nothing moves, only what asks for
/// attention even then.
pub(super) fn insights(snapshot: &Snapshot, moves: bool) -> Vec<StatusInsight> {
    let sayings = snapshot.reported.known().into_iter().flat_map(ReportedStatus::insights);
    let wanted = sayings.filter(|(_, insight)| {
        let stays = insight.remediation.resolved == Some(false);
        (moves || stays) && !insight.code.is_judged_on(snapshot)
    });
    let reported = |(informer, insight): (&str, &Insight)| StatusInsight {
        insight: insight.clone(),
        reported_by: Some(ReportedBy {
            informer: informer.to_owned(),
            id: InsightId::new(informer, insight),
        }),
    };
    wanted.map(reported).collect()
}

/// Returns the pools that only the controller tells of.
pub(super) fn others(snapshot: &Snapshot) -> Vec<OtherPool> {
    let is_other = |pool: &&ReportedPool| {
        let Object { kind, name, .. } = &pool.object;
        // A machine config pool that we have not found among all of them is gone.
        let ours = kind == POOL && snapshot.pools.is_known();
        !kind.is_empty() && !name.is_empty() && !ours
    };
    let pools = snapshot.reported.known().into_iter().flat_map(|told| &told.pools);
    pools.filter(is_other).map(|pool| OtherPool::new(pool, snapshot)).collect()
}

impl OtherPool {
    fn new(pool: &ReportedPool, snapshot: &Snapshot) -> Self {
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
    pub fn label(&self) -> String {
        format!("{} {}", self.object.kind, self.object.label())
    }

    /// Returns whether it is known not to be on its release.
    pub(super) fn is_behind(&self) -> bool {
        self.assessment.is_some_and(|assessment| assessment != PoolAssessment::Completed)
    }
}
