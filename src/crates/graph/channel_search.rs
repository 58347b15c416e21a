//! Which channels to read to find a version. All commands read the same ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::channel;
use crate::channel_graphs::{ChannelGraphs, UnreadChannel, UnreadReason};
use crate::path::{ChannelScope, PathGoal, PathQuery};
use crate::version::Version;

/// The start and the goal of a search.
#[derive(Debug, Clone)]
pub struct ChannelSearch {
    /// None if it is unknown; then only the channels of the cluster and of the goal are read.
    pub from: Option<Version>,
    pub goal: PathGoal,
    /// The current channel of the cluster.
    pub followed: Option<String>,
    /// The channels of the cluster's release.
    pub of_release: Vec<String>,
}

type Minor = (u64, u64);

const AHEAD: u64 = 12; // minor versions beyond those that were read whose channels are tried by name

impl ChannelSearch {
    /// Returns the channels to read next; none once there is nothing left that could lead on.
    ///
    /// These are the channels of the cluster, the usual ones of the goal and of the minor versions
    /// before it, and every channel that a release between start and goal names. A channel of a
    /// minor version beyond the goal is read only while there is no path without it.
    pub fn unread(&self, graphs: &ChannelGraphs) -> Vec<String> {
        let own = graphs.own_channel();
        if own.is_none() && graphs.channels.iter().any(|read| read.channel.is_none()) {
            return Vec::new(); // a graph of several channels is complete
        }
        let read = graphs.channels.iter().filter_map(|read| read.channel.as_deref());
        let tried = graphs.unread.iter().map(|unread| unread.channel.as_str());
        let known: BTreeSet<&str> = read.chain(own).chain(tried).collect();
        let beyond = |name: &str| channel::minor(name) > self.goal.minor();
        let (later, mut near): (Vec<String>, Vec<String>) =
            self.named(graphs).into_iter().partition(|name| beyond(name));
        near.extend(self.of_release.iter().chain(&self.followed).cloned());
        near.extend(self.usual(graphs));
        let new = |names: Vec<String>| {
            let wanted = |name: &String| channel::is_legal(name) && !known.contains(name.as_str());
            channel::sorted(&names.into_iter().filter(wanted).collect::<Vec<_>>())
        };
        match new(near) {
            none if none.is_empty() && !self.is_reached(graphs) => new(later),
            near => near,
        }
    }

    /// Returns the channels to read next to see what is ahead of the start, whatever the goal: those
    /// of the cluster, and the stable ones and those of its family that later releases name.
    pub fn ahead(&self, graphs: &ChannelGraphs) -> Vec<String> {
        let read = graphs.channels.iter().filter_map(|read| read.channel.as_deref());
        let tried = graphs.unread.iter().map(|unread| unread.channel.as_str());
        let known: BTreeSet<&str> = read.chain(tried).collect();
        let families = self.families();
        let is_near = |name: &String| {
            let family = channel::family(name);
            let stable = || ["stable", "eus"].map(str::to_owned);
            family.is_some_and(|it| families.contains(&it) || stable().contains(&it))
        };
        let merged = &graphs.merged;
        let is_ahead = |version: &Version| {
            self.from.as_ref().is_none_or(|from| from.newest_first(version).is_ge())
        };
        let nodes = merged.nodes.iter().filter(|node| is_ahead(&node.release.version));
        let named = nodes.flat_map(|node| merged.channel_names(&node.channels)).filter(is_near);
        let all: BTreeSet<String> =
            named.chain(self.of_release.iter().chain(&self.followed).cloned()).collect();
        let wanted = |name: &String| channel::is_legal(name) && !known.contains(name.as_str());
        channel::sorted(&all.into_iter().filter(wanted).collect::<Vec<_>>())
    }

    /// Notes the channels that were not read, although they might lead on: the user named others.
    pub fn note_unread(&self, graphs: &mut ChannelGraphs) {
        let reason = match graphs.own_channel() {
            Some(own) => UnreadReason::NotInGraph(own.to_owned()),
            None => UnreadReason::NotNamed,
        };
        let unread = self.unread(graphs).into_iter();
        let not_read = |channel| UnreadChannel { channel, reason: reason.clone() };
        graphs.unread = unread.map(not_read).collect();
    }

    /// Returns whether what was read has a path that skips no minor version.
    fn is_reached(&self, graphs: &ChannelGraphs) -> bool {
        let query = PathQuery::new(graphs, &self.goal, ChannelScope::All);
        query.is_some_and(|query| query.has_ordinary_way())
    }

    /// Returns the channels that releases between start and goal name.
    fn named(&self, graphs: &ChannelGraphs) -> BTreeSet<String> {
        let merged = &graphs.merged;
        let nodes = merged.nodes.iter().filter(|node| self.lies_between(&node.release.version));
        nodes.flat_map(|node| merged.channel_names(&node.channels)).collect()
    }

    fn lies_between(&self, version: &Version) -> bool {
        let Some(from) = self.from.as_ref().filter(|from| from.numbers().is_some()) else {
            return false;
        };
        version.numbers().is_some()
            && from.newest_first(version).is_ge()
            && !self.goal.is_before(version)
    }

    /// Returns the usual names for the goal and, of the families of the cluster, for the minor
    /// versions before it, a few beyond those that were read.
    fn usual(&self, graphs: &ChannelGraphs) -> Vec<String> {
        let Some(goal) = self.goal.minor() else { return Vec::new() };
        let mut names = channel::of_minor(goal);
        let families = self.families();
        for minor in self.minors(graphs, goal) {
            let serving = families.iter().filter(|family| channel::serves(family, minor));
            names.extend(serving.map(|family| channel::of_family(family, minor)));
        }
        names
    }

    /// A cluster stays in its family; apart from it, only the eus one counts.
    fn families(&self) -> BTreeSet<String> {
        let followed = self.followed.as_deref().and_then(channel::family);
        let all =
            self.of_release.iter().chain(&self.followed).filter_map(|name| channel::family(name));
        all.filter(|family| {
            followed.is_none() || followed.as_ref() == Some(family) || family == "eus"
        })
        .collect()
    }

    /// Returns the minor versions from the start to the goal. How many a major version has is known
    /// only from its releases.
    fn minors(&self, graphs: &ChannelGraphs, goal: Minor) -> Vec<Minor> {
        let Some(from) = self.from.as_ref().and_then(Version::minor) else { return Vec::new() };
        let versions = graphs.merged.nodes.iter().map(|node| &node.release.version);
        let seen = versions.filter(|version| self.lies_between(version)).filter_map(Version::minor);
        let mut newest: BTreeMap<u64, u64> = BTreeMap::new();
        for (major, minor) in seen.chain([from, (goal.0, 0)]).filter(|minor| *minor <= goal) {
            let known = newest.entry(major).or_default();
            *known = minor.max(*known);
        }
        let span = |(major, newest): (u64, u64)| {
            let first = if major == from.0 { from.1 } else { 0 };
            let last = if major == goal.0 {
                goal.1.min(newest.saturating_add(AHEAD))
            } else {
                newest.saturating_add(1)
            };
            (first..=last).map(move |minor| (major, minor))
        };
        newest.into_iter().flat_map(span).collect()
    }
}

#[cfg(test)]
mod tests;
