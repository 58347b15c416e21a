//! `upgrade schema`: the schemas, kept as snapshots.

use crate::common::upgrade;

#[test]
fn every_kind_has_a_schema() {
    let all: serde_json::Value = serde_json::from_str(&upgrade(&["schema"]).stdout).unwrap();
    for kind in all.as_object().unwrap().keys() {
        snap!("schema", kind.as_str(), upgrade(&["schema", kind]));
    }
    assert!(all.get("UpdateList").is_some() && all.get("Error").is_some());
}

#[test]
fn an_unknown_kind_names_the_nearest() {
    snap!("schema", "unknown-kind", upgrade(&["schema", "UpdatesList"]));
}
