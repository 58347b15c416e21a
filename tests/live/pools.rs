//! Pausing and resuming pools: what is sent, who else writes, and what a user is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use upgrade_lab::{Service, Store};

use crate::common::lab::exported;
use crate::common::server::{Server, Step, served};
use crate::common::terminal::{at_a_terminal, plain};

const POOLS: &str = "/apis/machineconfiguration.openshift.io/v1/machineconfigpools";

/// A cluster with the paused pools `worker`, whose nodes are pending, and `infra`, without nodes.
pub(super) fn objects() -> Vec<Value> {
    let mut objects = exported("paused-pool");
    let is_worker = |object: &&mut Value| {
        object["kind"] == "MachineConfigPool" && object["metadata"]["name"] == "worker"
    };
    let worker = objects.iter_mut().find(is_worker).unwrap();
    worker["spec"]["configuration"]["name"] = "rendered-worker-next".into();
    worker["metadata"]["uid"] = "1".into();
    let mut infra = worker.clone();
    infra["metadata"]["name"] = "infra".into();
    infra["metadata"]["uid"] = "2".into();
    infra["spec"]["nodeSelector"] = json!({"matchLabels": {"node-role.kubernetes.io/infra": ""}});
    infra["status"] = json!({"machineCount": 0, "updatedMachineCount": 0, "conditions": []});
    objects.push(infra);
    objects
}

fn cluster(
    hand: impl Fn(&Request<Vec<u8>>, usize, &Service) -> Step + Send + Sync + 'static,
) -> Server {
    Server::serve(Store::new(objects()), Arc::new(hand), None)
}

fn serves() -> Server {
    Server::serve(Store::new(objects()), served(), None)
}

fn is_patch_of(request: &Request<Vec<u8>>, pool: &str) -> bool {
    request.method() == Method::PATCH && request.uri().path().ends_with(pool)
}

fn paused(server: &Server, pool: &str) -> bool {
    let request = Request::get(format!("{POOLS}/{pool}")).body(Vec::new()).unwrap();
    let response = server.service.answer(&request);
    let body = futures::executor::block_on(http_body_util::BodyExt::collect(response.into_body()));
    let object: Value = serde_json::from_slice(&body.unwrap().to_bytes()).unwrap();
    object["spec"]["paused"] == true
}

fn sent(server: &Server) -> Vec<String> {
    let lines = server.requests().into_iter();
    lines.filter(|line| !line.starts_with("GET")).collect()
}

