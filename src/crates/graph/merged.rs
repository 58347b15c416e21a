//! Graphs of one or several channels, merged: their nodes, and the edges from each.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

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
    pub release: Arc<Release>,
    /// Those that the release names, and those in whose graphs it is.
    pub channels: Arc<[usize]>,
    /// `previous.remove_regex`: the sources of edges that were removed without a reason.
    pub removed: Option<String>,
}

/// An edge from a node.
#[derive(Debug, Clone)]
pub struct MergedEdge {
    pub to: usize,
    facts: Arc<EdgeFacts>,
}

/// What is known about an edge. Most edges have the same as many others.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EdgeFacts {
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

impl Deref for MergedEdge {
    type Target = EdgeFacts;

    fn deref(&self) -> &EdgeFacts {
        &self.facts
    }
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

/// A merged graph while it is being built: nodes, channels and risks are numbered in the order of
/// occurrence.
#[derive(Default)]
struct MergedDraft<'a> {
    numbers: BTreeMap<(&'a str, &'a str), usize>,
    nodes: Vec<NodeDraft<'a>>,
    channels: BTreeMap<&'a str, usize>,
    risks: BTreeMap<&'a Risk, usize>,
    /// Sorted by both ends, which are distinct.
    edges: Vec<EdgeDraft>,
    facts: FactsTable,
    /// Lists of channels, sorted.
    lists: BTreeSet<Arc<[usize]>>,
}

struct NodeDraft<'a> {
    key: (&'a str, &'a str),
    release: Arc<Release>,
    channels: Arc<[usize]>,
    removed: BTreeSet<&'a str>,
}

/// An edge, small because there are many.
#[derive(Clone, Copy)]
struct EdgeDraft {
    from: u32,
    to: u32,
    /// Index into the table.
    facts: u32,
}

/// The distinct facts of edges, and what they are when joined.
#[derive(Default)]
struct FactsTable {
    all: Vec<Arc<EdgeFacts>>,
    numbers: BTreeMap<Arc<EdgeFacts>, u32>,
    joined: BTreeMap<(u32, u32, Listings), u32>,
}

/// How the listings of an edge as conditional are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Listings {
    /// Within one graph, all count.
    Sum,
    /// Of several graphs, the one with the most counts.
    Most,
}

/// The index of a node of one graph, and the channels that it names.
struct NodeRef<'a> {
    version: &'a str,
    place: usize,
    channels: Arc<[usize]>,
}

impl<'a> MergedDraft<'a> {
    fn add(&mut self, channel_graph: &'a ChannelGraph) {
        let ChannelGraph { channel, graph } = channel_graph;
        let here: Option<usize> = channel.as_deref().map(|name| self.channel(name));
        let nodes: Vec<NodeRef<'_>> =
            graph.nodes.iter().map(|node| self.node_ref(node, here)).collect();
        let conditional: usize = graph.conditional.iter().map(|group| group.edges.len()).sum();
        let mut edges = Vec::with_capacity(graph.edges.len() + conditional);
        let plain = EdgeFacts { plain: true, ..EdgeFacts::default() };
        for &(from, to) in &graph.edges {
            edges.push(self.edge(&nodes[from], &nodes[to], here, plain.clone()));
        }
        let by_version: BTreeMap<&str, &NodeRef<'_>> =
            nodes.iter().map(|node| (node.version, node)).collect();
        for group in &graph.conditional {
            let ends = group.edges.iter().filter_map(|edge| {
                Some((by_version.get(edge.from.text())?, by_version.get(edge.to.text())?))
            });
            let mut ends = ends.peekable();
            if ends.peek().is_none() {
                continue;
            }
            let risks: BTreeSet<usize> = group.risks.iter().map(|risk| self.risk(risk)).collect();
            let risks: Vec<usize> = risks.into_iter().collect();
            let unexplained = risks.is_empty();
            let facts = EdgeFacts { risks, groups: 1, unexplained, ..EdgeFacts::default() };
            for (from, to) in ends {
                edges.push(self.edge(from, to, here, facts.clone()));
            }
        }
        self.facts.unite(&mut edges, Listings::Sum);
        self.edges.append(&mut edges);
        self.facts.unite(&mut self.edges, Listings::Most);
    }

    fn channel(&mut self, name: &'a str) -> usize {
        let next = self.channels.len();
        *self.channels.entry(name).or_insert(next)
    }

    fn risk(&mut self, risk: &'a Risk) -> usize {
        let next = self.risks.len();
        *self.risks.entry(risk).or_insert(next)
    }

