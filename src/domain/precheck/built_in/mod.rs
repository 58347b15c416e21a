//! The informers of this program: they look at the cluster themselves, and need nobody to be asked.

mod alerts;
mod apis;
mod budgets;
mod gates;
mod nodes;
mod operators;
mod pools;
mod risks;
mod signatures;
mod version;

use super::collect::{Contribution, State};
use super::insight::{Impact, Insight, Level};
use crate::domain::cluster::{Cluster, Release};
use crate::domain::links;
use crate::domain::part::Part;
use crate::domain::snapshot::Snapshot;
use crate::domain::updates::{Advice, Candidate, Updates};
use crate::domain::version::{Step, Version};

pub(crate) use risks::NAME as RISKS;
pub(crate) use signatures::are_needed as signatures_are_needed;

/// The release that is thought of, as far as the cluster knows it.
#[derive(Debug, Clone)]
struct Target {
    candidate: Candidate,
    /// All images that it is listed with.
    images: Vec<String>,
    step: Step,
}

type Look = fn(&Snapshot, &Target) -> Part<Vec<Insight>>;

/// One of these informers.
struct BuiltIn {
    name: &'static str,
    /// What it looks at.
    what: &'static str,
    /// Where to read more, unless an insight knows better.
    reference: &'static str,
    look: Look,
}

const INFORMERS: [BuiltIn; 10] = [
    built_in("cluster-version", "the ClusterVersion", links::CHANNELS, version::look),
    built_in(RISKS, "the risks of the update", links::RISKS, risks::look),
    built_in("cluster-operators", "cluster operators", links::RUNBOOKS, operators::look),
    built_in("machine-config-pools", "machine config pools", links::MACHINES, pools::look),
    built_in("nodes", "nodes", links::NODES, nodes::look),
    built_in("pod-disruption-budgets", "pod disruption budgets", links::BUDGETS, budgets::look),
    built_in("alerts", "alerts", links::RUNBOOKS, alerts::look),
    built_in("admin-gates", "admin gates", links::PREPARING, gates::look),
    built_in("removed-apis", "the use of APIs", links::APIS, apis::look),
    built_in("release-signatures", "signatures of releases", links::DISCONNECTED, signatures::look),
];

const fn built_in(
    name: &'static str,
    what: &'static str,
    reference: &'static str,
    look: Look,
) -> BuiltIn {
    BuiltIn { name, what, reference, look }
}

/// Speaks for the informers of the cluster where these cannot be listed.
pub(crate) const REGISTRY: &str = "informer-registry";
/// What this program sees of an update that is under way.
pub(crate) const PROGRESS: &str = "update-progress";

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    INFORMERS.iter().map(|informer| informer.name).chain([REGISTRY, PROGRESS])
}

/// Returns whether no informer of a cluster may bear this name.
pub(crate) fn is_reserved(name: &str) -> bool {
    names().any(|known| known == name)
}

/// Returns what each has to say of an update to a version.
pub(crate) fn look(snapshot: &Snapshot, version: &str) -> Vec<Contribution> {
    let target = Target::of(&snapshot.cluster, version);
    let contribution = |informer: &BuiltIn| {
        let BuiltIn { name, what, look, .. } = informer;
        let mut told = match look(snapshot, &target) {
            Part::Known(insights) => Contribution {
                name: (*name).to_owned(),
                state: State::Answered,
                message: String::new(),
                insights,
            },
            Part::NotRead => unchecked(name, what, "nobody looked".to_owned()),
            Part::NotServed => not_served(name, what),
            Part::Unreadable { why, .. } => unchecked(name, what, why),
        };
        told.insights =
            told.insights.into_iter().map(|insight| informer.rounded(insight)).collect();
        told
    };
    INFORMERS.iter().map(contribution).collect()
}

/// Says that the informers of the cluster could not be listed.
pub(crate) fn unlisted(why: String) -> Contribution {
    unchecked(REGISTRY, "the informers of the cluster", why)
}

impl BuiltIn {
    /// Adds what an insight does not know better itself.
    fn rounded(&self, mut insight: Insight) -> Insight {
        if insight.description.is_empty() {
            insight.description = format!("Found by a look at {}.", self.what);
        }
        let remediation = &mut insight.remediation;
        remediation.reference.get_or_insert_with(|| self.reference.to_owned());
        remediation.action.get_or_insert_with(|| "find out more, and decide by that".to_owned());
        insight
    }
}

/// What could not be looked at is not known to be fine.
fn unchecked(name: &str, what: &str, why: String) -> Contribution {
    let insight = not_checked(what, Level::Unknown, &why)
        .remedied_by("get the right to read them, or record them, and check again");
    Contribution {
        name: name.to_owned(),
        state: State::Failed,
        message: why,
        insights: vec![insight],
    }
}

/// What is not there cannot be bad.
fn not_served(name: &str, what: &str) -> Contribution {
    let why = "the cluster does not have them".to_owned();
    let insights = vec![not_checked(what, Level::Info, &why)];
    Contribution { name: name.to_owned(), state: State::NotImplemented, message: why, insights }
}

fn not_checked(what: &str, level: Level, why: &str) -> Insight {
    let summary = format!("Not checked: {what} ({why})");
    Insight::new("NotChecked", (level, Impact::Unknown), summary)
}

impl Target {
    fn of(cluster: &Cluster, version: &str) -> Self {
        let updates = Updates::of(cluster);
        let listed = updates.find(version);
        let unlisted = Release {
            version: Version::new(version),
            image: String::new(),
            url: None,
            channels: Vec::new(),
            architecture: None,
        };
        let candidate = listed.first().map_or_else(
            || Candidate::unjudged(unlisted, Advice::Unlisted),
            |candidate| (*candidate).clone(),
        );
        Self {
            images: listed.iter().map(|candidate| candidate.release.image.clone()).collect(),
            step: cluster.desired.version.step_to(&candidate.release.version),
            candidate,
        }
    }

    fn version(&self) -> &Version {
        &self.candidate.release.version
    }

    /// Returns whether it is, or may be, a later minor version.
    fn leaves_the_minor(&self) -> bool {
        matches!(self.step, Step::NextMinor | Step::TooFar | Step::Unknown)
    }
}

/// Returns `kind (Reason)` of a condition for a summary.
fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

#[cfg(test)]
mod tests;
