//! Evictions: a pod leaves its node, unless a disruption budget keeps it there.

use serde_json::{Value, json};

use crate::budget::budgets;
use crate::selector::Selector;
use crate::store::{Key, Store, StoreRefusal};

/// Evicts a pod at the request of a client. A pod with a controller is recreated on another node.
pub(crate) fn evict(store: &mut Store, key: &Key, dry_run: bool) -> Result<(), StoreRefusal> {
    let pod = store.get(key)?;
    let controlled = pod["metadata"]["ownerReferences"]
        .as_array()
        .is_some_and(|owners| owners.iter().any(|owner| owner["controller"] == true));
    let refuge = refuge(store, pod["spec"]["nodeName"].as_str().unwrap_or_default());
    let held = budgets(store).into_iter().find(|one| one.covers(key) && one.allowed() == 0);
    if let Some(held) = held {
        let (name, wanted, healthy) = (held.key.name, held.wanted, held.healthy);
        return Err(StoreRefusal::Held(format!(
            "The disruption budget {name} needs {wanted} healthy pods and has {healthy} currently"
        )));
    }
    if !dry_run {
        leave(store, key, refuge.as_deref().filter(|_| controlled));
    }
    Ok(())
}

/// Returns a node on which a pod can be recreated.
fn refuge(store: &Store, from: &str) -> Option<String> {
    let nodes = store.list(&Key::cluster("", "nodes", ""), &Selector::default());
    let ready = |node: &Value| {
        let said = node["status"]["conditions"].as_array().into_iter().flatten();
        said.into_iter().any(|said| said["type"] == "Ready" && said["status"] == "True")
    };
    let is_worker =
        |node: &Value| node["metadata"]["labels"].get("node-role.kubernetes.io/worker").is_some();
    let fit = |(key, node): &(&Key, &Value)| {
        key.name != from && node["spec"]["unschedulable"] != true && ready(node) && is_worker(node)
    };
    nodes.into_iter().find(fit).map(|(key, _)| key.name.clone())
}

/// Takes a pod away; one that looks just like it starts on another node, if one is named.
pub(crate) fn leave(store: &mut Store, key: &Key, to: Option<&str>) {
    let Ok(mut pod) = store.delete(key, false) else { return };
    let Some(to) = to else { return };
    let metadata = pod.get_mut("metadata").and_then(Value::as_object_mut);
    if let Some(metadata) = metadata {
        for gone in ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"] {
            metadata.remove(gone);
        }
    }
    if let Some(spec) = pod.get_mut("spec").and_then(Value::as_object_mut) {
        spec.insert("nodeName".to_owned(), json!(to));
    }
    if let Some(fields) = pod.as_object_mut() {
        fields.insert("status".to_owned(), json!({"phase": "Pending"}));
    }
    store.add(key, || pod);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(pods: usize, budget: &Value) -> Store {
        let pod = |place: usize| {
            let owner = json!({"kind": "ReplicaSet", "name": "web", "controller": true});
            json!({
                "apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": format!("web-{place}"), "namespace": "default", "labels": {"app": "web"}, "ownerReferences": [owner], "uid": "old"},
                "spec": {"nodeName": "a"}, "status": {"phase": "Running"},
            })
        };
        let node = |name: &str| {
            json!({
                "apiVersion": "v1", "kind": "Node",
                "metadata": {"name": name, "labels": {"node-role.kubernetes.io/worker": ""}},
                "status": {"conditions": [{"type": "Ready", "status": "True"}]},
            })
        };
        let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "web", "namespace": "default"}, "spec": budget});
        Store::new((0..pods).map(pod).chain([node("a"), node("b"), budget]))
    }

    fn pod(place: usize) -> Key {
        Key::within("", "pods", "default", &format!("web-{place}"))
    }

    #[test]
    fn a_budget_lets_go_as_many_as_it_allows_at_a_time() {
        let selector = json!({"matchExpressions": [{"key": "app", "operator": "Exists"}]});
        let mut store = store(3, &json!({"minAvailable": "50%", "selector": selector}));
        assert_eq!(evict(&mut store, &pod(0), true), Ok(()));
        assert_eq!(evict(&mut store, &pod(0), false), Ok(()));
        let again = store.get(&pod(0)).unwrap();
        assert_eq!(
            (&again["spec"]["nodeName"], &again["status"]["phase"]),
            (&json!("b"), &json!("Pending"))
        );
        assert_ne!(again["metadata"]["uid"], "old");
        let refused = evict(&mut store, &pod(1), false).unwrap_err();
        assert!(
            matches!(&refused, StoreRefusal::Held(why) if why.contains("needs 2 healthy pods and has 2")),
            "{refused:?}"
        );
    }

    #[test]
    fn odd_budgets_hold_everything_or_nothing() {
        for (budget, allowed) in [
            (json!({"maxUnavailable": "100%", "selector": {}}), 3),
            (json!({"maxUnavailable": 1, "selector": {}}), 1),
            (json!({"minAvailable": "18446744073709551615%", "selector": {}}), 0),
            (json!({"minAvailable": -1, "selector": {}}), 3),
            (json!({"selector": {}}), 3),
        ] {
            let store = store(3, &budget);
            assert_eq!(budgets(&store)[0].allowed(), allowed, "{budget}");
        }
        let store = store(3, &json!({"minAvailable": 3}));
        assert!(!budgets(&store)[0].covers(&pod(0)), "without a selector it is about nothing");
    }
}
