//! The rules of an API server, one by one.

use super::*;

fn store() -> (Store, Key) {
    let object = json!({
        "apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion",
        "metadata": {"name": "version", "resourceVersion": "41", "generation": 3},
        "spec": {"channel": "stable-4.6", "desiredUpdate": {"version": "4.6.1", "force": true}},
        "status": {"observedGeneration": 3},
    });
    (Store::new([object]), key("config.openshift.io", "clusterversions", "", "version"))
}

fn key(group: &str, plural: &str, namespace: &str, name: &str) -> Key {
    let owned = str::to_owned;
    Key {
        group: owned(group),
        plural: owned(plural),
        namespace: owned(namespace),
        name: owned(name),
    }
}

fn merge(store: &mut Store, key: &Key, patch: Value) -> Result<Value, StoreRefusal> {
    store.patch(
        key,
        &Patch::Merge(patch),
        Mode { half: ObjectHalf::Main, dry_run: false, ..Mode::PLAIN },
    )
}

#[test]
fn a_patch_for_another_revision_conflicts() {
    let (mut store, key) = store();
    let patch = json!({"metadata": {"resourceVersion": "40"}, "spec": {"channel": "x"}});
    assert_eq!(merge(&mut store, &key, patch), Err(StoreRefusal::Conflict));
}

#[test]
fn a_changed_spec_gets_a_new_revision_and_generation_and_keeps_its_status() {
    let (mut store, key) = store();
    let patch = json!({"metadata": {"resourceVersion": "41"}, "spec": {"channel": "fast-4.6"}, "status": {"observedGeneration": 9}});
    let after = merge(&mut store, &key, patch).unwrap();
    assert_eq!(after["metadata"]["resourceVersion"], "42");
    assert_eq!(after["metadata"]["generation"], 4);
    assert_eq!(after["status"]["observedGeneration"], 3);
    assert_eq!(after["spec"]["desiredUpdate"]["force"], true, "what is not named stays");
    assert_eq!(store.get(&key).unwrap(), &after);
}

#[test]
fn the_status_is_written_apart() {
    let (mut store, key) = store();
    let patch =
        Patch::Merge(json!({"spec": {"channel": "x"}, "status": {"observedGeneration": 9}}));
    let after = store
        .patch(&key, &patch, Mode { half: ObjectHalf::Status, dry_run: false, ..Mode::PLAIN })
        .unwrap();
    assert_eq!(
        (&after["spec"]["channel"], &after["status"]["observedGeneration"]),
        (&json!("stable-4.6"), &json!(9))
    );
    assert_eq!(after["metadata"]["generation"], 3, "a status is no new generation");
}

#[test]
fn a_patch_that_changes_nothing_keeps_the_revision() {
    let (mut store, key) = store();
    let after = merge(&mut store, &key, json!({"spec": {"channel": "stable-4.6"}})).unwrap();
    assert_eq!(after["metadata"]["resourceVersion"], "41");
}

#[test]
fn a_dry_run_answers_and_stores_nothing() {
    let (mut store, key) = store();
    let patch = Patch::Merge(json!({"spec": {"channel": "x"}}));
    let after = store
        .patch(&key, &patch, Mode { half: ObjectHalf::Main, dry_run: true, ..Mode::PLAIN })
        .unwrap();
    assert_eq!(after["spec"]["channel"], "x");
    assert_eq!(store.get(&key).unwrap()["spec"]["channel"], "stable-4.6");
}

#[test]
fn the_schema_of_a_request_is_kept() {
    let (mut store, key) = store();
    for update in [
        json!({"architecture": "Multi", "image": "x"}),
        json!({"architecture": "Multi", "version": ""}),
        json!({"architecture": "arm64"}),
        json!({"mode": "Later"}),
        json!({"force": "yes"}),
        json!({"version": 4}),
        json!({"acceptRisks": []}),
        json!([]),
    ] {
        let refused = merge(&mut store, &key, json!({"spec": {"desiredUpdate": update}}));
        assert!(matches!(refused, Err(StoreRefusal::Invalid { .. })), "{refused:?}");
    }
}

#[test]
fn unknown_fields_and_those_behind_a_closed_gate_are_pruned() {
    let (mut store, key) = store();
    store.gates = Gates::default();
    let patch = json!({"spec": {"surprise": 1, "desiredUpdate": {"acceptRisks": [{"name": "A"}], "mode": "Preflight", "odd": 1}}});
    let after = merge(&mut store, &key, patch).unwrap();
    assert_eq!(
        after["spec"],
        json!({"channel": "stable-4.6", "desiredUpdate": {"version": "4.6.1", "force": true}})
    );
}

#[test]
fn a_missing_object_a_missing_kind_and_a_missing_namespace_are_distinguished() {
    let (mut store, _) = store();
    assert_eq!(
        store.get(&key("config.openshift.io", "clusterversions", "", "other")),
        Err(StoreRefusal::NoSuchObject)
    );
    assert_eq!(store.get(&key("example.com", "things", "", "x")), Err(StoreRefusal::NoSuchKind));
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}});
    let refused = store.create(&key("", "configmaps", "nowhere", "a"), map, Mode::PLAIN);
    assert_eq!(refused, Err(StoreRefusal::NoSuchNamespace("nowhere".into())));
}

