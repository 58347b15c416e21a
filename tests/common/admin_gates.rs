//! A cluster with admin gates.

use serde_json::{Value, json};

use super::server::{infrastructure, version};

pub(crate) const A: &str = "ack-4.10-a";
pub(crate) const B: &str = "ack-4.10-b";

/// A ConfigMap.
pub(crate) fn map(namespace: &str, name: &str, data: &Value) -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap", "data": data,
        "metadata": {"namespace": namespace, "name": name, "resourceVersion": "500"},
    })
}

/// Objects of a cluster with two gates that block minor version updates.
pub(crate) fn objects() -> Vec<Value> {
    let mut object = version();
    let held = json!({"type": "Upgradeable", "status": "False", "reason": "AdminAckRequired", "message": "A goes away. B goes away."});
    object["status"]["conditions"].as_array_mut().unwrap().push(held);
    let namespace = |name: &str| json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "resourceVersion": "1"}});
    let gates = json!({A: "A goes away.", B: "B goes away.", "ack-4.11-c": "C goes away."});
    let gates = map("openshift-config-managed", "admin-gates", &gates);
    let namespaces = ["openshift-config", "openshift-config-managed"].map(namespace);
    [object, infrastructure(), gates].into_iter().chain(namespaces).collect()
}
