//! The part of a graph that is served for a channel and an architecture.

use std::collections::{BTreeMap, BTreeSet};

use super::{BuildMode, Built, BuiltEdge, EdgeClass, untold};
use crate::releases::{Scraped, key};
use crate::served::{Served, ServedNode};

/// What is requested; none for everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServedQuery<'a> {
    pub channel: Option<&'a str>,
    pub arch: Option<&'a str>,
}

impl Built {
    pub fn served(&self, query: ServedQuery<'_>) -> Served {
        let kept: Vec<bool> = self.nodes.iter().map(|node| self.keeps(node, query)).collect();
        let mut places = vec![0; kept.len()];
        let mut nodes = Vec::new();
        for (place, node) in self.nodes.iter().enumerate().filter(|(place, _)| kept[*place]) {
            places[place] = nodes.len();
            nodes.push(served_node(node, query));
        }
        let mut edges = Vec::new();
        let mut groups: BTreeMap<&[usize], Vec<(String, String)>> = BTreeMap::new();
        for edge in &self.edges {
            let (plain, risks) = self.offered(edge);
            let both = kept[edge.from] && kept[edge.to];
            if plain && both {
                edges.push((places[edge.from], places[edge.to]));
            }
            let stray = self.mode == BuildMode::Compat && self.strays(edge.from, edge.to, query);
            if let Some(risks) = risks.filter(|_| both || stray) {
                let name = |place: usize| version(&self.nodes[place], query);
                groups.entry(risks).or_default().push((name(edge.from), name(edge.to)));
            }
        }
        let conditional =
            groups.into_iter().map(|(risks, edges)| (edges, self.risks_of(risks))).collect();
        Served { nodes, edges, conditional }
    }

    /// Returns the architectures there are.
    pub fn arches(&self) -> BTreeSet<&str> {
        self.nodes.iter().filter_map(Scraped::arch).collect()
    }

    fn keeps(&self, node: &Scraped, query: ServedQuery<'_>) -> bool {
        let in_channel = |channel| node.listed(key::CHANNELS).any(|known| known == channel);
        let of_arch = |arch| match self.mode {
            BuildMode::Closed => node.arch() == Some(arch),
            // Cincinnati uses only the metadata.
            BuildMode::Compat => node.listed(key::ARCH).any(|known| known == arch),
        };
        let all = query.channel.is_none() && query.arch.is_none();
        let seen = node.payload.is_some() || (all && self.mode == BuildMode::Compat);
        seen && query.channel.is_none_or(in_channel) && query.arch.is_none_or(of_arch)
    }

    /// Cincinnati keeps a conditional edge if both of its ends contain the name of the
    /// architecture, whether their nodes exist or not.
    fn strays(&self, from: usize, to: usize, query: ServedQuery<'_>) -> bool {
        let without_arch = ServedQuery { arch: None, ..query };
        let contains = |place: usize| {
            let node = &self.nodes[place];
            let letters = query.arch.is_some_and(|arch| node.name.text().contains(arch));
            letters && (query.channel.is_none() || self.keeps(node, without_arch))
        };
        contains(from) && contains(to)
    }

    /// Returns whether an update is available without conditions, and with which risks. An update
    /// with a risk that clusters cannot evaluate is left out.
    pub(super) fn offered<'a>(&self, edge: &'a BuiltEdge) -> (bool, Option<&'a [usize]>) {
        let can_tell = |risks: &[usize]| {
            self.mode == BuildMode::Compat
                || risks.iter().all(|risk| untold(&self.risks[*risk]).is_none())
        };
        match &edge.class {
            EdgeClass::Recommended => (true, None),
            EdgeClass::Conditional(risks) => (false, Some(&risks[..]).filter(|it| can_tell(it))),
            EdgeClass::Both(risks) => (true, Some(&risks[..]).filter(|it| can_tell(it))),
            EdgeClass::Blocked { .. } => (false, None),
        }
    }
}

fn version(node: &Scraped, query: ServedQuery<'_>) -> String {
    let name = if query.arch.is_some() { node.name.version() } else { node.name.text() };
    name.to_owned()
}

fn served_node(node: &Scraped, query: ServedQuery<'_>) -> ServedNode {
    let mut metadata = node.metadata.clone();
    if query.arch.is_some() {
        metadata.remove(key::ARCH);
    }
    ServedNode { version: version(node, query), payload: node.payload.clone(), metadata }
}
