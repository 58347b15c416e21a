//! Why there is no way.

use std::collections::BTreeMap;

use super::{PathGoal, PathQuery, minor};
use crate::channel_graphs::ChannelGraphs;
use crate::removed_edges::RemovedEdges;
use crate::version::{Step, Version};
use crate::{channel, suggest};

/// What stands between the start and the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingPath {
    /// The version one is on does not compare with others.
    NoOrder,
    /// The graphs do not have the version one is on.
    StartNotListed { nearest: Vec<Version> },
    /// The graphs do not have the goal.
    NoSuchTarget { nearest: Vec<Version> },
    /// Updates do not go down.
    Older,
    /// No edge leads to the goal.
    NoEntry,
    /// Edges lead to the goal from releases that cannot be reached.
    NotReached { entries: Examples },
    /// Edges lead to the goal, none of them in a channel that counts.
    NotInRealm { entries: Examples },
    /// An edge was taken away without a word.
    Blocked { from: Version, to: Version, pattern: String },
    /// The goal is in more channels than were looked at.
    NotLookedAt { channels: Vec<String> },
}

/// Up to three of a number of versions, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examples {
    pub newest: Vec<Version>,
    pub count: usize,
}

const SHOWN: usize = 3; // more than three examples are a list

/// Returns what is missing, and what could not be looked at.
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
        return (found, Vec::new());
    }
    let mut warnings = Vec::new();
    if query.start.is_some() && query.from.numbers().is_some() {
        found.push(entries(query));
        found.extend(blocked(query, &graphs.arch, &mut warnings));
    }
    let channels = not_looked_at(query, graphs);
    if !channels.is_empty() {
        found.push(MissingPath::NotLookedAt { channels });
    }
    (found, warnings)
}

/// Returns the newest release of each of the minor versions nearest to the goal.
fn nearest_minors(query: &PathQuery<'_>) -> Vec<Version> {
    let versions = query.merged.nodes.iter().map(|place| &place.release.version);
    let newest: BTreeMap<(u64, u64), &Version> =
        versions.filter_map(|version| Some((minor(version)?, version))).collect();
    let firsts: Vec<Version> =
        newest.keys().map(|(major, minor)| Version::new(format!("{major}.{minor}.0"))).collect();
    let near = suggest::versions(&query.goal.version(), &firsts);
    near.into_iter().filter_map(|first| Some((*newest.get(&minor(first)?)?).clone())).collect()
}

fn is_older(query: &PathQuery<'_>) -> bool {
    match &query.goal {
        PathGoal::Release(version) => {
            matches!(query.from.step_to(version), Step::Down | Step::DownAcrossMinor)
        }
        PathGoal::Minor(..) => query.from.step_to(&query.goal.version()) == Step::DownAcrossMinor,
    }
}

/// Says how the goal is entered, if not from where one gets.
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

/// Finds edges that would help, and that the expression of their target takes away.
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
            // Nobody misses an update that would have skipped a minor version.
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

/// Channels of the goal whose graphs were not read; a graph without a channel is of all.
fn not_looked_at(query: &PathQuery<'_>, graphs: &ChannelGraphs) -> Vec<String> {
    let looked: Option<Vec<&String>> =
        graphs.channels.iter().map(|looked| looked.channel.as_ref()).collect();
    let Some(looked) = looked else { return Vec::new() };
    let places = query.merged.nodes.iter();
    let goals = places.filter(|place| query.goal.is_met_by(&place.release.version));
    let named = goals.flat_map(|place| query.merged.channel_names(&place.channels));
    let others: Vec<String> = named.filter(|channel| !looked.contains(&channel)).collect();
    channel::sorted(&others)
}
