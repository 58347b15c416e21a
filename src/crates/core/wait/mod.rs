//! Waiting for an update: the goal, the problems, and when to stop.

pub mod target;

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::objects::machine_config_pool::Pool;
use crate::progress::UpdateProgress;
use crate::snapshot::Snapshot;
use crate::wait::target::WaitTarget;
use upgrade_graph::condition::{Condition, Status};

/// The goal of a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WaitGoal {
    /// The cluster accepted the request.
    Accepted,
    /// The control plane is updated.
    Completed,
    /// All nodes are updated, too.
    Workers,
}

/// How long to wait; none means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitLimits {
    /// For the goal.
    pub timeout: Option<Duration>,
    /// For a problem to be resolved.
    pub stall: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitVerdict {
    Done,
    Failed(Trouble),
    TimedOut,
}

/// Why the goal may never be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The cluster-version operator reports the ClusterVersion as invalid.
    Invalid(Condition),
    /// The cluster does not accept the release.
    Refused(Condition),
    Failing(Condition),
    /// The cluster-version operator does not observe the request.
    Unnoticed,
    PoolDegraded {
        pool: String,
        condition: Condition,
    },
    /// Nodes must be updated, but their pool is paused.
    PoolPaused {
        pool: String,
    },
    /// Another release was requested, or is being updated to.
    Superseded {
        by: String,
    },
    /// The request was canceled before the cluster accepted it.
    Withdrawn,
}

/// What is still missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitStage {
    /// The cluster-version operator has not observed the request.
    Noticing,
    /// The cluster has not accepted the release.
    Accepting,
    /// The release is rolling out; what the cluster-version operator reports about it.
    RollingOut(Option<String>),
    /// These pools have nodes that are not updated.
    Pools(Vec<String>),
    Nothing,
}

/// The result of one evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitJudgement {
    pub verdict: Option<WaitVerdict>,
    pub step: WaitStage,
    /// The problem that has lasted longest.
    pub trouble: Option<Trouble>,
    /// When to evaluate again even if nothing changes.
    pub next: Option<Duration>,
}

/// A wait in progress. Every time is relative to its start, so that no change of a clock, here or
/// in the cluster, affects it.
#[derive(Debug, Clone)]
pub struct Waiting {
    pub goal: WaitGoal,
    /// None until the cluster was read, if the user named no target.
    pub aim: Option<WaitTarget>,
    patience: WaitLimits,
    /// Whether the cluster was seen to update to the target.
    taken_up: bool,
    troubles: BTreeMap<String, TroubleSince>,
}

/// A problem's last transition, which identifies it, and when it was first seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TroubleSince {
    transition: Option<Timestamp>,
    since: Duration,
}

impl Waiting {
    pub fn new(goal: WaitGoal, aim: Option<WaitTarget>, patience: WaitLimits) -> Self {
        Self { goal, aim, patience, taken_up: false, troubles: BTreeMap::new() }
    }

    /// Evaluates the cluster as read at `now`.
    pub fn judge(&mut self, snapshot: &Snapshot, now: Duration) -> WaitJudgement {
        let cluster = &snapshot.cluster;
        let aim = self.aim.get_or_insert_with(|| WaitTarget::of_cluster(cluster)).clone();
        self.taken_up |= aim.is_met_by(&cluster.desired);
        let step = self.goal.step(&aim, snapshot);
        let troubles = self.troubles(&aim, snapshot, now);
        // Of problems that were first seen together, the cluster reports which is older.
        let oldest = troubles.iter().min_by_key(|(since, trouble)| {
            let transition = trouble.transition();
            (*since, transition.is_none(), transition)
        });
        let gives_up = oldest.and_then(|(since, _)| after(*since, self.patience.stall));
        let stalled = oldest.filter(|_| gives_up.is_some_and(|end| now >= end));
        let verdict = if step == WaitStage::Nothing {
            Some(WaitVerdict::Done)
        } else if let Some(lost) = self.lost(&aim, cluster) {
            Some(WaitVerdict::Failed(lost))
        } else if let Some((_, trouble)) = stalled {
            Some(WaitVerdict::Failed(trouble.clone()))
        } else {
            self.timed_out(now).then_some(WaitVerdict::TimedOut)
        };
        WaitJudgement {
            verdict,
            step,
            trouble: oldest.map(|(_, trouble)| trouble.clone()),
            next: self.ends().into_iter().chain(gives_up).min(),
        }
    }

    /// Notes that nothing could be read for a while: problems do not age in that time.
    pub fn note_outage(&mut self, from: Duration, until: Duration) {
        let away = until.saturating_sub(from);
        for lasting in self.troubles.values_mut() {
            lasting.since = lasting.since.saturating_add(away).min(until);
        }
    }

    /// Returns when the timeout ends.
    pub fn ends(&self) -> Option<Duration> {
        self.patience.timeout
    }

    pub fn timed_out(&self, now: Duration) -> bool {
        self.ends().is_some_and(|end| now >= end)
    }

    /// Returns why the target no longer applies.
    fn lost(&self, aim: &WaitTarget, cluster: &Cluster) -> Option<Trouble> {
        let requested = cluster.requested.as_ref().filter(|requested| requested.names_a_target());
        let works_towards_it = aim.is_met_by(&cluster.desired);
        match requested {
            Some(requested) if !aim.is_asked_by(requested, &cluster.desired) => {
                Some(Trouble::Superseded { by: requested.label() })
            }
            _ if works_towards_it => None,
            _ if self.taken_up => {
                Some(Trouble::Superseded { by: WaitTarget::of_release(&cluster.desired).label() })
            }
            None => Some(Trouble::Withdrawn),
            Some(_) => None,
        }
    }

