//! The operators, pools and nodes that a cluster has, for scenarios that do not spell them out.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::internal_write::stamp;
use crate::operator::{OPERATORS, kubelet, machine_config, rendered};
use crate::resource::{CONFIG, MACHINES};
use upgrade_core::documents::Document;
use upgrade_core::objects::infrastructure::{self, Topology};
use upgrade_core::objects::{etcd, network};
use upgrade_core::part::Part;

const WORKERS: usize = 3;
const CONDITIONS: [&str; 5] = ["Updated", "Updating", "NodeDegraded", "RenderDegraded", "Degraded"];

/// What the objects reveal about their cluster.
struct KnownDefaults {
    /// The release of the operators, and the previous one during an update.
    version: String,
    image: String,
    before: Option<(String, String)>,
    since: String,
    /// How many nodes have the control plane; none where it is hosted.
    control_plane: Option<usize>,
}

/// Adds what is missing; what is there, if only in part, stays as it is.
pub(crate) fn add_defaults(documents: &mut Vec<Document>, now: Timestamp) {
    let Some(known) = KnownDefaults::new(documents, now) else { return };
    let mut all = operators(&known);
    all.extend(nodes(&known));
    if known.control_plane.is_some() {
        all.extend(pools(&known));
        all.extend(etcd_pods(&known));
        all.push(network());
    }
    for (place, mut object) in all.into_iter().enumerate() {
        object["metadata"]["uid"] = json!(format!("00000000-0000-4000-8001-{place:012x}"));
        let kind = object["kind"].as_str().unwrap_or_default().to_owned();
        let name = object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
        let given = documents.iter_mut().find(|one| one.kind() == kind && one.name() == name);
        match given {
            Some(given) => {
                let mut whole = object;
                json_patch::merge(&mut whole, &given.object);
                given.object = whole;
            }
            None => documents.push(Document { origin: "furnished".to_owned(), object }),
        }
    }
}

impl KnownDefaults {
    fn new(documents: &[Document], now: Timestamp) -> Option<Self> {
        let find = |kind: &str| documents.iter().find(|one| one.kind() == kind);
        let version = &find("ClusterVersion")?.object;
        let infrastructure = find("Infrastructure").map(|one| &one.object);
        let hosted = infrastructure.is_some_and(|one| {
            infrastructure::infrastructure(one)
                .is_ok_and(|read| read.topology == Part::Known(Topology::External))
        });
        let single = infrastructure
            .is_some_and(|one| one["status"]["controlPlaneTopology"] == "SingleReplica");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let past = |entry: &Value| (text(&entry["version"]), text(&entry["image"]));
        let history =
            version["status"]["history"].as_array().map(Vec::as_slice).unwrap_or_default();
        let before = history
            .first()
            .filter(|newest| newest["state"] == "Partial")
            .and_then(|_| history.iter().find(|entry| entry["state"] == "Completed"));
        let created = version["metadata"]["creationTimestamp"].as_str();
        Some(Self {
            version: text(&version["status"]["desired"]["version"]),
            image: text(&version["status"]["desired"]["image"]),
            before: before.map(past),
            since: created.map_or_else(|| stamp(now), str::to_owned),
            control_plane: (!hosted).then_some(if single { 1 } else { 3 }),
        })
    }

    /// Returns the release that nodes still run.
    fn nodes_run(&self) -> (&str, &str) {
        match &self.before {
            Some((version, image)) => (version, image),
            None => (&self.version, &self.image),
        }
    }

    fn condition(&self, kind: &str, status: &str) -> Value {
        json!({"type": kind, "status": status, "reason": "AsExpected", "lastTransitionTime": self.since})
    }
}

fn operators(known: &KnownDefaults) -> Vec<Value> {
    let operator = |(place, (name, _)): (usize, &(&str, i64))| {
        // Half way through an update, half of them have been updated.
        let version = match &known.before {
            Some((before, _)) if 2 * place >= OPERATORS.len() => before,
            _ => &known.version,
        };
        json!({
            "apiVersion": format!("{CONFIG}/v1"), "kind": "ClusterOperator",
            "metadata": {
                "name": name, "resourceVersion": "1", "generation": 1, "creationTimestamp": known.since,
                "annotations": {"include.release.openshift.io/self-managed-high-availability": "true"},
            },
            "spec": {},
            "status": {
                "conditions": [known.condition("Available", "True"), known.condition("Progressing", "False"), known.condition("Degraded", "False")],
                "versions": [{"name": "operator", "version": version}],
            },
        })
    };
    OPERATORS.iter().enumerate().map(operator).collect()
}

