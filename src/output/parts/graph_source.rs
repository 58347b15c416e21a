//! Where a graph comes from, as every kind describes it.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_graph::channel_graphs::ChannelGraphs;

/// The graphs that were read
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct GraphSourceView {
    /// A file, or the URL of an update service
    pub(crate) origin: String,
    pub(crate) arch: String,
    pub(crate) channels: Vec<ChannelSummaryView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ChannelSummaryView {
    /// Null for a graph without a channel
    pub(crate) name: Option<String>,
    /// How many releases the graph has
    pub(crate) releases: usize,
}

impl GraphSourceView {
    pub(crate) fn new(graphs: &ChannelGraphs) -> Self {
        let channels = graphs.channels.iter();
        let looked = channels.map(|looked| ChannelSummaryView {
            name: looked.channel.clone(),
            releases: looked.releases,
        });
        Self {
            origin: graphs.origin.clone(),
            arch: graphs.arch.clone(),
            channels: looked.collect(),
        }
    }
}
