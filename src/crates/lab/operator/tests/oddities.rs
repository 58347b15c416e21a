//! Odd values wherever the operator reads or writes: it goes on, whatever it finds.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::Play;
use crate::World;
use crate::operator::objects::at;
use crate::store::{Key, Mode};

/// An object of the scenario, and a field of it that the operator reads or writes.
const FIELDS: [(&str, &str, &str); 42] = [
    ("clusterversions", "version", "metadata.annotations"),
    ("clusterversions", "version", "metadata.generation"),
    ("clusterversions", "version", "spec"),
    ("clusterversions", "version", "spec.channel"),
    ("clusterversions", "version", "spec.desiredUpdate"),
    ("clusterversions", "version", "spec.desiredUpdate.acceptRisks"),
    ("clusterversions", "version", "spec.overrides"),
    ("clusterversions", "version", "status"),
    ("clusterversions", "version", "status.desired"),
    ("clusterversions", "version", "status.desired.image"),
    ("clusterversions", "version", "status.desired.version"),
    ("clusterversions", "version", "status.history"),
    ("clusterversions", "version", "status.conditions"),
    ("clusterversions", "version", "status.observedGeneration"),
    ("clusterversions", "version", "status.availableUpdates"),
    ("clusterversions", "version", "status.conditionalUpdates"),
    ("clusterversions", "version", "status.conditionalUpdateRisks"),
    ("clusteroperators", "etcd", "status"),
    ("clusteroperators", "etcd", "status.versions"),
    ("clusteroperators", "machine-config", "status.conditions"),
    ("machineconfigpools", "master", "spec"),
    ("machineconfigpools", "master", "spec.configuration"),
    ("machineconfigpools", "master", "spec.nodeSelector"),
    ("machineconfigpools", "worker", "spec.nodeSelector.matchLabels"),
    ("machineconfigpools", "worker", "spec.maxUnavailable"),
    ("machineconfigpools", "worker", "spec.paused"),
    ("machineconfigpools", "worker", "status"),
    ("machineconfigpools", "worker", "status.configuration"),
    ("machineconfigpools", "worker", "status.conditions"),
    ("nodes", "worker-1", "metadata.labels"),
    ("nodes", "worker-1", "metadata.annotations"),
    ("nodes", "worker-1", "spec"),
    ("nodes", "worker-1", "status"),
    ("nodes", "master-0", "status.nodeInfo"),
    ("nodes", "master-0", "status.conditions"),
    ("pods", "ledger-0", "spec"),
    ("pods", "ledger-0", "status"),
    ("pods", "ledger-0", "metadata.labels"),
    ("poddisruptionbudgets", "ledger", "spec"),
    ("poddisruptionbudgets", "ledger", "spec.minAvailable"),
    ("poddisruptionbudgets", "ledger", "spec.selector"),
    ("poddisruptionbudgets", "ledger", "status"),
];

fn odd_values() -> [Value; 8] {
    [
        Value::Null,
        json!("x"),
        json!(-1),
        json!(u64::MAX),
        json!("18446744073709551615%"),
        json!([]),
        json!(["x", 1, null]),
        json!({"x": {"y": 1}}),
    ]
}

/// Writes without validation.
fn spoil(world: &mut World, plural: &str, name: &str, path: &str, odd: Value) {
    let path: Vec<&str> = path.split('.').collect();
    world.store.change(plural, name, |object| *at(object, &path) = odd);
}

/// A cluster whose update is at this point.
fn after(time: &str) -> World {
    let mut play = Play::new("stuck-drain");
    play.request("4.7.28");
    play.pass(time);
    play.0
}

fn copy(world: &World) -> World {
    World { store: world.store.clone(), operator: world.operator.clone(), warnings: Vec::new() }
}

#[test]
fn no_odd_value_in_any_field_ends_the_operator() {
    // The turn of the pools comes after about 50 minutes, and takes an hour.
    let before = after("51m");
    for (plural, name, path) in FIELDS {
        for odd in odd_values() {
            let mut world = copy(&before);
            spoil(&mut world, plural, name, path, odd);
            let now = world.now().unwrap();
            world.step(now + SignedDuration::from_mins(12));
        }
    }
}

#[test]
fn nor_do_they_all_at_once() {
    for moment in ["0s", "1m", "51m"] {
        let before = after(moment);
        for odd in odd_values() {
            let mut world = copy(&before);
            for (plural, name, path) in FIELDS {
                spoil(&mut world, plural, name, path, odd.clone());
            }
            let now = world.now().unwrap();
            world.step(now + SignedDuration::from_hours(1));
        }
    }
}

#[test]
fn a_recreated_cluster_version_reports_nothing_unknown() {
    let mut play = Play::new("healthy");
    let key = Key::cluster("config.openshift.io", "clusterversions", "version");
    play.0.store.delete(&key, false).unwrap();
    play.pass("1h");
    let object = json!({"apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"}, "spec": {"channel": "stable-4.7"}});
    play.0.store.create(&key, object, Mode::PLAIN).unwrap();
    play.pass("1h");
    assert_eq!(play.says("RetrievedUpdates").1, "NoCurrentVersion");
    assert_eq!((play.says("Available").2, play.says("Progressing").2), Default::default());
}
