//! What the ClusterVersion itself reports against an update.

use super::{UpdatePhase, UpdateTarget, message};
use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::gates::{self, Finding, GateSubject, RiskAcceptance, Words, words};
use crate::insight::{Impact, Insight, InsightCode, Level, Object};
use crate::links;
use crate::part::Part;
use crate::progress::control_plane::Assessment;
use crate::snapshot::Snapshot;
use crate::updates::Advice;
use upgrade_graph::condition::{Condition, Status};

pub(super) fn check(
    snapshot: &Snapshot,
    phase: UpdatePhase<'_>,
    target: Option<&UpdateTarget>,
) -> Part<Vec<Insight>> {
    let cluster = &snapshot.cluster;
    let mut found = match target {
        Some(target) => of_target(snapshot, target),
        None => of_any_time(cluster),
    };
    found.extend(refused(cluster));
    found.extend(stalled(phase));
    if cluster.condition(ClusterVersionCondition::Failing).is_none() {
        found.push(no_failing_condition().since(Some(snapshot.instant())));
    }
    let upgradeable = cluster.condition(ClusterVersionCondition::Upgradeable);
    let unknown = upgradeable.filter(|said| said.status == Status::Unknown);
    if let Some(said) = unknown.filter(|_| target.is_some_and(UpdateTarget::leaves_the_minor)) {
        let words = words::upgradeable_unknown(said);
        let code = InsightCode::UpgradeableUnknown;
        let insight =
            worded(code, "UpgradeableUnknown", Level::Unknown, Impact::UpdateStalled, &words);
        found.push(insight.since(said.since));
    }
    let version = Object::new("ClusterVersion", "version");
    Part::Known(found.into_iter().map(|insight| insight.concerning(version.clone())).collect())
}

/// The findings of two gates, whatever the target.
fn of_any_time(cluster: &Cluster) -> Vec<Insight> {
    let failing = cluster.condition(ClusterVersionCondition::Failing).and_then(failing);
    let invalid = gates::invalid_spec(cluster);
    let invalid = invalid.and_then(|finding| of_finding(&finding, cluster, None));
    failing.into_iter().chain(invalid).collect()
}

/// A finding of a gate becomes an insight with the gate's own name.
fn of_target(snapshot: &Snapshot, target: &UpdateTarget) -> Vec<Insight> {
    let cluster = &snapshot.cluster;
    let mut findings = gates::findings(snapshot, &target.candidate, false);
    findings.retain(|finding| is_reported_here(finding, target));
    if target.images.len() > 1 {
        findings.push(Finding::Ambiguous { images: target.images.clone() });
    }
    let mut found: Vec<Insight> =
        findings.iter().filter_map(|finding| of_finding(finding, cluster, Some(target))).collect();
    found.extend(pending(cluster, target));
    found
}

/// Another rule covers the risks of an update; a version that is not available has no image.
fn is_reported_here(finding: &Finding, target: &UpdateTarget) -> bool {
    match finding {
        Finding::NoImage => target.candidate.advice != Advice::Unlisted,
        Finding::NotRecommended { .. }
        | Finding::PreChecks { .. }
        | Finding::PlanUnreadable { .. } => false,
        Finding::HostedControlPlane
        | Finding::Ambiguous { .. }
        | Finding::NotListed
        | Finding::ByTag
        | Finding::TooFar { .. }
        | Finding::DowngradeAcrossMinor
        | Finding::NotUpgradeable(_)
        | Finding::Downgrade
        | Finding::UnknownOrder
        | Finding::Invalid(_)
        | Finding::Failing(_)
        | Finding::Progressing(_)
        | Finding::PendingRequest { .. }
        | Finding::Unobserved { .. }
        | Finding::NotRetrieved(_)
        | Finding::RollbackWhileUpdating(_)
        | Finding::PreviousIsPartial
        | Finding::PreviousOfOtherMinor
        | Finding::PreviousIsSameVersion => true,
    }
}

