//! Ways over several updates: which releases to go through, and what speaks against each hop.

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

/// Where one wants to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathGoal {
    Release(Version),
    /// Any release of a minor version.
    Minor(u64, u64),
}

/// What is looked for, and what of the graph can be of use.
#[derive(Debug)]
pub struct PathQuery<'a> {
    pub merged: &'a MergedGraph,
    pub from: Version,
    pub goal: PathGoal,
    pub scope: ChannelScope,
    /// None where the graphs do not have the release.
    start: Option<usize>,
    /// For each place, how it is entered from places that can be reached.
    entries: Vec<Vec<PathEntry>>,
    /// Whether a place can be reached, whatever the risks.
    ahead: Vec<bool>,
    /// Whether the goal can be reached from a place, whatever the risks.
    leads: Vec<bool>,
}

/// A hop into a place: where it is from, and which of the ways out of there it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PathEntry {
    from: usize,
    way: usize,
}

/// What is thought of the risks.
#[derive(Debug, Clone, Copy)]
pub struct RiskVerdicts<'a> {
    /// One for each risk of the atlas.
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
    /// Named by `--accept`, for this run.
    Flag,
    /// Stored in `spec.desiredUpdate.acceptRisks`.
    Cluster,
}

/// Which of the ways are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// So many of the best.
    pub count: usize,
    /// Whether those with a hop that is not recommended are among them.
    pub allow_not_recommended: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathResult {
    /// One is there already.
    Arrived,
    /// Best first.
    Routes(Vec<Route>),
    /// There are ways, and each has a hop that is not recommended.
    NotRecommended(Vec<Route>),
    Nothing,
}

/// A way from the start to the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    pub hops: Vec<Hop>,
    pub cost: Cost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    pub from: usize,
    pub to: usize,
    /// Which of the ways out of `from`.
    way: usize,
}

/// What routes are compared by, in this order
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Cost {
    /// Updates that skip a minor version; any route without one is better
    pub skips: usize,
    /// Risks that apply and are not accepted, counted at every hop that has them
    pub risks: usize,
    /// Risks that may apply and are not accepted, and conditions without a reason
    pub unknowns: usize,
    /// Minor versions that are crossed
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

    /// Returns whether a version lies beyond it.
    pub(crate) fn is_before(&self, version: &Version) -> bool {
        match self {
            Self::Release(wanted) => version.newest_first(wanted).is_lt(),
            Self::Minor(..) => version.minor() > self.minor(),
        }
    }

    /// Returns a version to compare with: of a minor version, the first release.
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
    /// Looks for what can be reached and what leads to the goal; none where it is not known where
    /// one stands.
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

    /// Versions only grow and places are sorted by them, so one look at each, in order, will do.
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

    /// Returns the ways out of a place that an update can take, and where they lead.
    fn usable(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let ways = self.merged.edges[place].iter().enumerate();
        let usable =
            ways.filter(move |(_, way)| self.step(place, way.to).is_some() && self.counts(way));
        usable.map(|(number, way)| (number, way.to))
    }

    /// Returns whether a way is in a channel that counts; a graph without channels has all ways.
    fn counts(&self, way: &MergedEdge) -> bool {
        let mut channels = way.channels.iter().map(|&channel| &self.merged.channels[channel]);
        way.channels.is_empty() || channels.any(|channel| self.scope.has(channel))
    }

    /// Returns the step between two places if an update can take it: never down.
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

    /// Returns what a hop costs.
    pub fn cost(&self, hop: Hop, opinion: RiskVerdicts<'_>) -> Cost {
        search::cost(self, hop, opinion)
    }

    fn is_goal(&self, place: usize) -> bool {
        self.goal.is_met_by(self.version(place))
    }

    /// Returns whether there is a way that skips no minor version, whatever the risks.
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

    /// Returns whether what is known of a place is of use: for a goal that can be reached, only
    /// what lies between.
    fn matters(&self, place: usize) -> bool {
        self.ahead[place] && (self.leads[place] || !self.is_reachable())
    }

    /// Returns the risks that must be judged.
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

/// Looks for the best ways in one realm after the other. Returns the first in which nothing speaks
/// against the best, else the first in which there is a way at all, else the last. A way that skips
/// a minor version counts only where no realm has another.
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

/// Returns the versions between the start and a release, on the way with the fewest updates; none
/// where there is no way.
pub fn between(graphs: &ChannelGraphs, to: &Version) -> Option<Vec<Version>> {
    let query = PathQuery::new(graphs, &PathGoal::Release(to.clone()), ChannelScope::All)?;
    let verdicts = vec![RiskVerdict::Clear; graphs.merged.risks.len()];
    let accepted = PathAccepted::default();
    let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
    let route = search::best(&query, opinion, 1).into_iter().next()?;
    let (_, before) = route.hops.split_last()?;
    Some(before.iter().map(|hop| query.version(hop.to).clone()).collect())
}

/// How good the best of what was found is, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ResultQuality {
    /// Nothing speaks against it.
    Clean,
    NotRecommended,
    /// It skips a minor version; otherwise nothing speaks against it.
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
    /// Returns whether nothing speaks against it that is not accepted.
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
