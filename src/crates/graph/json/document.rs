//! The update graph as an update service answers it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(crate) const CHANNELS: &str = "io.openshift.upgrades.graph.release.channels";
pub(crate) const ARCHITECTURE: &str = "release.openshift.io/architecture";
pub(crate) const URL: &str = "url";
/// From where edges to a release were taken away: expressions, joined by `|`.
pub(crate) const REMOVED: &str = "io.openshift.upgrades.graph.previous.remove_regex";

/// The lists of a graph. Edges are pairs of places among the nodes, conditional ones name versions.
pub(crate) const NODES: &str = "nodes";
pub(crate) const EDGES: &str = "edges";
pub(crate) const CONDITIONAL: &str = "conditionalEdges";

/// A graph entry by entry, so that it can be told which one makes no sense.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphDocument {
    pub nodes: Vec<Value>,
    #[serde(default)]
    pub edges: Vec<Value>,
    pub conditional_edges: Option<Vec<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeDocument {
    pub version: String,
    #[serde(default)]
    pub payload: String,
    pub metadata: Option<BTreeMap<String, Value>>,
}

/// Versions, not places.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct EdgeDocument {
    pub from: String,
    pub to: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskDocument {
    pub url: Option<String>,
    pub name: Option<String>,
    /// The name, as it was first sketched.
    pub reason: Option<String>,
    pub message: Option<String>,
    pub matching_rules: Option<Vec<Value>>,
    /// The rules, as they were first sketched.
    #[serde(alias = "clusters")]
    pub blocked_clusters: Option<Clusters>,
}

/// Any property that matches blocks; without any, all clusters are.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Clusters {
    pub promql: Option<String>,
    pub platforms: Option<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct RuleDocument {
    pub r#type: String,
    #[serde(alias = "PromQL")]
    pub promql: Option<PromQl>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PromQl {
    #[serde(default, alias = "PromQL")]
    pub promql: String,
}
