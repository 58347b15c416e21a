//! From a request to a proposal: find the target, run the gates, return what would be written.

use super::rollback;
use crate::cluster::{Cluster, Requested};
use crate::condition_type::ClusterVersionCondition;
use crate::gates::{self, Finding, RiskAcceptance, Waiver, Waivers, Words, words};
use crate::part::Part;
use crate::snapshot::Snapshot;
use crate::updates::{Advice, Candidate, Updates};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::image::{self, PullSpec};
use upgrade_graph::release::Release;
use upgrade_graph::suggest;
use upgrade_graph::version::{Step, Version};

/// What the user requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub target: RequestTarget,
    pub waivers: Waivers,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestTarget {
    Version(String),
    Image(PullSpec),
    /// The newest recommended release within reach.
    Latest(LatestWithin),
    /// The current release, as multi-architecture.
    MultiArch,
    /// The previous release in the history.
    Previous,
}

/// How far ahead the newest release may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatestWithin {
    /// Within the minor version.
    Patch,
    /// The next minor version as well.
    Minor,
    /// The next major version as well.
    Any,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// There is nothing to send.
    Settled(AlreadySatisfied),
    /// A target was found and checked; it may be sent if it [passes](Proposal::passes).
    Judged(Box<Proposal>),
    UnknownVersion(UnknownVersion),
    UnknownRisk {
        target: Version,
        name: String,
        nearest: Vec<String>,
        known: Vec<String>,
    },
    NothingNewer(NoNewerUpdate),
    /// The history has no release to roll back to.
    NothingBefore,
}

/// A version that is not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownVersion {
    pub version: String,
    /// Similar ones that are.
    pub nearest: Vec<String>,
    /// The number of available ones.
    pub listed: usize,
}

/// No recommended release within reach is newer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoNewerUpdate {
    /// Newer ones that are not recommended.
    pub not_recommended: Vec<Candidate>,
    /// The newest recommended one beyond the reach.
    pub beyond: Option<Version>,
    /// The newest recommended one that is too far ahead in any case.
    pub too_far: Option<Version>,
    /// Why this may be wrong.
    pub findings: Vec<JudgedFinding>,
    pub cautions: Vec<Warning>,
}

/// Why nothing needs to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlreadySatisfied {
    /// The cluster is on the target; another request may be pending.
    AtTarget { pending: Option<String> },
    /// The update to the target is in progress.
    UnderWay { progress: Option<Condition>, pending: Option<String> },
    /// The same request is pending; why, if the cluster reports it.
    Asked { held: Option<Condition> },
}

/// A target with all findings, and the change that would request it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub from: Version,
    pub target: Candidate,
    pub findings: Vec<JudgedFinding>,
    pub cautions: Vec<Warning>,
    pub change: UpdateChange,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedFinding {
    pub finding: Finding,
    pub waived: bool,
}

/// A note that stops nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    Force,
    /// The version of the image is unknown; the cluster-version operator checks it.
    UnknownVersion,
    NoFailingCondition,
    ProgressingUnknown,
    UpgradeableUnknown(Condition),
    TopologyUnknown {
        why: String,
    },
    /// The cluster-version operator has not observed the latest spec; what that means for the
    /// available updates.
    Unobserved(Words),
}

/// The new `spec.desiredUpdate`, with the object of the decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateChange {
    pub version: String,
    pub image: String,
    pub architecture: String,
    pub force: bool,
    /// Whether the object has a `mode`; a merge patch keeps what it does not name.
    pub drop_mode: bool,
    pub resource_version: Option<String>,
}

/// Decides what a request means for the cluster as it was read.
pub fn decide(snapshot: &Snapshot, request: &Request) -> Decision {
    let cluster = &snapshot.cluster;
    let updates = Updates::new(cluster);
    match &request.target {
        RequestTarget::Version(version) => to_version(snapshot, request, &updates, version),
        RequestTarget::Image(spec) => to_image(snapshot, request, &updates, spec),
        RequestTarget::Latest(reach) => match latest(cluster, &updates, *reach) {
            Some(target) => to_version(snapshot, request, &updates, target.release.version.text()),
            None => Decision::NothingNewer(nothing_newer(cluster, request, &updates, *reach)),
        },
        RequestTarget::MultiArch => to_multi_arch(snapshot, request),
        RequestTarget::Previous => rollback::decide(snapshot, request),
    }
}

