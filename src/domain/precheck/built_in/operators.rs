//! `cluster-operators`: those that are not available, degraded, or hold back later minor versions.

use super::{Target, because};
use crate::domain::condition::{Condition, Status};
use crate::domain::links::{OPERATOR_DEGRADED, OPERATOR_DOWN, PREPARING};
use crate::domain::operator::Operator;
use crate::domain::part::Part;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;

pub(super) fn look(snapshot: &Snapshot, target: &Target) -> Part<Vec<Insight>> {
    snapshot.operators.as_ref().map(|operators| {
        operators.iter().flat_map(|operator| of_operator(operator, target)).collect()
    })
}

fn of_operator(operator: &Operator, target: &Target) -> Vec<Insight> {
    let name = &operator.name;
    let said = |kind: &str| operator.conditions.get(kind);
    let texts = |kind: &str| {
        let text = |field: fn(&Condition) -> &String| said(kind).map(field).cloned();
        (text(|said| &said.reason).unwrap_or_default(), text(|said| &said.message))
    };
    // What the release does not bring takes no part in the update.
    let level = |level| if operator.of_the_platform { level } else { Level::Info };
    let insight = |kind: &str, (grave, impact), sentence: &str| {
        let (reason, message) = texts(kind);
        let summary = format!("Cluster operator {name} {sentence}{}", because(&reason));
        Insight::new(format!("ClusterOperator{kind}-{name}"), (level(grave), impact), summary)
            .of(Object::new("ClusterOperator", name))
            .describing(message.unwrap_or_default())
    };
    let mend = format!("mend it first: `oc describe clusteroperator {name}`");
    let mut found = Vec::new();
    let api = Impact::ApiAvailability;
    let unavailable = match operator.conditions.status("Available") {
        Status::True => None,
        Status::False => Some((Level::Error, "is not available")),
        Status::Unknown => Some((Level::Unknown, "does not say whether it is available")),
    };
    found.extend(unavailable.map(|(grave, sentence)| {
        insight("Available", (grave, api.clone()), sentence)
            .remedied_by(mend.clone())
            .see(OPERATOR_DOWN)
    }));
    let degraded = match said("Degraded").map(|said| said.status) {
        Some(Status::True) => Some((Level::Warning, "is degraded")),
        Some(Status::Unknown) => Some((Level::Unknown, "does not say whether it is degraded")),
        Some(Status::False) | None => None,
    };
    found.extend(degraded.map(|(grave, sentence)| {
        insight("Degraded", (grave, api.clone()), sentence).remedied_by(mend).see(OPERATOR_DEGRADED)
    }));
    if operator.conditions.is("Upgradeable", Status::False) {
        let grave = if target.leaves_the_minor() { Level::Warning } else { Level::Info };
        let sentence = "holds back later minor versions";
        found.push(
            insight("Upgradeable", (grave, Impact::UpdateStalled), sentence)
                .remedied_by("resolve what it says before an update to a later minor version")
                .see(PREPARING),
        );
    }
    found
}
