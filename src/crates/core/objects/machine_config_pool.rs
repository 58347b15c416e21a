//! Machine config pools: groups of nodes that are updated together.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::condition_type::MachineConfigPoolCondition;
use crate::objects::cluster_version::wire::{ConditionObject, Text};
use crate::objects::cluster_version::{conditions, filled};
use crate::objects::node::{Node, SelectorObject, selector};
use crate::selector::Selector;
use upgrade_graph::condition::{Condition, Conditions, Status};
use upgrade_graph::decode::typed;

pub(crate) const CONTROL_PLANE: &str = "master";
const DEFAULT: &str = "worker";

/// A pool; a missing field counts as not completed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pool {
    pub name: String,
    pub uid: Option<String>,
    pub generation: Option<i64>,
    pub observed_generation: Option<i64>,
    pub paused: bool,
    pub machines: Option<i64>,
    pub updated: Option<i64>,
    pub unavailable: Option<i64>,
    pub degraded_machines: Option<i64>,
    /// The configuration that its nodes should have.
    pub wanted: Option<String>,
    /// The configuration at the time when all nodes were last updated.
    pub reached: Option<String>,
    pub conditions: Conditions,
    /// Selects its nodes; none selects nothing.
    pub selector: Option<Selector>,
    /// The image that nodes of a layered pool should have.
    pub wanted_image: Option<String>,
    /// When it was paused, if the cluster reports that.
    pub paused_since: Option<Timestamp>,
}

impl Pool {
    /// Returns whether every node has the configuration that the pool wants now.
    pub fn is_updated(&self) -> bool {
        let observed = match (self.generation, self.observed_generation) {
            (Some(generation), Some(observed)) => observed >= generation,
            _ => false,
        };
        observed
            && self.machines.is_some()
            && self.machines == self.updated
            && self.wanted.is_some()
            && self.wanted == self.reached
            && self.conditions.is(MachineConfigPoolCondition::Updated, Status::True)
    }

    pub(crate) fn selects(&self, labels: &BTreeMap<String, String>) -> bool {
        self.selector.as_ref().is_some_and(|selector| selector.matches(labels))
    }

    pub(crate) fn is_control_plane(&self) -> bool {
        self.name == CONTROL_PLANE
    }

    /// Returns whether some of its nodes are known not to be updated.
    pub(crate) fn is_behind(&self) -> bool {
        self.updated.is_some_and(|updated| self.machines.is_some_and(|all| updated < all))
    }

    pub fn is_degraded(&self) -> bool {
        self.conditions.is(MachineConfigPoolCondition::Degraded, Status::True)
    }

    /// Returns the most informative condition of a degraded pool: `Degraded` itself seldom has a
    /// reason.
    pub(crate) fn degraded(&self) -> Option<&Condition> {
        let degraded = self
            .conditions
            .get(MachineConfigPoolCondition::Degraded)
            .filter(|_| self.is_degraded())?;
        let parts =
            [MachineConfigPoolCondition::NodeDegraded, MachineConfigPoolCondition::RenderDegraded];
        let mut parts = parts.iter().filter_map(|kind| self.conditions.get(*kind));
        let says = |condition: &Condition| {
            condition.status == Status::True && !condition.message.trim().is_empty()
        };
        let part = parts.find(|condition| says(condition)).filter(|_| !says(degraded));
        Some(part.unwrap_or(degraded))
    }
}

/// Returns the pool of a node: the control plane's, else the first custom one by name, else the
/// workers'.
pub(crate) fn home<'a>(node: &Node, pools: &'a [Pool]) -> Option<&'a Pool> {
    let rank = |pool: &Pool| match pool.name.as_str() {
        CONTROL_PLANE => 0,
        DEFAULT => 2,
        _ => 1,
    };
    let selected = pools.iter().filter(|pool| pool.selects(&node.labels));
    selected.min_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)))
}