fn to_version(
    snapshot: &Snapshot,
    request: &Request,
    updates: &Updates,
    version: &str,
) -> Decision {
    let cluster = &snapshot.cluster;
    if cluster.desired.version.text() == version {
        return Decision::Settled(at_target(cluster));
    }
    let found = updates.find(version);
    let Some(target) = found.first() else {
        let change = UpdateChange::new(cluster, request, version, "");
        return already_requested(cluster, &change)
            .map_or_else(|| unknown_version(updates, version), Decision::Settled);
    };
    let change = UpdateChange::new(cluster, request, version, &target.release.image);
    let mut decision = propose(snapshot, request, (*target).clone(), change);
    if let Decision::Judged(proposal) = &mut decision
        && found.len() > 1
    {
        let images = found.iter().map(|candidate| candidate.release.image.clone()).collect();
        let ambiguous = JudgedFinding { finding: Finding::Ambiguous { images }, waived: false };
        proposal.findings.insert(0, ambiguous);
    }
    decision
}

/// An image is identified by its digest through any mirror, and kept as the user wrote it.
fn to_image(
    snapshot: &Snapshot,
    request: &Request,
    updates: &Updates,
    spec: &PullSpec,
) -> Decision {
    let cluster = &snapshot.cluster;
    if image::same(&cluster.desired.image, spec.text()) {
        return Decision::Settled(at_target(cluster));
    }
    let listed = updates.find_image(spec.text()).cloned();
    let version = listed.as_ref().map_or("", |found| found.release.version.text()).to_owned();
    let mut target =
        listed.unwrap_or_else(|| Candidate::unjudged(unlisted(cluster, spec), Advice::Unlisted));
    spec.text().clone_into(&mut target.release.image);
    target.by_tag = !spec.is_pinned();
    let change = UpdateChange::new(cluster, request, &version, spec.text());
    propose(snapshot, request, target, change)
}

/// What is known about an image that is not available: its version, if it ran here before.
fn unlisted(cluster: &Cluster, spec: &PullSpec) -> Release {
    let past = cluster.history.iter().find(|past| image::same(&past.image, spec.text()));
    Release {
        version: past.map_or_else(|| Version::new(""), |past| past.version.clone()),
        image: spec.text().to_owned(),
        url: None,
        channels: Vec::new(),
        architecture: None,
    }
}

fn to_multi_arch(snapshot: &Snapshot, request: &Request) -> Decision {
    let cluster = &snapshot.cluster;
    if cluster.desired.architecture.as_deref() == Some(MULTI) {
        return Decision::Settled(at_target(cluster));
    }
    let release = Release { image: String::new(), ..cluster.desired.clone() };
    let change = UpdateChange {
        architecture: MULTI.to_owned(),
        ..UpdateChange::new(cluster, request, release.version.text(), "")
    };
    propose(snapshot, request, Candidate::unjudged(release, Advice::SameRelease), change)
}

const MULTI: &str = "Multi"; // the only architecture that can be requested

/// Runs the gates on a target.
fn propose(
    snapshot: &Snapshot,
    request: &Request,
    target: Candidate,
    change: UpdateChange,
) -> Decision {
    let cluster = &snapshot.cluster;
    if let Some(settled) = already_requested(cluster, &change) {
        return Decision::Settled(settled);
    }
    if let Some(unknown) = unknown_risk(&target, &request.waivers.not_recommended) {
        return unknown;
    }
    let force = request.waivers.has(Waiver::Force);
    let mut findings = gates::findings(snapshot, &target, force);
    findings.extend(pending_request(cluster, &change));
    Decision::Judged(Box::new(Proposal {
        from: cluster.desired.version.clone(),
        findings: judged(findings, request),
        cautions: cautions(snapshot, &target, request),
        target,
        change,
    }))
}

/// A pending request that is not exactly ours would be replaced.
pub(crate) fn pending_request(cluster: &Cluster, change: &UpdateChange) -> Option<Finding> {
    let pending = cluster.pending()?;
    Some(Finding::PendingRequest {
        target: pending.label(),
        differs_in: change.differences(Some(pending)),
    })
}

pub(crate) fn judged(findings: Vec<Finding>, request: &Request) -> Vec<JudgedFinding> {
    let judge =
        |finding: Finding| JudgedFinding { waived: request.waivers.cover(&finding), finding };
    findings.into_iter().map(judge).collect()
}

