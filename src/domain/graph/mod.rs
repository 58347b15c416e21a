//! The update graph: releases, the edges between them, and the risks that some edges carry.

mod atlas;
pub(crate) mod audit;
pub(crate) mod build;
mod drawn;
pub(crate) mod evaluation;
mod offers;
pub(crate) mod path;
pub(crate) mod preview;
mod reach;
pub(crate) mod releases;
mod removal;
pub(crate) mod served;
#[cfg(test)]
pub(crate) mod sketch;
mod survey;
mod targets;

pub(crate) use atlas::{ChannelGraph, MergedEdge, MergedGraph, MergedNode};
pub(crate) use offers::Offers;
pub(crate) use reach::{
    Kind, NoSuchVersion, ReachQuery, ReachableGraph, ReachableHop, ReachableMinor, ReachableNode,
};
pub(crate) use removal::RemovedEdges;
pub(crate) use survey::{ChannelGraphs, ChannelSummary};
pub(crate) use targets::{EvaluatedRisk, GraphTarget, risks_from, targets};

use std::collections::BTreeSet;

use super::version::Version;
use crate::domain::release::Release;

#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// Pairs of places in `nodes`.
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) conditional: Vec<ConditionalEdges>,
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) release: Release,
    /// Given only in a graph of several architectures.
    pub(crate) arch: Option<String>,
    /// `previous.remove_regex`: from where edges to this release were taken away without a word.
    pub(crate) removed: Option<String>,
}

/// Edges that share their risks.
#[derive(Debug, Clone)]
pub(crate) struct ConditionalEdges {
    pub(crate) edges: Vec<Edge>,
    pub(crate) risks: Vec<Risk>,
}

#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) from: Version,
    pub(crate) to: Version,
    pub(crate) arch: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Risk {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: String,
    /// In the order in which they are tried: the first that can be evaluated decides.
    pub(crate) rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    Always,
    PromQl(String),
    /// Names of platforms, one of which must be the cluster's; from before rules had types.
    Platforms(Vec<String>),
    /// One that matches is enough; from before rules were tried in order.
    AnyOf(Vec<Rule>),
    /// Of a type that is not known, or not of its type's shape.
    Unknown(String),
}

impl Rule {
    /// Returns the queries that it asks.
    pub(crate) fn queries(&self) -> Vec<&str> {
        match self {
            Self::PromQl(query) => vec![query],
            Self::AnyOf(rules) => rules.iter().flat_map(Self::queries).collect(),
            Self::Always | Self::Platforms(_) | Self::Unknown(_) => Vec::new(),
        }
    }
}

impl Graph {
    /// Returns the releases of an architecture, of whatever channel.
    pub(crate) fn of_arch(&self, arch: &str) -> Self {
        self.filtered(|_| true, arch)
    }

    /// Returns what an update service answers for a channel and an architecture. A release that
    /// names no channel is in all of them.
    pub(crate) fn served(&self, channel: &str, arch: &str) -> Self {
        let in_channel = |release: &Release| {
            let channels = &release.channels;
            channels.is_empty() || channels.iter().any(|known| known == channel)
        };
        self.filtered(in_channel, arch)
    }

    fn filtered(&self, is_wanted: impl Fn(&Release) -> bool, arch: &str) -> Self {
        let of_arch = |given: Option<&String>| given.is_none_or(|given| given == arch);
        let mut places = vec![None; self.nodes.len()];
        let mut nodes = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            if is_wanted(&node.release) && of_arch(node.arch.as_ref()) {
                places[place] = Some(nodes.len());
                nodes.push(Node { arch: None, ..node.clone() });
            }
        }
        let edges = self.edges.iter().filter_map(|&(from, to)| Some((places[from]?, places[to]?)));
        let versions: BTreeSet<&str> =
            nodes.iter().map(|node| node.release.version.text()).collect();
        let known = |version: &Version| versions.contains(version.text());
        let conditional = self.conditional.iter().filter_map(|group| {
            let edges = group
                .edges
                .iter()
                .filter(|edge| of_arch(edge.arch.as_ref()) && known(&edge.from) && known(&edge.to));
            let edges: Vec<Edge> = edges.map(|edge| Edge { arch: None, ..edge.clone() }).collect();
            (!edges.is_empty()).then(|| ConditionalEdges { edges, risks: group.risks.clone() })
        });
        let (edges, conditional) = (edges.collect(), conditional.collect());
        Self { nodes, edges, conditional }
    }
}
