//! The write: what is sent, what is kept, and what happens if another client writes first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::server::{Server, Step, image, interrupted, meddling, served, version};

#[test]
fn read_decide_patch_read() {
    let server = Server::lab(version(), served());
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let url = server.url();
    assert_eq!(
        run.stdout,
        format!(
            "Requested update from 4.10.5 to 4.10.6\n  Cluster: context test, server {url}\n\
             hint: to follow the update, run:\n  upgrade status --watch\n"
        )
    );
    assert_eq!(
        server.patches(),
        [json!({
            "metadata": {"resourceVersion": "700"},
            "spec": {"desiredUpdate": {"version": "4.10.6", "image": image("6"), "architecture": "", "force": false}},
        })]
    );
    let overview = server.run(&[]);
    assert!(overview.stdout.contains("Requested: 4.10.6 (not accepted yet)"));
    let again = server.run(&["--to", "4.10.6"]);
    assert!(again.stdout.starts_with("4.10.6 is already requested"), "{}", again.stdout);
    assert_eq!((again.code, server.patches().len()), (0, 1));
}

#[test]
fn leftovers_of_every_field_are_replaced_and_accepted_risks_survive() {
    let leftovers = [
        json!({"force": true}),
        json!({"version": "4.10.5", "image": image("0")}),
        json!({"version": "4.10.5", "architecture": "Multi"}),
        json!({"mode": "Preflight", "version": "4.10.5"}),
        json!({"acceptRisks": [{"name": "A"}, {"name": "B"}]}),
        json!({"version": "4.10.5", "force": true, "mode": "Preflight", "acceptRisks": [{"name": "A"}]}),
    ];
    for leftover in leftovers {
        let mut object = version();
        object["spec"]["desiredUpdate"] = leftover.clone();
        let server = Server::lab(object, served());
        let run = server.run(&["--to", "4.10.6", "--allow-upgrade-with-warnings"]);
        assert_eq!(run.code, 0, "{leftover}: {}", run.stderr);
        let mut expected =
            json!({"version": "4.10.6", "image": image("6"), "architecture": "", "force": false});
        if let Some(risks) = leftover.get("acceptRisks") {
            expected["acceptRisks"] = risks.clone();
        }
        assert_eq!(server.stored()["spec"]["desiredUpdate"], expected, "{leftover}");
        assert_eq!(server.stored()["spec"]["channel"], "stable-4.10");
    }
}

#[test]
fn a_write_in_between_that_changes_nothing_shown_is_decided_again_and_sent() {
    let server = interrupted(2, |object| {
        object["spec"]["channel"] = "fast-4.10".into();
        object["spec"]["desiredUpdate"]["acceptRisks"] = json!([{"name": "New"}]);
    });
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let revisions: Vec<_> =
        server.patches().iter().map(|patch| patch["metadata"]["resourceVersion"].clone()).collect();
    assert_eq!(revisions, ["700", "701", "702"]);
    let spec = &server.stored()["spec"];
    assert_eq!(spec["channel"], "fast-4.10");
    assert_eq!(spec["desiredUpdate"]["acceptRisks"], json!([{"name": "New"}]));
    assert_eq!(spec["desiredUpdate"]["version"], "4.10.6");
}

#[test]
fn a_target_that_stops_being_recommended_in_between_is_not_sent() {
    let server = interrupted(1, |object| {
        let update = object["status"]["availableUpdates"][0].clone();
        let condition = json!({"type": "Recommended", "status": "False", "reason": "New", "message": "found today"});
        object["status"]["conditionalUpdates"][0] =
            json!({"release": update, "risks": [], "conditions": [condition]});
        object["status"]["availableUpdates"] = json!([]);
    });
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 3);
    assert!(
        run.stderr.contains("not recommended for this cluster")
            && run.stderr.contains("  Recommended=False (New)"),
        "{}",
        run.stderr
    );
    assert_eq!(server.stored()["spec"].get("desiredUpdate"), None);
}

#[test]
fn a_waiver_covers_what_was_shown_and_not_what_came_in_between() {
    let server = interrupted(1, |object| {
        let risks = object["status"]["conditionalUpdates"][0]["risks"].as_array_mut().unwrap();
        risks.push(
            json!({"name": "B", "message": "B breaks more.", "url": "https://example.com/B"}),
        );
    });
    let run = server.run(&["--to", "4.10.7", "--allow-not-recommended"]);
    assert_eq!(run.code, 3);
    assert!(
        run.stderr.contains("the cluster changed during the request from 4.10.5 to 4.10.7"),
        "{}",
        run.stderr
    );
    assert_eq!(server.stored()["spec"].get("desiredUpdate"), None);
    let json = interrupted(1, |object| {
        object["status"]["conditionalUpdates"][0]["release"]["image"] = "quay.io/x@sha256:0".into();
    })
    .run(&["--to", "4.10.7", "--allow-not-recommended", "-o", "json"]);
    let answer: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (&answer["outcome"], &answer["applied"], json.code),
        (&json!("Changed"), &json!(false), 3)
    );
}

