//! The table of pending and active, and what pauses which part.

use serde_json::json;

use super::*;
use crate::objects::cluster_version::management::PausedUntil;
use crate::part::Part;
use crate::status::{assess, testing};
use crate::testing::now;

fn judged(snapshot: &Snapshot, sets: &[MachineSet]) -> Rollouts {
    conditions(snapshot, &assess(snapshot), sets)
}

/// The pending and active conditions.
fn shown(rollout: &Rollout) -> [String; 2] {
    [&rollout.pending, &rollout.active].map(|said| format!("{:?} {}", said.status, said.reason))
}

fn done() -> Snapshot {
    let mut snapshot = testing::updating();
    snapshot.cluster.history[0].completed = true;
    let Part::Known(nodes) = &mut snapshot.nodes else { unreachable!() };
    for node in nodes {
        (node.current, node.desired) = ("rendered-new".into(), "rendered-new".into());
    }
    snapshot
}

fn paused(until: PausedUntil) -> Management {
    Management { paused_until: until, ..Management::default() }
}

/// One without a published schema.
fn with_windows(until: PausedUntil) -> Management {
    let windows = json!({"start": "Sat 02:00", "enforce": true});
    Management { paused_until: until, others: [("windows".to_owned(), windows)].into() }
}

fn later() -> PausedUntil {
    PausedUntil::Time(now() + jiff::SignedDuration::from_secs(1))
}

const RECONCILED_BOTH: [&str; 2] = ["False ReleaseReconciled", "False ReleaseReconciled"];

#[test]
fn what_is_pending_moves_unless_something_pauses_it() {
    let odd = || PausedUntil::Unreadable("soon".into());
    for (management, expected) in [
        (Management::default(), "True ControlPlaneUpdateActive"),
        (paused(PausedUntil::Time(now())), "True ControlPlaneUpdateActive"),
        (paused(PausedUntil::Forever), "False UpdatesPaused"),
        (paused(later()), "False AwaitingWindow"),
        (paused(odd()), "False InvalidPausedUntil"),
        (with_windows(PausedUntil::Never), "Unknown CannotDetermine"),
        (with_windows(PausedUntil::Forever), "Unknown CannotDetermine"),
    ] {
        let mut snapshot = testing::updating();
        snapshot.cluster.management = management.clone();
        let found = judged(&snapshot, &[]);
        let expected = ["True ReleaseNotReconciled", expected];
        assert_eq!(shown(&found.control_plane), expected, "{management:?}");
        let worker = &found.pools[0].rollout;
        let moves = expected[1].replace("ControlPlaneUpdateActive", "WorkersUpdateActive");
        assert_eq!(shown(worker), ["True WorkerDoesNotMatchRelease", moves.as_str()]);
    }
}

#[test]
fn content_without_a_published_schema_is_shown_as_it_is() {
    let mut snapshot = testing::updating();
    snapshot.cluster.management = with_windows(PausedUntil::Never);
    let said = judged(&snapshot, &[]).control_plane.active.message;
    assert!(said.contains(r#"{"windows":{"enforce":true,"start":"Sat 02:00"}}"#), "{said}");
    let endless = json!("x".repeat(100_000));
    snapshot.cluster.management.others.insert("exclusions".to_owned(), endless);
    let said = judged(&snapshot, &[]).control_plane.active.message;
    assert_eq!(said.chars().count(), 8_192, "a condition holds no more");
}

#[test]
fn what_is_done_is_not_paused() {
    let mut snapshot = done();
    snapshot.cluster.management = with_windows(PausedUntil::Forever);
    let found = judged(&snapshot, &[]);
    assert_eq!(shown(&found.control_plane), RECONCILED_BOTH);
    assert_eq!(shown(&found.pools[0].rollout), RECONCILED_BOTH);
    assert!(!found.is_under_way());
}

#[test]
fn a_paused_pool_holds_only_itself_back() {
    let mut snapshot = testing::updating();
    let Part::Known(pools) = &mut snapshot.pools else { unreachable!() };
    pools[0].paused = true;
    let found = judged(&snapshot, &[]);
    assert_eq!(shown(&found.control_plane)[1], "True ControlPlaneUpdateActive");
    assert_eq!(shown(&found.pools[0].rollout)[1], "False UpdatesPaused");
    assert_eq!(found.pools[0].rollout.active.message, "Machine config pool worker is paused");
}

#[test]
fn what_could_not_be_read_is_not_determined() {
    let mut snapshot = testing::updating();
    snapshot.nodes = Part::NotRead;
    snapshot.cluster.history.clear();
    let found = judged(&snapshot, &[]);
    let unknown = ["Unknown CannotDetermine", "Unknown CannotDetermine"];
    assert_eq!(shown(&found.control_plane), unknown);
    assert!(found.is_under_way(), "for all that is known");
    assert_eq!(shown(&found.pools[0].rollout), unknown);
}

#[test]
fn a_request_that_is_not_accepted_is_pending() {
    let mut snapshot = done();
    snapshot.cluster.requested =
        Some(crate::cluster::Requested { version: "4.6.3".into(), ..Default::default() });
    let found = judged(&snapshot, &[]);
    assert_eq!(shown(&found.control_plane)[0], "True ReleaseNotReconciled");
    assert_eq!(
        found.control_plane.pending.message,
        "The cluster has not accepted the update to 4.6.3 yet"
    );
}

#[test]
fn a_machine_set_is_as_far_as_its_nodes_and_has_a_pause_of_its_own() {
    let set = |nodes: &[&str], management: Management| MachineSet {
        object: Object::within(MACHINE_SET, "openshift-machine-api", "a"),
        uid: None,
        management,
        nodes: Ok(nodes.iter().map(|name| (*name).to_owned()).collect()),
    };
    let mut snapshot = testing::updating();
    let Part::Known(nodes) = &mut snapshot.nodes else { unreachable!() };
    (nodes[1].current, nodes[1].desired) = ("rendered-new".into(), "rendered-new".into());
    let of = |snapshot: &Snapshot, set: MachineSet| {
        let found = judged(snapshot, &[set]);
        shown(&found.pools.last().unwrap().rollout)
    };
    let behind = "True WorkerDoesNotMatchRelease";
    let nothing = Management::default;
    assert_eq!(of(&snapshot, set(&["worker-0"], nothing())), [behind, "True WorkersUpdateActive"]);
    assert_eq!(of(&snapshot, set(&["worker-1"], nothing())), RECONCILED_BOTH);
    assert_eq!(of(&snapshot, set(&[], nothing())), RECONCILED_BOTH);
    let unknown = of(&snapshot, set(&["elsewhere"], nothing()));
    assert_eq!(unknown, ["Unknown CannotDetermine", "Unknown CannotDetermine"]);
    let later = of(&snapshot, set(&["worker-0"], paused(later())));
    assert_eq!(later, [behind, "False AwaitingWindow"]);
    let mut held = snapshot.clone();
    let Part::Known(pools) = &mut held.pools else { unreachable!() };
    pools[0].paused = true;
    let held = of(&held, set(&["worker-0"], nothing()));
    assert_eq!(held, [behind, "False UpdatesPaused"], "its machines wait for their pool");
    snapshot.cluster.management = paused(PausedUntil::Forever);
    let both = of(&snapshot, set(&["worker-0"], nothing()));
    assert_eq!(both, [behind, "False UpdatesPaused"], "the cluster's pause counts for it");
}