fn nodes(known: &KnownDefaults) -> Vec<Value> {
    let (version, image) = known.nodes_run();
    let node = |role: &str, place: usize, roles: &[&str]| {
        let config = rendered(role, image);
        let labels: serde_json::Map<String, Value> = roles
            .iter()
            .map(|role| (format!("node-role.kubernetes.io/{role}"), json!("")))
            .collect();
        let note = |name: &str| format!("{MACHINES}/{name}");
        let mut annotations = json!({});
        for (name, value) in
            [("currentConfig", config.as_str()), ("desiredConfig", &config), ("state", "Done")]
        {
            annotations[note(name)] = json!(value);
        }
        for name in ["desiredDrain", "lastAppliedDrain"] {
            annotations[note(name)] = json!(format!("uncordon-{config}"));
        }
        json!({
            "apiVersion": "v1", "kind": "Node",
            "metadata": {"name": format!("{role}-{place}"), "resourceVersion": "1", "creationTimestamp": known.since, "labels": labels, "annotations": annotations},
            "spec": {},
            "status": {
                "conditions": [known.condition("Ready", "True")],
                "addresses": [
                    {"type": "InternalIP", "address": address(role, place)},
                    {"type": "Hostname", "address": format!("{role}-{place}")},
                ],
                "nodeInfo": {
                    "architecture": "amd64", "kubeletVersion": kubelet(version), "operatingSystem": "linux",
                    "osImage": "Red Hat Enterprise Linux CoreOS", "kernelVersion": "5.14.0-427.el9.x86_64",
                    "containerRuntimeVersion": kubelet(version).replacen('v', "cri-o://", 1),
                },
            },
        })
    };
    let single = known.control_plane == Some(1);
    let roles: &[&str] = if single { &["master", "worker"] } else { &["master"] };
    let masters = (0..known.control_plane.unwrap_or(0)).map(|place| node("master", place, roles));
    let workers =
        (0..if single { 0 } else { WORKERS }).map(|place| node("worker", place, &["worker"]));
    masters.chain(workers).collect()
}

/// Addresses for documentation: no machine has one of them.
fn address(role: &str, place: usize) -> String {
    let first = if role == "master" { 10 } else { 20 };
    format!("192.0.2.{}", first + place)
}

fn pools(known: &KnownDefaults) -> Vec<Value> {
    let (version, image) = known.nodes_run();
    let pool = |name: &str| {
        let config = rendered(name, image);
        let mut selector = json!({});
        selector[format!("node-role.kubernetes.io/{name}")] = json!("");
        json!({
            "apiVersion": format!("{MACHINES}/v1"), "kind": "MachineConfigPool",
            "metadata": {"name": name, "resourceVersion": "1", "generation": 1, "creationTimestamp": known.since},
            "spec": {"configuration": {"name": config}, "nodeSelector": {"matchLabels": selector}, "paused": false},
            "status": {
                "configuration": {"name": config},
                "conditions": CONDITIONS.map(|kind| known.condition(kind, if kind == "Updated" { "True" } else { "False" })),
            },
        })
    };
    let config = |name: &str| {
        let mut config = machine_config(&rendered(name, image), version);
        config["metadata"]["resourceVersion"] = json!("1");
        config["metadata"]["creationTimestamp"] = json!(known.since);
        config
    };
    vec![pool("master"), pool("worker"), config("master"), config("worker")]
}

/// The members of etcd are static pods, which no drain takes from their nodes.
fn etcd_pods(known: &KnownDefaults) -> Vec<Value> {
    let (key, app) = etcd::LABEL;
    let pod = |place: usize| {
        let node = format!("master-{place}");
        json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {
                "name": format!("etcd-{node}"), "namespace": etcd::NAMESPACE, "labels": {key: app},
                "resourceVersion": "1", "creationTimestamp": known.since,
                "ownerReferences": [{"apiVersion": "v1", "kind": "Node", "name": node, "controller": true}],
            },
            "spec": {"nodeName": node},
            "status": {"phase": "Running", "conditions": [known.condition("Ready", "True")]},
        })
    };
    (0..known.control_plane.unwrap_or(0)).map(pod).collect()
}

fn network() -> Value {
    let plugin = json!({"networkType": "OVNKubernetes"});
    json!({
        "apiVersion": format!("{CONFIG}/v1"), "kind": network::KIND,
        "metadata": {"name": network::NAME, "resourceVersion": "1"}, "spec": plugin, "status": plugin,
    })
}
