//! Why a version is not offered: the first cause that holds, the cluster's own word before graphs.

use std::collections::VecDeque;

use regex::Regex;

use super::channel;
use super::cluster::Cluster;
use super::condition::Condition;
use super::gate::{self, Finding};
use super::graph::{Assessed, Atlas, Difference, Lists, Survey, Target, targets};
use super::nearest;
use super::risk::Facts;
use super::rollback;
use super::updates::{Advice, Candidate, Updates};
use super::version::{Step, Version};

/// A version as somebody asks for it: images are tagged with their architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) version: Version,
    pub(crate) arch: Option<&'static str>,
}

/// In the order in which they are looked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cause {
    /// It is no version; what was perhaps meant.
    Unparsable { meant: Vec<String> },
    AlreadyThere { rolling_out: bool },
    /// Whether it is the release before, to which there is a way back.
    Older { previous: bool },
    OtherArchitecture { here: Option<String>, there: Vec<String> },
    NotRetrieved(Finding),
    /// The graph offers it, and the cluster has yet to list it.
    NotListedYet,
    /// Listed, with what speaks against it.
    Conditional(Box<Candidate>),
    /// In the graph, and not listed for a reason.
    Dropped { target: Box<Target>, difference: Difference },
    /// An expression takes away every edge from here.
    Blocked { expression: String },
    OtherChannel(Elsewhere),
    NoEdge { over: Vec<Version> },
    NoSuchVersion { nearest: Vec<String> },
    /// Nothing is in the way but, where there is one, this condition.
    Recommended { held_back: Option<Condition> },
    /// It is not listed, and no graph could be asked why.
    NotListed { nearest: Vec<String> },
}

/// A version in channels that the cluster does not follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// By minor version, then by phase.
    pub(crate) channels: Vec<String>,
    /// The one to look at: it has an edge from here, or at least both versions.
    pub(crate) best: Option<String>,
    /// Whether there is an edge from here in one of them.
    pub(crate) direct: bool,
    /// The versions between, where there is no edge but a way.
    pub(crate) over: Vec<Version>,
}

/// What is looked at, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Check {
    Form,
    Current,
    Age,
    Architecture,
    Retrieval,
    Lists,
    Blocks,
    Channels,
    Edges,
    Existence,
}

impl Check {
    pub(crate) const ALL: [Self; 10] = [
        Self::Form,
        Self::Current,
        Self::Age,
        Self::Architecture,
        Self::Retrieval,
        Self::Lists,
        Self::Blocks,
        Self::Channels,
        Self::Edges,
        Self::Existence,
    ];
}

impl Cause {
    /// Returns a stable name.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Unparsable { .. } => "Unparsable",
            Self::AlreadyThere { .. } => "AlreadyThere",
            Self::Older { .. } => "Older",
            Self::OtherArchitecture { .. } => "OtherArchitecture",
            Self::NotRetrieved(_) => "NotRetrieved",
            Self::NotListedYet => "NotListedYet",
            Self::Conditional(_) => "Conditional",
            Self::Dropped { .. } => "Dropped",
            Self::Blocked { .. } => "Blocked",
            Self::OtherChannel(_) => "OtherChannel",
            Self::NoEdge { .. } => "NoEdge",
            Self::NoSuchVersion { .. } => "NoSuchVersion",
            Self::Recommended { held_back: None } => "Recommended",
            Self::Recommended { held_back: Some(_) } => "NotUpgradeable",
            Self::NotListed { .. } => "NotListed",
        }
    }

    /// Returns the last thing that had to be looked at.
    pub(crate) fn check(&self) -> Check {
        match self {
            Self::Unparsable { .. } => Check::Form,
            Self::AlreadyThere { .. } => Check::Current,
            Self::Older { .. } => Check::Age,
            Self::OtherArchitecture { .. } => Check::Architecture,
            Self::NotRetrieved(_) => Check::Retrieval,
            Self::Conditional(_) | Self::Recommended { .. } | Self::NotListed { .. } => Check::Lists,
            Self::Blocked { .. } => Check::Blocks,
            Self::OtherChannel(_) => Check::Channels,
            Self::NotListedYet | Self::Dropped { .. } | Self::NoEdge { .. } => Check::Edges,
            Self::NoSuchVersion { .. } => Check::Existence,
        }
    }
}

