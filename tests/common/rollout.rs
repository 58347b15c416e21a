//! Clusters that update: recorded ones, and one whose operator the test plays.

use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use upgrade_lab::Store;

use super::server::{Hand, Server, Step, image, infrastructure, served, version};
use super::{Run, until};

/// The objects of the recorded update.
pub(crate) fn objects() -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/status");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
    let mut objects = Vec::new();
    for name in ["co", "mcp", "mc", "node", "pod"] {
        let text = read(name);
        let documents = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        objects.extend(documents.map(Result::unwrap));
    }
    let mut cluster = version();
    cluster["status"]["desired"]["version"] = json!("4.10.5");
    cluster["status"]["conditions"][1]["status"] = json!("True");
    cluster["status"]["history"] = json!([
        {"state": "Partial", "version": "4.10.5", "image": "x", "startedTime": "2022-03-01T08:00:00Z"},
        {"state": "Completed", "version": "4.10.4", "image": "y", "startedTime": "2022-02-01T08:00:00Z", "completionTime": "2022-02-01T09:00:00Z"},
    ]);
    objects.push(cluster);
    objects
}

/// Rejects requests for a path.
pub(crate) fn without(place: &'static str, code: u16) -> Hand {
    Arc::new(move |request, _, _| {
        if !request.uri().path().contains(place) {
            return Step::Serve;
        }
        let code = StatusCode::from_u16(code).unwrap();
        Step::Answer(code, json!({"kind": "Status", "message": "no", "code": code.as_u16()}))
    })
}

pub(crate) fn operator(name: &str) -> Value {
    let condition = |kind: &str, status: &str| json!({"type": kind, "status": status});
    json!({
        "apiVersion": "config.openshift.io/v1", "kind": "ClusterOperator",
        "metadata": {
            "name": name, "resourceVersion": "1",
            "annotations": {"include.release.openshift.io/self-managed-high-availability": "true"},
        },
        "status": {
            "versions": [{"name": "operator", "version": "4.10.5"}],
            "conditions": [
                condition("Available", "True"),
                condition("Degraded", "False"),
                condition("Progressing", "False"),
            ],
        },
    })
}

fn pool(name: &str) -> Value {
    json!({
        "apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool",
        "metadata": {"name": name, "resourceVersion": "1", "generation": 2},
        "spec": {"paused": false, "configuration": {"name": "rendered-1"}},
        "status": {
            "observedGeneration": 2, "machineCount": 3, "updatedMachineCount": 3,
            "configuration": {"name": "rendered-1"}, "conditions": [{"type": "Updated", "status": "True"}],
        },
    })
}

/// A cluster on 4.10.5 with an update to 4.10.6.
pub(crate) fn cluster(hand: Hand) -> Server {
    let objects = [version(), infrastructure(), operator("dns"), operator("etcd"), pool("worker")];
    Server::serve(Store::new(objects), hand, None)
}

pub(crate) fn well_behaved() -> Server {
    cluster(served())
}

/// What an operator does, one change after the other.
impl Server {
    pub(crate) fn change(&self, plural: &str, name: &str, change: impl FnOnce(&mut Value)) {
        self.service.with(|store| store.change(plural, name, change));
    }

    pub(crate) fn set(&self, kind: &str, status: &str, message: &str) {
        self.change("clusterversions", "version", |object| {
            let conditions = object["status"]["conditions"].as_array_mut().unwrap();
            conditions.retain(|condition| condition["type"] != kind);
            conditions.push(json!({"type": kind, "status": status, "reason": format!("{kind}Reason"), "message": message}));
        });
    }

    /// Accepts 4.10.6.
    pub(crate) fn take_up(&self) {
        self.change("clusterversions", "version", |object| {
            object["status"]["observedGeneration"] = object["metadata"]["generation"].clone();
            object["status"]["desired"] = json!({"version": "4.10.6", "image": image("6")});
            let newest = json!({"state": "Partial", "version": "4.10.6", "image": image("6")});
            object["status"]["history"].as_array_mut().unwrap().insert(0, newest);
        });
        self.set("Progressing", "True", "Working towards 4.10.6: 1 of 2 done");
    }

    pub(crate) fn update_operator(&self, name: &str) {
        self.change("clusteroperators", name, |object| {
            object["status"]["versions"][0]["version"] = "4.10.6".into();
        });
    }

    pub(crate) fn complete(&self) {
        self.set("Progressing", "False", "Cluster version is 4.10.6");
        self.change("clusterversions", "version", |object| {
            object["status"]["history"][0]["state"] = "Completed".into();
        });
    }

    pub(crate) fn outdate_pool(&self) {
        self.change("machineconfigpools", "worker", |object| {
            object["spec"]["configuration"]["name"] = "rendered-2".into();
            object["status"]["updatedMachineCount"] = 0.into();
            object["status"]["conditions"][0]["status"] = "False".into();
        });
    }

    pub(crate) fn update_pool(&self) {
        self.change("machineconfigpools", "worker", |object| {
            object["status"]["configuration"]["name"] = "rendered-2".into();
            object["status"]["updatedMachineCount"] = 3.into();
            object["status"]["conditions"][0]["status"] = "True".into();
        });
    }

    pub(crate) fn looks(&self) -> usize {
        let requests = self.requests();
        let lists = requests.iter().filter(|line| line.contains("/clusteroperators"));
        lists.filter(|line| !line.contains("watch=")).count()
    }

    /// Waits until the current state of the cluster was read: when a second read begins, the first
    /// has ended.
    pub(crate) fn until_seen(&self) {
        let reads = || {
            let requests = self.requests();
            requests.iter().filter(|line| line.ends_with("/clusterversions/version")).count()
        };
        for _ in 0..2 {
            let before = reads();
            self.change("clusteroperators", "dns", |object| {
                object["metadata"]["annotations"]["nudge"] = before.to_string().into();
            });
            until("it is read again", || reads() > before);
        }
    }

    /// Runs the program while the operator works.
    pub(crate) fn run_while(&self, words: &[&str], operator: impl FnOnce() + Send) -> Run {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // Watches are opened after the first read.
                until("watches are open", || {
                    self.requests().iter().any(|line| line.contains("watch="))
                });
                operator();
            });
            self.run(words)
        })
    }
}
