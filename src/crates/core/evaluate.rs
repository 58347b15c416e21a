//! Updates evaluated here and by the cluster, and why the two differ.

mod listed_graph;

pub use listed_graph::listed_graph;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::cluster::Cluster;
use crate::condition_type::ConditionalUpdateCondition;
use crate::updates::{Advice, Candidate, EvaluationState as Progress, Updates};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::image;
use upgrade_graph::merged::MergedGraph;
use upgrade_graph::risk::{RiskInputs, RiskVerdict};
use upgrade_graph::targets::{EvaluatedRisk, GraphTarget, targets};
use upgrade_graph::version::Version;

/// Every update from one release, newest first.
#[derive(Debug)]
pub struct GraphEvaluation {
    pub targets: Vec<EvaluatedTarget>,
    /// Updates that the cluster reports and the graph does not have, newest first.
    pub elsewhere: Vec<Candidate>,
    /// Why the cluster's available updates cannot be compared; none if they can.
    pub apart: Option<NotComparable>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct EvaluatedTarget {
    pub target: GraphTarget,
    /// What the cluster reports about it; none if it does not report it, or was not read.
    pub heard: Option<ClusterVerdict>,
    pub difference: Option<VerdictDifference>,
}

/// What a cluster reports about an available update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterVerdict {
    pub status: Status,
    /// None if it is not conditional.
    pub condition: Option<Condition>,
}

/// Why the graph is not what the cluster's available updates were made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotComparable {
    NoCluster,
    OtherVersion {
        on: Version,
    },
    OtherChannel {
        followed: Option<String>,
    },
    OtherArchitecture {
        here: String,
    },
    /// The user named the graph.
    OtherGraph,
}

/// Why a cluster reports something else than was found here, the most certain reason first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerdictDifference {
    /// The cluster-version operator drops a target with a risk that has no rule of a known type.
    UnknownRules { risks: Vec<String> },
    /// The cluster-version operator drops a target with several conditional edges.
    ListedTwice { groups: usize },
    /// The cluster-version operator recommends a conditional edge without risks.
    NoReasonGiven,
    /// It is also an unconditional edge, which the cluster uses.
    InBothLists,
    /// The cluster adds risks that are not in the graph.
    InClusterRisks { names: Vec<String> },
    /// A risk was accepted, or is no longer, and only one side has observed it.
    AcceptedRisks { names: Vec<String> },
    /// The cluster-version operator has not sent the query yet.
    Throttled,
    /// It cannot be evaluated here.
    NotEvaluatedHere { why: String },
    /// The cluster cannot evaluate it.
    NotEvaluatedThere,
    /// The cluster's available updates may be stale.
    Stale,
    /// The cluster evaluates a name once, and the graph has several risks with that name.
    OneName { name: String },
    /// The cluster used another graph: most likely an earlier one.
    GraphChanged,
    /// Nothing else explains it.
    AnswersChanged,
}

/// The name of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum DifferenceCode {
    UnknownRules,
    ListedTwice,
    NoReasonGiven,
    InBothLists,
    InClusterRisks,
    AcceptedRisks,
    Throttled,
    NotEvaluatedHere,
    NotEvaluatedThere,
    Stale,
    OneName,
    GraphChanged,
    AnswersChanged,
}

