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
    /// Who wrote `spec.paused` last, and when, if the cluster reports that.
    pub pause_writer: Option<PauseWriter>,
    pub resource_version: Option<String>,
    /// How many nodes may update at the same time, as a number or a percentage; none for one.
    pub max_unavailable: Option<String>,
    /// Whether updates of the control plane wait for it, by its label.
    pub is_required: bool,
}

/// The client that wrote `spec.paused` last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PauseWriter {
    /// Its field manager.
    pub manager: Option<String>,
    pub time: Timestamp,
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

    /// Returns whether it may be paused: updates of the control plane do not wait for it.
    pub fn can_be_paused(&self) -> bool {
        !self.is_control_plane() && !self.is_required
    }

    /// Returns when it was paused, if it is and the cluster reports that.
    pub fn paused_since(&self) -> Option<Timestamp> {
        self.pause_writer.as_ref().filter(|_| self.paused).map(|writer| writer.time)
    }

    /// Returns the field manager that paused it, if it is paused and that is known.
    pub fn paused_by(&self) -> Option<&str> {
        self.pause_writer.as_ref().filter(|_| self.paused)?.manager.as_deref()
    }

    /// Returns how many of its nodes may update at the same time.
    // machine-config-operator: pkg/controller/node/node_controller.go, maxUnavailable
    pub fn at_once(&self, nodes: usize) -> usize {
        let most = self.max_unavailable.as_deref().unwrap_or("1");
        let share = |percent: usize| nodes.saturating_mul(percent) / 100;
        let most = match most.strip_suffix('%') {
            Some(percent) => percent.parse().map(share),
            None => most.parse(),
        };
        most.unwrap_or(1).max(1)
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
        pause_writer: pause_writer(&object["metadata"]),
        resource_version: object["metadata"]["resourceVersion"].as_str().map(str::to_owned),
        max_unavailable: max_unavailable(&object["spec"]),
        is_required: object["metadata"]["labels"].get(REQUIRED).is_some(),
    }
}

/// The label of pools that updates of the control plane wait for.
// machine-config-operator: pkg/operator/sync.go, requiredForUpgradeMachineConfigPoolLabelKey
const REQUIRED: &str = "operator.machineconfiguration.openshift.io/required-for-upgrade";

/// A pool that builds images names the one of its configuration.
fn layered_image(metadata: &Value) -> Option<String> {
    let layered = format!("{GROUP}/layering-enabled");
    metadata["labels"].get(&layered)?;
    let image = metadata["annotations"].get(format!("{GROUP}/newestImageEquivalentConfig"))?;
    image.as_str().filter(|image| !image.is_empty()).map(str::to_owned)
}

fn max_unavailable(spec: &Value) -> Option<String> {
    match &spec["maxUnavailable"] {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns who wrote `spec.paused` last.
fn pause_writer(metadata: &Value) -> Option<PauseWriter> {
    let writers = metadata["managedFields"].as_array()?.iter();
    let wrote = |entry: &&Value| entry.pointer("/fieldsV1/f:spec/f:paused").is_some();
    let writer = |entry: &Value| {
        let manager = entry["manager"].as_str().filter(|name| !name.is_empty());
        let time = entry["time"].as_str()?.parse().ok()?;
        Some(PauseWriter { manager: manager.map(str::to_owned), time })
    };
    writers.filter(wrote).filter_map(writer).max_by_key(|writer| writer.time)
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
    fn the_last_writer_of_paused_is_known_where_managed_fields_are() {
        let mut object = worker();
        assert_eq!(super::pool("worker".into(), &object).pause_writer, None);
        let entry = |manager: &str, time: &str, field: &str| json!({"manager": manager, "time": time, "fieldsV1": {"f:spec": {field: {}}}});
        object["metadata"]["managedFields"] = json!([
            entry("oc", "2026-01-02T00:00:00Z", "f:paused"),
            entry("kubectl-patch", "2026-01-03T00:00:00Z", "f:paused"),
            entry("controller", "2026-01-04T00:00:00Z", "f:configuration"),
            entry("broken", "yesterday", "f:paused"),
        ]);
        let pool = super::pool("worker".into(), &object);
        assert_eq!(pool.paused_by(), Some("kubectl-patch"));
        assert_eq!(pool.paused_since(), "2026-01-03T00:00:00Z".parse().ok());
        object["spec"]["paused"] = json!(false);
        assert_eq!(super::pool("worker".into(), &object).paused_since(), None);
    }

    #[test]
    fn as_many_nodes_update_at_the_same_time_as_the_pool_allows_and_at_least_one() {
        for (most, nodes, expected) in [
            (None, 9, 1),
            (Some("3"), 9, 3),
            (Some("34%"), 9, 3),
            (Some("10%"), 9, 1),
            (Some("0"), 9, 1),
            (Some("many"), 9, 1),
        ] {
            let max_unavailable = most.map(str::to_owned);
            let pool = Pool { max_unavailable, ..Pool::default() };
            assert_eq!(pool.at_once(nodes), expected, "{most:?}");
        }
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
