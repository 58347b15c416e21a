//! What in the cluster itself blocks an update: `Upgradeable`, and risks in addition to the
//! graph's.

use serde_json::Value;

use super::StepContext;
use super::history::rolling;
use super::objects::{ConditionWrite, all, condition, is, name, remove_condition, text};
use crate::resource::CONFIG;
use crate::store::Key;
use upgrade_graph::model::{Risk, Rule};
use upgrade_graph::risk::is_reason;
use upgrade_graph::version::Version;

/// A risk that no graph knows of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InCluster {
    pub(super) risk: Risk,
    /// Whether it is one of patch updates, too.
    pub(super) everywhere: bool,
}

/// Alerts that are a risk of any update, whatever their severity.
const ALERTS: [&str; 8] = [
    "PodDisruptionBudgetAtLimit",
    "KubeContainerWaiting",
    "KubeletHealthState",
    "KubeNodeNotReady",
    "KubeNodeReadinessFlapping",
    "KubeNodeUnreachable",
    "VirtHandlerDaemonSetRolloutFailing",
    "VMCannotBeEvicted",
];

/// Returns the risks of this moment, sorted by name.
pub(super) fn in_cluster(context: &StepContext<'_>) -> Vec<InCluster> {
    let mut found = minor(context);
    found.extend(context.store.neighbours.alerts.iter().filter_map(alert));
    found.sort_by(|a, b| a.risk.name.cmp(&b.risk.name));
    found.dedup_by(|a, b| a.risk.name == b.risk.name);
    found
}

/// Says whether the cluster may go to a later minor version; where nothing is against it, nothing is said.
pub(super) fn upgradeable(context: &mut StepContext<'_>) {
    let found = minor(context);
    let reasons: Vec<&str> = found.iter().map(|found| found.risk.name.as_str()).collect();
    let (reason, message) = match found.as_slice() {
        [] => {
            context.amend_version(|version| remove_condition(version, "Upgradeable"));
            return;
        }
        [one] if is_reason(&one.risk.name) => (one.risk.name.clone(), one.risk.message.clone()),
        [one] => ("RiskNameNotCompatibleWithReasonProperty".to_owned(), one.risk.message.clone()),
        several => {
            let said: Vec<&str> = several.iter().map(|found| found.risk.message.as_str()).collect();
            let message = format!(
                "Cluster should not be upgraded between minor versions for multiple reasons: {}\n* {}",
                reasons.join(","),
                said.join("\n* ")
            );
            ("MultipleReasons".to_owned(), message)
        }
    };
    let now = context.now;
    let says =
        ConditionWrite { kind: "Upgradeable", status: "False", reason: &reason, message: &message };
    context.amend_version(|version| says.write(version, now));
}

/// What is in the way of later minor versions.
fn minor(context: &StepContext<'_>) -> Vec<InCluster> {
    let version = context.version();
    let mut found = Vec::new();
    if rolling(version) {
        let message =
            "An update is already in progress and the details are in the Progressing condition.";
        found.push(risk("ClusterVersionUpdating", message));
    }
    if overridden(version) {
        let message = "Disabling ownership via cluster version overrides prevents upgrades. Please remove overrides before continuing.";
        found.push(risk("ClusterVersionOverrides", message));
    }
    found.extend(gates(context));
    for (_, operator) in context.list(&all(CONFIG, "clusteroperators")) {
        if is(operator, "Upgradeable", "False") {
            let said = condition(operator, "Upgradeable").map(|said| text(said, "/message"));
            let (name, said) = (name(operator), said.unwrap_or_default());
            found.push(risk(
                &format!("ClusterOperatorUpgradeable-{name}"),
                &format!(
                    "Cluster operator {name} should not be upgraded between minor versions: {said}"
                ),
            ));
        }
    }
    found.sort_by(|a, b| a.risk.name.cmp(&b.risk.name));
    found
}

/// Returns whether parts of the cluster are taken out of the operator's hands.
pub(super) fn overridden(version: &Value) -> bool {
    let overrides = version["spec"]["overrides"].as_array();
    overrides.into_iter().flatten().any(|part| part["unmanaged"] == true)
}

/// Returns the admin gates of this minor version that are not acknowledged.
fn gates(context: &StepContext<'_>) -> Vec<InCluster> {
    let data = |namespace, name| {
        let key = Key::within("", "configmaps", namespace, name);
        context.store.get(&key).ok().and_then(|object| object["data"].as_object())
    };
    let current = Version::new(text(context.version(), "/status/desired/version"));
    let Some([major, minor, _]) = current.numbers() else { return Vec::new() };
    let prefix = format!("ack-{major}.{minor}-");
    let acks = data("openshift-config", "admin-acks");
    let is_open = |gate: &str| acks.is_none_or(|acks| acks.get(gate) != Some(&Value::from("true")));
    let gates = data("openshift-config-managed", "admin-gates").into_iter().flatten();
    gates
        .filter(|(gate, _)| gate.starts_with(&prefix) && is_open(gate))
        .map(|(gate, why)| risk(&format!("AdminAck-{gate}"), why.as_str().unwrap_or_default()))
        .collect()
}

fn risk(name: &str, message: &str) -> InCluster {
    let risk = Risk {
        name: name.to_owned(),
        message: message.to_owned(),
        url: "https://docs.openshift.com/".to_owned(),
        rules: vec![Rule::Always],
    };
    InCluster { risk, everywhere: false }
}

fn alert(alert: &Value) -> Option<InCluster> {
    let label = |name: &str| alert["labels"][name].as_str().unwrap_or_default();
    let name = label("alertname");
    let counts = label("severity") == "critical"
        || ALERTS.contains(&name)
        || label("openShiftUpdatePrecheck") == "true";
    if alert["state"] != "firing" || !counts || name.is_empty() {
        return None;
    }
    let said = ["summary", "description", "message"]
        .iter()
        .find_map(|name| alert["annotations"][*name].as_str());
    let mut found = risk(name, said.unwrap_or_default());
    if let Some(url) = alert["annotations"]["runbook_url"].as_str() {
        url.clone_into(&mut found.risk.url);
    }
    Some(InCluster { everywhere: true, ..found })
}
