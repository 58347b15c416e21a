//! The built graph as one looks at it, and what was taken out of it.

use super::{Blocker, Built, EdgeClass};
use crate::audit::Blocked;
use crate::data::GraphData;
use crate::model::{ConditionalEdges, Edge, Graph, Node};
use crate::release::Release;
use crate::releases::{Scraped, key};

impl Built {
    /// Returns all releases that were seen, and all that is offered to any cluster.
    pub fn graph(&self) -> Graph {
        let mut places = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        for (place, scraped) in self.nodes.iter().enumerate() {
            if let Some(node) = node(scraped) {
                places[place] = Some(nodes.len());
                nodes.push(node);
            }
        }
        let mut edges = Vec::new();
        let mut conditional = Vec::new();
        for edge in &self.edges {
            let (Some(from), Some(to)) = (places[edge.from], places[edge.to]) else { continue };
            let risks = match &edge.class {
                EdgeClass::Recommended => None,
                EdgeClass::Conditional(risks) | EdgeClass::Both(risks) => Some(risks),
                EdgeClass::Blocked { .. } => continue,
            };
            match risks {
                None => edges.push((from, to)),
                Some(risks) => conditional.push(ConditionalEdges {
                    edges: vec![self.edge(edge.from, edge.to)],
                    risks: self.risks_of(risks),
                }),
            }
        }
        Graph { nodes, edges, conditional }
    }

    /// Returns the updates that nobody is offered, each with the files that say so.
    pub fn blocked(&self, data: &GraphData) -> Vec<Blocked> {
        let file = |blocker: &Blocker| match blocker {
            Blocker::File(number) => Some(data.blocks[*number].file.clone()),
            Blocker::Metadata => None,
        };
        let blocked = self.edges.iter().filter_map(|edge| match &edge.class {
            EdgeClass::Blocked { by, .. } => {
                let by = by.iter().filter_map(file).collect();
                Some(Blocked { edge: self.edge(edge.from, edge.to), by })
            }
            EdgeClass::Recommended | EdgeClass::Conditional(_) | EdgeClass::Both(_) => None,
        });
        blocked.collect()
    }

    fn edge(&self, from: usize, to: usize) -> Edge {
        let version = |place: usize| self.nodes[place].name.to_version();
        let arch = self.nodes[from].arch().map(str::to_owned);
        Edge { from: version(from), to: version(to), arch }
    }
}

fn node(scraped: &Scraped) -> Option<Node> {
    let text = |key: &str| scraped.metadata.get(key).cloned();
    let mut channels: Vec<String> = scraped.listed(key::CHANNELS).map(str::to_owned).collect();
    channels.sort();
    let release = Release {
        version: scraped.name.to_version(),
        image: scraped.payload.clone()?,
        url: text("url"),
        channels,
        architecture: None,
    };
    let arch = scraped.arch().map(str::to_owned);
    Some(Node { release, arch, removed: text(key::PREVIOUS_REMOVE_REGEX) })
}
