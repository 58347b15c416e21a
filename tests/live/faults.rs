//! Every command against every fault: one table, generated, with exit code and sentence.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Method, Request, StatusCode};
use serde_json::json;
use upgrade_lab::Store;

use crate::common::controller::Controller;
use crate::common::faults::{
    Command, Talk, commands, faults, lines, sentence, status, switch, table, writes,
};
use crate::common::lab::{Lab, exported};
use crate::common::server::{Hand, Server, Step, TOKEN, version};
use crate::common::until;

fn snapshot(name: &str, table: &str) {
    snap_text!("faults", name, table);
}

#[test]
fn every_command_against_every_fault_of_a_read() {
    snapshot("reads", &table(&commands(), |_| true));
}

/// What surrounds the ClusterVersion is less important than a result.
#[test]
fn every_command_against_every_fault_of_all_but_the_cluster_version() {
    let commands: Vec<Command> =
        commands().into_iter().filter(|command| command.talk == Talk::Reads).collect();
    let surrounds = |request: &Request<Vec<u8>>| !request.uri().path().contains("clusterversions");
    snapshot("surroundings", &table(&commands, surrounds));
}

#[test]
fn every_writing_command_against_every_fault_of_the_write() {
    let commands: Vec<Command> =
        commands().into_iter().filter(|command| command.talk == Talk::Writes).collect();
    snapshot("writes", &table(&commands, |request| request.method() != Method::GET));
}

#[test]
fn every_watching_command_against_every_fault_of_a_watch() {
    let commands: Vec<Command> =
        commands().into_iter().filter(|command| command.talk == Talk::Watches).collect();
    let watches = |request: &Request<Vec<u8>>| {
        request.uri().query().is_some_and(|query| query.contains("watch="))
    };
    snapshot("watches", &table(&commands, watches));
}

/// A controller survives every fault, and continues when the server does.
#[test]
fn a_controller_outlives_every_fault() {
    let all = Mutex::new(faults());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let Some((fault, step)) = all.lock().unwrap().pop() else { return };
                    outlives(fault, step);
                }
            });
        }
    });
}

fn outlives(fault: &str, step: Step) {
    let current = Arc::new(Mutex::new(step));
    let hands = current.clone();
    let hand: Hand = Arc::new(move |_, _, _| hands.lock().unwrap().clone());
    let objects = Store::new(exported("updating"));
    let server = Server::serve(objects, hand, None);
    let mut controller = Controller::start(
        &server.home().join(".kube/config"),
        &["--request-timeout", "700ms", "--metrics", "127.0.0.1:0"],
    );
    until(&format!("{fault}: it asks"), || server.requests().len() > 1);
    std::thread::sleep(Duration::from_millis(300)); // until it has met the answers
    *current.lock().unwrap() = Step::Serve;
    let works = |line: &String| line.starts_with("PATCH") && line.contains("updatestatuses");
    until(&format!("{fault}: it goes on"), || server.requests().iter().any(works));
    assert!(!controller.has_said(TOKEN), "{fault}");
    controller.signal(rustix::process::Signal::TERM);
    assert_eq!(controller.ended(), Some(0), "{fault}");
}

/// The same faults in front of a server in a process of its own, as in the suite for a real API
/// server.
#[tokio::test(flavor = "multi_thread")]
async fn faults_in_front_of_a_server_are_those_of_the_server() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let client = lab.client().await;
    let (step, hand) = switch(|request| request.method() != Method::GET);
    let proxy = Server::before(client, hand);
    let run = proxy.run(&["history"]);
    assert!(run.code == 0 && run.stdout.contains("4.7.24"), "{run:?}");
    *step.lock().unwrap() = Step::ServeAndVanish;
    let run = proxy.run(&["--to", "4.7.28"]);
    assert!(run.code == 0 && run.stdout.starts_with("Requested"), "{run:?}");
    let (_, requested, _) = lab.upgrade(&["-o", "json"]);
    assert!(requested.contains("\"version\": \"4.7.28\""), "{requested}");
    *step.lock().unwrap() = Step::Vanish;
    let run = proxy.run(&["--clear"]);
    assert!(run.code == 1 && run.stderr.contains("cannot patch clusterversions"), "{run:?}");
}

