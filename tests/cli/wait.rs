//! `upgrade wait` and `--wait` without anything to wait for, and usage errors.

use crate::common::upgrade;

#[test]
fn what_is_done_ends_at_once() {
    snap!("wait", "completed", upgrade(&["--lab=healthy", "wait"]));
    snap!("wait", "accepted", upgrade(&["--lab=updating", "wait", "--for", "accepted"]));
    assert_eq!(upgrade(&["--lab=healthy", "wait", "-o", "version"]).stdout, "4.7.24\n");
    let run = upgrade(&["--lab=healthy", "wait", "-o", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    let event = run.json();
    assert_eq!((&event["verdict"], &event["goal"]), (&"Done".into(), &"completed".into()));
    assert_eq!(event["target"]["version"], "4.7.24");
}

#[test]
fn a_request_that_is_met_already_is_waited_for() {
    snap!("wait", "already-there", upgrade(&["--lab=healthy", "--to", "4.7.24", "--wait"]));
    let run = upgrade(&["--lab=healthy", "--to", "4.7.24", "--wait", "-o", "json"]);
    let kinds: Vec<String> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"].to_string())
        .collect();
    assert_eq!(kinds, ["\"UpdateRequest\"", "\"WaitEvent\""]);
    let run = upgrade(&["--lab=healthy", "--to", "4.7.24", "--wait", "-o", "version"]);
    assert_eq!(run.stdout, "4.7.24\n", "it is named once");
    let run = upgrade(&["--lab=healthy", "--to", "4.7.24", "--wait", "-o", "yaml"]);
    let kinds: Vec<&str> =
        run.stdout.lines().filter(|line| *line == "---" || line.starts_with("kind:")).collect();
    assert_eq!(kinds, ["---", "kind: UpdateRequest", "---", "kind: WaitEvent"]);
}

#[test]
fn a_refused_request_is_not_waited_for_and_its_hint_still_waits() {
    snap!(
        "wait",
        "refused",
        upgrade(&["--lab=failing", "--to", "4.7.28", "--wait=workers", "--timeout", "3h"])
    );
}

/// A practice cluster runs during a wait: an hour passes in a few seconds.
#[test]
fn whole_updates_are_played_to_their_end() {
    let cases: [(&[&str], i32, &str); 9] = [
        (&["--lab", "--to", "4.6.43", "--wait"], 0, "Updated to 4.6.43 in "),
        (
            &["--lab=updating", "wait", "--for", "workers"],
            0,
            "Updated control plane and nodes to 4.6.43 in ",
        ),
        (&["--lab=single-node", "--to", "4.7.28", "--wait"], 0, "Updated to 4.7.28 in "),
        // It never completes, so it does not matter how slow the machine is.
        (
            &["--lab=stuck-drain", "--to", "4.7.28", "--wait=workers", "--timeout", "1m"],
            6,
            ": 4.7.28 is not completed on all nodes",
        ),
        (
            &["--lab=healthy", "--to", "4.7.28", "--wait=accepted"],
            0,
            "The cluster accepted the update to 4.7.28",
        ),
        (
            &["--lab=stuck-drain", "--to", "4.7.28", "--wait=workers"],
            5,
            "failed to drain node: worker-1",
        ),
        (&["--lab=paused-pool", "--to", "4.7.28", "--wait=workers"], 5, "worker is paused"),
        (
            &["--lab=failing", "--to", "4.7.28", "--allow-upgrade-with-warnings", "--wait"],
            5,
            "monitoring is degraded",
        ),
        (
            &["--lab=not-upgradeable", "--to", "4.8.2", "--allow-not-upgradeable", "--wait"],
            5,
            "the cluster does not accept 4.8.2: ReleaseAccepted=False (PreconditionChecks)",
        ),
    ];
    std::thread::scope(|scope| {
        for (words, code, said) in cases {
            scope.spawn(move || {
                let run = upgrade(words);
                let all = format!("{}{}", run.stdout, run.stderr);
                assert_eq!(run.code, code, "{words:?}: {all}");
                assert!(all.contains(said), "{words:?}: {all}");
                // The cluster has ended: only another one can be waited for.
                let scenario = words[0].strip_prefix("--lab=").unwrap_or("vsphere-proxy");
                let serve = format!("run:\n  upgrade lab serve --scenario {scenario}\n");
                assert_eq!(all.contains(&serve), code != 0, "{words:?}: {all}");
                assert!(!all.contains("  upgrade wait"), "{words:?}: {all}");
            });
        }
    });
}

#[test]
fn waiting_for_nothing_is_a_usage_error() {
    let cases: &[(&str, &[&str])] = &[
        ("without-request", &["--lab", "--wait"]),
        ("with-clear", &["--lab", "--clear", "--wait"]),
        ("with-dry-run", &["--lab", "--to", "4.6.43", "--wait", "--dry-run"]),
        ("timeout-without-wait", &["--lab", "--to", "4.6.43", "--timeout", "1h"]),
        ("stall-without-wait", &["--lab", "--stall", "1h"]),
        ("without-equals", &["--lab", "--to", "4.6.43", "--wait", "workers"]),
        ("unknown-goal", &["--lab", "wait", "--for", "lunch"]),
        ("odd-time", &["--lab", "wait", "--timeout", "soon"]),
        ("wait-beside-command", &["--lab", "--timeout", "1h", "wait"]),
        ("from-files", &["--from", "src/lab/scenarios/updating", "wait"]),
        ("from-files-json", &["--from", "src/lab/scenarios/updating", "wait", "-o", "json"]),
    ];
    for (name, words) in cases {
        let run = upgrade(words);
        assert_eq!(run.code, 2, "{words:?}");
        snap!("wait", *name, run);
    }
}
