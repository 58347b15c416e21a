//! Small graphs for unit tests.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test builders: what does not hold should end the test"
)]

use crate::channel_graphs::ChannelGraphs;
use crate::merged::ChannelGraph;
use crate::model::{ConditionalEdges, Edge, Graph, Node, Risk, Rule};
use crate::release::Release;
use crate::risk::{Platform, QueryAnswer, RiskInputs};
use crate::version::Version;

/// A graph, as a builder.
#[derive(Debug, Clone, Default)]
pub struct GraphBuilder(Graph);

impl GraphBuilder {
    pub fn new(versions: &[&str]) -> Self {
        let nodes = versions
            .iter()
            .map(|version| Node { release: release(version).into(), arch: None, removed: None })
            .collect();
        Self(Graph { nodes, ..Graph::default() })
    }

    #[must_use]
    pub fn edge(mut self, from: &str, to: &str) -> Self {
        let place = |version: &str| {
            let mut nodes = self.0.nodes.iter();
            nodes.position(|node| node.release.version.text() == version).expect("a known version")
        };
        let edge = (place(from), place(to));
        self.0.edges.push(edge);
        self
    }

    #[must_use]
    pub fn risky(mut self, from: &str, to: &str, risks: &[Risk]) -> Self {
        let edge = Edge { from: Version::new(from), to: Version::new(to), arch: None };
        self.0.conditional.push(ConditionalEdges { edges: vec![edge], risks: risks.into() });
        self
    }

    /// Adds edges: `a>b`, and `a>b:X,Y` with risks; `a>b:` is conditional without a reason.
    #[must_use]
    pub fn edges(self, edges: &[&str]) -> Self {
        edges.iter().fold(self, |builder, edge| {
            let (ends, risks) = edge.split_once(':').map_or((*edge, None), |(a, b)| (a, Some(b)));
            let (from, to) = ends.split_once('>').expect("an edge has two ends");
            let Some(risks) = risks else { return builder.edge(from, to) };
            let names = risks.split(',').filter(|name| !name.is_empty());
            let risks: Vec<Risk> = names.map(|name| risk(name, &[Rule::Always])).collect();
            builder.risky(from, to, &risks)
        })
    }

    /// Removes the edges to a version from all that an expression matches.
    #[must_use]
    pub fn removed(mut self, to: &str, expression: &str) -> Self {
        let mut nodes = self.0.nodes.iter_mut();
        let node = nodes.find(|node| node.release.version.text() == to).expect("a known version");
        node.removed = Some(expression.to_owned());
        self
    }

    pub fn layer(self, channel: &str) -> ChannelGraph {
        ChannelGraph { channel: Some(channel.to_owned()), graph: self.0 }
    }

    /// This graph as that of `stable-4.6`, with a version to start from.
    pub fn seen_from(self, version: Option<&str>) -> ChannelGraphs {
        seen_from(version, &[self.layer("stable-4.6")])
    }
}

pub fn seen_from(version: Option<&str>, layers: &[ChannelGraph]) -> ChannelGraphs {
    let mut graphs = ChannelGraphs::new(layers, "amd64".to_owned(), "a file".to_owned());
    graphs.from = version.map(Version::new);
    graphs
}

/// A release with an image of its own.
pub fn release(version: &str) -> Release {
    let digest = version.bytes().fold(0, |digest: u128, byte| digest << 8 | u128::from(byte));
    Release {
        version: Version::new(version),
        image: format!("quay.io/openshift-release-dev/ocp-release@sha256:{digest:x}"),
        url: None,
        channels: Vec::new(),
        architecture: None,
    }
}

pub fn risk(name: &str, rules: &[Rule]) -> Risk {
    Risk {
        name: name.to_owned(),
        message: format!("{name} hurts."),
        url: format!("https://example.com/{name}"),
        rules: rules.to_vec(),
    }
}

/// A risk with one query, which is its name in lowercase.
pub fn asks(name: &str) -> Risk {
    risk(name, &[Rule::PromQl(name.to_lowercase())])
}

/// Every query and its only sample.
pub fn facts(answers: &[(&str, f64)]) -> RiskInputs {
    let answers = answers.iter();
    RiskInputs {
        answers: answers
            .map(|(query, value)| ((*query).to_owned(), QueryAnswer::Vector(vec![*value])))
            .collect(),
        platform: Platform::Known("VSphere".to_owned()),
    }
}
