//! The whole EUS-to-EUS update of a lab, by the commands that `path --eus` prints: worker nodes reboot once.

use std::collections::BTreeMap;

use http::Request;
use kube::Client;
use serde_json::{Value, json};

use crate::common::lab::Lab;

const MASTERS: [&str; 3] = ["master-0", "master-1", "master-2"];
const WORKERS: [&str; 5] = ["infra-0", "infra-1", "worker-0", "worker-1", "worker-2"];

/// The commands of an EUS update, in their order.
const STEPS: [&str; 6] = [
    "upgrade channel eus-4.18",
    "upgrade pools pause infra worker",
    "upgrade --to 4.17.20 --wait",
    "upgrade --to 4.18.15 --wait",
    "upgrade pools resume infra worker",
    "upgrade wait --for=workers",
];

/// Returns the commands of the whole sequence: each stands on a line of its own.
fn printed_commands(text: &str) -> Vec<&str> {
    let (_, sequence) = text.split_once("All commands, in this order:\n").unwrap();
    sequence.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Returns the arguments of a command.
fn words(command: &str) -> Vec<&str> {
    command.split(' ').skip(1).collect()
}

/// A cluster, and how it is asked.
struct Cluster {
    lab: Lab,
    client: Client,
}

impl Cluster {
    async fn new() -> Self {
        let lab = Lab::serve(&["--scenario", "eus-start", "--speed", "3600"]);
        let client = lab.client().await;
        Self { lab, client }
    }

    fn ok(&self, words: &[&str]) -> String {
        let (code, stdout, stderr) = self.lab.upgrade(words);
        assert_eq!(code, 0, "upgrade {words:?}: {stdout}{stderr}");
        stdout
    }

    async fn get(&self, path: &str) -> Value {
        let request = Request::get(path).body(Vec::new()).unwrap();
        self.client.request(request).await.unwrap()
    }

    /// Returns how often each node has been drained and has rebooted.
    async fn restarts(&self) -> BTreeMap<String, [u64; 2]> {
        let events = self.get("/api/v1/namespaces/default/events").await;
        let mut restarts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for event in events["items"].as_array().unwrap() {
            let node = event["involvedObject"]["name"].as_str().unwrap().to_owned();
            let [drains, reboots] = restarts.entry(node).or_default();
            match event["reason"].as_str() {
                Some("Drain") => *drains += event["count"].as_u64().unwrap(),
                Some("Reboot") => *reboots += event["count"].as_u64().unwrap(),
                _ => {}
            }
        }
        restarts
    }

    async fn check_restarts(&self, of_masters: u64, of_workers: u64) {
        let restarts = self.restarts().await;
        let of = |nodes: &[&str], count: u64| {
            for node in nodes {
                let found = restarts.get(*node).copied().unwrap_or_default();
                assert_eq!(found, [count; 2], "{node}: {restarts:?}");
            }
        };
        of(&MASTERS, of_masters);
        of(&WORKERS, of_workers);
    }

    /// Returns what kubelet each node runs.
    async fn kubelets(&self) -> BTreeMap<String, String> {
        let nodes = self.get("/api/v1/nodes").await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let nodes = nodes["items"].as_array().unwrap().iter();
        nodes
            .map(|node| {
                let version = text(&node["status"]["nodeInfo"]["kubeletVersion"]);
                (text(&node["metadata"]["name"]), version)
            })
            .collect()
    }

    /// Checks what `status` and `wait` say between two steps.
    fn check_at_rest(&self, version: &str, workers_are_behind: bool) {
        let report: Value = serde_json::from_str(&self.ok(&["status", "-o", "json"])).unwrap();
        let plane = &report["controlPlane"]["assessment"];
        assert_eq!((plane, &report["cluster"]["version"]), (&json!("Completed"), &json!(version)));
        assert_eq!(report["updating"], workers_are_behind, "nodes are still to be updated");
        let text = self.ok(&["status"]);
        assert_eq!(text.contains("Outdated nodes in a paused pool"), workers_are_behind, "{text}");
        self.ok(&["wait"]);
        let (code, _, said) = self.lab.upgrade(&["wait", "--for", "workers", "--timeout", "1s"]);
        if workers_are_behind {
            assert_ne!(code, 0);
            assert!(said.contains("paused"), "{said}");
        } else {
            assert_eq!(code, 0, "{said}");
        }
    }
}

#[tokio::test]
async fn an_eus_update_with_paused_pools_reboots_each_worker_once() {
    let cluster = Cluster::new().await;
    let path = cluster.ok(&["path", "4.18", "--eus"]);
    assert_eq!(printed_commands(&path), STEPS, "{path}");
    let [channel, pause, first, second, resume, wait] = STEPS.map(words);
    cluster.ok(&channel);
    cluster.ok(&pause);
    cluster.check_restarts(0, 0).await;
    cluster.ok(&first);
    cluster.check_at_rest("4.17.20", true);
    cluster.check_restarts(1, 0).await;
    cluster.ok(&second);
    cluster.check_at_rest("4.18.15", true);
    cluster.check_restarts(2, 0).await;
    let kubelets = cluster.kubelets().await;
    assert!(WORKERS.iter().all(|node| kubelets[*node] == "v1.29.0"), "{kubelets:?}");
    assert!(MASTERS.iter().all(|node| kubelets[*node] == "v1.31.0"), "{kubelets:?}");
    cluster.ok(&resume);
    cluster.ok(&wait);
    cluster.check_at_rest("4.18.15", false);
    cluster.check_restarts(2, 1).await;
    let kubelets = cluster.kubelets().await;
    assert!(kubelets.values().all(|version| version == "v1.31.0"), "{kubelets:?}");
}

#[tokio::test]
async fn the_same_update_without_pausing_reboots_each_worker_twice() {
    let cluster = Cluster::new().await;
    cluster.ok(&["channel", "eus-4.18"]);
    for version in ["4.17.20", "4.18.15"] {
        cluster.ok(&["--to", version, "--wait=workers"]);
        cluster.check_at_rest(version, false);
    }
    cluster.check_restarts(2, 2).await;
}