#[test]
fn every_command_against_a_server_that_is_not_there() {
    let mut table = String::new();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let resets = resetting();
    let commands_by_name = commands();
    let names: Vec<&str> = commands_by_name.iter().map(|command| command.name).collect();
    for (fault, url) in
        [("refuses", format!("http://{closed}")), ("resets", format!("http://{resets}"))]
    {
        let server = Server::new(version());
        let mut config = server.kubeconfig();
        config["clusters"][0]["cluster"]["server"] = url.clone().into();
        server.write_kubeconfig(&config);
        let ended = commands()
            .into_iter()
            .map(|Command { words, .. }| {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let said = sentence(&server.run(&words), &url);
                // Which of the two the kernel reports depends on timing.
                let said = said.replace("Connection reset by peer (os error 104)", "RESET");
                let said = said.replace("connection closed before message completed", "RESET");
                vec![Some(said)]
            })
            .collect::<Vec<_>>();
        table += &lines(&[fault], &names, &ended);
    }
    snapshot("unreachable", &table);
}

/// A server that accepts a connection and drops it at once.
fn resetting() -> std::net::SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || listener.incoming().for_each(drop));
    address
}

#[test]
fn a_busy_server_is_retried_and_the_user_is_notified() {
    let hand = |_: &_, place: usize, _: &_| match place {
        0 => Step::Raw(StatusCode::TOO_MANY_REQUESTS, ("retry-after", "0"), b"{}".to_vec()),
        1 => Step::Raw(StatusCode::SERVICE_UNAVAILABLE, ("retry-after", "0"), b"{}".to_vec()),
        _ => Step::Serve,
    };
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history"]);
    assert_eq!((run.code, server.requests().len()), (0, 3), "{}", run.stderr);
    assert_eq!(run.stderr.matches("Retrying in 0s").count(), 2, "{}", run.stderr);
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn a_long_wait_that_a_server_asks_for_is_said_and_not_waited() {
    for (after, said) in
        [("90", "90s"), ("600", "10m"), ("3600", "1h"), ("18446744073709551615", "more than a day")]
    {
        let hand = move |_: &_, _: usize, _: &_| {
            Step::Raw(StatusCode::TOO_MANY_REQUESTS, ("retry-after", after), b"{}".to_vec())
        };
        let server = Server::with(version(), Arc::new(hand));
        let graph = format!("{}/graph", server.url());
        for words in [&["history"][..], &["graph", "show", "--lab", "--graph", &graph]] {
            let run = server.run(words);
            let hint = format!("hint: try again later: the server asks to wait {said}\n");
            assert_eq!(run.code, 1, "{}", run.stderr);
            assert!(run.stderr.contains(&hint), "{words:?}: {}", run.stderr);
        }
    }
}

#[test]
fn a_server_that_stays_busy_is_left_after_three_more_tries() {
    let hand = |_: &_, _: usize, _: &_| {
        Step::Raw(StatusCode::SERVICE_UNAVAILABLE, ("retry-after", "0"), b"{}".to_vec())
    };
    let server = Server::with(version(), Arc::new(hand));
    let run = server.run(&["history"]);
    assert_eq!((run.code, server.requests().len()), (1, 4), "{}", run.stderr);
}

#[test]
fn verbosity_shows_requests_and_no_secret() {
    let server = Server::new(version());
    let run = server.run(&["-v", "6"]);
    let request = format!("request: GET {}/apis/", server.url());
    assert!(run.stderr.lines().any(|line| line.starts_with(&request)), "{}", run.stderr);
    assert!(run.stderr.contains(": 200 OK in ") && !run.stderr.contains(TOKEN));
}

#[test]
fn a_conflict_that_is_not_about_versions_quotes_the_server() {
    for command in commands().into_iter().filter(|command| command.talk == Talk::Writes) {
        let hand = |request: &Request<Vec<u8>>, _: usize, _: &_| match *request.method() {
            Method::GET => Step::Serve,
            _ => status(409, "the webhook's objection", &json!({})),
        };
        let server = Server::serve(Store::new(command.objects()), Arc::new(hand), None);
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        let run = server.run(&words);
        let name = command.name;
        let mut sent = writes(&server);
        let count = sent.len();
        sent.sort();
        sent.dedup();
        assert_eq!((run.code, sent.len()), (1, count), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("the webhook's objection"), "{name}: {}", run.stderr);
    }
}
