//! Alerts of the update itself: what could not be retrieved or evaluated for an hour.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::StepContext;
use super::objects::{condition, text};
use crate::internal_write::stamp;

// cluster-version-operator: install/0000_90_cluster-version-operator_02_servicemonitor.yaml:54, 135
const AFTER: SignedDuration = SignedDuration::from_hours(1);

/// Fires alerts that have lasted for an hour, and resolves others. Alerts of the scenario stay.
pub(super) fn raise(context: &mut StepContext<'_>) {
    let evaluation = unknown_since(context.version());
    fire(
        context,
        "CannotEvaluateConditionalUpdates",
        evaluation,
        "Cluster Version Operator cannot evaluate conditional update matches.",
    );
    let retrieval = not_retrieved_since(context.version());
    fire(
        context,
        "CannotRetrieveUpdates",
        retrieval,
        "Cluster version operator has not retrieved updates.",
    );
}

fn fire(context: &mut StepContext<'_>, name: &str, since: Option<Timestamp>, summary: &str) {
    let fires = since.is_some_and(|since| context.has_passed(since, AFTER));
    let alerts = &mut context.store.neighbours.alerts;
    let known = alerts.iter().any(|alert| alert["labels"]["alertname"] == name);
    if fires && !known {
        let labels = json!({"alertname": name, "severity": "warning", "namespace": "openshift-cluster-version"});
        alerts.push(json!({"labels": labels, "annotations": {"summary": summary}, "state": "firing", "activeAt": since.map(stamp), "value": "1e+00"}));
    } else if !fires {
        alerts.retain(|alert| alert["labels"]["alertname"] != name);
    }
}

/// Returns since when some update could not be evaluated.
fn unknown_since(version: &Value) -> Option<Timestamp> {
    let updates = version["status"]["conditionalUpdates"].as_array()?;
    let conditions = updates.iter().filter_map(|update| update["conditions"].as_array()).flatten();
    conditions
        .filter(|said| said["type"] == "Recommended" && said["status"] == "Unknown")
        .filter_map(|said| text(said, "/lastTransitionTime").parse().ok())
        .min()
}

fn not_retrieved_since(version: &Value) -> Option<Timestamp> {
    let said = condition(version, "RetrievedUpdates")?;
    let failed = said["status"] == "False" && said["reason"] != "NoChannel";
    failed.then(|| text(said, "/lastTransitionTime").parse().ok())?
}
