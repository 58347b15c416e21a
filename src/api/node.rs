//! Nodes, pods and disruption budgets, as far as updates go.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::cluster_version::{ConditionObject, Text};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectMetadata {
    pub(crate) name: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) labels: Option<BTreeMap<String, Text>>,
    pub(crate) annotations: Option<BTreeMap<String, Text>>,
    pub(crate) owner_references: Option<Vec<OwnerObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct OwnerObject {
    pub(crate) kind: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeObject {
    pub(crate) metadata: Option<ObjectMetadata>,
    pub(crate) spec: Option<NodeSpec>,
    pub(crate) status: Option<NodeStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeSpec {
    pub(crate) unschedulable: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeStatus {
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PodObject {
    pub(crate) metadata: Option<ObjectMetadata>,
    pub(crate) spec: Option<PodSpec>,
    pub(crate) status: Option<PodStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PodSpec {
    pub(crate) node_name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PodStatus {
    pub(crate) phase: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct BudgetObject {
    pub(crate) metadata: Option<ObjectMetadata>,
    pub(crate) spec: Option<BudgetSpec>,
    pub(crate) status: Option<BudgetStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct BudgetSpec {
    pub(crate) selector: Option<SelectorObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SelectorObject {
    pub(crate) match_labels: Option<BTreeMap<String, Text>>,
    pub(crate) match_expressions: Option<Vec<SelectorExpression>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct SelectorExpression {
    pub(crate) key: Option<Text>,
    pub(crate) operator: Option<Text>,
    pub(crate) values: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BudgetStatus {
    pub(crate) disruptions_allowed: Option<i64>,
}
