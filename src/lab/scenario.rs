//! The scenarios: folders in the format of `--from`, embedded in the program.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::Store;
use crate::translate::cluster_version;
use crate::translate::documents::{self, Document};

pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// What is too large to be kept as text and is made when the scenario is loaded.
    made: fn(&mut [Document]),
}

/// The scenario of a bare `--lab`.
pub(crate) const DEFAULT: &str = "vsphere-proxy";

macro_rules! scenario {
    ($name:literal, $summary:literal, $made:expr) => {
        Scenario {
            name: $name,
            summary: $summary,
            files: &[
                ("cv.yaml", include_str!(concat!("scenarios/", $name, "/cv.yaml"))),
                (
                    "infrastructure.yaml",
                    include_str!(concat!("scenarios/", $name, "/infrastructure.yaml")),
                ),
            ],
            made: $made,
        }
    };
}

pub(crate) const SCENARIOS: [Scenario; 6] = [
    scenario!(
        "vsphere-proxy",
        "4.6.23 on vSphere with a proxy: three updates are not recommended",
        as_written
    ),
    scenario!("healthy", "4.7.24 and only recommended updates", as_written),
    scenario!("failing", "4.7.24 with a degraded operator", as_written),
    scenario!("updating", "half way from 4.6.23 to 4.6.43", as_written),
    scenario!("not-upgradeable", "4.7.26, held back from the next minor version", as_written),
    scenario!("hostile", "escape sequences, odd values and a megabyte of message", megabytes),
];

impl Scenario {
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        SCENARIOS.iter().find(|scenario| scenario.name == name)
    }

    /// Returns a fresh store of the scenario's objects, and the moment it was recorded.
    pub(crate) fn load(&self) -> (Store, Option<Timestamp>) {
        let mut documents = Vec::new();
        for (file, text) in self.files {
            let origin = format!("{}/{file}", self.name);
            documents
                .extend(documents::parse(&origin, text).expect("the scenarios are valid YAML"));
        }
        (self.made)(&mut documents);
        let now = cluster_version::newest_recorded(&documents);
        let objects = documents.into_iter().map(|document| document.object);
        (store(objects, now), now)
    }

    /// Returns the scenario's files, by name.
    pub(crate) fn files(&self) -> &'static [(&'static str, &'static str)] {
        self.files
    }
}

/// Returns a store of these objects and of what every cluster has.
pub(crate) fn store(objects: impl IntoIterator<Item = Value>, now: Option<Timestamp>) -> Store {
    let namespaces = NAMESPACES.map(|name| {
        let created = now.map(|now| now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
        let metadata = json!({"name": name, "resourceVersion": "1", "creationTimestamp": created});
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

fn as_written(_: &mut [Document]) {}

/// Blows up every message that announces a megabyte.
fn megabytes(documents: &mut [Document]) {
    for document in documents {
        blow_up(&mut document.object);
    }
}

fn blow_up(value: &mut Value) {
    match value {
        Value::String(text) if text.ends_with("a megabyte: ") => {
            *text += &"\u{1b}[31mlarge ".repeat(100_000);
        }
        Value::Array(items) => items.iter_mut().for_each(blow_up),
        Value::Object(fields) => fields.values_mut().for_each(blow_up),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_loads_and_the_default_is_one_of_them() {
        for scenario in &SCENARIOS {
            let (_, now) = scenario.load();
            assert!(now.is_some(), "{}", scenario.name);
        }
        assert!(Scenario::find(DEFAULT).is_some());
    }
}