fn at_target(cluster: &Cluster) -> AlreadySatisfied {
    let pending = cluster.pending().map(Requested::label);
    if cluster.rolling_out() {
        return AlreadySatisfied::UnderWay {
            progress: cluster.condition(ClusterVersionCondition::Progressing).cloned(),
            pending,
        };
    }
    AlreadySatisfied::AtTarget { pending }
}

/// The updates are newest first, so the first within reach is the newest.
fn latest<'a>(
    cluster: &Cluster,
    updates: &'a Updates,
    reach: LatestWithin,
) -> Option<&'a Candidate> {
    updates.recommended.iter().find(|candidate| reach.holds(cluster, candidate))
}

fn nothing_newer(
    cluster: &Cluster,
    request: &Request,
    updates: &Updates,
    reach: LatestWithin,
) -> NoNewerUpdate {
    let within = |candidate: &&Candidate| reach.holds(cluster, candidate);
    NoNewerUpdate {
        not_recommended: updates.not_recommended.iter().filter(within).cloned().collect(),
        beyond: latest(cluster, updates, LatestWithin::Any)
            .map(|beyond| beyond.release.version.clone()),
        too_far: updates
            .recommended
            .iter()
            .find(|candidate| gates::too_far(cluster, candidate).is_some())
            .map(|candidate| candidate.release.version.clone()),
        findings: judged(gates::doubts(cluster), request),
        cautions: unobserved(cluster)
            .filter(|_| gates::other_channel(cluster).is_none())
            .into_iter()
            .collect(),
    }
}

impl LatestWithin {
    fn holds(self, cluster: &Cluster, candidate: &Candidate) -> bool {
        let version = &candidate.release.version;
        match cluster.desired.version.step_to(version) {
            Step::Patch => true,
            Step::NextMinor => match self {
                Self::Patch => false,
                Self::Minor => cluster.desired.version.same_major(version),
                Self::Any => true,
            },
            Step::Same | Step::TooFar | Step::Down | Step::DownAcrossMinor | Step::Unknown => false,
        }
    }
}

impl Proposal {
    /// Returns whether every finding is overridden.
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|judged| judged.waived)
    }

    /// Returns whether a new decision is the one that was shown: the same target and image, the
    /// same risks, the same findings. A caution never matters.
    pub fn is_unchanged(&self, shown: &Self) -> bool {
        let same_findings = self.findings.len() == shown.findings.len()
            && self.findings.iter().zip(&shown.findings).all(|(now, then)| {
                now.waived == then.waived && now.finding.is_unchanged(&then.finding)
            });
        self.from == shown.from
            && self.target.release.version == shown.target.release.version
            && self.target.release.image == shown.target.release.image
            && self.target.risks == shown.target.risks
            && same_findings
    }
}

impl UpdateChange {
    pub(crate) fn new(cluster: &Cluster, request: &Request, version: &str, image: &str) -> Self {
        let has_mode = cluster.requested.as_ref().is_some_and(|update| update.mode.is_some());
        Self {
            version: version.to_owned(),
            image: image.to_owned(),
            architecture: String::new(),
            force: request.waivers.has(Waiver::Force),
            drop_mode: has_mode,
            resource_version: cluster.resource_version.clone(),
        }
    }

    /// Returns the fields of `stored` that differ from this change.
    pub fn differences(&self, stored: Option<&Requested>) -> Vec<&'static str> {
        self.compared(stored).into_iter().map(|field| field.name).collect()
    }

    /// Returns how the stored object differs from this change; none if it does not.
    pub fn stored_differently(&self, stored: Option<&Requested>) -> Option<String> {
        let said = |field: &ChangedField| {
            let ChangedField { name, asked, stored } = field;
            format!("{name} is {stored} instead of {asked}")
        };
        let said: Vec<String> = self.compared(stored).iter().map(said).collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    fn compared(&self, stored: Option<&Requested>) -> Vec<ChangedField> {
        let empty = Requested::default();
        let stored = stored.unwrap_or(&empty);
        let text = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
        let mode = stored.mode.as_deref().unwrap_or_default();
        [
            ("version", text(&self.version), text(&stored.version)),
            ("image", text(&self.image), text(&stored.image)),
            ("architecture", text(&self.architecture), text(&stored.architecture)),
            ("force", self.force.to_string(), stored.force.to_string()),
            ("mode", text(""), text(mode)),
        ]
        .into_iter()
        .filter(|(_, asked, stored)| asked != stored)
        .map(|(name, asked, stored)| ChangedField { name, asked, stored })
        .collect()
    }
}

