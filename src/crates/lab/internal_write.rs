//! Changes that come from within the cluster: by its operators, or by a test that plays one.

use serde_json::{Value, json};

use super::Store;
use crate::change::Change;
use crate::resource::CONFIG;
use crate::store::Key;

impl Key {
    pub(crate) fn cluster(group: &str, plural: &str, name: &str) -> Self {
        Self::within(group, plural, "", name)
    }

    /// Names an object by namespace and name.
    pub(crate) fn within(group: &str, plural: &str, namespace: &str, name: &str) -> Self {
        Self {
            group: group.to_owned(),
            plural: plural.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }
}

impl Store {
    /// Changes an object, status and spec alike. What stays as it is, is not written.
    pub(crate) fn amend(&mut self, key: &Key, change: impl FnOnce(&mut Value)) -> bool {
        let Ok(before) = self.get(key) else { return false };
        let mut object = before.clone();
        change(&mut object);
        if object == *before {
            return false;
        }
        let before = before.clone();
        if object.get("spec") != before.get("spec") {
            let generation = before["metadata"]["generation"].as_i64().unwrap_or_default();
            object["metadata"]["generation"] = json!(generation.saturating_add(1));
        }
        self.commit(Change::new("MODIFIED", key, Some(before), object), false);
        true
    }

    /// Adds an object whole, unless it is there.
    pub(crate) fn add(&mut self, key: &Key, object: impl FnOnce() -> Value) {
        if self.get(key).is_ok() {
            return;
        }
        let mut object = object();
        let next = self.revision() + 1;
        object["metadata"]["uid"] = json!(format!("00000000-0000-4000-8000-{next:012x}"));
        if let Some(now) = self.now {
            object["metadata"]["creationTimestamp"] = json!(stamp(now));
        }
        self.commit(Change::new("ADDED", key, None, object), false);
    }

    /// Changes the ClusterVersion as another writer would: status included, with a new revision.
    pub fn change_cluster_version(&mut self, change: impl FnOnce(&mut Value)) {
        self.change("clusterversions", "version", change);
    }

    /// Changes an object as another writer would: status included, with a new revision.
    pub fn change(&mut self, plural: &str, name: &str, change: impl FnOnce(&mut Value)) {
        let mut keys = self.keys().filter(|key| key.plural == plural && key.name == name);
        let Some(key) = keys.next().cloned() else { return };
        drop(keys);
        if let Ok(before) = self.get(&key).cloned() {
            let mut object = before.clone();
            change(&mut object);
            self.commit(Change::new("MODIFIED", &key, Some(before), object), false);
        }
    }

    /// Returns the ClusterVersion as it stands.
    pub fn cluster_version(&self) -> Option<&Value> {
        self.get(&Key::cluster(CONFIG, "clusterversions", "version")).ok()
    }
}

/// Writes a moment as API servers do, without parts of seconds.
pub(crate) fn stamp(moment: jiff::Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
