//! Waiting: every verdict, for people and for programs.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::common::rollout::{cluster, well_behaved};
use crate::common::server::{Step, image};
use crate::common::terminal::{Keyboard, at_a_terminal, at_a_terminal_while, plain};
use crate::common::{Run, on_path, until};

#[test]
fn a_request_is_waited_for_until_it_is_completed() {
    let server = well_behaved();
    let run = server.run_while(&["--to", "4.10.6", "--wait"], || {
        server.take_up();
        server.until_seen();
        server.update_operator("dns");
        server.until_seen();
        server.complete();
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("Requested update from 4.10.5 to 4.10.6\n"), "{}", run.stdout);
    let last = run.stdout.lines().last().unwrap();
    assert!(
        last.starts_with("Updated to 4.10.6 in ") || last == "The control plane is on 4.10.6",
        "{last}"
    );
    for said in [
        " waiting for the cluster-version operator to observe the request",
        "operators 1/2, worker 3/3: Working towards 4.10.6: 1 of 2 done",
    ] {
        assert!(run.stderr.contains(said), "{said} is not in {}", run.stderr);
    }
}

#[test]
fn accepted_is_enough_where_that_is_the_goal() {
    let server = well_behaved();
    let run = server.run_while(&["--to", "4.10.6", "--wait=accepted"], || server.take_up());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.ends_with("The cluster accepted the update to 4.10.6\n"), "{}", run.stdout);
}

