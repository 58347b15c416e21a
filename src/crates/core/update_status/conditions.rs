//! Whether an update is pending and whether it can make progress: for the control plane and each pool.

use std::collections::BTreeSet;

use crate::insight::Object;
use crate::objects::cluster_version::management::Management;
use crate::progress::pools::{PoolAssessment, PoolReport};
use crate::snapshot::Snapshot;
use crate::status::StatusReport;
use upgrade_graph::condition::Status;

use crate::update_status::pause::{PauseReason, PauseState};

/// The conditions of one part of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rollout {
    /// Is it not on its release yet?
    pub pending: ConditionText,
    /// Is it updating?
    pub active: ConditionText,
}

/// A condition without its type and its times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionText {
    pub status: Status,
    pub reason: &'static str,
    pub message: String,
}

/// The conditions of all parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rollouts {
    pub control_plane: Rollout,
    /// MachineConfigPools, then MachineSets.
    pub pools: Vec<PoolRollout>,
}

/// The conditions of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolRollout {
    pub object: Object,
    pub uid: Option<String>,
    pub rollout: Rollout,
}

/// A MachineSet that an informer names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineSet {
    pub object: Object,
    pub uid: Option<String>,
    pub management: Management,
    /// The nodes of its machines; an error tells why they are unknown.
    pub nodes: Result<BTreeSet<String>, String>,
}

impl MachineSet {
    fn has(&self, node: &str) -> bool {
        self.nodes.as_ref().is_ok_and(|nodes| nodes.contains(node))
    }
}

