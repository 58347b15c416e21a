//! The graph as update services serve it: not a kind of ours, but what clusters read.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::{Risk, Rule};
use crate::served::{RiskGroup, Served, ServedNode};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServedGraph {
    /// The only version of the format.
    pub version: u32,
    pub nodes: Vec<ServedNodeView>,
    pub edges: Vec<(usize, usize)>,
    pub conditional_edges: Vec<ConditionalView>,
}

#[derive(Debug, Serialize)]
pub struct ServedNodeView {
    pub version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
}

#[derive(Debug, Serialize)]
pub struct ConditionalView {
    edges: Vec<ServedEdgeView>,
    risks: Vec<ServedRiskView>,
}

#[derive(Debug, Serialize)]
struct ServedEdgeView {
    from: String,
    to: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ServedRiskView {
    url: String,
    name: String,
    message: String,
    matching_rules: Vec<ServedRuleView>,
}

#[derive(Debug, Serialize)]
struct ServedRuleView {
    r#type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    promql: Option<QueryView>,
}

#[derive(Debug, Serialize)]
struct QueryView {
    promql: String,
}

impl ServedGraph {
    pub fn new(served: &Served) -> Self {
        let node = |node: &ServedNode| ServedNodeView {
            version: node.version.clone(),
            payload: node.payload.clone(),
            metadata: node.metadata.clone(),
        };
        let edge =
            |(from, to): &(String, String)| ServedEdgeView { from: from.clone(), to: to.clone() };
        let conditional = |(edges, risks): &RiskGroup| ConditionalView {
            edges: edges.iter().map(edge).collect(),
            risks: risks.iter().map(risk).collect(),
        };
        Self {
            version: 1,
            nodes: served.nodes.iter().map(node).collect(),
            edges: served.edges.clone(),
            conditional_edges: served.conditional.iter().map(conditional).collect(),
        }
    }
}

fn risk(risk: &Risk) -> ServedRiskView {
    let Risk { name, message, url, rules } = risk;
    ServedRiskView {
        url: url.clone(),
        name: name.clone(),
        message: message.clone(),
        matching_rules: rules.iter().map(rule).collect(),
    }
}

fn rule(rule: &Rule) -> ServedRuleView {
    let named = |name: &str| ServedRuleView { r#type: name.to_owned(), promql: None };
    match rule {
        Rule::Always => named("Always"),
        Rule::PromQl(query) => {
            ServedRuleView { promql: Some(QueryView { promql: query.clone() }), ..named("PromQL") }
        }
        Rule::Unknown(name) => named(name),
        // Never served: clusters do not support these.
        Rule::Platforms(_) => named("Platforms"),
        Rule::AnyOf(_) => named("AnyOf"),
    }
}