#[test]
fn objects_are_created_once_and_deleted() {
    let (mut store, _) = store();
    let (namespace, body) = (
        key("", "namespaces", "", "a"),
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}}),
    );
    let created = store.create(&namespace, body.clone(), Mode::PLAIN).unwrap();
    assert!(
        created["metadata"]["uid"].is_string() && created["metadata"]["resourceVersion"] == "42"
    );
    assert_eq!(store.create(&namespace, body, Mode::PLAIN), Err(StoreRefusal::AlreadyExists));
    let other = json!({"apiVersion": "v1", "kind": "Pod"});
    assert!(matches!(
        store.create(&key("", "namespaces", "", "b"), other, Mode::PLAIN),
        Err(StoreRefusal::Bad(_))
    ));
    store.delete(&namespace, false).unwrap();
    assert_eq!(store.get(&namespace), Err(StoreRefusal::NoSuchObject));
}

#[test]
fn a_definition_is_served_while_it_is_there() {
    let (mut store, _) = store();
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"kind": "Thing", "plural": "things"},
                 "versions": [{"name": "v1", "served": true, "subresources": {"status": {}}}]},
    });
    let definitions =
        key("apiextensions.k8s.io", "customresourcedefinitions", "", "things.example.com");
    store.create(&definitions, definition, Mode::PLAIN).unwrap();
    let thing = json!({"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x"}});
    let x = key("example.com", "things", "", "x");
    store.create(&x, thing, Mode::PLAIN).unwrap();
    let before = store.revision();
    store.delete(&definitions, false).unwrap();
    assert_eq!(store.get(&x), Err(StoreRefusal::NoSuchKind));
    let told: Vec<_> = store
        .since(before)
        .unwrap()
        .map(|change| (change.revision - before, change.kind))
        .collect();
    assert_eq!(
        told,
        [(1, "DELETED"), (2, "DELETED")],
        "its objects are deleted with it, with events"
    );
}

#[test]
fn definitions_are_loaded_before_what_they_define_and_unknown_kinds_are_named() {
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"kind": "Thing", "plural": "things"},
                 "versions": [{"name": "v1", "served": true}]},
    });
    let thing = json!({"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x", "resourceVersion": "18446744073709551615"}});
    let stranger = json!({"apiVersion": "v1", "kind": "Gadget", "metadata": {"name": "x"}});
    let mut store = Store::new([thing, stranger, definition]);
    assert!(store.get(&key("example.com", "things", "", "x")).is_ok());
    assert_eq!(store.not_served().iter().collect::<Vec<_>>(), ["Gadget"]);
    let body = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}});
    assert!(
        store.create(&key("", "namespaces", "", "a"), body, Mode::PLAIN).is_ok(),
        "there is room above any revision"
    );
}

#[test]
fn the_log_tells_what_happened_and_says_when_it_cannot() {
    let (mut store, key) = store();
    merge(&mut store, &key, json!({"spec": {"channel": "a"}})).unwrap();
    store.delete(&key, false).unwrap();
    let told: Vec<_> =
        store.since(41).unwrap().map(|change| (change.revision, change.kind)).collect();
    assert_eq!(told, [(42, "MODIFIED"), (43, "DELETED")]);
    assert!(matches!(store.since(40).err(), Some(StoreRefusal::Gone)), "before the beginning");
}

#[test]
fn plans_and_the_status_are_guarded_as_their_definitions_say() {
    let mut store = Store::new(upgrade_core::objects::crds::definitions());
    let group = "config.openshift.io";
    let mut create = |kind: &str, (plural, name): (&str, &str), target: &str| {
        let body = json!({"apiVersion": "config.openshift.io/v1beta1", "kind": kind, "metadata": {"name": name}, "spec": {"targetRelease": target}});
        store.create(&key(group, plural, "", name), body, Mode::PLAIN).is_ok()
    };
    let plan = |name: &'static str| ("updateplans", name);
    assert!(!create("UpdatePlan", plan("another"), "4.10.6"));
    assert!(!create("UpdatePlan", plan("update-plan-soon"), "soon"));
    assert!(create("UpdatePlan", plan("update-plan-4.10.6"), "4.10.6"));
    assert!(create("UpdatePlan", plan("update-plan-4.11.0-amd64"), "4.11.0+amd64"));
    assert!(!create("UpdateStatus", ("updatestatuses", "another"), ""));
    assert!(create("UpdateStatus", ("updatestatuses", "cluster"), ""));
    let plan = key(group, "updateplans", "", "update-plan-4.10.6");
    assert!(merge(&mut store, &plan, json!({"spec": {"acceptedInsights": []}})).is_ok());
    assert!(merge(&mut store, &plan, json!({"spec": {"targetRelease": "4.10.7"}})).is_err());
}
