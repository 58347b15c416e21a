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

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::collect::{Contribution, State};
use super::insight::{Impact, Insight, Level};
use crate::domain::ack::Maps;
use crate::domain::cluster::Cluster;
use crate::domain::links;
use crate::domain::operator::Operator;
use crate::domain::pool::Pool;
use crate::domain::release::Release;
use crate::domain::status::{Budget, Node, Pod};
use crate::domain::updates::{Advice, Candidate, Updates};
use crate::domain::version::{Step, Version};

pub(crate) use apis::{ApiUse, ApiUser};
pub(crate) use risks::NAME as RISKS;
pub(crate) use signatures::are_needed as signatures_are_needed;

/// All that these informers look at.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// With topology and alerts.
    pub(crate) cluster: Cluster,
    pub(crate) now: Timestamp,
    pub(crate) operators: Sight<Vec<Operator>>,
    pub(crate) pools: Sight<Vec<Pool>>,
    pub(crate) nodes: Sight<Vec<Node>>,
    pub(crate) budgets: Sight<Vec<Budget>>,
    /// The pods of namespaces in which a budget is tight.
    pub(crate) pods: Sight<Vec<Pod>>,
    pub(crate) gates: Sight<Maps>,
    pub(crate) apis: Sight<Vec<ApiUse>>,
    /// Digests of releases whose signatures are in the cluster; none where they need not be.
    pub(crate) signatures: Sight<Option<BTreeSet<String>>>,
    /// Whether the ClusterVersion names stores of signatures of its own.
    pub(crate) signature_stores: bool,
}

/// A part of the cluster that may be out of sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sight<T> {
    Seen(T),
    /// The cluster does not have this kind of object.
    NotServed,
    Unseen {
        why: String,
    },
}

/// The release that is thought of, as far as the cluster knows it.
#[derive(Debug, Clone)]
struct Target {
    candidate: Candidate,
    /// All images that it is listed with.
    images: Vec<String>,
    step: Step,
}

/// Why an informer cannot say anything.
enum Blind {
    NotServed,
    Unseen { why: String },
}

type Look = fn(&Facts, &Target) -> Result<Vec<Insight>, Blind>;

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
pub(crate) fn look(facts: &Facts, version: &str) -> Vec<Contribution> {
    let target = Target::of(&facts.cluster, version);
    let contribution = |informer: &BuiltIn| {
        let BuiltIn { name, what, look, .. } = informer;
        let mut told = match look(facts, &target) {
            Ok(insights) => Contribution {
                name: (*name).to_owned(),
                state: State::Answered,
                message: String::new(),
                insights,
            },
            Err(blind) => blind.tell(name, what),
        };
        told.insights =
            told.insights.into_iter().map(|insight| informer.rounded(insight)).collect();
        told
    };
    INFORMERS.iter().map(contribution).collect()
}

/// Says that the informers of the cluster could not be listed.
pub(crate) fn unlisted(why: String) -> Contribution {
    Blind::Unseen { why }.tell(REGISTRY, "the informers of the cluster")
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

impl Blind {
    /// What could not be looked at is not known to be fine.
    fn tell(self, name: &str, what: &str) -> Contribution {
        let (state, level, why) = match self {
            Self::NotServed => {
                (State::NotImplemented, Level::Info, "the cluster does not have them".to_owned())
            }
            Self::Unseen { why } => (State::Failed, Level::Unknown, why),
        };
        let summary = format!("Not checked: {what} ({why})");
        let mut insight = Insight::new("NotChecked", (level, Impact::Unknown), summary);
        if level == Level::Unknown {
            insight =
                insight.remedied_by("get the right to read them, or record them, and check again");
        }
        Contribution { name: name.to_owned(), state, message: why, insights: vec![insight] }
    }
}

impl<T> Sight<T> {
    fn seen(&self) -> Result<&T, Blind> {
        match self {
            Self::Seen(seen) => Ok(seen),
            Self::NotServed => Err(Blind::NotServed),
            Self::Unseen { why } => Err(Blind::Unseen { why: why.clone() }),
        }
    }

    /// Returns what is seen, for those who can do without.
    fn or_nothing(&self) -> Option<&T> {
        self.seen().ok()
    }
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
