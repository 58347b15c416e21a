//! Rolls out a release: the cluster's operators, one after another.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::history::rolling;
use super::objects::{CONFIG, Says, all, is, name, text};
use super::{Look, pools};
use crate::lab::store::Key;

/// The operators of a cluster in the order in which they are updated, and the seconds each takes.
pub(crate) const OPERATORS: [(&str, i64); 31] = [
    ("config-operator", 30),
    ("etcd", 150),
    ("kube-apiserver", 420),
    ("kube-controller-manager", 180),
    ("kube-scheduler", 150),
    ("cloud-controller-manager", 30),
    ("cloud-credential", 20),
    ("machine-api", 40),
    ("machine-approver", 20),
    ("openshift-apiserver", 150),
    ("authentication", 120),
    ("baremetal", 20),
    ("cluster-autoscaler", 20),
    ("console", 60),
    ("csi-snapshot-controller", 30),
    ("image-registry", 60),
    ("ingress", 90),
    ("insights", 20),
    ("kube-storage-version-migrator", 20),
    ("marketplace", 30),
    ("monitoring", 180),
    ("node-tuning", 40),
    ("openshift-controller-manager", 60),
    ("openshift-samples", 30),
    ("operator-lifecycle-manager", 30),
    ("operator-lifecycle-manager-packageserver", 40),
    ("service-ca", 30),
    ("storage", 60),
    ("dns", 120),
    ("network", 240),
    (LAST, 60),
];

/// Comes last, and is done when the control plane's nodes are.
pub(super) const LAST: &str = "machine-config";

/// Returns the operators that are to be updated, in their order.
pub(super) fn operators(look: &Look<'_>) -> Vec<(Key, Value)> {
    let mut operators = look.list(&all(CONFIG, "clusteroperators"));
    let place = |name: &str| OPERATORS.iter().position(|(known, _)| *known == name);
    // One that is not known comes before the last of those that are.
    let rank = |name: &str| place(name).map_or(2 * OPERATORS.len() - 3, |place| 2 * place);
    operators.sort_by_key(|(key, _)| rank(&key.name));
    operators
}

pub(super) fn is_at(operator: &Value, version: &str) -> bool {
    let versions = operator["status"]["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
    versions.iter().any(|entry| entry["name"] == "operator" && entry["version"] == version)
}

pub(super) fn roll(look: &mut Look<'_>) {
    if !rolling(look.version()) {
        return;
    }
    let target = text(look.version(), "/status/desired/version").to_owned();
    let image = text(look.version(), "/status/desired/image").to_owned();
    let next = operators(look).into_iter().find(|(_, operator)| !is_at(operator, &target));
    let Some((key, operator)) = next else { return };
    let message = format!("Working towards {target}");
    if !is(&operator, "Progressing", "True") || !says(&operator, &message) {
        return progressing(look, &key, ("True", "Updating", &message));
    }
    if trouble(look, &key, &image) {
        return;
    }
    let seconds = OPERATORS.iter().find(|(known, _)| *known == key.name).map_or(60, |(_, s)| *s);
    let what = format!("operator {} to {image}", key.name);
    let done = look.done(&what, SignedDuration::from_secs(seconds));
    if done && (key.name != LAST || pools::control_plane_is_done(look)) {
        look.store.amend(&key, |operator| set_version(operator, &target));
        let message = format!("Deployed version {target}");
        progressing(look, &key, ("False", "AsExpected", &message));
    }
}

fn says(operator: &Value, message: &str) -> bool {
    super::objects::condition(operator, "Progressing")
        .is_some_and(|condition| condition["message"] == message)
}

fn progressing(look: &mut Look<'_>, key: &Key, (status, reason, message): (&str, &str, &str)) {
    let now = look.now;
    let says = Says { kind: "Progressing", status, reason, message };
    look.store.amend(key, |operator| says.on(&mut operator["status"]["conditions"], now));
}

fn set_version(operator: &mut Value, target: &str) {
    let versions = &mut operator["status"]["versions"];
    match versions
        .as_array_mut()
        .and_then(|all| all.iter_mut().find(|one| one["name"] == "operator"))
    {
        Some(entry) => entry["version"] = json!(target),
        None => *versions = json!([{"name": "operator", "version": target}]),
    }
}

/// Returns whether an operator is degraded, and so does not get on. A trouble of the scenario comes
/// when its operator is updated, and goes after its time; any other stays until somebody mends it.
fn trouble(look: &mut Look<'_>, key: &Key, image: &str) -> bool {
    let scripted = look.settings.troubles.iter().find(|trouble| trouble.operator == key.name);
    let now = look.now;
    if let Some(trouble) = scripted {
        let over = look.ripe(&format!("trouble of {} on {image}", key.name), trouble.lasts);
        let (reason, message) = (trouble.reason.as_str(), trouble.message.as_str());
        let says = if over {
            Says { kind: "Degraded", status: "False", reason: "AsExpected", message: "" }
        } else {
            Says { kind: "Degraded", status: "True", reason, message }
        };
        look.store.amend(key, |operator| says.on(&mut operator["status"]["conditions"], now));
    }
    look.store.get(key).is_ok_and(|operator| is(operator, "Degraded", "True"))
}

/// Returns the names of operators that are degraded.
pub(super) fn degraded(operators: &[(Key, Value)]) -> Vec<(String, String)> {
    let degraded = operators.iter().filter(|(_, operator)| is(operator, "Degraded", "True"));
    degraded
        .map(|(_, operator)| {
            let said = super::objects::condition(operator, "Degraded").unwrap_or(&Value::Null);
            let said = format!("{}: {}", text(said, "/reason"), text(said, "/message"));
            (name(operator).to_owned(), said)
        })
        .collect()
}
