//! Reading a ClusterVersion, however odd it is.

use serde_json::json;

use super::*;
use crate::condition_type::{
    ClusterOperatorCondition, ClusterVersionCondition, ConditionalUpdateCondition,
    UpdateRiskCondition,
};
use crate::testing::now;

fn read(object: &Value) -> Cluster {
    cluster(object, Origin::default(), Some(now())).unwrap()
}

#[test]
fn an_empty_object_is_a_cluster_of_unknowns() {
    let cluster = read(&json!({}));
    assert!(cluster.available.is_empty() && cluster.conditional.is_empty());
    assert_eq!(cluster.conditions.status(ClusterVersionCondition::Failing), Status::Unknown);
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
fn odd_values_count_as_bad_and_are_noted_with_their_field() {
    let cluster = read(&json!({"status": {
        "conditions": [{"type": "Failing", "status": "Perhaps", "lastTransitionTime": "yesterday"}, {"type": "X"}],
        "history": [{"state": "Halfway"}],
    }}));
    assert_eq!(cluster.conditions.status(ClusterVersionCondition::Failing), Status::True);
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
fn of_a_condition_that_says_two_things_the_worst_counts() {
    let twice = |one: &str, other: &str| {
        let said = |status: &str| {
            let kinds = ["Failing", "Invalid", "Progressing", "Upgradeable", "RetrievedUpdates"];
            kinds.map(|kind| json!({"type": kind, "status": status, "reason": status})).to_vec()
        };
        let conditions = [said(one), said(other)].concat();
        let cluster = read(&json!({"status": {"conditions": conditions}}));
        let differs = cluster.oddities.iter().filter(|odd| odd.contains("with another status"));
        assert_eq!(differs.count(), if one == other { 0 } else { 5 }, "{:?}", cluster.oddities);
        cluster.conditions
    };
    for (one, other, bad_when_true, bad_when_false) in [
        ("True", "False", Status::True, Status::False),
        ("False", "True", Status::True, Status::False),
        ("Unknown", "True", Status::True, Status::Unknown),
        ("False", "Unknown", Status::Unknown, Status::False),
        ("False", "False", Status::False, Status::False),
    ] {
        let said = twice(one, other);
        for kind in [
            ClusterVersionCondition::Failing,
            ClusterVersionCondition::Invalid,
            ClusterVersionCondition::Progressing,
        ] {
            assert_eq!(said.status(kind), bad_when_true, "{kind:?}: {one}, {other}");
        }
        for kind in
            [ClusterVersionCondition::Upgradeable, ClusterVersionCondition::RetrievedUpdates]
        {
            assert_eq!(said.status(kind), bad_when_false, "{kind:?}: {one}, {other}");
            assert_eq!(said.get(kind).unwrap().reason, bad_when_false.text());
        }
    }
}

#[test]
fn a_status_that_is_none_is_the_worst_there_is() {
    for odd in [json!("Maybe"), json!(""), json!("true"), json!(1), json!(null)] {
        let said = |kind: &str| json!({"type": kind, "status": odd});
        let cluster = read(&json!({"status": {
            "conditions": [said("Failing"), said("Upgradeable"), said("Novel")],
            "conditionalUpdates": [{
                "release": {"version": "4.6.30", "image": "x"},
                "conditions": [said("Recommended")],
                "risks": [{"name": "A", "conditions": [said("Applies")]}],
            }],
        }}));
        let conditions = &cluster.conditions;
        assert_eq!(conditions.status(ClusterVersionCondition::Failing), Status::True, "{odd}");
        assert_eq!(conditions.status(ClusterVersionCondition::Upgradeable), Status::False, "{odd}");
        assert_eq!(conditions.0[2].status, Status::Unknown, "{odd}");
        let update = &cluster.conditional[0];
        let recommended = update.conditions.status(ConditionalUpdateCondition::Recommended);
        let applies = update.risks[0].conditions.status(UpdateRiskCondition::Applies);
        assert_eq!((recommended, applies), (Status::False, Status::True), "{odd}");
        assert_eq!(cluster.oddities.len(), 5, "{:?}", cluster.oddities);
    }
}

#[test]
fn the_rules_of_risks_are_read_and_odd_ones_are_rules_that_nothing_can_evaluate() {
    let rules = |rules: Value| {
        let risks = json!([{"name": "A", "matchingRules": rules}]);
        let update = json!({"conditionalUpdates": [{"risks": risks}]});
        let hoisted = json!({"conditionalUpdateRisks": risks});
        let [update, hoisted] = [update, hoisted].map(|status| read(&json!({"status": status})));
        assert_eq!(update.conditional[0].risks[0].rules, hoisted.known_risks[0].rules);
        assert_eq!(update.oddities.len(), hoisted.oddities.len());
        (hoisted.known_risks[0].rules.clone(), hoisted.oddities.len())
    };
    let query = json!({"type": "PromQL", "promql": {"promql": "up"}});
    let (up, unknown) =
        (Rule::PromQl("up".to_owned()), |kind: &str| Rule::Unknown(kind.to_owned()));
    assert_eq!(rules(json!([query, {"type": "Always"}])), (vec![up, Rule::Always], 0));
    assert_eq!(rules(json!([{"type": "New"}, 5])), (vec![unknown("New"), unknown("")], 0));
    assert_eq!(rules(json!([{"type": "PromQL"}])), (vec![unknown("PromQL")], 0));
    assert_eq!(rules(json!(null)), (vec![], 0));
    assert_eq!(rules(json!({"type": "Always"})), (vec![unknown("")], 1));
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
    assert_eq!(cluster.conditions.0[0].reason, "5");
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
    assert_eq!(cluster.conditions.status(ClusterVersionCondition::Failing), Status::False);
    assert_eq!(cluster.conditions.status(ClusterOperatorCondition::Available), Status::True);
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
    let risk = &cluster.conditional[0].risks[0];
    assert_eq!((risk.name.as_str(), &risk.rules[..]), ("A", &[Rule::PromQl("up".into())][..]));
}

#[test]
fn the_newest_transition_is_found_and_odd_times_are_passed_over() {
    let object = json!({"status": {"conditions": [
        {"lastTransitionTime": "2021-08-28T01:00:00Z"}, {"lastTransitionTime": "soon"},
        {"lastTransitionTime": "2021-08-28T02:00:00Z"}, {}]}});
    assert_eq!(newest_transition(&object), Some("2021-08-28T02:00:00Z".parse().unwrap()));
}

#[test]
fn what_was_read_again_is_the_same_cluster_or_said_not_to_be() {
    let read = |uid: &str, id: &str| {
        let object = json!({"metadata": {"uid": uid}, "spec": {"clusterID": id}});
        cluster(&object, Origin::default(), None).unwrap()
    };
    let before = read("u", "i");
    assert_eq!(before.replaced_by(&read("u", "i")), None);
    let said = |uid, id| before.replaced_by(&read(uid, id)).unwrap();
    assert!(said("u", "j").contains("another cluster: its ID was i and is now j"));
    assert!(said("u", "").contains("and is now unknown"), "what is not told is not the same");
    assert!(said("v", "i").contains("created again: its uid was u and is now v"));
}

#[test]
fn fields_of_a_request_that_we_do_not_know_are_kept() {
    let update = json!({"version": "4.6.43", "acceptRisks": [], "note": {"by": "x"}});
    let object = json!({"spec": {"desiredUpdate": update}});
    let cluster = cluster(&object, Origin::default(), None).unwrap();
    let others = cluster.requested.unwrap().others;
    assert_eq!(others, [("note".to_owned(), json!({"by": "x"}))].into());
}
