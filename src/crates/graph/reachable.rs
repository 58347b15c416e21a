//! The reachable part of a merged graph: from a version, or all of it; on paths to a target, or
//! anywhere.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::channel_graphs::ChannelGraphs;
use crate::merged::{MergedEdge, MergedGraph};
use crate::suggest;
use crate::version::Version;

/// A part of a merged graph, with its node indexes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReachableGraph {
    /// The version to start from; none if it is unknown, or not in the graph.
    pub from: Option<usize>,
    pub to: Option<usize>,
    /// Oldest first, including the version to start from.
    pub places: Vec<ReachableNode>,
    /// The edges between these nodes: oldest start first, then newest target.
    pub hops: Vec<ReachableHop>,
    /// Newest first, versions that are not SemVer last.
    pub minors: Vec<ReachableMinor>,
}

/// What to show: by default all reachable releases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReachQuery {
    /// Only releases on paths to this version.
    pub to: Option<Version>,
    /// Also releases that are not reachable.
    pub all: bool,
}

/// A node and how it is reached; neither is set for the version to start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachableNode {
    pub place: usize,
    /// The edge from the version to start from; none if there is none.
    pub direct: Option<Kind>,
    /// Whether it is reachable with recommended updates only; none if it is not reachable, or
    /// without a version to start from.
    pub by: Option<Kind>,
}

/// The kind of an edge, or the worst of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EdgeKind")]
pub enum Kind {
    /// All edges are recommended.
    Recommended,
    /// An edge is conditional.
    Conditional,
}

/// An edge of the merged graph: `way` is its index among those from `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachableHop {
    pub from: usize,
    pub way: usize,
}

/// The nodes of one minor version, without the version to start from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachableMinor {
    /// Major and minor; none for a version that is not SemVer.
    pub number: Option<[u64; 2]>,
    pub releases: usize,
    pub newest: Option<usize>,
    /// The newest that is reachable with recommended updates only.
    pub newest_recommended: Option<usize>,
}

/// Why there is nothing to show, with versions similar to the requested one: for a target,
/// reachable ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchVersion {
    /// The graph does not have the version to start from.
    Start { version: Version, nearest: Vec<Version> },
    /// The graph does not have the target.
    Target { nearest: Vec<Version> },
    /// The target is the version to start from.
    Here,
    /// The graph has both, but no path between them.
    NoWay { from: Version, nearest: Vec<Version> },
}

impl ReachableGraph {
    /// Determines what is reachable; an empty graph has nothing, which is a valid answer.
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

    /// Keeps only some of the nodes, and the edges between them.
    #[must_use]
    pub fn narrowed(self, merged: &MergedGraph, is_kept: impl Fn(usize) -> bool) -> Self {
        let mut places = self.places;
        places.retain(|reached| is_kept(reached.place));
        let mut hops = self.hops;
        hops.retain(|hop| is_kept(hop.from) && is_kept(hop.edge(merged).to));
        let from = self.from.filter(|place| is_kept(*place));
        let to = self.to.filter(|place| is_kept(*place));
        Self { from, to, hops, minors: minors(&places, from, merged), places }
    }

    /// Returns the risks of the edges, by their index in the merged graph.
    pub fn risks(&self, merged: &MergedGraph) -> Vec<usize> {
        let risks = self.hops.iter().flat_map(|hop| &hop.edge(merged).risks);
        risks.copied().collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Returns the number of reachable nodes.
    pub fn reachable(&self) -> Option<usize> {
        self.from.map(|_| self.places.iter().filter(|reached| reached.by.is_some()).count())
    }

    /// Returns the number of nodes with a direct update.
    pub fn direct(&self) -> Option<usize> {
        self.from.map(|_| self.places.iter().filter(|reached| reached.direct.is_some()).count())
    }
}

impl ReachableHop {
    pub fn edge<'a>(&self, merged: &'a MergedGraph) -> &'a MergedEdge {
        &merged.edges[self.from][self.way]
    }
}

/// The reachable nodes from a node; all nodes if there is none.
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

/// Returns the nodes from which a node is reachable, including itself.
fn backward(merged: &MergedGraph, to: usize) -> Vec<bool> {
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); merged.nodes.len()];
    for (from, ways) in merged.edges.iter().enumerate() {
        for way in ways {
            into[way.to].push(from);
        }
    }
    spread(into.len(), to, |place| into[place].clone())
}

/// Marks a node and everything that its neighbors lead to.
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
