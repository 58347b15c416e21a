//! The risks of the edge that leads to the release, each under its own name.

use super::{UpdatePhase, UpdateTarget};
use crate::gates::{Finding, words};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::part::Part;
use crate::snapshot::Snapshot;
use crate::updates::Advice;
use upgrade_graph::condition::Status;

/// Names stay what they are for the cluster, so that both can accept the same.
pub(super) fn check(
    _: &Snapshot,
    _: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    Part::Known(target.map(of_target).unwrap_or_default())
}

fn of_target(target: &UpdateTarget) -> Vec<Insight> {
    let to = target.version();
    let version = Object::new("ClusterVersion", "version");
    let open = target.candidate.risks.iter().filter(|risk| risk.applies != Status::False);
    let mut found: Vec<Insight> = open
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
                .remedied_by("take another release, or wait until one without the risk is offered")
        })
        .collect();
    if let Advice::NotRecommended(verdict) = &target.candidate.advice
        && found.is_empty()
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
