//! Why there is no path.

use std::collections::BTreeMap;

use super::{PathGoal, PathQuery};
use crate::channel_graphs::{ChannelGraphs, UnreadReason};
use crate::removed_edges::RemovedEdges;
use crate::suggest;
use crate::version::{Step, Version};

/// What is missing between the start and the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingPath {
    /// The current version cannot be compared.
    NoOrder,
    /// The graphs do not have the current version.
    StartNotListed { nearest: Vec<Version> },
    /// The graphs do not have the goal.
    NoSuchTarget { nearest: Vec<Version> },
    /// The goal is older.
    Older,
    /// There is no update to the goal.
    NoEntry,
    /// There are updates to the goal, from releases that are not reachable.
    NotReached { entries: Examples },
    /// There are updates to the goal, but not in a channel that counts.
    NotInRealm { entries: Examples },
    /// The graph blocks an update without a reason.
    Blocked { from: Version, to: Version, pattern: String },
    /// There may be a path in channels that the user did not name.
    NotLookedAt { channels: Vec<String> },
    /// The graph is a saved answer for one channel. There may be a path in others.
    OneChannel { channel: String, others: Vec<String> },
    /// There may be a path in channels beyond the limit.
    TooManyChannels { channels: Vec<String> },
    /// There may be a path in channels that could not be read; why, for the first.
    Unreadable { channels: Vec<String>, why: String },
}

impl MissingPath {
    /// Returns whether there may be a path nevertheless.
    pub fn leaves_open(&self) -> bool {
        match self {
            Self::NotLookedAt { .. }
            | Self::OneChannel { .. }
            | Self::TooManyChannels { .. }
            | Self::Unreadable { .. } => true,
            Self::NoOrder
            | Self::StartNotListed { .. }
            | Self::NoSuchTarget { .. }
            | Self::Older
            | Self::NoEntry
            | Self::NotReached { .. }
            | Self::NotInRealm { .. }
            | Self::Blocked { .. } => false,
        }
    }
}

/// Up to three of a number of versions, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examples {
    pub newest: Vec<Version>,
    pub count: usize,
}

const SHOWN: usize = 3; // more than three examples are a list

/// Returns what is missing, and what could not be read.
pub fn missing(query: &PathQuery<'_>, graphs: &ChannelGraphs) -> (Vec<MissingPath>, Vec<String>) {
    let mut found = Vec::new();
    let versions = || query.merged.nodes.iter().map(|place| &place.release.version);
    let near = |version: &Version| -> Vec<Version> {
        suggest::versions(version, versions()).into_iter().cloned().collect()
    };
    if query.start.is_none() {
        found.push(MissingPath::StartNotListed { nearest: near(&query.from) });
    }
    if query.from.numbers().is_none() {
        found.push(MissingPath::NoOrder);
        return (found, Vec::new());
    }
    if is_older(query) {
        found.push(MissingPath::Older);
        return (found, Vec::new());
    }
    if !versions().any(|version| query.goal.is_met_by(version)) {
        let nearest = match &query.goal {
            PathGoal::Release(version) => near(version),
            PathGoal::Minor(..) => nearest_minors(query),
        };
        found.push(MissingPath::NoSuchTarget { nearest });
        found.extend(not_looked_at(graphs));
        return (found, Vec::new());
    }
    let mut warnings = Vec::new();
    if query.start.is_some() {
        found.push(entries(query));
        found.extend(blocked(query, &graphs.arch, &mut warnings));
    }
    found.extend(not_looked_at(graphs));
    (found, warnings)
}