#[test]
fn each_pool_is_one_patch_with_the_revision_that_was_checked() {
    let server = serves();
    let run = server.run(&["pools", "resume", "worker", "infra", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let patch = |pool: &str| format!("PATCH {POOLS}/{pool}?&fieldManager=upgrade");
    assert_eq!(sent(&server), [patch("worker"), patch("infra")]);
    let json = run.json();
    for (place, body) in server.patches().iter().enumerate() {
        assert!(body["metadata"]["resourceVersion"].is_string(), "{body}");
        assert_eq!(body["spec"], json!({"paused": false}));
        assert_eq!(&json["pools"][place]["patch"], body);
    }
    assert!(!paused(&server, "worker") && !paused(&server, "infra"));
    let again = server.run(&["pools", "resume", "worker", "infra"]);
    assert!(again.stdout.starts_with("worker and infra are not paused"), "{}", again.stdout);
    assert_eq!(sent(&server).len(), 2);
}

#[test]
fn one_pool_that_is_refused_or_unknown_stops_all() {
    for (other, code) in [("master", 3), ("wroker", 4)] {
        let server = serves();
        server.run(&["pools", "resume", "worker"]);
        let run = server.run(&["pools", "pause", "worker", other]);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert_eq!(sent(&server).len(), 1);
    }
}

#[test]
fn a_user_is_asked_before_nodes_reboot() {
    for (answer, code, still) in [("y\n", 0, false), ("n\n", 3, true), ("\n", 3, true)] {
        let server = serves();
        let (screen, status) = at_a_terminal(&server, &["pools", "resume", "worker"], answer);
        let screen = plain(&screen);
        assert_eq!(status, code, "{screen}");
        let effect = "3 of 3 nodes of worker drain and reboot, one at a time";
        assert!(screen.contains(effect) && screen.contains("Continue? [y/N]"), "{screen}");
        assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
        assert_eq!(paused(&server, "worker"), still, "{answer:?}");
    }
}

#[test]
fn nobody_is_asked_where_no_node_reboots_or_the_answer_is_given() {
    for words in [
        ["pools", "resume", "infra"].as_slice(),
        &["pools", "resume", "worker", "-y"],
        &["pools", "resume", "worker", "-o", "json"],
        &["pools", "resume", "worker", "--dry-run"],
    ] {
        let (screen, code) = at_a_terminal(&serves(), words, "");
        assert_eq!(code, 0, "{screen}");
        assert!(!screen.contains("Continue?"), "{words:?}: {screen}");
    }
    let server = serves();
    server.run(&["pools", "resume", "worker"]);
    let (screen, code) = at_a_terminal(&server, &["pools", "pause", "worker"], "");
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("Continue?") && screen.contains("kubelet CA"), "{screen}");
}

#[test]
fn a_pool_that_another_client_changes_meanwhile_is_checked_again() {
    let turn = AtomicUsize::new(0);
    let server = cluster(move |request, _, service| {
        if is_patch_of(request, "worker") && turn.fetch_add(1, Ordering::SeqCst) == 0 {
            service.with(|store| {
                store.change("machineconfigpools", "worker", |pool| {
                    pool["metadata"]["labels"] = json!({"theirs": "x"});
                });
            });
        }
        Step::Serve
    });
    let run = server.run(&["pools", "resume", "worker"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(sent(&server).len(), 2, "the first was a conflict");
    assert!(!paused(&server, "worker"));
}

#[test]
fn a_resume_that_would_reboot_more_nodes_than_shown_is_not_sent() {
    let turn = AtomicUsize::new(0);
    let server = cluster(move |request, _, service| {
        if is_patch_of(request, "worker") && turn.fetch_add(1, Ordering::SeqCst) == 0 {
            service.with(|store| {
                store.change("machineconfigpools", "worker", |pool| {
                    pool["spec"]["maxUnavailable"] = json!("100%");
                });
            });
        }
        Step::Serve
    });
    let run = server.run(&["pools", "resume", "infra", "worker", "-o", "json"]);
    let json = run.json();
    assert_eq!((run.code, &json["outcome"]), (3, &json!("Changed")));
    // What was changed before is told.
    assert_eq!(json["applied"], json!(true));
    let changed: Vec<bool> =
        json["pools"].as_array().unwrap().iter().map(|pool| pool["changed"] == true).collect();
    assert_eq!(changed, [true, false]);
    assert!(paused(&server, "worker") && !paused(&server, "infra"));
}

#[test]
fn a_failure_in_the_middle_tells_what_was_changed() {
    let refuses = |request: &Request<Vec<u8>>| {
        if is_patch_of(request, "worker") {
            let status = json!({"kind": "Status", "code": 403, "message": "not yours"});
            Step::Answer(StatusCode::FORBIDDEN, status)
        } else {
            Step::Serve
        }
    };
    let server = cluster(move |request, _, _| refuses(request));
    let run = server.run(&["pools", "resume", "infra", "worker"]);
    assert_eq!(run.code, 1);
    let said = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = "error: pool infra was resumed, but the command failed: cannot patch \
                 machineconfigpools.machineconfiguration.openshift.io/worker: forbidden (403)";
    assert!(said.contains(first), "{said}");
    let server = cluster(move |request, _, _| refuses(request));
    let run = server.run(&["pools", "resume", "infra", "worker", "-o", "json"]);
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!((run.code, &error["applied"]), (1, &json!(true)));
}

#[test]
fn a_lost_answer_is_looked_up_and_never_sent_again() {
    let server =
        cluster(
            |request, _, _| {
                if is_patch_of(request, "worker") { Step::ServeAndVanish } else { Step::Serve }
            },
        );
    let run = server.run(&["pools", "resume", "worker"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(sent(&server).len(), 1);
    let server = cluster(
        |request, _, _| {
            if is_patch_of(request, "worker") { Step::Vanish } else { Step::Serve }
        },
    );
    let run = server.run(&["pools", "resume", "worker"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the change is not stored; run the command again"));
    assert_eq!(sent(&server).len(), 1);
}

#[test]
fn a_server_that_ignores_the_change_is_found_out() {
    let server = cluster(|request, _, service| {
        if !is_patch_of(request, "worker") {
            return Step::Serve;
        }
        let get = Request::get(request.uri().path()).body(Vec::new()).unwrap();
        let answer = service.answer(&get).into_body();
        let body = futures::executor::block_on(http_body_util::BodyExt::collect(answer));
        let object = serde_json::from_slice(&body.unwrap().to_bytes()).unwrap();
        Step::Answer(StatusCode::OK, object)
    });
    let run = server.run(&["pools", "resume", "worker", "-o", "json"]);
    assert_eq!((run.code, &run.json()["outcome"]), (1, &json!("StoredDifferently")));
}

#[test]
fn pools_that_may_not_be_read_are_an_error() {
    for (status, code) in [(403, "Unreadable"), (404, "NotFound")] {
        let server = cluster(move |request, _, _| {
            if request.uri().path() == POOLS {
                Step::Answer(StatusCode::from_u16(status).unwrap(), json!({}))
            } else {
                Step::Serve
            }
        });
        for words in [["pools"].as_slice(), &["pools", "pause", "worker"]] {
            let run = server.run(&[words, &["-o", "json"]].concat());
            let error: Value = serde_json::from_str(&run.stderr).unwrap();
            assert_eq!((run.code, &error["code"]), (1, &json!(code)), "{words:?}");
        }
    }
}

#[test]
fn nodes_that_may_not_be_read_are_counted_by_their_pool() {
    let server = cluster(|request, _, _| {
        if request.uri().path() == "/api/v1/nodes" {
            Step::Answer(StatusCode::FORBIDDEN, json!({}))
        } else {
            Step::Serve
        }
    });
    let run = server.run(&["pools", "-o", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.json()["pools"][1]["nodes"], json!(0));
    let run = server.run(&["pools", "resume", "worker"]);
    assert!(run.stderr.contains("cannot read nodes: forbidden"), "{}", run.stderr);
    assert_eq!(run.code, 0);
}

/// The cluster of a fixture, whose node infra-1 changes. `steps` answers requests for its
/// MachineConfigNodes.
fn changing(steps: impl Fn(&str) -> Step + Send + Sync + 'static) -> Server {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pools");
    let mut objects = Vec::new();
    for file in ["cv.yaml", "mcp.yaml", "nodes.yaml", "machineconfigs.yaml"] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        objects.extend(serde_saphyr::from_multiple::<Value>(&text).unwrap());
    }
    let hand = move |request: &Request<Vec<u8>>, _: usize, _: &Service| {
        let path = request.uri().path();
        if path.contains("machineconfignodes") { steps(path) } else { Step::Serve }
    };
    Server::serve(Store::new(objects), Arc::new(hand), None)
}

fn step_of_infra_1(server: &Server) -> (Value, Vec<String>) {
    let run = server.run(&["status", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let report = run.json();
    let notes = report["notes"].to_string();
    assert!(!notes.contains("machine config nodes"), "{notes}");
    let pools = report["pools"].as_array().unwrap().iter();
    let mut nodes = pools.flat_map(|pool| pool["nodes"].as_array().unwrap());
    let node = nodes.find(|node| node["name"] == "infra-1").unwrap();
    assert_eq!(node["phase"], json!("Draining"));
    let requests = server.requests().into_iter();
    let asked = requests.filter(|line| line.contains("machineconfignodes")).collect();
    (node["step"].clone(), asked)
}

#[test]
fn status_reads_machine_config_nodes_of_either_version() {
    for served in ["v1", "v1alpha1"] {
        let server = changing(move |path| {
            if !path.contains(&format!("/{served}/")) {
                return Step::Answer(StatusCode::NOT_FOUND, json!({}));
            }
            let condition = json!({"type": "Drained", "status": "Unknown"});
            let object = json!({
                "metadata": {"name": "infra-1"},
                "spec": {"configVersion": {"desired": "rendered-infra-15"}},
                "status": {"conditions": [condition]},
            });
            let list = json!({"kind": "MachineConfigNodeList", "metadata": {}, "items": [object]});
            Step::Answer(StatusCode::OK, list)
        });
        let (step, asked) = step_of_infra_1(&server);
        assert_eq!((step, asked.len()), (json!("Draining"), if served == "v1" { 1 } else { 2 }));
    }
}

#[test]
fn without_machine_config_nodes_the_annotations_of_nodes_decide() {
    for (status, requests) in [(404, 2), (403, 1), (500, 1)] {
        let status = StatusCode::from_u16(status).unwrap();
        let server = changing(move |_| Step::Answer(status, json!({})));
        let (step, asked) = step_of_infra_1(&server);
        assert_eq!((step, asked.len()), (json!(null), requests), "{status}");
    }
    // While no node changes, they are not read.
    let server = serves();
    assert_eq!(server.run(&["status"]).code, 0);
    let asked = |line: &String| line.contains("machineconfignodes");
    assert!(!server.requests().iter().any(asked));
}
