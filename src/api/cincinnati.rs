//! The update graph as an update service answers it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(crate) const CHANNELS: &str = "io.openshift.upgrades.graph.release.channels";
pub(crate) const ARCHITECTURE: &str = "release.openshift.io/architecture";
pub(crate) const URL: &str = "url";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Graph {
    #[serde(default)]
    pub(crate) nodes: Vec<Node>,
    /// Pairs of places in `nodes`.
    #[serde(default)]
    pub(crate) edges: Vec<(usize, usize)>,
    #[serde(default)]
    pub(crate) conditional_edges: Vec<ConditionalEdges>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Node {
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) payload: String,
    #[serde(default)]
    pub(crate) metadata: BTreeMap<String, Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalEdges {
    #[serde(default)]
    pub(crate) edges: Vec<Edge>,
    #[serde(default)]
    pub(crate) risks: Vec<Risk>,
}

/// Versions, not places.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Edge {
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Risk {
    #[serde(default)]
    pub(crate) url: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) matching_rules: Vec<Rule>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Rule {
    pub(crate) r#type: String,
    pub(crate) promql: Option<PromQl>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PromQl {
    #[serde(default)]
    pub(crate) promql: String,
}
