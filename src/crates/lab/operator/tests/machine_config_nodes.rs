//! MachineConfigNodes: which clusters have them, and what they tell while a node updates.

use serde_json::{Value, json};

use super::Play;
use crate::api_server::Service;
use crate::operator::objects::{condition, text};
use crate::resource::MACHINES;
use crate::store::{Key, Mode, StoreRefusal};
use crate::{Scenario, World};

const PLURAL: &str = "machineconfignodes";

fn node(play: &Play, name: &str) -> Value {
    play.0.store.get(&Key::cluster(MACHINES, PLURAL, name)).cloned().unwrap_or_default()
}

/// Returns the conditions that are not False, with their status.
fn holding(node: &Value) -> Vec<String> {
    let said = node["status"]["conditions"].as_array().unwrap().iter();
    let held = said.filter(|said| said["status"] != "False");
    held.map(|said| format!("{}={}", text(said, "/type"), text(said, "/status"))).collect()
}

#[test]
fn clusters_from_4_19_on_have_one_for_each_node() {
    for (scenario, wanted) in [("next-major", 6), ("passing-risk", 6), ("eus", 0), ("hosted", 0)] {
        let play = Play::new(scenario);
        assert_eq!(play.list(MACHINES, PLURAL).len(), wanted, "{scenario}");
        let served = play.0.store.resource(MACHINES, PLURAL).is_some();
        assert_eq!(served, wanted > 0, "{scenario}");
    }
    let play = Play::new("next-major");
    let node = node(&play, "worker-1");
    assert_eq!(node["spec"]["pool"]["name"], "worker");
    assert_eq!(
        node["spec"]["configVersion"]["desired"],
        node["status"]["configVersion"]["current"]
    );
    assert_eq!(holding(&node), ["Updated=True"]);
    let never = condition(&node, "Drained").unwrap();
    assert_eq!(text(never, "/reason"), "NotYetOccurred");
    assert_eq!(text(never, "/message"), "This node has not yet entered the Drained phase");
}

#[test]
fn a_node_that_updates_goes_through_all_phases() {
    let mut play = Play::new("next-major");
    play.request("4.22.3");
    let mut seen: Vec<Vec<String>> = Vec::new();
    for _ in 0..5 * 60 * 60 {
        play.pass("1s");
        let now = holding(&node(&play, "worker-1"));
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    }
    let drains =
        ["UpdatePrepared=True", "UpdateExecuted=Unknown", "Drained=Unknown", "Cordoned=True"];
    let applies = [
        "UpdatePrepared=True",
        "UpdateExecuted=Unknown",
        "Drained=True",
        "AppliedFilesAndOS=Unknown",
        "Cordoned=True",
    ];
    let reboots = [
        "UpdatePrepared=True",
        "UpdateExecuted=True",
        "UpdatePostActionComplete=Unknown",
        "Drained=True",
        "AppliedFilesAndOS=True",
        "Cordoned=True",
        "RebootedNode=Unknown",
    ];
    let updated = ["Updated=True"];
    let wanted = [&updated[..], &drains, &applies, &reboots, &updated];
    assert_eq!(seen, wanted);
    let node = node(&play, "worker-1");
    let past = condition(&node, "RebootedNode").unwrap();
    assert!(
        text(past, "/message").starts_with("Action during update to rendered-worker-"),
        "{past}"
    );
    assert_eq!(node["metadata"]["generation"], node["status"]["observedGeneration"]);
}

#[test]
fn they_appear_with_the_operator_of_4_19() {
    let documents = Scenario::find("eus").unwrap().documents().into_iter().map(|mut document| {
        let text = document.object.to_string();
        let text = text.replace("4.16.30", "4.18.30").replace("4.17.20", "4.19.20");
        document.object = serde_json::from_str(&text).unwrap();
        document
    });
    let mut play = Play(World::new(documents.collect()).unwrap());
    assert!(play.0.store.resource(MACHINES, PLURAL).is_none());
    play.request("4.19.20");
    play.pass("4h");
    assert_eq!(play.list(MACHINES, PLURAL).len(), 6);
    assert_eq!(holding(&node(&play, "master-0")), ["Updated=True"]);
    assert_eq!(holding(&node(&play, "worker-0")), ["Updated=True"], "its pool is paused");
    // A cluster that is resumed, or recorded, has them still.
    let files = play.0.files();
    let parse =
        |(name, text): &(String, String)| upgrade_core::documents::parse(name, text).unwrap();
    let again = Play(World::new(files.iter().flat_map(parse).collect()).unwrap());
    assert_eq!(again.list(MACHINES, PLURAL).len(), 6);
}

#[test]
fn they_are_validated_as_the_machine_config_operator_defines_them() {
    let mut play = Play::new("next-major");
    let key = Key::cluster(MACHINES, PLURAL, "worker-9");
    let whole = json!({
        "apiVersion": format!("{MACHINES}/v1"), "kind": "MachineConfigNode", "metadata": {"name": "worker-9"},
        "spec": {"node": {"name": "worker-9"}, "pool": {"name": "worker"}, "configVersion": {"desired": "x"}},
    });
    for (pointer, value, said) in [
        ("/spec", json!(null), "spec: Required value"),
        ("/spec/pool", json!(null), "spec.pool: Required value"),
        ("/spec/pool/name", json!(5), "spec.pool.name: Invalid value: \"integer\""),
        ("/spec/configVersion/desired", json!(null), "spec.configVersion.desired: Required value"),
        (
            "/spec/node/name",
            json!("worker-8"),
            "spec.node.name: Invalid value: spec.node.name should match",
        ),
    ] {
        let mut object = whole.clone();
        *object.pointer_mut(pointer).unwrap() = value;
        let refused = play.0.store.create(&key, object, Mode::PLAIN);
        let Err(StoreRefusal::Invalid(violation)) = refused else {
            panic!("{pointer}: {refused:?}")
        };
        assert!(violation.to_string().starts_with(said), "{pointer}: {violation}");
    }
    assert!(play.0.store.create(&key, whole, Mode::PLAIN).is_ok());
    play.pass("1m");
    assert_eq!(play.list(MACHINES, PLURAL).len(), 6, "what belongs to no node is removed");
    drop(Service::operated(play.0, 1));
}

#[test]
fn a_node_that_cannot_be_drained_says_so() {
    let mut play = Play::new("next-major");
    let pod = |name: &str, node: &str| {
        json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": "default", "labels": {"app": "a"}},
            "spec": {"nodeName": node},
        })
    };
    let budget = json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "a", "namespace": "default"},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "a"}}},
    });
    let place = |plural: &str, group: &str, name: &str| Key::within(group, plural, "default", name);
    play.0.store.create(&place("pods", "", "a"), pod("a", "worker-0"), Mode::PLAIN).unwrap();
    let key = place("poddisruptionbudgets", "policy", "a");
    play.0.store.create(&key, budget, Mode::PLAIN).unwrap();
    play.0.store.change("pods", "a", |pod| pod["status"] = json!({"phase": "Running"}));
    play.request("4.22.3");
    play.pass("8h");
    let degraded = holding(&node(&play, "worker-0"));
    assert!(degraded.contains(&"NodeDegraded=True".to_owned()), "{degraded:?}");
    assert!(degraded.contains(&"Drained=Unknown".to_owned()), "{degraded:?}");
}
