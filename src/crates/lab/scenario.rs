//! The scenarios: directories in the format of `--from`, embedded in the program.

use serde_json::{Value, json};

use super::World;
use crate::operator::number;
use upgrade_core::documents::{self, Document};

pub struct Scenario {
    pub name: &'static str,
    pub summary: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// What is too large to be kept as text and is made when the scenario is loaded.
    made: fn(&mut Vec<Document>),
}

/// The scenario of a bare `--lab`.
pub const DEFAULT: &str = "vsphere-proxy";

macro_rules! scenario {
    ($name:literal, $summary:literal, [$($file:literal),*] $(and $graph:ident)?, $made:expr) => {
        Scenario {
            name: $name,
            summary: $summary,
            files: &[
                $(($file, include_str!(concat!("scenarios/", $name, "/", $file))),)*
                $(("graph.json", $graph))?
            ],
            made: $made,
        }
    };
}

/// Releases from 4.6 to 4.8 and the edges between them, for all scenarios of that time.
const GRAPH: &str = include_str!("scenarios/graph.json");

pub const SCENARIOS: [Scenario; 22] = [
    scenario!("vsphere-proxy", "4.6.23 on vSphere, with conditional updates", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!("healthy", "4.7.24 with recommended updates only", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!("failing", "4.7.24 with a degraded operator that blocks every update", ["cv.yaml", "infrastructure.yaml", "lab.yaml", "co.yaml", "alerts.json"] and GRAPH, as_written),
    scenario!("updating", "4.6.23, halfway through an update to 4.6.43", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!("not-upgradeable", "4.7.26 with minor version updates blocked", ["cv.yaml", "infrastructure.yaml", "lab.yaml", "co.yaml", "configmap.yaml"] and GRAPH, as_written),
    scenario!("admin-gates", "4.7.26 with an admin gate to acknowledge", ["cv.yaml", "infrastructure.yaml", "lab.yaml", "configmap.yaml"] and GRAPH, as_written),
    scenario!("stuck-drain", "4.7.24 with a disruption budget that blocks node drains", ["cv.yaml", "infrastructure.yaml", "lab.yaml", "pod.yaml", "pdb.yaml", "alerts.json"] and GRAPH, as_written),
    scenario!("paused-pool", "4.7.24 with a paused worker pool", ["cv.yaml", "infrastructure.yaml", "lab.yaml", "mcp.yaml"] and GRAPH, as_written),
    scenario!(
        "not-ready",
        "4.16.20 with etcd, nodes and operators not ready for 4.17",
        [
            "cv.yaml",
            "infrastructure.yaml",
            "lab.yaml",
            "graph.json",
            "pod.yaml",
            "node.yaml",
            "network.yaml",
            "olm.yaml"
        ],
        as_written
    ),
    scenario!("no-channel", "4.7.24 without a channel", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!("cannot-retrieve", "4.7.24 that cannot reach its update service", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!("single-node", "4.7.24 on one node: the API server is away during reboots", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!(
        "multi-arch",
        "4.11.9 that can switch to multi-architecture",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json"],
        as_written
    ),
    scenario!("hosted", "4.7.24 with a hosted control plane, which cancels requests", ["cv.yaml", "infrastructure.yaml", "lab.yaml"] and GRAPH, as_written),
    scenario!(
        "disconnected",
        "4.18.9 without an update service, with mirrored releases",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json", "configmap.yaml"],
        as_written
    ),
    scenario!(
        "alert-risks",
        "4.20.4 on which a firing alert is a risk of every update",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json", "alerts.json"],
        as_written
    ),
    scenario!(
        "eus",
        "4.16.30 on the way to 4.18, with a paused worker pool",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json", "mcp.yaml"],
        as_written
    ),
    scenario!(
        "eus-start",
        "4.16.30 before its EUS update to 4.18, with two worker pools",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json", "mcp.yaml", "node.yaml"],
        as_written
    ),
    scenario!(
        "next-major",
        "4.21.8 on the way through 4.22 to 5.0",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json"],
        as_written
    ),
    scenario!(
        "passing-risk",
        "4.19.6 with a risk that no longer applies after an hour",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml", "graph.json"],
        as_written
    ),
    scenario!(
        "thousand",
        "4.12.10 with 1,000 conditional updates",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml"],
        a_thousand
    ),
    scenario!(
        "hostile",
        "Escape sequences, odd values and a message of 1 MB",
        ["cv.yaml", "infrastructure.yaml", "lab.yaml"],
        megabytes
    ),
];

impl Scenario {
    pub fn find(name: &str) -> Option<&'static Self> {
        SCENARIOS.iter().find(|scenario| scenario.name == name)
    }

    /// Returns a fresh cluster.
    #[expect(clippy::missing_panics_doc, reason = "the scenarios are part of the program")]
    pub fn load(&self) -> World {
        World::new(self.documents()).expect("the scenarios are valid")
    }

    /// Returns what the scenario's files hold.
    #[expect(clippy::missing_panics_doc, reason = "the scenarios are part of the program")]
    pub fn documents(&self) -> Vec<Document> {
        let mut documents = Vec::new();
        for (file, text) in self.files {
            let origin = format!("{}/{file}", self.name);
            documents
                .extend(documents::parse(&origin, text).expect("the scenarios are valid YAML"));
        }
        (self.made)(&mut documents);
        documents
    }
}

fn as_written(_: &mut Vec<Document>) {}

/// Blows up every message that announces a megabyte.
fn megabytes(documents: &mut Vec<Document>) {
    for document in documents {
        blow_up(&mut document.object);
    }
}

/// Adds a graph that leads to a thousand releases, half of which have a risk that applies.
fn a_thousand(documents: &mut Vec<Document>) {
    let image = |patch: usize| {
        let word = |seed| number(seed, &format!("4.12.{patch}"));
        let [a, b, c, d] = [0, 1, 2, 3].map(word);
        format!("quay.io/openshift-release-dev/ocp-release@sha256:{a:016x}{b:016x}{c:016x}{d:016x}")
    };
    let current = documents.iter().find(|document| document.kind() == "ClusterVersion");
    let current = current.map(|document| document.object["status"]["desired"]["image"].clone());
    let metadata = json!({"io.openshift.upgrades.graph.release.channels": "stable-4.12"});
    let mut nodes = vec![json!({"version": "4.12.10", "payload": current, "metadata": metadata})];
    let mut groups = Vec::new();
    for patch in 11..1_011 {
        let version = format!("4.12.{patch}");
        nodes.push(json!({"version": version, "payload": image(patch), "metadata": metadata}));
        let query = if patch % 2 == 0 { "group(lab_even)" } else { "group(lab_odd)" };
        groups.push(json!({
            "edges": [{"from": "4.12.10", "to": version}],
            "risks": [{
                "name": format!("PracticeRisk{patch}"), "url": format!("https://example.com/risks/{patch}"),
                "message": format!("In practice, clusters that go to {version} may lose time by reading about it."),
                "matchingRules": [{"type": "PromQL", "promql": {"promql": query}}],
            }],
        }));
    }
    let object = json!({"version": 1, "nodes": nodes, "edges": [], "conditionalEdges": groups});
    documents.push(Document { origin: "thousand/graph.json".to_owned(), object });
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
            assert!(scenario.load().now().is_some(), "{}", scenario.name);
        }
        assert!(Scenario::find(DEFAULT).is_some());
    }
}
