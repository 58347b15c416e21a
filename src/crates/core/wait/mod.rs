//! Waiting for an update: what is waited for, what stands in the way, and when to stop.

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

/// How far an update must have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WaitGoal {
    /// The cluster has taken the request up.
    Accepted,
    /// The control plane runs the release.
    Completed,
    /// So do all machines.
    Workers,
}

/// How long to wait; none is for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitLimits {
    /// For the goal, all in all.
    pub timeout: Option<Duration>,
    /// For a trouble to go away.
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
    /// The ClusterVersion makes no sense to the operator.
    Invalid(Condition),
    /// The cluster does not take the release up.
    Refused(Condition),
    Failing(Condition),
    /// The operator does not look at the request.
    Unnoticed,
    PoolDegraded {
        pool: String,
        condition: Condition,
    },
    /// Machines are to be updated, and somebody said that they must not be.
    PoolPaused {
        pool: String,
    },
    /// The cluster was asked for something else, or works towards it.
    Superseded {
        by: String,
    },
    /// The request was taken back before the cluster took it up.
    Withdrawn,
}

/// What is still missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitStage {
    /// The operator has yet to look at the request.
    Noticing,
    /// The cluster has yet to accept the release.
    Accepting,
    /// The release is being rolled out; what the operator says of it.
    RollingOut(Option<String>),
    /// These pools have machines that are not updated.
    Pools(Vec<String>),
    Nothing,
}

/// What a look comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitJudgement {
    pub verdict: Option<WaitVerdict>,
    pub step: WaitStage,
    /// The trouble that has lasted longest.
    pub trouble: Option<Trouble>,
    /// When to look again, though nothing changes.
    pub next: Option<Duration>,
}

/// A wait under way. Every moment is the time that has passed since it began, which no clock that is
/// set, here or in the cluster, makes longer or shorter.
#[derive(Debug, Clone)]
pub struct Waiting {
    pub goal: WaitGoal,
    /// None until the cluster was seen, where nobody named it.
    pub aim: Option<WaitTarget>,
    patience: WaitLimits,
    /// Whether the cluster was seen to work towards the aim.
    taken_up: bool,
    troubles: BTreeMap<String, TroubleSince>,
}

/// A trouble's last transition, by which it is known again, and when it was first seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TroubleSince {
    transition: Option<Timestamp>,
    since: Duration,
}

impl Waiting {
    pub fn new(goal: WaitGoal, aim: Option<WaitTarget>, patience: WaitLimits) -> Self {
        Self { goal, aim, patience, taken_up: false, troubles: BTreeMap::new() }
    }

    /// Judges the cluster as it was seen at `now`.
    pub fn judge(&mut self, snapshot: &Snapshot, now: Duration) -> WaitJudgement {
        let cluster = &snapshot.cluster;
        let aim = self.aim.get_or_insert_with(|| WaitTarget::of_cluster(cluster)).clone();
        self.taken_up |= aim.is_met_by(&cluster.desired);
        let step = self.goal.step(&aim, snapshot);
        let troubles = self.troubles(&aim, snapshot, now);
        // Of those that were first seen together, the cluster says itself which is older.
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

    /// Notes that nothing could be seen for a while: no trouble is older for that.
    pub fn note_outage(&mut self, from: Duration, until: Duration) {
        let away = until.saturating_sub(from);
        for lasting in self.troubles.values_mut() {
            lasting.since = lasting.since.saturating_add(away).min(until);
        }
    }

    /// Returns when patience ends.
    pub fn ends(&self) -> Option<Duration> {
        self.patience.timeout
    }

    pub fn timed_out(&self, now: Duration) -> bool {
        self.ends().is_some_and(|end| now >= end)
    }

    /// Returns why the aim is no longer anybody's.
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

    /// Returns the troubles there are, and since when each counts.
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

/// A moment beyond all calendars never comes.
fn after(since: Duration, patience: Option<Duration>) -> Option<Duration> {
    since.checked_add(patience?)
}

impl WaitGoal {
    fn step(self, aim: &WaitTarget, snapshot: &Snapshot) -> WaitStage {
        let cluster = &snapshot.cluster;
        let accepted = cluster.condition(ClusterVersionCondition::ReleaseAccepted);
        let held = accepted.is_some_and(|condition| condition.status != Status::True);
        if !aim.is_met_by(&cluster.desired) {
            // An operator that does not accept a release has noticed the request, whatever it has
            // reported to observe: that it reports when it next applies its payload.
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
        // What the cluster complains of explains more than that it is silent.
        if troubles.is_empty() && self.step(aim, snapshot) == WaitStage::Noticing {
            troubles.push(Trouble::Unnoticed);
        }
        troubles
    }

    /// The control plane is not updated before its machines are, so its pool counts for that, too.
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

/// Returns the pools that are not done: by what `status` counts, or by what they say themselves.
fn unfinished(snapshot: &Snapshot) -> Vec<String> {
    let reports = UpdateProgress::new(snapshot).pools;
    let pools = snapshot.pools.items().iter().zip(&reports);
    let unfinished = pools.filter(|(pool, report)| !pool.is_updated() || report.is_behind());
    unfinished.map(|(pool, _)| pool.name.clone()).collect()
}

impl Trouble {
    /// Names a trouble, so that it is known again at the next look.
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
