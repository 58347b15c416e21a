//! The files in which a cluster is stored, and from which it is resumed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::api_server::other_hosts::OtherHosts;
use crate::operator::Operator;
use crate::store::Store;
use crate::{record, resource};
use upgrade_core::documents::Document;

/// A file of a scenario's directory: its name and its text.
pub type StateFile = (String, String);

pub const SETTINGS: &str = "lab.yaml";
pub(crate) const GRAPH: &str = "graph.json";
const ALERTS: &str = "alerts.json";

/// What was put aside: where it is the same, so are the files.
#[derive(Debug, Clone, PartialEq)]
pub struct StateRevision {
    revision: u64,
    alerts: Vec<Value>,
    since: BTreeMap<String, Timestamp>,
}

impl StateRevision {
    pub(crate) fn new(store: &Store, operator: &Operator) -> Self {
        Self {
            revision: store.revision(),
            alerts: store.neighbours.alerts.clone(),
            since: operator.since().clone(),
        }
    }
}

/// Returns the files from which a cluster can be loaded again.
pub(crate) fn files(store: &Store, operator: &Operator) -> Vec<StateFile> {
    let (settings, graph) = operator.saved(store);
    let settings = serde_json::to_value(settings).unwrap_or_default();
    let objects = store.objects().map(|object| {
        match operator.own_service().filter(|_| object["kind"] == "ClusterVersion") {
            Some(own) => Cow::Owned(own.taken_out(object)),
            None => Cow::Borrowed(object),
        }
    });
    let OtherHosts { alerts, no_alerts, .. } = &store.neighbours;
    let alerts = Some(alerts).filter(|alerts| !alerts.is_empty()).map(|it| record::alerts(it));
    let alerts = no_alerts.clone().or(alerts);
    written(&settings, objects, graph, alerts.as_ref())
}

/// Writes the files of a scenario. The settings come first: they mark the directory as a lab's, even if
/// the rest is not written.
pub(crate) fn written<'a>(
    settings: &Value,
    objects: impl Iterator<Item = Cow<'a, Value>>,
    graph: Option<&Value>,
    alerts: Option<&Value>,
) -> Vec<StateFile> {
    let yaml = |value: &Value| serde_saphyr::to_string(value).unwrap_or_default();
    let pretty = |value: &Value| format!("{value:#}\n");
    let mut files = vec![(SETTINGS.to_owned(), yaml(settings))];
    let mut by_file: BTreeMap<String, Vec<Cow<'_, Value>>> = BTreeMap::new();
    for object in objects {
        by_file.entry(file_of(&object)).or_default().push(object);
    }
    files.extend(by_file.into_iter().map(|(name, objects)| {
        let texts: Vec<String> = objects.iter().map(|object| yaml(object)).collect();
        (name, texts.join("---\n"))
    }));
    files.extend(graph.map(|graph| (GRAPH.to_owned(), pretty(graph))));
    files.extend(alerts.map(|alerts| (ALERTS.to_owned(), pretty(alerts))));
    files
}

/// Returns whether a lab keeps things in files of this name, whatever is defined in it.
pub fn is_ours(name: &str) -> bool {
    [SETTINGS, GRAPH, ALERTS].contains(&name)
        || resource::built_in().any(|known| named_after(&known.kind) == name)
}

/// Returns whether a document is where a lab would have put it.
pub fn is_in_its_place(document: &Document) -> bool {
    let name = file_name(&document.origin);
    [SETTINGS, GRAPH, ALERTS].contains(&name) || file_of(&document.object) == name
}

pub(crate) fn file_name(origin: &str) -> &str {
    origin.rsplit(['/', ':']).next().unwrap_or(origin)
}

fn file_of(object: &Value) -> String {
    named_after(object["kind"].as_str().unwrap_or_default())
}

/// Names files as people who work with `oc` do.
fn named_after(kind: &str) -> String {
    let name = match kind {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_names_that_a_lab_writes_are_its_own() {
        for name in ["lab.yaml", "graph.json", "alerts.json", "cv.yaml", "mc.yaml", "pod.yaml"] {
            assert!(is_ours(name), "{name}");
        }
        for name in ["notes.yaml", "README.md", "cv.yaml.bak", ".git", "values.json", ".yaml"] {
            assert!(!is_ours(name), "{name}");
        }
    }

    #[test]
    fn a_document_is_known_by_its_kind_and_file() {
        let document = |origin: &str, kind: &str| Document {
            origin: origin.to_owned(),
            object: json!({"kind": kind}),
        };
        assert!(is_in_its_place(&document("/a/thing.yaml", "Thing")));
        assert!(is_in_its_place(&document("/a/lab.yaml", "Lab")));
        assert!(!is_in_its_place(&document("/a/backup.yaml", "ClusterVersion")));
    }
}
