//! Update paths: which releases to go through, and the risks of each step.

pub(crate) mod channels;
pub(crate) mod eus;
pub mod missing;
pub mod reachable;
pub(crate) mod search;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::channel_graphs::ChannelGraphs;
use crate::merged::{MergedEdge, MergedGraph};
use crate::risk::RiskVerdict;
use crate::version::{Step, Version};

pub use channels::{ChannelChoice, ChannelScope, choices};
pub use eus::{Pause, is_even, pauses};
pub use missing::{Examples, MissingPath, missing};
pub use reachable::{FurthestReach, reachable};

/// The target of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathGoal {
    Release(Version),
    /// Any release of a minor version.
    Minor(u64, u64),
}

/// The search, and the part of the graph that matters.
#[derive(Debug)]
pub struct PathQuery<'a> {
    pub merged: &'a MergedGraph,
    pub from: Version,
    pub goal: PathGoal,
    pub scope: ChannelScope,
    /// None if the graphs do not have the release.
    start: Option<usize>,
    /// For each node, its incoming edges from reachable nodes.
    entries: Vec<Vec<PathEntry>>,
    /// Whether a node is reachable, whatever the risks.
    ahead: Vec<bool>,
    /// Whether the goal is reachable from a node, whatever the risks.
    leads: Vec<bool>,
}

/// An edge into a node: where it starts, and its index among the edges from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PathEntry {
    from: usize,
    way: usize,
}

/// The evaluation of the risks.
#[derive(Debug, Clone, Copy)]
pub struct RiskVerdicts<'a> {
    /// One for each risk of the merged graph.
    pub verdicts: &'a [RiskVerdict],
    pub accepted: &'a PathAccepted,
}

/// The names of risks that are accepted.
#[derive(Debug, Clone, Default)]
pub struct PathAccepted {
    pub here: BTreeSet<String>,
    pub on_cluster: BTreeSet<String>,
}

/// Who accepted a risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AcceptedBy {
    /// Named by `--accept`, for this command.
    Flag,
    /// Stored in `spec.desiredUpdate.acceptRisks`.
    Cluster,
}

/// Which paths to return.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// This many of the best.
    pub count: usize,
    /// Whether to include paths with a step that is not recommended.
    pub allow_not_recommended: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathResult {
    /// The cluster is already on the target.
    Arrived,
    /// Best first.
    Routes(Vec<Route>),
    /// There are paths, and each has a step that is not recommended.
    NotRecommended(Vec<Route>),
    Nothing,
}

/// A path from the start to the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    pub hops: Vec<Hop>,
    pub cost: Cost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    pub from: usize,
    pub to: usize,
    /// Its index among the edges from `from`.
    way: usize,
}

/// What paths are compared by, in this order
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Cost {
    /// Updates that skip a minor version; any path without one is better
    pub skips: usize,
    /// Risks that apply and are not accepted, counted at every step that has them
    pub risks: usize,
    /// Risks that may apply and are not accepted, and conditional updates without a reason
    pub unknowns: usize,
    /// Minor version updates
    pub minors: usize,
    /// Updates
    pub hops: usize,
}

impl PathGoal {
    pub fn minor(&self) -> Option<(u64, u64)> {
        match self {
            Self::Release(version) => version.minor(),
            Self::Minor(major, minor) => Some((*major, *minor)),
        }
    }

    pub(crate) fn is_met_by(&self, version: &Version) -> bool {
        match self {
            Self::Release(wanted) => wanted == version || wanted.step_to(version) == Step::Same,
            Self::Minor(..) => version.minor().is_some() && version.minor() == self.minor(),
        }
    }

    /// Returns whether a version is later than it.
    pub(crate) fn is_before(&self, version: &Version) -> bool {
        match self {
            Self::Release(wanted) => version.newest_first(wanted).is_lt(),
            Self::Minor(..) => version.minor() > self.minor(),
        }
    }

    /// Returns a version to compare with: for a minor version, its first release.
    fn version(&self) -> Version {
        match self {
            Self::Release(version) => version.clone(),
            Self::Minor(major, minor) => Version::new(format!("{major}.{minor}.0")),
        }
    }
}

