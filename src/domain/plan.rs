//! From a request to a plan: find the target, run the gates, say what would be written.

use super::cluster::{Cluster, Requested, Topology};
use super::condition::{Condition, Status};
use super::gate::{self, Acceptance, Finding, Waivers};
use super::nearest;
use super::updates::{Candidate, Updates};
use super::version::{Step, Version};

/// What the user asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) version: String,
    pub(crate) waivers: Waivers,
    pub(crate) force: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// There is nothing to send.
    Settled(Settled),
    /// A target was found and judged; it may be sent if it [passes](Proposal::passes).
    Judged(Box<Proposal>),
    UnknownVersion {
        nearest: Vec<String>,
        listed: usize,
    },
    UnknownRisk {
        name: String,
        nearest: Vec<String>,
        known: Vec<String>,
    },
}

/// Why nothing needs to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Settled {
    /// The cluster is on the target; another request may be pending.
    AtTarget { pending: Option<String> },
    /// The target is being rolled out.
    UnderWay { progress: Option<Condition> },
    /// Exactly this is requested and not taken up yet; what holds it, where the cluster says.
    Asked { held: Option<Condition> },
}

/// A target with everything that speaks against it, and the change that would ask for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) from: Version,
    pub(crate) target: Candidate,
    pub(crate) findings: Vec<Judged>,
    pub(crate) cautions: Vec<Caution>,
    pub(crate) change: Change,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) finding: Finding,
    pub(crate) waived: bool,
}

/// Something to know that stops nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Caution {
    Force,
    NoFailingCondition,
    UpgradeableUnknown(Condition),
    TopologyUnknown { why: String },
}

/// The new `spec.desiredUpdate`, with the object it was decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) version: String,
    pub(crate) image: String,
    pub(crate) architecture: String,
    pub(crate) force: bool,
    /// The object has a `mode`; a merge patch keeps what it does not name.
    pub(crate) drop_mode: bool,
    pub(crate) resource_version: Option<String>,
}

/// Decides what a request means for the cluster as it was read.
pub(crate) fn decide(cluster: &Cluster, request: &Request) -> Decision {
    if cluster.desired.version.text() == request.version {
        return Decision::Settled(if cluster.rolling_out() {
            Settled::UnderWay { progress: cluster.condition("Progressing").cloned() }
        } else {
            Settled::AtTarget {
                pending: cluster.pending().map(|pending| pending.label().to_owned()),
            }
        });
    }
    let updates = Updates::of(cluster);
    let found = updates.find(&request.version);
    let Some(target) = found.first() else {
        return already_requested(cluster, &Change::of(cluster, request, ""))
            .map_or_else(|| unknown_version(&updates, &request.version), Decision::Settled);
    };
    let change = Change::of(cluster, request, &target.release.image);
    if let Some(settled) = already_requested(cluster, &change) {
        return Decision::Settled(settled);
    }
    if let Some(unknown) = unknown_risk(target, &request.waivers.not_recommended) {
        return unknown;
    }
    let mut findings = gate::findings(cluster, target);
    if found.len() > 1 {
        let images = found.iter().map(|candidate| candidate.release.image.clone()).collect();
        findings.insert(0, Finding::Ambiguous { images });
    }
    let judge = |finding: Finding| Judged { waived: request.waivers.cover(&finding), finding };
    Decision::Judged(Box::new(Proposal {
        from: cluster.desired.version.clone(),
        target: (*target).clone(),
        findings: findings.into_iter().map(judge).collect(),
        cautions: cautions(cluster, target, request),
        change,
    }))
}

impl Proposal {
    /// Returns whether every finding was waived.
    pub(crate) fn passes(&self) -> bool {
        self.findings.iter().all(|judged| judged.waived)
    }

    /// Returns whether a decision made again is the one that was first shown: the same target and
    /// image, the same risks, the same findings.
    pub(crate) fn is_still(&self, shown: &Self) -> bool {
        let same_findings = self.findings.len() == shown.findings.len()
            && self.findings.iter().zip(&shown.findings).all(|(now, then)| {
                now.waived == then.waived && now.finding.is_still(&then.finding)
            });
        self.from == shown.from
            && self.target.release.version == shown.target.release.version
            && self.target.release.image == shown.target.release.image
            && self.target.risks == shown.target.risks
            && same_findings
    }
}

impl Change {
    fn of(cluster: &Cluster, request: &Request, image: &str) -> Self {
        let has_mode = cluster.requested.as_ref().is_some_and(|update| update.mode.is_some());
        Self {
            version: request.version.clone(),
            image: image.to_owned(),
            architecture: String::new(),
            force: request.force,
            drop_mode: has_mode,
            resource_version: cluster.resource_version.clone(),
        }
    }

    /// Returns the fields in which `stored` is not what this change asks for.
    pub(crate) fn differences(&self, stored: Option<&Requested>) -> Vec<&'static str> {
        let empty = Requested::default();
        let stored = stored.unwrap_or(&empty);
        [
            ("version", stored.version == self.version),
            ("image", stored.image == self.image),
            ("architecture", stored.architecture == self.architecture),
            ("force", stored.force == self.force),
            ("mode", stored.mode.is_none()),
        ]
        .into_iter()
        .filter_map(|(field, same)| (!same).then_some(field))
        .collect()
    }
}

/// The object holds exactly this request, and the operator has not taken it up.
fn already_requested(cluster: &Cluster, change: &Change) -> Option<Settled> {
    let pending = cluster.pending()?;
    let unlisted = change.image.is_empty() && pending.version == change.version;
    let same = match change.differences(Some(pending)).as_slice() {
        [] => true,
        ["image"] => unlisted, // the lists have lost it since; the request still stands
        _ => false,
    };
    let held =
        cluster.condition("ReleaseAccepted").filter(|accepted| accepted.status != Status::True);
    same.then(|| Settled::Asked { held: held.cloned() })
}

fn unknown_version(updates: &Updates, version: &str) -> Decision {
    let listed: Vec<&Version> = updates.all().map(|candidate| &candidate.release.version).collect();
    let nearest = nearest::versions(&Version::new(version), listed.iter().copied());
    Decision::UnknownVersion {
        nearest: nearest.into_iter().map(|version| version.text().to_owned()).collect(),
        listed: listed.len(),
    }
}

fn unknown_risk(target: &Candidate, acceptance: &Acceptance) -> Option<Decision> {
    let Acceptance::Only(names) = acceptance else {
        return None;
    };
    let known: Vec<&str> = target.risks.iter().map(|risk| risk.name.as_str()).collect();
    let name = names.iter().find(|name| !known.contains(&name.as_str()))?;
    let nearest = nearest::words(name, known.iter().copied());
    Some(Decision::UnknownRisk {
        name: name.clone(),
        nearest: nearest.into_iter().map(str::to_owned).collect(),
        known: known.into_iter().map(str::to_owned).collect(),
    })
}

fn cautions(cluster: &Cluster, target: &Candidate, request: &Request) -> Vec<Caution> {
    let mut cautions = Vec::new();
    if request.force {
        cautions.push(Caution::Force);
    }
    if cluster.condition("Failing").is_none() {
        cautions.push(Caution::NoFailingCondition);
    }
    let step = cluster.desired.version.step_to(&target.release.version);
    if let Some(condition) = cluster.condition("Upgradeable")
        && condition.status == Status::Unknown
        && step != Step::Patch
    {
        cautions.push(Caution::UpgradeableUnknown(condition.clone()));
    }
    if let Topology::Unknown { why } = &cluster.topology {
        cautions.push(Caution::TopologyUnknown { why: why.clone() });
    }
    cautions
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
