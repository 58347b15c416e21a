//! A cluster as it is loaded, operated and put aside: objects, and what operates them.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::amend::stamp;
use super::furnish;
use super::operator::Operator;
use super::settings::Settings;
use super::store::Store;
use crate::translate::documents::{BadObject, Document};
use crate::translate::{cluster_version, prometheus};

pub struct World {
    pub(crate) store: Store,
    pub(crate) operator: Operator,
}

/// A file of a scenario's folder: its name and its text.
pub(crate) type File = (String, String);

impl World {
    /// Makes a cluster of all that a folder holds.
    pub(crate) fn of(mut documents: Vec<Document>) -> Result<Self, BadObject> {
        let settings = take(&mut documents, Settings::is);
        let graph = take(&mut documents, Settings::is_graph);
        let alerts = take(&mut documents, prometheus::is_alerts);
        let settings = Settings::read(settings.as_ref(), graph)?;
        let now = settings.now.or_else(|| cluster_version::newest_recorded(&documents));
        let bare = !documents.iter().any(|document| document.kind() == "ClusterOperator");
        if let Some(now) = now
            && settings.wire.furnish.unwrap_or(bare)
        {
            furnish::furnish(&mut documents, now);
        }
        let mut store = stocked(documents.into_iter().map(|document| document.object), now);
        store.gates = settings.gates;
        store.alerts = alerts
            .and_then(|mut alerts| alerts.pointer_mut("/data/alerts").map(Value::take))
            .and_then(|alerts| alerts.as_array().cloned())
            .unwrap_or_default();
        let mut operator = Operator::new(settings, 1);
        operator.settle(&mut store);
        store.begin();
        Ok(Self { store, operator })
    }

    /// Lets operators work so many times faster than in life.
    #[must_use]
    pub(crate) fn at_speed(mut self, speed: u32) -> Self {
        self.operator.set_speed(speed);
        self
    }

    /// Lets time pass.
    pub fn step(&mut self, until: Timestamp) {
        self.operator.step(&mut self.store, until);
    }

    pub fn now(&self) -> Option<Timestamp> {
        self.store.now
    }

    /// Returns the files from which this cluster can be loaded again.
    pub(crate) fn files(&self) -> Vec<File> {
        let mut by_file: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
        for object in self.store.objects() {
            by_file.entry(file_of(object)).or_default().push(object);
        }
        let yaml = |value: &Value| serde_saphyr::to_string(value).unwrap_or_default();
        let mut files: Vec<File> = by_file
            .into_iter()
            .map(|(name, objects)| {
                let texts: Vec<String> = objects.into_iter().map(yaml).collect();
                (name, texts.join("---\n"))
            })
            .collect();
        let (settings, graph) = self.operator.saved(&self.store);
        files.push((
            "lab.yaml".to_owned(),
            yaml(&serde_json::to_value(settings).unwrap_or_default()),
        ));
        let pretty = |value: &Value| format!("{value:#}\n");
        files.extend(graph.map(|graph| ("graph.json".to_owned(), pretty(graph))));
        if !self.store.alerts.is_empty() {
            let alerts = json!({"status": "success", "data": {"alerts": self.store.alerts}});
            files.push(("alerts.json".to_owned(), pretty(&alerts)));
        }
        files
    }
}

/// Moves everything that has happened by as much as lies between the recording and now, so that
/// clients with clocks of their own see the ages that were recorded.
pub(crate) fn moved_to(documents: &mut [Document], now: Timestamp) {
    let saved = documents.iter().find(|document| Settings::is(&document.object));
    let saved = saved.and_then(|document| document.object["now"].as_str()?.parse().ok());
    let Some(then) = saved.or_else(|| cluster_version::newest_recorded(documents)) else { return };
    let by = now.duration_since(then);
    for document in documents {
        shift(&mut document.object, by);
    }
}

fn shift(value: &mut Value, by: SignedDuration) {
    match value {
        Value::String(text) if text.len() >= 20 && text.ends_with('Z') => {
            let moved = text.parse::<Timestamp>().ok().and_then(|at| at.checked_add(by).ok());
            if let Some(moved) = moved {
                *text = stamp(moved);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Object(fields) => fields.values_mut().for_each(|field| shift(field, by)),
        _ => {}
    }
}

fn take(documents: &mut Vec<Document>, which: impl Fn(&Value) -> bool) -> Option<Value> {
    let place = documents.iter().position(|document| which(&document.object))?;
    Some(documents.remove(place).object)
}

/// Returns a store of these objects and of what every cluster has.
fn stocked(objects: impl IntoIterator<Item = Value>, now: Option<Timestamp>) -> Store {
    let namespaces = NAMESPACES.map(|name| {
        let metadata =
            json!({"name": name, "resourceVersion": "1", "creationTimestamp": now.map(stamp)});
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata, "status": {"phase": "Active"}})
    });
    let mut store = Store::of(namespaces.into_iter().chain(objects));
    store.now = now;
    store
}

const NAMESPACES: [&str; 6] = [
    "default",
    "kube-system",
    "openshift-config",
    "openshift-config-managed",
    "openshift-machine-config-operator",
    "openshift-monitoring",
];

/// Names files as people who work with `oc` do.
fn file_of(object: &Value) -> String {
    let name = match object["kind"].as_str().unwrap_or_default() {
        "ClusterVersion" => "cv",
        "ClusterOperator" => "co",
        "MachineConfigPool" => "mcp",
        "MachineConfig" => "mc",
        "PodDisruptionBudget" => "pdb",
        "CustomResourceDefinition" => "crd",
        other => return format!("{}.yaml", other.to_lowercase()),
    };
    format!("{name}.yaml")
}
