//! The whole update graph of a cluster: every channel that its release, or a newer one, is in.

use std::collections::{BTreeSet, VecDeque};

use super::read_graphs::{GraphContext, GraphStart};
use crate::error::Result;
use upgrade_graph::join::join;
use upgrade_graph::model::Graph;

const MULTI: &str = "multi";
const MOST_CHANNELS: usize = 64; // four families of 16 minor versions

impl GraphStart {
    /// Reads the graph of all channels, for the cluster's architecture and for multi-architecture; none if
    /// there is no channel to start with. The first channel is required.
    pub(crate) async fn whole_graph(&self, context: GraphContext<'_>) -> Option<Result<Graph>> {
        let cluster = self.cluster()?;
        let followed = cluster.channel.iter().filter(|channel| !channel.is_empty());
        let first: Vec<String> = followed.chain(&cluster.desired.channels).cloned().collect();
        if first.is_empty() {
            return None;
        }
        let own = self.arch_or_default().to_owned();
        let graph = match self.channels_from(&first, &own, context).await {
            Ok(graph) => graph,
            Err(error) => return Some(Err(error)),
        };
        if own == MULTI {
            return Some(Ok(graph));
        }
        let other = self.channels_from(&first, MULTI, context).await;
        Some(Ok(match other.ok().filter(|other| !other.nodes.is_empty()) {
            Some(other) => join([(Some(own.as_str()), &graph), (Some(MULTI), &other)]),
            None => graph,
        }))
    }

    async fn channels_from(
        &self,
        first: &[String],
        arch: &str,
        context: GraphContext<'_>,
    ) -> Result<Graph> {
        let mut waiting: VecDeque<String> = first.iter().cloned().collect();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut graphs = Vec::new();
        while let Some(channel) = waiting.pop_front() {
            if seen.len() == MOST_CHANNELS || !seen.insert(channel.clone()) {
                continue;
            }
            let graph = match self.channel_graph(&channel, arch, context).await {
                Err(error) if graphs.is_empty() => return Err(error),
                Err(_) => continue, // some channels that releases name do not exist
                Ok(graph) => graph,
            };
            let from = self.from.as_ref();
            let newer = graph.nodes.iter().map(|node| &node.release).filter(|release| {
                from.is_none_or(|from| from.newest_first(&release.version).is_ge())
            });
            waiting.extend(newer.flat_map(|release| release.channels.iter().cloned()));
            graphs.push(graph);
        }
        Ok(join(graphs.iter().map(|graph| (None, graph))))
    }
}
