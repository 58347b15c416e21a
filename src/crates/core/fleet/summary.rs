//! How many clusters of a fleet are in each state, and how many of them can update.

use std::collections::BTreeMap;

use super::{FleetAnswer, FleetState};
use crate::gates::code::FindingCode;

/// How many clusters are in each state; each cluster counts once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FleetCounts {
    pub total: usize,
    pub failing: usize,
    pub stalled: usize,
    pub updating: usize,
    pub idle: usize,
    /// Could not be read.
    pub not_read: usize,
}

/// What an update to one version means, by number of clusters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TargetCounts {
    pub ready: usize,
    /// Clusters to which a risk applies or may apply, by its name.
    pub risks: BTreeMap<String, usize>,
    /// Not recommended, and no risk tells why.
    pub unexplained: usize,
    /// An admin gate must be acknowledged.
    pub admin_gates: usize,
    /// Other safety checks that fail.
    pub findings: BTreeMap<FindingCode, usize>,
    pub away: usize,
    pub requested: usize,
    pub in_progress: usize,
    pub at_target: usize,
    pub newer: usize,
    pub no_path: usize,
    pub unknown: usize,
}

impl FleetCounts {
    pub fn new(states: impl IntoIterator<Item = FleetState>) -> Self {
        let mut counts = Self::default();
        for state in states {
            counts.total += 1;
            let count = match state {
                FleetState::Failing => &mut counts.failing,
                FleetState::Stalled => &mut counts.stalled,
                FleetState::Updating => &mut counts.updating,
                FleetState::Idle => &mut counts.idle,
                FleetState::Unreachable
                | FleetState::Unauthorized
                | FleetState::Forbidden
                | FleetState::InvalidKubeconfig
                | FleetState::NotOpenShift
                | FleetState::Unreadable => &mut counts.not_read,
            };
            *count += 1;
        }
        counts
    }
}

impl TargetCounts {
    pub fn new<'a>(answers: impl IntoIterator<Item = &'a FleetAnswer>) -> Self {
        let mut counts = Self::default();
        for answer in answers {
            counts.add(answer);
        }
        counts
    }

    /// A cluster that several things stop counts for each of them.
    fn add(&mut self, answer: &FleetAnswer) {
        match answer {
            FleetAnswer::Ready => self.ready += 1,
            FleetAnswer::Blocked(blockers) | FleetAnswer::NotRecommended(blockers) => {
                for risk in &blockers.risks {
                    *self.risks.entry(risk.clone()).or_default() += 1;
                }
                let explained = !blockers.risks.is_empty();
                let is_conditional = matches!(answer, FleetAnswer::NotRecommended(_));
                self.unexplained += usize::from(is_conditional && !explained);
                let gated = !blockers.admin_gates.is_empty();
                self.admin_gates += usize::from(gated);
                let of_gates = |code: &&FindingCode| **code == FindingCode::NotUpgradeable && gated;
                for code in blockers.findings.iter().filter(|code| !of_gates(code)) {
                    *self.findings.entry(*code).or_default() += 1;
                }
            }
            FleetAnswer::Away(_) => self.away += 1,
            FleetAnswer::Requested => self.requested += 1,
            FleetAnswer::InProgress => self.in_progress += 1,
            FleetAnswer::AtTarget => self.at_target += 1,
            FleetAnswer::Newer => self.newer += 1,
            FleetAnswer::NoPath => self.no_path += 1,
            FleetAnswer::Unknown { .. } => self.unknown += 1,
        }
    }
}