    /// Returns the problems, and since when each counts.
    fn troubles(
        &mut self,
        aim: &WaitTarget,
        snapshot: &Snapshot,
        now: Duration,
    ) -> Vec<(Duration, Trouble)> {
        let found = self.goal.troubles(aim, snapshot);
        let mut known = std::mem::take(&mut self.troubles);
        found
            .into_iter()
            .map(|trouble| {
                let (name, transition) = (trouble.name(), trouble.transition());
                let lasting = known
                    .remove(&name)
                    .filter(|known| known.transition == transition)
                    .unwrap_or(TroubleSince { transition, since: now });
                self.troubles.insert(name, lasting);
                (lasting.since, trouble)
            })
            .collect()
    }
}

/// A time beyond the calendar never comes.
fn after(since: Duration, patience: Option<Duration>) -> Option<Duration> {
    since.checked_add(patience?)
}

impl WaitGoal {
    fn step(self, aim: &WaitTarget, snapshot: &Snapshot) -> WaitStage {
        let cluster = &snapshot.cluster;
        let accepted = cluster.condition(ClusterVersionCondition::ReleaseAccepted);
        let held = accepted.is_some_and(|condition| condition.status != Status::True);
        if !aim.is_met_by(&cluster.desired) {
            // A cluster-version operator that rejects a release has observed the request, whatever
            // its observedGeneration: it raises that only when it next applies its payload.
            let noticed = held || !cluster.unobserved();
            return if noticed { WaitStage::Accepting } else { WaitStage::Noticing };
        }
        if self == Self::Accepted {
            return if held { WaitStage::Accepting } else { WaitStage::Nothing };
        }
        if !aim.is_completed_by(cluster) {
            let progress = cluster.condition(ClusterVersionCondition::Progressing);
            let progress = progress.filter(|condition| condition.status == Status::True);
            let said = progress.map(|condition| condition.message.clone());
            return WaitStage::RollingOut(said.filter(|said| !said.trim().is_empty()));
        }
        match self {
            Self::Accepted | Self::Completed => WaitStage::Nothing,
            Self::Workers => match unfinished(snapshot) {
                pools if pools.is_empty() && snapshot.pools.is_known() => WaitStage::Nothing,
                pools => WaitStage::Pools(pools),
            },
        }
    }

    fn troubles(self, aim: &WaitTarget, snapshot: &Snapshot) -> Vec<Trouble> {
        let cluster = &snapshot.cluster;
        let held = |kind: ClusterVersionCondition, status| {
            cluster.condition(kind).filter(|found| found.status == status).cloned()
        };
        let refused = held(ClusterVersionCondition::ReleaseAccepted, Status::False)
            .filter(|_| self == Self::Accepted || !aim.is_met_by(&cluster.desired));
        let mut troubles: Vec<Trouble> = [
            held(ClusterVersionCondition::Invalid, Status::True).map(Trouble::Invalid),
            refused.map(Trouble::Refused),
            held(ClusterVersionCondition::Failing, Status::True).map(Trouble::Failing),
        ]
        .into_iter()
        .flatten()
        .collect();
        let completed = aim.is_completed_by(cluster);
        let pools = snapshot.pools.items().iter();
        troubles.extend(pools.filter_map(|pool| self.of_pool(pool, completed)));
        // A problem that the cluster reports explains more than its silence.
        if troubles.is_empty() && self.step(aim, snapshot) == WaitStage::Noticing {
            troubles.push(Trouble::Unnoticed);
        }
        troubles
    }

    /// The control plane is not updated before its nodes are, so its pool counts as well.
    fn of_pool(self, pool: &Pool, completed: bool) -> Option<Trouble> {
        let held = !completed && pool.is_control_plane();
        let counts = match self {
            Self::Accepted => false,
            Self::Completed => held && !pool.is_updated(),
            Self::Workers => true,
        };
        let waits = if held { pool.is_behind() } else { completed && !pool.is_updated() };
        let name = pool.name.clone();
        match pool.degraded() {
            _ if !counts => None,
            Some(condition) => {
                Some(Trouble::PoolDegraded { pool: name, condition: condition.clone() })
            }
            None => (pool.paused && waits).then_some(Trouble::PoolPaused { pool: name }),
        }
    }
}

/// Returns the pools that are not completed: by what `status` counts, or by what they report.
fn unfinished(snapshot: &Snapshot) -> Vec<String> {
    let reports = UpdateProgress::new(snapshot).pools;
    let pools = snapshot.pools.items().iter().zip(&reports);
    let unfinished = pools.filter(|(pool, report)| !pool.is_updated() || report.is_behind());
    unfinished.map(|(pool, _)| pool.name.clone()).collect()
}

impl Trouble {
    /// Names a problem, so that the next evaluation recognizes it.
    fn name(&self) -> String {
        match self {
            Self::Invalid(_) => "Invalid".to_owned(),
            Self::Refused(_) => "Refused".to_owned(),
            Self::Failing(_) => "Failing".to_owned(),
            Self::Unnoticed => "Unnoticed".to_owned(),
            Self::PoolDegraded { pool, .. } => format!("Degraded {pool}"),
            Self::PoolPaused { pool } => format!("Paused {pool}"),
            Self::Superseded { .. } => "Superseded".to_owned(),
            Self::Withdrawn => "Withdrawn".to_owned(),
        }
    }

    fn transition(&self) -> Option<Timestamp> {
        match self {
            Self::Invalid(condition) | Self::Refused(condition) | Self::Failing(condition) => {
                condition.since
            }
            Self::PoolDegraded { condition, .. } => condition.since,
            Self::Unnoticed
            | Self::PoolPaused { .. }
            | Self::Superseded { .. }
            | Self::Withdrawn => None,
        }
    }
}

#[cfg(test)]
mod tests;
