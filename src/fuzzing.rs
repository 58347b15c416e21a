//! What must hold for any bytes from outside: nothing panics, and nothing looks better than it is.
//! The fuzzers in `.fuzz` search for counterexamples; the tests here try a few.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::connect::config::kubeconfig;
use crate::connect::local::recording::RecordingReader;
use upgrade_core::cluster::{Cluster, Origin};
use upgrade_core::documents;
use upgrade_core::objects::{cluster_version, prometheus};
use upgrade_core::part::Part;
use upgrade_core::pre_checks::{Hook, informer_object};
use upgrade_core::recommend::Recommendation;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Updates;
use upgrade_graph::bounded;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::data::read::{DataFile, graph_data};
use upgrade_graph::image::{self, PullSpec};
use upgrade_graph::json::read;
use upgrade_graph::merged::ChannelGraph;

/// A name in `.fuzz`, and its function.
type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 10] = [
    ("alerts", alerts),
    ("archive", archive),
    ("cluster_version", cluster_version),
    ("graph_data", graph_files),
    ("graph_json", graph_json),
    ("informer", informer),
    ("kubeconfig", kubeconfig),
    ("prometheus", answers),
    ("pull_spec", pull_spec),
    ("risk_message", risk_message),
];

/// Alerts of a cluster's monitoring, or of a file.
pub fn alerts(bytes: &[u8]) {
    let Ok(object) = bounded::json(bytes) else { return };
    let Ok(alerts) = prometheus::alerts(&object) else { return };
    let mut snapshot = Snapshot::new(
        cluster_version::cluster(&json!({}), Origin::default(), None)
            .expect("nothing is wrong with nothing"),
    );
    snapshot.alerts = Part::Known(alerts);
    let found = Recommendation::new(&snapshot, &BTreeSet::new());
    assert!(found.checks.is_some());
}

/// An archive, or a text, of recorded objects.
pub fn archive(bytes: &[u8]) {
    let mut reader = RecordingReader::default();
    let _ = reader.stream(Cursor::new(bytes.to_vec()), "input");
    assert!(reader.documents.iter().all(|document| document.origin.starts_with("input")));
}

/// A ClusterVersion from a file or an API server.
pub fn cluster_version(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for document in documents::parse("input", text).into_iter().flatten() {
        if let Ok(cluster) = cluster_version::cluster(&document.object, Origin::default(), None) {
            judge(&cluster);
        }
    }
}

/// A version or image that is not recommended somewhere is recommended nowhere.
fn judge(cluster: &Cluster) {
    let updates = Updates::new(cluster);
    let named = |version: &str| !version.is_empty();
    let refused: BTreeSet<&str> =
        updates.not_recommended.iter().map(|update| update.release.version.text()).collect();
    for update in &updates.recommended {
        let version = update.release.version.text();
        assert!(!named(version) || !refused.contains(version), "{version} is both");
    }
    let count = updates.all().count();
    let found = Recommendation::new(&Snapshot::new(cluster.clone()), &BTreeSet::new());
    assert_eq!(found.targets().count(), count);
}

/// A file of graph-data; the first byte selects which.
pub fn graph_files(bytes: &[u8]) {
    let [kind, text @ ..] = bytes else { return };
    let path = ["blocked-edges/a.yaml", "channels/a.yaml", "raw/metadata.json", "version"];
    let path = path[usize::from(*kind) % path.len()].to_owned();
    let text = String::from_utf8(text.to_vec()).map_err(|error| error.to_string());
    let data = graph_data("input", vec![DataFile { path, text }]);
    assert!(data.findings.iter().all(|found| found.spot.line > 0 && found.spot.column > 0));
}

/// An update graph of a service.
pub fn graph_json(bytes: &[u8]) {
    let Ok(found) = bounded::json(bytes).map(|object| read::graph(&object)) else { return };
    let Ok(found) = found else { return };
    if let Some(same) = str::from_utf8(bytes).ok().and_then(read::graph_in_text) {
        assert_eq!(read::wire(&same.graph), read::wire(&found.graph));
        let oddities = |read: &read::ReadGraph| {
            read.oddities.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(oddities(&same), oddities(&found));
    }
    let graph = found.graph;
    let again = read::graph(&read::wire(&graph)).expect("what we write can be read");
    assert_eq!(read::wire(&again.graph), read::wire(&graph));
    let layer = ChannelGraph { channel: None, graph };
    ChannelGraphs::new(&[layer], "amd64".to_owned(), "input".to_owned());
}

/// The answer of an informer to any of its hooks, and the informer itself.
pub fn informer(bytes: &[u8]) {
    let Ok(object) = bounded::json(bytes) else { return };
    let now = Timestamp::UNIX_EPOCH;
    for hook in [Hook::Status, Hook::Plan] {
        let _ = informer_object::handles(&object, hook);
    }
    let _ = informer_object::reply(&object, now);
    informer_object::informer("input".to_owned(), &object, Some(now));
}

/// A kubeconfig. An error does not quote it: it contains credentials.
pub fn kubeconfig(bytes: &[u8]) {
    let Err(error) = kubeconfig::parse(bytes.to_vec(), Path::new("config")) else { return };
    let said = error.message();
    let words = String::from_utf8_lossy(bytes);
    let secrets = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    for secret in secrets.filter(|word| word.starts_with("secret") && word.len() >= 16) {
        assert!(!said.contains(secret), "{said}");
    }
}

/// A response of Prometheus.
pub fn answers(bytes: &[u8]) {
    let Ok(object) = bounded::json(bytes) else { return };
    prometheus::answer(&object);
}

/// A pull spec of a user or a cluster.
pub fn pull_spec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    assert!(image::same(text, text) && text.ends_with(image::key(text)));
    assert!(image::digest(text).is_none() || image::tag(text).is_none());
    if let Ok(spec) = PullSpec::parse(text) {
        assert_eq!(spec.is_pinned(), image::digest(spec.text()).is_some());
    }
}

/// The message of a `Recommended` condition and the risks that it may name: texts between zero
/// bytes.
pub fn risk_message(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut texts = text.split('\0');
    let (message, status) = (texts.next(), texts.next());
    let texts: Vec<&str> = texts.collect();
    let risk = |texts: &[&str]| {
        let text = |place: usize| texts.get(place).copied().unwrap_or_default();
        json!({"name": text(0), "message": text(1), "url": text(2)})
    };
    let risks: Vec<Value> = texts.chunks(3).take(20).map(risk).collect();
    let condition = json!({"type": "Recommended", "status": status, "message": message});
    let update = json!({
        "release": {"version": "4.7.4", "image": "example.com/release@sha256:00"},
        "risks": risks,
        "conditions": [condition],
    });
    let object = json!({"status": {"conditionalUpdates": [update]}});
    let cluster = cluster_version::cluster(&object, Origin::default(), None);
    let cluster = cluster.expect("a few texts are neither wrong nor too much");
    judge(&cluster);
    for update in Updates::new(&cluster).all() {
        let parts = update.message_parts().unwrap_or_default();
        let named: BTreeSet<usize> = parts.iter().map(|part| part.risk).collect();
        assert_eq!(named.len(), parts.len(), "a risk is named twice");
        assert!(named.iter().all(|risk| *risk < update.risks.len()));
    }
}

#[cfg(test)]
mod tests;
