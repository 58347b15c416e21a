//! Cluster operators that are unavailable, degraded, or block minor version updates.

use jiff::{SignedDuration, Timestamp};

use super::{UpdatePhase, UpdateTarget, message};
use crate::condition_type::ClusterOperatorCondition;
use crate::gates::words::because;
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links::{OPERATOR_DEGRADED, OPERATOR_DOWN, PREPARING};
use crate::objects::cluster_operator::Operator;
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::{Condition, Status};

// oc: pkg/cli/admin/upgrade/status/controlplane.go:97-100
/// During an update, operators restart: shorter than this is normal.
const UNWELL_AFTER: SignedDuration = SignedDuration::from_mins(5);
const UNAVAILABLE_ERROR_AFTER: SignedDuration = SignedDuration::from_mins(20);
const DEGRADED_ERROR_AFTER: SignedDuration = SignedDuration::from_mins(40);

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let now = snapshot.instant();
    let of_operator = |operator: &Operator| -> Vec<Insight> {
        let found = [
            unavailable(operator, phase, now),
            degraded(operator, phase, now),
            target.and_then(|target| not_upgradeable(operator, target)),
        ];
        found.into_iter().flatten().collect()
    };
    snapshot.operators.as_ref().map(|operators| operators.iter().flat_map(of_operator).collect())
}

/// An operator must report that it is available: otherwise it is unknown.
fn unavailable(operator: &Operator, phase: UpdatePhase<'_>, now: Timestamp) -> Option<Insight> {
    let said = operator.conditions.get(ClusterOperatorCondition::Available);
    let status = said.map_or(Status::Unknown, |said| said.status);
    if phase.is_during() && said.is_some_and(|said| !is_lasting(said, now)) {
        return None;
    }
    let (level, is) = match (status, said) {
        (Status::True, _) => return None,
        (Status::False, Some(said)) if phase.is_during() => {
            (scale(said, now, UNAVAILABLE_ERROR_AFTER), "is")
        }
        (Status::False, _) => (Level::Error, "is"),
        (Status::Unknown, _) => (Level::Unknown, "may be"),
    };
    let sentence = format!("{is} unavailable");
    let code = InsightCode::OperatorUnavailable;
    let insight = insight(
        operator,
        code,
        ClusterOperatorCondition::Available,
        level,
        Impact::ApiAvailability,
        &sentence,
    );
    Some(mended_first(insight, operator).see(OPERATOR_DOWN))
}

fn degraded(operator: &Operator, phase: UpdatePhase<'_>, now: Timestamp) -> Option<Insight> {
    let said = operator.conditions.get(ClusterOperatorCondition::Degraded)?;
    let (level, is) = match said.status {
        Status::False => return None,
        Status::True | Status::Unknown if phase.is_during() && !is_lasting(said, now) => {
            return None;
        }
        Status::True => (scale(said, now, DEGRADED_ERROR_AFTER), "is"),
        Status::Unknown => (Level::Unknown, "may be"),
    };
    let sentence = format!("{is} degraded");
    let code = InsightCode::OperatorDegraded;
    let insight = insight(
        operator,
        code,
        ClusterOperatorCondition::Degraded,
        level,
        Impact::ApiAvailability,
        &sentence,
    );
    Some(mended_first(insight, operator).see(OPERATOR_DEGRADED))
}

fn not_upgradeable(operator: &Operator, target: &UpdateTarget) -> Option<Insight> {
    if !operator.conditions.is(ClusterOperatorCondition::Upgradeable, Status::False) {
        return None;
    }
    let level = if target.leaves_the_minor() { Level::Warning } else { Level::Info };
    let code = InsightCode::OperatorNotUpgradeable;
    let sentence = "blocks minor version updates";
    let insight = insight(
        operator,
        code,
        ClusterOperatorCondition::Upgradeable,
        level,
        Impact::UpdateStalled,
        sentence,
    );
    Some(insight.remedied_by("resolve the cause before a minor version update").see(PREPARING))
}

fn is_lasting(said: &Condition, now: Timestamp) -> bool {
    age(said, now) > UNWELL_AFTER
}

fn scale(said: &Condition, now: Timestamp, error_after: SignedDuration) -> Level {
    if age(said, now) > error_after { Level::Error } else { Level::Warning }
}

fn age(said: &Condition, now: Timestamp) -> SignedDuration {
    said.age(now).unwrap_or(SignedDuration::MAX)
}

/// Operators that are not part of the release do not take part in the update.
fn insight(
    operator: &Operator,
    code: InsightCode,
    kind: ClusterOperatorCondition,
    level: Level,
    impact: Impact,
    sentence: &str,
) -> Insight {
    let name = &operator.name;
    let said = operator.conditions.get(kind);
    let because = said.map(|said| because(&said.reason)).unwrap_or_default();
    let summary = format!("Cluster Operator {name} {sentence}{because}");
    let level = if operator.of_the_platform { level } else { Level::Info };
    Insight::new(code, format!("ClusterOperator{}-{name}", kind.as_str()), level, impact, summary)
        .concerning(Object::new("ClusterOperator", name))
        .since(said.and_then(|said| said.since))
        .describing(said.map_or_else(|| "<not reported>".to_owned(), message))
}

fn mended_first(insight: Insight, operator: &Operator) -> Insight {
    insight.remedied_by(format!(
        "repair it first, see `oc describe clusteroperator {}`",
        operator.name
    ))
}
