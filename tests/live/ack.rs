//! Acknowledging admin gates: what is sent, who else writes, and the effect.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use upgrade_lab::{Service, Store};

use crate::common::admin_gates::{A, B, map, objects};
use crate::common::server::{Server, Step, served};
use crate::common::terminal::{at_a_terminal, plain};

const ACKS: &str = "/api/v1/namespaces/openshift-config/configmaps";

fn acks(data: &Value) -> Value {
    map("openshift-config", "admin-acks", data)
}

fn cluster(
    more: Option<Value>,
    hand: impl Fn(&Request<Vec<u8>>, usize, &Service) -> Step + Send + Sync + 'static,
) -> Server {
    Server::serve(Store::new(objects().into_iter().chain(more)), Arc::new(hand), None)
}

pub(super) fn serves(more: Option<Value>) -> Server {
    let hand = served();
    cluster(more, move |request, place, service| hand(request, place, service))
}

fn is_write(request: &Request<Vec<u8>>) -> bool {
    [Method::PATCH, Method::POST].contains(request.method())
}

/// What is acknowledged.
fn acknowledged(server: &Server) -> Value {
    let request = Request::get(format!("{ACKS}/admin-acks")).body(Vec::new()).unwrap();
    let response = server.service.answer(&request);
    let body = futures::executor::block_on(http_body_util::BodyExt::collect(response.into_body()));
    let object: Value = serde_json::from_slice(&body.unwrap().to_bytes()).unwrap();
    object["data"].clone()
}

/// Writes as another client does.
fn write(service: &Service, method: Method, body: &Value) {
    let name = if method == Method::POST { "" } else { "/admin-acks" };
    let request = Request::builder().method(method).uri(format!("{ACKS}{name}"));
    let request = request.header("content-type", "application/merge-patch+json");
    let answer = service.answer(&request.body(body.to_string().into_bytes()).unwrap());
    assert!(answer.status().is_success(), "{}", answer.status());
}

fn writes(server: &Server) -> Vec<(String, Value)> {
    let seen = server.seen.lock().unwrap();
    let writes = seen.iter().filter(|seen| !seen.line.starts_with("GET"));
    writes.map(|seen| (seen.line.clone(), serde_json::from_slice(&seen.body).unwrap())).collect()
}

