//! Drains: pods that leave a node, and the disruption budgets that hold them there.

use serde_json::{Value, json};

use super::Look;
use super::objects::{all, text};
use crate::lab::store::Key;

/// Keeps the status of disruption budgets true.
pub(super) fn budgets(look: &mut Look<'_>) {
    for (key, budget) in look.list(&all("policy", "poddisruptionbudgets")) {
        let (healthy, wanted) = counts(look, &key, &budget);
        look.store.amend(&key, |budget| {
            let status = &mut budget["status"];
            status["currentHealthy"] = json!(healthy);
            status["desiredHealthy"] = json!(wanted);
            status["expectedPods"] = json!(healthy);
            status["disruptionsAllowed"] = json!(healthy.saturating_sub(wanted));
        });
    }
}

/// Returns the budget that keeps a pod on a node, if there is one.
pub(super) fn held(look: &Look<'_>, node: &str) -> Option<String> {
    let budgets = look.list(&all("policy", "poddisruptionbudgets"));
    let pods = pods(look).into_iter().filter(|(_, pod)| on(pod, node));
    for (pod_key, pod) in pods {
        for (key, budget) in &budgets {
            let (healthy, wanted) = counts(look, key, budget);
            if key.namespace == pod_key.namespace && selects(budget, &pod) && healthy <= wanted {
                return Some(format!("{}/{}", key.namespace, key.name));
            }
        }
    }
    None
}

/// Moves what runs on a node to another one, as its controllers would.
pub(super) fn evict(look: &mut Look<'_>, node: &str, to: Option<&str>) {
    for (key, _) in pods(look).into_iter().filter(|(_, pod)| on(pod, node)) {
        match to {
            Some(to) => {
                look.store.amend(&key, |pod| pod["spec"]["nodeName"] = json!(to));
            }
            None => drop(look.store.delete(&key, false)),
        }
    }
}

fn pods(look: &Look<'_>) -> Vec<(Key, Value)> {
    look.list(&all("", "pods"))
}

fn on(pod: &Value, node: &str) -> bool {
    let of_daemon_set = pod["metadata"]["ownerReferences"]
        .as_array()
        .is_some_and(|owners| owners.iter().any(|owner| owner["kind"] == "DaemonSet"));
    text(pod, "/spec/nodeName") == node && !of_daemon_set
}

fn selects(budget: &Value, pod: &Value) -> bool {
    let labels = budget["spec"]["selector"]["matchLabels"].as_object();
    labels.is_some_and(|labels| {
        labels.iter().all(|(name, value)| pod["metadata"]["labels"].get(name) == Some(value))
    })
}

/// Returns how many pods of a budget are well, and how many have to be.
fn counts(look: &Look<'_>, key: &Key, budget: &Value) -> (u64, u64) {
    let healthy = pods(look)
        .iter()
        .filter(|(pod, object)| pod.namespace == key.namespace && selects(budget, object))
        .count() as u64;
    let share = |value: &Value| match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            let percent: u64 = text.strip_suffix('%')?.parse().ok()?;
            Some((healthy * percent).div_ceil(100))
        }
        _ => None,
    };
    let least = share(&budget["spec"]["minAvailable"]);
    let most = share(&budget["spec"]["maxUnavailable"]);
    let wanted = least.or(most.map(|most| healthy.saturating_sub(most))).unwrap_or(0);
    (healthy, wanted)
}
