//! `cluster-version`: what the ClusterVersion itself says against the update.

use super::Target;
use crate::domain::cluster::Cluster;
use crate::domain::condition::Status;
use crate::domain::gate::{self, Acceptance, Finding, GateSubject, Words, words};
use crate::domain::part::Part;
use crate::domain::precheck::insight::{Impact, Insight, Level, Object};
use crate::domain::snapshot::Snapshot;
use crate::domain::updates::Advice;

pub(super) fn look(snapshot: &Snapshot, target: &Target) -> Part<Vec<Insight>> {
    let cluster = &snapshot.cluster;
    let mut findings = gate::findings(cluster, &target.candidate);
    findings.retain(|finding| is_told_here(finding, target));
    if target.images.len() > 1 {
        findings.push(Finding::Ambiguous { images: target.images.clone() });
    }
    let mut found: Vec<Insight> =
        findings.iter().map(|finding| of_finding(finding, cluster, target)).collect();
    found.extend(pending(cluster, target));
    found.extend(not_known(cluster, target));
    let version = Object::new("ClusterVersion", "version");
    Part::Known(found.into_iter().map(|insight| insight.of(version.clone())).collect())
}

/// What a gate finds is an insight under the gate's own name.
fn of_finding(finding: &Finding, cluster: &Cluster, target: &Target) -> Insight {
    let acceptance = &Acceptance::Nothing;
    let words =
        finding.words(&GateSubject { cluster, target: Some(&target.candidate), acceptance });
    worded(finding.code(), (finding.level(), finding.impact()), &words)
}

fn worded(uid: &str, grade: (Level, Impact), words: &Words) -> Insight {
    let mut insight = Insight::new(uid, grade, words.title()).describing(words.detail.clone());
    if let Some(action) = &words.action {
        insight = insight.remedied_by(action);
    }
    insight.see(words.reference.unwrap_or_default())
}

/// The risks of an update are another informer's; a version that is not listed has no image.
fn is_told_here(finding: &Finding, target: &Target) -> bool {
    match finding {
        Finding::NoImage => target.candidate.advice != Advice::Unlisted,
        Finding::NotRecommended { .. }
        | Finding::PreChecks { .. }
        | Finding::PlanUnreadable { .. } => false,
        Finding::HostedControlPlane
        | Finding::Ambiguous { .. }
        | Finding::NotListed
        | Finding::ByTag
        | Finding::TooFar
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

/// Another request would be replaced.
fn pending(cluster: &Cluster, target: &Target) -> Option<Insight> {
    let pending = cluster.pending().filter(|asked| asked.version != target.version().text())?;
    let held = cluster.condition("ReleaseAccepted").filter(|said| said.status != Status::True);
    let finding = Finding::PendingRequest { target: pending.label(), differs_in: Vec::new() };
    let insight = of_finding(&finding, cluster, target);
    Some(insight.describing(held.map(|held| held.message.clone()).unwrap_or_default()))
}

/// What the cluster should say of itself and does not.
fn not_known(cluster: &Cluster, target: &Target) -> Vec<Insight> {
    let unknown = (Level::Unknown, Impact::UpdateStalled);
    let failing = cluster
        .condition("Failing")
        .is_none()
        .then(|| worded("FailingNotReported", unknown.clone(), &words::no_failing_condition()));
    let upgradeable =
        cluster.condition("Upgradeable").filter(|said| said.status == Status::Unknown);
    let upgradeable = upgradeable
        .filter(|_| target.leaves_the_minor())
        .map(|said| worded("UpgradeableUnknown", unknown, &words::upgradeable_unknown(said)));
    failing.into_iter().chain(upgradeable).collect()
}
