//! MachineConfigPools → Pools: one that cannot be read is one that is not known to be updated.

use jiff::Timestamp;
use serde_json::Value;

use super::cluster_version::{conditions, filled};
use super::node::selector;
use crate::api::cluster_version::Text;
use crate::api::machine_config::{GROUP, MachineConfigPool};
use crate::domain::pool::Pool;
use crate::translate::decode::typed;

pub(crate) fn pool(name: String, object: &Value) -> Pool {
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
        wanted: filled(spec.configuration.unwrap_or_default().name),
        reached: filled(status.configuration.unwrap_or_default().name),
        conditions: conditions(status.conditions),
        selector: spec.node_selector.map(selector),
        wanted_image: layered_image(&object["metadata"]),
        paused_since: paused_since(&object["metadata"]),
    }
}

/// A pool that builds images names the one that its configuration comes to.
fn layered_image(metadata: &Value) -> Option<String> {
    let layered = format!("{GROUP}/layering-enabled");
    metadata["labels"].get(&layered)?;
    let image = metadata["annotations"].get(format!("{GROUP}/newestImageEquivalentConfig"))?;
    image.as_str().filter(|image| !image.is_empty()).map(str::to_owned)
}

/// Returns when somebody last wrote `spec.paused`.
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
    use serde_json::json;

    use super::*;

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
        let pool = pool("worker".into(), &worker());
        assert!(pool.is_updated() && pool.paused && !pool.is_degraded());
        assert_eq!((pool.name.as_str(), pool.machines), ("worker", Some(3)));
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
            let pool = pool("worker".into(), &object);
            assert!(!pool.is_updated(), "{pointer}");
            assert_eq!(pool.name, "worker");
        }
    }
}
