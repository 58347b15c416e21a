//! What is read from a ClusterVersion, however odd it is.

use serde_json::json;

use super::*;
use crate::testing::now;

fn read(object: &Value) -> Cluster {
    cluster(object, Origin::default(), Some(now())).unwrap()
}

#[test]
fn an_empty_object_is_a_cluster_of_unknowns() {
    let cluster = read(&json!({}));
    assert!(cluster.available.is_empty() && cluster.conditional.is_empty());
    assert_eq!(cluster.conditions.status("Failing"), Status::Unknown);
    assert!(cluster.unobserved());
}

#[test]
fn null_lists_are_empty_and_unknown_fields_are_ignored() {
    let cluster = read(&json!({
        "spec": {"channel": null, "desiredUpdate": null, "aNewField": {"x": 1}},
        "status": {"availableUpdates": null, "conditionalUpdates": null, "history": null,
                   "conditions": null, "desired": {"version": "4.6.23", "channels": null, "new": []}},
    }));
    assert_eq!(cluster.desired.version.text(), "4.6.23");
    assert!(cluster.oddities.is_empty());
}

#[test]
fn odd_values_are_unknown_and_noted_with_their_field() {
    let cluster = read(&json!({"status": {
        "conditions": [{"type": "Failing", "status": "Perhaps", "lastTransitionTime": "yesterday"}, {"type": "X"}],
        "history": [{"state": "Halfway"}],
    }}));
    assert_eq!(cluster.conditions.status("Failing"), Status::Unknown);
    assert!(!cluster.history[0].completed);
    let fields: Vec<_> =
        cluster.oddities.iter().map(|oddity| oddity.split([':', ' ']).next().unwrap()).collect();
    assert_eq!(
        fields,
        [
            "status.history[0].state",
            "status.conditions[0].status",
            "status.conditions[0].lastTransitionTime",
            "status.conditions[1].status",
        ]
    );
}

#[test]
fn a_condition_that_says_two_things_is_unknown() {
    let twice =
        json!([{"type": "Failing", "status": "False"}, {"type": "Failing", "status": "True"}]);
    let cluster = read(&json!({"status": {"conditions": twice}}));
    assert_eq!(cluster.conditions.status("Failing"), Status::Unknown);
    assert_eq!(cluster.oddities.len(), 1);
}

#[test]
fn an_available_update_without_version_or_image_is_left_out_and_noted() {
    let listed =
        json!([{"version": "4.6.43"}, {"image": "x"}, {}, {"version": " 4.6.44 ", "image": " y "}]);
    let cluster = read(&json!({"status": {"availableUpdates": listed}}));
    assert_eq!(cluster.available.len(), 1);
    assert_eq!(cluster.available[0].key(), ("4.6.44", "y"));
    assert_eq!(cluster.oddities.len(), 3);
}

#[test]
fn scalars_of_any_type_are_text_and_wrong_shapes_are_errors() {
    let cluster = read(
        &json!({"spec": {"channel": 4}, "status": {"conditions": [{"type": "A", "status": "True", "reason": 5}]}}),
    );
    assert_eq!(cluster.channel.as_deref(), Some("4"));
    assert_eq!(cluster.conditions.get("A").unwrap().reason, "5");
    let wrong = json!({"status": {"availableUpdates": {}}});
    let error = super::cluster(&wrong, Origin::default(), None).unwrap_err();
    assert_eq!(error.field, "status.availableUpdates");
}

#[test]
fn a_list_is_not_taken_for_an_object() {
    for (object, field) in [
        (json!([]), "."),
        (json!({"status": []}), "status"),
        (
            json!({"status": {"availableUpdates": [["amd64", "4.9.9", "image"]]}}),
            "status.availableUpdates[0]",
        ),
        (
            json!({"status": {"conditionalUpdates": [{"conditions": [["Recommended", "True"]]}]}}),
            "status.conditionalUpdates[0].conditions[0]",
        ),
    ] {
        let error = cluster(&object, Origin::default(), None).unwrap_err();
        assert_eq!(error.field, field);
    }
}

#[test]
fn unquoted_booleans_are_statuses() {
    let conditions =
        json!([{"type": "Failing", "status": false}, {"type": "Available", "status": true}]);
    let cluster = read(&json!({"status": {"conditions": conditions}}));
    assert_eq!(cluster.conditions.status("Failing"), Status::False);
    assert_eq!(cluster.conditions.status("Available"), Status::True);
}

#[test]
fn early_spellings_are_read_as_risks_and_accepted_risks() {
    let cluster = read(&json!({"status": {
        "history": [{"state": "Completed", "version": "4.7.4", "overrides": "not recommended"},
                    {"state": "Completed", "version": "4.6.1", "acceptedRisks": "forced"}],
        "conditionalUpdates": [{"release": {"version": "4.7.5"}, "blockedClusters":
            [{"reason": "A", "message": "a", "url": "https://example.com/A", "promQL": "up"}]}],
    }}));
    assert_eq!(cluster.history[0].accepted_risks.as_deref(), Some("not recommended"));
    assert_eq!(cluster.history[1].accepted_risks.as_deref(), Some("forced"));
    assert_eq!(cluster.conditional[0].risks[0].name, "A");
}

#[test]
fn the_newest_transition_is_found_and_odd_times_are_passed_over() {
    let object = json!({"status": {"conditions": [
        {"lastTransitionTime": "2021-08-28T01:00:00Z"}, {"lastTransitionTime": "soon"},
        {"lastTransitionTime": "2021-08-28T02:00:00Z"}, {}]}});
    assert_eq!(newest_transition(&object), Some("2021-08-28T02:00:00Z".parse().unwrap()));
}