    fn node_ref(&mut self, node: &'a Node, here: Option<usize>) -> NodeRef<'a> {
        let key = node.release.key();
        let place = *self.numbers.entry(key).or_insert(self.nodes.len());
        let named = node.release.channels.iter().map(|name| self.channel(name)).collect();
        let channels = self.list(named);
        if place == self.nodes.len() {
            let (release, removed) = (Arc::clone(&node.release), BTreeSet::new());
            let channels = Arc::default();
            self.nodes.push(NodeDraft { key, release, channels, removed });
        }
        let known = &self.nodes[place].channels;
        let known = known.iter().chain(channels.iter()).copied().chain(here).collect();
        let all = self.list(known);
        let known = &mut self.nodes[place];
        known.channels = all;
        if known.release.url.is_none() && node.release.url.is_some() {
            Arc::make_mut(&mut known.release).url.clone_from(&node.release.url);
        }
        known.removed.extend(node.removed.as_deref());
        NodeRef { version: node.release.version.text(), place, channels }
    }

    /// Returns the list of these channels, as kept before.
    fn list(&mut self, channels: BTreeSet<usize>) -> Arc<[usize]> {
        let channels: Vec<usize> = channels.into_iter().collect();
        if let Some(known) = self.lists.get(channels.as_slice()) {
            return Arc::clone(known);
        }
        let list: Arc<[usize]> = channels.into();
        self.lists.insert(Arc::clone(&list));
        list
    }

    /// An update service has an edge in every channel of both ends.
    fn edge(
        &mut self,
        from: &NodeRef<'_>,
        to: &NodeRef<'_>,
        here: Option<usize>,
        facts: EdgeFacts,
    ) -> EdgeDraft {
        let both = from.channels.iter().filter(|it| to.channels.binary_search(it).is_ok());
        let mut channels: Vec<usize> = both.copied().chain(here).collect();
        channels.sort_unstable();
        channels.dedup();
        let facts = self.facts.number(EdgeFacts { channels, ..facts });
        EdgeDraft { from: short(from.place), to: short(to.place), facts }
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

    fn finish(mut self) -> MergedGraph {
        let order = self.order();
        let oddities = self.oddities(&order);
        let numbers = in_order(order.iter().copied());
        let channels = in_order(self.channels.values().copied());
        let risks = in_order(self.risks.values().copied());
        let FactsTable { all: mut facts, .. } = std::mem::take(&mut self.facts);
        for facts in facts.iter_mut().map(Arc::make_mut) {
            renumber(&mut facts.channels, &channels);
            renumber(&mut facts.risks, &risks);
        }
        let mut edges: Vec<Vec<MergedEdge>> = vec![Vec::new(); order.len()];
        for from_here in self.edges.chunk_by(|one, other| one.from == other.from) {
            let edge = |edge: &EdgeDraft| MergedEdge {
                to: numbers[edge.to as usize],
                facts: Arc::clone(&facts[edge.facts as usize]),
            };
            let mut found: Vec<MergedEdge> = from_here.iter().map(edge).collect();
            found.sort_by_key(|edge| std::cmp::Reverse(edge.to));
            edges[numbers[from_here[0].from as usize]] = found;
        }
        let mut lists: BTreeMap<&Arc<[usize]>, Arc<[usize]>> = BTreeMap::new();
        let mut nodes = Vec::with_capacity(order.len());
        for place in order {
            let NodeDraft { release, channels: drafted, removed, .. } = &self.nodes[place];
            let list = lists.entry(drafted).or_insert_with(|| {
                let mut list = drafted.to_vec();
                renumber(&mut list, &channels);
                list.into()
            });
            let removed = removed.iter().copied().collect::<Vec<_>>().join("|");
            nodes.push(MergedNode {
                release: Arc::clone(release),
                channels: Arc::clone(list),
                removed: Some(removed).filter(|removed| !removed.is_empty()),
            });
        }
        MergedGraph {
            nodes,
            edges,
            channels: self.channels.into_keys().map(str::to_owned).collect(),
            risks: self.risks.into_keys().cloned().collect(),
            oddities,
        }
    }
}

impl FactsTable {
    fn number(&mut self, facts: EdgeFacts) -> u32 {
        if let Some(known) = self.numbers.get(&facts) {
            return *known;
        }
        let number = short(self.all.len());
        let facts = Arc::new(facts);
        self.all.push(Arc::clone(&facts));
        self.numbers.insert(facts, number);
        number
    }

    /// Sorts edges, and joins those with the same ends.
    fn unite(&mut self, edges: &mut Vec<EdgeDraft>, listings: Listings) {
        edges.sort_unstable_by_key(|edge| (edge.from, edge.to));
        edges.dedup_by(|next, kept| {
            let same = (next.from, next.to) == (kept.from, kept.to);
            if same {
                kept.facts = self.join(kept.facts, next.facts, listings);
            }
            same
        });
    }

    fn join(&mut self, one: u32, other: u32, listings: Listings) -> u32 {
        if let Some(known) = self.joined.get(&(one, other, listings)) {
            return *known;
        }
        let (a, b) = (&self.all[one as usize], &self.all[other as usize]);
        let union = |a: &[usize], b: &[usize]| {
            let all: BTreeSet<usize> = a.iter().chain(b).copied().collect();
            all.into_iter().collect()
        };
        let joined = EdgeFacts {
            risks: union(&a.risks, &b.risks),
            plain: a.plain || b.plain,
            groups: match listings {
                Listings::Sum => a.groups + b.groups,
                Listings::Most => a.groups.max(b.groups),
            },
            unexplained: a.unexplained || b.unexplained,
            channels: union(&a.channels, &b.channels),
        };
        let number = self.number(joined);
        self.joined.insert((one, other, listings), number);
        number
    }
}

fn short(number: usize) -> u32 {
    u32::try_from(number).expect("no graph that can be read has four billion entries")
}

/// Returns the new number of each old one, where the old ones are given in their new order.
fn in_order(old: impl ExactSizeIterator<Item = usize>) -> Vec<usize> {
    let mut numbers = vec![0; old.len()];
    for (number, place) in old.enumerate() {
        numbers[place] = number;
    }
    numbers
}

fn renumber(list: &mut [usize], numbers: &[usize]) {
    for number in &mut *list {
        *number = numbers[*number];
    }
    list.sort_unstable();
}

#[cfg(test)]
mod tests;
