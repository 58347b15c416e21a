//! The gates: each checks one thing about a request, and returns a finding if it fails.

pub mod code;
pub mod words;

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::gates::code::FindingCode;
use crate::part::Part;
use crate::pre_checks::PlanFindings;
use crate::reported_risk::RiskReport;
use crate::snapshot::Snapshot;
use crate::updates::{Advice, Candidate};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::version::Step;
pub use words::{GateSubject, Words};

/// A safety check that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    HostedControlPlane,
    /// The cluster reports the version with more than one image.
    Ambiguous {
        images: Vec<String>,
    },
    /// The cluster reports the version without an image, so the request cannot be exact.
    NoImage,
    /// The image is not an available update.
    NotListed,
    /// Tags can move.
    ByTag,
    /// More than one minor version ahead, or of a later major version and not the first minor of
    /// the next one.
    TooFar {
        listed: bool,
    },
    DowngradeAcrossMinor,
    NotRecommended {
        verdict: Condition,
        risks: Vec<RiskReport>,
    },
    NotUpgradeable(Condition),
    Downgrade,
    /// The versions do not compare, so it may be a downgrade.
    UnknownOrder,
    Invalid(Condition),
    Failing(Condition),
    /// Another update is in progress; the condition, if the cluster reports one.
    Progressing(Option<Condition>),
    /// Another request is pending; the fields in which it differs.
    PendingRequest {
        target: String,
        differs_in: Vec<&'static str>,
    },
    /// The available updates are still from another channel: the cluster-version operator has not
    /// observed the latest spec.
    Unobserved {
        generation: Option<i64>,
        observed: Option<i64>,
    },
    /// The cluster cannot retrieve updates; the condition, if it reports one.
    NotRetrieved(Option<Condition>),
    /// Insights of the target's plan that are not accepted.
    PreChecks {
        open: Vec<PlanFindings>,
    },
    /// Whether there are such insights is unknown.
    PlanUnreadable {
        why: String,
    },
    /// No rollback while an update is in progress.
    RollbackWhileUpdating(Option<Condition>),
    /// The previous release never completed.
    PreviousIsPartial,
    /// The previous release is another minor version.
    PreviousOfOtherMinor,
    /// The previous release is another image of the same version, such as one of fewer
    /// architectures.
    PreviousIsSameVersion,
}

/// A flag that overrides a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiver {
    Explicit,
    Force,
    NotRecommended,
    NotUpgradeable,
    Downgrade,
    Warnings,
    PreChecks,
}

/// The overrides that the user gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waivers {
    pub not_recommended: RiskAcceptance,
    /// All other override flags.
    pub given: BTreeSet<Waiver>,
}

/// Which risks of a target that is not recommended the user accepts, for this request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RiskAcceptance {
    #[default]
    Nothing,
    Everything,
    Only(Vec<String>),
}

type Gate = fn(&Cluster, &Candidate) -> Option<Finding>;

/// Findings that no flag overrides come first, then those with a flag of their own.
const GATES: [Gate; 14] = [
    no_image,
    too_far,
    downgrade_across_minor,
    not_listed,
    by_tag,
    not_recommended,
    not_upgradeable,
    downgrade,
    unknown_order,
    invalid,
    failing,
    progressing,
    unobserved,
    |cluster, target| not_retrieved(cluster).filter(|_| target.is_listed()),
];

/// Runs every gate and returns every finding. `force` is whether the cluster-version operator skips
/// its own preconditions.
pub(crate) fn findings(snapshot: &Snapshot, target: &Candidate, force: bool) -> Vec<Finding> {
    let cluster = &snapshot.cluster;
    let is_open = |finding: &Finding| {
        !(finding.is_of_the_order() && operator_checks_order(cluster, target, force))
    };
    let of_the_cluster = GATES.iter().filter_map(|gate| gate(cluster, target)).filter(is_open);
    let hosted = snapshot.is_hosted().then_some(Finding::HostedControlPlane);
    hosted.into_iter().chain(of_the_cluster).chain(pre_checks(snapshot, target)).collect()
}

/// Returns why a target that is not available may exist nevertheless.
pub(crate) fn doubts(cluster: &Cluster) -> Vec<Finding> {
    let unordered = cluster.desired.version.numbers().is_none().then_some(Finding::UnknownOrder);
    let stale = [other_channel(cluster), not_retrieved(cluster)];
    unordered.into_iter().chain(stale.into_iter().flatten()).collect()
}

