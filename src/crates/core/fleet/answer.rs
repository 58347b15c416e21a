//! What an update to one version means for a cluster, without changing anything.

use schemars::JsonSchema;
use serde::Serialize;

use crate::admin_gates;
use crate::gates::code::FindingCode;
use crate::gates::{Finding, Waivers};
use crate::request::decide::{
    AlreadySatisfied, Decision, Proposal, Request, RequestTarget, decide,
};
use crate::snapshot::Snapshot;
use upgrade_graph::version::{Step, Version};

/// What an update to one version means for a cluster; the first ones are the closest to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FleetAnswer {
    /// It is recommended, and every safety check passes.
    Ready,
    /// It is recommended, and safety checks fail.
    Blocked(UpdateBlockers),
    /// It is available, but not recommended.
    NotRecommended(UpdateBlockers),
    /// It is not available yet: other updates come first, or another channel.
    Away(StepsAway),
    /// It was requested, and the cluster has not accepted it yet.
    Requested,
    /// The update to it is in progress.
    InProgress,
    /// The cluster runs it.
    AtTarget,
    /// The cluster runs a newer version.
    Newer,
    /// No update path leads to it.
    NoPath,
    /// It is not available here, and no graph could be read.
    Unknown { why: String },
}

/// What an update to the version means for a cluster
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum FleetAnswerCode {
    /// It is recommended, and every safety check passes
    Ready,
    /// It is recommended, and safety checks fail
    Blocked,
    /// It is available, but not recommended
    NotRecommended,
    /// It is not available yet: other updates come first, or another channel
    Away,
    /// It was requested, and the cluster has not accepted it yet
    Requested,
    /// The update to it is in progress
    InProgress,
    /// The cluster runs it
    AtTarget,
    /// The cluster runs a newer version
    Newer,
    /// No update path leads to it
    NoPath,
    /// It is not available, and the update graph could not be read
    Unknown,
}

/// What stops an update.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UpdateBlockers {
    /// The names of risks that apply or may apply, sorted.
    pub risks: Vec<String>,
    /// The safety checks that fail, apart from the recommendation.
    pub findings: Vec<FindingCode>,
    /// The names of the admin gates that block minor version updates.
    pub admin_gates: Vec<String>,
}

/// An update path of several updates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepsAway {
    pub steps: usize,
    /// Risks that apply or may apply on the way, sorted; empty if every step is recommended.
    pub risks: Vec<String>,
    /// Whether every step is recommended.
    pub recommended: bool,
    /// The channel of the first step, if it is another one.
    pub channel: Option<String>,
    /// The first release on the way.
    pub next: String,
}

/// Returns the answer as a request would get it; none if graphs must tell how far away the version is.
pub fn answer(snapshot: &Snapshot, version: &str) -> Option<FleetAnswer> {
    let target = RequestTarget::Version(version.to_owned());
    let request = Request { target, waivers: Waivers::default() };
    match decide(snapshot, &request) {
        Decision::Settled(AlreadySatisfied::AtTarget { .. }) => Some(FleetAnswer::AtTarget),
        Decision::Settled(AlreadySatisfied::UnderWay { .. }) => Some(FleetAnswer::InProgress),
        Decision::Settled(AlreadySatisfied::Asked { .. }) => Some(FleetAnswer::Requested),
        Decision::Judged(proposal) => Some(judged(snapshot, &proposal)),
        Decision::UnknownVersion(_)
        | Decision::UnknownRisk { .. }
        | Decision::NothingNewer(_)
        | Decision::NothingBefore => unlisted(snapshot, version),
    }
}

fn unlisted(snapshot: &Snapshot, version: &str) -> Option<FleetAnswer> {
    match snapshot.cluster.desired.version.step_to(&Version::new(version)) {
        Step::Same => Some(FleetAnswer::AtTarget),
        Step::Down | Step::DownAcrossMinor => Some(FleetAnswer::Newer),
        Step::Patch | Step::NextMinor | Step::TooFar | Step::Unknown => None,
    }
}

fn judged(snapshot: &Snapshot, proposal: &Proposal) -> FleetAnswer {
    let mut blockers = UpdateBlockers::default();
    let mut is_recommended = true;
    for judged in &proposal.findings {
        match &judged.finding {
            Finding::NotRecommended { risks, .. } => {
                is_recommended = false;
                let open = risks.iter().filter(|risk| risk.is_open() && !risk.name.is_empty());
                blockers.risks.extend(open.map(|risk| risk.name.clone()));
            }
            Finding::Downgrade | Finding::DowngradeAcrossMinor => return FleetAnswer::Newer,
            Finding::NotUpgradeable(_) => {
                blockers.admin_gates = open_gates(snapshot);
                blockers.findings.push(FindingCode::NotUpgradeable);
            }
            other => blockers.findings.push(other.code()),
        }
    }
    blockers.risks.sort();
    blockers.risks.dedup();
    match (is_recommended, proposal.findings.is_empty()) {
        (true, true) => FleetAnswer::Ready,
        (true, false) => FleetAnswer::Blocked(blockers),
        (false, _) => FleetAnswer::NotRecommended(blockers),
    }
}

/// Returns the gates that apply and are not acknowledged; none if they could not be read.
fn open_gates(snapshot: &Snapshot) -> Vec<String> {
    let Some(maps) = snapshot.gates.known() else { return Vec::new() };
    let gates = admin_gates::gates(&snapshot.cluster, maps);
    gates.into_iter().filter(admin_gates::AdminGate::is_open).map(|gate| gate.name).collect()
}

impl FleetAnswer {
    pub fn code(&self) -> FleetAnswerCode {
        match self {
            Self::Ready => FleetAnswerCode::Ready,
            Self::Blocked(_) => FleetAnswerCode::Blocked,
            Self::NotRecommended(_) => FleetAnswerCode::NotRecommended,
            Self::Away(_) => FleetAnswerCode::Away,
            Self::Requested => FleetAnswerCode::Requested,
            Self::InProgress => FleetAnswerCode::InProgress,
            Self::AtTarget => FleetAnswerCode::AtTarget,
            Self::Newer => FleetAnswerCode::Newer,
            Self::NoPath => FleetAnswerCode::NoPath,
            Self::Unknown { .. } => FleetAnswerCode::Unknown,
        }
    }

    /// Returns the same for all clusters of a group, whatever they run.
    #[must_use]
    pub fn group(&self) -> Self {
        match self {
            Self::Away(away) => {
                Self::Away(StepsAway { next: String::new(), channel: None, ..away.clone() })
            }
            other => other.clone(),
        }
    }

    /// Returns whether the version is an available update of the cluster.
    pub fn is_available(&self) -> bool {
        match self {
            Self::Ready | Self::Blocked(_) | Self::NotRecommended(_) => true,
            Self::Away(_)
            | Self::Requested
            | Self::InProgress
            | Self::AtTarget
            | Self::Newer
            | Self::NoPath
            | Self::Unknown { .. } => false,
        }
    }

    /// Returns what stops the update, if the version is available.
    pub fn blockers(&self) -> Option<&UpdateBlockers> {
        match self {
            Self::Blocked(blockers) | Self::NotRecommended(blockers) => Some(blockers),
            Self::Ready
            | Self::Away(_)
            | Self::Requested
            | Self::InProgress
            | Self::AtTarget
            | Self::Newer
            | Self::NoPath
            | Self::Unknown { .. } => None,
        }
    }
}
