//! What an `UpdateStatus` adds: insights of informers, and pools that only it reports.

use jiff::SignedDuration;

use super::insights::{ReportedBy, StatusInsight};
use crate::condition_type::UpdateStatusCondition;
use crate::insight::{Insight, InsightId, Object};
use crate::progress::pools::PoolAssessment;
use crate::progress::reported::{POOL, left_of};
use crate::reported_status::{ReportedPool, ReportedStatus};
use crate::snapshot::Snapshot;
use upgrade_graph::condition::{Condition, Status};

/// A pool that only the UpdateStatus reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherPool {
    pub object: Object,
    /// None if it is not reported.
    pub assessment: Option<PoolAssessment>,
    pub said: Option<Condition>,
    /// The time remaining.
    pub left: Option<SignedDuration>,
}

const PENDING: UpdateStatusCondition = UpdateStatusCondition::Pending;
const ACTIVE: UpdateStatusCondition = UpdateStatusCondition::Active;
/// Reasons of conditions that need an action, or time, to continue.
const PAUSES: [&str; 3] = ["UpdatesPaused", "AwaitingWindow", "InvalidPausedUntil"];

impl Snapshot {
    /// Returns whether such a pool is updating, as reported by a controller that is running, or may
    /// be.
    pub(super) fn others_move(&self) -> bool {
        let current = self.reported.known().is_some_and(|told| told.may_be_current(self.instant()));
        current && others(self).iter().any(OtherPool::is_behind)
    }
}

/// Returns the insights of informers, except for those that are evaluated here. Without an update,
/// only those that need attention even then.
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

/// Returns the pools that only the controller reports.
pub(super) fn others(snapshot: &Snapshot) -> Vec<OtherPool> {
    let is_other = |pool: &&ReportedPool| {
        let Object { kind, name, .. } = &pool.object;
        // A machine config pool that was not found among all pools was deleted.
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
            (Status::True | Status::Unknown, Status::True) => Some(PoolAssessment::Progressing),
            (Status::True, Status::False) if paused => Some(PoolAssessment::Excluded),
            (Status::True, Status::False) => Some(PoolAssessment::Pending),
            (Status::True, Status::Unknown)
            | (Status::Unknown, Status::False | Status::Unknown) => None,
        };
        let tells = match pending {
            Status::False => said(PENDING),
            Status::True | Status::Unknown => said(ACTIVE).or_else(|| said(PENDING)),
        };
        let object = &pool.object;
        Self {
            left: left_of(snapshot, |insight| insight.scope.pools.contains(object)),
            object: object.clone(),
            assessment,
            said: tells.cloned(),
        }
    }

    /// Returns kind, namespace and name for people.
    pub fn label(&self) -> String {
        format!("{} {}", self.object.kind, self.object.label())
    }

    /// Returns whether it is updating to its release, or will: a paused one is not.
    pub(super) fn moves(&self) -> bool {
        use PoolAssessment::{Pending, Progressing};
        self.assessment.is_some_and(|assessment| matches!(assessment, Pending | Progressing))
    }

    /// Returns whether it is known not to be on its release.
    pub(super) fn is_behind(&self) -> bool {
        self.assessment.is_some_and(|assessment| assessment != PoolAssessment::Completed)
    }
}
