//! Requests: what is accepted, what is rejected, and what the history records.

use serde_json::{Value, json};

use super::Play;
use crate::operator::objects::{condition, text};
use crate::store::{Key, Mode};

#[test]
fn what_is_not_recommended_is_written_into_history_in_both_forms() {
    let mut play = Play::new("vsphere-proxy");
    play.request("4.7.4");
    play.pass("1m");
    let newest = play.newest();
    let overrides = newest["overrides"].as_str().unwrap();
    assert!(overrides.starts_with("Updating from 4.6.23 to 4.7.4 is supported, but not recommended for this cluster.\n\nReason: MultipleReasons\n\nClusters on vSphere Virtual Hardware"), "{overrides}");
    let accepted = newest["acceptedRisks"].as_str().unwrap();
    assert!(accepted.starts_with("Precondition \"ClusterVersionRecommendedUpdate\" failed because of \"MultipleReasons\": Update from 4.6.23 to 4.7.4 is not recommended:\n\nClusters on vSphere"), "{accepted}");
}

#[test]
fn risks_that_were_accepted_by_name_are_recommended_and_noted() {
    let mut play = Play::new("thousand");
    play.spec(&json!({"desiredUpdate": {"acceptRisks": [{"name": "PracticeRisk1009"}]}}));
    play.pass("10s");
    let image = play.image("4.12.1009");
    let listed = play.version()["status"]["availableUpdates"].as_array().unwrap();
    assert!(listed.iter().any(|release| release["version"] == "4.12.1009"));
    play.spec(&json!({"desiredUpdate": {"version": "4.12.1009", "image": image}}));
    play.pass("1m");
    let noted = play.newest()["acceptedRisks"].as_str().unwrap();
    assert!(noted.contains("[PracticeRisk1009]"), "{noted}");
}

#[test]
fn a_request_is_observed_when_it_is_accepted_and_later_when_it_is_rejected() {
    let observed = |play: &Play| {
        let version = play.version();
        version["metadata"]["generation"] == version["status"]["observedGeneration"]
    };
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    play.pass("5s");
    assert_eq!((play.says("ReleaseAccepted").0.as_str(), observed(&play)), ("Unknown", false));
    play.pass("30s");
    assert_eq!((&play.newest()["version"], observed(&play)), (&json!("4.7.28"), true));

    let mut play = Play::new("admin-gates");
    play.request("4.8.2");
    play.pass("1m");
    assert_eq!((play.says("ReleaseAccepted").0.as_str(), observed(&play)), ("False", false));
    play.pass("3m");
    assert!(observed(&play));
}

#[test]
fn several_updates_in_one_sitting() {
    let mut play = Play::new("vsphere-proxy");
    for target in ["4.6.43", "4.6.44"] {
        play.request(target);
        play.pass("3h");
        assert_eq!(play.newest()["state"], "Completed", "{target}");
    }
    play.spec(&json!({"channel": "stable-4.7"}));
    play.pass("1m");
    play.request("4.7.28");
    play.pass("3h");
    assert_eq!(play.newest()["version"], "4.7.28");
    assert_eq!(play.version()["status"]["history"].as_array().unwrap().len(), 5);
}

#[test]
fn another_target_in_mid_update_leaves_the_first_one_partial() {
    let mut play = Play::new("vsphere-proxy");
    play.request("4.6.42");
    play.pass("20m");
    play.request("4.6.43");
    play.pass("1m");
    let history = &play.version()["status"]["history"];
    assert_eq!(
        (&history[0]["version"], &history[0]["state"]),
        (&json!("4.6.43"), &json!("Partial"))
    );
    assert_eq!(
        (&history[1]["version"], &history[1]["state"]),
        (&json!("4.6.42"), &json!("Partial"))
    );
    assert!(history[1]["completionTime"].is_string());
    play.pass("3h");
    assert_eq!(play.newest()["state"], "Completed");
    assert_eq!(play.version()["status"]["history"][1]["state"], "Partial");
}