fn of_finding(
    finding: &Finding,
    cluster: &Cluster,
    target: Option<&UpdateTarget>,
) -> Option<Insight> {
    if let Finding::Failing(condition) = finding {
        return failing(condition);
    }
    let acceptance = &RiskAcceptance::Nothing;
    let target = target.map(|target| &target.candidate);
    let about = GateSubject { cluster, target, acceptance };
    let words = finding.words(&about);
    let insight = worded(
        InsightCode::Gate,
        finding.code().as_str(),
        finding.level(),
        finding.impact(),
        &words,
    );
    if let Finding::Invalid(condition) = finding {
        return Some(insight.since(condition.since).stops_update(true));
    }
    Some(insight)
}

/// Another request would be replaced.
fn pending(cluster: &Cluster, target: &UpdateTarget) -> Option<Insight> {
    let pending = cluster.pending().filter(|asked| asked.version != target.version().text())?;
    let held = cluster
        .condition(ClusterVersionCondition::ReleaseAccepted)
        .filter(|said| said.status != Status::True);
    let finding = Finding::PendingRequest { target: pending.label(), differs_in: Vec::new() };
    let insight = of_finding(&finding, cluster, Some(target))?;
    Some(insight.describing(held.map(|held| held.message.clone()).unwrap_or_default()))
}

/// A request that the cluster rejects stays until the cause is resolved, or it is canceled.
fn refused(cluster: &Cluster) -> Option<Insight> {
    let (target, condition) = cluster.refused()?;
    let summary = format!(
        "The cluster does not accept the request for {}{}",
        target.label(),
        words::because(&condition.reason)
    );
    let code = InsightCode::RequestRefused;
    Some(
        Insight::new(code, code.as_str(), Level::Error, Impact::UpdateStalled, summary)
            .describing(message(condition))
            .since(condition.since)
            .remedied_by("resolve the cause, or run `upgrade --clear` to cancel the request")
            .see(links::PREPARING)
            .stops_update(true),
    )
}

/// Only the delay is known: not when the update last made progress.
fn stalled(phase: UpdatePhase<'_>) -> Option<Insight> {
    let plane = match phase {
        UpdatePhase::During(progress) => &progress.control_plane,
        UpdatePhase::Idle | UpdatePhase::After(_) => return None,
    };
    let version = &plane.target.version;
    let code = InsightCode::UpdateStalled;
    let insight = Insight::new(
        code,
        code.as_str(),
        Level::Warning,
        Impact::UpdateStalled,
        format!("Update to {version} takes much longer than estimated"),
    );
    (plane.assessment == Assessment::Stalled).then(|| {
        insight
            .describing(
                "The control plane should be updated by now. Check the other insights and the \
                 operators that are not updated.",
            )
            .remedied_by("run `upgrade status --details` to see which operators are not updated")
            .see(links::OPERATOR_DEGRADED)
            .stops_update(true)
    })
}

/// A warning in every phase. oc: pkg/cli/admin/upgrade/status/controlplane.go:181
fn failing(condition: &Condition) -> Option<Insight> {
    if condition.status == Status::False {
        return None;
    }
    let finding = Finding::Failing(condition.clone());
    let words = words::failing(condition);
    let insight = worded(
        InsightCode::Failing,
        finding.code().as_str(),
        finding.level(),
        finding.impact(),
        &words,
    );
    Some(
        insight
            .describing(message(condition))
            .since(condition.since)
            .stops_update(condition.status == Status::True),
    )
}

/// oc: pkg/cli/admin/upgrade/status/controlplane.go:164
fn no_failing_condition() -> Insight {
    let words = words::no_failing_condition();
    let (code, impact) = (InsightCode::NoFailingCondition, Impact::UpdateStalled);
    worded(code, "FailingNotReported", Level::Warning, impact, &words)
        .describing(words::capitalized(&words.detail))
}

fn worded(code: InsightCode, uid: &str, level: Level, impact: Impact, words: &Words) -> Insight {
    let insight = Insight::new(code, uid, level, impact, words.title())
        .describing(words.detail.clone())
        .see(words.reference.unwrap_or_default());
    match &words.action {
        Some(action) => insight.remedied_by(action),
        None => insight,
    }
}
