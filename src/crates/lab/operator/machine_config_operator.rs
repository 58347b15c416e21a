//! The machine-config operator as other clients see it: its Deployment, and the configurations that nodes name.

use serde_json::{Value, json};

use super::StepContext;
use super::objects::{all, at, condition, number, text};
use super::pools::{machine_config, rendered};
use super::rollout::{LAST, RolloutTarget, reported_versions};
use crate::resource::{CONFIG, MACHINES};
use crate::store::Key;

const NAME: &str = "machine-config-operator";
/// Of the versions that the operator reports. `oc adm upgrade status` compares it with the image of the Deployment.
pub(super) const IMAGE: &str = "operator-image";

/// Returns the operator's image in a release, which lies beside the image of the release.
pub(super) fn image(release: &str) -> String {
    let repository = release.split('@').next().unwrap_or_default();
    let [a, b, c, d] = [0, 1, 2, 3].map(|seed| number(seed, &format!("{NAME} of {release}")));
    format!("{repository}@sha256:{a:016x}{b:016x}{c:016x}{d:016x}")
}

/// Adds what a recording leaves out.
pub(super) fn settle(context: &mut StepContext<'_>) {
    if context.store.resource(MACHINES, "machineconfigs").is_none() {
        return;
    }
    let target = RolloutTarget::new(context.version());
    let key = Key::cluster(CONFIG, "clusteroperators", LAST);
    if let Ok(operator) = context.store.get(&key) {
        let release = if target.is_reached_by(operator) {
            target.image.clone()
        } else {
            completed(context.version(), "image").unwrap_or(target.image.clone())
        };
        let reported = reported_versions(operator, IMAGE).map(str::to_owned);
        let image = reported.unwrap_or_else(|| image(&release));
        context.store.amend(&key, |operator| report(operator, &image));
        context.store.add(&deployment_key(), || deployment(&image));
    }
    for (name, pool) in configurations(context) {
        let new = name == rendered(&pool, &target.image);
        let version = completed(context.version(), "version").filter(|_| !new);
        let version = version.unwrap_or_else(|| target.version.clone());
        let key = Key::cluster(MACHINES, "machineconfigs", &name);
        context.store.add(&key, || machine_config(&name, &version));
    }
}

/// Returns whether the operator is that of a release, if only since a moment ago.
pub(super) fn runs(operator: &Value, target: &RolloutTarget) -> bool {
    let working = condition(operator, "Progressing")
        .is_some_and(|said| said["status"] == "True" && said["message"] == target.working());
    working || target.is_reached_by(operator)
}

/// Rolls out the operator of a release.
pub(super) fn deploy(context: &mut StepContext<'_>, release: &str) {
    let image = image(release);
    context.store.amend(&deployment_key(), |deployment| {
        let containers = deployment.pointer_mut("/spec/template/spec/containers");
        let containers = containers.and_then(Value::as_array_mut).into_iter().flatten();
        for container in containers.filter(|container| container["name"] == NAME) {
            container["image"] = json!(image);
        }
    });
}

/// Lets the operator report its image.
pub(super) fn report(operator: &mut Value, image: &str) {
    let versions = at(operator, &["status", "versions"]);
    if !versions.is_array() {
        *versions = json!([]);
    }
    let Some(versions) = versions.as_array_mut() else { return };
    match versions.iter_mut().find(|one| one["name"] == IMAGE) {
        Some(known) => known["version"] = json!(image),
        None => versions.push(json!({"name": IMAGE, "version": image})),
    }
}

/// Returns what is known of the release that was last rolled out to its end.
fn completed(version: &Value, field: &str) -> Option<String> {
    let history = version["status"]["history"].as_array()?;
    let entry = history.iter().find(|entry| entry["state"] == "Completed")?;
    entry[field].as_str().map(str::to_owned)
}

/// Returns the configurations that pools and nodes name, and the pool that each is rendered for.
fn configurations(context: &StepContext<'_>) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for (key, pool) in context.list(&all(MACHINES, "machineconfigpools")) {
        for place in ["/spec/configuration/name", "/status/configuration/name"] {
            names.push((text(pool, place).to_owned(), key.name.clone()));
        }
    }
    for (_, node) in context.list(&all("", "nodes")) {
        for note in ["currentConfig", "desiredConfig"] {
            let name = node["metadata"]["annotations"][format!("{MACHINES}/{note}")].as_str();
            let name = name.unwrap_or_default();
            let pool = name.strip_prefix("rendered-").and_then(|rest| rest.rsplit_once('-'));
            names.push((name.to_owned(), pool.map_or("", |(pool, _)| pool).to_owned()));
        }
    }
    names.retain(|(name, _)| !name.is_empty());
    names
}

fn deployment_key() -> Key {
    Key::within("apps", "deployments", "openshift-machine-config-operator", NAME)
}

fn deployment(image: &str) -> Value {
    let labels = json!({"k8s-app": NAME});
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {
            "name": NAME, "namespace": "openshift-machine-config-operator", "labels": labels, "generation": 1,
        },
        "spec": {
            "replicas": 1, "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": NAME, "image": image}]}},
        },
        "status": {
            "observedGeneration": 1, "replicas": 1, "readyReplicas": 1, "availableReplicas": 1, "updatedReplicas": 1,
        },
    })
}
