//! What blocks an update, what is reported meanwhile, and what resolves it.

use serde_json::{Value, json};

use super::Play;
use crate::operator::objects::{ConditionWrite, condition, is, text};
use crate::resource::{CONFIG, MACHINES};
use crate::store::{Key, Mode};

fn operator(name: &str) -> Key {
    Key::cluster(CONFIG, "clusteroperators", name)
}

fn pool(name: &str) -> Key {
    Key::cluster(MACHINES, "machineconfigpools", name)
}

/// Lets an operator say something of itself.
fn set_condition(play: &mut Play, name: &str, kind: &str, status: &str) {
    let now = play.0.now().unwrap();
    let says = ConditionWrite { kind, status, reason: "Test", message: "so says the test" };
    play.0.store.amend(&operator(name), |object| says.write(object, now));
}

#[test]
fn an_operator_that_is_not_waited_for_does_not_hide_how_far_an_update_is() {
    let mut play = Play::new("failing");
    play.request("4.7.28");
    play.pass("2m");
    assert_eq!(play.says("Failing").1, "ClusterOperatorDegraded", "as before");
    let (status, reason, message) = play.says("Progressing");
    assert_eq!((status.as_str(), reason.as_str()), ("True", ""));
    assert!(message.ends_with("waiting on etcd"), "{message}");
    let told = play.watch("2h", |play| play.says("Progressing").2);
    let stuck = told.iter().position(|told| told.contains("exceeded 40 minutes")).unwrap();
    assert!(told[stuck - 1].ends_with("waiting on monitoring"), "{told:#?}");
}

#[test]
fn an_operator_that_falls_ill_on_the_way_fails_it_after_40_minutes_only() {
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    play.pass("1m");
    set_condition(&mut play, "monitoring", "Degraded", "True");
    play.pass("50m");
    assert_eq!(play.says("Failing").0, "False", "it is waited for since half an hour");
    assert!(play.says("Progressing").2.ends_with("waiting on monitoring"));
    play.pass("30m");
    assert_eq!(play.says("Failing").0, "True");
    set_condition(&mut play, "monitoring", "Degraded", "False");
    play.pass("1h");
    assert_eq!(
        (play.says("Failing").0.as_str(), &play.newest()["state"]),
        ("False", &json!("Completed"))
    );
}

#[test]
fn an_operator_that_is_not_available_fails_a_cluster_and_holds_an_update() {
    let mut play = Play::new("healthy");
    set_condition(&mut play, "dns", "Available", "False");
    play.pass("5m");
    assert_eq!(play.says("Failing").0, "False", "it may pass");
    play.pass("6m");
    let (status, reason, message) = play.says("Failing");
    assert_eq!((status.as_str(), reason.as_str()), ("True", "ClusterOperatorNotAvailable"));
    assert_eq!(message, "Cluster operator dns is not available:\nTest: so says the test");
    set_condition(&mut play, "dns", "Available", "True");
    play.request("4.7.28");
    play.pass("50m");
    // One that has been updated holds the end of the update, too.
    set_condition(&mut play, "etcd", "Available", "False");
    play.pass("3h");
    assert_eq!(play.newest()["state"], "Partial");
    assert_eq!(play.says("Failing").1, "ClusterOperatorNotAvailable");
    set_condition(&mut play, "etcd", "Available", "True");
    play.pass("1m");
    assert_eq!(play.newest()["state"], "Completed");
}

