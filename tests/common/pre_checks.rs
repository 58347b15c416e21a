//! Pre-checks on a lab: informers that are registered in it, and their results.

use kube::api::{Api, ApiResource, DynamicObject, PostParams};
use kube::core::GroupVersionKind;
use serde_json::{Value, json};

use super::informer::Informer;
use super::lab::Lab;

/// The update to check.
pub(crate) const TO: [&str; 2] = ["--version", "4.7.28"];

/// Registers a sample informer in a lab.
pub(crate) async fn register(lab: &Lab, name: &str, informer: &Informer) {
    let client = lab.client().await;
    let resource = |group: &str, version: &str, kind: &str| {
        ApiResource::from_gvk(&GroupVersionKind::gvk(group, version, kind))
    };
    let services: Api<DynamicObject> =
        Api::namespaced_with(client.clone(), "default", &resource("", "v1", "Service"));
    let address = informer.address.to_string();
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "annotations": {"lab.upgrade/forward": address}}, "spec": {}});
    let create = PostParams::default();
    services.create(&create, &serde_json::from_value(service).unwrap()).await.unwrap();
    let informers: Api<DynamicObject> =
        Api::all_with(client, &resource("config.openshift.io", "v1beta1", "UpdateInformer"));
    let service = json!({"name": name, "namespace": "default", "port": 443});
    let object = json!({"apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateInformer", "metadata": {"name": name}, "spec": {"clientConfig": {"service": service}}});
    informers.create(&create, &serde_json::from_value(object).unwrap()).await.unwrap();
}

pub(crate) fn pre_checks(lab: &Lab, words: &[&str]) -> (i32, Value) {
    let (code, stdout, stderr) =
        lab.upgrade(&[&["pre-checks"], &TO[..], words, &["-o", "json"]].concat());
    let report = serde_json::from_str(&stdout);
    (code, report.unwrap_or_else(|_| unreachable!("{stdout}{stderr}")))
}

/// The uids of open insights.
pub(crate) fn open(report: &Value) -> Vec<&str> {
    let insights = report["insights"].as_array().unwrap().iter();
    let open = insights.filter(|one| one["mustBeAccepted"] == true && one["accepted"] == false);
    open.map(|one| one["uid"].as_str().unwrap()).collect()
}