/// A request must be exact: by image, or for multi-architecture by version.
pub(crate) fn no_image(_: &Cluster, target: &Candidate) -> Option<Finding> {
    let named = match target.advice {
        Advice::SameRelease => target.release.version.text(),
        Advice::Recommended | Advice::NotRecommended(_) | Advice::Unlisted => &target.release.image,
    };
    named.is_empty().then_some(Finding::NoImage)
}

fn not_listed(_: &Cluster, target: &Candidate) -> Option<Finding> {
    (target.advice == Advice::Unlisted).then_some(Finding::NotListed)
}

/// Only an image that the user names can use a tag; available updates are the cluster's concern.
fn by_tag(_: &Cluster, target: &Candidate) -> Option<Finding> {
    (target.by_tag).then_some(Finding::ByTag)
}

// cluster-version-operator: pkg/payload/precondition/clusterversion/gianthop.go:88
pub fn too_far(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    let listed = target.is_listed();
    (step(cluster, target) == Step::TooFar).then_some(Finding::TooFar { listed })
}

// cluster-version-operator: pkg/payload/precondition/clusterversion/rollback.go:101
fn downgrade_across_minor(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    (step(cluster, target) == Step::DownAcrossMinor).then_some(Finding::DowngradeAcrossMinor)
}

fn not_recommended(_: &Cluster, target: &Candidate) -> Option<Finding> {
    let Advice::NotRecommended(verdict) = &target.advice else {
        return None;
    };
    Some(Finding::NotRecommended { verdict: verdict.clone(), risks: target.risks.clone() })
}

/// The cluster-version operator blocks minor and major version updates while `Upgradeable` is
/// False, but not patches.
fn not_upgradeable(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    held_back(cluster, target).map(|condition| Finding::NotUpgradeable(condition.clone()))
}

/// Returns the `Upgradeable` condition, if it blocks the target.
pub fn held_back<'a>(cluster: &'a Cluster, target: &Candidate) -> Option<&'a Condition> {
    let leaves_the_minor =
        matches!(step(cluster, target), Step::NextMinor | Step::TooFar | Step::Unknown);
    let condition = cluster.condition(ClusterVersionCondition::Upgradeable)?;
    (condition.status == Status::False && leaves_the_minor).then_some(condition)
}

fn downgrade(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    (step(cluster, target) == Step::Down).then_some(Finding::Downgrade)
}

/// Returns whether the cluster-version operator checks the order of the versions: it is unknown
/// here, and the operator neither downgrades nor skips a minor version, nor leaves one while
/// `Upgradeable` is False.
pub(crate) fn operator_checks_order(cluster: &Cluster, target: &Candidate, force: bool) -> bool {
    let is_unknown = target.advice == Advice::Unlisted && step(cluster, target) == Step::Unknown;
    let checks = cluster.desired.version.numbers() >= Some(ORDER_CHECKED_SINCE);
    is_unknown && checks && !force
}

// cluster-version-operator: pkg/payload/precondition/clusterversion/{gianthop,rollback,upgradeable}.go
const ORDER_CHECKED_SINCE: [u64; 3] = [4, 19, 0]; // the operator that checks the next release

/// Equal versions of different images do not compare, either.
fn unknown_order(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    let unclear = match step(cluster, target) {
        Step::Unknown => true,
        Step::Same => target.advice != Advice::SameRelease,
        Step::Patch | Step::NextMinor | Step::TooFar | Step::Down | Step::DownAcrossMinor => false,
    };
    unclear.then_some(Finding::UnknownOrder)
}

pub(crate) fn invalid(cluster: &Cluster, _: &Candidate) -> Option<Finding> {
    invalid_spec(cluster)
}

/// What the cluster-version operator reports as invalid, whatever the target.
pub(crate) fn invalid_spec(cluster: &Cluster) -> Option<Finding> {
    let condition = cluster.condition(ClusterVersionCondition::Invalid)?;
    (condition.status == Status::True).then(|| Finding::Invalid(condition.clone()))
}

/// Without a `Failing` condition, there is a warning instead.
fn failing(cluster: &Cluster, _: &Candidate) -> Option<Finding> {
    let condition = cluster.condition(ClusterVersionCondition::Failing)?;
    (condition.status != Status::False).then(|| Finding::Failing(condition.clone()))
}

pub(crate) fn progressing(cluster: &Cluster, _: &Candidate) -> Option<Finding> {
    let reported = cluster
        .condition(ClusterVersionCondition::Progressing)
        .filter(|said| said.status == Status::True);
    (reported.is_some() || cluster.rolling_out()).then(|| Finding::Progressing(reported.cloned()))
}

