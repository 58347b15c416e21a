//! `--from`: objects from files, directories, must-gathers and archives of any of these.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::anyhow;
use serde_json::Value;

use super::archive;
use crate::error::{Error, Result};
use upgrade_core::cluster::{Cluster, Origin};
use upgrade_core::documents::{self, Document};
use upgrade_core::objects::cluster_version::{self, wire as cv};
use upgrade_core::objects::config_map::{ACKS, GATES, KIND as CONFIG_MAP};
use upgrade_core::objects::{
    etcd, infrastructure, machine_config_pool, olm, prometheus, update_api,
};
use upgrade_graph::bounded::{LARGEST_TEXT, Limit, Meter};
use upgrade_graph::json::read;
use upgrade_lab::RecordedSettings;

pub(crate) struct Recording {
    paths: Vec<PathBuf>,
    graphs: OnceLock<Vec<Document>>,
    settings: OnceLock<Option<RecordedSettings>>,
}

/// What was read so far.
#[derive(Default)]
pub(crate) struct RecordingReader {
    pub(crate) documents: Vec<Document>,
    /// Why files in a directory could not be read.
    skipped: Vec<String>,
    /// The number of texts that were read.
    count: usize,
    /// Whether to keep objects of all kinds.
    keep_all: bool,
    /// The memory of the documents.
    together: Meter,
}