impl fmt::Display for PathGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Release(version) => version.fmt(f),
            Self::Minor(major, minor) => write!(f, "{major}.{minor}"),
        }
    }
}

impl<'a> PathQuery<'a> {
    /// Determines what is reachable and what leads to the goal; none if the start is unknown.
    pub fn new(graphs: &'a ChannelGraphs, goal: &PathGoal, scope: ChannelScope) -> Option<Self> {
        let (merged, from) = (&graphs.merged, graphs.from.clone()?);
        let count = merged.nodes.len();
        let mut query = Self {
            merged,
            from,
            goal: goal.clone(),
            scope,
            start: graphs.place(),
            entries: vec![Vec::new(); count],
            ahead: vec![false; count],
            leads: vec![false; count],
        };
        query.explore();
        Some(query)
    }

    /// Versions only grow and nodes are sorted by them, so one pass in order is enough.
    fn explore(&mut self) {
        let count = self.merged.nodes.len();
        for place in self.start.unwrap_or(count)..count {
            if Some(place) != self.start && self.entries[place].is_empty() {
                continue;
            }
            self.ahead[place] = true;
            for (way, target) in self.usable(place).collect::<Vec<_>>() {
                self.entries[target].push(PathEntry { from: place, way });
            }
        }
        for place in (0..count).rev() {
            self.leads[place] =
                self.is_goal(place) || self.usable(place).any(|(_, target)| self.leads[target]);
        }
    }

    /// Returns the edges from a node that an update can take, and their targets.
    fn usable(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let ways = self.merged.edges[place].iter().enumerate();
        let usable =
            ways.filter(move |(_, way)| self.step(place, way.to).is_some() && self.counts(way));
        usable.map(|(number, way)| (number, way.to))
    }

    /// Returns whether an edge is in a channel that counts; a graph without channels has all edges.
    fn counts(&self, way: &MergedEdge) -> bool {
        let mut channels = way.channels.iter().map(|&channel| &self.merged.channels[channel]);
        way.channels.is_empty() || channels.any(|channel| self.scope.has(channel))
    }

    /// Returns the step between two nodes if an update can take it: never to an older version.
    pub fn step(&self, from: usize, to: usize) -> Option<Step> {
        let step = self.version(from).step_to(self.version(to));
        matches!(step, Step::Patch | Step::NextMinor | Step::TooFar).then_some(step)
    }

    pub fn version(&self, place: usize) -> &'a Version {
        &self.merged.nodes[place].release.version
    }

    pub fn way(&self, hop: Hop) -> &'a MergedEdge {
        &self.merged.edges[hop.from][hop.way]
    }

    /// Returns the cost of a step.
    pub fn cost(&self, hop: Hop, opinion: RiskVerdicts<'_>) -> Cost {
        search::cost(self, hop, opinion)
    }

    fn is_goal(&self, place: usize) -> bool {
        self.goal.is_met_by(self.version(place))
    }

    /// Returns whether there is a path that skips no minor version, whatever the risks.
    pub(crate) fn has_ordinary_way(&self) -> bool {
        let mut reached = vec![false; self.entries.len()];
        for place in self.start.unwrap_or(reached.len())..reached.len() {
            let ordinary = |entry: &PathEntry| {
                reached[entry.from] && self.step(entry.from, place) != Some(Step::TooFar)
            };
            reached[place] = Some(place) == self.start || self.entries[place].iter().any(ordinary);
            if reached[place] && self.is_goal(place) {
                return true;
            }
        }
        false
    }

    fn is_reachable(&self) -> bool {
        self.start.is_some_and(|start| self.leads[start])
    }

    /// Returns whether a node matters: for a reachable goal, only the nodes between.
    fn matters(&self, place: usize) -> bool {
        self.ahead[place] && (self.leads[place] || !self.is_reachable())
    }

    /// Returns the risks to evaluate.
    pub fn risks(&self) -> BTreeSet<usize> {
        if self.goal.is_met_by(&self.from) {
            return BTreeSet::new();
        }
        let places = (0..self.entries.len()).filter(|&place| self.matters(place));
        let hops = places.flat_map(|place| &self.entries[place]);
        let ways = hops.filter(|entry| self.matters(entry.from));
        ways.flat_map(|entry| &self.merged.edges[entry.from][entry.way].risks).copied().collect()
    }

    fn find(&self, opinion: RiskVerdicts<'_>, policy: Policy) -> PathResult {
        if self.goal.is_met_by(&self.from) {
            return PathResult::Arrived;
        }
        let mut routes = search::best(self, opinion, policy.count);
        let clean = routes.iter().take_while(|route| route.cost.is_clean()).count();
        match clean {
            0 if routes.is_empty() => return PathResult::Nothing,
            0 if !policy.allow_not_recommended => return PathResult::NotRecommended(routes),
            _ if !policy.allow_not_recommended => routes.truncate(clean),
            _ => {}
        }
        PathResult::Routes(routes)
    }
}