#[test]
fn a_request_is_cleared_in_time_or_too_late() {
    let mut play = Play::new("healthy");
    play.request("4.7.28");
    play.pass("5s");
    assert_eq!(play.says("ReleaseAccepted").0, "Unknown");
    play.spec(&json!({"desiredUpdate": null}));
    play.pass("2h");
    assert_eq!(play.newest()["version"], "4.7.24");
    assert_eq!(play.says("ReleaseAccepted").0, "True");
    play.request("4.7.28");
    play.pass("5m");
    play.spec(&json!({"desiredUpdate": null}));
    play.pass("2h");
    assert_eq!(play.newest()["version"], "4.7.28", "too late");
    assert_eq!(play.newest()["state"], "Completed");
}

#[test]
fn preconditions_hold_an_update_until_they_pass_or_force_overrides_them() {
    let mut play = Play::new("admin-gates");
    play.request("4.8.2");
    play.pass("10m");
    let (status, reason, message) = play.says("ReleaseAccepted");
    assert_eq!((status.as_str(), reason.as_str()), ("False", "PreconditionChecks"), "{message}");
    assert!(message.contains("Precondition \"ClusterVersionUpgradeable\" failed"), "{message}");
    assert_eq!(play.newest()["version"], "4.7.26");
    let acks = Key::within("", "configmaps", "openshift-config", "admin-acks");
    let object = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "admin-acks"}, "data": {"ack-4.7-kube-1.21-api-removals": "true"}});
    play.0.store.create(&acks, object, Mode::PLAIN).unwrap();
    play.pass("1m");
    assert_eq!(play.newest()["version"], "4.8.2", "the gate was acknowledged");

    let mut play = Play::new("not-upgradeable");
    play.request("4.8.2");
    play.spec(&json!({"desiredUpdate": {"force": true}}));
    play.pass("1m");
    assert_eq!(play.newest()["version"], "4.8.2");
    let noted = play.newest()["acceptedRisks"].as_str().unwrap();
    assert!(noted.starts_with("Forced through blocking failures: "), "{noted}");
}

#[test]
fn releases_too_far_too_old_unknown_or_unsigned_are_not_accepted() {
    let older = "quay.io/openshift-release-dev/ocp-release@sha256:6ae80e777c206b7314732aff542be105db892bf0e114a6757cb9e34662b8f891";
    let far = "quay.io/openshift-release-dev/ocp-release@sha256:0e82d17ababc79b10c10c5186920232810aeccbccf2a74c691487090a2c98ebc";
    let twice_back = "quay.io/openshift-release-dev/ocp-release@sha256:476588ee99a28f39410372175925672e9a37f0cd1272e17ed2454d7f5cafff90";
    let nobody = format!("quay.io/nobody/knows@sha256:{}", "0".repeat(64));
    let tag = "quay.io/openshift-release-dev/ocp-release:4.6.43-x86_64";
    for (image, version, reason, part) in [
        (far, "", "PreconditionChecks", "MultipleMinorVersionsUpdate"),
        (twice_back, "4.6.29", "VerifyPayloadVersion", "4.6.30"),
        (&nobody, "", "RetrievePayload", "no such image"),
        (tag, "", "RetrievePayload", "cannot be verified"),
    ] {
        let mut play = Play::new("vsphere-proxy");
        play.spec(&json!({"desiredUpdate": {"version": version, "image": image}}));
        play.pass("1m");
        let (status, found, message) = play.says("ReleaseAccepted");
        assert_eq!((status.as_str(), found.as_str()), ("False", reason), "{message}");
        assert!(message.contains(part), "{message}");
        assert_eq!(play.newest()["version"], "4.6.23");
    }
    let mut play = Play::new("vsphere-proxy");
    play.spec(&json!({"desiredUpdate": {"image": older}}));
    play.pass("1m");
    assert_eq!(play.newest()["version"], "4.6.21", "the release before, of the same minor version");
    let mut play = Play::new("vsphere-proxy");
    play.spec(&json!({"desiredUpdate": {"image": tag, "force": true}}));
    play.pass("1m");
    assert_eq!(
        (&play.newest()["version"], &play.newest()["verified"]),
        (&json!("4.6.43"), &json!(false))
    );
    assert!(play.newest()["acceptedRisks"].as_str().unwrap().contains("cannot be verified"));
}