/// A spec that is not observed yet tells nothing about the available updates; a target that is not
/// in the channel does.
pub(crate) fn unobserved(cluster: &Cluster, target: &Candidate) -> Option<Finding> {
    let shows_it = target.is_listed() && cluster.is_of_another_channel(&target.release);
    shows_it.then(|| Finding::unobserved(cluster))
}

/// The same, for all available updates.
pub(crate) fn other_channel(cluster: &Cluster) -> Option<Finding> {
    cluster.lists_are_of_another_channel().then(|| Finding::unobserved(cluster))
}

pub(crate) fn not_retrieved(cluster: &Cluster) -> Option<Finding> {
    let condition = cluster.condition(ClusterVersionCondition::RetrievedUpdates);
    (!cluster.conditions.is(ClusterVersionCondition::RetrievedUpdates, Status::True))
        .then(|| Finding::NotRetrieved(condition.cloned()))
}

/// A plan blocks the update until all insights are accepted; without a plan, no one requested
/// pre-checks.
fn pre_checks(snapshot: &Snapshot, target: &Candidate) -> Option<Finding> {
    let unreadable = |why: &str| Some(Finding::PlanUnreadable { why: why.to_owned() });
    match &snapshot.plan {
        Part::NotRead | Part::NotServed => None,
        Part::Unreadable { why, .. } => unreadable(why),
        Part::Known(plan) if plan.target != target.release.version.text() => {
            unreadable(&format!("the plan is for {}", plan.target))
        }
        Part::Known(plan) if plan.collection.is_none() => {
            unreadable("no pre-checks have run for it yet")
        }
        Part::Known(plan) => {
            let risks =
                snapshot.cluster.requested.as_ref().map(|requested| &requested.accept_risks);
            let open = plan.open(risks.map(Vec::as_slice).unwrap_or_default());
            (!open.is_empty()).then_some(Finding::PreChecks { open })
        }
    }
}

/// Versions are compared with `status.desired`, as the cluster-version operator does. An image that
/// ran here before has the version that it had then.
fn step(cluster: &Cluster, target: &Candidate) -> Step {
    let release = &target.release;
    let version = cluster.past_version_of(&release.image).unwrap_or(&release.version);
    cluster.desired.version.step_to(version)
}

impl Finding {
    fn unobserved(cluster: &Cluster) -> Self {
        let Cluster { generation, observed_generation: observed, .. } = *cluster;
        Self::Unobserved { generation, observed }
    }

    pub fn code(&self) -> FindingCode {
        match self {
            Self::HostedControlPlane => FindingCode::HostedControlPlane,
            Self::Ambiguous { .. } => FindingCode::AmbiguousTarget,
            Self::NoImage => FindingCode::NoImage,
            Self::NotListed => FindingCode::NotListed,
            Self::ByTag => FindingCode::ByTag,
            Self::TooFar { .. } => FindingCode::TooFar,
            Self::DowngradeAcrossMinor => FindingCode::DowngradeAcrossMinor,
            Self::NotRecommended { .. } => FindingCode::NotRecommended,
            Self::NotUpgradeable(_) => FindingCode::NotUpgradeable,
            Self::Downgrade => FindingCode::Downgrade,
            Self::UnknownOrder => FindingCode::UnknownOrder,
            Self::Invalid(_) => FindingCode::Invalid,
            Self::Failing(_) => FindingCode::Failing,
            Self::Progressing(_) => FindingCode::Progressing,
            Self::PendingRequest { .. } => FindingCode::PendingRequest,
            Self::Unobserved { .. } => FindingCode::Unobserved,
            Self::NotRetrieved(_) => FindingCode::NotRetrieved,
            Self::PreChecks { .. } => FindingCode::PreChecks,
            Self::PlanUnreadable { .. } => FindingCode::PlanUnreadable,
            Self::RollbackWhileUpdating(_) => FindingCode::RollbackWhileUpdating,
            Self::PreviousIsPartial => FindingCode::PreviousIsPartial,
            Self::PreviousOfOtherMinor => FindingCode::PreviousOfOtherMinor,
            Self::PreviousIsSameVersion => FindingCode::PreviousIsSameVersion,
        }
    }

    /// Returns whether it is about the order of two versions, one of which is unknown.
    fn is_of_the_order(&self) -> bool {
        matches!(self, Self::UnknownOrder | Self::NotUpgradeable(_))
    }

