//! Recordings: what is in them, what is not, and that they are scenarios.

use super::*;
use crate::World;
use upgrade_core::documents;

fn recorded(anonymous: bool) -> Vec<StateFile> {
    let metadata = json!({
        "name": "master-0", "managedFields": [{"manager": "PLANTED-1"}],
        "annotations": {
            "kubectl.kubernetes.io/last-applied-configuration": "PLANTED-2",
            "machineconfiguration.openshift.io/currentConfig": "rendered-1",
        },
    });
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a", "namespace": "b"}, "data": {"x": "PLANTED-3"}});
    let config = json!({
        "apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfig",
        "metadata": {"name": "rendered-1"}, "spec": {"config": {"x": "PLANTED-4"}},
    });
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "n"},
        "spec": {"nodeName": "master-0", "containers": [{"name": "c", "env": [{"name": "P", "value": "PLANTED-5"}]}]},
    });
    let set = json!({
        "apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet",
        "metadata": {"name": "prod-worker-a", "namespace": "openshift-machine-api"},
        "spec": {"replicas": 2, "template": {
            "metadata": {"labels": {"a": "b"}, "annotations": {"x": "PLANTED-8"}},
            "spec": {"providerSpec": {"value": {"userDataSecret": "PLANTED-9"}}},
        }},
    });
    let proxy = json!({
        "apiVersion": "config.openshift.io/v1", "kind": "Proxy", "metadata": {"name": "cluster"},
        "spec": {"httpsProxy": "http://me:PLANTED-10@squid.corp.test:3128", "noProxy": ".corp.test"},
    });
    let version = json!({
        "apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"},
        "spec": {"clusterID": "5f1c2c1e-0b5d-4f3c-9a3e-2f7a3a1e9b11", "channel": "stable-4.7", "upstream": "https://me:PLANTED-6@osus.corp.test/graph"},
        "status": {
            "desired": {"version": "4.7.24", "image": "quay.io/a/b@sha256:00"},
            "conditions": [{"type": "Failing", "status": "True", "message": "Bearer PLANTED-7", "lastTransitionTime": "2021-09-01T08:00:00Z"}],
        },
    });
    let cluster = RecordedCluster {
        complete: vec!["Node".to_owned()],
        objects: vec![
            version,
            secret,
            config,
            pod,
            set,
            proxy,
            json!({"apiVersion": "v1", "kind": "Node", "metadata": metadata}),
        ],
        graph: Some(Ok(json!({"nodes": [], "edges": []}))),
        alerts: Ok(alerts(&[])),
        answers: BTreeMap::from([("up".to_owned(), json!({"status": "success"}))]),
        gates: None,
        now: "2021-09-01T09:00:00Z".parse().ok(),
    };
    cluster.into_files(anonymous)
}

fn documents(files: &[StateFile]) -> Vec<Document> {
    files.iter().flat_map(|(name, text)| documents::parse(name, text).unwrap()).collect()
}

#[test]
fn a_recording_has_no_secret_in_it() {
    let files = recorded(false);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let known = [
        "lab.yaml",
        "cv.yaml",
        "machineset.yaml",
        "mc.yaml",
        "node.yaml",
        "pod.yaml",
        "proxy.yaml",
        "graph.json",
        "alerts.json",
    ];
    assert_eq!(names, known);
    let text = |wanted: &str| &files.iter().find(|(name, _)| name == wanted).unwrap().1;
    assert!(text("machineset.yaml").contains("replicas: 2"));
    assert!(text("proxy.yaml").contains("http://squid.corp.test:3128"));
    for (name, text) in &files {
        assert!(!text.contains("PLANTED"), "{name}: {text}");
    }
    assert!(files.iter().any(|(_, text)| text.contains("rendered-1")));
}

#[test]
fn a_recording_is_a_scenario_at_the_time_of_the_cluster() {
    let documents = documents(&recorded(false));
    let settings = RecordedSettings::find(&documents).unwrap();
    assert_eq!(settings.now.unwrap().to_string(), "2021-09-01T09:00:00Z");
    assert_eq!(settings.answers["up"], json!({"status": "success"}));
    let world = World::new(documents.clone()).unwrap();
    assert_eq!(world.now(), settings.now);
    let is_version = |document: &&Document| document.kind() == "ClusterVersion";
    let recorded = documents.iter().find(is_version).unwrap();
    let served = world.store.cluster_version().unwrap();
    assert_eq!(served["status"], recorded.object["status"], "it stays as recorded");
}

#[test]
fn an_anonymous_recording_has_other_names() {
    let files = recorded(true);
    for (name, text) in &files {
        for original in ["master-0", "5f1c2c1e", "corp.test", "prod-worker"] {
            assert!(!text.contains(original), "{name}: {text}");
        }
    }
    assert!(World::new(documents(&files)).is_ok());
}
