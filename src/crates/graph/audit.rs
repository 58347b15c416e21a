//! Stranded releases: those without a recommended update, or without a recommended path to the minor
//! version of their channel.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::channel;
use crate::model::{Edge, Graph, Risk};
use crate::version::Version;

/// What was found in one channel for one architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// None if the graph has no channels.
    pub channel: Option<String>,
    /// None if the graph does not name it.
    pub arch: Option<String>,
    /// The minor version that the channel leads to; none if it has no release of it.
    pub minor: Option<(u64, u64)>,
    pub releases: usize,
    /// Oldest first.
    pub stranded: Vec<Stranded>,
    /// The newest releases of their minor versions without a further update. There is nothing to
    /// update them to, so they are not stranded yet; unless all updates from them are blocked, or
    /// the channel recommends no update at all.
    pub ends: Vec<Stranded>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranded {
    pub version: Version,
    pub classes: BTreeSet<StrandedClass>,
    /// The number of conditional updates from this release.
    pub conditional: usize,
    /// The names of these risks.
    pub risks: BTreeSet<String>,
    /// The files that block updates from this release; none if blocks are unknown.
    pub blocked: Option<BTreeSet<String>>,
    /// The newest release that is reachable with recommended updates.
    pub reaches: Option<Version>,
    /// The same, if all risks are accepted.
    pub reaches_with_risks: Option<Version>,
}

/// How a release is stranded. These names never change: `--fail-on` takes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StrandedClass {
    /// It has no update.
    NoExit,
    /// Every update has a risk that applies to all clusters, or that no cluster can evaluate.
    OnlyAlways,
    /// Every update has risks.
    OnlyConditional,
    /// There is no recommended path to the minor version of the channel.
    NoWay,
}

impl StrandedClass {
    pub const ALL: [Self; 4] = [Self::NoExit, Self::OnlyAlways, Self::OnlyConditional, Self::NoWay];

    pub fn name(self) -> &'static str {
        match self {
            Self::NoExit => "no-exit",
            Self::OnlyAlways => "only-always",
            Self::OnlyConditional => "only-conditional",
            Self::NoWay => "no-way",
        }
    }
}

/// What to audit; everything if nothing is named.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuditScope<'a> {
    pub channels: &'a [String],
    pub arch: Option<&'a str>,
    /// What is blocked; none if the graph was not built here.
    pub blocked: Option<&'a [Blocked]>,
}

/// An update that is blocked for all clusters.
#[derive(Debug, Clone)]
pub struct Blocked {
    pub edge: Edge,
    /// The files that block it; none if the releases do.
    pub by: Vec<String>,
}

/// Audits each channel and architecture of a graph.
pub fn audit(graph: &Graph, scope: AuditScope<'_>) -> Vec<Audit> {
    let channels = match scope.channels {
        [] => channels(graph),
        named => named.iter().cloned().map(Some).collect(),
    };
    let arches = arches(graph, scope.arch);
    // If some releases name channels, a release without channels is in none.
    let unnamed = graph.nodes.iter().all(|node| node.release.channels.is_empty());
    let mut audits = Vec::new();
    for channel in &channels {
        for arch in &arches {
            // A graph that does not name its architecture is of the requested one.
            let of = arch.as_deref().unwrap_or_default();
            let served = match channel {
                Some(name) => graph.filtered(|it| unnamed || it.channels.contains(name), of),
                None => graph.of_arch(of),
            };
            if !served.nodes.is_empty() || !scope.channels.is_empty() {
                let mut found = of_channel(&served, channel.clone(), arch.clone());
                if let Some(blocked) = scope.blocked {
                    found.explain(&served, blocked);
                }
                audits.push(found);
            }
        }
    }
    audits
}

