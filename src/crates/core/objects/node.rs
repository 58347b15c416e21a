//! Nodes and their pods, as far as they matter to updates.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::wire::{ConditionObject, Text};
use crate::objects::cluster_version::{conditions, filled};
use crate::objects::machine_config_pool::GROUP;
use crate::selector::{Requirement, Selector};
use upgrade_graph::condition::Conditions;
use upgrade_graph::decode::typed;

/// A node; empty text if an annotation is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub current: String,
    pub desired: String,
    pub state: String,
    pub reason: String,
    pub desired_drain: String,
    pub last_drain: String,
    pub current_image: String,
    pub desired_image: String,
    pub unschedulable: bool,
    pub conditions: Conditions,
}

impl Node {
    /// Returns whether its machine config daemon reports that it is degraded.
    pub(crate) fn is_in_trouble(&self) -> bool {
        ["Degraded", "Unreconcilable"].contains(&self.state.as_str())
    }

    /// Returns whether a drain is requested and not completed.
    pub(crate) fn is_to_be_drained(&self) -> bool {
        self.desired_drain.starts_with(DRAIN) && self.desired_drain != self.last_drain
    }

    /// Returns whether the machine config operator has cordoned it, or is about to uncordon it.
    pub(crate) fn is_drained_for_update(&self) -> bool {
        self.desired_drain.starts_with(DRAIN) || self.desired_drain != self.last_drain
    }

    /// Returns whether it has problems while it changes its configuration.
    pub(crate) fn is_degraded(&self) -> bool {
        !self.desired.is_empty() && self.is_in_trouble()
    }
}

