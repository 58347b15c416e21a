//! Collected metadata → releases: a raw graph of all of them, or the metadata of each.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::data::ReleaseName;
use crate::decode::{BadObject, typed};
use crate::json::document::{ARCHITECTURE, GraphDocument, NodeDocument};
use crate::releases::metadata::{KIND, ReleaseInfo, ReleaseMetadata};
use crate::releases::{Releases, Scraped, key};

const ARCHES: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];

fn bad(field: impl Into<String>, problem: impl Into<String>) -> BadObject {
    BadObject { field: field.into(), problem: problem.into() }
}

/// Reads a raw graph. It must be fully valid: the built graph decides on updates.
pub fn raw_graph(object: Value) -> Result<Releases, BadObject> {
    let wire: GraphDocument = typed(object).map_err(|error| bad("the graph", error.problem))?;
    if wire.conditional_edges.is_some_and(|edges| !edges.is_empty()) {
        let problem = "not empty: the graph is already built. Use the raw graph";
        return Err(bad("conditionalEdges", problem));
    }
    let mut releases = Releases::default();
    let mut seen = BTreeSet::new();
    for (place, value) in wire.nodes.into_iter().enumerate() {
        let field = format!("nodes[{place}]");
        let node: NodeDocument =
            typed(value).map_err(|error| bad(format!("{field}.{}", error.field), error.problem))?;
        let name = name(&node.version, &format!("{field}.version"))?;
        if !seen.insert(node.version.clone()) {
            return Err(bad(field, format!("duplicate version {}", node.version)));
        }
        let payload = Some(node.payload).filter(|payload| !payload.is_empty());
        let metadata = texts(node.metadata.unwrap_or_default(), &format!("{field}.metadata"))?;
        releases.nodes.push(Scraped { name, payload, metadata });
    }
    for (place, value) in wire.edges.into_iter().enumerate() {
        let field = format!("edges[{place}]");
        let edge: (usize, usize) = typed(value).map_err(|error| bad(&field, error.problem))?;
        let count = releases.nodes.len();
        if edge.0 >= count || edge.1 >= count {
            return Err(bad(field, format!("node index out of range: there are {count} nodes")));
        }
        releases.edges.insert(edge);
    }
    Ok(releases)
}

fn name(text: &str, field: &str) -> Result<ReleaseName, BadObject> {
    ReleaseName::parse(text).ok_or_else(|| bad(field, format!("{text:?} is not a SemVer version")))
}

fn texts(
    values: BTreeMap<String, Value>,
    field: &str,
) -> Result<BTreeMap<String, String>, BadObject> {
    let text = |(key, value): (String, Value)| match value {
        Value::String(text) => Ok((key, text)),
        _ => Err(bad(format!("{field}[{key:?}]"), "not a string")),
    };
    values.into_iter().map(text).collect()
}

/// Releases by their metadata, and what was left out.
#[derive(Debug, Default)]
pub struct GatheredReleases {
    nodes: BTreeMap<String, Scraped>,
    edges: BTreeSet<(String, String)>,
    pub warnings: Vec<String>,
}

impl GatheredReleases {
    /// Adds a release. If it does not name its architecture, the path of its file must.
    pub fn add(&mut self, path: &str, object: &Value) -> Result<(), BadObject> {
        let is_info = object.get("image").is_some() && object.get("metadata").is_some();
        let found = if is_info { self.info(path, object)? } else { Some(alone(path, object)?) };
        let Some((node, wire)) = found else { return Ok(()) };
        let arch = node.name.arch().unwrap_or_default().to_owned();
        for (key, list) in [("previous", wire.previous), ("next", wire.next)] {
            for (place, listed) in list.unwrap_or_default().iter().enumerate() {
                let other = name(listed, &format!("{key}[{place}]"))?;
                let other =
                    other.of_arch(&arch).ok_or_else(|| bad(key, "the architecture is missing"))?;
                let ends = (other.text().to_owned(), node.name.text().to_owned());
                self.edges.insert(if key == "next" { (ends.1, ends.0) } else { ends });
            }
        }
        if node.payload.is_none() {
            let name = &node.name;
            self.warnings
                .push(format!("{path}: {name} has no payload. Updates to it are left out"));
        }
        let text = node.name.text().to_owned();
        match self.nodes.get(&text) {
            Some(known) if known.payload != node.payload => {
                Err(bad("version", format!("duplicate version {text} with another image")))
            }
            _ => {
                self.nodes.insert(text, node);
                Ok(())
            }
        }
    }