/// Returns the channels of a graph. If all releases share a channel, the graph was requested for
/// it: it does not have all of the other channels that they name.
fn channels(graph: &Graph) -> Vec<Option<String>> {
    let whole = graph.nodes.iter().any(|node| node.arch.is_some());
    let all: Vec<String> =
        graph.nodes.iter().flat_map(|node| &node.release.channels).cloned().collect();
    if all.is_empty() {
        return vec![None];
    }
    let known = channel::sorted(&all);
    let shared = graph.shared_channels().into_iter().collect::<Vec<_>>();
    match shared.as_slice() {
        [] => known.into_iter().map(Some).collect(),
        _ if whole => known.into_iter().map(Some).collect(),
        [one] => vec![Some((*one).to_owned())],
        _ => vec![None],
    }
}

fn arches(graph: &Graph, wanted: Option<&str>) -> Vec<Option<String>> {
    let known: BTreeSet<&str> =
        graph.nodes.iter().filter_map(|node| node.arch.as_deref()).collect();
    match wanted {
        Some(arch) => vec![Some(arch.to_owned())],
        None if known.is_empty() => vec![None],
        None => known.into_iter().map(|arch| Some(arch.to_owned())).collect(),
    }
}

fn of_channel(graph: &Graph, channel: Option<String>, arch: Option<String>) -> Audit {
    let minors: Vec<Option<(u64, u64)>> =
        graph.nodes.iter().map(|node| node.release.version.minor()).collect();
    let goal = match &channel {
        Some(name) => channel::minor(name),
        None => minors.iter().flatten().max().copied(),
    };
    let goal = goal.filter(|goal| minors.contains(&Some(*goal)));
    let newest = newest(graph);
    let exits = Exits::new(graph);
    let reached = exits.reached(graph, |exit| exit.recommended);
    let reached_with_risks = exits.reached(graph, |_| true);
    let version = |place: usize| graph.nodes[place].release.version.clone();
    let none_recommended = exits.none_recommended();
    let (mut stranded, mut ends) = (Vec::new(), Vec::new());
    for place in by_age(graph) {
        let way = |at: Option<usize>| at.map_or(minors[place], |at| minors[at]) >= goal;
        let mut classes: BTreeSet<StrandedClass> = exits.class(place).into_iter().collect();
        if goal.is_some() && minors[place].is_some() && !way(reached[place]) {
            classes.insert(StrandedClass::NoWay);
        }
        let is_newest = newest.contains(&place);
        let is_goal = goal.is_none() || minors[place] >= goal;
        if classes.is_empty() || (is_newest && is_goal) {
            continue;
        }
        let exits = &exits.0[place];
        let found = Stranded {
            version: version(place),
            classes,
            conditional: exits.values().filter(|exit| !exit.recommended).count(),
            risks: exits.values().flat_map(|exit| &exit.risks).map(|r| r.name.clone()).collect(),
            blocked: None,
            reaches: reached[place].map(version),
            reaches_with_risks: reached_with_risks[place].map(version),
        };
        if is_newest && !none_recommended { ends.push(found) } else { stranded.push(found) }
    }
    Audit { channel, arch, minor: goal, releases: graph.nodes.len(), stranded, ends }
}

impl Audit {
    /// Adds the files that block updates within the channel. A release is stranded if only they
    /// stop it.
    fn explain(&mut self, graph: &Graph, blocked: &[Blocked]) {
        let known: BTreeSet<&str> =
            graph.nodes.iter().map(|node| node.release.version.text()).collect();
        let mut files: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for Blocked { edge, by } in blocked {
            let here = edge.arch.is_none() || edge.arch == self.arch;
            if here && known.contains(edge.to.text()) {
                files.entry(edge.from.text()).or_default().extend(by.iter().cloned());
            }
        }
        for found in self.stranded.iter_mut().chain(&mut self.ends) {
            found.blocked = Some(files.remove(found.version.text()).unwrap_or_default());
        }
        let held = |end: &Stranded| {
            let by_files = end.blocked.as_ref().is_some_and(|files| !files.is_empty());
            by_files && end.classes.contains(&StrandedClass::NoExit)
        };
        let (held, ends) = self.ends.drain(..).partition(held);
        (self.ends, self.stranded) = (ends, [std::mem::take(&mut self.stranded), held].concat());
        self.stranded.sort_by(|a, b| b.version.newest_first(&a.version));
    }
}

