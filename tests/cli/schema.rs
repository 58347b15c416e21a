//! `upgrade schema`: the promise, kept under review as snapshots.

use crate::common::upgrade;

#[test]
fn every_kind_has_a_schema() {
    for kind in [
        "UpdateList",
        "UpdateRequest",
        "WaitEvent",
        "RiskList",
        "RiskAcceptance",
        "GateList",
        "GateAcknowledgement",
        "ScenarioList",
        "Error",
    ] {
        snap!("schema", kind, upgrade(&["schema", kind]));
    }
    let all: serde_json::Value = serde_json::from_str(&upgrade(&["schema"]).stdout).unwrap();
    assert_eq!(all.as_object().unwrap().len(), 9);
}

#[test]
fn an_unknown_kind_names_the_nearest() {
    snap!("schema", "unknown-kind", upgrade(&["schema", "UpdatesList"]));
}
