//! `upgrade status` with an UpdateStatus; `--node`, `--selector` and `--wait`.

use crate::common::{Run, upgrade};

const DURING: [&str; 4] =
    ["--from", "tests/fixtures/status", "--from", "tests/fixtures/update-status/during.yaml"];
const AFTER: [&str; 2] = ["--from", "tests/fixtures/update-status/after"];

fn during(words: &[&str]) -> Run {
    upgrade(&[&["status"], words, &DURING].concat())
}

fn after(words: &[&str]) -> Run {
    upgrade(&[&["status"], words, &AFTER].concat())
}

#[test]
fn informers_are_heard_while_an_update_runs() {
    snap!("update-status", "during", during(&[]));
    snap!("update-status", "health", during(&["--details=health"]));
    snap!("update-status", "json", during(&["-o", "json", "--node", "worker-02"]));
    assert_eq!(during(&["--exit-code"]).code, 5, "for what status itself sees");
}

#[test]
fn what_is_not_resolved_stays_after_the_update() {
    snap!("update-status", "after", after(&[]));
    assert_eq!(after(&["--exit-code"]).code, 0);
    let report = after(&["-o", "json"]).json();
    assert_eq!(report["updating"], false);
    assert_eq!(report["insights"].as_array().unwrap().len(), 1);
    assert_eq!(report["insights"][0]["informer"]["resolved"], false);
    assert_eq!(report["updateStatus"]["alive"], false);
}

#[test]
fn a_status_that_does_not_say_how_old_it_is_is_shown_with_a_note() {
    let words = [
        "status",
        "--from",
        "tests/fixtures/update-status/after/cv.yaml",
        "--from",
        "tests/fixtures/update-status/after/alerts.json",
        "--from",
        "tests/fixtures/update-status/pool-of-machines.yaml",
    ];
    snap!("update-status", "no-heartbeat", upgrade(&words));
    assert_eq!(upgrade(&[&words[..], &["--exit-code"]].concat()).code, 7);
}

#[test]
fn estimates_are_not_earlier_than_informers_say() {
    let report = during(&["-o", "json"]).json();
    assert_eq!(report["controlPlane"]["estimatedRemainingSeconds"], 46 * 60);
    let pools = report["pools"].as_array().unwrap();
    let worker = pools.iter().find(|pool| pool["name"] == "worker").unwrap();
    assert_eq!(worker["estimatedRemainingSeconds"], 13 * 60);
    let infra = pools.iter().find(|pool| pool["name"] == "infra").unwrap();
    assert_eq!(infra.get("estimatedRemainingSeconds"), None);
    let without = upgrade(&["status", "--from", "tests/fixtures/status", "-o", "json"]).json();
    assert_eq!(without["controlPlane"]["estimatedRemainingSeconds"], 31 * 60);
    for field in ["updateStatus", "otherPools", "chosen"] {
        assert_eq!(without.get(field), None, "{field} is of an UpdateStatus that is not there");
    }
}

#[test]
fn nodes_are_chosen_by_name_and_by_label() {
    snap!("update-status", "node", during(&["--node", "worker-02,master-1"]));
    snap!("update-status", "selector", during(&["-l", "node-role.kubernetes.io/infra"]));
    snap!("update-status", "node-at-rest", after(&["--node", "worker-0"]));
    let both =
        during(&["--node", "master-0", "--selector=node-role.kubernetes.io/infra", "-o", "json"])
            .json();
    assert_eq!(both["chosen"]["nodes"], serde_json::json!(["infra-0", "master-0"]));
    let all = during(&["-o", "json"]).json();
    assert_eq!(both["pools"][0]["completion"], all["pools"][0]["completion"]);
    assert_eq!(both["pools"][0]["nodes"], serde_json::json!([]));
}

#[test]
fn nodes_that_are_not_there_are_said_to_be() {
    snap!("update-status", "no-such-node", during(&["--node", "worker-2"]));
    snap!("update-status", "no-match", during(&["--selector", "role in (coffee)"]));
    snap!("update-status", "bad-selector", during(&["--selector", "role in coffee"]));
    let alone = ["status", "--from", "tests/fixtures/status/cv.yaml", "--node", "worker-2"];
    snap!("update-status", "no-nodes", upgrade(&alone));
    assert_eq!(during(&["--node", "worker-02,"]).code, 2);
}

#[test]
fn chosen_nodes_are_watched_and_others_are_counted() {
    let run = upgrade(&["status", "--lab=updating", "--watch", "--node", "worker-1"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.matches("node worker-1 is updated").count(), 1, "{}", run.stdout);
    assert!(!run.stdout.contains("node worker-0") && !run.stdout.contains("node master"));
    assert_eq!(run.stdout.matches("pool worker is updated").count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains("worker 3/3"), "{}", run.stdout);
    let run = upgrade(&["status", "--lab=updating", "--watch", "--node", "worker-9"]);
    assert_eq!((run.code, run.stdout.as_str()), (4, ""));
}

#[test]
fn who_is_in_no_pool_is_not_passed_over() {
    let run = after(&[
        "--node",
        "worker-0",
        "--from",
        "tests/fixtures/update-status/node-without-pool.yaml",
    ]);
    assert!(!run.stderr.contains("spare-0"), "{}", run.stderr);
    let run = after(&[
        "--node",
        "spare-0",
        "--from",
        "tests/fixtures/update-status/node-without-pool.yaml",
    ]);
    assert!(
        run.stderr.contains("node spare-0 is in no known machine config pool"),
        "{}",
        run.stderr
    );
}

#[test]
fn there_is_nothing_to_wait_for_in_files_or_while_watching() {
    snap!("update-status", "wait-for-files", after(&["--wait"]));
    let watching = ["status", "--lab", "--watch", "--wait=1m"];
    snap!("update-status", "wait-and-watch", upgrade(&watching));
    assert_eq!(upgrade(&["status", "--lab", "--wait=soon"]).code, 2);
    assert_eq!(after(&["--informer-update"]).code, 2);
    assert_eq!(upgrade(&["status", "--lab", "--watch", "--informer-update"]).code, 2);
    let run = upgrade(&["status", "--lab", "--wait"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "no informer is updating");
}