#[test]
fn all_gates_are_one_patch() {
    let server = serves(Some(acks(&json!({A: "no", "other": "x"}))));
    let run = server.run(&["ack", "--all", "--no-wait"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Acknowledged ack-4.10-a, ack-4.10-b\n"), "{}", run.stdout);
    assert!(
        run.stderr.contains("ack-4.10-a is \"no\" in admin-acks and changes to \"true\""),
        "{}",
        run.stderr
    );
    let patch = json!({"metadata": {"resourceVersion": "500"}, "data": {A: "true", B: "true"}});
    let line = format!("PATCH {ACKS}/admin-acks?&fieldManager=upgrade");
    assert_eq!(writes(&server), [(line, patch)]);
    assert_eq!(acknowledged(&server), json!({A: "true", B: "true", "other": "x"}));
    let again = server.run(&["ack", "--all"]);
    assert!(
        again.stdout.starts_with("All admin gates of 4.10 are acknowledged"),
        "{}",
        again.stdout
    );
    assert_eq!(writes(&server).len(), 1);
}

#[test]
fn where_there_is_no_map_it_is_created() {
    let server = serves(None);
    let run = server.run(&["ack", A, "--no-wait", "-o", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answer["creates"], &answer["cleared"]), (&json!(true), &json!(null)));
    let writes = writes(&server);
    assert_eq!(writes[0].0, format!("POST {ACKS}?&fieldManager=upgrade"));
    assert_eq!(writes[0].1, answer["patch"]);
    assert_eq!(acknowledged(&server), json!({A: "true"}));
}

#[test]
fn a_map_that_another_client_creates_or_changes_meanwhile_keeps_its_content() {
    for before in [None, Some(acks(&json!({"other": "x"})))] {
        let turn = AtomicUsize::new(0);
        let creates = before.is_none();
        let server = cluster(before, move |request, _, service| {
            if is_write(request) && turn.fetch_add(1, Ordering::SeqCst) == 0 {
                let theirs = json!({B: "true", "other": "y"});
                let (method, body) = if creates {
                    (Method::POST, acks(&theirs))
                } else {
                    (Method::PATCH, json!({"data": theirs}))
                };
                write(service, method, &body);
            }
            Step::Serve
        });
        let run = server.run(&["ack", "--all", "--no-wait"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(acknowledged(&server), json!({A: "true", B: "true", "other": "y"}));
        assert_eq!(writes(&server).len(), 2);
        assert_eq!(writes(&server)[1].1["data"], json!({A: "true"}), "theirs is not written again");
    }
}

#[test]
fn writers_at_the_same_time_lose_nothing() {
    for before in [None, Some(acks(&json!({})))] {
        let server = serves(before);
        std::thread::scope(|scope| {
            for gate in [A, B] {
                let server = &server;
                scope.spawn(move || {
                    let run = server.run(&["ack", gate, "--no-wait"]);
                    assert_eq!(run.code, 0, "{}", run.stderr);
                });
            }
        });
        assert_eq!(acknowledged(&server), json!({A: "true", B: "true"}));
    }
}

#[test]
fn a_gate_that_was_not_shown_is_not_acknowledged() {
    let turn = AtomicUsize::new(0);
    let server = cluster(Some(acks(&json!({}))), move |request, _, service| {
        if is_write(request) && turn.fetch_add(1, Ordering::SeqCst) == 0 {
            service.with(|store| {
                store.change("configmaps", "admin-gates", |object| {
                    object["data"][A] = "Something else goes away.".into();
                });
            });
            write(service, Method::PATCH, &json!({"data": {"other": "x"}}));
        }
        Step::Serve
    });
    let run = server.run(&["ack", A, "--no-wait"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stderr.contains("Something else goes away."), "{}", run.stderr);
    assert_eq!(acknowledged(&server), json!({"other": "x"}));
}

#[test]
fn a_lost_answer_is_looked_up_and_never_sent_again() {
    for before in [None, Some(acks(&json!({})))] {
        let lost = |step: Step| {
            cluster(
                before.clone(),
                move |request, _, _| {
                    if is_write(request) { step.clone() } else { Step::Serve }
                },
            )
        };
        let server = lost(Step::ServeAndVanish);
        let run = server.run(&["ack", A, "--no-wait"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!((writes(&server).len(), acknowledged(&server)), (1, json!({A: "true"})));
        let server = lost(Step::Vanish);
        let run = server.run(&["ack", A, "--no-wait"]);
        assert_eq!((run.code, writes(&server).len()), (1, 1));
        assert!(run.stderr.contains("the acknowledgment is not stored"), "{}", run.stderr);
    }
}

#[test]
fn another_config_map_or_cluster_is_never_written_to() {
    let made_anew = |path: &'static str, plural: &'static str, name: &'static str| {
        let mut own = acks(&json!({}));
        own["metadata"]["uid"] = "first".into();
        let server = cluster(Some(own), move |request, _, service| {
            if is_write(request) {
                service.with(|store| {
                    store.change("configmaps", "admin-acks", |acks| {
                        acks["data"]["theirs"] = "true".into(); // a conflict in any case
                    });
                    store.change(plural, name, |object| {
                        *object.pointer_mut(path).unwrap() = "second".into();
                    });
                });
            }
            Step::Serve
        });
        let run = server.run(&["ack", A, "--no-wait", "-y"]);
        assert_eq!((run.code, acknowledged(&server)), (3, json!({"theirs": "true"})));
        run.stderr
    };
    let said = made_anew("/metadata/uid", "configmaps", "admin-acks");
    assert!(said.contains("admin-acks was deleted and created again: its uid was "), "{said}");
    let said = made_anew("/spec/clusterID", "clusterversions", "version");
    assert!(
        said.contains("now serves another cluster") && said.contains("is now second"),
        "{said}"
    );
}

#[test]
fn a_server_that_drops_or_forbids_it_is_found_out() {
    let answers = |status: StatusCode, body: Value| {
        cluster(Some(acks(&json!({}))), move |request, _, _| {
            if is_write(request) { Step::Answer(status, body.clone()) } else { Step::Serve }
        })
        .run(&["ack", A, "--no-wait"])
    };
    let dropped = answers(StatusCode::OK, acks(&json!({})));
    assert_eq!(dropped.code, 1);
    let said = "error: the change was stored, but differently: ack-4.10-a is none instead of true";
    assert!(dropped.stderr.starts_with(said), "{}", dropped.stderr);
    let forbidden = answers(StatusCode::FORBIDDEN, json!({"kind": "Status", "message": "no"}));
    assert_eq!(forbidden.code, 1);
    assert!(
        forbidden
            .stderr
            .contains("cannot patch configmaps/admin-acks in namespace openshift-config: ")
            && forbidden
                .stderr
                .contains("permission to patch configmaps in namespace openshift-config"),
        "{}",
        forbidden.stderr
    );
    let objects = answers(StatusCode::CONFLICT, json!({"kind": "Status", "message": "a webhook"}));
    assert_eq!(objects.code, 1);
    assert!(
        objects.stderr.contains("rejected the acknowledgment (409): a webhook"),
        "{}",
        objects.stderr
    );
}

#[test]
fn forbidden_gates_are_reported() {
    let server = cluster(None, |request, _, _| {
        if request.uri().path().ends_with("/admin-gates") {
            return Step::Answer(StatusCode::FORBIDDEN, json!({"kind": "Status", "message": "no"}));
        }
        Step::Serve
    });
    let run = server.run(&["ack"]);
    assert_eq!(run.code, 1);
    let hint = "for permission to get configmaps in namespace openshift-config-managed";
    assert!(run.stderr.contains(hint), "{}", run.stderr);
}

#[test]
fn listing_is_three_reads_at_the_same_time() {
    let server = serves(None);
    assert_eq!(server.run(&["ack"]).code, 0);
    assert_eq!(server.requests().len(), 3);
}

/// A server whose operator observes acknowledgments after this many reads.
fn operated(looks: usize, message: &'static str) -> Server {
    let seen = AtomicUsize::new(0);
    cluster(Some(acks(&json!({}))), move |request, _, service| {
        let read = request.method() == Method::GET && request.uri().path().ends_with("/version");
        if read && seen.fetch_add(1, Ordering::SeqCst) == looks {
            service.with(|store| {
                store.change_cluster_version(|object| {
                    let conditions = object["status"]["conditions"].as_array_mut().unwrap();
                    if message.is_empty() {
                        conditions.pop();
                    } else {
                        conditions.last_mut().unwrap()["message"] = message.into();
                    }
                });
            });
        }
        Step::Serve
    })
}

#[test]
fn the_effect_is_waited_for_and_reported() {
    let run = operated(2, "").run(&["ack", "--all"]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains("No other condition blocks minor version updates"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("note: acknowledged; waiting"), "{}", run.stderr);
    let run = operated(1, "Only the weather.").run(&["ack", "--all", "-o", "json"]);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answer["cleared"], run.stderr.as_str()), (&json!(true), ""));
    assert_eq!(answer["upgradeable"]["message"], "Only the weather.");
}

#[test]
fn patience_ends_with_a_note() {
    let start = Instant::now();
    let run = operated(9_999, "").run(&["ack", A, "--timeout", "1s"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("still lists the gate after 1s"), "{}", run.stdout);
    assert!(start.elapsed() < Duration::from_secs(20));
    let reads = AtomicUsize::new(0);
    let server = cluster(Some(acks(&json!({}))), move |request, _, _| {
        let read = request.uri().path().ends_with("/version");
        if read && reads.fetch_add(1, Ordering::SeqCst) > 0 { Step::Vanish } else { Step::Serve }
    });
    let run = server.run(&["ack", A, "--timeout", "10ms"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Cannot check Upgradeable"), "{}", run.stdout);
}

#[test]
fn every_gate_is_shown_and_asked_about_at_a_terminal() {
    let server = serves(None);
    let (screen, code) = at_a_terminal(&server, &["ack", "--all", "--no-wait"], "\n");
    let screen = plain(&screen);
    assert_eq!((code, writes(&server).len()), (3, 0), "{screen}");
    assert!(screen.contains("Acknowledge 2 admin gates"), "{screen}");
    assert!(screen.contains("A goes away.") && screen.contains("B goes away."), "{screen}");
    assert!(screen.contains("Continue? [y/N]"), "{screen}");
    let (screen, code) = at_a_terminal(&server, &["ack", A, "--no-wait"], "y\n");
    assert_eq!(code, 0, "{screen}");
    let (screen, code) = at_a_terminal(&server, &["ack", B, "--no-wait", "-y"], "");
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("Continue?"), "{screen}");
    assert_eq!(acknowledged(&server), json!({A: "true", B: "true"}));
}
