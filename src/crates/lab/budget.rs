//! Disruption budgets: which pods they are about, and how many of those may go.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::resource::POLICY;
use crate::selector::{Selector, selects};
use crate::store::{Key, Store};
use crate::validate::{ValidationRound, share};

/// A budget and the pods that it is about.
#[derive(Debug)]
pub(crate) struct DisruptionBudget {
    pub key: Key,
    pub expected: u64,
    pub healthy: u64,
    /// How many of them have to be well.
    pub wanted: u64,
    pods: BTreeSet<Key>,
}

impl DisruptionBudget {
    pub(crate) fn allowed(&self) -> u64 {
        self.healthy.saturating_sub(self.wanted)
    }

    pub(crate) fn covers(&self, pod: &Key) -> bool {
        self.pods.contains(pod)
    }
}

/// Returns every budget as it stands.
pub(crate) fn budgets(store: &Store) -> Vec<DisruptionBudget> {
    let all = Key::cluster(POLICY, "poddisruptionbudgets", "");
    let listed = store.list(&all, &Selector::default()).into_iter();
    listed.map(|(key, object)| budget(store, key, object)).collect()
}

fn budget(store: &Store, key: &Key, object: &Value) -> DisruptionBudget {
    let spec = &object["spec"];
    let neighbours = Key::within("", "pods", &key.namespace, "");
    let pods: Vec<(&Key, &Value)> = store
        .list(&neighbours, &Selector::default())
        .into_iter()
        .filter(|(_, pod)| selects(&spec["selector"], pod))
        .collect();
    let expected = pods.len() as u64;
    let healthy = pods.iter().filter(|(_, pod)| is_well(pod)).count() as u64;
    // Kubernetes rounds both up.
    let least = share(&spec["minAvailable"], expected, ValidationRound::Up);
    let most = share(&spec["maxUnavailable"], expected, ValidationRound::Up);
    let wanted = least.or(most.map(|most| expected.saturating_sub(most))).unwrap_or(0);
    let pods = pods.into_iter().map(|(key, _)| key.clone()).collect();
    DisruptionBudget { key: key.clone(), expected, healthy, wanted, pods }
}

/// A pod that says nothing of itself is taken for well.
fn is_well(pod: &Value) -> bool {
    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    let mut ready = conditions.filter(|said| said["type"] == "Ready");
    !["Pending", "Succeeded", "Failed"]
        .contains(&pod["status"]["phase"].as_str().unwrap_or_default())
        && ready.all(|said| said["status"] == "True")
}
