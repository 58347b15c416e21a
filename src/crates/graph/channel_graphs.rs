//! The graphs of the channels that were read, and their source.

use std::sync::Arc;

use crate::channel;
use crate::merged::{ChannelGraph, MergedGraph};
use crate::model::Risk;
use crate::shortened::shortened;
use crate::version::Version;

#[derive(Debug, Clone)]
pub struct ChannelGraphs {
    /// The version to start from: the one that the user names, else the cluster's; none if neither
    /// is known.
    pub from: Option<Version>,
    pub arch: String,
    /// The source of the graphs: a file, or the URL of a service.
    pub origin: String,
    /// In the order of the requests.
    pub channels: Vec<ChannelSummary>,
    /// Channels that might lead on, and were not read.
    pub unread: Vec<UnreadChannel>,
    /// Shared by all that start from another version.
    pub merged: Arc<MergedGraph>,
    /// Notes on how this was determined.
    pub notes: Vec<String>,
    /// What was left out, and other oddities; each names its entry.
    pub warnings: Vec<String>,
}

/// A channel whose graph was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelSummary {
    /// None for a graph without a channel.
    pub channel: Option<String>,
    pub releases: usize,
}

/// Returns which rules of a risk are unknown here.
fn passed_over(risk: &Risk) -> Vec<String> {
    let name = &risk.name;
    let told = risk.passed_over().into_iter().map(|kind| {
        format!("risk {name} has a rule of unknown type {kind:?}. Its other rules decide")
    });
    told.collect()
}

/// Returns a warning about releases that a graph has, but not in the channel it was read for.
pub fn not_in_channel<'a>(
    origin: &str,
    dropped: impl IntoIterator<Item = &'a Version>,
) -> Option<String> {
    let names: Vec<&str> = dropped.into_iter().map(Version::text).collect();
    let releases = match names.len() {
        0 => return None,
        1 => "1 release".to_owned(),
        count => format!("{count} releases"),
    };
    let names = shortened(names);
    Some(format!(
        "{origin}: ignored {releases} whose metadata does not list the requested channel: {names}"
    ))
}

const SHOWN: usize = 3; // characters of an error

/// A channel whose graph was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadChannel {
    pub channel: String,
    pub reason: UnreadReason,
}

/// Why a channel was not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnreadReason {
    /// The user named others.
    NotNamed,
    /// The graph is the answer for this other channel.
    NotInGraph(String),
    /// The limit was reached.
    Limit,
    /// It cannot be read.
    Failed(String),
}

impl ChannelGraphs {
    /// Joins the graphs; an empty channel becomes a note.
    pub fn new(layers: &[ChannelGraph], arch: String, origin: String) -> Self {
        let looked = |layer: &ChannelGraph| ChannelSummary {
            channel: layer.channel.clone(),
            releases: layer.graph.nodes.len(),
        };
        let channels: Vec<ChannelSummary> = layers.iter().map(looked).collect();
        let empty = channels.iter().filter(|looked| looked.releases == 0);
        let notes = empty.map(|looked| match &looked.channel {
            Some(channel) => {
                format!("channel {channel} is empty for {arch} or does not exist")
            }
            None => "the graph is empty".to_owned(),
        });
        let notes = notes.collect();
        let merged = Arc::new(MergedGraph::join(layers));
        let mut warnings = merged.oddities.clone();
        warnings.extend(merged.risks.iter().flat_map(passed_over));
        let unread = Vec::new();
        Self { from: None, arch, origin, channels, unread, merged, notes, warnings }
    }

    /// Returns what could not be read although it was needed, a few of each kind.
    pub fn unread_words(&self) -> Vec<String> {
        let of = |wanted: fn(&UnreadReason) -> bool| {
            self.unread.iter().filter(move |unread| wanted(&unread.reason))
        };
        let failed = of(|reason| matches!(reason, UnreadReason::Failed(_)));
        let mut words: Vec<String> = Vec::new();
        for unread in failed.clone() {
            if let UnreadReason::Failed(why) = &unread.reason
                && !words.contains(why)
                && words.len() < SHOWN
            {
                words.push(why.clone());
            }
        }
        let count = failed.count();
        if count > words.len() {
            words.push(format!("cannot read {count} channels"));
        }
        let beyond = of(|reason| *reason == UnreadReason::Limit).count();
        if beyond > 0 {
            let read = self.channels.len();
            words.push(format!("{beyond} channels were not read: the limit is {read}"));
        }
        words
    }

    /// Warns about releases that were in the answers, but are in none of the channels that were read.
    pub fn warn_not_in_channel(&mut self, mut dropped: Vec<Version>) {
        dropped.retain(|version| self.merged.find(version).is_none());
        dropped.sort_by(|a, b| b.newest_first(a));
        dropped.dedup();
        let warning = not_in_channel(&self.origin, &dropped);
        self.warnings.extend(warning);
    }

    /// Returns the channel of a graph that was read without naming one, if all its releases share
    /// it: it is a saved answer. Of several, the one with the fewest releases.
    pub fn own_channel(&self) -> Option<&str> {
        self.channels.iter().find(|read| read.channel.is_none())?;
        let MergedGraph { nodes, channels, .. } = &*self.merged;
        let is_shared = |channel: &usize| nodes.iter().all(|it| it.channels.contains(channel));
        let shared = (0..channels.len()).filter(is_shared).map(|it| channels[it].clone());
        let shared = channel::sorted(&shared.collect::<Vec<_>>());
        let last = shared.last().filter(|_| !nodes.is_empty())?;
        channels.iter().find(|name| *name == last).map(String::as_str)
    }

    /// Returns the node of the version to start from; none if the version is not in the graphs.
    pub fn place(&self) -> Option<usize> {
        self.merged.find(self.from.as_ref()?)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Rule;
    use crate::testing::{GraphBuilder, risk};

    #[test]
    fn rules_of_unknown_types_beside_others_are_warned_about_once() {
        let unknown = Rule::Unknown("New".to_owned());
        let mixed = risk("Mixed", &[unknown.clone(), Rule::Always]);
        let graphs = GraphBuilder::new(&["4.6.1", "4.6.2", "4.6.3"])
            .risky("4.6.1", "4.6.2", std::slice::from_ref(&mixed))
            .risky("4.6.1", "4.6.3", &[mixed, risk("Odd", &[unknown])])
            .seen_from(Some("4.6.1"));
        let told = "risk Mixed has a rule of unknown type \"New\". Its other rules decide";
        assert_eq!(graphs.warnings, [told]);
    }
}