impl VerdictDifference {
    /// Returns the reason, for a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::UnknownRules { risks } => format!(
                "the cluster drops an update with a risk that has no rule of a known type ({})",
                risks.join(", ")
            ),
            Self::ListedTwice { groups } => format!(
                "the cluster drops an update that is in the conditional edges more than once \
                 ({groups} times)"
            ),
            Self::NoReasonGiven => "the cluster recommends a conditional update that has no \
                 risks; here it counts as not recommended without a reason"
                .to_owned(),
            Self::InBothLists => "it is also an unconditional edge, which the cluster uses; \
                 here the conditions count"
                .to_owned(),
            Self::InClusterRisks { names } => {
                format!("the cluster adds risks that are not in the graph: {}", names.join(", "))
            }
            Self::AcceptedRisks { names } => format!(
                "accepted risks changed since the cluster evaluated them: {}",
                names.join(", ")
            ),
            Self::Throttled => {
                "the cluster has not queried it yet (at most one query per second)".to_owned()
            }
            Self::NotEvaluatedHere { why } => format!("cannot evaluate it here: {why}"),
            Self::NotEvaluatedThere => "the cluster cannot evaluate it".to_owned(),
            Self::Stale => "available updates may be stale".to_owned(),
            Self::OneName { name } => format!(
                "the cluster evaluates {name} once for all updates, and the graph has several \
                 risks with that name"
            ),
            Self::GraphChanged => "the graph changed since the cluster read it".to_owned(),
            Self::AnswersChanged => "the answers changed since the cluster queried them".to_owned(),
        }
    }

    /// Returns a stable name.
    pub fn code(&self) -> DifferenceCode {
        match self {
            Self::UnknownRules { .. } => DifferenceCode::UnknownRules,
            Self::ListedTwice { .. } => DifferenceCode::ListedTwice,
            Self::NoReasonGiven => DifferenceCode::NoReasonGiven,
            Self::InBothLists => DifferenceCode::InBothLists,
            Self::InClusterRisks { .. } => DifferenceCode::InClusterRisks,
            Self::AcceptedRisks { .. } => DifferenceCode::AcceptedRisks,
            Self::Throttled => DifferenceCode::Throttled,
            Self::NotEvaluatedHere { .. } => DifferenceCode::NotEvaluatedHere,
            Self::NotEvaluatedThere => DifferenceCode::NotEvaluatedThere,
            Self::Stale => DifferenceCode::Stale,
            Self::OneName { .. } => DifferenceCode::OneName,
            Self::GraphChanged => DifferenceCode::GraphChanged,
            Self::AnswersChanged => DifferenceCode::AnswersChanged,
        }
    }
}

impl NotComparable {
    /// Returns why an evaluation cannot be compared with the cluster's available updates; `by_hand`
    /// if the graph is not from its update service, `arch` is the cluster's architecture, if it is
    /// known.
    pub fn new(
        graphs: &ChannelGraphs,
        cluster: Option<&Cluster>,
        by_hand: bool,
        arch: Option<&str>,
    ) -> Option<Self> {
        let Some(cluster) = cluster else { return Some(Self::NoCluster) };
        let on = &cluster.desired.version;
        if graphs.from.as_ref().is_some_and(|from| from != on) {
            return Some(Self::OtherVersion { on: on.clone() });
        }
        if by_hand {
            return Some(Self::OtherGraph);
        }
        if let Some(here) = arch.filter(|arch| *arch != graphs.arch) {
            return Some(Self::OtherArchitecture { here: here.to_owned() });
        }
        let followed = cluster.channel.as_deref();
        let looked: Vec<Option<&str>> =
            graphs.channels.iter().map(|looked| looked.channel.as_deref()).collect();
        let other = followed.is_none() || !matches!(looked[..], [channel] if channel == followed);
        other.then(|| Self::OtherChannel { followed: cluster.channel.clone() })
    }
}

