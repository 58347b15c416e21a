//! The reachable part of an update graph, as a document.

pub(crate) mod channels_view;
pub(crate) mod view;

use anyhow::anyhow;

use crate::error::Error;
use upgrade_graph::channel_graphs::{ChannelGraphs, ChannelSummary};
use upgrade_graph::reachable::NoSuchVersion;
use upgrade_graph::version::Version;

/// Explains why there is nothing to show, with similar versions. `to` is the target that was named.
pub(crate) fn explain(missing: &NoSuchVersion, graphs: &ChannelGraphs, to: &str) -> Error {
    let place = place(graphs);
    match missing {
        _ if graphs.merged.nodes.is_empty() => Error::no_target(anyhow!("{place} has no releases")),
        NoSuchVersion::Start { version, nearest } => {
            let why = anyhow!("{version} is not in {place}");
            near(Error::no_target(why), "similar versions", nearest)
        }
        NoSuchVersion::Target { nearest } => {
            let error = Error::no_target(anyhow!("{to} is not in {place}"));
            near(error, "similar versions that are reachable", nearest)
        }
        NoSuchVersion::NoWay { from, nearest } => {
            let error = Error::no_target(anyhow!("no update path from {from} to {to} in {place}"));
            near(error, "similar versions that are reachable", nearest)
        }
        NoSuchVersion::Here => Error::usage(anyhow!("--to {to} is the version to start from")),
    }
}

fn near(error: Error, words: &str, nearest: &[Version]) -> Error {
    let nearest: Vec<&str> = nearest.iter().map(Version::text).collect();
    let hint = format!("{words}: {}", nearest.join(", "));
    if nearest.is_empty() { error } else { error.hint(hint) }
}

/// Names the channels that were read.
fn place(graphs: &ChannelGraphs) -> String {
    let name = |looked: &ChannelSummary| looked.channel.clone();
    let channels: Vec<String> = graphs.channels.iter().filter_map(name).collect();
    match channels.as_slice() {
        [] => "the graph".to_owned(),
        [channel] => format!("channel {channel}"),
        channels => format!("channels {}", channels.join(", ")),
    }
}
