//! `--from`: objects from YAML and JSON files and folders of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde_json::Value;

use super::{Need, topology};
use crate::api::{cluster_version as cv, infrastructure};
use crate::domain::cluster::{Cluster, Origin};
use crate::error::{Error, Result};
use crate::translate::cluster_version;
use crate::translate::documents::{self, Document};

pub(crate) struct Files {
    paths: Vec<PathBuf>,
}

impl Files {
    pub(crate) fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths }
    }

    pub(crate) fn read(&self, need: Need) -> Result<Cluster> {
        let mut documents = Vec::new();
        for path in &self.paths {
            load(path, &mut documents)?;
        }
        let version = only(&documents, cv::KIND, cv::NAME)?.ok_or_else(|| self.missing())?;
        let now = cluster_version::newest_recorded(&documents);
        let mut cluster = cluster_version::cluster(&version.object, Origin::default(), now)
            .map_err(|bad| {
                let context = format!("{}: cannot read clusterversions/version", version.origin);
                Error::new("BadData", anyhow!(bad).context(context))
            })?;
        if need == Need::Request {
            let found = only(&documents, infrastructure::KIND, infrastructure::NAME)?;
            let object = found.map(|document| &document.object);
            cluster.topology = topology(
                object.ok_or_else(|| "infrastructures/cluster is not in the files".to_owned()),
            )?;
        }
        Ok(cluster)
    }

    fn missing(&self) -> Error {
        let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        Error::new("NotFound", anyhow!("no ClusterVersion `version` in {}", paths.join(", ")))
            .hint("record one with `oc get clusterversion version -o yaml`")
    }
}

/// Reads one file, or a folder in the order of its names.
fn load(path: &Path, into: &mut Vec<Document>) -> Result<()> {
    let io = |error: std::io::Error| {
        Error::new(
            "Input",
            anyhow::Error::new(error).context(format!("cannot read {}", path.display())),
        )
    };
    if !std::fs::metadata(path).map_err(io)?.is_dir() {
        return load_file(path, into);
    }
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    let entries = std::fs::read_dir(path).map_err(io)?;
    let mut children = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(io)?;
    children.sort();
    for child in children {
        // A link is not followed: it may lead out of the folder, or around in a circle.
        let kind = std::fs::symlink_metadata(&child).map_err(io)?.file_type();
        if kind.is_dir() {
            load(&child, into)?;
        } else if kind.is_file() && has_objects(&child) {
            load_file(&child, into)?;
        }
    }
    Ok(())
}

fn has_objects(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml" | "json"))
}

fn load_file(path: &Path, into: &mut Vec<Document>) -> Result<()> {
    let origin = path.display().to_string();
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {origin}"))
        .map_err(|cause| Error::new("Input", cause))?;
    let documents = documents::parse(&origin, &text).map_err(|bad| {
        Error::new("BadData", anyhow!(bad).context(format!("{origin} is neither YAML nor JSON")))
    })?;
    into.extend(documents);
    Ok(())
}

/// Returns the object of that kind and name; of several copies the one written last.
fn only<'a>(documents: &'a [Document], kind: &str, name: &str) -> Result<Option<&'a Document>> {
    let found = documents.iter().filter(|document| {
        document.kind() == kind && document.group() == cv::GROUP && document.name() == name
    });
    let mut by_uid: BTreeMap<&str, &Document> = BTreeMap::new();
    for document in found {
        let newest = by_uid.entry(document.uid()).or_insert(document);
        if revision(document) > revision(newest) {
            *newest = document;
        }
    }
    let copies: Vec<&Document> = by_uid.into_values().collect();
    match copies.as_slice() {
        [] => Ok(None),
        [document] => Ok(Some(document)),
        [first, second, ..] => Err(Error::new(
            "BadData",
            anyhow!("{} and {} are of two different clusters", first.origin, second.origin),
        )
        .hint("pass --from for one cluster at a time")),
    }
}

fn revision(document: &Document) -> u64 {
    let revision = document.object.pointer("/metadata/resourceVersion");
    revision.and_then(Value::as_str).and_then(|text| text.parse().ok()).unwrap_or_default()
}
