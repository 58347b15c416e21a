//! Objects in memory, with the rules of an API server for changing them.

use std::collections::BTreeMap;

use kube::api::ApiResource;
use kube::core::GroupVersionKind;
use serde_json::{Value, json};

/// The objects of one cluster.
#[derive(Debug, Clone)]
pub struct Store {
    objects: BTreeMap<Key, Value>,
    revision: u64,
}

/// What identifies a cluster-scoped object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) group: String,
    pub(crate) plural: String,
    pub(crate) name: String,
}

/// Why the store does not do what was asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoSuchKind,
    NoSuchObject,
    Conflict,
    NotAnObject,
    /// The content breaks a rule: the field and the rule.
    Invalid {
        field: &'static str,
        rule: &'static str,
    },
}

impl Store {
    /// Takes objects as they are.
    pub fn of(objects: impl IntoIterator<Item = Value>) -> Self {
        let objects: BTreeMap<Key, Value> =
            objects.into_iter().map(|object| (Key::of(&object), object)).collect();
        let revision = objects.values().map(revision).max().unwrap_or_default();
        Self { objects, revision }
    }

    pub(crate) fn get(&self, key: &Key) -> Result<&Value, Refusal> {
        self.objects.get(key).ok_or_else(|| {
            let known = self
                .objects
                .keys()
                .any(|known| (&known.group, &known.plural) == (&key.group, &key.plural));
            if known { Refusal::NoSuchObject } else { Refusal::NoSuchKind }
        })
    }

    /// Applies a merge patch as an API server does: never to the status, only to the version it
    /// was meant for, and with a new generation where the spec changes.
    pub(crate) fn merge(
        &mut self,
        key: &Key,
        patch: &Value,
        dry_run: bool,
    ) -> Result<Value, Refusal> {
        let before = self.get(key)?;
        if !patch.is_object() {
            return Err(Refusal::NotAnObject);
        }
        let meant_for = patch.pointer("/metadata/resourceVersion").and_then(Value::as_str);
        if meant_for.is_some_and(|meant| before["metadata"]["resourceVersion"] != meant) {
            return Err(Refusal::Conflict);
        }
        let mut after = before.clone();
        json_patch::merge(&mut after, patch);
        for kept in ["metadata", "status"] {
            match before.get(kept) {
                Some(value) => after[kept] = value.clone(),
                None => drop(after.as_object_mut().and_then(|after| after.remove(kept))),
            }
        }
        if key.plural == "clusterversions" {
            validate(&after)?;
        }
        if after == *before {
            return Ok(after);
        }
        let revision = self.revision + 1;
        if after["spec"] != before["spec"] {
            let generation = before["metadata"]["generation"].as_i64().unwrap_or_default();
            after["metadata"]["generation"] = json!(generation + 1);
        }
        after["metadata"]["resourceVersion"] = json!(revision.to_string());
        if !dry_run {
            self.revision = revision;
            self.objects.insert(key.clone(), after.clone());
        }
        Ok(after)
    }

    /// Changes the ClusterVersion as another writer would: status included, with a new revision.
    pub fn change_cluster_version(&mut self, change: impl FnOnce(&mut Value)) {
        let version = self.objects.iter_mut().find(|(key, _)| key.plural == "clusterversions");
        if let Some((_, object)) = version {
            change(object);
            self.revision += 1;
            object["metadata"]["resourceVersion"] = json!(self.revision.to_string());
        }
    }

    /// Returns the ClusterVersion as it stands.
    pub fn cluster_version(&self) -> Option<&Value> {
        self.objects
            .iter()
            .find(|(key, _)| key.plural == "clusterversions")
            .map(|(_, object)| object)
    }
}

impl Key {
    fn of(object: &Value) -> Self {
        let text = |pointer| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let (group, version) =
            text("/apiVersion").split_once('/').unwrap_or(("", text("/apiVersion")));
        let kind = GroupVersionKind::gvk(group, version, text("/kind"));
        Self {
            group: group.to_owned(),
            plural: ApiResource::from_gvk(&kind).plural,
            name: text("/metadata/name").to_owned(),
        }
    }
}

