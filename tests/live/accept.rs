//! Accepting risks: what is sent, what is kept, and what happens if another client writes first.

use std::sync::Arc;

use http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::common::server::{Server, Step, interrupted, served, version};
use crate::common::terminal::{at_a_terminal, plain};

const VERSION: &str = "/apis/config.openshift.io/v1/clusterversions/version";

fn stored(server: &Server) -> Value {
    server.stored()["spec"].get("desiredUpdate").cloned().unwrap_or_default()
}

fn accepts(names: &[&str]) -> Value {
    names.iter().map(|name| json!({"name": name})).collect()
}

fn is_write(request: &Request<Vec<u8>>) -> bool {
    let dry = request.uri().query().is_some_and(|query| query.contains("dryRun=All"));
    request.method() == Method::PATCH && !dry
}

/// A server that does this to writes, and only to those.
fn with_writes(step: Step) -> Server {
    let hand = move |request: &Request<Vec<u8>>, _: usize, _: &_| {
        if is_write(request) { step.clone() } else { Step::Serve }
    };
    Server::lab(version(), Arc::new(hand))
}

fn requesting(update: Value) -> Server {
    let mut object = version();
    object["spec"]["desiredUpdate"] = update;
    Server::lab(object, served())
}

#[test]
fn the_server_is_asked_first_whether_it_would_store_it() {
    let server = Server::lab(version(), served());
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Accepted A\n  Cluster: context test"), "{}", run.stdout);
    let requests = server.requests();
    assert_eq!(requests[2], format!("PATCH {VERSION}?&dryRun=All&fieldManager=upgrade"));
    assert_eq!(requests[3], format!("PATCH {VERSION}?&fieldManager=upgrade"));
    let patch = json!({
        "metadata": {"resourceVersion": "700"},
        "spec": {"desiredUpdate": {"acceptRisks": accepts(&["A"])}},
    });
    assert_eq!(server.patches(), [patch.clone(), patch]);
    assert_eq!(stored(&server), json!({"acceptRisks": accepts(&["A"])}));
    let again = server.run(&["accept", "A"]);
    assert!(
        again.stdout.starts_with("No change: these risks are already accepted"),
        "{}",
        again.stdout
    );
    assert_eq!((again.code, server.patches().len()), (0, 2));
}

#[test]
fn a_request_survives_its_risks_and_they_survive_a_request() {
    let request = json!({"version": "4.10.6", "image": "example.com/x@sha256:6", "force": true});
    let server = requesting(request.clone());
    assert_eq!(server.run(&["accept", "A"]).code, 0);
    assert_eq!(stored(&server)["version"], "4.10.6");
    assert_eq!(server.run(&["accept", "--clear"]).code, 0);
    assert_eq!(stored(&server), request, "the request is as it was");
    let server = Server::lab(version(), served());
    assert_eq!(server.run(&["accept", "A"]).code, 0);
    let request = ["--to", "4.10.6", "--allow-upgrade-with-warnings"]; // without an operator
    assert_eq!(server.run(&request).code, 0);
    assert_eq!(server.run(&["--clear"]).code, 0);
    assert_eq!(stored(&server)["acceptRisks"], accepts(&["A"]));
}

#[test]
fn what_newer_clients_say_of_a_risk_survives() {
    let theirs = json!({"name": "Theirs", "reason": "ticket 12", "until": {"version": "4.11"}});
    let mut object = version();
    object["spec"]["desiredUpdate"] = json!({"acceptRisks": [theirs, {"name": "Old", "note": 1}]});
    for words in [["accept", "A,Old-"].as_slice(), &["accept", "--replace", "Theirs,A"]] {
        let server = Server::with(object.clone(), served());
        server.run(words); // the schema of this server drops such fields: what is sent counts
        let sent = server.patches();
        let risks = &sent[0]["spec"]["desiredUpdate"]["acceptRisks"];
        assert_eq!(*risks, json!([theirs, {"name": "A"}]), "{words:?}");
    }
}

#[test]
fn no_empty_request_is_left_behind_whatever_else_was_left_in_it() {
    for leftover in [json!({}), json!({"force": true}), json!({"mode": "Preflight", "version": ""})]
    {
        let mut update = leftover.clone();
        update["acceptRisks"] = accepts(&["A", "B"]);
        let server = requesting(update);
        assert_eq!(server.run(&["accept", "A-,B-"]).code, 0);
        assert_eq!(server.stored()["spec"].get("desiredUpdate"), None, "{leftover}");
    }
}

#[test]
fn what_others_accept_meanwhile_stays() {
    let server = interrupted(1, |object| {
        object["spec"]["desiredUpdate"]["acceptRisks"] = json!([{"name": "Theirs"}]);
        object["spec"]["channel"] = "fast-4.10".into();
    });
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(stored(&server)["acceptRisks"], accepts(&["Theirs", "A"]));
    assert_eq!(server.stored()["spec"]["channel"], "fast-4.10");
}