/// A field of a request, and what was stored.
struct ChangedField {
    name: &'static str,
    asked: String,
    stored: String,
}

impl Warning {
    pub fn words(&self) -> Words {
        match self {
            Self::Force => Words::new(
                "--force: the cluster skips signature verification and its own preconditions",
            ),
            Self::UnknownVersion => words::unknown_version(),
            Self::NoFailingCondition => words::no_failing_condition(),
            Self::ProgressingUnknown => Words::new("the cluster does not report Progressing"),
            Self::UpgradeableUnknown(condition) => words::upgradeable_unknown(condition),
            Self::TopologyUnknown { why } => {
                Words::new("cannot check for a hosted control plane").detail(why)
            }
            Self::Unobserved(words) => words.clone(),
        }
    }
}

/// The object has exactly this request, and the cluster has not accepted it.
pub(crate) fn already_requested(
    cluster: &Cluster,
    change: &UpdateChange,
) -> Option<AlreadySatisfied> {
    let pending = cluster.pending()?;
    let unlisted = change.image.is_empty() && pending.version == change.version;
    let same = match change.differences(Some(pending)).as_slice() {
        [] => true,
        ["image"] => unlisted, // no longer available; the request remains
        _ => false,
    };
    let held = cluster
        .condition(ClusterVersionCondition::ReleaseAccepted)
        .filter(|accepted| accepted.status != Status::True);
    same.then(|| AlreadySatisfied::Asked { held: held.cloned() })
}

fn unknown_version(updates: &Updates, version: &str) -> Decision {
    let listed: Vec<&Version> = updates.all().map(|candidate| &candidate.release.version).collect();
    let nearest = suggest::versions(&Version::new(version), listed.iter().copied());
    Decision::UnknownVersion(UnknownVersion {
        version: version.to_owned(),
        nearest: nearest.into_iter().map(|version| version.text().to_owned()).collect(),
        listed: listed.len(),
    })
}

fn unknown_risk(target: &Candidate, acceptance: &RiskAcceptance) -> Option<Decision> {
    let RiskAcceptance::Only(names) = acceptance else {
        return None;
    };
    let known: Vec<&str> = target.risks.iter().map(|risk| risk.name.as_str()).collect();
    let name = names.iter().find(|name| !known.contains(&name.as_str()))?;
    let nearest = suggest::words(name, known.iter().copied());
    Some(Decision::UnknownRisk {
        target: target.release.version.clone(),
        name: name.clone(),
        nearest: nearest.into_iter().map(str::to_owned).collect(),
        known: known.into_iter().map(str::to_owned).collect(),
    })
}

pub(crate) fn cautions(snapshot: &Snapshot, target: &Candidate, request: &Request) -> Vec<Warning> {
    let cluster = &snapshot.cluster;
    let mut cautions = Vec::new();
    let force = request.waivers.has(Waiver::Force);
    if force {
        cautions.push(Warning::Force);
    }
    if gates::operator_checks_order(cluster, target, force) {
        cautions.push(Warning::UnknownVersion);
    }
    if cluster.condition(ClusterVersionCondition::Failing).is_none() {
        cautions.push(Warning::NoFailingCondition);
    }
    if cluster.conditions.status(ClusterVersionCondition::Progressing) == Status::Unknown {
        cautions.push(Warning::ProgressingUnknown);
    }
    let step = cluster.desired.version.step_to(&target.release.version);
    if let Some(condition) = cluster.condition(ClusterVersionCondition::Upgradeable)
        && condition.status == Status::Unknown
        && !matches!(step, Step::Patch | Step::Same)
    {
        cautions.push(Warning::UpgradeableUnknown(condition.clone()));
    }
    if let Part::Unreadable { why, .. } = snapshot.topology() {
        cautions.push(Warning::TopologyUnknown { why });
    }
    // If the target shows that its list is stale, there is already a finding.
    cautions.extend(unobserved(cluster).filter(|_| gates::unobserved(cluster, target).is_none()));
    cautions
}

fn unobserved(cluster: &Cluster) -> Option<Warning> {
    words::unobserved_spec(cluster).map(Warning::Unobserved)
}

#[cfg(test)]
mod tests;