#[test]
fn a_version_alone_must_be_recommended() {
    let mut play = Play::new("vsphere-proxy");
    play.spec(&json!({"desiredUpdate": {"version": "4.7.4"}}));
    play.pass("1m");
    assert_eq!(play.says("Invalid").0, "True");
    assert_eq!(play.newest()["version"], "4.6.23");
    play.spec(&json!({"desiredUpdate": {"version": "4.6.43"}}));
    play.pass("1m");
    assert!(condition(play.version(), "Invalid").is_none());
    assert_eq!(play.newest()["version"], "4.6.43");
}

#[test]
fn one_architecture_becomes_all_of_them() {
    let mut play = Play::new("multi-arch");
    play.spec(
        &json!({"desiredUpdate": {"architecture": "Multi", "version": "4.11.9", "image": ""}}),
    );
    play.pass("10m");
    let desired = &play.version()["status"]["desired"];
    assert_eq!(
        (&desired["version"], &desired["architecture"]),
        (&json!("4.11.9"), &json!("Multi")),
        "{desired}"
    );
    play.pass("3h");
    assert_eq!(play.newest()["state"], "Completed");
    let next = &play.version()["status"]["availableUpdates"][0];
    assert_eq!((&next["version"], &next["architecture"]), (&json!("4.11.12"), &json!("Multi")));
}

#[test]
fn another_architecture_is_rolled_out_like_another_version() {
    let mut play = Play::new("multi-arch");
    play.spec(&json!({"desiredUpdate": {"architecture": "Multi", "version": "4.11.9"}}));
    play.pass("10m");
    assert_eq!(play.newest()["state"], "Partial", "operators take their time");
    assert!(play.says("Progressing").2.ends_with("waiting on kube-apiserver"));
    let told = play.watch("3h", |play| play.newest()["state"].clone());
    assert_eq!(told, [json!("Partial"), json!("Completed")]);
    let image = play.newest()["image"].as_str().unwrap();
    let wanted = crate::operator::rendered("master", image);
    assert_eq!(play.pool("master")["status"]["configuration"]["name"], wanted.as_str());
}

#[test]
fn only_a_retarget_within_a_minor_update_is_noted() {
    let mut play = Play::new("vsphere-proxy");
    play.request("4.6.42");
    play.pass("20m");
    play.request("4.6.43");
    play.pass("1m");
    assert_eq!(play.newest()["version"], "4.6.43");
    assert_eq!(
        play.newest().get("acceptedRisks"),
        None,
        "a patch after a patch is nothing special"
    );

    let mut play = Play::new("vsphere-proxy");
    play.spec(&json!({"channel": "stable-4.7"}));
    play.pass("1m");
    play.request("4.7.4");
    play.pass("20m");
    play.request("4.7.28");
    play.pass("1m");
    assert_eq!(play.newest()["version"], "4.7.28");
    let noted = play.newest()["acceptedRisks"].as_str().unwrap();
    assert!(noted.contains("\"UpdateInProgress\""), "{noted}");
}

#[test]
fn overrides_are_noted_for_a_patch_whatever_else_is_in_the_way() {
    let mut play = Play::new("not-upgradeable");
    play.spec(&json!({"overrides": [{"kind": "Deployment", "group": "apps", "name": "x", "namespace": "y", "unmanaged": true}]}));
    play.pass("1m");
    assert_eq!(play.says("Upgradeable").1, "MultipleReasons");
    play.request("4.7.28");
    play.pass("1m");
    let noted = play.newest()["acceptedRisks"].as_str().unwrap();
    assert!(noted.contains("\"ClusterVersionUpgradeable\" failed"), "{noted}");
}

#[test]
fn a_version_that_has_run_is_valid_and_cannot_be_found() {
    let mut play = Play::new("vsphere-proxy");
    play.spec(&json!({"desiredUpdate": {"version": "4.6.21"}}));
    play.pass("1m");
    assert!(condition(play.version(), "Invalid").is_none());
    let (status, reason, _) = play.says("ReleaseAccepted");
    assert_eq!((status.as_str(), reason.as_str()), ("False", "RetrievePayload"));
    assert_eq!(play.newest()["version"], "4.6.23");
}

