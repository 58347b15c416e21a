//! What can be reached in an atlas: from where one stands, or all of it; on the ways to a target, or
//! anywhere.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::channel_graphs::ChannelGraphs;
use crate::merged::{MergedEdge, MergedGraph};
use crate::suggest;
use crate::version::Version;

/// A part of an atlas. Places are named as the atlas names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReachableGraph {
    /// Where one stands; none where that is not known, or not in the graph.
    pub from: Option<usize>,
    pub to: Option<usize>,
    /// Oldest first, with where one stands.
    pub places: Vec<ReachableNode>,
    /// What leads from one of the places to another: oldest start first, then newest target.
    pub hops: Vec<ReachableHop>,
    /// Newest first, what is not SemVer last.
    pub minors: Vec<ReachableMinor>,
}

/// What is to be shown: all that can be reached, unless it says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReachQuery {
    /// Only what lies on a way to this version.
    pub to: Option<Version>,
    /// Also what cannot be reached.
    pub all: bool,
}

/// A place and how one gets there; neither is said of where one stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachableNode {
    pub place: usize,
    /// What the edge is that leads there from where one stands; none where none does.
    pub direct: Option<Kind>,
    /// Whether recommended edges alone lead there; none where no way does, and where nobody stands
    /// anywhere.
    pub by: Option<Kind>,
}

/// What an edge is, or the worst of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EdgeKind")]
pub enum Kind {
    /// All edges are recommended.
    Recommended,
    /// An edge is conditional.
    Conditional,
}

/// A way of the atlas: `way` is its number among those out of `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachableHop {
    pub from: usize,
    pub way: usize,
}

/// The places of one minor version, without where one stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachableMinor {
    /// Major and minor; none for what is not SemVer.
    pub number: Option<[u64; 2]>,
    pub releases: usize,
    pub newest: Option<usize>,
    /// The newest to which recommended edges alone lead.
    pub newest_recommended: Option<usize>,
}

/// Why there is nothing to show, with the versions nearest to the one that was asked for: for a
/// target, of those that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchVersion {
    /// The graph does not have where one stands.
    Start { version: Version, nearest: Vec<Version> },
    /// The graph does not have the target.
    Target { nearest: Vec<Version> },
    /// The target is where one stands.
    Here,
    /// The graph has both and no way between them.
    NoWay { from: Version, nearest: Vec<Version> },
}

impl ReachableGraph {
    /// Finds out what can be reached; an empty graph has nothing, and that is an answer.
    pub fn new(graphs: &ChannelGraphs, wanted: &ReachQuery) -> Result<Self, NoSuchVersion> {
        let (merged, ReachQuery { to, all }) = (&graphs.merged, wanted);
        let from = match (&graphs.from, graphs.place()) {
            (Some(_), None) if merged.nodes.is_empty() && to.is_none() => {
                return Ok(Self::default());
            }
            (Some(version), None) if !all => {
                let nearest = near(version, merged, |_| true);
                return Err(NoSuchVersion::Start { version: version.clone(), nearest });
            }
            (_, place) => place,
        };
        let there = Forward::new(merged, from);
        let wide = Forward::new(merged, from.filter(|_| !all));
        let to = to.as_ref().map(|to| target(to, from, merged, &wide)).transpose()?;
        let towards = to.map(|to| backward(merged, to));
        let within =
            |place: usize| wide.any[place] && towards.as_ref().is_none_or(|towards| towards[place]);
        let shown: Vec<bool> = (0..merged.nodes.len()).map(within).collect();
        let places: Vec<ReachableNode> = (0..shown.len())
            .filter(|&place| shown[place])
            .map(|place| there.reached(place, from))
            .collect();
        let minors = minors(&places, from, merged);
        Ok(Self { from, to, hops: hops(merged, &shown), minors, places })
    }

    /// Returns the risks that the hops carry, by their number in the atlas.
    pub fn risks(&self, merged: &MergedGraph) -> Vec<usize> {
        let risks = self.hops.iter().flat_map(|hop| &hop.edge(merged).risks);
        risks.copied().collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Returns how many places one can get to.
    pub fn reachable(&self) -> Option<usize> {
        self.from.map(|_| self.places.iter().filter(|reached| reached.by.is_some()).count())
    }

    /// Returns how many places are one hop away.
    pub fn direct(&self) -> Option<usize> {
        self.from.map(|_| self.places.iter().filter(|reached| reached.direct.is_some()).count())
    }
}

impl ReachableHop {
    pub fn edge<'a>(&self, merged: &'a MergedGraph) -> &'a MergedEdge {
        &merged.edges[self.from][self.way]
    }
}

