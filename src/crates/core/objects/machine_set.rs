//! MachineSets and their Machines → a pool that is not a MachineConfigPool.

use std::collections::BTreeSet;

use serde_json::Value;

use super::cluster_version::management;
use crate::objects::cluster_version::management::Management;

pub const KIND: &str = "MachineSet";
pub const API_VERSION: &str = "machine.openshift.io/v1beta1";

/// Reads what pauses the updates of a MachineSet.
pub fn management(set: &Value) -> Management {
    management::management(set.pointer("/spec/versionManagement"))
}

/// Returns the nodes of machines; an error names a machine without a node.
pub fn nodes(machines: Vec<(String, Option<String>)>) -> Result<BTreeSet<String>, String> {
    let node = |(machine, node): (String, Option<String>)| {
        node.ok_or_else(|| format!("machine {machine} has no node yet"))
    };
    machines.into_iter().map(node).collect()
}

/// Reads the name of a machine's node.
pub fn node(machine: &Value) -> Option<String> {
    let name = machine.pointer("/status/nodeRef/name").and_then(Value::as_str);
    name.filter(|name| !name.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_machine_without_a_node_leaves_its_set_unknown() {
        let machine = |name: &str, object: Value| (name.to_owned(), node(&object));
        let up = machine("a", json!({"status": {"nodeRef": {"name": "node-a"}}}));
        assert_eq!(nodes(vec![up.clone()]), Ok(BTreeSet::from(["node-a".to_owned()])));
        for object in [json!({}), json!({"status": {"nodeRef": {"name": ""}}})] {
            let found = nodes(vec![up.clone(), machine("b", object)]);
            assert_eq!(found, Err("machine b has no node yet".to_owned()));
        }
    }
}
