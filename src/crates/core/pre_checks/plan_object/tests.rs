//! What is written can be read again, fits its definition, and nothing odd is read as a plan.

use super::*;
use crate::objects::crds::definitions;
use crate::pre_checks::testing::{collection, contribution, insight};
use crate::testing::now;

fn full() -> UpdatePlan {
    let mut one = insight("A")
        .concerning(Object::within("Pod", "n", "p"))
        .describing("long")
        .remedied_by("mend");
    one.acquired = Some(now());
    one.remediation.finish = Some(now());
    one.remediation.resolved = Some(false);
    let one = one.see("https://example.com");
    let mut two = insight("B").in_pool(Some("worker")).in_pool(Some("infra"));
    two.impact = Impact::Other("coffee".into());
    let mut lost = insight("C");
    lost.scope.area = Area::WorkerPool;
    let id = Some(InsightId::new("mco", &one));
    let mut gathered = collection(vec![
        contribution("mco", vec![one, lost, two]),
        contribution("silent", Vec::new()),
    ]);
    gathered.noted = vec!["mind this".into()];
    gathered.pools = [(Object::new("MachineConfigPool", "worker"), "uid-of-worker".into())].into();
    gathered.informers[1].state = InformerState::Disabled;
    gathered.informers[1].message = "switched off".into();
    UpdatePlan {
        seen: Some("41".into()),
        accepted: vec![
            InsightAcceptance { informer: "mco".into(), uid: "A".into(), id, holds: true },
            InsightAcceptance { informer: "mco".into(), uid: "Z".into(), id: None, holds: false },
        ],
        requested: Some(now()),
        informer_update: true,
        collection: Some(gathered),
        ..UpdatePlan::new("4.6.43")
    }
}

#[test]
fn what_is_written_is_read_again() {
    for plan in [full(), UpdatePlan::new("4.6.43")] {
        assert_eq!(super::plan(&whole(&plan)).unwrap(), plan);
    }
}

#[test]
fn insights_stand_where_the_seed_puts_them() {
    let status = &whole(&full())["status"];
    assert_eq!(status["controlPlane"]["updateInformers"][0]["name"], "mco");
    assert_eq!(status["controlPlane"]["updateInformers"][0]["insights"][0]["uid"], "A");
    assert_eq!(status["controlPlane"]["updateInformers"][1]["state"], "Disabled");
    let pools: Vec<_> = status["workerPools"].as_array().unwrap().iter().collect();
    let names: Vec<&str> = pools.iter().map(|pool| pool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["", "infra", "worker"]);
    assert_eq!(pools[2]["apiVersion"], "machineconfiguration.openshift.io/v1");
    assert_eq!((&pools[2]["uid"], pools[1].get("uid")), (&json!("uid-of-worker"), None));
    assert_eq!(pools[2]["updateInformers"][0]["insights"][0]["uid"], "B");
    assert_eq!((&status["insights"], &status["worstLevel"]), (&json!(3), &json!("warning")));
}

/// A server drops unknown fields, and rejects invalid ones.
#[test]
fn what_is_written_fits_its_definition() {
    let definition = definitions().into_iter().find(|one| one["spec"]["names"]["kind"] == PLAN);
    let schema = definition.unwrap()["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone();
    for plan in [full(), UpdatePlan::new("4.6.43")] {
        let object = whole(&plan);
        let validator = jsonschema::draft7::new(&schema).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&object).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        for half in ["spec", "status"] {
            if object.get(half).is_some() {
                known(&object[half], &schema["properties"][half], half);
            }
        }
    }
}

fn known(value: &Value, schema: &Value, path: &str) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let schema = &schema["properties"][name];
                assert!(schema.is_object(), "{path}.{name} would be dropped");
                known(value, schema, &format!("{path}.{name}"));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| known(item, &schema["items"], path)),
        _ => {}
    }
}

#[test]
fn what_is_odd_is_no_plan_and_names_its_field() {
    for (pointer, odd, field) in [
        ("/spec", json!(null), "spec"),
        ("/spec/targetRelease", json!(4), "spec.targetRelease"),
        ("/spec/acceptedInsights", json!({}), "spec.acceptedInsights"),
        ("/spec/requestedTime", json!("soon"), "spec.requestedTime"),
        ("/status/collectedTime", json!("soon"), "status.collectedTime"),
        (
            "/status/controlPlane/updateInformers/0/insights/0/uid",
            json!(null),
            "status.controlPlane.updateInformers[0].insights[0].uid",
        ),
        (
            "/status/controlPlane/updateInformers/0/insights/0/acquisitionTime",
            json!("x"),
            "status.controlPlane.updateInformers[0].insights[0].acquisitionTime",
        ),
    ] {
        let mut object = whole(&full());
        *object.pointer_mut(pointer).unwrap() = odd;
        let error = plan(&object).unwrap_err();
        assert!(error.field.starts_with(field), "{}", error.field);
    }
}

#[test]
fn a_plan_of_the_seed_is_read() {
    let object = json!({
        "spec": {
            "updatePlanResourceVersion": "43980", "targetRelease": "4.14.4",
            "acceptedInsights": [{"updateInformer": "machine-config-update-informer", "uid": "A", "accepted": true}],
        },
        "status": {"collectedTime": "2021-08-28T12:00:00Z", "contolPlane": {"updateInformers": [{"name": "mco", "insights": []}]}},
    });
    let plan = plan(&object).unwrap();
    assert_eq!((plan.target.as_str(), plan.seen.as_deref()), ("4.14.4", Some("43980")));
    assert_eq!(plan.accepted[0].id, None);
    assert_eq!(plan.collection.unwrap().informers[0].name, "mco");
}

#[test]
fn a_controller_is_known_by_its_sign_of_life() {
    let object = json!({"status": {"heartbeatTime": "2021-08-28T12:00:00Z"}});
    assert_eq!(heartbeat(&object), Some(now()));
    for odd in [json!({}), json!({"status": null}), json!({"status": {"heartbeatTime": "x"}})] {
        assert_eq!(heartbeat(&odd), None);
    }
}

#[test]
fn pools_that_are_known_by_their_kind_have_an_api_version() {
    let mut about = insight("A");
    about.scope.area = Area::WorkerPool;
    let pool = |kind: &str| Object::within(kind, "n", "a");
    about.scope.pools = vec![pool("MachineConfigPool"), pool("MachineSet"), pool("NodePool")];
    let (_, pools) = areas(&[contribution("mco", vec![about])], &BTreeMap::new());
    let versions: Vec<&str> = pools.iter().map(|pool| pool.api_version.as_str()).collect();
    let known = ["machineconfiguration.openshift.io/v1", "machine.openshift.io/v1beta1", ""];
    assert_eq!(versions, known);
}