#[test]
fn workers_are_waited_for_where_they_are_the_goal() {
    let server = well_behaved();
    server.take_up();
    server.outdate_pool();
    let run = server.run_while(&["wait", "--for", "workers"], || {
        server.complete();
        server.until_seen();
        server.update_pool();
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("waiting for nodes in pool worker"), "{}", run.stderr);
}

#[test]
fn a_refusal_and_a_failure_that_last_are_exit_5() {
    let cases: [(&str, &str, &str); 2] = [
        ("ReleaseAccepted", "False", "the cluster does not accept 4.10.6: ReleaseAccepted=False ("),
        ("Failing", "True", "the cluster is failing: Failing=True (FailingReason)"),
    ];
    for (kind, status, said) in cases {
        let server = well_behaved();
        let words = ["--to", "4.10.6", "--wait", "--stall", "1s"];
        let run = server.run_while(&words, || server.set(kind, status, "it \u{1b}[31mhurts"));
        assert_eq!(run.code, 5, "{}", run.stderr);
        assert!(run.stderr.contains(&format!("error: {said}")), "{}", run.stderr);
        assert!(run.stderr.contains("it \\u001b[31mhurts") && !run.stderr.contains('\u{1b}'));
        assert!(run.stderr.contains("hint: "), "{}", run.stderr);
    }
}

#[test]
fn a_paused_pool_says_how_to_go_on() {
    let server = well_behaved();
    server.take_up();
    server.complete();
    server.outdate_pool();
    server.change("machineconfigpools", "worker", |object| object["spec"]["paused"] = true.into());
    let run = server.run(&["wait", "--for", "workers", "--stall", "1s"]);
    assert_eq!(run.code, 5, "{}", run.stderr);
    let hint = "  upgrade pools resume worker\n";
    assert!(run.stderr.contains(hint), "{}", run.stderr);
}

#[test]
fn a_request_that_is_replaced_or_canceled_is_exit_5() {
    let server = well_behaved();
    let run = server.run_while(&["--to", "4.10.6", "--wait", "--stall", "0"], || {
        server.change("clusterversions", "version", |object| {
            object["spec"]["desiredUpdate"]["version"] = "4.10.7".into();
            object["spec"]["desiredUpdate"]["image"] = image("7").into();
        });
    });
    assert_eq!(run.code, 5, "{}", run.stderr);
    assert!(run.stderr.contains("the request for 4.10.6 was replaced by 4.10.7"), "{}", run.stderr);
    let server = well_behaved();
    let run = server.run_while(&["--to", "4.10.6", "--wait", "-o", "json"], || {
        assert_eq!(server.run(&["--clear"]).code, 0);
    });
    assert_eq!((run.code, run.stderr.as_str()), (5, ""));
    assert_eq!(events(&run).last().unwrap()["reason"], "Withdrawn");
}

#[test]
fn patience_ends_with_exit_6() {
    let server = well_behaved();
    let run = server.run(&["--to", "4.10.6", "--wait", "--timeout", "1s"]);
    assert_eq!(run.code, 6, "{}", run.stderr);
    let said = run.stderr.lines().any(|line| {
        line.starts_with("error: timed out after ") && line.contains("s: 4.10.6 is not completed")
    });
    assert!(said, "{}", run.stderr);
    assert!(
        run.stderr.contains("the update continues. To wait for it again, run:\n  upgrade wait\n"),
        "{}",
        run.stderr
    );
    let hangs = AtomicUsize::new(0);
    let server = cluster(Arc::new(move |_, _, _| {
        if hangs.fetch_add(1, Ordering::SeqCst) < 6 { Step::Serve } else { Step::Hang }
    }));
    let run = server.run(&["wait", "--for", "completed", "--timeout", "1s", "-o", "json"]);
    assert_eq!(run.code, 0, "what is done is done: {}", run.stderr);
    server.take_up();
    let run = server.run(&["wait", "--timeout", "1s", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (6, ""));
    assert_eq!(events(&run).last().unwrap()["verdict"], "TimedOut");
}

/// Returns the documents of a run, each checked against the schema of its kind.
fn events(run: &Run) -> Vec<Value> {
    let schemas = Command::new(env!("CARGO_BIN_EXE_upgrade")).arg("schema").output().unwrap();
    let schemas: Value = serde_json::from_slice(&schemas.stdout).unwrap();
    let events: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for event in &events {
        let validator = jsonschema::draft202012::new(&schemas[event["kind"].as_str().unwrap()]);
        let validator = validator.unwrap();
        let errors: Vec<String> =
            validator.iter_errors(event).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{event}: {errors:?}");
    }
    events
}

#[test]
fn programs_get_a_line_of_json_for_every_change_and_nothing_else() {
    let server = well_behaved();
    let run = server.run_while(&["--to", "4.10.6", "--wait=workers", "-o", "json"], || {
        server.outdate_pool();
        server.take_up();
        server.until_seen();
        server.set("Failing", "True", "for a while");
        server.until_seen();
        server.set("Failing", "False", "");
        server.complete();
        server.until_seen();
        server.update_pool();
    });
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let events = events(&run);
    assert_eq!(
        (&events[0]["kind"], &events[0]["applied"]),
        (&json!("UpdateRequest"), &json!(true))
    );
    let waits = &events[1..];
    let (last, before) = waits.split_last().unwrap();
    assert_eq!((&last["verdict"], &last["waitingFor"]), (&json!("Done"), &Value::Null));
    assert!(before.iter().all(|event| event["verdict"].is_null()), "{before:#?}");
    assert_eq!(
        last["target"],
        json!({"version": "4.10.6", "image": image("6"), "architecture": null})
    );
    let worker =
        json!({"name": "worker", "machines": 3, "updated": 3, "paused": false, "degraded": false});
    assert_eq!(last["pools"], json!([worker]));
    assert_eq!(last["operators"]["total"], 2);
    assert!(before.iter().any(|event| event["reason"] == "FailingReason"), "{before:#?}");
    for pair in waits.windows(2) {
        let timeless = |event: &Value| {
            let mut event = event.clone();
            event["time"] = Value::Null;
            event["elapsedSeconds"] = Value::Null;
            event
        };
        assert_ne!(timeless(&pair[0]), timeless(&pair[1]), "nothing changed");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_wait() {
    let server = well_behaved();
    server.take_up();
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(["wait", "-o", "json"]).env_clear().env("HOME", server.home());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.ends_with("}\n"), "{line}");
    server.update_operator("dns");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_terminal_shows_a_display_that_is_gone_at_the_end() {
    let server = well_behaved();
    server.take_up();
    server.change("clusteroperators", "etcd", |object| {
        object["status"]["conditions"] = json!([{"type": "Progressing", "status": "True"}]);
    });
    let (screen, code) = std::thread::scope(|scope| {
        scope.spawn(|| {
            until("it looks", || server.looks() > 0);
            std::thread::sleep(Duration::from_secs(1)); // for people to see something
            server.complete();
        });
        at_a_terminal(&server, &["wait"], "")
    });
    assert_eq!(code, 0, "{screen}");
    let shown = plain(&screen);
    for said in [
        "Waiting for the update to 4.10.6, ",
        "operators 0/2; progressing: etcd",
        "pools worker 3/3",
        "Working towards 4.10.6: 1 of 2 done",
    ] {
        assert!(shown.contains(said), "{said:?} is not in {shown:?}");
    }
    assert!(screen.contains("\u{1b}["), "nothing is drawn over: {screen:?}");
    let last = shown.lines().last().unwrap();
    assert!(last.contains("4.10.6"), "{last:?}");
}

#[test]
fn the_operator_that_is_waited_for_is_not_cut_away() {
    let server = well_behaved();
    server.take_up();
    let said = "Working towards 4.10.6: 628 of 743 done (84% complete), waiting on \
                kube-controller-manager, openshift-controller-manager, machine-config";
    server.set("Progressing", "True", said);
    let (screen, code) = at_a_terminal_while(&server, &["wait"], |_| {
        until("it looks", || server.looks() > 0);
        std::thread::sleep(Duration::from_secs(1)); // for people to see something
        server.complete();
    });
    assert_eq!(code, 0, "{screen}");
    let shown = plain(&screen);
    for name in ["kube-controller-manager", "openshift-controller-manager", "machine-config"] {
        assert!(shown.contains(name), "{name} is not in {shown:?}");
    }
}

/// The terminal itself shows `^C`, behind which a part of the display stayed.
#[test]
fn the_key_for_ctrl_c_is_not_shown_in_the_display() {
    if !on_path(&["setsid"], "UPGRADE_REQUIRE_SHELLS") {
        return;
    }
    let server = well_behaved();
    server.take_up();
    let mut command = Command::new("setsid");
    command.args(["--ctty", "--wait", env!("CARGO_BIN_EXE_upgrade"), "wait"]);
    command.env_clear().env("HOME", server.home()).env("TERM", "xterm");
    command.env("PATH", std::env::var_os("PATH").unwrap());
    let mut keyboard = Keyboard::start(command);
    keyboard.wait_for("Waiting for the update to 4.10.6", 2);
    keyboard.press("\u{3}");
    keyboard.wait_for("stopped waiting after", 1);
    assert!(!keyboard.screen().contains("^C"), "{}", keyboard.screen());
}

#[test]
fn ctrl_c_leaves_a_clean_line_and_says_what_goes_on() {
    for taken_up in [true, false] {
        let server = well_behaved();
        if taken_up {
            server.take_up();
        } else {
            assert_eq!(server.run(&["--to", "4.10.6"]).code, 0);
        }
        let looks = server.looks();
        let (screen, code) = at_a_terminal_while(&server, &["wait"], |program| {
            until("it looks", || server.looks() > looks);
            std::thread::sleep(Duration::from_secs(1)); // for the display to be drawn
            kill_process(program, Signal::INT).unwrap();
        });
        assert_eq!(code, 130, "{screen}");
        let (_, after) = screen.rsplit_once("\u{1b}[2K").expect("the display is removed");
        let after = plain(after);
        let after = after.trim_start_matches(['\r', '\n']);
        let goes_on = if taken_up { "The update to" } else { "The request for" };
        let how = if taken_up { "continues" } else { "remains" };
        assert!(after.starts_with("note: stopped waiting after "), "{after:?}");
        assert!(after.contains(&format!(". {goes_on} 4.10.6 {how}\n")), "{after:?}");
        assert!(after.ends_with("hint: to wait again, run:\n  upgrade wait\n"), "{after:?}");
    }
    let server = well_behaved();
    server.take_up();
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(["wait", "-o", "json"]).env_clear().env("HOME", server.home());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("watches are open", || server.requests().iter().any(|line| line.contains("watch=")));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(130), &b""[..]));
}