#[test]
fn a_request_on_a_hosted_cluster_is_reverted() {
    let mut play = Play::new("hosted");
    play.request("4.7.28");
    play.pass("1m");
    assert!(play.version()["spec"].get("desiredUpdate").is_none());
    assert_eq!(play.newest()["version"], "4.7.24");
}

#[test]
fn no_channel_and_no_service_still_update_to_an_image_that_is_known() {
    let image = "quay.io/openshift-release-dev/ocp-release@sha256:b3f38d58057a12b0477bf28971390db3e3391ce1af8ac06e35d0aa9e8d8e5966";
    for (scenario, reason) in [("no-channel", "NoChannel"), ("cannot-retrieve", "RemoteFailed")] {
        let mut play = Play::new(scenario);
        play.spec(&json!({"desiredUpdate": {"image": image}}));
        play.pass("3h");
        assert_eq!(play.newest()["state"], "Completed", "{scenario}");
        let noted = play.newest()["acceptedRisks"].as_str().unwrap();
        assert!(noted.contains(&format!("failed because of {reason:?}")), "{noted}");
    }
}

#[test]
fn a_disconnected_cluster_takes_what_its_registry_has_and_nothing_else() {
    let held = |play: &Play, version: &str| {
        let registry = &play.0.operator.settings.wire.registry;
        registry.iter().find(|held| held.version == version).unwrap().image.clone()
    };
    let mut play = Play::new("disconnected");
    assert!(play.version()["status"]["availableUpdates"].is_null());
    let image = held(&play, "4.18.12");
    play.spec(&json!({"desiredUpdate": {"image": image}}));
    play.pass("5m");
    assert_eq!(play.says("ReleaseAccepted").1, "PayloadLoaded");
    assert_eq!(play.newest()["version"], "4.18.12", "the image says what it is");
    let mut play = Play::new("disconnected");
    let stranger = format!("registry.example.com/ocp/release@sha256:{}", "0".repeat(64));
    play.spec(&json!({"desiredUpdate": {"image": stranger}}));
    play.pass("5m");
    assert_eq!(play.says("ReleaseAccepted").1, "RetrievePayload");
}

#[test]
fn an_alert_is_a_risk_until_it_is_accepted() {
    let mut play = Play::new("alert-risks");
    let verdict = |play: &Play| {
        let listed = play.version()["status"]["conditionalUpdates"].as_array().unwrap().clone();
        let update = listed.into_iter().find(|one| one["release"]["version"] == "4.20.6").unwrap();
        text(&update["conditions"][0], "/status").to_owned()
    };
    assert_eq!(verdict(&play), "False");
    play.spec(&json!({"desiredUpdate": {"acceptRisks": [{"name": "PodDisruptionBudgetAtLimit"}]}}));
    play.pass("5m");
    assert_eq!(verdict(&play), "True");
}

#[test]
fn paused_workers_wait_for_the_second_of_two_minor_versions() {
    let mut play = Play::new("eus");
    for target in ["4.17.20", "4.18.15"] {
        play.request(target);
        play.pass("4h");
        assert_eq!(play.newest()["state"], "Completed", "{target}");
    }
    let kubelets = |play: &Play| -> Vec<String> {
        let workers = play.0.store.objects().filter(|it| text(it, "/metadata/name") == "worker-0");
        let version = |node: &Value| text(node, "/status/nodeInfo/kubeletVersion").to_owned();
        workers.filter(|it| it["kind"] == "Node").map(version).collect()
    };
    assert_eq!(kubelets(&play), ["v1.29.0"]);
    let pool = Key::cluster("machineconfiguration.openshift.io", "machineconfigpools", "worker");
    play.patch(&pool, json!({"spec": {"paused": false}}));
    play.pass("4h");
    assert_eq!(kubelets(&play), ["v1.31.0"], "one reboot for both");
}
