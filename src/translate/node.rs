//! Nodes, pods and disruption budgets → what updates need to know of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::cluster_version::{conditions, filled};
use crate::api::cluster_version::Text;
use crate::api::machine_config::GROUP;
use crate::api::node as api;
use crate::domain::node::{Budget, Node, Pod};
use crate::domain::selector::{Requirement, Selector};
use crate::translate::decode::typed;

/// Reads a node; one that cannot be read is one of which only the name is known.
pub(crate) fn node(name: &str, object: &Value) -> Node {
    let wire: api::NodeObject = typed(object).unwrap_or_default();
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

pub(crate) fn pod(object: &Value) -> Pod {
    let wire: api::PodObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    let owners = metadata.owner_references.unwrap_or_default();
    let of_daemon_set = owners.iter().any(|owner| text(owner.kind.as_ref()) == "DaemonSet");
    let phase = wire.status.unwrap_or_default().phase;
    let over = ["Succeeded", "Failed"].contains(&text(phase.as_ref()));
    Pod {
        namespace: text(metadata.namespace.as_ref()).to_owned(),
        name: text(metadata.name.as_ref()).to_owned(),
        node: filled(wire.spec.unwrap_or_default().node_name).unwrap_or_default(),
        labels: texts(metadata.labels),
        stays: of_daemon_set || over,
    }
}

pub(crate) fn budget(object: &Value) -> Budget {
    let wire: api::BudgetObject = typed(object).unwrap_or_default();
    let metadata = wire.metadata.unwrap_or_default();
    Budget {
        namespace: text(metadata.namespace.as_ref()).to_owned(),
        name: text(metadata.name.as_ref()).to_owned(),
        selector: wire.spec.unwrap_or_default().selector.map(selector),
        allowed: wire.status.unwrap_or_default().disruptions_allowed.unwrap_or_default(),
    }
}

pub(crate) fn selector(wire: api::SelectorObject) -> Selector {
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

/// Returns the release that a machine config is of, from its metadata.
pub(crate) fn release_of_config(object: &Value) -> Option<String> {
    let annotation = &object["metadata"]["annotations"][format!("{GROUP}/release-image-version")];
    annotation.as_str().filter(|version| !version.is_empty()).map(str::to_owned)
}

/// Returns the image that the machine-config operator's deployment runs.
pub(crate) fn operator_image(deployment: &Value) -> Option<String> {
    let containers = deployment.pointer("/spec/template/spec/containers")?.as_array()?;
    let operator = containers.iter().find(|one| one["name"] == "machine-config-operator")?;
    operator["image"].as_str().map(str::to_owned)
}

fn text(text: Option<&Text>) -> &str {
    text.map_or("", |text| text.0.as_str())
}

fn texts(map: Option<BTreeMap<String, Text>>) -> BTreeMap<String, String> {
    map.unwrap_or_default().into_iter().map(|(key, value)| (key, value.0)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
    fn daemons_and_what_is_over_stay() {
        let pod = |kind: &str, phase: &str| {
            pod(
                &json!({"metadata": {"name": "p", "ownerReferences": [{"kind": kind}]}, "status": {"phase": phase}}),
            )
        };
        assert!(pod("DaemonSet", "Running").stays && pod("Job", "Succeeded").stays);
        assert!(!pod("ReplicaSet", "Running").stays);
    }
}
