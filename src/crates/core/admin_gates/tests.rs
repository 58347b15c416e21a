//! Which gates apply, which are open, and when they no longer block a cluster.

use std::collections::BTreeMap;

use super::*;
use crate::testing::{cluster, condition};

const GATE: &str = "ack-4.7-kube-1.21-api-removals";
const LATER: &str = "ack-4.8-kube-1.22-api-removals";

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn maps(acks: Option<&[(&str, &str)]>) -> GateMaps {
    let acks = acks.map(|acks| AckMap {
        values: map(acks),
        uid: None,
        resource_version: Some("7".into()),
    });
    let gates = map(&[(GATE, "APIs go away."), (LATER, "More APIs go away."), ("odd", "?")]);
    GateMaps { gates: Some(gates), acks, oddities: Vec::new() }
}

fn judged(maps: &GateMaps, wanted: &GateSelection) -> Acknowledgement {
    match decide(&cluster("4.7.26"), maps, wanted) {
        AckDecision::Judged(judged) => judged,
        AckDecision::Unknown { name, .. } => unreachable!("{name} is known"),
    }
}

fn named(names: &[&str]) -> GateSelection {
    GateSelection::Named(names.iter().map(|&name| name.to_owned()).collect())
}

#[test]
fn a_gate_applies_to_the_minor_version_in_its_name() {
    let gates = gates(&cluster("4.7.26"), &maps(None));
    let said: Vec<_> = gates.iter().map(|gate| (gate.minor, gate.applies)).collect();
    assert_eq!(said, [(Some((4, 7)), true), (Some((4, 8)), false), (None, false)]);
    assert!(super::gates(&cluster("odd"), &maps(None)).iter().all(|gate| !gate.applies));
}

#[test]
fn odd_names_are_gates_of_no_version() {
    for name in ["", "ack-", "ack-4.7", "ack-4.7-", "ack-4-x", "ack-+4.7-x", "ack-4.x-y", "k-4.7-x"]
    {
        assert_eq!(minor(name), None, "{name}");
    }
    assert_eq!(minor("ack-4.11-x"), Some((4, 11)));
}

#[test]
fn only_the_one_value_acknowledges() {
    for (value, open) in [("true", false), ("True", true), ("false", true), ("", true)] {
        let gates = gates(&cluster("4.7.26"), &maps(Some(&[(GATE, value)])));
        assert_eq!(gates[0].is_open(), open, "{value}");
    }
}

#[test]
fn all_are_those_that_are_open_now() {
    let all = judged(&maps(None), &GateSelection::All);
    assert_eq!(all.to_write().map(|gate| gate.name.as_str()).collect::<Vec<_>>(), [GATE]);
    assert_eq!(all.place, GatePlace::Missing);
    let none = judged(&maps(Some(&[(GATE, "true")])), &GateSelection::All);
    assert_eq!(none.to_write().count(), 0);
    assert_eq!(none.place, GatePlace::Stored { resource_version: Some("7".into()) });
}

#[test]
fn gates_of_other_versions_are_misplaced_unless_they_are_acknowledged_anyway() {
    let both = judged(&maps(None), &named(&[LATER, GATE, GATE]));
    assert_eq!(both.gates.len(), 2);
    assert_eq!(both.misplaced().map(|gate| gate.name.as_str()).collect::<Vec<_>>(), [LATER]);
    let done = judged(&maps(Some(&[(LATER, "true")])), &named(&[LATER]));
    assert_eq!((done.misplaced().count(), done.to_write().count()), (0, 0));
}

#[test]
fn an_unknown_gate_hears_of_its_neighbours() {
    let wanted = named(&["ack-4.7-kube-1.21-api-removal"]);
    let AckDecision::Unknown { nearest, .. } = decide(&cluster("4.7.26"), &maps(None), &wanted)
    else {
        unreachable!("there is no such gate")
    };
    assert_eq!(nearest[0], GATE);
}

#[test]
fn what_was_shown_is_what_may_be_written() {
    let shown = judged(&maps(None), &GateSelection::All);
    assert!(judged(&maps(Some(&[(GATE, "true")])), &GateSelection::All).is_within(&shown));
    let mut other = maps(None);
    other.gates.get_or_insert_default().insert(GATE.into(), "Something else.".into());
    assert!(!judged(&other, &GateSelection::All).is_within(&shown), "another text was not shown");
    other.gates.get_or_insert_default().insert("ack-4.7-new".into(), "New.".into());
    assert!(!judged(&other, &GateSelection::All).is_within(&shown));
}

#[test]
fn a_gate_no_longer_blocks_when_upgradeable_does_not_list_it() {
    let gate = judged(&maps(None), &named(&[GATE]));
    let mut cluster = cluster("4.7.26");
    assert_eq!(gate.hold(&cluster), UpgradeableState::Free);
    cluster.conditions.0.push(condition("Upgradeable", Status::False));
    let place = cluster.conditions.0.len() - 1;
    for (message, holds) in [
        (format!("Gate {GATE}."), true),
        (format!("AdminAck-{GATE}: no"), true),
        ("First. APIs go away. Last.".to_owned(), true),
        (format!("{GATE}-and-more"), false),
        (format!("{GATE}.2"), false),
        ("Something else.".to_owned(), false),
    ] {
        cluster.conditions.0[place].message.clone_from(&message);
        assert_eq!(matches!(gate.hold(&cluster), UpgradeableState::Gates(_)), holds, "{message}");
    }
    cluster.conditions.0[place].reason = format!("AdminAck-{GATE}");
    assert!(matches!(gate.hold(&cluster), UpgradeableState::Gates(_)));
    cluster.conditions.0[place].status = Status::True;
    assert_eq!(gate.hold(&cluster), UpgradeableState::Free);
}