#[test]
fn another_clients_request_in_between_is_not_replaced() {
    let server = interrupted(1, |object| {
        object["spec"]["desiredUpdate"] =
            json!({"version": "4.10.7", "image": "quay.io/x@sha256:7"});
    });
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("4.10.7 is already requested"), "{}", run.stderr);
    assert_eq!(server.stored()["spec"]["desiredUpdate"]["version"], "4.10.7");
}

#[test]
fn the_same_request_by_another_client_in_between_is_success() {
    let theirs =
        json!({"version": "4.10.6", "image": image("6"), "architecture": "", "force": false});
    let server = interrupted(1, move |object| object["spec"]["desiredUpdate"] = theirs.clone());
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("4.10.6 is already requested"), "{}", run.stdout);
    assert_eq!(server.patches().len(), 1);
}

#[test]
fn a_conflict_that_never_ends_is_given_up_after_five_times() {
    let server = interrupted(100, |object| object["spec"]["channel"] = "busy".into());
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 1);
    assert_eq!(server.patches().len(), 5);
    assert!(run.stderr.contains("changed 5 times in a row. Nothing was changed"), "{}", run.stderr);
}

#[test]
fn a_lost_answer_to_our_own_patch_is_recognized() {
    let server = Server::lab(
        version(),
        Arc::new(|request, _, _| match *request.method() {
            Method::PATCH => Step::ServeAndVanish,
            _ => Step::Serve,
        }),
    );
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Requested update from 4.10.5 to 4.10.6"));
    assert_eq!(server.patches().len(), 1, "a patch is never sent twice blindly");
}

#[test]
fn a_patch_that_did_not_arrive_is_an_error_that_says_so() {
    let server = Server::lab(
        version(),
        Arc::new(
            |request, _, _| {
                if request.method() == Method::PATCH { Step::Vanish } else { Step::Serve }
            },
        ),
    );
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the request is not stored"), "{}", run.stderr);
    assert_eq!(server.patches().len(), 1);
}

#[test]
fn an_unknown_outcome_of_the_patch_is_reported() {
    let commands: [(&[&str], &str); 3] = [
        (&["--to", "4.10.6"], "the request. To check, run:\n  upgrade --context test\n"),
        (
            &["channel", "fast-4.10"],
            "the change. To check, run:\n  upgrade --context test channel\n",
        ),
        (
            &["upstream", "https://x.example.com"],
            "To check, run:\n  upgrade --context test upstream\n",
        ),
    ];
    for (words, hint) in commands {
        let gone = AtomicBool::new(false);
        let hand = move |request: &http::Request<Vec<u8>>, _: usize, _: &_| {
            // From the patch on, the server does not answer any more.
            let patched = request.method() == Method::PATCH;
            let vanish = patched || gone.load(Ordering::SeqCst);
            gone.store(vanish, Ordering::SeqCst);
            if vanish { Step::Vanish } else { Step::Serve }
        };
        let server = Server::lab(version(), Arc::new(hand));
        let run = server.run(&[words, &["--context", "test"]].concat());
        assert_eq!(run.code, 1, "{words:?}");
        assert!(
            run.stderr.contains("hint: cannot confirm ") && run.stderr.contains(hint),
            "{}",
            run.stderr
        );
    }
}

