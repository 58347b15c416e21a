//! The built graph as a whole, and what was removed from it.

use super::{Blocker, Built, BuiltEdge, EdgeClass, untold};
use crate::audit::Blocked;
use crate::data::{Block, BlockEffect, GraphData};
use crate::model::{ConditionalEdges, Edge, Graph, Node};
use crate::release::Release;
use crate::releases::{Scraped, key};

impl Built {
    /// Returns all known releases, and all updates for any cluster: what is served without a
    /// channel, architecture or platform.
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
            let (plain, risks) = self.offered(edge);
            if plain {
                edges.push((from, to));
            }
            if let Some(risks) = risks {
                conditional.push(ConditionalEdges {
                    edges: vec![self.edge(edge.from, edge.to)],
                    risks: self.risks_of(risks).into(),
                });
            }
        }
        Graph { nodes, edges, conditional }
    }

    /// Returns the updates that are blocked for all clusters, each with its files.
    pub fn blocked(&self, data: &GraphData) -> Vec<Blocked> {
        let effects: Vec<BlockEffect> = data.blocks.iter().map(Block::effect).collect();
        let blocked = self.edges.iter().filter(|edge| self.offered(edge) == (false, None));
        let blocked = blocked.map(|edge| {
            let by = match &edge.class {
                EdgeClass::Blocked { by, .. } => {
                    by.iter().filter_map(|it| file(it, data)).collect()
                }
                EdgeClass::Conditional(_) | EdgeClass::Recommended | EdgeClass::Both(_) => {
                    self.untold_by(edge, data, &effects)
                }
            };
            Blocked { edge: self.edge(edge.from, edge.to), by }
        });
        blocked.collect()
    }

    /// Returns the files with the risks of an update that clusters cannot evaluate.
    fn untold_by(
        &self,
        edge: &BuiltEdge,
        data: &GraphData,
        effects: &[BlockEffect],
    ) -> Vec<String> {
        let (from, to) = (&self.nodes[edge.from].name, &self.nodes[edge.to].name);
        let concerns = |(block, effect): &(&Block, &BlockEffect)| match effect {
            BlockEffect::Risk(risk) => {
                block.targets(to) && block.hits(from) && untold(risk).is_some()
            }
            BlockEffect::Block | BlockEffect::Incomplete { .. } => false,
        };
        let blocks = data.blocks.iter().zip(effects).filter(concerns);
        blocks.map(|(block, _)| block.file.clone()).collect()
    }

    fn edge(&self, from: usize, to: usize) -> Edge {
        let version = |place: usize| self.nodes[place].name.to_version();
        let arch = self.nodes[from].arch().map(str::to_owned);
        Edge { from: version(from), to: version(to), arch }
    }
}

fn file(blocker: &Blocker, data: &GraphData) -> Option<String> {
    match blocker {
        Blocker::File(number) => Some(data.blocks[*number].file.clone()),
        Blocker::Metadata => None,
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
    Some(Node { release: release.into(), arch, removed: text(key::PREVIOUS_REMOVE_REGEX) })
}
