//! `alerts`: those that fire and matter to updates.

use std::collections::BTreeSet;

use super::Target;
use crate::domain::alert::{self, Alert};
use crate::domain::part::Part;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;

pub(super) fn look(snapshot: &Snapshot, _: &Target) -> Part<Vec<Insight>> {
    match &snapshot.alerts {
        Part::NotServed => Part::unreadable("the files hold no alerts"),
        alerts => alerts.as_ref().map(|alerts| of_alerts(alerts)),
    }
}

fn of_alerts(alerts: &[Alert]) -> Vec<Insight> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let concerns = alert::check(alerts).concerns.into_iter();
    // One that fires for many pods is one concern for each namespace.
    concerns
        .map(|concern| of_alert(&concern.alert))
        .filter(|insight| seen.insert(insight.uid.clone()))
        .collect()
}

fn of_alert(alert: &Alert) -> Insight {
    let Alert { name, namespace, disruption_budget: budget, .. } = alert;
    let parts = [name, namespace, budget].into_iter().filter(|part| !part.is_empty());
    let uid = parts.cloned().collect::<Vec<_>>().join("/");
    let level = if alert.severity == "critical" { Level::Critical } else { Level::Warning };
    let title = if alert.summary.is_empty() { name } else { &alert.summary };
    let said = [&alert.description, &alert.message].into_iter().filter(|text| !text.is_empty());
    let said = said.cloned().collect::<Vec<_>>().join("\n");
    let object = match (namespace.as_str(), budget.as_str()) {
        ("", _) => None,
        (namespace, "") => Some(Object::new("Namespace", namespace)),
        (namespace, budget) => Some(Object::within("PodDisruptionBudget", namespace, budget)),
    };
    let insight =
        Insight::new(uid, (level, Impact::Unknown), format!("Alert {name} fires: {title}"))
            .describing(said)
            .see(alert.runbook.clone())
            .remedied_by("resolve what it is about, as its runbook says");
    match object {
        Some(object) => insight.of(object),
        None => insight,
    }
}
