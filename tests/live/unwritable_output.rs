//! A change that was made is reported as made, even if the result cannot be printed.

use std::fs::OpenOptions;
use std::process::Command;

use serde_json::{Value, json};

use super::ack;
use crate::common::Run;
use crate::common::informer::{Informer, insight, success};
use crate::common::lab::Lab;
use crate::common::pre_checks::register;
use crate::common::server::{Server, served, version};

/// Output that cannot be written.
#[derive(Debug, Clone, Copy)]
enum Stdout {
    FullDisk,
    ClosedPipe,
}

impl Stdout {
    fn give(self, command: &mut Command) {
        match self {
            Self::FullDisk => {
                command.stdout(OpenOptions::new().write(true).open("/dev/full").unwrap())
            }
            Self::ClosedPipe => {
                let (reader, writer) = std::io::pipe().unwrap();
                drop(reader);
                command.stdout(writer)
            }
        };
    }

    fn problem(self) -> &'static str {
        match self {
            Self::FullDisk => "cannot write to stdout: No space left on device (os error 28)",
            Self::ClosedPipe => "cannot write to stdout: Broken pipe (os error 32)",
        }
    }
}

/// A cluster with a request that can be canceled and a release to roll back to.
fn cluster(words: &[&str]) -> Server {
    let mut object = version();
    match words[0] {
        "ack" => return ack::serves(None),
        "--clear" => {
            object["spec"]["desiredUpdate"] =
                json!({"version": "4.10.7", "image": "quay.io/x@sha256:7"});
        }
        "rollback" => {
            let before =
                json!({"state": "Completed", "version": "4.10.4", "image": "quay.io/x@sha256:4"});
            object["status"]["history"].as_array_mut().unwrap().push(before);
        }
        _ => {}
    }
    Server::lab(object, served())
}

/// Asserts that a run failed, and reports that the change was made.
fn told(run: &Run, change: &str, problem: &str, structured: bool) {
    assert_eq!(run.code, 1, "{run:?}");
    let message = format!("{change}, but the command failed: {problem}");
    if structured {
        let error: Value = serde_json::from_str(&run.stderr).unwrap();
        assert_eq!((&error["message"], &error["applied"]), (&json!(message), &json!(true)));
        assert_eq!(error["code"], "Output");
    } else {
        assert!(run.stderr.contains(&format!("error: {message}\n")), "{}", run.stderr);
    }
}

#[test]
fn every_change_is_reported_if_the_result_cannot_be_printed() {
    let image = crate::common::server::image("6");
    for (words, change) in [
        (&["--to", "4.10.6"][..], "the update to 4.10.6 was requested"),
        (&["--to-latest"], "the update to 4.10.6 was requested"),
        (&["--to-image", &image], "the update to 4.10.6 was requested"),
        (&["start", "--to", "4.10.6"], "the update to 4.10.6 was requested"),
        (&["--to", "4.10.6", "--wait"], "the update to 4.10.6 was requested"),
        (&["rollback"], "the rollback to 4.10.4 was requested"),
        (&["--clear"], "the request for 4.10.7 was canceled"),
        (&["channel", "fast-4.10", "--no-wait"], "the channel was set to fast-4.10"),
        (&["channel", "fast-4.10", "--timeout", "1ms"], "the channel was set to fast-4.10"),
        (&["channel", "--clear", "--no-wait"], "the channel was cleared"),
        (
            &["upstream", "https://example.com/graph", "--no-wait"],
            "the update service was set to https://example.com/graph",
        ),
        (&["accept", "A"], "the accepted risks were changed"),
        (&["ack", "ack-4.10-a", "--no-wait"], "ack-4.10-a was acknowledged"),
        (&["ack", "ack-4.10-a", "--timeout", "1ms"], "ack-4.10-a was acknowledged"),
    ] {
        for stdout in [Stdout::FullDisk, Stdout::ClosedPipe] {
            for format in [None, Some("json")] {
                let server = cluster(words);
                let format: Vec<&str> = format.into_iter().flat_map(|name| ["-o", name]).collect();
                let run = server.run_with(&[words, &format].concat(), |command| {
                    stdout.give(command);
                });
                told(&run, change, stdout.problem(), !format.is_empty());
                let writes = server.requests().into_iter().filter(|line| !line.starts_with("GET"));
                let writes = writes.filter(|line| !line.contains("dryRun")).count();
                assert_eq!(writes, 1, "{words:?}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_changed_in_a_plan_is_reported_too() {
    let lab = Lab::serve(&["--scenario", "healthy"]);
    let informer = Informer::start(|_, _| success(&json!([insight("First")])));
    register(&lab, "mco", &informer).await;
    let stored = "the plan for 4.7.28 was stored";
    let both = format!("{stored} and the accepted insights for 4.7.28 were changed");
    for (words, change) in [
        (&["pre-checks", "--version", "4.7.28"][..], stored),
        (&["pre-checks", "--version", "4.7.28", "--accept"], both.as_str()),
    ] {
        let stdout = Stdout::FullDisk;
        let run = crate::common::run(words, |command| {
            stdout.give(command.env("KUBECONFIG", &lab.kubeconfig).env("HOME", lab.home.path()));
        });
        told(&run, change, stdout.problem(), false);
    }
}

#[test]
fn what_changes_nothing_is_not_reported_as_a_change() {
    for words in [&["--to", "4.10.6", "--dry-run=server"][..], &["history"]] {
        let server = cluster(words);
        let run = server.run_with(words, |command| Stdout::FullDisk.give(command));
        assert_eq!(run.code, 1);
        let problem = Stdout::FullDisk.problem();
        assert_eq!(run.stderr.lines().last(), Some(format!("error: {problem}").as_str()));
        let run = server.run_with(words, |command| Stdout::ClosedPipe.give(command));
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
}

/// A failure of the wait is not one of the request.
#[test]
fn a_wait_that_fails_says_that_the_update_was_requested() {
    let gone = std::sync::atomic::AtomicBool::new(false);
    let hand = move |request: &http::Request<Vec<u8>>, _: usize, _: &upgrade_lab::Service| {
        use std::sync::atomic::Ordering;
        if request.method() == http::Method::PATCH {
            gone.store(true, Ordering::SeqCst);
        } else if gone.load(Ordering::SeqCst) {
            let status = json!({"kind": "Status", "reason": "Forbidden", "message": "no more"});
            return crate::common::server::Step::Answer(http::StatusCode::FORBIDDEN, status);
        }
        crate::common::server::Step::Serve
    };
    let server = Server::lab(version(), std::sync::Arc::new(hand));
    let run = server.run(&["--to", "4.10.6", "--wait", "--timeout", "1s"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let said = "error: the update to 4.10.6 was requested, but the command failed: cannot ";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}