/// Searches for the best paths in one scope after the other. Returns the first scope whose best
/// path has no risks, else the first with any path, else the last. A path that skips a minor
/// version counts only if no scope has another.
pub fn find<'q, 'a>(
    quests: &'q [PathQuery<'a>],
    opinion: RiskVerdicts<'_>,
    policy: Policy,
) -> Option<(&'q PathQuery<'a>, PathResult)> {
    let mut all = Vec::new();
    for query in quests {
        let found = query.find(opinion, policy);
        let quality = found.quality();
        if quality == ResultQuality::Clean {
            return Some((query, found));
        }
        all.push((quality, query, found));
    }
    let best = all.iter().map(|(quality, ..)| *quality).min()?;
    let place = match best {
        ResultQuality::Nothing => all.len().checked_sub(1)?,
        ResultQuality::Clean
        | ResultQuality::NotRecommended
        | ResultQuality::CleanSkip
        | ResultQuality::NotRecommendedSkip => {
            all.iter().position(|(quality, ..)| *quality == best)?
        }
    };
    let (_, query, found) = all.swap_remove(place);
    Some((query, found))
}

/// Returns the versions between the start and a release, on the path with the fewest updates; none
/// if there is no path.
pub fn between(graphs: &ChannelGraphs, to: &Version) -> Option<Vec<Version>> {
    let query = PathQuery::new(graphs, &PathGoal::Release(to.clone()), ChannelScope::All)?;
    let verdicts = vec![RiskVerdict::Clear; graphs.merged.risks.len()];
    let accepted = PathAccepted::default();
    let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
    let route = search::best(&query, opinion, 1).into_iter().next()?;
    let (_, before) = route.hops.split_last()?;
    Some(before.iter().map(|hop| query.version(hop.to).clone()).collect())
}

/// The quality of the best path that was found, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ResultQuality {
    /// It has no risks.
    Clean,
    NotRecommended,
    /// It skips a minor version; otherwise it has no risks.
    CleanSkip,
    NotRecommendedSkip,
    Nothing,
}

impl PathResult {
    fn quality(&self) -> ResultQuality {
        let best = match self {
            Self::Arrived => return ResultQuality::Clean,
            Self::Nothing => return ResultQuality::Nothing,
            Self::Routes(routes) | Self::NotRecommended(routes) => routes.first(),
        };
        match best.map(|best| (best.cost.is_clean(), best.cost.skips)) {
            Some((true, 0)) => ResultQuality::Clean,
            Some((false, 0)) => ResultQuality::NotRecommended,
            Some((true, _)) => ResultQuality::CleanSkip,
            Some((false, _)) => ResultQuality::NotRecommendedSkip,
            None => ResultQuality::Nothing,
        }
    }
}

impl PathAccepted {
    pub fn by(&self, name: &str) -> Option<AcceptedBy> {
        if self.on_cluster.contains(name) {
            return Some(AcceptedBy::Cluster);
        }
        self.here.contains(name).then_some(AcceptedBy::Flag)
    }
}

impl Cost {
    /// Returns whether it has no risks that are not accepted.
    pub(crate) fn is_clean(self) -> bool {
        self.risks == 0 && self.unknowns == 0
    }

    fn plus(self, other: Self) -> Self {
        Self {
            skips: self.skips + other.skips,
            risks: self.risks + other.risks,
            unknowns: self.unknowns + other.unknowns,
            minors: self.minors + other.minors,
            hops: self.hops + other.hops,
        }
    }
}
