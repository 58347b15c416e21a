//! The update graph as update services serve it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(crate) const CHANNELS: &str = "io.openshift.upgrades.graph.release.channels";
pub(crate) const ARCHITECTURE: &str = "release.openshift.io/architecture";
pub(crate) const URL: &str = "url";
/// The sources of removed edges: regular expressions, joined by `|`.
pub(crate) const REMOVED: &str = "io.openshift.upgrades.graph.previous.remove_regex";

/// The lists of a graph. Edges are pairs of indexes into the nodes, conditional ones name versions.
pub(crate) const NODES: &str = "nodes";
pub(crate) const EDGES: &str = "edges";
pub(crate) const CONDITIONAL: &str = "conditionalEdges";

/// A graph with raw entries, so that invalid ones can be named.
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

/// Versions, not indexes.
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
    /// The name, in the early form.
    pub reason: Option<String>,
    pub message: Option<String>,
    pub matching_rules: Option<Vec<Value>>,
    /// The rules, in the early form.
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