impl Recording {
    pub(crate) fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths, graphs: OnceLock::new(), settings: OnceLock::new() }
    }

    /// Returns every object in the files, of any kind, and why files were skipped.
    pub(crate) fn everything(&self) -> Result<(Vec<Document>, Vec<String>)> {
        let reading = self.load(true)?;
        Ok((reading.documents, reading.skipped))
    }

    /// Reads all files, once.
    pub(crate) fn load(&self, keep_all: bool) -> Result<RecordingReader> {
        let mut reading = RecordingReader { keep_all, ..RecordingReader::default() };
        for path in &self.paths {
            reading.load(path)?;
        }
        Ok(reading)
    }

    pub(crate) fn cluster(&self, reading: &RecordingReader) -> Result<Cluster> {
        let documents = &reading.documents;
        let version = only(documents, |document| is_ours(document, cv::KIND, cv::NAME))?;
        let version = version.ok_or_else(|| self.missing(reading))?;
        let settings = self.settings.get_or_init(|| RecordedSettings::find(documents)).as_ref();
        let now = settings.and_then(|settings| settings.now);
        let now = now.or_else(|| cluster_version::newest_recorded(documents));
        let mut cluster = cluster_version::cluster(&version.object, Origin::default(), now)
            .map_err(|bad| {
                let context = format!("{}: cannot read clusterversions/version", version.origin);
                Error::new("BadData", anyhow!(bad).context(context))
            })?;
        cluster.oddities.extend(reading.skipped.iter().map(|why| format!("skipped: {why}")));
        Ok(cluster)
    }

    /// Remembers update graphs: files are read once, and standard input cannot be read again.
    pub(crate) fn keep_graphs(&self, reading: &RecordingReader) {
        let is_graph = |document: &&Document| read::is_graph(&document.object);
        let graphs = reading.documents.iter().filter(is_graph).cloned();
        self.graphs.get_or_init(|| graphs.collect());
    }

    pub(crate) fn graphs(&self) -> &[Document] {
        self.graphs.get().map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the settings of a scenario, once its cluster was read.
    pub(crate) fn settings(&self) -> Option<&RecordedSettings> {
        self.settings.get().and_then(Option::as_ref)
    }

    fn missing(&self, reading: &RecordingReader) -> Error {
        let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let files = match reading.count {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let error = Error::new(
            "NotFound",
            anyhow!("no ClusterVersion named version in {} ({files} read)", paths.join(", ")),
        );
        let error = reading
            .skipped
            .iter()
            .take(3)
            .fold(error, |error, why| error.hint(format!("skipped: {why}")));
        error
            .hint("in directories and archives, only .yaml, .yml and .json files are read")
            .hint_run("to record one", RECORD)
    }
}

impl RecordingReader {
    /// Reads a path that the user named: standard input, a directory, an archive or a text.
    fn load(&mut self, path: &Path) -> Result<()> {
        if path == Path::new("-") {
            return self.stream(io::stdin(), "standard input");
        }
        let found = std::fs::metadata(path).map_err(|error| {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let error = unreadable(path, error);
            if missing { error.hint_run("to record a cluster", RECORD) } else { error }
        })?;
        if found.is_dir() {
            return self.folder(path, path);
        }
        #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
        let file = std::fs::File::open(path).map_err(|error| unreadable(path, error))?;
        self.stream(file, &path.display().to_string())
    }

    pub(crate) fn stream(&mut self, stream: impl Read + 'static, origin: &str) -> Result<()> {
        match archive::open(stream).map_err(|error| unreadable(Path::new(origin), error))? {
            archive::Opened::Archive(stream) => archive::read(stream, origin, self),
            archive::Opened::Text(stream) => {
                let text = read_all(stream, origin)?;
                self.named(origin, text)
            }
        }
    }

    /// Reads a directory, sorted by name. Links to directories are not followed: they may lead
    /// outside, or form a cycle.
    fn folder(&mut self, path: &Path, root: &Path) -> Result<()> {
        #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
        let entries = std::fs::read_dir(path).map_err(|error| unreadable(path, error))?;
        let children = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut children =
            children.collect::<io::Result<Vec<_>>>().map_err(|error| unreadable(path, error))?;
        children.sort();
        for child in children {
            let kind =
                std::fs::symlink_metadata(&child).map_err(|error| unreadable(&child, error))?;
            let within = child.strip_prefix(root).unwrap_or(&child);
            if kind.is_dir() {
                if let Err(error) = self.folder(&child, root) {
                    self.skipped.push(error.message());
                }
            } else if self.wanted()(within)
                && std::fs::metadata(&child).is_ok_and(|kind| kind.is_file())
            {
                #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
                let file = std::fs::File::open(&child);
                let origin = child.display().to_string();
                let text = file
                    .map_err(|error| unreadable(&child, error))
                    .and_then(|file| read_all(file, &origin));
                self.found(&origin, text);
            }
        }
        Ok(())
    }

    /// Returns which files in a directory may contain what is needed.
    pub(crate) fn wanted(&self) -> impl Fn(&Path) -> bool + use<> {
        let keep_all = self.keep_all;
        move |path| is_wanted(path) || (keep_all && is_checked(path))
    }

    fn named(&mut self, origin: &str, text: String) -> Result<()> {
        self.count += 1;
        let documents = documents::parse(origin, &text).map_err(|bad| match bad.limit {
            Some(limit) => too_large(origin, limit),
            None => Error::new(
                "BadData",
                anyhow!(bad).context(format!("{origin} is neither YAML nor JSON")),
            ),
        })?;
        drop(text);
        let keep_all = self.keep_all;
        let is_gates =
            |document: &Document| [GATES, ACKS].iter().any(|place| is_map(document, *place));
        let wanted = |document: &Document| {
            keep_all
                || KINDS.contains(&document.kind())
                || is_gates(document)
                || prometheus::is_alerts(&document.object)
        };
        for document in documents.into_iter().filter(wanted) {
            let kept = self.together.keep(&document.object);
            kept.map_err(|limit| {
                too_large(&format!("{origin}, with the files read before it,"), limit)
            })?;
            self.documents.push(document);
        }
        Ok(())
    }

    /// Reads a file in a directory; an invalid one is skipped.
    pub(crate) fn found(&mut self, origin: &str, text: Result<String>) {
        if let Err(error) = text.and_then(|text| self.named(origin, text)) {
            self.skipped.push(error.message());
        }
    }
}

/// Reads one text, plain or gzip; `-` is standard input.
pub(crate) fn text(path: &Path) -> Result<String> {
    let (origin, opened) = if path == Path::new("-") {
        ("standard input".to_owned(), archive::open(io::stdin()))
    } else {
        #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
        let file = std::fs::File::open(path).map_err(|error| unreadable(path, error))?;
        (path.display().to_string(), archive::open(file))
    };
    match opened.map_err(|error| unreadable(Path::new(&origin), error))? {
        archive::Opened::Text(stream) => read_all(stream, &origin),
        archive::Opened::Archive(_) => {
            Err(Error::new("Input", anyhow!("{origin} is an archive, not a text file")))
        }
    }
}

/// Returns the texts directly in a directory.
pub(crate) fn texts_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = crate::connect::local::write::names(folder)?
        .into_iter()
        .map(|name| folder.join(name))
        .collect();
    paths.retain(|path| is_text(path) && std::fs::metadata(path).is_ok_and(|kind| kind.is_file()));
    paths.sort();
    Ok(paths)
}

