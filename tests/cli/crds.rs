//! `upgrade crds`.

use serde_json::Value;

use crate::common::upgrade;

#[test]
fn definitions_are_printed_for_those_who_may_apply_them() {
    let run = upgrade(&["crds"]);
    assert!(run.stdout.starts_with("# UpdateInformer, UpdateStatus and UpdatePlan, for `oc apply"));
    assert!(run.stdout.contains("the vendor's API group"));
    let documents: Vec<Value> = serde_saphyr::from_multiple(&run.stdout).unwrap();
    let list = upgrade(&["crds", "-o", "json"]).json();
    assert_eq!(list["items"], serde_json::json!(documents));
    let names: Vec<&str> =
        documents.iter().map(|one| one["metadata"]["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "updateinformers.config.openshift.io",
            "updatestatuses.config.openshift.io",
            "updateplans.config.openshift.io",
        ]
    );
}