/// Returns where there may be a path that was not searched, one per reason.
fn not_looked_at(graphs: &ChannelGraphs) -> Vec<MissingPath> {
    let (mut not_named, mut too_many, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut first, mut own, mut others) = (None, None, Vec::new());
    for unread in &graphs.unread {
        let channels = match &unread.reason {
            UnreadReason::NotNamed => &mut not_named,
            UnreadReason::NotInGraph(channel) => {
                own = Some(channel.clone());
                &mut others
            }
            UnreadReason::Limit => &mut too_many,
            UnreadReason::Failed(why) => {
                first = first.or(Some(why.clone()));
                &mut failed
            }
        };
        channels.push(unread.channel.clone());
    }
    let some = |channels: Vec<String>| Some(channels).filter(|channels| !channels.is_empty());
    let failed = some(failed).zip(first);
    [
        some(not_named).map(|channels| MissingPath::NotLookedAt { channels }),
        own.map(|channel| MissingPath::OneChannel { channel, others }),
        some(too_many).map(|channels| MissingPath::TooManyChannels { channels }),
        failed.map(|(channels, why)| MissingPath::Unreadable { channels, why }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the newest release of each of the minor versions closest to the goal.
fn nearest_minors(query: &PathQuery<'_>) -> Vec<Version> {
    let versions = query.merged.nodes.iter().map(|place| &place.release.version);
    let newest: BTreeMap<(u64, u64), &Version> =
        versions.filter_map(|version| Some((version.minor()?, version))).collect();
    let firsts: Vec<Version> =
        newest.keys().map(|(major, minor)| Version::new(format!("{major}.{minor}.0"))).collect();
    let near = suggest::versions(&query.goal.version(), &firsts);
    near.into_iter().filter_map(|first| Some((*newest.get(&first.minor()?)?).clone())).collect()
}

fn is_older(query: &PathQuery<'_>) -> bool {
    match &query.goal {
        PathGoal::Release(version) => {
            matches!(query.from.step_to(version), Step::Down | Step::DownAcrossMinor)
        }
        PathGoal::Minor(..) => query.from.step_to(&query.goal.version()) == Step::DownAcrossMinor,
    }
}

/// Returns from where there are updates to the goal, if not from a reachable release.
fn entries(query: &PathQuery<'_>) -> MissingPath {
    let (mut not_in_realm, mut not_reached) = (Vec::new(), Vec::new());
    for from in (0..query.merged.nodes.len()).rev().filter(|&place| !query.is_goal(place)) {
        let mut steps = query.merged.edges[from].iter().filter(|way| query.is_goal(way.to));
        if query.usable(from).any(|(_, to)| query.is_goal(to)) {
            not_reached.push(from);
        } else if steps.any(|way| query.step(from, way.to).is_some()) {
            not_in_realm.push(from);
        }
    }
    let some = |places: &[usize]| Examples {
        newest: places.iter().take(SHOWN).map(|&place| query.version(place).clone()).collect(),
        count: places.len(),
    };
    if !not_reached.is_empty() {
        MissingPath::NotReached { entries: some(&not_reached) }
    } else if !not_in_realm.is_empty() {
        MissingPath::NotInRealm { entries: some(&not_in_realm) }
    } else {
        MissingPath::NoEntry
    }
}

/// Finds edges that would help, and that the expression of their target blocks.
fn blocked(query: &PathQuery<'_>, arch: &str, warnings: &mut Vec<String>) -> Vec<MissingPath> {
    let mut expressions: BTreeMap<&str, Option<RemovedEdges>> = BTreeMap::new();
    let mut found = Vec::new();
    let count = query.merged.nodes.len();
    for to in (0..count).rev().filter(|&to| query.leads[to] && !query.ahead[to]) {
        let Some(pattern) = query.merged.nodes[to].removed.as_deref() else { continue };
        let expression = expressions.entry(pattern).or_insert_with(|| {
            let read = RemovedEdges::new(pattern);
            let (version, said) = (query.version(to), "is not a regular expression");
            warnings.extend(
                read.is_none().then(|| format!("remove_regex of {version} {said}: {pattern}")),
            );
            read
        });
        let Some(expression) = expression else { continue };
        let takes = |&from: &usize| {
            let known = || query.merged.edges[from].iter().any(|way| way.to == to);
            let matches = || expression.hits(query.version(from), arch);
            // An update that would skip a minor version is not reported as missing.
            let ordinary = matches!(query.step(from, to), Some(Step::Patch | Step::NextMinor));
            query.ahead[from] && ordinary && !known() && matches()
        };
        let Some(from) = (0..to).rev().find(takes) else { continue };
        let (from, to) = (query.version(from).clone(), query.version(to).clone());
        found.push(MissingPath::Blocked { from, to, pattern: pattern.to_owned() });
        if found.len() == SHOWN {
            break;
        }
    }
    found
}