impl GraphEvaluation {
    /// Evaluates every update from a release and compares it with the cluster where that makes
    /// sense.
    pub fn new(
        merged: &MergedGraph,
        place: usize,
        facts: &RiskInputs,
        cluster: Option<&Cluster>,
        apart: Option<NotComparable>,
    ) -> Self {
        let accepted = cluster.map(Cluster::accepted_risks).unwrap_or_default();
        let judged = targets(merged, place, facts, &accepted);
        let Some(cluster) = cluster.filter(|_| apart.is_none()) else {
            let alone = |target| EvaluatedTarget { target, heard: None, difference: None };
            let targets = judged.into_iter().map(alone).collect();
            return Self { targets, elsewhere: Vec::new(), apart };
        };
        let lists = ComparedLists::new(cluster, merged);
        let mut offered = BTreeSet::new();
        let compared = judged.into_iter().map(|target| {
            let said = lists.find(&target);
            offered.extend(said.map(|said| said.release.key()));
            let difference = lists.explain(&target, said);
            EvaluatedTarget { target, heard: said.map(ClusterVerdict::new), difference }
        });
        let targets = compared.collect();
        let mut elsewhere: Vec<Candidate> = lists
            .updates
            .all()
            .filter(|said| !offered.contains(&said.release.key()))
            .cloned()
            .collect();
        elsewhere.sort_by(|a, b| a.release.version.newest_first(&b.release.version));
        Self { targets, elsewhere, apart }
    }

    /// Returns the risks of all targets, each once, by name, with the targets that have it.
    pub fn risks(&self) -> Vec<(&EvaluatedRisk, Vec<&Version>)> {
        let mut risks: BTreeMap<_, (&EvaluatedRisk, Vec<&Version>)> = BTreeMap::new();
        for target in self.targets.iter().map(|known| &known.target) {
            for assessed in &target.risks {
                let entry = risks.entry(&assessed.risk).or_insert_with(|| (assessed, Vec::new()));
                entry.1.push(&target.release.version);
            }
        }
        risks.into_values().collect()
    }
}

impl ClusterVerdict {
    pub fn new(said: &Candidate) -> Self {
        let condition = match &said.advice {
            Advice::NotRecommended(condition) => Some(condition),
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => {
                said.conditions.get(ConditionalUpdateCondition::Recommended)
            }
        };
        let status = match &said.advice {
            Advice::NotRecommended(condition) => condition.status,
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => Status::True,
        };
        Self { status, condition: condition.cloned() }
    }
}

/// The available updates of a cluster, and what explains them.
pub(crate) struct ComparedLists<'a> {
    cluster: &'a Cluster,
    merged: &'a MergedGraph,
    updates: Updates,
}

impl<'a> ComparedLists<'a> {
    pub(crate) fn new(cluster: &'a Cluster, merged: &'a MergedGraph) -> Self {
        Self { cluster, merged, updates: Updates::new(cluster) }
    }

    fn find(&self, target: &GraphTarget) -> Option<&Candidate> {
        let of_version = self.updates.find(target.release.version.text());
        let same = of_version
            .iter()
            .find(|said| image::same(&said.release.image, &target.release.image))
            .or(of_version.first());
        same.copied()
    }

    /// Returns why the cluster reports something else, if it does.
    pub(crate) fn explain(
        &self,
        target: &GraphTarget,
        said: Option<&Candidate>,
    ) -> Option<VerdictDifference> {
        let Some(said) = said else { return Some(self.why_missing(target)) };
        let heard = ClusterVerdict::new(said);
        if heard.status == target.status() {
            return None;
        }
        let certain = match heard.status {
            Status::True => why_recommended(target, &heard),
            Status::False | Status::Unknown => self.why_not_recommended(target, said),
        };
        let guess = || {
            let stale = self.cluster.lists_are_stale().then_some(VerdictDifference::Stale);
            stale.or_else(|| self.one_name(target)).or_else(|| other_risks(target, said))
        };
        certain
            .or_else(|| not_evaluated(target))
            .or_else(guess)
            .or_else(|| {
                (heard.status == Status::Unknown).then_some(VerdictDifference::NotEvaluatedThere)
            })
            .or(Some(VerdictDifference::AnswersChanged))
    }

