//! What was stored is read again, and invalid parts do not affect the rest.

use serde_json::json;

use super::*;
use crate::condition_type::UpdateStatusCondition;
use crate::insight::{Impact, Level};
use crate::testing::now;
use upgrade_graph::condition::Status;

fn read(status: &Value) -> (ReportedStatus, Vec<String>) {
    super::read(&json!({"status": status}), now())
}

fn said(uid: &str) -> Value {
    json!({"uid": uid, "impact": {"level": "warning", "summary": "Something"}})
}

/// For the control plane, by one informer.
fn of_plane(insights: &Value) -> (Vec<Insight>, Vec<String>) {
    let informers = json!([{"name": "mco", "insights": insights}]);
    let (mut told, problems) = read(&json!({"controlPlane": {"updateInformers": informers}}));
    (told.informers.remove(0).insights, problems)
}

#[test]
fn what_there_is_not_is_nothing_and_no_problem() {
    for object in [json!({}), json!({"status": null}), json!({"status": {"workerPools": null}})] {
        assert_eq!(super::read(&object, now()), (ReportedStatus::default(), Vec::new()));
    }
}

#[test]
fn informers_pools_and_conditions_are_read() {
    let (told, problems) = read(&json!({
        "heartbeatTime": "2021-08-28T12:00:00Z", "endedTime": "2021-08-28T12:00:00Z",
        "controlPlane": {
            "conditions": [{"type": "UpdatePending", "status": "True", "reason": "R", "message": "M"}],
            "updateInformers": [
                {"name": "mco", "state": "Answered", "insights": [said("A")]},
                {"name": "off", "state": "Disabled", "message": "switched off"},
                {"name": "odd", "state": "Asleep"},
                {"name": "plain"},
            ],
        },
        "workerPools": [
            {"kind": "MachineSet", "namespace": "n", "name": "s", "updateInformers": [{"name": "mco", "insights": [said("B")]}]},
            {"kind": "", "name": "", "updateInformers": [{"name": "mco", "insights": [said("C")]}]},
        ],
    }));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!((told.heartbeat, told.ended), (Some(now()), Some(now())));
    assert!(told.control_plane.is(UpdateStatusCondition::Pending, Status::True));
    let set = Object::within("MachineSet", "n", "s");
    assert_eq!(told.pools.iter().map(|pool| &pool.object).collect::<Vec<_>>(), [&set]);
    let states: Vec<InformerState> = told.informers.iter().map(|informer| informer.state).collect();
    assert_eq!(
        states,
        [
            InformerState::Answered,
            InformerState::Disabled,
            InformerState::Failed,
            InformerState::Answered
        ]
    );
    let scopes: Vec<_> = told.informers[0].insights.iter().map(|one| &one.scope).collect();
    assert_eq!((scopes[0].area, scopes[0].pools.len()), (Area::ControlPlane, 0));
    assert_eq!((scopes[1].area, &scopes[1].pools), (Area::WorkerPool, &vec![set]));
    assert_eq!((scopes[2].area, scopes[2].pools.len()), (Area::WorkerPool, 0));
}

#[test]
fn what_is_about_several_pools_is_said_once() {
    let pools = ["a", "b"].map(|name| json!({"kind": "MachineConfigPool", "name": name}));
    let mut both = said("Both");
    both["scope"] = json!({"type": "WorkerPool", "workerPool": pools});
    let below = |pool: &Value| {
        let mut pool = pool.clone();
        pool["updateInformers"] = json!([{"name": "mco", "insights": [both]}]);
        pool
    };
    let (told, _) = read(&json!({"workerPools": pools.iter().map(below).collect::<Vec<_>>()}));
    assert_eq!(told.informers[0].insights.len(), 1);
    assert_eq!(told.pools.len(), 2);
}

#[test]
fn the_early_spelling_of_the_control_plane_is_read() {
    let (told, _) = read(&json!({"contolPlane": {"updateInformers": [{"name": "mco"}]}}));
    assert_eq!(told.informers[0].name, "mco");
}