/// What it prevents: a server that stored something else was reported as a failed request, or as
/// success.
#[test]
fn a_request_that_is_stored_differently_is_reported_and_can_be_canceled() {
    type Meddle = fn(&mut Value);
    let cases: [(Meddle, &str); 5] = [
        (|request| request["version"] = "4.10.9".into(), "version is 4.10.9 instead of 4.10.6"),
        (|request| drop(request.as_object_mut().unwrap().remove("image")), "image is none instead"),
        (
            |request| request["architecture"] = "Multi".into(),
            "architecture is Multi instead of none",
        ),
        (|request| request["force"] = true.into(), "force is true instead of false"),
        (|request| request["mode"] = "Preflight".into(), "mode is Preflight instead of none"),
    ];
    for (meddle, how) in cases {
        let server =
            || meddling(version(), move |object| meddle(&mut object["spec"]["desiredUpdate"]));
        let run = server().run(&["--to", "4.10.6", "--context", "test", "--wait"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        let said = format!("error: the request was stored, but differently: {how}");
        assert!(run.stderr.starts_with(&said), "{}", run.stderr);
        assert!(run.stderr.contains("hint: to cancel it, run:\n  upgrade --context test --clear"));
        let run = server().run(&["--to", "4.10.6", "-o", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (1, ""));
        let json = run.json();
        assert_eq!(
            (&json["kind"], &json["applied"], &json["outcome"]),
            (&json!("UpdateRequest"), &json!(true), &json!("StoredDifferently"))
        );
        assert!(json["note"].as_str().unwrap().contains(how), "{json}");
        let dry = server();
        let run = dry.run(&["--to", "4.10.6", "--dry-run=server", "-o", "json"]);
        let json = run.json();
        assert_eq!((run.code, &json["applied"]), (1, &json!(false)), "{json}");
        assert_eq!(dry.stored(), version());
    }
}

#[test]
fn what_a_server_adds_to_a_request_is_a_warning() {
    let server = meddling(version(), |object| {
        object["spec"]["desiredUpdate"]["approvedBy"] = "somebody".into();
        object["spec"]["channel"] = "fast-4.10".into();
    });
    let run = server.run(&["--to", "4.10.6"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for field in ["spec.desiredUpdate.approvedBy", "spec.channel"] {
        let said = format!("warning: {field} changed with this request");
        assert!(run.stderr.contains(&said), "{}", run.stderr);
    }
}

#[test]
fn a_cancellation_that_is_stored_differently_is_reported() {
    let mut object = version();
    object["spec"]["desiredUpdate"] = json!({"version": "4.10.6", "image": image("6")});
    let server = meddling(object, |object| {
        object["spec"]["desiredUpdate"] = json!({"version": "4.10.7"});
    });
    let run = server.run(&["--clear", "-o", "json"]);
    let json = run.json();
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!((&json["applied"], &json["outcome"]), (&json!(true), &json!("StoredDifferently")));
    let run = server.run(&["--clear"]);
    let said =
        "error: the cancellation was stored, but differently: version is 4.10.7 instead of none";
    assert!(run.code == 1 && run.stderr.starts_with(said), "{}", run.stderr);
}

/// What it prevents: after a conflict, what was shown for one cluster was sent to another.
#[test]
fn another_object_or_cluster_is_never_written_to() {
    let mut asked = version();
    asked["spec"]["desiredUpdate"] = json!({"version": "4.10.6", "image": image("6")});
    let commands: [(&Value, &[&str]); 5] = [
        (&version(), &["--to", "4.10.6"]),
        (&asked, &["--clear"]),
        (&version(), &["channel", "fast-4.10", "--no-wait", "--allow-explicit-channel"]),
        (&version(), &["upstream", "https://updates.example.com/graph", "--no-wait"]),
        (&version(), &["accept", "A"]),
    ];
    for (field, said) in [
        ("/metadata/uid", "the ClusterVersion was deleted and created again: its uid was "),
        ("/spec/clusterID", "the API server now serves another cluster: its ID was "),
    ] {
        for (object, words) in commands {
            let server = || {
                Server::lab(
                    object.clone(),
                    Arc::new(move |request, _, service| {
                        let dry_run = request.uri().query().is_some_and(|q| q.contains("dryRun"));
                        if request.method() == Method::PATCH && !dry_run {
                            service.with(|store| {
                                store.change_cluster_version(|object| {
                                    *object.pointer_mut(field).unwrap() = "another".into();
                                });
                            });
                        }
                        Step::Serve
                    }),
                )
            };
            let live = server();
            let run = live.run(words);
            assert_eq!(run.code, 3, "{words:?}: {}", run.stderr);
            assert!(run.stderr.contains(said), "{words:?}: {}", run.stderr);
            assert_eq!(live.stored()["spec"]["desiredUpdate"], object["spec"]["desiredUpdate"]);
            let json = server().run(&[words, &["-o", "json"]].concat()).json();
            assert_eq!((&json["applied"], &json["outcome"]), (&json!(false), &json!("Replaced")));
        }
    }
}

#[test]
fn a_dry_run_on_the_server_is_checked_and_stores_nothing() {
    let server = Server::lab(version(), served());
    let run = server.run(&["--to", "4.10.6", "--dry-run=server"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let requests = server.requests();
    let (last, reads) = requests.split_last().unwrap();
    assert!(last.starts_with("PATCH") && last.contains("dryRun=All"), "{requests:?}");
    assert!(reads.iter().all(|line| line.starts_with("GET")), "{requests:?}");
    assert_eq!(server.stored(), version());
}

#[test]
fn a_hosted_control_plane_is_seen_and_one_that_cannot_be_seen_is_said() {
    let with = |status: StatusCode, body: Value| {
        Server::lab(
            version(),
            Arc::new(move |request, _, _| {
                let hosted = request.uri().path().contains("infrastructures");
                if hosted { Step::Answer(status, body.clone()) } else { Step::Serve }
            }),
        )
    };
    let hosted = with(
        StatusCode::OK,
        json!({"kind": "Infrastructure", "metadata": {"name": "cluster"}, "status": {"controlPlaneTopology": "External"}}),
    );
    assert_eq!(hosted.run(&["--to", "4.10.6", "-y"]).code, 3);
    assert!(hosted.patches().is_empty());
    for (status, why) in
        [(StatusCode::FORBIDDEN, "forbidden (403)"), (StatusCode::NOT_FOUND, "the cluster has no")]
    {
        let run = with(status, json!({"kind": "Status"})).run(&["--to", "4.10.6"]);
        assert_eq!(run.code, 0);
        assert!(
            run.stderr.contains("cannot check for a hosted control plane")
                && run.stderr.contains(why),
            "{}",
            run.stderr
        );
    }
    let broken =
        with(StatusCode::INTERNAL_SERVER_ERROR, json!({"kind": "Status", "message": "etcd"}));
    let run = broken.run(&["--to", "4.10.6"]);
    assert_eq!((run.code, broken.patches().len()), (1, 0), "{}", run.stderr);
}