    /// An image of one architecture that claims to be multi-architecture is a part of such a
    /// release.
    fn info(
        &mut self,
        path: &str,
        object: &Value,
    ) -> Result<Option<(Scraped, ReleaseMetadata)>, BadObject> {
        let info: ReleaseInfo = typed(object)?;
        let wire = info.metadata;
        let claims = claims_multi(&wire);
        let list = info.list_digest.filter(|digest| !digest.is_empty());
        if claims && list.is_none() {
            let version = &wire.version;
            self.warnings.push(format!(
                "{path}: {version} is one image of a multi-architecture release. It is left out"
            ));
            return Ok(None);
        }
        let config = info.config.and_then(|config| config.architecture);
        let arch = if claims { Some("multi".to_owned()) } else { config };
        let arch = arch.ok_or_else(|| bad("config.architecture", "missing"))?;
        let digest = list.or(info.digest);
        let mut node = scraped(&wire, &arch, "metadata.")?;
        node.metadata.extend(digest.map(|digest| (key::MANIFEST.to_owned(), digest)));
        node.payload = Some(info.image).filter(|image| !image.is_empty());
        Ok(Some((node, wire)))
    }

    /// Returns the releases, including those that others name and that are not among them.
    #[expect(clippy::missing_panics_doc, reason = "the ends of edges are names")]
    pub fn finish(mut self) -> (Releases, Vec<String>) {
        for (from, to) in &self.edges {
            for end in [from, to] {
                let unseen = || {
                    Scraped::unseen(ReleaseName::parse(end).expect("the ends of edges are names"))
                };
                self.nodes.entry(end.clone()).or_insert_with(unseen);
            }
        }
        let places: BTreeMap<&str, usize> =
            self.nodes.keys().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let edges =
            self.edges.iter().map(|(from, to)| (places[from.as_str()], places[to.as_str()]));
        let edges = edges.collect();
        (Releases { nodes: self.nodes.into_values().collect(), edges }, self.warnings)
    }
}

fn claims_multi(wire: &ReleaseMetadata) -> bool {
    let claim = wire.metadata.as_ref().and_then(|metadata| metadata.get(ARCHITECTURE));
    claim.and_then(Value::as_str) == Some("multi")
}

/// Reads the metadata of an image, which has neither its name nor its architecture.
fn alone(path: &str, object: &Value) -> Result<(Scraped, ReleaseMetadata), BadObject> {
    let wire: ReleaseMetadata = typed(object)?;
    if wire.kind != KIND {
        return Err(bad("kind", format!("{:?} is not {KIND}", wire.kind)));
    }
    let given = wire.version.split_once('+').map(|(_, arch)| arch.to_owned());
    let claimed = claims_multi(&wire).then(|| "multi".to_owned());
    let arch = given.or(claimed).or_else(|| of_path(path)).ok_or_else(|| {
        let name = format!("amd64/{}.json", wire.version);
        bad("version", format!("cannot determine the architecture: use a file name such as {name}"))
    })?;
    let mut node = scraped(&wire, &arch, "")?;
    node.payload = wire.payload.clone().filter(|payload| !payload.is_empty());
    Ok((node, wire))
}

/// Finds the name of an architecture in a path: a directory, or what follows the `+` of a file.
fn of_path(path: &str) -> Option<String> {
    let parts = path.rsplit('/').flat_map(|part| {
        let stem = part
            .rsplit_once('.')
            .map_or(part, |(stem, end)| if ARCHES.contains(&end) { end } else { stem });
        [Some(part), stem.rsplit_once('+').map(|(_, arch)| arch)]
    });
    parts.flatten().find(|part| ARCHES.contains(part)).map(str::to_owned)
}

fn scraped(wire: &ReleaseMetadata, arch: &str, field: &str) -> Result<Scraped, BadObject> {
    let field = |key: &str| format!("{field}{key}");
    let name = name(&wire.version, &field("version"))?;
    let name = name.of_arch(arch);
    let name =
        name.ok_or_else(|| bad(field("version"), format!("{arch:?} is not an architecture")))?;
    let mut metadata = texts(wire.metadata.clone().unwrap_or_default(), &field("metadata"))?;
    metadata.insert(key::ARCH.to_owned(), arch.to_owned());
    Ok(Scraped { name, payload: None, metadata })
}

#[cfg(test)]
mod tests;
