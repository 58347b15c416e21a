//! Settings: what is sent, what is kept, and what happens if another client writes first.

use std::sync::Arc;

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::server::{Hand, Server, Step, image, interrupted, served, version};

/// A cluster whose release is in three channels.
fn cluster() -> Value {
    let mut object = version();
    object["status"]["desired"]["channels"] = json!(["stable-4.10", "fast-4.10", "stable-4.11"]);
    object
}

fn on(hand: Hand) -> Server {
    Server::lab(cluster(), hand)
}

fn channel(server: &Server, name: &str) -> crate::common::Run {
    server.run(&["channel", name, "--no-wait"])
}

#[test]
fn only_the_setting_is_sent_with_the_version_it_was_checked_on() {
    let server = on(served());
    assert_eq!(channel(&server, "fast-4.10").code, 0);
    assert_eq!(server.run(&["upstream", "https://updates.example.com/graph", "--no-wait"]).code, 0);
    let patches = server.patches();
    assert_eq!(
        patches[0],
        json!({"metadata": {"resourceVersion": "700"}, "spec": {"channel": "fast-4.10"}})
    );
    assert_eq!(patches[1]["spec"], json!({"upstream": "https://updates.example.com/graph"}));
    assert_eq!(server.run(&["channel", "--clear", "--no-wait"]).code, 0);
    assert_eq!(server.stored()["spec"]["channel"], "");
    assert_eq!(server.run(&["upstream", "--clear", "--no-wait"]).code, 0);
    assert!(server.stored()["spec"].get("upstream").is_none());
}

#[test]
fn another_writer_is_not_overwritten() {
    let server = interrupted(2, |object| object["spec"]["upstream"] = "https://theirs".into());
    let run = server.run(&["channel", "fast-4.10", "--no-wait", "--allow-explicit-channel"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(server.patches().len(), 3);
    let spec = &server.stored()["spec"];
    assert_eq!(
        (&spec["upstream"], &spec["channel"]),
        (&json!("https://theirs"), &json!("fast-4.10"))
    );
}

#[test]
fn what_no_longer_holds_is_not_sent() {
    // The release leaves the channel between the first check and the second.
    let hand: Hand = Arc::new(|request, _, service| {
        if request.method() == Method::PATCH {
            service.with(|store| {
                store.change_cluster_version(|object| {
                    object["status"]["desired"]["channels"] = json!(["stable-4.10"]);
                });
            });
        }
        Step::Serve
    });
    let server = on(hand);
    let run = channel(&server, "fast-4.10");
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_eq!(server.stored()["spec"]["channel"], "stable-4.10");
}

#[test]
fn five_conflicts_are_too_many() {
    let server = interrupted(9, |object| object["status"]["versionHash"] = json!("other"));
    let run = server.run(&["channel", "fast-4.10", "--no-wait"]);
    assert!(run.code == 1 && run.stderr.contains("5 times in a row"), "{}", run.stderr);
}

#[test]
fn a_lost_answer_is_looked_up() {
    let hand: Hand = Arc::new(|request, _, _| {
        if request.method() == Method::PATCH { Step::ServeAndVanish } else { Step::Serve }
    });
    let server = on(hand);
    let run = channel(&server, "fast-4.10");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(server.patches().len(), 1, "a patch is never repeated blindly");
}

#[test]
fn a_setting_that_was_not_stored_is_an_error() {
    let hand: Hand = Arc::new(|request, _, service| {
        if request.method() != Method::PATCH {
            return Step::Serve;
        }
        let stored = service.with(|store| store.cluster_version().unwrap().clone());
        Step::Answer(StatusCode::OK, stored)
    });
    let run = channel(&on(hand.clone()), "fast-4.10");
    let said = "error: the change was stored, but differently: spec.channel is stable-4.10 instead of \
                fast-4.10";
    assert!(run.code == 1 && run.stderr.starts_with(said), "{}", run.stderr);
    let run = on(hand).run(&["channel", "fast-4.10", "-o", "json"]);
    let json = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!((&json["applied"], &json["outcome"]), (&json!(true), &json!("StoredDifferently")));
}

#[test]
fn lists_that_do_not_change_are_noted() {
    let server = on(served());
    let run = server.run(&["channel", "fast-4.10", "--timeout", "100ms"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("have not changed after 0.1s\n"), "{}", run.stdout);
    assert!(
        run.stdout.ends_with("\nhint: to list them again, run:\n  upgrade\n"),
        "{}",
        run.stdout
    );
    let json = server.run(&["channel", "stable-4.10", "--timeout", "100ms", "-o", "json"]).json();
    assert_eq!((&json["applied"], &json["observed"]), (&json!(true), &json!(false)));
    assert!(json["note"].as_str().unwrap().contains("have not changed after 0.1s"), "{json}");
}

/// What it prevents: a healthy cluster, whose operator raises observedGeneration minutes later, was
/// waited for in vain, and then reported as having gained updates and not responded.
#[test]
fn new_lists_are_an_answer_long_before_the_operator_has_observed_the_channel() {
    let hand: Hand = Arc::new(|request, _, service| {
        let object = service.with(|store| store.cluster_version().unwrap().clone());
        let set = object["spec"]["channel"] == "stable-4.11";
        let listed = object["status"]["availableUpdates"][0]["version"] == "4.11.0";
        if request.method() == Method::GET && set && !listed {
            service.with(|store| {
                store.change_cluster_version(|object| {
                    let release = json!({"version": "4.11.0", "image": image("a"), "channels": ["stable-4.11"]});
                    object["status"]["availableUpdates"] = json!([release]);
                });
            });
        }
        Step::Serve
    });
    let server = on(hand);
    let run = server.run(&["channel", "stable-4.11", "--timeout", "0"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Gained: 4.11.0"), "{}", run.stdout);
    let (spec, status) = (&server.stored()["metadata"], &server.stored()["status"]);
    assert_ne!(spec["generation"], status["observedGeneration"]);
    assert_eq!(server.run(&["--to", "4.11.0"]).code, 0, "and then the update is requested");
}

#[test]
fn a_rollback_is_a_request_for_the_release_before() {
    let mut object = cluster();
    let image = format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", "4".repeat(64));
    let before = json!({"state": "Completed", "version": "4.10.4", "image": image});
    object["status"]["history"].as_array_mut().unwrap().push(before);
    let server = Server::lab(object, served());
    let run = server.run(&["rollback"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        server.patches(),
        [json!({
            "metadata": {"resourceVersion": "700"},
            "spec": {"desiredUpdate": {"version": "4.10.4", "image": image, "architecture": "", "force": false}},
        })]
    );
}