fn revision(object: &Value) -> u64 {
    let revision = object.pointer("/metadata/resourceVersion").and_then(Value::as_str);
    revision.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The rules of the ClusterVersion's own schema that a request can break.
fn validate(object: &Value) -> Result<(), Refusal> {
    let Some(update) = object.pointer("/spec/desiredUpdate").filter(|update| !update.is_null())
    else {
        return Ok(());
    };
    let text = |field: &str| update.get(field).and_then(Value::as_str).unwrap_or_default();
    let is = |field: &str, check: fn(&Value) -> bool| update.get(field).is_none_or(check);
    let rules = [
        ("spec.desiredUpdate", "must be an object", update.is_object()),
        ("spec.desiredUpdate.version", "must be a string", is("version", Value::is_string)),
        ("spec.desiredUpdate.image", "must be a string", is("image", Value::is_string)),
        ("spec.desiredUpdate.force", "must be a boolean", is("force", Value::is_boolean)),
        (
            "spec.desiredUpdate.architecture",
            "supported values: \"\", \"Multi\"",
            is("architecture", |value| value == "" || value == "Multi"),
        ),
        (
            "spec.desiredUpdate.mode",
            "supported values: \"Preflight\"",
            is("mode", |value| value == "Preflight"),
        ),
        (
            "spec.desiredUpdate",
            "cannot set both Architecture and Image",
            text("architecture").is_empty() || text("image").is_empty(),
        ),
        (
            "spec.desiredUpdate",
            "Version must be set if Architecture is set",
            text("architecture").is_empty() || !text("version").is_empty(),
        ),
        (
            "spec.desiredUpdate.acceptRisks",
            "should have at least 1 items",
            is("acceptRisks", |risks| risks.as_array().is_some_and(|risks| !risks.is_empty())),
        ),
    ];
    match rules.into_iter().find(|(_, _, holds)| !holds) {
        Some((field, rule, _)) => Err(Refusal::Invalid { field, rule }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (Store, Key) {
        let object = json!({
            "apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion",
            "metadata": {"name": "version", "resourceVersion": "41", "generation": 3},
            "spec": {"channel": "stable-4.6", "desiredUpdate": {"version": "4.6.1", "force": true}},
            "status": {"observedGeneration": 3},
        });
        let key = Key::of(&object);
        (Store::of([object]), key)
    }

    #[test]
    fn a_patch_for_another_revision_conflicts() {
        let (mut store, key) = store();
        let patch = json!({"metadata": {"resourceVersion": "40"}, "spec": {"channel": "x"}});
        assert_eq!(store.merge(&key, &patch, false), Err(Refusal::Conflict));
    }

    #[test]
    fn a_changed_spec_gets_a_new_revision_and_generation_and_keeps_its_status() {
        let (mut store, key) = store();
        let patch = json!({"metadata": {"resourceVersion": "41"}, "spec": {"channel": "fast-4.6"}, "status": {"observedGeneration": 9}});
        let after = store.merge(&key, &patch, false).unwrap();
        assert_eq!(after["metadata"]["resourceVersion"], "42");
        assert_eq!(after["metadata"]["generation"], 4);
        assert_eq!(after["status"]["observedGeneration"], 3);
        assert_eq!(after["spec"]["desiredUpdate"]["force"], true, "what is not named stays");
        assert_eq!(store.get(&key).unwrap(), &after);
    }

    #[test]
    fn a_patch_that_changes_nothing_keeps_the_revision() {
        let (mut store, key) = store();
        let after = store.merge(&key, &json!({"spec": {"channel": "stable-4.6"}}), false).unwrap();
        assert_eq!(after["metadata"]["resourceVersion"], "41");
    }

    #[test]
    fn a_dry_run_answers_and_stores_nothing() {
        let (mut store, key) = store();
        let after = store.merge(&key, &json!({"spec": {"channel": "x"}}), true).unwrap();
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
            let refused = store.merge(&key, &json!({"spec": {"desiredUpdate": update}}), false);
            assert!(matches!(refused, Err(Refusal::Invalid { .. })), "{refused:?}");
        }
    }

    #[test]
    fn a_missing_object_and_a_missing_kind_are_told_apart() {
        let (store, key) = store();
        let other =
            |plural: &str| Key { plural: plural.into(), name: "other".into(), ..key.clone() };
        assert_eq!(store.get(&other("clusterversions")), Err(Refusal::NoSuchObject));
        assert_eq!(store.get(&other("infrastructures")), Err(Refusal::NoSuchKind));
    }
}