#[test]
fn a_finish_is_a_time_or_a_duration_from_the_acquisition() {
    let finish = |acquired: Option<&str>, finish: &str| {
        let mut one = said("A");
        one["remediation"] = json!({"estimatedFinish": finish});
        one["acquisitionTime"] = json!(acquired);
        let heartbeat = "2021-08-28T11:00:00Z";
        let informers = json!([{"name": "mco", "insights": [one]}]);
        let status =
            json!({"heartbeatTime": heartbeat, "controlPlane": {"updateInformers": informers}});
        let (told, problems) = read(&status);
        let found = told.informers[0].insights.first().and_then(|one| one.remediation.finish);
        found.map_or_else(|| problems.join(""), |at| at.to_string())
    };
    assert_eq!(finish(None, "2021-08-28T12:30:00Z"), "2021-08-28T12:30:00Z");
    assert_eq!(finish(None, "15m"), "2021-08-28T11:15:00Z", "from the sign of life");
    assert_eq!(finish(Some("2021-08-28T11:50:00Z"), "15m"), "2021-08-28T12:05:00Z");
    assert!(finish(None, "soon").contains("insights[0].remediation.estimatedFinish"));
}

#[test]
fn words_that_are_not_known_are_kept_or_unknown() {
    let (insights, problems) = of_plane(&json!([
        {"uid": "A", "impact": {"level": "mauve", "type": "coffee"}},
        {"uid": "B"},
    ]));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        (insights[0].level, &insights[0].impact),
        (Level::Unknown, &Impact::Other("coffee".into()))
    );
    assert_eq!((insights[1].level, insights[1].summary.as_str()), (Level::Unknown, "B"));
}

#[test]
fn invalid_parts_name_their_field_and_affect_nothing_else() {
    let (insights, problems) =
        of_plane(&json!([said("A"), 7, {"uid": ""}, {"uid": "\u{1b}"}, said("B")]));
    assert_eq!(insights.len(), 2);
    assert_eq!(problems.len(), 3);
    assert!(problems[1].starts_with("status.controlPlane.updateInformers[0].insights[2].uid: "));
    for (status, field) in [
        (json!({"heartbeatTime": "soon"}), "status.heartbeatTime"),
        (json!({"endedTime": "soon"}), "status.endedTime"),
        (json!({"workerPools": {}}), "status.workerPools"),
        (json!({"controlPlane": {"updateInformers": "x"}}), "status.controlPlane.updateInformers"),
        (json!({"controlPlane": {"conditions": 7}}), "status.controlPlane.conditions"),
        (
            json!({"workerPools": [{"updateInformers": [{}]}]}),
            "status.workerPools[0].updateInformers[0].name",
        ),
    ] {
        let (_, problems) = read(&status);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with(&format!("{field}: ")), "{problems:?}");
    }
    for odd in [json!(7), json!("x"), json!([]), json!({"controlPlane": []})] {
        assert_eq!(read(&odd).0, ReportedStatus::default());
    }
}

#[test]
fn what_is_huge_is_cut_and_said() {
    let many: Vec<Value> = (0..300).map(|n| said(&format!("U{n}"))).collect();
    let (insights, problems) = of_plane(&json!(many));
    assert_eq!(insights.len(), MOST_INSIGHTS);
    assert!(problems[0].contains("300 exceed the limit of 256"), "{problems:?}");
    let mut long = said("A");
    long["impact"]["description"] = json!("x".repeat(1_000_000));
    let (insights, _) = of_plane(&json!([long]));
    assert_eq!(insights[0].description.chars().count(), LONGEST_DESCRIPTION);
    let problems = of_plane(&json!(vec![json!({}); 20])).1;
    assert_eq!(problems.last().map(String::as_str), Some("and 15 more"));
    let message = "x".repeat(1_000_000);
    let (told, _) = read(
        &json!({"controlPlane": {"conditions": [{"type": "T", "status": "True", "message": message}]}}),
    );
    assert_eq!(told.control_plane.0[0].message.chars().count(), LONGEST_DESCRIPTION);
}