fn by_age(graph: &Graph) -> Vec<usize> {
    let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
    let version = |place: usize| &graph.nodes[place].release.version;
    order.sort_by(|&a, &b| version(b).newest_first(version(a)));
    order
}

/// Returns the newest release of each minor version.
fn newest(graph: &Graph) -> BTreeSet<usize> {
    let mut newest = BTreeMap::new();
    for place in by_age(graph) {
        if let Some(minor) = graph.nodes[place].release.version.minor() {
            newest.insert(minor, place);
        }
    }
    newest.into_values().collect()
}

/// The updates from each release, by target.
struct Exits<'a>(Vec<BTreeMap<usize, Exit<'a>>>);

#[derive(Default)]
struct Exit<'a> {
    recommended: bool,
    risks: BTreeSet<&'a Risk>,
    /// Whether this update is never recommended to any cluster.
    never: bool,
}

impl<'a> Exits<'a> {
    /// An update with risks is not recommended, even if it is also an unconditional edge.
    fn new(graph: &'a Graph) -> Self {
        let mut exits: Vec<BTreeMap<usize, Exit<'_>>> = Vec::new();
        exits.resize_with(graph.nodes.len(), BTreeMap::new);
        for &(from, to) in &graph.edges {
            exits[from].entry(to).or_default().recommended = true;
        }
        let nodes = graph.nodes.iter().enumerate();
        let places: BTreeMap<&str, usize> =
            nodes.map(|(place, node)| (node.release.version.text(), place)).collect();
        for group in &graph.conditional {
            for edge in &group.edges {
                let ends = (places.get(edge.from.text()), places.get(edge.to.text()));
                let (Some(&from), Some(&to)) = ends else { continue };
                let exit = exits[from].entry(to).or_default();
                exit.recommended = false;
                exit.never |=
                    group.risks.is_empty() || group.risks.iter().any(Risk::applies_to_all);
                exit.risks.extend(group.risks.iter());
            }
        }
        Self(exits)
    }

    /// Returns whether there are updates, and none is recommended.
    fn none_recommended(&self) -> bool {
        let mut all = self.0.iter().flat_map(BTreeMap::values).peekable();
        all.peek().is_some() && all.all(|exit| !exit.recommended)
    }

    fn class(&self, place: usize) -> Option<StrandedClass> {
        let exits = &self.0[place];
        if exits.is_empty() {
            Some(StrandedClass::NoExit)
        } else if exits.values().any(|exit| exit.recommended) {
            None
        } else if exits.values().all(|exit| exit.never) {
            Some(StrandedClass::OnlyAlways)
        } else {
            Some(StrandedClass::OnlyConditional)
        }
    }

    /// Returns the newest release that is reachable from each with updates of a kind; none if no
    /// newer one is.
    fn reached(&self, graph: &Graph, counts: impl Fn(&Exit<'_>) -> bool) -> Vec<Option<usize>> {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
        for (from, exits) in self.0.iter().enumerate() {
            for (&to, _) in exits.iter().filter(|(_, exit)| counts(exit)) {
                back[to].push(from);
            }
        }
        let mut reached = vec![None; graph.nodes.len()];
        let mut seen = vec![false; graph.nodes.len()];
        // Starts at the newest: a release that is found from it first reaches nothing newer.
        for end in by_age(graph).into_iter().rev() {
            let mut ahead = vec![end];
            while let Some(place) = ahead.pop() {
                if std::mem::replace(&mut seen[place], true) {
                    continue;
                }
                reached[place] = Some(end).filter(|end| *end != place);
                ahead.extend(&back[place]);
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests;