/// The request of the machine config operator for a drain; `uncordon-` ends it.
const DRAIN: &str = "drain-";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pod {
    pub namespace: String,
    pub name: String,
    pub node: String,
    pub labels: BTreeMap<String, String>,
    /// Drains do not evict it, or it has ended.
    pub stays: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    pub namespace: String,
    pub name: String,
    /// None selects nothing.
    pub selector: Option<Selector>,
    /// The number of pods that may be evicted now; zero if it is not reported.
    pub allowed: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectMetadata {
    pub name: Option<Text>,
    pub namespace: Option<Text>,
    pub labels: Option<BTreeMap<String, Text>>,
    pub annotations: Option<BTreeMap<String, Text>>,
    pub owner_references: Option<Vec<OwnerObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct OwnerObject {
    pub kind: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeObject {
    pub metadata: Option<ObjectMetadata>,
    pub spec: Option<NodeSpec>,
    pub status: Option<NodeStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeSpec {
    pub unschedulable: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct NodeStatus {
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PodObject {
    pub metadata: Option<ObjectMetadata>,
    pub spec: Option<PodSpec>,
    pub status: Option<PodStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PodSpec {
    pub node_name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PodStatus {
    pub phase: Option<Text>,
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct BudgetObject {
    pub metadata: Option<ObjectMetadata>,
    pub spec: Option<BudgetSpec>,
    pub status: Option<BudgetStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct BudgetSpec {
    pub selector: Option<SelectorObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SelectorObject {
    pub match_labels: Option<BTreeMap<String, Text>>,
    pub match_expressions: Option<Vec<SelectorExpression>>,
}

#[derive(Debug, Default, Deserialize)]
pub struct SelectorExpression {
    pub key: Option<Text>,
    pub operator: Option<Text>,
    pub values: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BudgetStatus {
    pub disruptions_allowed: Option<i64>,
}

/// Reads a node; if it cannot be read, only its name is known.
pub fn node(name: &str, object: &Value) -> Node {
    let wire: NodeObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let annotations = texts(metadata.annotations);
    let note =
        |name: &str| annotations.get(&format!("{GROUP}/{name}")).cloned().unwrap_or_default();
    Node {
        name: name.to_owned(),
        labels: texts(metadata.labels),
        current: note("currentConfig"),
        desired: note("desiredConfig"),
        state: note("state"),
        reason: note("reason"),
        desired_drain: note("desiredDrain"),
        last_drain: note("lastAppliedDrain"),
        current_image: note("currentImage"),
        desired_image: note("desiredImage"),
        unschedulable: wire.spec.unwrap_or_default().unschedulable.unwrap_or_default(),
        conditions: conditions(wire.status.unwrap_or_default().conditions),
    }
}

pub fn pod(object: &Value) -> Pod {
    let wire: PodObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let owners = metadata.owner_references.unwrap_or_default();
    // Pods of a DaemonSet, and static pods, which their node owns.
    let stays = |owner: &OwnerObject| ["DaemonSet", "Node"].contains(&text(owner.kind.as_ref()));
    let is_bound = owners.iter().any(stays);
    let phase = wire.status.unwrap_or_default().phase;
    let over = ["Succeeded", "Failed"].contains(&text(phase.as_ref()));
    Pod {
        namespace: text(metadata.namespace.as_ref()).to_owned(),
        name: text(metadata.name.as_ref()).to_owned(),
        node: filled(wire.spec.unwrap_or_default().node_name).unwrap_or_default(),
        labels: texts(metadata.labels),
        stays: is_bound || over,
    }
}

pub fn budget(object: &Value) -> Budget {
    let wire: BudgetObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    Budget {
        namespace: text(metadata.namespace.as_ref()).to_owned(),
        name: text(metadata.name.as_ref()).to_owned(),
        selector: wire.spec.unwrap_or_default().selector.map(selector),
        allowed: wire.status.unwrap_or_default().disruptions_allowed.unwrap_or_default(),
    }
}

pub fn selector(wire: SelectorObject) -> Selector {
    let labels = texts(wire.match_labels).into_iter();
    let labels = labels.map(|(key, value)| Requirement::In(key, vec![value]));
    let expressions = wire.match_expressions.unwrap_or_default().into_iter().map(|expression| {
        let key = text(expression.key.as_ref()).to_owned();
        let values = expression.values.unwrap_or_default().into_iter().map(|value| value.0);
        match text(expression.operator.as_ref()) {
            "In" => Requirement::In(key, values.collect()),
            "NotIn" => Requirement::NotIn(key, values.collect()),
            "Exists" => Requirement::Exists(key),
            "DoesNotExist" => Requirement::DoesNotExist(key),
            _ => Requirement::Unknown,
        }
    });
    Selector(labels.chain(expressions).collect())
}

/// Returns the release of a machine config, from its metadata.
pub fn release_of_config(object: &Value) -> Option<String> {
    let annotation = &object["metadata"]["annotations"][format!("{GROUP}/release-image-version")];
    annotation.as_str().filter(|version| !version.is_empty()).map(str::to_owned)
}

/// Returns the image that the machine-config operator's deployment runs.
pub fn operator_image(deployment: &Value) -> Option<String> {
    let containers = deployment.pointer("/spec/template/spec/containers")?.as_array()?;
    let operator = containers.iter().find(|one| one["name"] == "machine-config-operator")?;
    operator["image"].as_str().map(str::to_owned)
}

pub(crate) fn text(text: Option<&Text>) -> &str {
    text.map_or("", |text| text.0.as_str())
}

pub(crate) fn texts(map: Option<BTreeMap<String, Text>>) -> BTreeMap<String, String> {
    map.unwrap_or_default().into_iter().map(|(key, value)| (key, value.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition_type::NodeCondition;
    use serde_json::json;
    use upgrade_graph::condition::Status;

    #[test]
    fn a_node_is_read_by_its_annotations_and_odd_ones_cost_nothing_more() {
        let object = json!({
            "metadata": {"name": "n", "labels": {"a": "b"}, "annotations": {"machineconfiguration.openshift.io/state": "Done", "other": "x"}},
            "spec": {"unschedulable": true},
            "status": {"conditions": [{"type": "Ready", "status": "True"}]},
        });
        let node = node("n", &object);
        assert_eq!((node.state.as_str(), node.unschedulable), ("Done", true));
        assert_eq!(node.labels["a"], "b");
        for odd in [json!({}), json!({"metadata": []}), json!({"spec": {"unschedulable": "x"}})] {
            assert_eq!(super::node("n", &odd).name, "n");
        }
    }

    #[test]
    fn of_conditions_that_are_doubled_or_odd_the_worst_counts() {
        for said in [&["False", "True"][..], &["True", "False"], &["Perhaps"]] {
            let all = ["Ready", "DiskPressure"]
                .map(|kind| said.iter().map(move |status| json!({"type": kind, "status": status})));
            let conditions: Vec<Value> = all.into_iter().flatten().collect();
            let node = node("n", &json!({"status": {"conditions": conditions}}));
            assert!(node.conditions.is(NodeCondition::Ready, Status::False), "{said:?}");
            assert!(node.conditions.is(NodeCondition::DiskPressure, Status::True), "{said:?}");
        }
    }

    #[test]
    fn daemons_static_pods_and_what_is_over_stay() {
        let pod = |kind: &str, phase: &str| {
            pod(
                &json!({"metadata": {"name": "p", "ownerReferences": [{"kind": kind}]}, "status": {"phase": phase}}),
            )
        };
        assert!(pod("DaemonSet", "Running").stays && pod("Node", "Running").stays);
        assert!(pod("Job", "Succeeded").stays);
        assert!(!pod("ReplicaSet", "Running").stays);
    }
}
