//! Many clusters at once: the state of each, which of them needs attention first, and what an update means
//! for each.

pub mod answer;
pub mod changes;
pub mod summary;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::condition_type::ClusterVersionCondition;
use crate::gates;
use crate::insight::Level;
use crate::progress::control_plane::Assessment;
use crate::progress::pools::{NodeCounts, PoolReport};
use crate::snapshot::Snapshot;
use crate::status::{self, StatusInsight, StatusReport, StatusVerdict};
use crate::updates::Updates;
use upgrade_graph::condition::Status;

pub use answer::{FleetAnswer, FleetAnswerCode, StepsAway, UpdateBlockers, answer};
pub use changes::{FleetChange, FleetSituation, changes};
pub use summary::{FleetCounts, TargetCounts};

/// What a cluster does, or why that is unknown
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum FleetState {
    /// Failing, or its update is rejected or cannot continue without help
    Failing,
    /// Its update takes so long that it is unlikely to complete without help
    Stalled,
    /// No server responds
    Unreachable,
    /// There are no credentials, or the server rejects them
    Unauthorized,
    /// The user may not read the ClusterVersion
    Forbidden,
    /// The kubeconfig, or its entry, cannot be used
    InvalidKubeconfig,
    /// The server has no ClusterVersion
    NotOpenShift,
    /// What the server sends cannot be used
    Unreadable,
    /// An update is in progress
    Updating,
    /// No update is in progress
    Idle,
}

/// What is counted while an update is in progress
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum FleetPhase {
    /// Cluster operators
    ControlPlane,
    /// Nodes, once the control plane is updated
    Nodes,
}

/// The progress of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FleetProgress {
    pub phase: FleetPhase,
    pub updated: usize,
    pub total: usize,
}

/// What one cluster of a fleet does, from the same reports as `status` and the overview.
#[derive(Debug, Clone)]
pub struct FleetCluster {
    pub state: FleetState,
    pub updating: bool,
    pub verdict: StatusVerdict,
    /// None if no update is in progress, or if nothing is known about it.
    pub progress: Option<FleetProgress>,
    /// The newest recommended update.
    pub newest: Option<NewestUpdate>,
    /// The number of updates that are recommended, and of those that are not.
    pub recommended: usize,
    pub not_recommended: usize,
    /// The most severe insight.
    pub insight: Option<StatusInsight>,
    /// What could not be read.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewestUpdate {
    pub version: String,
    /// Whether `Upgradeable=False` blocks it.
    pub held_back: bool,
}

/// What the rows of a fleet are sorted by: those that need attention come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attention(u8, Reverse<Option<Level>>, FleetState);

impl FleetState {
    /// Returns whether the cluster could be read.
    pub fn is_read(self) -> bool {
        match self {
            Self::Failing | Self::Stalled | Self::Updating | Self::Idle => true,
            Self::Unreachable
            | Self::Unauthorized
            | Self::Forbidden
            | Self::InvalidKubeconfig
            | Self::NotOpenShift
            | Self::Unreadable => false,
        }
    }

    /// Returns its name in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Stalled => "stalled",
            Self::Unreachable => "unreachable",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::InvalidKubeconfig => "invalid kubeconfig",
            Self::NotOpenShift => "not OpenShift",
            Self::Unreadable => "unreadable",
            Self::Updating => "updating",
            Self::Idle => "idle",
        }
    }

    /// Returns the place of a cluster in this state, with the level of its most severe insight.
    pub fn attention(self, level: Option<Level>) -> Attention {
        let grave = level.filter(|level| *level > Level::Info);
        let place = match self {
            Self::Failing => 0,
            Self::Stalled => 1,
            _ if !self.is_read() => 2,
            _ if grave.is_some() => 3,
            _ => 4,
        };
        Attention(place, Reverse(grave), self)
    }
}

impl FleetCluster {
    pub fn new(snapshot: &Snapshot) -> Self {
        let cluster = &snapshot.cluster;
        let report = status::assess(snapshot);
        let updates = Updates::new(cluster);
        let verdict = report.verdict();
        Self {
            state: state(&report, verdict, cluster.conditions.is(FAILING, Status::True)),
            updating: report.updating,
            verdict,
            progress: progress(&report),
            newest: updates.recommended.first().map(|newest| NewestUpdate {
                version: newest.release.version.text().to_owned(),
                held_back: gates::held_back(cluster, newest).is_some(),
            }),
            recommended: updates.recommended.len(),
            not_recommended: updates.not_recommended.len(),
            insight: report.insights.into_iter().next(),
            notes: report.notes,
        }
    }
}

const FAILING: ClusterVersionCondition = ClusterVersionCondition::Failing;

fn state(report: &StatusReport, verdict: StatusVerdict, fails: bool) -> FleetState {
    let stalls = report.updating && report.control_plane.assessment == Assessment::Stalled;
    match verdict {
        StatusVerdict::Stuck if stalls && !fails => FleetState::Stalled,
        StatusVerdict::Stuck => FleetState::Failing,
        StatusVerdict::Progressing => FleetState::Updating,
        StatusVerdict::AtRest => FleetState::Idle,
    }
}

/// Operators are counted until all of them are updated, then nodes.
fn progress(report: &StatusReport) -> Option<FleetProgress> {
    let plane = &report.control_plane;
    if !report.updating {
        return None;
    }
    let counted = plane.completion;
    if plane.assessment != Assessment::Completed {
        let phase = FleetPhase::ControlPlane;
        let operators = FleetProgress { phase, updated: counted.updated, total: counted.total };
        return (counted.total > 0).then_some(operators);
    }
    let pools = plane.nodes.iter().chain(&report.pools);
    let counts: Vec<NodeCounts> = pools.filter_map(|pool: &PoolReport| pool.counts).collect();
    let total: usize = counts.iter().map(|counts| counts.total).sum();
    let outdated: usize = counts.iter().map(|counts| counts.outdated).sum();
    let updated = total.saturating_sub(outdated);
    (total > 0).then_some(FleetProgress { phase: FleetPhase::Nodes, updated, total })
}
