//! The manifests that commands print, as a genuine kubectl and promtool take them.

use std::process::Command;

use serde_json::{Value, json};

use crate::common::lab::{Lab, kubectl};
use crate::common::{on_path, upgrade};

/// Kinds that every cluster has, but not the lab: kubectl must know their names to send them.
const OTHERS: [(&str, &str, &str, &str); 7] = [
    ("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies"),
    ("monitoring.coreos.com", "v1", "ServiceMonitor", "servicemonitors"),
    ("monitoring.coreos.com", "v1", "PrometheusRule", "prometheusrules"),
    ("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles"),
    ("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings"),
    ("rbac.authorization.k8s.io", "v1", "Role", "roles"),
    ("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings"),
];

fn definition((group, version, kind, plural): (&str, &str, &str, &str)) -> Value {
    let is_of_the_cluster = kind.starts_with("Cluster");
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.{group}")},
        "spec": {
            "group": group, "scope": if is_of_the_cluster { "Cluster" } else { "Namespaced" },
            "names": {"kind": kind, "plural": plural, "singular": kind.to_lowercase()},
            "versions": [{"name": version, "served": true, "storage": true, "schema": {
                "openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            }}],
        },
    })
}

#[test]
fn kubectl_takes_the_manifests_of_the_controller_and_of_the_update_service() {
    let Some(kubectl) = kubectl() else { return };
    let lab = Lab::serve(&[]);
    let ok = |words: &[&str]| {
        let (code, stdout, stderr) = lab.run(kubectl, words);
        assert_eq!(code, 0, "kubectl {words:?}: {stderr}");
        stdout
    };
    let file = |name: &str, text: &str| {
        let path = lab.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let list = json!({"apiVersion": "v1", "kind": "List", "items": OTHERS.map(definition)});
    ok(&["create", "--validate=false", "-f", &file("kinds.json", &list.to_string())]);
    let cases: [(&[&str], &[&str]); 3] = [
        (
            &["controller", "manifests", "--informer-secret", "openshift-config/b"],
            &["deployment.apps/upgrade-controller"],
        ),
        (
            &["graph", "serve", "manifests"],
            &["deployment.apps/update-service", "service/update-service"],
        ),
        (
            &["graph", "serve", "manifests", "--tls-secret", "tls"],
            &["networkpolicy.networking.k8s.io/update-service"],
        ),
    ];
    for (words, created) in cases {
        let path = file("manifests.yaml", &upgrade(words).stdout);
        let dry = ok(&["create", "--validate=false", "--dry-run=client", "-f", &path]);
        for name in created {
            assert!(dry.contains(&format!("{name} created (dry run)")), "{words:?}: {dry}");
        }
        ok(&["apply", "--validate=false", "-f", &path]);
        ok(&["delete", "-f", &path]);
    }
}

#[test]
fn promtool_takes_the_alerting_rules_in_the_manifests() {
    if !on_path(&["promtool"], "UPGRADE_REQUIRE_PROMETHEUS") {
        return;
    }
    let text = upgrade(&["graph", "serve", "manifests"]).stdout;
    let objects: Vec<Value> = serde_saphyr::from_multiple(&text).unwrap();
    let rules = objects.iter().find(|object| object["kind"] == "PrometheusRule").unwrap();
    assert_eq!(rules["spec"]["groups"][0]["rules"].as_array().unwrap().len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.json");
    std::fs::write(&path, rules["spec"].to_string()).unwrap();
    let output = Command::new("promtool").args(["check", "rules"]).arg(&path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
