//! Graphs of one or several channels, merged: their nodes, and the edges from each.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Graph, Node, Risk};
use crate::release::Release;
use crate::version::{Step, Version};

/// One graph, and its channel; none if it was read without one.
#[derive(Debug, Clone)]
pub struct ChannelGraph {
    pub channel: Option<String>,
    pub graph: Graph,
}

/// Releases, channels and risks are referred to by index.
#[derive(Debug, Clone, Default)]
pub struct MergedGraph {
    /// Sorted by name.
    pub channels: Vec<String>,
    /// Oldest first, versions that are not SemVer before all.
    pub nodes: Vec<MergedNode>,
    /// The edges from each node, newest target first.
    pub edges: Vec<Vec<MergedEdge>>,
    /// Distinct, sorted by name. Several may have the same name and differ.
    pub risks: Vec<Risk>,
    /// Inconsistencies; each names its release.
    pub oddities: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct MergedNode {
    pub release: Release,
    /// Those that the release names, and those in whose graphs it is.
    pub channels: Vec<usize>,
    /// `previous.remove_regex`: the sources of edges that were removed without a reason.
    pub removed: Option<String>,
}

/// An edge from a node.
#[derive(Debug, Clone)]
pub struct MergedEdge {
    pub to: usize,
    /// Its risks, sorted by name. A conditional edge without any has no reason.
    pub risks: Vec<usize>,
    /// Whether it is an unconditional edge.
    pub plain: bool,
    /// How often it is a conditional edge, in the graph with the most.
    pub groups: usize,
    /// Whether it is conditional somewhere without a risk that gives the reason.
    pub unexplained: bool,
    /// The channels that have it.
    pub channels: Vec<usize>,
}

impl MergedEdge {
    /// An edge in both lists is conditional.
    pub fn is_conditional(&self) -> bool {
        self.groups > 0
    }
}

impl MergedGraph {
    /// Merges graphs by version and image digest. An edge that is conditional in one of them is
    /// conditional, with the risks of all.
    pub(crate) fn join(graphs: &[ChannelGraph]) -> Self {
        let mut draft = MergedDraft::default();
        for graph in graphs {
            draft.add(graph);
        }
        draft.finish()
    }

    /// Returns the index of a version; of one with several images, the first.
    pub fn find(&self, version: &Version) -> Option<usize> {
        let is = |place: &MergedNode| {
            let known = &place.release.version;
            known == version || (known.numbers().is_some() && version.step_to(known) == Step::Same)
        };
        self.nodes.iter().position(is)
    }

    /// Returns the channels of a list of nodes.
    pub fn channel_names(&self, channels: &[usize]) -> Vec<String> {
        channels.iter().map(|&channel| self.channels[channel].clone()).collect()
    }

    /// Returns the risks of an edge.
    pub fn risks_of<'a>(&'a self, way: &'a MergedEdge) -> impl Iterator<Item = &'a Risk> {
        way.risks.iter().map(|&risk| &self.risks[risk])
    }
}

/// A merged graph while it is being built: numbered in the order of occurrence.
#[derive(Default)]
struct MergedDraft<'a> {
    numbers: BTreeMap<(&'a str, &'a str), usize>,
    nodes: Vec<NodeDraft<'a>>,
    channels: BTreeMap<&'a str, usize>,
    edges: BTreeMap<(usize, usize), EdgeDraft<'a>>,
}

struct NodeDraft<'a> {
    key: (&'a str, &'a str),
    release: Release,
    /// In the order of occurrence, perhaps with duplicates.
    channels: Vec<usize>,
    removed: BTreeSet<&'a str>,
}

#[derive(Default)]
struct EdgeDraft<'a> {
    risks: BTreeSet<&'a Risk>,
    plain: bool,
    groups: usize,
    unexplained: bool,
    /// In the order of occurrence, perhaps with duplicates.
    channels: Vec<usize>,
}

/// The index of a node of one graph, and its channels.
struct NodeRef<'a> {
    version: &'a str,
    place: usize,
    channels: Vec<usize>,
}

impl<'a> MergedDraft<'a> {
    fn add(&mut self, channel_graph: &'a ChannelGraph) {
        let ChannelGraph { channel, graph } = channel_graph;
        let here: Option<usize> = channel.as_deref().map(|name| self.channel(name));
        let nodes: Vec<NodeRef<'_>> =
            graph.nodes.iter().map(|node| self.node_ref(node, here)).collect();
        for &(from, to) in &graph.edges {
            self.edge(&nodes[from], &nodes[to], here).plain = true;
        }
        let by_version: BTreeMap<&str, &NodeRef<'_>> =
            nodes.iter().map(|node| (node.version, node)).collect();
        let mut groups: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for group in &graph.conditional {
            for edge in &group.edges {
                let ends = (by_version.get(edge.from.text()), by_version.get(edge.to.text()));
                let (Some(from), Some(to)) = ends else { continue };
                *groups.entry((from.place, to.place)).or_default() += 1;
                let way = self.edge(from, to, here);
                way.risks.extend(&group.risks);
                way.unexplained |= group.risks.is_empty();
            }
        }
        for (ends, count) in groups {
            let way = self.edges.entry(ends).or_default();
            way.groups = way.groups.max(count);
        }
    }