/// What is left of an update.
enum RolloutProgress {
    Done(String),
    Pending { reason: &'static str, message: String },
    Unknown { why: String },
}

pub use crate::objects::machine_config_pool::KIND as POOL;
pub(crate) use crate::objects::machine_set::KIND as MACHINE_SET;

const RECONCILED: &str = "ReleaseReconciled";
const NOT_RECONCILED: &str = "ReleaseNotReconciled";
const WORKER_BEHIND: &str = "WorkerDoesNotMatchRelease";
const PLANE_ACTIVE: &str = "ControlPlaneUpdateActive";
const WORKERS_ACTIVE: &str = "WorkersUpdateActive";
const UNDETERMINED: &str = "CannotDetermine";

impl Rollouts {
    /// Returns whether some part of the cluster is not on its release, or may not be.
    pub fn is_under_way(&self) -> bool {
        let pools = self.pools.iter().map(|pool| &pool.rollout);
        pools.chain([&self.control_plane]).any(|part| part.pending.status != Status::False)
    }
}

/// Evaluates every part of a cluster.
pub fn conditions(snapshot: &Snapshot, report: &StatusReport, sets: &[MachineSet]) -> Rollouts {
    let own = report.control_plane.nodes.as_ref();
    let cluster_wide = snapshot.cluster.management.judge(snapshot.instant(), "the ClusterVersion");
    // While operators are updated there is progress, whatever nodes wait for.
    let own_pause = own.filter(|_| !snapshot.cluster.rolling_out()).map(PauseState::of_pool);
    let plane_pause = cluster_wide.clone().and(own_pause.unwrap_or_default());
    let pools = report.pools.iter().map(|pool| {
        let pause = cluster_wide.clone().and(PauseState::of_pool(pool));
        let progress = of_pool(pool, snapshot);
        let object = Object::new(POOL, &pool.name);
        PoolRollout {
            uid: snapshot.uid_of_pool(&object),
            object,
            rollout: rollout(progress, &pause, WORKERS_ACTIVE),
        }
    });
    let of_set = |set: &MachineSet| {
        let own =
            set.management.judge(snapshot.instant(), &format!("MachineSet {}", set.object.name));
        let progress = of_machine_set(set, report);
        let pools = report.pools.iter().filter(|pool| {
            let behind = pool.nodes.iter().filter(|node| node.is_outdated());
            behind.into_iter().any(|node| set.has(&node.name))
        });
        let pause =
            pools.map(PauseState::of_pool).fold(cluster_wide.clone().and(own), PauseState::and);
        PoolRollout {
            object: set.object.clone(),
            uid: set.uid.clone(),
            rollout: rollout(progress, &pause, WORKERS_ACTIVE),
        }
    };
    let pools: Vec<_> = pools.collect();
    Rollouts {
        control_plane: rollout(of_control_plane(snapshot, own), &plane_pause, PLANE_ACTIVE),
        pools: pools.into_iter().chain(sets.iter().map(of_set)).collect(),
    }
}

fn of_control_plane(snapshot: &Snapshot, own: Option<&PoolReport>) -> RolloutProgress {
    let cluster = &snapshot.cluster;
    let version = cluster.desired.version.text();
    if cluster.history.is_empty() {
        return RolloutProgress::Unknown { why: "the ClusterVersion has no history".to_owned() };
    }
    let behind = |message: String| RolloutProgress::Pending { reason: NOT_RECONCILED, message };
    if let Some(asked) = cluster.pending() {
        return behind(format!("The cluster has not accepted the update to {} yet", asked.label()));
    }
    if cluster.rolling_out() {
        return behind(format!("ClusterVersion release {version} has not reconciled"));
    }
    if !snapshot.nodes.is_known() && snapshot.pools.is_known() {
        return RolloutProgress::Unknown { why: "cannot read nodes".to_owned() };
    }
    match own.and_then(first_behind) {
        Some(node) => behind(format!("Node {node} is not on {version} yet")),
        None => RolloutProgress::Done(format!("ClusterVersion release {version} has reconciled")),
    }
}

fn of_pool(pool: &PoolReport, snapshot: &Snapshot) -> RolloutProgress {
    if !snapshot.nodes.is_known() {
        return RolloutProgress::Unknown { why: "cannot read nodes".to_owned() };
    }
    match (pool.assessment, first_behind(pool)) {
        (PoolAssessment::Empty, _) => RolloutProgress::Done("There are no nodes".to_owned()),
        (_, Some(node)) => worker_behind(node),
        (_, None) => RolloutProgress::Done("All nodes match the release".to_owned()),
    }
}

fn of_machine_set(set: &MachineSet, report: &StatusReport) -> RolloutProgress {
    let nodes = match &set.nodes {
        Ok(nodes) => nodes,
        Err(why) => return RolloutProgress::Unknown { why: why.clone() },
    };
    let known = || report.pools.iter().flat_map(|pool| &pool.nodes);
    if let Some(node) = nodes.iter().find(|name| !known().any(|node| node.name == **name)) {
        return RolloutProgress::Unknown { why: format!("node {node} is in no known pool") };
    }
    match known().find(|node| nodes.contains(&node.name) && node.is_outdated()) {
        Some(node) => worker_behind(&node.name),
        None => RolloutProgress::Done("All nodes match the release".to_owned()),
    }
}

fn first_behind(pool: &PoolReport) -> Option<&str> {
    pool.nodes.iter().find(|node| node.is_outdated()).map(|node| node.name.as_str())
}

fn worker_behind(node: &str) -> RolloutProgress {
    let message = format!("At least one worker ({node}) does not match the target release");
    RolloutProgress::Pending { reason: WORKER_BEHIND, message }
}

fn rollout(progress: RolloutProgress, pause: &PauseState, moves: &'static str) -> Rollout {
    let said = |status, reason, message: &str| {
        let message = message.to_owned();
        ConditionText { status, reason, message }
    };
    match progress {
        RolloutProgress::Unknown { why } => {
            let unknown = said(Status::Unknown, UNDETERMINED, &why);
            Rollout { pending: unknown.clone(), active: unknown }
        }
        RolloutProgress::Done(message) => {
            let done = said(Status::False, RECONCILED, &message);
            Rollout { pending: done.clone(), active: done }
        }
        RolloutProgress::Pending { reason, message } => {
            let active = match &pause.hindrance {
                None => said(Status::True, moves, &message),
                Some(PauseReason::Forever) => said(Status::False, "UpdatesPaused", &pause.message),
                Some(PauseReason::Until) => said(Status::False, "AwaitingWindow", &pause.message),
                Some(PauseReason::Unreadable) => {
                    said(Status::False, "InvalidPausedUntil", &pause.message)
                }
                Some(PauseReason::Unjudged) => said(Status::Unknown, UNDETERMINED, &pause.message),
            };
            Rollout { pending: said(Status::True, reason, &message), active }
        }
    }
}

#[cfg(test)]
mod tests;