fn is_text(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns whether a file in a directory may contain objects that are needed. Must-gathers and the
/// output of `oc adm inspect` have thousands of files; the paths of ours are known.
fn is_wanted(path: &Path) -> bool {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let place = parts.iter().position(|part| *part == "cluster-scoped-resources");
    let group = place.and_then(|place| parts.get(place + 1));
    let ours = match group {
        Some(group) => GROUPS.iter().any(|known| group.starts_with(known)),
        None => !parts.contains(&"namespaces") || holds_gates(&parts),
    };
    is_text(path) && ours
}

/// Returns whether a file of a must-gather contains namespaced objects for pre-checks.
fn is_checked(path: &Path) -> bool {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    let within = parts.iter().position(|part| *part == "namespaces");
    let within = within.map(|place| &parts[place + 1..]).unwrap_or_default();
    let ours = match within {
        [etcd::NAMESPACE, "core", "pods.yaml"] => true,
        [_, olm::GROUP, kind, ..] => OLM.iter().any(|plural| kind.starts_with(plural)),
        _ => false,
    };
    is_text(path) && ours
}

const OLM: [&str; 3] = [olm::SERVICE_VERSIONS, olm::SUBSCRIPTIONS, olm::INSTALL_PLANS];

/// Returns whether a file of a must-gather contains admin gates or acknowledgments.
fn holds_gates(parts: &[&str]) -> bool {
    [GATES, ACKS].iter().any(|(namespace, _)| {
        parts.ends_with(&["namespaces", namespace, "core", "configmaps.yaml"])
    })
}

pub(crate) fn is_ours(document: &Document, kind: &str, name: &str) -> bool {
    document.kind() == kind && document.group() == cv::GROUP && document.name() == name
}

pub(crate) fn is_map(document: &Document, (namespace, name): (&str, &str)) -> bool {
    document.kind() == CONFIG_MAP
        && document.group().is_empty()
        && (document.namespace(), document.name()) == (namespace, name)
}

/// The kinds that are kept.
const KINDS: [&str; 6] = [
    cv::KIND,
    infrastructure::KIND,
    "ClusterOperator",
    machine_config_pool::KIND,
    update_api::PLAN,
    upgrade_lab::KIND,
];
const GROUPS: [&str; 4] =
    ["apiserver.openshift.io", "config.openshift.io", "machineconfiguration.openshift.io", "core"];

/// The command that records the object that every recording needs.
const RECORD: &str = "oc get clusterversion version -o yaml > version.yaml";

/// Returns the error for a file that cannot be read, with the next step if it is known.
pub(crate) fn unreadable(path: &Path, error: io::Error) -> Error {
    let hint = match error.kind() {
        io::ErrorKind::NotFound => Some("check the path"),
        io::ErrorKind::PermissionDenied => Some("check the permissions of the file"),
        _ => None,
    };
    let context = format!("cannot read {}", path.display());
    let error = Error::new("Input", anyhow::Error::new(error).context(context));
    hint.into_iter().fold(error, Error::hint)
}

const FIRST: usize = 2 << 10; // bytes; most files of graph-data have less, and there are thousands

/// Reads a text, up to the limit.
pub(crate) fn read_all(stream: impl Read, origin: &str) -> Result<String> {
    let text = documents::decode(read_bytes(stream, origin)?);
    text.ok_or_else(|| Error::new("BadData", anyhow!("{origin} is not UTF-8 or UTF-16 text")))
}

/// Reads bytes, up to the limit.
pub(crate) fn read_bytes(stream: impl Read, origin: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(FIRST);
    let read = stream.take(LARGEST_TEXT as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(Path::new(origin), error))?;
    if bytes.len() > LARGEST_TEXT {
        return Err(too_large(origin, Limit::Text(LARGEST_TEXT)));
    }
    Ok(bytes)
}

/// Returns the error for a file that exceeds a limit.
pub(crate) fn too_large(origin: &str, limit: Limit) -> Error {
    Error::new("Input", anyhow!("{origin} is too large: {limit}"))
        .hint("use a file with only the objects that are needed")
}

/// Returns the only such object; of several copies, the newest.
pub(crate) fn only(
    documents: &[Document],
    is_meant: impl Fn(&Document) -> bool,
) -> Result<Option<&Document>> {
    let found = documents.iter().filter(|document| is_meant(document));
    let mut by_identity: BTreeMap<&str, &Document> = BTreeMap::new();
    for document in found {
        let newest = by_identity.entry(document.identity()).or_insert(document);
        if revision(document) > revision(newest) {
            *newest = document;
        }
    }
    let copies: Vec<&Document> = by_identity.into_values().collect();
    match copies.as_slice() {
        [] => Ok(None),
        [document] => Ok(Some(document)),
        [first, second, ..] => Err(Error::new(
            "BadData",
            anyhow!("{} and {} are from different clusters", first.origin, second.origin),
        )
        .hint("use --from with the files of one cluster")),
    }
}

pub(crate) fn revision(document: &Document) -> u64 {
    let revision = document.object.pointer("/metadata/resourceVersion");
    revision.and_then(Value::as_str).and_then(|text| text.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_must_gather_only_our_files_are_read() {
        for (path, wanted) in [
            ("cv.yaml", true),
            ("dump/cv.YML", true),
            ("alerts.json", true),
            ("notes.txt", false),
            (
                "mg/img/cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml",
                true,
            ),
            ("mg/img/cluster-scoped-resources/config.openshift.io/clusterversions.yaml", true),
            (
                "mg/img/cluster-scoped-resources/config.openshift.io/updatestatuses/cluster.yaml",
                true,
            ),
            ("mg/img/cluster-scoped-resources/core/nodes/a.yaml", true),
            (
                "mg/img/cluster-scoped-resources/rbac.authorization.k8s.io/clusterroles/a.yaml",
                false,
            ),
            ("mg/img/namespaces/default/core/pods.yaml", false),
            ("mg/img/namespaces/openshift-config-managed/core/configmaps.yaml", true),
            ("mg/img/namespaces/openshift-config/core/configmaps.yaml", true),
            ("mg/img/namespaces/openshift-config/core/secrets.yaml", false),
            ("mg/img/namespaces/default/core/configmaps.yaml", false),
        ] {
            assert_eq!(is_wanted(Path::new(path)), wanted, "{path}");
        }
    }

    #[test]
    fn of_a_must_gather_pre_checks_also_read_etcd_and_olm() {
        for (path, wanted) in [
            ("mg/img/namespaces/openshift-etcd/core/pods.yaml", true),
            ("mg/img/namespaces/openshift-etcd/core/events.yaml", false),
            ("mg/img/namespaces/default/core/pods.yaml", false),
            ("mg/img/namespaces/a/operators.coreos.com/subscriptions/a.yaml", true),
            ("mg/img/namespaces/a/operators.coreos.com/installplans.yaml", true),
            ("mg/img/namespaces/a/operators.coreos.com/clusterserviceversions/a.yaml", true),
            ("mg/img/namespaces/a/operators.coreos.com/operatorgroups/a.yaml", false),
        ] {
            let reader = |keep_all| RecordingReader { keep_all, ..RecordingReader::default() };
            assert_eq!(reader(true).wanted()(Path::new(path)), wanted, "{path}");
            assert!(!reader(false).wanted()(Path::new(path)), "{path}");
        }
    }
}