#[test]
fn a_degraded_control_plane_degrades_its_operator() {
    let mut play = Play::new("healthy");
    for (kind, object) in [
        (
            "pods",
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"nodeName": "master-1"}}),
        ),
        (
            "poddisruptionbudgets",
            json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "a"}, "spec": {"maxUnavailable": 0, "selector": {}}}),
        ),
    ] {
        let group = if kind == "pods" { "" } else { "policy" };
        let key = Key::within(group, kind, "default", "a");
        play.0.store.create(&key, object, Mode::PLAIN).unwrap();
    }
    play.request("4.7.28");
    play.pass("3h");
    let last = play.0.store.get(&operator("machine-config")).unwrap();
    let said = condition(last, "Degraded").unwrap();
    assert_eq!((text(said, "/status"), text(said, "/reason")), ("True", "RequiredPoolsFailed"));
    assert_eq!(play.newest()["state"], "Partial");
    play.pass("1h");
    assert_eq!(play.says("Failing").1, "ClusterOperatorDegraded");
    play.0
        .store
        .delete(&Key::within("policy", "poddisruptionbudgets", "default", "a"), false)
        .unwrap();
    play.pass("1h");
    assert_eq!(play.newest()["state"], "Completed");
    assert!(is(play.0.store.get(&operator("machine-config")).unwrap(), "Degraded", "False"));
}

#[test]
fn a_paused_control_plane_holds_the_update() {
    let mut play = Play::new("healthy");
    play.patch(&pool("master"), json!({"spec": {"paused": true}}));
    play.request("4.7.28");
    play.pass("3h");
    assert_eq!((play.newest()["state"].clone(), play.counts("master")), (json!("Partial"), (0, 3)));
    play.patch(&pool("master"), json!({"spec": {"paused": false}}));
    play.pass("1h");
    assert_eq!(play.newest()["state"], "Completed");
}

#[test]
fn a_pool_lets_as_many_nodes_go_as_it_says() {
    for (room, expected) in
        [(json!("100%"), 3), (json!("67%"), 2), (json!("10%"), 1), (json!(2), 2)]
    {
        let mut play = Play::new("healthy");
        play.patch(&pool("worker"), json!({"spec": {"maxUnavailable": room}}));
        play.request("4.7.28");
        let seen = play.watch("2h", |play| {
            let workers = play.list("", "nodes").into_iter();
            let workers = workers.filter(|node| text(node, "/metadata/name").starts_with("worker"));
            workers.filter(|node| node["spec"]["unschedulable"] == true).count()
        });
        assert_eq!(seen.into_iter().max(), Some(expected), "{room}");
    }
}

#[test]
fn pods_leave_a_node_no_faster_than_their_budget_allows() {
    let mut play = Play::new("healthy");
    for place in 0..3 {
        let name = format!("web-{place}");
        let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": "web"}}, "spec": {"nodeName": "worker-0"}});
        play.0.store.create(&Key::within("", "pods", "default", &name), pod, Mode::PLAIN).unwrap();
    }
    let selector =
        json!({"matchExpressions": [{"key": "app", "operator": "In", "values": ["web"]}]});
    let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "web"}, "spec": {"maxUnavailable": 1, "selector": selector}});
    let key = Key::within("policy", "poddisruptionbudgets", "default", "web");
    play.0.store.create(&key, budget, Mode::PLAIN).unwrap();
    play.request("4.7.28");
    let mut fewest = u64::MAX;
    for _ in 0..1_800 {
        play.pass("4s");
        let status = &play.0.store.get(&key).unwrap()["status"];
        fewest = fewest.min(status["currentHealthy"].as_u64().unwrap());
    }
    assert_eq!(fewest, 2, "one at a time");
    assert_eq!(play.counts("worker"), (3, 3));
}

#[test]
fn one_client_cannot_lock_all_others_out_of_a_single_node() {
    let mut play = Play::new("single-node");
    let now = play.0.now().unwrap();
    let node: Value = play.list("", "nodes").remove(0);
    let key = Key::cluster("", "nodes", text(&node, "/metadata/name"));
    let says = ConditionWrite { kind: "Ready", status: "False", reason: "", message: "" };
    play.0.store.amend(&key, |node| says.write(node, now));
    play.pass("10m");
    assert!(!play.0.store.away, "only a rebooting node stops the server");
    play.request("4.7.28");
    play.pass("3h");
    assert_eq!(play.newest()["state"], "Completed");
}
