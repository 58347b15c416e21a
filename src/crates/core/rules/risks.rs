//! The risks of the update to the release, each with its own name.

use std::collections::BTreeSet;

use super::{UpdatePhase, UpdateTarget, alerts};
use crate::cluster::Cluster;
use crate::gates::{Finding, words};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::part::Part;
use crate::snapshot::Snapshot;
use crate::updates::Advice;
use upgrade_graph::condition::Status;

/// The names are those of the cluster, so that both can accept the same.
pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    // Newer clusters report alerts as risks of every update; the alert itself has more details.
    let alerts = alerts::check(snapshot, phase, target);
    let alerts: BTreeSet<&str> =
        alerts.items().iter().map(|alert| alerts::name_in(&alert.uid)).collect();
    Part::Known(target.map(|target| of_target(target, &alerts)).unwrap_or_default())
}

/// Returns whether a cluster reports a risk with this name for the update to a version.
pub fn is_risk_of(cluster: &Cluster, version: &str, name: &str) -> bool {
    let candidate = UpdateTarget::new(cluster, version).candidate;
    candidate.risks.iter().any(|risk| risk.name == name)
}

fn of_target(target: &UpdateTarget, alerts: &BTreeSet<&str>) -> Vec<Insight> {
    let to = target.version();
    let version = Object::new("ClusterVersion", "version");
    let open: Vec<_> =
        target.candidate.risks.iter().filter(|risk| risk.applies != Status::False).collect();
    let is_explained = !open.is_empty();
    let mut found: Vec<Insight> = open
        .into_iter()
        .filter(|risk| !alerts.contains(risk.name.as_str()))
        .map(|risk| {
            let (level, applies) = match risk.applies {
                Status::True => (Level::Warning, "applies"),
                Status::False | Status::Unknown => (Level::Unknown, "may apply"),
            };
            let name = if risk.name.is_empty() { "NamelessRisk" } else { &risk.name };
            let summary = format!("{name} {applies} to the update to {to}");
            Insight::new(InsightCode::Risk, name, level, Impact::Unknown, summary)
                .describing(risk.message.clone())
                .see(risk.url.clone().unwrap_or_default())
                .remedied_by("choose another release, or wait for one without the risk")
        })
        .collect();
    if let Advice::NotRecommended(verdict) = &target.candidate.advice
        && !is_explained
    {
        let risks = Vec::new();
        let finding = Finding::NotRecommended { verdict: verdict.clone(), risks };
        let summary = words::not_recommended_here(to.text(), verdict).title();
        found.push(
            Insight::new(
                InsightCode::Risk,
                finding.code().as_str(),
                finding.level(),
                finding.impact(),
                summary,
            )
            .describing(verdict.message.clone()),
        );
    }
    let placed = |insight: Insight| insight.concerning(version.clone());
    found.into_iter().map(placed).collect()
}