    fn channel(&mut self, name: &'a str) -> usize {
        let next = self.channels.len();
        *self.channels.entry(name).or_insert(next)
    }

    fn node_ref(&mut self, node: &'a Node, here: Option<usize>) -> NodeRef<'a> {
        let key = node.release.key();
        let place = *self.numbers.entry(key).or_insert(self.nodes.len());
        if place == self.nodes.len() {
            let (channels, removed) = (Vec::new(), BTreeSet::new());
            let release = node.release.clone();
            self.nodes.push(NodeDraft { key, release, channels, removed });
        }
        let named = node.release.channels.iter().map(|name| self.channel(name));
        let mut channels: Vec<usize> = named.collect();
        channels.sort_unstable();
        let known = &mut self.nodes[place];
        known.release.url = known.release.url.take().or_else(|| node.release.url.clone());
        known.channels.extend(channels.iter().copied().chain(here));
        known.removed.extend(node.removed.as_deref());
        NodeRef { version: node.release.version.text(), place, channels }
    }

    /// An update service has an edge in every channel of both ends.
    fn edge(
        &mut self,
        from: &NodeRef<'_>,
        to: &NodeRef<'_>,
        here: Option<usize>,
    ) -> &mut EdgeDraft<'a> {
        let way = self.edges.entry((from.place, to.place)).or_default();
        let both = from.channels.iter().filter(|it| to.channels.binary_search(it).is_ok());
        way.channels.extend(both.copied().chain(here));
        way
    }

    /// Returns the nodes, oldest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            b.release.version.newest_first(&a.release.version).then_with(|| a.key.cmp(&b.key))
        });
        order
    }

    /// Names versions with more than one release.
    fn oddities(&self, order: &[usize]) -> Vec<String> {
        let pairs = order.windows(2).map(|pair| (self.nodes[pair[0]].key, self.nodes[pair[1]].key));
        let odd = pairs.filter(|(one, other)| one.0 == other.0);
        odd.map(|(one, other)| format!("{} has two images: {} and {}", one.0, one.1, other.1))
            .collect()
    }

    fn finish(self) -> MergedGraph {
        let order = self.order();
        let oddities = self.oddities(&order);
        let mut numbers = vec![0; order.len()];
        for (number, &place) in order.iter().enumerate() {
            numbers[place] = number;
        }
        let mut channels = vec![0; self.channels.len()];
        for (number, &channel) in self.channels.values().enumerate() {
            channels[channel] = number;
        }
        let in_order = |met: &[usize]| {
            let mut known: Vec<usize> = met.iter().map(|&channel| channels[channel]).collect();
            known.sort_unstable();
            known.dedup();
            known
        };
        let risks: BTreeSet<&Risk> =
            self.edges.values().flat_map(|way| way.risks.iter().copied()).collect();
        let risks: BTreeMap<&Risk, usize> =
            risks.into_iter().enumerate().map(|(number, risk)| (risk, number)).collect();
        let mut edges: Vec<Vec<MergedEdge>> = vec![Vec::new(); order.len()];
        for (&(from, to), way) in &self.edges {
            edges[numbers[from]].push(MergedEdge {
                to: numbers[to],
                risks: way.risks.iter().map(|risk| risks[risk]).collect(),
                plain: way.plain,
                groups: way.groups,
                unexplained: way.unexplained,
                channels: in_order(&way.channels),
            });
        }
        for edges in &mut edges {
            edges.sort_by_key(|edge| std::cmp::Reverse(edge.to));
        }
        let place = |&place: &usize| {
            let NodeDraft { release, channels, removed, .. } = &self.nodes[place];
            let removed = removed.iter().copied().collect::<Vec<_>>().join("|");
            MergedNode {
                release: release.clone(),
                channels: in_order(channels),
                removed: Some(removed).filter(|removed| !removed.is_empty()),
            }
        };
        MergedGraph {
            nodes: order.iter().map(place).collect(),
            edges,
            channels: self.channels.into_keys().map(str::to_owned).collect(),
            risks: risks.into_keys().cloned().collect(),
            oddities,
        }
    }
}

#[cfg(test)]
mod tests;
