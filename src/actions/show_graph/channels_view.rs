//! `GraphChannels`: the channels of an update service, and their versions.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use upgrade_graph::channel;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::merged::MergedNode;

/// The channels of an architecture, and the versions in them
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphChannels {
    api_version: ApiVersion,
    kind: Kind,
    /// The architecture of these channels
    pub(crate) arch: String,
    /// All architectures, sorted
    pub(crate) arches: Vec<String>,
    /// A file, or the URL of an update service
    pub(crate) origin: String,
    /// The highest minor version first; within it stable, eus, fast, candidate, then others
    pub(crate) channels: Vec<ChannelVersionsView>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GraphChannels,
}

/// A channel and its versions
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChannelVersionsView {
    pub(crate) name: String,
    /// Such as stable; null for a name without a minor version
    pub(crate) family: Option<String>,
    /// Such as 4.7; null for a name without a minor version
    pub(crate) minor: Option<String>,
    /// The number of versions
    pub(crate) releases: usize,
    /// Newest first, versions that are not SemVer last
    pub(crate) versions: Vec<String>,
}

impl GraphChannels {
    pub(crate) fn new(graphs: &ChannelGraphs, arches: Vec<String>) -> Self {
        let merged = &graphs.merged;
        let mut names: Vec<(usize, &String)> = merged.channels.iter().enumerate().collect();
        names.sort_by_key(|(_, name)| channel::by_choice(name));
        let channels = names.into_iter().map(|(number, name)| {
            let has = |node: &&MergedNode| node.channels.contains(&number);
            let nodes = merged.nodes.iter().rev().filter(has);
            let versions: Vec<String> =
                nodes.map(|node| node.release.version.text().to_owned()).collect();
            ChannelVersionsView {
                family: channel::family(name),
                minor: channel::minor(name).map(|(major, minor)| format!("{major}.{minor}")),
                releases: versions.len(),
                name: name.clone(),
                versions,
            }
        });
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::GraphChannels,
            arch: graphs.arch.clone(),
            arches,
            origin: graphs.origin.clone(),
            channels: channels.collect(),
            notes: graphs.notes.clone(),
            warnings: graphs.warnings.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upgrade_graph::testing::{GraphBuilder, seen_from};

    #[test]
    fn channels_are_listed_by_minor_version_then_from_the_most_stable_one() {
        let layer = |name: &str| GraphBuilder::new(&["4.6.1", "4.6.10", "4.6.9"]).layer(name);
        let names = ["candidate-4.10", "odd", "stable-4.9", "eus-4.10", "stable-4.10", "x-4.9"];
        let graphs = seen_from(None, &names.map(layer));
        let shown = GraphChannels::new(&graphs, Vec::new()).channels;
        let listed: Vec<&str> = shown.iter().map(|channel| channel.name.as_str()).collect();
        let expected = ["stable-4.10", "eus-4.10", "candidate-4.10", "stable-4.9", "x-4.9", "odd"];
        assert_eq!(listed, expected);
        assert_eq!(shown[0].versions, ["4.6.10", "4.6.9", "4.6.1"]);
        let parts: Vec<_> =
            shown.iter().map(|it| (it.family.as_deref(), it.minor.as_deref())).collect();
        assert_eq!(parts[0], (Some("stable"), Some("4.10")));
        assert_eq!(parts[5], (None, None));
    }
}
