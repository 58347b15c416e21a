//! Rollouts: operators, pools, nodes, and what gets in their way.

use serde_json::{Value, json};

use super::Play;
use crate::operator::objects::{condition, is, text};
use crate::operator::rollout::reported_versions;
use crate::resource::{CONFIG, MACHINES};
use crate::store::Key;
use crate::{SCENARIOS, World};

#[test]
fn a_cluster_at_rest_stays_as_it_is() {
    for scenario in &SCENARIOS {
        if ["updating", "hostile"].contains(&scenario.name) {
            continue;
        }
        let mut play = Play::new(scenario.name);
        let all = |play: &Play| -> Vec<(Key, Value, Value)> {
            let keys = play.0.store.keys().cloned().zip(play.0.store.objects());
            keys.map(|(key, one)| (key, one["spec"].clone(), one["status"].clone())).collect()
        };
        let before = all(&play);
        play.pass("30m");
        for (before, after) in before.iter().zip(&all(&play)) {
            assert_eq!(before, after, "{}", scenario.name);
        }
        assert_eq!(before.len(), all(&play).len());
    }
}

/// The target of a whole update of each scenario, and its entry in the history.
const WHOLE: [(&str, &str, bool); 11] = [
    ("vsphere-proxy", "4.6.43", false),
    ("vsphere-proxy", "4.7.4", true),
    ("healthy", "4.7.28", false),
    ("not-upgradeable", "4.7.28", false),
    ("admin-gates", "4.7.28", false),
    ("single-node", "4.7.28", false),
    ("multi-arch", "4.11.12", false),
    ("thousand", "4.12.1010", false),
    ("thousand", "4.12.1009", true),
    ("next-major", "4.22.3", false),
    ("hostile", "4.6.43", false),
];

#[test]
fn a_whole_update_of_every_scenario_that_lets_one_through() {
    for (scenario, target, overridden) in WHOLE {
        let mut play = Play::new(scenario);
        let before = play.version()["status"]["history"].as_array().unwrap().len();
        let image = play.image(target);
        play.request(target);
        play.pass("1m");
        assert_eq!(play.says("ReleaseAccepted").1, "PayloadLoaded", "{scenario}");
        assert_eq!(play.newest()["state"], "Partial", "{scenario}");
        assert_eq!(play.says("Progressing").0, "True", "{scenario}");
        play.pass("4h");
        let newest = play.newest();
        assert_eq!(
            newest["state"],
            "Completed",
            "{scenario} to {target}: {:?}",
            play.says("Progressing")
        );
        assert_eq!((&newest["version"], &newest["image"]), (&json!(target), &json!(image)));
        assert_eq!(newest["verified"], true);
        assert_eq!(newest.get("acceptedRisks").is_some(), overridden, "{scenario} {newest}");
        assert_eq!(newest.get("overrides").is_some(), overridden);
        assert_eq!(play.version()["status"]["history"].as_array().unwrap().len(), before + 1);
        assert_eq!(play.says("Progressing").0, "False");
        assert_eq!(play.says("Progressing").2, format!("Cluster version is {target}"));
        assert_eq!(play.says("Failing").0, "False");
        for operator in play.list(CONFIG, "clusteroperators") {
            assert_eq!(reported_versions(&operator, "operator"), Some(target), "{operator}");
            assert!(is(&operator, "Progressing", "False") && is(&operator, "Degraded", "False"));
        }
        for pool in play.list(MACHINES, "machineconfigpools") {
            assert!(is(&pool, "Updated", "True"), "{scenario}: {pool}");
        }
        for node in play.list("", "nodes") {
            assert!(is(&node, "Ready", "True") && node["spec"].get("unschedulable").is_none());
        }
    }
}

#[test]
fn progress_is_reported_by_counts_and_by_the_operator_it_waits_for() {
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    let told = play.watch("90m", |play| play.says("Progressing").2);
    assert!(told[0].ends_with(" of 801 done (3% complete), waiting on etcd"), "{told:#?}");
    assert!(told.iter().any(|told| told.contains("waiting on network")), "{told:#?}");
    assert!(told.len() > 20 && told.last().unwrap() == "Cluster version is 4.7.28", "{told:#?}");
}

#[test]
fn operators_are_updated_one_after_another() {
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    let busy = play.watch("90m", |play| {
        let all = play.list(CONFIG, "clusteroperators");
        all.iter().filter(|operator| is(operator, "Progressing", "True")).count()
    });
    assert!(busy.iter().all(|count| *count <= 1), "{busy:?}");
}

#[test]
fn nodes_are_cordoned_drained_and_rebooted_one_at_a_time() {
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    let seen = play.watch("2h", |play| {
        let mut away: Vec<String> = Vec::new();
        for node in play.list("", "nodes") {
            if node["spec"]["unschedulable"] == true {
                away.push(format!(
                    "{}{}",
                    node["metadata"]["name"].as_str().unwrap(),
                    if is(&node, "Ready", "True") { "" } else { " down" }
                ));
            }
        }
        away
    });
    let worst = |role: &str| {
        seen.iter().map(|away| away.iter().filter(|name| name.starts_with(role)).count()).max()
    };
    assert_eq!((worst("master"), worst("worker")), (Some(1), Some(1)), "{seen:?}");
    assert!(seen.iter().flatten().any(|name| name == "master-2 down"), "{seen:?}");
    assert_eq!(play.counts("master"), (3, 3));
    assert_eq!(play.counts("worker"), (3, 3));
    assert!(
        play.list("", "nodes")
            .iter()
            .all(|node| node["status"]["nodeInfo"]["kubeletVersion"] == "v1.20.0")
    );
}

