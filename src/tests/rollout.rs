//! Whole simulated updates, step by step: `wait` counts what `status` counts.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};
use upgrade_lab::{Scenario, World};

use crate::actions::wait::view::{WaitEvent, WaitMoment};
use crate::commands::status::view::{StatusDetail, UpdateStatusReport};
use crate::connect::local::recording::Recording;
use crate::connect::snapshot::SnapshotParts;
use upgrade_core::status::{self, StatusVerdict};
use upgrade_core::wait::{WaitGoal, WaitLimits, WaitVerdict, Waiting};

/// The counts: operators, then pools by name, each as updated and total.
pub(super) type Counts = Vec<(String, u64, u64)>;

/// What both commands report about a cluster at one time.
struct Said {
    status: Counts,
    wait: Counts,
    verdict: StatusVerdict,
    is_done: bool,
}

fn look(world: &World, waiting: &mut Waiting) -> Said {
    let objects: Vec<&Value> = world.store.objects().collect();
    let mut file = tempfile::NamedTempFile::with_suffix(".json").unwrap();
    write!(file, "{}", json!({"apiVersion": "v1", "kind": "List", "items": objects})).unwrap();
    let recording = Recording::new(vec![file.path().to_owned()]);
    let snapshot = recording.snapshot(&SnapshotParts::STATUS).unwrap();
    let report = status::assess(&snapshot);
    let view = UpdateStatusReport::new(&snapshot, &report, StatusDetail::default());
    let status = of_status(&serde_json::to_value(&view).unwrap());
    let snapshot = recording.snapshot(&SnapshotParts::WAIT).unwrap();
    // Neither limit is set, so the elapsed time does not matter.
    let now = WaitMoment { time: world.now().unwrap(), elapsed: Duration::ZERO };
    let judgement = waiting.judge(&snapshot, now.elapsed);
    let event = WaitEvent::seen(waiting, &snapshot, &judgement, now);
    Said {
        status,
        wait: of_wait(&serde_json::to_value(&event).unwrap()),
        verdict: report.verdict(),
        is_done: judgement.verdict == Some(WaitVerdict::Done),
    }
}

pub(super) fn of_status(report: &Value) -> Counts {
    let plane = &report["controlPlane"];
    let operators = plane["operators"].as_array().unwrap();
    let updated = operators.iter().filter(|operator| operator["updated"] == true).count();
    let (updated, total) = (updated as u64, operators.len() as u64);
    let done = &plane["completion"];
    assert_eq!(done.is_null(), report["updating"] == false || total == 0, "{done}");
    if !done.is_null() {
        assert_eq!((&done["updated"], &done["total"]), (&json!(updated), &json!(total)));
    }
    let pools = report["pools"].as_array().unwrap().iter();
    let pools = pools.map(|pool| (pool["name"].as_str().unwrap(), &pool["completion"]));
    let mut pools: Counts = [("master", &plane["nodeCompletion"])]
        .into_iter()
        .chain(pools)
        .map(|(name, done)| {
            let count = |field: &str| done[field].as_u64().unwrap_or_default();
            (name.to_owned(), count("updated"), count("total"))
        })
        .collect();
    pools.sort();
    [("operators".to_owned(), updated, total)].into_iter().chain(pools).collect()
}

pub(super) fn of_wait(event: &Value) -> Counts {
    let operators = &event["operators"];
    let count = |counted: &Value| counted.as_u64().unwrap_or_default();
    let pools = event["pools"].as_array().unwrap().iter();
    let mut pools: Counts = pools
        .map(|pool| {
            let name = pool["name"].as_str().unwrap().to_owned();
            (name, count(&pool["updated"]), count(&pool["machines"]))
        })
        .collect();
    pools.sort();
    let (updated, total) = (count(&operators["updated"]), count(&operators["total"]));
    [("operators".to_owned(), updated, total)].into_iter().chain(pools).collect()
}

/// Runs an update to its end, or for this many minutes; returns the counts.
fn play(scenario: &str, request: impl Fn(&mut Value), minutes: usize) -> (Vec<Counts>, Said) {
    let mut world = Scenario::find(scenario).unwrap().load();
    world.store.change_cluster_version(&request);
    let limits = WaitLimits { timeout: None, stall: None };
    let mut waiting = Waiting::new(WaitGoal::Workers, None, limits);
    let mut counted: Vec<Counts> = Vec::new();
    for minute in 0..minutes {
        let said = look(&world, &mut waiting);
        assert_eq!(said.wait, said.status, "{scenario}, minute {minute}");
        if counted.last() != Some(&said.status) {
            counted.push(said.status.clone());
        }
        if said.is_done {
            assert_eq!(said.verdict, StatusVerdict::AtRest, "{scenario}: one is done");
            return (counted, said);
        }
        let later = world.now().unwrap() + jiff::SignedDuration::from_mins(1);
        world.step(later);
    }
    let last = look(&world, &mut waiting);
    (counted, last)
}

/// Requests the newest recommended version.
fn newest(version: &mut Value) {
    let release = version["status"]["availableUpdates"][0].clone();
    version["spec"]["desiredUpdate"] = json!({
        "version": release["version"], "image": release["image"], "architecture": "", "force": false,
    });
}

#[test]
fn wait_counts_what_status_counts_at_every_step_of_an_update() {
    let (counted, last) = play("healthy", newest, 300);
    assert!(last.is_done, "{:?}", last.wait);
    assert!(counted.len() > 10, "too little was counted: {counted:?}");
    let all = last.status.iter().all(|(_, updated, total)| updated == total);
    assert!(all, "{:?}", last.status);
}

#[test]
fn they_agree_where_a_pool_is_paused_and_where_a_drain_is_stuck() {
    for scenario in ["paused-pool", "stuck-drain"] {
        let (counted, last) = play(scenario, newest, 150);
        assert!(!last.is_done, "{scenario}: it does not end by itself");
        assert!(counted.len() > 5, "{scenario}: too little was counted: {counted:?}");
    }
}

#[test]
fn they_agree_where_the_version_stays() {
    let all_architectures = |version: &mut Value| {
        let current = version["status"]["desired"]["version"].clone();
        version["spec"]["desiredUpdate"] = json!({"version": current, "architecture": "Multi"});
    };
    let (counted, last) = play("multi-arch", all_architectures, 300);
    assert!(last.is_done, "{:?}", last.wait);
    let outdated =
        |counts: &Counts| counts.iter().any(|(name, done, all)| name == "worker" && done < all);
    assert!(counted.iter().any(outdated), "nodes were never behind: {counted:?}");
}