/// A server that accepts a risk at the first read, and one more at the write.
fn with_theirs() -> Server {
    let server = interrupted(1, |object| {
        object["spec"]["desiredUpdate"]["acceptRisks"] = accepts(&["Old", "Theirs"]);
    });
    server.service.with(|store| {
        store.change_cluster_version(|object| {
            object["spec"]["desiredUpdate"]["acceptRisks"] = accepts(&["Old"]);
        });
    });
    server
}

#[test]
fn what_others_accept_meanwhile_is_not_withdrawn_unseen() {
    for words in [["accept", "--replace", "A"].as_slice(), &["accept", "--clear"]] {
        let (screen, code) = at_a_terminal(&with_theirs(), words, "n\n");
        let screen = plain(&screen);
        assert!(
            code == 3 && screen.to_lowercase().contains("stop accepting old, theirs"),
            "{screen}"
        );
        let server = with_theirs();
        let (screen, code) = at_a_terminal(&server, words, "y\n");
        assert_eq!((code, screen.matches("Continue?").count()), (0, 1), "{screen}");
        assert!(!stored(&server).to_string().contains("Theirs"));
        let server = with_theirs();
        let run = server.run(words);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(run.stderr.contains("the cluster changed during the request"), "{}", run.stderr);
        assert_eq!(stored(&server)["acceptRisks"], accepts(&["Old", "Theirs"]));
    }
}

#[test]
fn writers_at_the_same_time_lose_nothing() {
    let server = Server::lab(version(), served());
    let names = ["R0", "R1", "R2", "R3"];
    std::thread::scope(|scope| {
        for name in names {
            let server = &server;
            scope.spawn(move || {
                let run = server.run(&["accept", name, "--allow-unknown"]);
                assert_eq!(run.code, 0, "{}", run.stderr);
            });
        }
    });
    let mut stored: Vec<String> = stored(&server)["acceptRisks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|risk| risk["name"].as_str().unwrap().to_owned())
        .collect();
    stored.sort();
    assert_eq!(stored, names);
}

/// A server that drops the field from some patches, as one does whose feature gate is off.
fn dropping(drops: fn(&Request<Vec<u8>>) -> bool) -> Server {
    let hand = move |request: &Request<Vec<u8>>, _: usize, service: &upgrade_lab::Service| {
        if request.method() == Method::PATCH && drops(request) {
            let object = service.with(|store| store.cluster_version().unwrap().clone());
            return Step::Answer(StatusCode::OK, object);
        }
        Step::Serve
    };
    Server::lab(version(), Arc::new(hand))
}

#[test]
fn where_the_feature_gate_is_off_nothing_is_sent() {
    let server = dropping(|_| true);
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("feature gate ClusterUpdateAcceptRisks is off"), "{}", run.stderr);
    assert_eq!(server.patches().len(), 1, "the question alone");
}

#[test]
fn a_server_that_drops_the_field_after_all_is_found_out() {
    let server = dropping(is_write);
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 1);
    let said = "the change was stored, but differently: spec.desiredUpdate.acceptRisks is none \
                instead of A";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn a_lost_answer_is_looked_up_and_never_sent_again() {
    let server = with_writes(Step::ServeAndVanish);
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Accepted A"), "{}", run.stdout);
    assert_eq!(server.patches().len(), 2);
    let server = with_writes(Step::Vanish);
    let run = server.run(&["accept", "A"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the change is not stored"), "{}", run.stderr);
}

#[test]
fn without_permission_to_write_nothing_is_written() {
    let forbidden = json!({"kind": "Status", "reason": "Forbidden", "message": "no", "details": {"name": "version"}});
    for server in [
        with_writes(Step::Answer(StatusCode::FORBIDDEN, forbidden.clone())),
        Server::lab(
            version(),
            Arc::new(move |request, _, _| match *request.method() {
                Method::PATCH => Step::Answer(StatusCode::FORBIDDEN, forbidden.clone()),
                _ => Step::Serve,
            }),
        ),
    ] {
        let run = server.run(&["accept", "A"]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("forbidden (403)"), "{}", run.stderr);
        assert_eq!(server.stored(), version());
    }
}

#[test]
fn unknown_risks_are_confirmed_on_a_terminal() {
    let words = ["accept", "Future", "--allow-unknown"];
    let server = Server::new(version());
    let (screen, code) = at_a_terminal(&server, &words, "y\n");
    let screen = plain(&screen);
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("Accept Future") && screen.contains("Continue? [y/N]"), "{screen}");
    let server = Server::new(version());
    let (screen, code) = at_a_terminal(&server, &words, "n\n");
    assert_eq!((code, server.patches().len()), (3, 0), "{screen}");
    let (screen, code) = at_a_terminal(&server, &["accept", "A"], "");
    assert_eq!(code, 0, "{screen}");
    assert!(!screen.contains("Continue?"), "{screen}");
}
