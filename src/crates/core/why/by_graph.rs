//! The causes that follow from graphs, for a version that is not available.

use std::collections::BTreeSet;

use super::{Cause, OtherChannels, WhyQuery};
use crate::cluster::Cluster;
use crate::evaluate::{ComparedLists, VerdictDifference};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::merged::{MergedEdge, MergedGraph};
use upgrade_graph::removed_edges::RemovedEdges;
use upgrade_graph::risk::RiskInputs;
use upgrade_graph::targets::{GraphTarget, targets};
use upgrade_graph::version::{Step, Version};
use upgrade_graph::{channel, path, suggest};

/// A cause found in graphs.
#[derive(Debug)]
pub struct GraphFinding {
    pub cause: Cause,
    /// An invalid expression that blocks edges.
    pub bad_expression: Option<String>,
}

/// Returns the cause. Updates count in `followed`, or in any channel if that is none; `listing` is
/// the cluster, if its available updates start from the same version; `accepted` names the risks
/// that it accepts.
pub fn by_graph(
    wanted: &WhyQuery,
    graphs: &ChannelGraphs,
    facts: &RiskInputs,
    followed: Option<&str>,
    listing: Option<&Cluster>,
    accepted: &BTreeSet<&str>,
) -> GraphFinding {
    let merged = &graphs.merged;
    let sure = |cause| GraphFinding { cause, bad_expression: None };
    let Some(to) = merged.find(&wanted.version) else {
        return sure(Cause::NoSuchVersion { nearest: newer(&wanted.version, graphs) });
    };
    let number = |name: &str| merged.channels.iter().position(|known| known == name);
    // A release without channels is in all of them.
    let anywhere = |place: usize| merged.nodes[place].channels.is_empty();
    let within = |channels: &[usize]| match followed {
        Some(name) => number(name).is_some_and(|number| channels.contains(&number)),
        None => true,
    };
    let from = graphs.place();
    let way = from.and_then(|from| merged.edges[from].iter().find(|way| way.to == to));
    let is_offered = |(from, way): &(usize, &MergedEdge)| {
        within(&way.channels) || (anywhere(*from) && anywhere(to))
    };
    if let Some((from, way)) = from.zip(way).filter(is_offered) {
        let judged = targets(merged, from, facts, accepted);
        return sure(offered(merged, judged, way, listing));
    }
    let (blocked, bad_expression) = match way {
        None => blocked(graphs, to),
        Some(_) => (None, None),
    };
    let over = || path::between(graphs, &wanted.version).unwrap_or_default();
    let cause = match blocked {
        Some(expression) => Cause::Blocked { expression, over: over() },
        None if anywhere(to) || within(&merged.nodes[to].channels) => {
            Cause::NoEdge { over: over() }
        }
        None => {
            let over = if way.is_some() { Vec::new() } else { over() };
            let way = way.map(|way| merged.channel_names(&way.channels)).unwrap_or_default();
            let followed = followed.unwrap_or_default();
            Cause::OtherChannel(in_other_channels(graphs, to, followed, &way, over))
        }
    };
    GraphFinding { cause, bad_expression }
}

/// The graph has it in the cluster's channel.
fn offered(
    merged: &MergedGraph,
    targets: Vec<GraphTarget>,
    way: &MergedEdge,
    listing: Option<&Cluster>,
) -> Cause {
    let release = &merged.nodes[way.to].release;
    let target = targets.into_iter().find(|target| target.release.key() == release.key());
    match (target, listing) {
        (None, _) => Cause::NotListedYet,
        (Some(target), None) if target.status() == Status::True => {
            Cause::Recommended { held_back: None }
        }
        (Some(target), None) => {
            Cause::ConditionalInGraph { target: Box::new(target), difference: None }
        }
        (Some(target), Some(cluster)) => {
            let difference = ComparedLists::new(cluster, merged).explain(&target, None);
            let dropped = |why: &VerdictDifference| {
                !matches!(why, VerdictDifference::GraphChanged | VerdictDifference::Stale)
            };
            match difference.filter(|why| target.verdict.is_some() && dropped(why)) {
                None => Cause::NotListedYet,
                difference => Cause::ConditionalInGraph { target: Box::new(target), difference },
            }
        }
    }
}

/// Returns the expression that blocks every edge from here, and an invalid one. If there could be
/// no edge, none is blocked.
fn blocked(graphs: &ChannelGraphs, to: usize) -> (Option<String>, Option<String>) {
    let place = &graphs.merged.nodes[to];
    let Some((expression, from)) = place.removed.as_ref().zip(graphs.from.as_ref()) else {
        return (None, None);
    };
    if !matches!(from.step_to(&place.release.version), Step::Patch | Step::NextMinor) {
        return (None, None);
    }
    let hits = |removal: &RemovedEdges| removal.hits(from, &graphs.arch);
    match RemovedEdges::new(expression) {
        Some(removal) if hits(&removal) => (Some(part(expression, hits)), None),
        Some(_) => (None, None),
        None => (None, Some(expression.clone())),
    }
}

/// The expressions of several blocks are joined by `|`: those that match are more specific than all
/// of them.
fn part(expression: &str, hits: impl Fn(&RemovedEdges) -> bool) -> String {
    let parts: Option<Vec<(&str, RemovedEdges)>> =
        expression.split('|').map(|part| Some((part, RemovedEdges::new(part)?))).collect();
    let Some(parts) = parts else { return expression.to_owned() };
    let matching = parts.into_iter().filter(|(_, removal)| hits(removal));
    matching.map(|(part, _)| part).collect::<Vec<_>>().join("|")
}

fn in_other_channels(
    graphs: &ChannelGraphs,
    to: usize,
    followed: &str,
    direct: &[String],
    over: Vec<Version>,
) -> OtherChannels {
    let merged = &graphs.merged;
    let channels = channel::sorted(&merged.channel_names(&merged.nodes[to].channels));
    let here = graphs.place().map(|from| merged.channel_names(&merged.nodes[from].channels));
    let common: Vec<String> =
        here.unwrap_or_default().into_iter().filter(|name| channels.contains(name)).collect();
    let best = channel::alike(followed, direct).or_else(|| channel::alike(followed, &common));
    OtherChannels { channels, best, direct: channel::sorted(direct), over }
}

/// Returns similar versions that are reachable.
fn newer(version: &Version, graphs: &ChannelGraphs) -> Vec<String> {
    let is_newer = |known: &&Version| {
        let ahead = |from: &Version| {
            matches!(from.step_to(known), Step::Patch | Step::NextMinor | Step::TooFar)
        };
        graphs.from.as_ref().is_none_or(ahead)
    };
    let known = graphs.merged.nodes.iter().map(|place| &place.release.version);
    let near = suggest::versions(version, known.filter(is_newer));
    near.iter().map(ToString::to_string).collect()
}