pub const GROUP: &str = "machineconfiguration.openshift.io";
pub const KIND: &str = "MachineConfigPool";
pub const PLURAL: &str = "machineconfigpools";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct MachineConfigPool {
    pub metadata: Option<PoolMetadata>,
    pub spec: Option<MachineConfigPoolSpec>,
    pub status: Option<MachineConfigPoolStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PoolMetadata {
    pub generation: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineConfigPoolSpec {
    pub paused: Option<Text>,
    pub node_selector: Option<SelectorObject>,
    pub configuration: Option<Configuration>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MachineConfigPoolStatus {
    pub observed_generation: Option<Text>,
    pub configuration: Option<Configuration>,
    pub machine_count: Option<Text>,
    pub updated_machine_count: Option<Text>,
    pub unavailable_machine_count: Option<Text>,
    pub degraded_machine_count: Option<Text>,
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Configuration {
    pub name: Option<Text>,
}

pub fn pool(name: String, object: &Value) -> Pool {
    let wire: MachineConfigPool = typed(object).unwrap_or_default();
    let spec = wire.spec.unwrap_or_default();
    let status = wire.status.unwrap_or_default();
    Pool {
        name,
        uid: object["metadata"]["uid"].as_str().map(str::to_owned),
        generation: number(wire.metadata.unwrap_or_default().generation),
        observed_generation: number(status.observed_generation),
        paused: spec.paused.is_some_and(|paused| paused.0.eq_ignore_ascii_case("true")),
        machines: number(status.machine_count),
        updated: number(status.updated_machine_count),
        unavailable: number(status.unavailable_machine_count),
        degraded_machines: number(status.degraded_machine_count),
        wanted: filled(spec.configuration.unwrap_or_default().name),
        reached: filled(status.configuration.unwrap_or_default().name),
        conditions: conditions(status.conditions),
        selector: spec.node_selector.map(selector),
        wanted_image: layered_image(&object["metadata"]),
        paused_since: paused_since(&object["metadata"]),
    }
}

/// A pool that builds images names the one of its configuration.
fn layered_image(metadata: &Value) -> Option<String> {
    let layered = format!("{GROUP}/layering-enabled");
    metadata["labels"].get(&layered)?;
    let image = metadata["annotations"].get(format!("{GROUP}/newestImageEquivalentConfig"))?;
    image.as_str().filter(|image| !image.is_empty()).map(str::to_owned)
}

/// Returns when `spec.paused` was last written.
fn paused_since(metadata: &Value) -> Option<Timestamp> {
    let writers = metadata["managedFields"].as_array()?.iter();
    let wrote = |entry: &&Value| entry.pointer("/fieldsV1/f:spec/f:paused").is_some();
    writers.filter(wrote).filter_map(|entry| entry["time"].as_str()?.parse().ok()).max()
}

fn number(text: Option<Text>) -> Option<i64> {
    text.and_then(|text| text.0.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{condition, pool};
    use serde_json::json;

    #[test]
    fn a_degraded_pool_is_explained_by_the_part_that_says_why() {
        let mut pool = pool("worker", 3, 2);
        pool.conditions.0.retain(|condition| condition.kind != "Degraded");
        let said = |kind, message: &str| Condition {
            message: message.to_owned(),
            ..condition(kind, Status::True)
        };
        pool.conditions.0.push(said("NodeDegraded", "worker-1 cannot be drained"));
        assert_eq!(pool.degraded(), None, "only the whole counts");
        pool.conditions.0.push(said("Degraded", ""));
        assert_eq!(pool.degraded().unwrap().message, "worker-1 cannot be drained");
        pool.conditions.0.last_mut().unwrap().message = "all is lost".to_owned();
        assert_eq!(pool.degraded().unwrap().message, "all is lost");
    }

    #[test]
    fn a_pool_is_updated_only_when_everything_says_so() {
        assert!(pool("worker", 3, 3).is_updated());
        assert!(pool("empty", 0, 0).is_updated());
        let broken: [fn(&mut Pool); 7] = [
            |pool| pool.observed_generation = Some(1),
            |pool| pool.observed_generation = None,
            |pool| pool.updated = Some(2),
            |pool| (pool.machines, pool.updated) = (None, None),
            |pool| pool.reached = Some("rendered-old".into()),
            |pool| (pool.wanted, pool.reached) = (None, None),
            |pool| pool.conditions = Conditions::default(),
        ];
        for (place, change) in broken.iter().enumerate() {
            let mut pool = pool("worker", 3, 3);
            change(&mut pool);
            assert!(!pool.is_updated(), "{place}");
        }
    }

    fn worker() -> Value {
        json!({
            "metadata": {"name": "worker", "generation": 4},
            "spec": {"paused": true, "configuration": {"name": "rendered-worker-2", "source": [{"kind": "MachineConfig"}]}},
            "status": {
                "observedGeneration": 4, "machineCount": 3, "updatedMachineCount": 3, "readyMachineCount": 3,
                "configuration": {"name": "rendered-worker-2"},
                "conditions": [{"type": "Updated", "status": "True"}, {"type": "Degraded", "status": "False"}],
            },
        })
    }

    #[test]
    fn a_pool_is_read_with_its_counts_and_configurations() {
        let pool = super::pool("worker".into(), &worker());
        assert!(pool.is_updated() && pool.paused && !pool.is_degraded());
        assert_eq!((pool.name.as_str(), pool.machines), ("worker", Some(3)));
    }

    #[test]
    fn of_conditions_that_are_doubled_or_odd_the_worst_counts() {
        for (kind, said) in [
            ("Updated", &["True", "False"][..]),
            ("Updated", &["False", "True"]),
            ("Updated", &["Maybe"]),
            ("Degraded", &["False", "True"]),
            ("Degraded", &["Maybe"]),
        ] {
            let mut object = worker();
            let conditions = object["status"]["conditions"].as_array_mut().unwrap();
            conditions.retain(|condition| condition["type"] != kind);
            conditions.extend(said.iter().map(|status| json!({"type": kind, "status": status})));
            let pool = super::pool("worker".into(), &object);
            assert_eq!(pool.is_updated(), kind != "Updated", "{kind}: {said:?}");
            assert_eq!(pool.is_degraded(), kind == "Degraded", "{kind}: {said:?}");
        }
    }

    #[test]
    fn one_odd_field_makes_it_not_known_to_be_updated_and_nothing_else() {
        for (pointer, odd) in [
            ("/status/machineCount", json!("many")),
            ("/status/machineCount", json!([])),
            ("/status/configuration", json!(null)),
            ("/spec/configuration/name", json!({})),
            ("/metadata/generation", json!(null)),
            ("/status/conditions", json!(null)),
            ("/status", json!("gone")),
        ] {
            let mut object = worker();
            *object.pointer_mut(pointer).unwrap() = odd;
            let pool = super::pool("worker".into(), &object);
            assert!(!pool.is_updated(), "{pointer}");
            assert_eq!(pool.name, "worker");
        }
    }
}
