//! Drains: pods that leave a node, start on another, and the disruption budgets that hold them.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::StepContext;
use super::objects::{ConditionWrite, all, at, text};
use crate::api_server::eviction;
use crate::budget::{DisruptionBudget, budgets};
use crate::store::Key;

const STARTED_AFTER: SignedDuration = SignedDuration::from_secs(10); // to pull and start a pod

/// Starts the pods that wait for it, and keeps the status of disruption budgets true.
pub(super) fn step(context: &mut StepContext<'_>) {
    start(context);
    for budget in budgets(context.store) {
        context.store.amend(&budget.key, |object| {
            for (field, count) in [
                ("currentHealthy", budget.healthy),
                ("desiredHealthy", budget.wanted),
                ("expectedPods", budget.expected),
                ("disruptionsAllowed", budget.allowed()),
            ] {
                *at(object, &["status", field]) = json!(count);
            }
        });
    }
}

fn start(context: &mut StepContext<'_>) {
    let waits = |pod: &Value| {
        text(pod, "/status/phase") == "Pending" && !text(pod, "/spec/nodeName").is_empty()
    };
    let pods = context.list(&all("", "pods")).into_iter();
    let waiting: Vec<Key> =
        pods.filter(|(_, pod)| waits(pod)).map(|(key, _)| key.clone()).collect();
    let now = context.now;
    for key in waiting {
        let uid = context.store.get(&key).map(|pod| text(pod, "/metadata/uid").to_owned());
        let what = format!("pod {}/{} {} starts", key.namespace, key.name, uid.unwrap_or_default());
        if context.ripe(&what, STARTED_AFTER) {
            context.store.amend(&key, |pod| {
                *at(pod, &["status", "phase"]) = json!("Running");
                ConditionWrite { kind: "Ready", status: "True", reason: "", message: "" }
                    .write(pod, now);
            });
        }
    }
}

/// Returns whether a budget keeps a pod on a node.
pub(super) fn is_held(context: &StepContext<'_>, node: &str) -> bool {
    let pods = pods_on(context, node);
    let holds = |budget: &DisruptionBudget| {
        budget.allowed() == 0 && pods.iter().any(|pod| budget.covers(pod))
    };
    !pods.is_empty() && budgets(context.store).iter().any(holds)
}

/// Moves what runs on a node to another one, as its controllers would, and no more of it at a time
/// than budgets allow. Returns whether the node is empty.
pub(super) fn evict(context: &mut StepContext<'_>, node: &str, to: Option<&str>) -> bool {
    let pods = pods_on(context, node);
    let mut budgets = if pods.is_empty() { Vec::new() } else { budgets(context.store) };
    for pod in pods {
        let mut about: Vec<&mut DisruptionBudget> =
            budgets.iter_mut().filter(|budget| budget.covers(&pod)).collect();
        if about.iter().any(|budget| budget.allowed() == 0) {
            continue;
        }
        for budget in &mut about {
            budget.healthy = budget.healthy.saturating_sub(1);
        }
        eviction::leave(context.store, &pod, to);
    }
    pods_on(context, node).is_empty()
}

/// Returns the pods that have to leave a node that is drained.
fn pods_on(context: &StepContext<'_>, node: &str) -> Vec<Key> {
    let stays = |owner: &Value| owner["kind"] == "DaemonSet" || owner["kind"] == "Node";
    let stays = |pod: &Value| {
        let owners = pod["metadata"]["ownerReferences"].as_array();
        owners.is_some_and(|owners| owners.iter().any(stays))
    };
    let pods = context.list(&all("", "pods")).into_iter();
    pods.filter(|(_, pod)| text(pod, "/spec/nodeName") == node && !stays(pod))
        .map(|(key, _)| key.clone())
        .collect()
}
