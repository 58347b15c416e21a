//! What an update to one version means for a cluster, and for all of them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use upgrade_core::fleet::{
    FleetAnswer, FleetAnswerCode, FleetState, StepsAway, TargetCounts, UpdateBlockers,
};
use upgrade_core::gates::code::FindingCode;

/// What an update to the target means for a cluster
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FleetAnswerView {
    pub(crate) code: FleetAnswerCode,
    /// Whether it is an available update, recommended or not
    pub(crate) available: bool,
    /// Risks that apply or may apply and are not accepted, of the update or of a step on the way; sorted
    pub(crate) risks: Vec<String>,
    /// Safety checks that fail, apart from the recommendation
    pub(crate) findings: Vec<FindingCode>,
    /// Admin gates to acknowledge
    pub(crate) admin_gates: Vec<String>,
    /// The number of updates to it; null unless it is Away
    pub(crate) steps: Option<usize>,
    /// Whether every step is recommended; null unless it is Away
    pub(crate) path_recommended: Option<bool>,
    /// The first update on the way; null unless it is Away
    pub(crate) next: Option<String>,
    /// The channel to set for the first update; null if it is already set or unknown
    pub(crate) channel: Option<String>,
    /// Why it is Unknown
    pub(crate) reason: Option<String>,
}

/// What an update to the target means, by number of clusters
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetSummaryView {
    pub(crate) ready: usize,
    /// Not recommended because of a risk, by its name
    pub(crate) by_risk: BTreeMap<String, usize>,
    /// Not recommended, and no risk tells why
    pub(crate) unexplained: usize,
    /// An admin gate must be acknowledged
    pub(crate) by_admin_gate: usize,
    /// Other safety checks that fail, by name
    pub(crate) by_finding: BTreeMap<String, usize>,
    pub(crate) away: usize,
    pub(crate) requested: usize,
    pub(crate) in_progress: usize,
    pub(crate) at_target: usize,
    pub(crate) newer: usize,
    pub(crate) no_path: usize,
    pub(crate) unknown: usize,
}

impl FleetAnswerView {
    pub(crate) fn new(answer: &FleetAnswer) -> Self {
        let away = match answer {
            FleetAnswer::Away(away) => Some(away.clone()),
            _ => None,
        };
        let UpdateBlockers { risks, findings, admin_gates } =
            answer.blockers().cloned().unwrap_or_default();
        let on_the_way = away.iter().flat_map(|away: &StepsAway| away.risks.clone());
        Self {
            code: answer.code(),
            available: answer.is_available(),
            risks: risks.into_iter().chain(on_the_way).collect(),
            findings,
            admin_gates,
            steps: away.as_ref().map(|away| away.steps),
            path_recommended: away.as_ref().map(|away| away.recommended),
            next: away.as_ref().map(|away| away.next.clone()),
            channel: away.and_then(|away| away.channel),
            reason: match answer {
                FleetAnswer::Unknown { why } => Some(why.clone()),
                _ => None,
            },
        }
    }

    /// Returns the command to run next on a cluster.
    pub(crate) fn next(
        answer: &FleetAnswer,
        target: &str,
        state: FleetState,
        hosted: bool,
        invocation: &Invocation,
    ) -> String {
        let words: Vec<&str> = match answer {
            FleetAnswer::Ready if invocation.reads_files() => vec!["recommend", target],
            FleetAnswer::Ready => vec!["--to", target],
            FleetAnswer::Blocked(_) if hosted => vec!["recommend", target],
            FleetAnswer::Blocked(blockers) if !blockers.admin_gates.is_empty() => vec!["ack"],
            FleetAnswer::Blocked(blockers)
                if blockers.findings.contains(&FindingCode::PreChecks) =>
            {
                vec!["pre-checks", target]
            }
            FleetAnswer::Blocked(_) if state != FleetState::Idle => vec!["status"],
            FleetAnswer::Blocked(_) | FleetAnswer::NotRecommended(_) => vec!["recommend", target],
            FleetAnswer::Away(_) => vec!["path", target],
            FleetAnswer::NoPath | FleetAnswer::Unknown { .. } => vec!["why", target],
            FleetAnswer::Requested
            | FleetAnswer::InProgress
            | FleetAnswer::AtTarget
            | FleetAnswer::Newer => vec!["status"],
        };
        invocation.command(words)
    }
}

impl TargetSummaryView {
    pub(crate) fn new(counts: TargetCounts) -> Self {
        let findings = counts.findings.into_iter();
        Self {
            ready: counts.ready,
            by_risk: counts.risks,
            unexplained: counts.unexplained,
            by_admin_gate: counts.admin_gates,
            by_finding: findings.map(|(code, count)| (code.as_str().to_owned(), count)).collect(),
            away: counts.away,
            requested: counts.requested,
            in_progress: counts.in_progress,
            at_target: counts.at_target,
            newer: counts.newer,
            no_path: counts.no_path,
            unknown: counts.unknown,
        }
    }
}