/// What lies ahead of a place, by place; all of it where there is none.
struct Forward {
    any: Vec<bool>,
    recommended: Vec<bool>,
    direct: Vec<Option<Kind>>,
}

impl Forward {
    fn new(merged: &MergedGraph, from: Option<usize>) -> Self {
        let count = merged.nodes.len();
        let mut direct = vec![None; count];
        let Some(from) = from else {
            return Self { any: vec![true; count], recommended: vec![false; count], direct };
        };
        let ahead = |wanted: fn(&MergedEdge) -> bool| {
            spread(count, from, |place| {
                merged.edges[place].iter().filter(|way| wanted(way)).map(|way| way.to).collect()
            })
        };
        for way in &merged.edges[from] {
            let kind = if way.is_conditional() { Kind::Conditional } else { Kind::Recommended };
            direct[way.to] = Some(kind);
        }
        Self { any: ahead(|_| true), recommended: ahead(|way| !way.is_conditional()), direct }
    }

    fn reached(&self, place: usize, from: Option<usize>) -> ReachableNode {
        let by = match (self.recommended[place], self.any[place]) {
            (true, _) => Some(Kind::Recommended),
            (false, true) => Some(Kind::Conditional),
            (false, false) => None,
        };
        match from {
            Some(from) if from != place => ReachableNode { place, direct: self.direct[place], by },
            _ => ReachableNode { place, direct: None, by: None },
        }
    }
}

/// Returns from where one can get to a place, itself included.
fn backward(merged: &MergedGraph, to: usize) -> Vec<bool> {
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); merged.nodes.len()];
    for (from, ways) in merged.edges.iter().enumerate() {
        for way in ways {
            into[way.to].push(from);
        }
    }
    spread(into.len(), to, |place| into[place].clone())
}

/// Marks a place and all that neighbours lead to from it.
fn spread(count: usize, start: usize, neighbours: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut reached = vec![false; count];
    reached[start] = true;
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for next in neighbours(place) {
            if !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

fn target(
    to: &Version,
    from: Option<usize>,
    merged: &MergedGraph,
    ahead: &Forward,
) -> Result<usize, NoSuchVersion> {
    let nearest = || near(to, merged, |place| ahead.any[place] && Some(place) != from);
    let Some(place) = merged.find(to) else {
        return Err(NoSuchVersion::Target { nearest: nearest() });
    };
    match from {
        Some(from) if from == place => Err(NoSuchVersion::Here),
        Some(from) if !ahead.any[place] => {
            let from = merged.nodes[from].release.version.clone();
            Err(NoSuchVersion::NoWay { from, nearest: nearest() })
        }
        _ => Ok(place),
    }
}

fn near(version: &Version, merged: &MergedGraph, wanted: impl Fn(usize) -> bool) -> Vec<Version> {
    let places = merged.nodes.iter().enumerate().filter(|(place, _)| wanted(*place));
    let known = places.map(|(_, place)| &place.release.version);
    suggest::versions(version, known).into_iter().cloned().collect()
}

fn hops(merged: &MergedGraph, shown: &[bool]) -> Vec<ReachableHop> {
    let starts = (0..shown.len()).filter(|&from| shown[from]);
    let ways = starts.flat_map(|from| {
        let ways = merged.edges[from].iter().enumerate();
        ways.filter(|(_, way)| shown[way.to]).map(move |(way, _)| ReachableHop { from, way })
    });
    ways.collect()
}

fn minors(
    places: &[ReachableNode],
    from: Option<usize>,
    merged: &MergedGraph,
) -> Vec<ReachableMinor> {
    let number = |reached: &ReachableNode| {
        let version = &merged.nodes[reached.place].release.version;
        version.numbers().map(|[major, minor, _]| [major, minor])
    };
    let chunks = places.chunk_by(|a, b| number(a) == number(b)).rev();
    let minor = |places: &[ReachableNode]| {
        let mut others = places.iter().filter(|reached| Some(reached.place) != from);
        let by_recommended = |reached: &&ReachableNode| reached.by == Some(Kind::Recommended);
        ReachableMinor {
            number: number(&places[0]),
            releases: others.clone().count(),
            newest: others.clone().next_back().map(|reached| reached.place),
            newest_recommended: others.rfind(by_recommended).map(|reached| reached.place),
        }
    };
    chunks.map(minor).collect()
}

#[cfg(test)]
mod tests;