    fn why_missing(&self, target: &GraphTarget) -> VerdictDifference {
        let odd = target.risks.iter().filter(|it| it.risk.known_rules().next().is_none());
        let risks: Vec<String> = odd.map(|assessed| assessed.risk.name.clone()).collect();
        if !risks.is_empty() {
            VerdictDifference::UnknownRules { risks }
        } else if target.groups > 1 {
            VerdictDifference::ListedTwice { groups: target.groups }
        } else if self.cluster.lists_are_stale() {
            VerdictDifference::Stale
        } else {
            VerdictDifference::GraphChanged
        }
    }

    fn why_not_recommended(
        &self,
        target: &GraphTarget,
        said: &Candidate,
    ) -> Option<VerdictDifference> {
        let Advice::NotRecommended(condition) = &said.advice else { return None };
        let waiting = condition.message.contains("throttled")
            || said.evaluation(self.cluster.now) == Progress::Pending;
        if condition.status == Status::Unknown && waiting {
            return Some(VerdictDifference::Throttled);
        }
        let in_graph: BTreeSet<&str> =
            target.risks.iter().map(|assessed| assessed.risk.name.as_str()).collect();
        let own: BTreeSet<&str> =
            self.cluster.known_risks.iter().map(|risk| risk.name.as_str()).collect();
        let names: Vec<String> = said
            .risks
            .iter()
            .filter(|risk| risk.is_open())
            .map(|risk| risk.name.as_str())
            .filter(|name| own.contains(name) && !in_graph.contains(name))
            .map(str::to_owned)
            .collect();
        if !names.is_empty() {
            return Some(VerdictDifference::InClusterRisks { names });
        }
        let passed = target
            .risks
            .iter()
            .filter(|known| known.accepted && known.judgement.verdict == RiskVerdict::Applies);
        let names: Vec<String> = passed.map(|assessed| assessed.risk.name.clone()).collect();
        (target.status() == Status::True && !names.is_empty())
            .then_some(VerdictDifference::AcceptedRisks { names })
    }

    fn one_name(&self, target: &GraphTarget) -> Option<VerdictDifference> {
        let several = |name: &str| {
            self.merged.risks.iter().filter(|risk| risk.name == name).take(2).count() > 1
        };
        let mut names = target.risks.iter().map(|assessed| &assessed.risk.name);
        let name = names.find(|name| several(name))?;
        Some(VerdictDifference::OneName { name: name.clone() })
    }
}

/// Returns why a cluster may recommend an update that is not recommended here.
fn why_recommended(target: &GraphTarget, heard: &ClusterVerdict) -> Option<VerdictDifference> {
    let Some(condition) = &heard.condition else {
        let both = Some(VerdictDifference::InBothLists).filter(|_| target.plain);
        return both.or(Some(VerdictDifference::GraphChanged));
    };
    if target.unexplained && target.open().next().is_none() {
        return Some(VerdictDifference::NoReasonGiven);
    }
    let names: Vec<String> = target.open().map(|assessed| assessed.risk.name.clone()).collect();
    (condition.reason == "AllExposedRisksAccepted")
        .then_some(VerdictDifference::AcceptedRisks { names })
}

fn not_evaluated(target: &GraphTarget) -> Option<VerdictDifference> {
    let unknown = target.risks.iter().find_map(|assessed| match &assessed.judgement.verdict {
        RiskVerdict::Unknown { why } => Some(why.clone()),
        RiskVerdict::Applies | RiskVerdict::Clear => None,
    });
    let why = unknown.filter(|_| target.status() == Status::Unknown)?;
    Some(VerdictDifference::NotEvaluatedHere { why })
}

/// The cluster names other risks: it used another graph.
fn other_risks(target: &GraphTarget, said: &Candidate) -> Option<VerdictDifference> {
    let here: BTreeSet<&str> =
        target.risks.iter().map(|assessed| assessed.risk.name.as_str()).collect();
    let there: BTreeSet<&str> = said.risks.iter().map(|risk| risk.name.as_str()).collect();
    (here != there).then_some(VerdictDifference::GraphChanged)
}

#[cfg(test)]
mod tests;