    /// Returns the only flag that overrides this; none if nothing does. See [`Waivers::waiver_of`].
    pub fn waived_by(&self) -> Option<Waiver> {
        match self {
            Self::HostedControlPlane
            | Self::Ambiguous { .. }
            | Self::NoImage
            | Self::TooFar { listed: false }
            | Self::DowngradeAcrossMinor
            | Self::RollbackWhileUpdating(_)
            | Self::PreviousIsPartial
            | Self::PreviousOfOtherMinor
            | Self::PreviousIsSameVersion => None,
            Self::NotListed => Some(Waiver::Explicit),
            Self::ByTag => Some(Waiver::Force),
            Self::NotRecommended { .. } => Some(Waiver::NotRecommended),
            Self::NotUpgradeable(_) => Some(Waiver::NotUpgradeable),
            Self::Downgrade | Self::UnknownOrder => Some(Waiver::Downgrade),
            Self::TooFar { listed: true }
            | Self::Invalid(_)
            | Self::Failing(_)
            | Self::Progressing(_)
            | Self::PendingRequest { .. }
            | Self::Unobserved { .. }
            | Self::NotRetrieved(_) => Some(Waiver::Warnings),
            Self::PreChecks { .. } | Self::PlanUnreadable { .. } => Some(Waiver::PreChecks),
        }
    }

    /// Returns whether `other` is the same finding: a count in a progress message may change, and
    /// transition times; the text may not.
    pub(crate) fn is_unchanged(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Progressing(_), Self::Progressing(_))
            | (Self::RollbackWhileUpdating(_), Self::RollbackWhileUpdating(_))
            | (Self::Unobserved { .. }, Self::Unobserved { .. }) => true,
            (
                Self::NotRecommended { verdict, risks },
                Self::NotRecommended { verdict: v, risks: r },
            ) => verdict.says_the_same(v) && risks == r,
            (Self::NotUpgradeable(a), Self::NotUpgradeable(b))
            | (Self::Invalid(a), Self::Invalid(b))
            | (Self::Failing(a), Self::Failing(b)) => a.says_the_same(b),
            (Self::PreChecks { open: a }, Self::PreChecks { open: b }) => {
                a.iter().map(|found| &found.id).eq(b.iter().map(|found| &found.id))
            }
            _ => self == other,
        }
    }
}

impl Waivers {
    pub(crate) fn cover(&self, finding: &Finding) -> bool {
        if let Finding::NotRecommended { risks, .. } = finding {
            return self.not_recommended.covers(risks);
        }
        self.waiver_of(finding).is_some_and(|waiver| self.has(waiver))
    }

    /// Returns the flag that overrides a finding, given the other flags: an update that skips a
    /// minor version is never combined with `--force`.
    pub fn waiver_of(&self, finding: &Finding) -> Option<Waiver> {
        let unchecked = matches!(finding, Finding::TooFar { .. }) && self.has(Waiver::Force);
        finding.waived_by().filter(|_| !unchecked)
    }

    pub fn has(&self, waiver: Waiver) -> bool {
        self.given.contains(&waiver)
    }
}

impl RiskAcceptance {
    fn covers(&self, risks: &[RiskReport]) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            // If no risk explains the verdict, names accept nothing.
            Self::Only(_) => {
                risks.iter().any(|risk| risk.applies != Status::False)
                    && self.left(risks).is_empty()
            }
        }
    }

    /// Returns the risks that apply or may apply and are accepted neither by name nor on the
    /// cluster.
    pub fn left<'a>(&self, risks: &'a [RiskReport]) -> Vec<&'a RiskReport> {
        let open = risks.iter().filter(|risk| risk.is_open());
        match self {
            Self::Nothing => open.collect(),
            Self::Everything => Vec::new(),
            Self::Only(names) => open.filter(|risk| !names.contains(&risk.name)).collect(),
        }
    }
}

impl Waiver {
    pub fn flag(self) -> &'static str {
        match self {
            Self::Explicit => "--allow-explicit-upgrade",
            Self::Force => "--force",
            Self::NotRecommended => "--allow-not-recommended",
            Self::NotUpgradeable => "--allow-not-upgradeable",
            Self::Downgrade => "--allow-downgrade",
            Self::Warnings => "--allow-upgrade-with-warnings",
            Self::PreChecks => "--pre-checks=false",
        }
    }
}

#[cfg(test)]
mod tests;