impl Wanted {
    /// Takes the architecture off, as build data or as tags of images have it.
    pub(crate) fn new(text: &str) -> Self {
        const NAMES: [(&str, &str); 7] = [
            ("x86_64", "amd64"),
            ("amd64", "amd64"),
            ("aarch64", "arm64"),
            ("arm64", "arm64"),
            ("s390x", "s390x"),
            ("ppc64le", "ppc64le"),
            ("multi", "multi"),
        ];
        let apart = |&(name, arch): &(&str, &'static str)| {
            let version = text.strip_suffix(name)?.strip_suffix(['-', '+'])?;
            Some(Self { version: Version::new(version), arch: Some(arch) })
        };
        let found = NAMES.iter().find_map(apart).filter(|found| found.version.numbers().is_some());
        found.unwrap_or_else(|| Self { version: Version::new(text), arch: None })
    }
}

/// Returns the cause, if the ClusterVersion alone tells it. `arch` is that of the cluster, where
/// it is known.
pub(crate) fn by_cluster(wanted: &Wanted, cluster: &Cluster, arch: Option<&str>) -> Option<Cause> {
    let updates = Updates::of(cluster);
    let Wanted { version, arch: of } = wanted;
    let listed = updates.find(version.text());
    let on = &cluster.desired.version;
    if version.numbers().is_none() && listed.is_empty() && version != on {
        return Some(Cause::Unparsable { meant: meant(version.text(), &updates) });
    }
    let step = on.step_to(version);
    let other = of.filter(|of| is_other(of, cluster, arch));
    if other.is_none() && (step == Step::Same || version == on) {
        return Some(Cause::AlreadyThere { rolling_out: cluster.rolling_out() });
    }
    if matches!(step, Step::Down | Step::DownAcrossMinor) {
        let previous = rollback::previous(cluster).is_some_and(|past| past.version == *version);
        return Some(Cause::Older { previous: previous && step == Step::Down });
    }
    if let Some(of) = other {
        let (here, there) = (arch.map(str::to_owned), vec![of.to_owned()]);
        return Some(Cause::OtherArchitecture { here, there });
    }
    let stale = gate::unobserved(cluster).or_else(|| gate::not_retrieved(cluster));
    if let Some(finding) = stale {
        return Some(Cause::NotRetrieved(finding));
    }
    let against = listed.iter().find(|said| said.advice != Advice::Recommended);
    if let Some(said) = against {
        return Some(Cause::Conditional(Box::new((**said).clone())));
    }
    let held_back = gate::held_back(cluster, listed.first()?).cloned();
    Some(Cause::Recommended { held_back })
}

/// A ClusterVersion tells whether it is of several architectures, and not of which one it is.
fn is_other(wanted: &str, cluster: &Cluster, arch: Option<&str>) -> bool {
    let architecture = cluster.desired.architecture.as_deref();
    let multi = architecture.is_some_and(|known| known.eq_ignore_ascii_case("multi"));
    (wanted == "multi") != multi || (!multi && arch.is_some_and(|arch| arch != wanted))
}

/// Returns the cause where no graph could be read.
pub(crate) fn without_graph(wanted: &Wanted, cluster: &Cluster) -> Cause {
    let updates = Updates::of(cluster);
    let listed = updates.all().map(|said| &said.release.version);
    Cause::NotListed { nearest: near(&wanted.version, listed) }
}

/// A cause found in graphs.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) cause: Cause,
    /// What was wrong with an expression that blocks edges.
    pub(crate) bad_expression: Option<String>,
}

/// Returns the cause by the graphs, for a version that the cluster does not list.
pub(crate) fn by_graph(wanted: &Wanted, survey: &Survey, facts: &Facts) -> Found {
    let atlas = &survey.atlas;
    let sure = |cause| Found { cause, bad_expression: None };
    let Some(to) = atlas.find(&wanted.version) else {
        return sure(Cause::NoSuchVersion { nearest: newer(&wanted.version, survey) });
    };
    let followed = survey.cluster.as_ref().and_then(|cluster| cluster.channel.as_deref());
    let followed = followed.and_then(|name| atlas.channels.iter().position(|known| known == name));
    let from = survey.place();
    let way = from.and_then(|from| atlas.ways[from].iter().find(|way| way.to == to));
    if let (Some(from), Some(way)) = (from, way)
        && followed.is_some_and(|followed| way.channels.contains(&followed))
    {
        return sure(offered(survey, (from, way.to), facts));
    }
    let (blocked, bad_expression) = match way {
        None => blocked(survey, to),
        Some(_) => (None, None),
    };
    let here = followed.is_some_and(|followed| atlas.places[to].channels.contains(&followed));
    let over = || from.map(|from| between(atlas, from, to)).unwrap_or_default();
    let cause = match blocked {
        Some(expression) => Cause::Blocked { expression },
        None if here => Cause::NoEdge { over: over() },
        None => {
            let over = if way.is_some() { Vec::new() } else { over() };
            Cause::OtherChannel(elsewhere(survey, to, over))
        }
    };
    Found { cause, bad_expression }
}

