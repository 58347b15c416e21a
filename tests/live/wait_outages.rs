//! Waiting for a server that stops, rejects requests, or is readable only in part.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use http::StatusCode;
use serde_json::json;

use crate::common::rollout::{cluster, well_behaved};
use crate::common::server::Step;
use crate::common::until;

#[test]
fn an_outage_is_survived_and_said() {
    let faults: [fn() -> Step; 2] = [
        || Step::Vanish,
        || {
            Step::Answer(
                StatusCode::SERVICE_UNAVAILABLE,
                json!({"kind": "Status", "message": "etcd"}),
            )
        },
    ];
    for fault in faults {
        let away = Arc::new(AtomicBool::new(false));
        let misses = Arc::new(AtomicUsize::new(0));
        let (gone, missed) = (away.clone(), misses.clone());
        let server = cluster(Arc::new(move |_, _, _| {
            if !gone.load(Ordering::SeqCst) {
                return Step::Serve;
            }
            missed.fetch_add(1, Ordering::SeqCst);
            fault()
        }));
        server.take_up();
        let run = server.run_while(&["wait"], || {
            server.until_seen(); // and the watches are there
            away.store(true, Ordering::SeqCst);
            server.update_operator("dns");
            until("it has missed something", || misses.load(Ordering::SeqCst) > 3);
            server.complete();
            away.store(false, Ordering::SeqCst);
        });
        assert_eq!(run.code, 0, "{}", run.stderr);
        let lost = format!("warning: cannot reach {}: ", server.url());
        assert_eq!(run.stderr.matches(&lost).count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(". Retrying\n"), "{}", run.stderr);
        let back = format!("note: reconnected to {} after ", server.url());
        assert_eq!(run.stderr.matches(&back).count(), 1, "{}", run.stderr);
    }
}

#[test]
fn a_server_that_is_not_there_yet_is_waited_for() {
    let server = well_behaved();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut config = server.kubeconfig();
    config["clusters"][0]["cluster"]["server"] = format!("http://{closed}").into();
    server.write_kubeconfig(&config);
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(["wait"]).env_clear().env("HOME", server.home());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(
        line,
        format!("warning: cannot reach http://{closed}: refused the connection. Retrying\n")
    );
    forward(closed, server.address);
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{rest}");
    assert!(rest.starts_with(&format!("note: reconnected to http://{closed} after ")), "{rest}");
}

/// Forwards connections from one address to another.
fn forward(from: SocketAddr, to: SocketAddr) {
    let listener = TcpListener::bind(from).unwrap();
    std::thread::spawn(move || {
        for inside in listener.incoming() {
            let (inside, outside) = (inside.unwrap(), TcpStream::connect(to).unwrap());
            for (mut from, mut to) in
                [(inside.try_clone().unwrap(), outside.try_clone().unwrap()), (outside, inside)]
            {
                std::thread::spawn(move || {
                    let mut buffer = [0; 1 << 13];
                    while let Ok(count @ 1..) = from.read(&mut buffer) {
                        if to.write_all(&buffer[..count]).is_err() {
                            break;
                        }
                    }
                });
            }
        }
    });
}

#[test]
fn pools_that_may_not_be_read_matter_only_for_workers() {
    for status in [StatusCode::FORBIDDEN, StatusCode::NOT_FOUND] {
        let server = cluster(Arc::new(move |request, _, _| {
            let pools = request.uri().path().contains("machineconfigpools");
            let said = json!({"kind": "Status", "message": "no pools for you"});
            if pools { Step::Answer(status, said) } else { Step::Serve }
        }));
        server.take_up();
        let run = server.run_while(&["wait"], || {
            server.update_operator("dns");
            server.until_seen();
            server.complete();
        });
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("operators 1/2: Working"), "{}", run.stderr);
        let run = server.run(&["wait", "--for", "workers"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        let said = "cannot list machineconfigpools.machineconfiguration.openshift.io";
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn a_first_read_that_is_refused_is_an_error() {
    for status in [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::NOT_FOUND] {
        let said = json!({"kind": "Status", "message": "no"});
        let server = cluster(Arc::new(move |_, _, _| Step::Answer(status, said.clone())));
        let run = server.run(&["wait"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.starts_with("error: cannot read clusterversions"), "{}", run.stderr);
    }
}

#[test]
fn a_token_that_expires_is_asked_for_again() {
    let valid = Arc::new(Mutex::new("first"));
    let known = valid.clone();
    let server = cluster(Arc::new(move |request, _, _| {
        if request.headers()["authorization"] == format!("Bearer {}", known.lock().unwrap()) {
            return Step::Serve;
        }
        Step::Answer(StatusCode::UNAUTHORIZED, json!({"kind": "Status", "message": "who?"}))
    }));
    let path = server.home().join("token");
    std::fs::write(&path, "first").unwrap();
    let mut config = server.kubeconfig();
    config["users"][0]["user"] = json!({"tokenFile": path});
    server.write_kubeconfig(&config);
    server.take_up();
    let run = server.run_while(&["wait"], || {
        server.until_seen();
        std::fs::write(&path, "second").unwrap();
        *valid.lock().unwrap() = "second";
        server.complete();
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("401"), "it is not noticed: {}", run.stderr);
}

#[test]
fn a_no_in_between_passes() {
    let refused = Arc::new(AtomicUsize::new(0));
    let away = Arc::new(AtomicBool::new(false));
    let (count, gone) = (refused.clone(), away.clone());
    let server = cluster(Arc::new(move |_, _, _| {
        if !gone.load(Ordering::SeqCst) {
            return Step::Serve;
        }
        count.fetch_add(1, Ordering::SeqCst);
        Step::Answer(StatusCode::UNAUTHORIZED, json!({"kind": "Status", "message": "who?"}))
    }));
    server.take_up();
    let run = server.run_while(&["wait"], || {
        away.store(true, Ordering::SeqCst);
        server.complete();
        until("it was refused", || refused.load(Ordering::SeqCst) > 20);
        away.store(false, Ordering::SeqCst);
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("unauthorized (401)"), "{}", run.stderr);
}
