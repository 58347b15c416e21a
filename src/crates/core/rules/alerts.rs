//! Firing alerts that matter to updates.

use jiff::Timestamp;

use super::{UpdatePhase, UpdateTarget};
use crate::alert::{self, Alert};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::part::Part;
use crate::snapshot::Snapshot;

/// Alerts that matter to updates whenever they started. oc:
/// pkg/cli/admin/upgrade/status/alerts.go:12-14
const KNOWN_ALERTS: [&str; 2] = ["PodDisruptionBudgetLimit", "PodDisruptionBudgetAtLimit"];

/// Why an alert matters to an update that is in progress or completed.
#[derive(Clone, Copy)]
struct Bearing {
    /// It is known to affect updates.
    known: bool,
    /// It started during the update.
    during: bool,
}

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    _: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    match &snapshot.alerts {
        Part::NotServed => Part::unreadable("no alerts in the files"),
        alerts @ (Part::Known(_) | Part::NotRead | Part::Unreadable { .. }) => {
            alerts.as_ref().map(|alerts| of_alerts(alerts, phase))
        }
    }
}

/// Alerts of some categories matter to every update, as in `recommend`. During and after an update,
/// known alerts and those that started during it matter, too.
fn of_alerts(alerts: &[Alert], phase: UpdatePhase<'_>) -> Vec<Insight> {
    let span = match phase {
        UpdatePhase::Idle => (None, None),
        UpdatePhase::During(progress) => (progress.control_plane.started, None),
        // After an update, its alerts no longer belong to it.
        UpdatePhase::After(progress) => {
            (progress.control_plane.started, progress.control_plane.completed)
        }
    };
    let checks = alert::check(alerts);
    let of_alert = |alert: &Alert| {
        if let Some((level, bearing)) = bearing(alert, span) {
            return Some(insight(alert, level).describing(description(
                alert,
                Some(bearing),
                phase,
            )));
        }
        let is_concern = checks.concerns.iter().any(|concern| concern.alert == *alert);
        let level = if alert.severity == "critical" { Level::Critical } else { Level::Warning };
        is_concern.then(|| insight(alert, level).describing(description(alert, None, phase)))
    };
    alerts.iter().filter_map(of_alert).collect()
}

/// oc: pkg/cli/admin/upgrade/status/alerts.go:136-145
fn bearing(
    alert: &Alert,
    (started, completed): (Option<Timestamp>, Option<Timestamp>),
) -> Option<(Level, Bearing)> {
    let level = match alert.severity.as_str() {
        "warning" => Level::Warning,
        "critical" => Level::Critical,
        _ => return None,
    };
    let known = KNOWN_ALERTS.contains(&alert.name.as_str());
    let during = match (started, alert.since) {
        (Some(started), Some(since)) => {
            started < since && completed.is_none_or(|completed| since <= completed)
        }
        _ => false,
    };
    let matters = !alert.name.is_empty() && alert.state != "pending" && (known || during);
    matters.then_some((level, Bearing { known, during }))
}

/// An alert that fires for many pods is one insight per namespace.
fn insight(alert: &Alert, level: Level) -> Insight {
    let Alert { name, namespace, disruption_budget: budget, .. } = alert;
    let parts = [name, namespace, budget].into_iter().filter(|part| !part.is_empty());
    let uid = parts.cloned().collect::<Vec<_>>().join("/");
    let title = if alert.summary.is_empty() { name } else { &alert.summary };
    let object = match (namespace.as_str(), budget.as_str()) {
        ("", _) => None,
        (namespace, "") => Some(Object::new("Namespace", namespace)),
        (namespace, budget) => Some(Object::within("PodDisruptionBudget", namespace, budget)),
    };
    let summary = format!("Alert is firing: {title}");
    let remedy = match alert.runbook.as_str() {
        "" => "resolve the cause of the alert",
        _ => "follow its runbook",
    };
    let insight = Insight::new(InsightCode::AlertFiring, uid, level, Impact::Unknown, summary)
        .since(alert.since)
        .about(Object::within("Alert", namespace, name))
        .see(alert.runbook.clone())
        .remedied_by(remedy);
    match object {
        Some(object) => insight.concerning(object),
        None => insight,
    }
}

/// Returns the name of the alert for an insight with this uid.
pub fn name_in(uid: &str) -> &str {
    uid.split('/').next().unwrap_or(uid)
}

fn description(alert: &Alert, bearing: Option<Bearing>, phase: UpdatePhase<'_>) -> String {
    let began = match bearing {
        Some(Bearing { known: true, during: true }) => {
            "Alert known to affect updates started firing during the update."
        }
        Some(Bearing { known: true, during: false }) if !phase.is_during() => {
            "Alert known to affect updates is firing."
        }
        Some(Bearing { known: true, during: false }) => {
            "Alert known to affect updates has been firing since before the update started."
        }
        Some(Bearing { known: false, .. }) => "Alert started firing during the update.",
        None => "Alert of a kind that makes updates risky.",
    };
    let told = match (alert.description.as_str(), alert.message.as_str()) {
        ("", "") => "The alert has no description.".to_owned(),
        (text, "") | ("", text) => format!("The alert description is: {text}"),
        (description, message) => format!("The alert description is: {description} | {message}"),
    };
    format!("{began} {told}")
}
