//! Machine config nodes: how far each node is with its configuration, where the cluster reports it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::condition_type::MachineConfigNodeCondition;
use crate::objects::cluster_version::conditions;
use crate::objects::cluster_version::wire::ConditionObject;
use upgrade_graph::condition::{Conditions, Status};
use upgrade_graph::decode::typed;

pub const KIND: &str = "MachineConfigNode";
pub const PLURAL: &str = "machineconfignodes";
/// Newest first. Clusters before 4.19 have the second one, if any.
pub const VERSIONS: [&str; 2] = ["v1", "v1alpha1"];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MachineConfigNode {
    /// The name of its node.
    pub name: String,
    /// The configuration that its conditions are about; empty if it is not reported.
    pub desired: String,
    pub conditions: Conditions,
}

/// What the machine config operator does on a node to update it
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum NodeStep {
    /// It checks whether the node can take the configuration
    Preparing,
    Cordoning,
    Draining,
    /// It writes files and the operating system
    Applying,
    Rebooting,
    /// The node is updated and is about to take pods again
    Resuming,
}

/// The conditions of the steps, in the order of an update.
// machine-config-operator: pkg/daemon/update.go
const STEPS: [(MachineConfigNodeCondition, NodeStep); 6] = [
    (MachineConfigNodeCondition::UpdatePrepared, NodeStep::Preparing),
    (MachineConfigNodeCondition::Cordoned, NodeStep::Cordoning),
    (MachineConfigNodeCondition::Drained, NodeStep::Draining),
    (MachineConfigNodeCondition::AppliedFilesAndOS, NodeStep::Applying),
    (MachineConfigNodeCondition::RebootedNode, NodeStep::Rebooting),
    (MachineConfigNodeCondition::Resumed, NodeStep::Resuming),
];

impl MachineConfigNode {
    /// Returns the step that the node is at; none if it is updated, or has not started.
    // machine-config-operator: pkg/upgrademonitor/upgrade_monitor.go. A step in progress is
    // Unknown, a completed one True. Once the node is updated, all are False again.
    pub fn step(&self) -> Option<NodeStep> {
        let status = |kind| self.conditions.get(kind).map(|condition| condition.status);
        if status(MachineConfigNodeCondition::Updated) == Some(Status::True) {
            return None;
        }
        let reached = STEPS
            .iter()
            .rposition(|(kind, _)| matches!(status(*kind), Some(Status::True | Status::Unknown)))?;
        let (kind, step) = STEPS[reached];
        let is_over = status(kind) == Some(Status::True);
        let next = STEPS.get(reached + 1).filter(|_| is_over);
        Some(next.map_or(step, |(_, next)| *next))
    }
}

impl NodeStep {
    /// Returns its name for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Preparing => "Preparing",
            Self::Cordoning => "Cordoning",
            Self::Draining => "Draining",
            Self::Applying => "Applying",
            Self::Rebooting => "Rebooting",
            Self::Resuming => "Resuming",
        }
    }
}

#[derive(Debug, Default, Deserialize)]
struct MachineConfigNodeObject {
    status: Option<MachineConfigNodeStatus>,
}

#[derive(Debug, Default, Deserialize)]
struct MachineConfigNodeStatus {
    conditions: Option<Vec<ConditionObject>>,
}

/// Reads an object; its name is that of its node.
pub fn machine_config_node(name: String, object: &Value) -> MachineConfigNode {
    let wire: MachineConfigNodeObject = typed(object).unwrap_or_default();
    let desired = object.pointer("/spec/configVersion/desired").and_then(Value::as_str);
    MachineConfigNode {
        name,
        desired: desired.unwrap_or_default().to_owned(),
        conditions: conditions(wire.status.unwrap_or_default().conditions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn step(said: &[(&str, &str)]) -> Option<NodeStep> {
        let condition = |(kind, status): &(&str, &str)| json!({"type": kind, "status": status});
        let conditions: Vec<Value> = said.iter().map(condition).collect();
        let object = json!({
            "spec": {"configVersion": {"desired": "rendered-worker-2"}},
            "status": {"conditions": conditions},
        });
        let node = machine_config_node("worker-0".to_owned(), &object);
        assert_eq!(node.desired, "rendered-worker-2");
        node.step()
    }

    #[test]
    fn the_step_is_the_last_one_that_was_begun() {
        let mut said = vec![("Updated", "False")];
        assert_eq!(step(&said), None, "nothing has begun");
        for (kind, during, after) in [
            ("UpdatePrepared", NodeStep::Preparing, NodeStep::Cordoning),
            ("Cordoned", NodeStep::Cordoning, NodeStep::Draining),
            ("Drained", NodeStep::Draining, NodeStep::Applying),
            ("AppliedFilesAndOS", NodeStep::Applying, NodeStep::Rebooting),
            ("RebootedNode", NodeStep::Rebooting, NodeStep::Resuming),
            ("Resumed", NodeStep::Resuming, NodeStep::Resuming),
        ] {
            said.push((kind, "Unknown"));
            assert_eq!(step(&said), Some(during), "{kind}");
            said.pop();
            said.push((kind, "True"));
            assert_eq!(step(&said), Some(after), "after {kind}");
        }
        said[0] = ("Updated", "True");
        assert_eq!(step(&said), None);
    }

    #[test]
    fn what_is_odd_is_no_step() {
        for object in [json!({}), json!({"status": "x"}), json!({"status": {"conditions": null}})] {
            let node = machine_config_node("worker-0".to_owned(), &object);
            assert_eq!((node.step(), node.desired.as_str()), (None, ""));
        }
    }
}
