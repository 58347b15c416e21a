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
    pub(crate) nodes: Vec<Value>,
    #[serde(default)]
    pub(crate) edges: Vec<Value>,
    pub(crate) conditional_edges: Option<Vec<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeDocument {
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) payload: String,
    pub(crate) metadata: Option<BTreeMap<String, Value>>,
}

/// Versions, not places.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct EdgeDocument {
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskDocument {
    pub(crate) url: Option<String>,
    pub(crate) name: Option<String>,
    /// The name, as it was first sketched.
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) matching_rules: Option<Vec<Value>>,
    /// The rules, as they were first sketched.
    #[serde(alias = "clusters")]
    pub(crate) blocked_clusters: Option<Clusters>,
}

/// Any property that matches blocks; without any, all clusters are.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Clusters {
    pub(crate) promql: Option<String>,
    pub(crate) platforms: Option<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct RuleDocument {
    pub(crate) r#type: String,
    #[serde(alias = "PromQL")]
    pub(crate) promql: Option<PromQl>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PromQl {
    #[serde(default, alias = "PromQL")]
    pub(crate) promql: String,
}
