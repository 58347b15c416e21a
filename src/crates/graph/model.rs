//! The update graph: releases, the edges between them, and the risks of conditional edges.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::release::Release;
use crate::version::Version;

#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// Pairs of indexes into `nodes`.
    pub edges: Vec<(usize, usize)>,
    pub conditional: Vec<ConditionalEdges>,
}

#[derive(Debug, Clone)]
pub struct Node {
    pub release: Arc<Release>,
    /// Only set in a graph of several architectures.
    pub arch: Option<String>,
    /// `previous.remove_regex`: the sources of edges to this release that were removed without a
    /// reason.
    pub removed: Option<String>,
}

/// Edges that share their risks.
#[derive(Debug, Clone)]
pub struct ConditionalEdges {
    pub edges: Vec<Edge>,
    pub risks: Arc<[Risk]>,
}

#[derive(Debug, Clone)]
pub struct Edge {
    pub from: Version,
    pub to: Version,
    pub arch: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Risk {
    pub name: String,
    pub message: String,
    pub url: String,
    /// In the order of evaluation: the first one that can be evaluated decides.
    pub rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    Always,
    PromQl(String),
    /// Names of platforms, one of which must be the cluster's; an early form.
    Platforms(Vec<String>),
    /// One match is enough; an early form.
    AnyOf(Vec<Rule>),
    /// Of an unknown type, or malformed.
    Unknown(String),
}

impl Graph {
    /// Returns the size of all edges with their risks, or of the risks of all edges from one
    /// release, whichever is larger.
    pub(crate) fn spread(&self) -> usize {
        let mut from: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all: usize = 0;
        for ConditionalEdges { edges, risks } in &self.conditional {
            let texts = risks.iter().map(|risk| {
                size_of::<Risk>() + risk.name.len() + risk.message.len() + risk.url.len()
            });
            let texts: usize = texts.sum();
            all = all.saturating_add(edges.len().saturating_mul(risks.len() * size_of::<usize>()));
            for edge in edges {
                let known = from.entry(edge.from.text()).or_default();
                *known = known.saturating_add(texts);
            }
        }
        from.into_values().fold(all, usize::max)
    }

    /// Returns its approximate size in memory.
    pub fn memory(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let nodes = self.nodes.iter().map(|Node { release, arch, removed }| {
            let Release { version, image, url, channels, architecture } = release.as_ref();
            let channels: usize =
                channels.iter().map(|name| size_of::<String>() + name.len()).sum();
            let texts = [url, architecture, arch, removed].into_iter().map(text).sum::<usize>();
            size_of::<Node>()
                + size_of::<Release>()
                + version.text().len()
                + image.len()
                + texts
                + channels
        });
        let conditional = self.conditional.iter().map(|ConditionalEdges { edges, risks }| {
            let edges = edges.iter().map(|Edge { from, to, arch }| {
                size_of::<Edge>() + from.text().len() + to.text().len() + text(arch)
            });
            let risks = risks.iter().map(|Risk { name, message, url, rules }| {
                let rules = rules.len() * size_of::<Rule>();
                size_of::<Risk>() + name.len() + message.len() + url.len() + rules
            });
            size_of::<ConditionalEdges>() + edges.chain(risks).sum::<usize>()
        });
        size_of_val(self.edges.as_slice()) + nodes.chain(conditional).sum::<usize>()
    }
}

impl Risk {
    /// Returns the rules that can be evaluated. Rules of unknown types are skipped.
    pub fn known_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.is_known())
    }

    /// Returns the types of the rules that are skipped, if others are left.
    pub(crate) fn passed_over(&self) -> Vec<&str> {
        let unknown = self.rules.iter().filter_map(|rule| match rule {
            Rule::Unknown(kind) => Some(kind.as_str()),
            Rule::Always | Rule::PromQl(_) | Rule::Platforms(_) | Rule::AnyOf(_) => None,
        });
        if self.known_rules().next().is_some() { unknown.collect() } else { Vec::new() }
    }

    /// Returns whether it applies to every cluster: the first rule that can be evaluated always
    /// matches, or there is none.
    pub(crate) fn applies_to_all(&self) -> bool {
        self.known_rules().next().is_none_or(Rule::matches_always)
    }
}

impl Rule {
    /// Returns whether it can be evaluated.
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }

    pub(crate) fn matches_always(&self) -> bool {
        match self {
            Self::Always => true,
            Self::AnyOf(rules) => rules.iter().any(Self::matches_always),
            Self::PromQl(_) | Self::Platforms(_) | Self::Unknown(_) => false,
        }
    }

    /// Returns its queries.
    pub(crate) fn queries(&self) -> Vec<&str> {
        match self {
            Self::PromQl(query) => vec![query],
            Self::AnyOf(rules) => rules.iter().flat_map(Self::queries).collect(),
            Self::Always | Self::Platforms(_) | Self::Unknown(_) => Vec::new(),
        }
    }
}