/// The graph offers it in the channel that is followed.
fn offered(survey: &Survey, (from, to): (usize, usize), facts: &Facts) -> Cause {
    let version = &survey.atlas.places[to].release.version;
    let target = targets(survey, from, facts)
        .into_iter()
        .find(|target| target.release.version == *version)
        .filter(|target| target.verdict.is_some());
    let Some((target, cluster)) = target.zip(survey.cluster.as_ref()) else {
        return Cause::NotListedYet;
    };
    match Lists::of(cluster, &survey.atlas).explain(&target, None) {
        Some(difference @ (Difference::UnknownRules { .. } | Difference::ListedTwice { .. })) => {
            Cause::Dropped { target: Box::new(target), difference }
        }
        _ => Cause::NotListedYet,
    }
}

/// Returns the expression that takes away every edge from here, and what is wrong with one that
/// cannot be read. Where no edge could be, none was taken away.
fn blocked(survey: &Survey, to: usize) -> (Option<String>, Option<String>) {
    let place = &survey.atlas.places[to];
    let Some((expression, from)) = place.removed.as_ref().zip(survey.from.as_ref()) else {
        return (None, None);
    };
    if !matches!(from.step_to(&place.release.version), Step::Patch | Step::NextMinor) {
        return (None, None);
    }
    // The service searches in the version with its architecture; other tools leave that off.
    let names = [from.text().to_owned(), format!("{from}+{}", survey.arch)];
    match Regex::new(expression) {
        Ok(regex) if names.iter().any(|name| regex.is_match(name)) => {
            (Some(expression.clone()), None)
        }
        Ok(_) => (None, None),
        Err(_) => (None, Some(expression.clone())),
    }
}

fn elsewhere(survey: &Survey, to: usize, over: Vec<Version>) -> Elsewhere {
    let atlas = &survey.atlas;
    let cluster = survey.cluster.as_ref();
    let followed = cluster.and_then(|cluster| cluster.channel.as_deref()).unwrap_or_default();
    let channels = channel::sorted(&atlas.channel_names(&atlas.places[to].channels));
    let from = survey.place();
    let way = from.and_then(|from| atlas.ways[from].iter().find(|way| way.to == to));
    let direct = way.map(|way| atlas.channel_names(&way.channels)).unwrap_or_default();
    let common = from.map(|from| atlas.channel_names(&atlas.places[from].channels));
    let common: Vec<String> = common
        .unwrap_or_default()
        .into_iter()
        .filter(|name| channels.contains(name) && name != followed)
        .collect();
    let best = channel::alike(followed, &direct).or_else(|| channel::alike(followed, &common));
    Elsewhere { channels, best, direct: !direct.is_empty(), over }
}

/// Returns the versions between two places on a way with the fewest steps, the newest first taken.
fn between(atlas: &Atlas, from: usize, to: usize) -> Vec<Version> {
    let mut before: Vec<Option<usize>> = vec![None; atlas.places.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(place) = queue.pop_front().filter(|place| *place != to) {
        for way in &atlas.ways[place] {
            if before[way.to].is_none() && way.to != from {
                before[way.to] = Some(place);
                queue.push_back(way.to);
            }
        }
    }
    let steps = std::iter::successors(before[to], |&place| before[place]);
    let mut steps: Vec<usize> = steps.filter(|place| *place != from).collect();
    steps.reverse();
    steps.into_iter().map(|place| atlas.places[place].release.version.clone()).collect()
}

fn near<'a>(version: &Version, known: impl IntoIterator<Item = &'a Version>) -> Vec<String> {
    nearest::versions(version, known).iter().map(ToString::to_string).collect()
}

/// Returns the nearest of the versions one could go to.
fn newer(version: &Version, survey: &Survey) -> Vec<String> {
    let known = survey.atlas.places.iter().map(|place| &place.release.version);
    let from = survey.from.as_ref();
    let is_newer = |known: &&Version| {
        from.is_none_or(|from| matches!(from.step_to(known), Step::Patch | Step::NextMinor | Step::TooFar))
    };
    near(version, known.filter(is_newer))
}

/// Returns what somebody perhaps meant who wrote no version.
fn meant(text: &str, updates: &Updates) -> Vec<String> {
    let bare = Wanted::new(text.trim().trim_start_matches(['v', 'V'])).version;
    if bare.numbers().is_some() {
        return vec![bare.text().to_owned()];
    }
    let listed: Vec<&str> = updates.all().map(|said| said.release.version.text()).collect();
    nearest::words(text, listed).into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
#[path = "why_tests.rs"]
mod tests;
