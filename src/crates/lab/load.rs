//! Sorts the content of a directory into settings, graph, alerts and objects, or explains why that
//! is not possible.

use std::fmt;

use serde_json::Value;

use crate::settings::Settings;
use crate::state::{GRAPH, SETTINGS, file_name};
use crate::{resource, validate};
use upgrade_core::documents::Document;
use upgrade_core::objects::prometheus::is_alerts;
use upgrade_graph::decode::BadObject;
use upgrade_graph::json::read;

/// Why documents make no cluster: the file it is about, if it is one, and the cause.
#[derive(Debug)]
pub struct LoadError {
    pub(super) origin: Option<String>,
    pub(super) problem: String,
}

impl LoadError {
    fn file(origin: &str, problem: impl Into<String>) -> Self {
        Self { origin: Some(origin.to_owned()), problem: problem.into() }
    }

    pub(super) fn new(document: Option<&Document>, bad: &BadObject) -> Self {
        Self { origin: document.map(|document| document.origin.clone()), problem: bad.to_string() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Some(origin) => write!(f, "{origin}: {}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl std::error::Error for LoadError {}

#[derive(Debug, Default)]
pub(super) struct LoadedFiles {
    pub(super) settings: Option<Document>,
    pub(super) graph: Option<Document>,
    pub(super) alerts: Option<Document>,
    pub(super) objects: Vec<Document>,
    /// What is passed over, and why.
    pub(super) warnings: Vec<String>,
}

pub(super) fn load(documents: Vec<Document>) -> Result<LoadedFiles, LoadError> {
    let mut sorted = LoadedFiles::default();
    for document in documents {
        let Document { origin, object } = &document;
        let file = file_name(origin);
        if Settings::is(object) {
            only(&mut sorted.settings, document, "settings")?;
        } else if object["kind"] == "Lab" || file == SETTINGS {
            return Err(LoadError::file(
                origin,
                "it is not `kind: Lab` of `apiVersion: upgrade/v1`",
            ));
        } else if read::is_graph(object) {
            only(&mut sorted.graph, document, "update graph")?;
        } else if let Some(missing) = half_a_graph(file, object) {
            return Err(LoadError::file(origin, format!("an update graph has {missing}")));
        } else if is_alerts(object) {
            only(&mut sorted.alerts, document, "list of alerts")?;
        } else if object["kind"].as_str().is_none_or(str::is_empty) {
            sorted
                .warnings
                .push(format!("{origin} holds something without a kind; it is no object"));
        } else {
            check(&document)?;
            sorted.objects.push(document);
        }
    }
    Ok(sorted)
}

fn only(place: &mut Option<Document>, found: Document, what: &str) -> Result<(), LoadError> {
    if let Some(first) = place {
        let problem = format!("a second {what}; the first is in {}", first.origin);
        return Err(LoadError::file(&found.origin, problem));
    }
    *place = Some(found);
    Ok(())
}

/// Returns what is missing of a graph, where one is meant.
fn half_a_graph(file: &str, object: &Value) -> Option<&'static str> {
    let (nodes, edges) = (object["nodes"].is_array(), object["edges"].is_array());
    let meant = file == GRAPH || (object.get("kind").is_none() && (nodes || edges));
    match (nodes, edges) {
        _ if !meant => None,
        (false, _) => Some("a list of nodes, and this has none"),
        (_, false) => Some("a list of edges, and this has none"),
        (true, true) => Some("no kind, and this has one"),
    }
}

/// Objects of kinds that are served must have the form that a server would have given them.
fn check(document: &Document) -> Result<(), LoadError> {
    let of_kind = |known: &resource::Resource| {
        known.kind == document.kind() && known.group == document.group()
    };
    let Some(known) = resource::built_in().find(of_kind) else { return Ok(()) };
    if let Some(violation) = validate::violation_of_shape(&known, &document.object) {
        return Err(LoadError::file(&document.origin, violation.to_string()));
    }
    if document.name().is_empty() {
        return Err(LoadError::file(&document.origin, "metadata.name: must be set"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sorted(documents: &[(&str, Value)]) -> Result<LoadedFiles, String> {
        let document = |(origin, object): &(&str, Value)| Document {
            origin: (*origin).to_owned(),
            object: object.clone(),
        };
        load(documents.iter().map(document).collect()).map_err(|unusable| unusable.to_string())
    }

    #[test]
    fn what_cannot_be_is_named_with_its_file() {
        let graph = json!({"nodes": [], "edges": []});
        let lab = json!({"apiVersion": "upgrade/v1", "kind": "Lab"});
        let odd =
            json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a", "labels": []}});
        for (documents, said) in [
            (
                vec![("graph.json", json!({"nodes": []}))],
                "graph.json: an update graph has a list of edges",
            ),
            (
                vec![("graph.json", json!("text"))],
                "graph.json: an update graph has a list of nodes",
            ),
            (
                vec![("other.json", json!({"edges": []}))],
                "other.json: an update graph has a list of nodes",
            ),
            (
                vec![("a", graph.clone()), ("b", graph)],
                "b: a second update graph; the first is in a",
            ),
            (vec![("a", lab.clone()), ("b", lab)], "b: a second settings"),
            (
                vec![("lab.yaml", json!({"apiVersion": "upgrade/v2", "kind": "Lab"}))],
                "lab.yaml: it is not `kind: Lab`",
            ),
            (vec![("lab.yaml", json!({"gates": []}))], "lab.yaml: it is not `kind: Lab`"),
            (vec![("node.yaml", odd)], "node.yaml: metadata.labels: Invalid value"),
            (
                vec![("pod.yaml", json!({"apiVersion": "v1", "kind": "Pod"}))],
                "pod.yaml: metadata.name: must be set",
            ),
        ] {
            let error = sorted(&documents).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    #[test]
    fn what_is_no_object_is_passed_over_and_named() {
        let sorted = sorted(&[("notes.yaml", json!("a text")), ("x.json", json!({}))]).unwrap();
        assert!(sorted.objects.is_empty());
        assert_eq!(
            sorted.warnings[0],
            "notes.yaml holds something without a kind; it is no object"
        );
        assert_eq!(sorted.warnings.len(), 2);
    }
}