impl Graph {
    /// Returns the releases of an architecture, in any channel.
    #[must_use]
    pub fn of_arch(&self, arch: &str) -> Self {
        self.filtered(|_| true, arch)
    }

    /// Returns what an update service answers for a channel and an architecture. A release without
    /// channels is in all of them.
    #[must_use]
    pub fn served(&self, channel: &str, arch: &str) -> Self {
        let in_channel = |release: &Release| {
            let channels = &release.channels;
            channels.is_empty() || channels.iter().any(|known| known == channel)
        };
        self.filtered(in_channel, arch)
    }

    /// Returns the releases of an architecture that [`Self::served`] drops: their channels do not
    /// include this one.
    pub fn not_in_channel(&self, channel: &str, arch: &str) -> Vec<&Version> {
        let lacks = |node: &&Node| {
            let channels = &node.release.channels;
            let of_arch = node.arch.as_ref().is_none_or(|given| given == arch);
            of_arch && !channels.is_empty() && !channels.iter().any(|known| known == channel)
        };
        self.nodes.iter().filter(lacks).map(|node| &node.release.version).collect()
    }

    /// Returns whether all releases share a channel. Then the graph is the answer for a channel,
    /// and incomplete for other channels.
    pub fn is_of_one_channel(&self) -> bool {
        !self.nodes.is_empty() && !self.shared_channels().is_empty()
    }

    /// Returns the channels that all releases are in.
    pub(crate) fn shared_channels(&self) -> BTreeSet<&str> {
        let mut nodes = self.nodes.iter().map(|node| &node.release.channels);
        let first = nodes.next().map(|names| names.iter().map(String::as_str).collect());
        let mut shared: BTreeSet<&str> = first.unwrap_or_default();
        for channels in nodes {
            shared.retain(|name| channels.iter().any(|known| known == name));
        }
        shared
    }

    /// Drops what no channel has, and so no cluster gets: releases without channels, and edges
    /// between releases that have no channel in common.
    #[must_use]
    pub fn in_channels(&self) -> Self {
        let share = |one: &Node, other: &Node| {
            one.release.channels.iter().any(|name| other.release.channels.contains(name))
        };
        let by_version: BTreeMap<&str, &Node> =
            self.nodes.iter().map(|node| (node.release.version.text(), node)).collect();
        let node = |version: &Version| by_version.get(version.text()).copied();
        let together =
            |edge: &&Edge| node(&edge.from).zip(node(&edge.to)).is_some_and(|(a, b)| share(a, b));
        let conditional = self.conditional.iter().map(|group| ConditionalEdges {
            edges: group.edges.iter().filter(together).cloned().collect(),
            risks: group.risks.clone(),
        });
        let edges = self.edges.iter().filter(|(a, b)| share(&self.nodes[*a], &self.nodes[*b]));
        let places: Vec<usize> = (0..self.nodes.len())
            .filter(|place| !self.nodes[*place].release.channels.is_empty())
            .collect();
        let moved = |place: &usize| places.binary_search(place).ok();
        Self {
            nodes: places.iter().map(|&place| self.nodes[place].clone()).collect(),
            edges: edges.filter_map(|(a, b)| moved(a).zip(moved(b))).collect(),
            conditional: conditional.filter(|group| !group.edges.is_empty()).collect(),
        }
    }

    pub(crate) fn filtered(&self, is_wanted: impl Fn(&Release) -> bool, arch: &str) -> Self {
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

#[cfg(test)]
mod tests {
    use crate::testing::GraphBuilder;

    #[test]
    fn an_edge_is_kept_if_a_channel_has_both_of_its_ends() {
        let edges = ["4.6.1>4.6.2", "4.6.2>4.7.0", "4.6.1>4.7.0", "4.6.1>4.6.2:R", "4.6.1>4.7.0:R"];
        let mut graph =
            GraphBuilder::new(&["4.5.0", "4.6.1", "4.6.2", "4.7.0"]).edges(&edges).layer("x").graph;
        let channels: [&[&str]; 4] =
            [&[], &["stable-4.6"], &["stable-4.6", "stable-4.7"], &["stable-4.7"]];
        for (node, channels) in graph.nodes.iter_mut().zip(channels) {
            let release = std::sync::Arc::make_mut(&mut node.release);
            release.channels = channels.iter().map(ToString::to_string).collect();
        }
        let kept = graph.in_channels();
        let versions: Vec<&str> =
            kept.nodes.iter().map(|node| node.release.version.text()).collect();
        assert_eq!(versions, ["4.6.1", "4.6.2", "4.7.0"], "4.5.0 is in no channel");
        assert_eq!(kept.edges, [(0, 1), (1, 2)], "no channel has both 4.6.1 and 4.7.0");
        let conditional: Vec<&str> = kept
            .conditional
            .iter()
            .flat_map(|group| group.edges.iter().map(|edge| edge.to.text()))
            .collect();
        assert_eq!(conditional, ["4.6.2"]);
    }
}