#[test]
fn a_degraded_operator_holds_the_update_until_it_is_mended() {
    let mut play = Play::new("failing");
    play.request("4.7.28");
    play.pass("3h");
    assert_eq!(play.says("Failing").1, "ClusterOperatorDegraded");
    assert!(
        play.says("Progressing").2.contains("exceeded 40 minutes for these operators: monitoring")
    );
    assert_eq!(play.newest()["state"], "Partial");
    let monitoring = Key::cluster(CONFIG, "clusteroperators", "monitoring");
    play.0.store.amend(&monitoring, |operator| {
        operator["status"]["conditions"][2] = json!({"type": "Degraded", "status": "False"});
    });
    play.pass("1m");
    assert_eq!(play.says("Failing").0, "False");
    play.pass("2h");
    assert_eq!(play.newest()["state"], "Completed");
}

#[test]
fn a_scripted_trouble_comes_and_goes_with_its_operator() {
    let mut play = Play::new("single-node");
    play.request("4.7.28");
    let degraded = play.watch("2h", |play| {
        let all = play.list(CONFIG, "clusteroperators");
        all.iter().any(|operator| is(operator, "Degraded", "True"))
    });
    assert_eq!(degraded, [false, true, false]);
}

#[test]
fn a_single_node_takes_its_api_server_with_it() {
    let mut play = Play::new("single-node");
    play.request("4.7.28");
    assert_eq!(play.watch("2h", |play| play.0.store.away), [false, true, false]);
    assert_eq!(play.newest()["state"], "Completed");
}

#[test]
fn a_budget_blocks_a_drain_until_it_is_deleted() {
    let mut play = Play::new("stuck-drain");
    play.request("4.7.28");
    play.pass("4h");
    assert_eq!(play.newest()["state"], "Completed", "the control plane is done");
    assert_eq!(play.counts("worker"), (1, 3));
    assert!(is(play.pool("worker"), "Degraded", "True"));
    let said = condition(play.pool("worker"), "NodeDegraded").unwrap();
    assert!(
        text(said, "/message").contains("failed to drain node: worker-1 after 1 hour"),
        "{said}"
    );
    let budget = Key::within("policy", "poddisruptionbudgets", "default", "ledger");
    assert_eq!(play.0.store.get(&budget).unwrap()["status"]["disruptionsAllowed"], 0);
    play.0.store.delete(&budget, false).unwrap();
    play.pass("1h");
    assert_eq!(play.counts("worker"), (3, 3));
    assert!(is(play.pool("worker"), "Degraded", "False"));
}

#[test]
fn a_paused_pool_stays_behind_until_it_is_resumed() {
    let mut play = Play::new("paused-pool");
    play.request("4.7.28");
    play.pass("4h");
    assert_eq!(play.newest()["state"], "Completed");
    assert_eq!((play.counts("master"), play.counts("worker")), ((3, 3), (0, 3)));
    assert!(
        is(play.pool("worker"), "Updated", "False") && is(play.pool("worker"), "Updating", "False")
    );
    let worker = Key::cluster(MACHINES, "machineconfigpools", "worker");
    play.patch(&worker, json!({"spec": {"paused": false}}));
    play.pass("1h");
    assert_eq!(play.counts("worker"), (3, 3));
}

#[test]
fn an_update_in_progress_continues() {
    let mut play = Play::new("updating");
    play.pass("2h");
    assert_eq!(play.newest()["state"], "Completed");
    assert_eq!(play.newest()["version"], "4.6.43");
    assert_eq!(play.counts("worker"), (3, 3));
}

#[test]
fn the_same_steps_lead_to_the_same_cluster_however_time_is_cut() {
    let end = |cuts: &[&str]| {
        let mut play = Play::new("vsphere-proxy");
        play.request("4.6.43");
        for cut in cuts {
            play.pass(cut);
        }
        play.0.store.objects().map(|object| object["status"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(end(&["3h"]), end(&["1s", "59s", "29m", "30m", "2h"]));
}

#[test]
fn a_cluster_that_is_put_aside_goes_on_where_it_was() {
    let mut play = Play::new("vsphere-proxy");
    play.request("4.6.43");
    play.pass("25m");
    let files = play.0.files();
    let parse =
        |(name, text): &(String, String)| upgrade_core::documents::parse(name, text).unwrap();
    let documents = files.iter().flat_map(parse).collect();
    let mut again = Play(World::new(documents).unwrap());
    assert_eq!(again.0.now(), play.0.now());
    assert_eq!(again.version()["status"], play.version()["status"]);
    play.pass("2h");
    again.pass("2h");
    assert_eq!(again.newest(), play.newest());
    assert_eq!(again.newest()["state"], "Completed");
}

#[test]
fn at_speed_the_same_takes_less_time() {
    let mut play = Play::new("healthy");
    play.0 = play.0.at_speed(60);
    play.request("4.7.28");
    play.pass("2m");
    assert_eq!(play.newest()["state"], "Completed");
}
