//! One node that changes its configuration: cordoned, drained, rebooted, uncordoned.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::events::{self, NodeEvent};
use super::objects::{ConditionWrite, at, is, name, text};
use super::{StepContext, drain};
use crate::resource::MACHINES;
use crate::store::Key;
use upgrade_graph::version::Version;

const DRAINED_AFTER: SignedDuration = SignedDuration::from_secs(90);
const APPLIED_AFTER: SignedDuration = SignedDuration::from_mins(1);
const BACK_AFTER: SignedDuration = SignedDuration::from_mins(3); // a reboot
const GIVEN_UP_AFTER: SignedDuration = SignedDuration::from_hours(1); // a drain that does not end

pub(super) fn current(node: &Value) -> &str {
    annotation(node, "currentConfig")
}

/// Returns whether a node is on its way.
pub(super) fn is_busy(node: &Value) -> bool {
    !["Done", ""].contains(&annotation(node, "state"))
}

/// What a node does for its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodePhase {
    /// Nothing: it has the configuration that it is to have now.
    Idle,
    Drains,
    Applies,
    Reboots,
    /// It has rebooted, and will take pods again.
    Resumes,
}

pub(super) fn phase(node: &Value) -> NodePhase {
    let config = annotation(node, "desiredConfig");
    let drained = annotation(node, "lastAppliedDrain") == format!("drain-{config}");
    match (is_busy(node), current(node) == config) {
        (false, _) => NodePhase::Idle,
        (true, true) => NodePhase::Resumes,
        (true, false) if !drained => NodePhase::Drains,
        (true, false) if is_ready(node) => NodePhase::Applies,
        (true, false) => NodePhase::Reboots,
    }
}

/// Returns whether a node was drained to reboot, and is not back.
pub(super) fn is_starting(node: &Value) -> bool {
    phase(node) == NodePhase::Reboots
}

pub(super) fn is_ready(node: &Value) -> bool {
    is(node, "Ready", "True")
}

/// Returns what a node complains of.
pub(super) fn complaint(node: &Value) -> Option<String> {
    (annotation(node, "state") == "Degraded")
        .then(|| format!("Node {} is reporting: {:?}", name(node), annotation(node, "reason")))
}

pub(super) fn begin(context: &mut StepContext<'_>, key: &Key, config: &str) {
    context.store.amend(key, |node| {
        annotate(node, "desiredConfig", config);
        annotate(node, "desiredDrain", &format!("drain-{config}"));
        annotate(node, "state", "Working");
        *at(node, &["spec", "unschedulable"]) = json!(true);
    });
    events::report(context, &key.name, NodeEvent::Drain, config);
}

/// Does the next thing that is due on a node. What runs on it goes to `refuge`.
pub(super) fn go_on(context: &mut StepContext<'_>, key: &Key, refuge: Option<&str>) {
    let Ok(node) = context.store.get(key).cloned() else { return };
    let config = annotation(&node, "desiredConfig").to_owned();
    let what = |doing: &str| format!("node {} {doing} {config}", key.name);
    match phase(&node) {
        NodePhase::Drains => empty(context, key, &config, refuge),
        NodePhase::Applies if context.done(&what("applies"), APPLIED_AFTER) => {
            let message = "Kubelet stopped posting node status.";
            ready(context, key, "Unknown", "NodeStatusUnknown", message);
            events::report(context, &key.name, NodeEvent::Reboot, &config);
        }
        NodePhase::Reboots if context.done(&what("starts"), BACK_AFTER) => {
            let version = kubelet(text(context.version(), "/status/desired/version"));
            context.store.amend(key, |node| {
                annotate(node, "currentConfig", &config);
                *at(node, &["status", "nodeInfo", "kubeletVersion"]) = json!(version);
            });
            ready(context, key, "True", "KubeletReady", "kubelet is posting ready status");
        }
        NodePhase::Resumes => {
            context.store.amend(key, |node| finish(node, &config));
            events::report(context, &key.name, NodeEvent::Done, &config);
        }
        NodePhase::Idle | NodePhase::Applies | NodePhase::Reboots => {}
    }
}

/// Drains a node, unless a disruption budget holds what runs there.
fn empty(context: &mut StepContext<'_>, key: &Key, config: &str, refuge: Option<&str>) {
    let what = format!("node {} drains {config}", key.name);
    let held = drain::is_held(context, &key.name);
    let empty = context.done(&what, DRAINED_AFTER) && drain::evict(context, &key.name, refuge);
    if held && !empty {
        if context.ripe(&format!("{what} in vain"), GIVEN_UP_AFTER) {
            let why = format!(
                "failed to drain node: {} after 1 hour. Please see machine-config-controller logs for more information",
                key.name
            );
            context.store.amend(key, |node| {
                annotate(node, "state", "Degraded");
                annotate(node, "reason", &why);
            });
        }
    } else if empty {
        context.store.amend(key, |node| {
            annotate(node, "lastAppliedDrain", &format!("drain-{config}"));
            annotate(node, "state", "Working");
            annotate(node, "reason", "");
        });
    }
}

fn finish(node: &mut Value, config: &str) {
    annotate(node, "state", "Done");
    annotate(node, "desiredDrain", &format!("uncordon-{config}"));
    annotate(node, "lastAppliedDrain", &format!("uncordon-{config}"));
    let spec = node.get_mut("spec").and_then(Value::as_object_mut);
    drop(spec.and_then(|spec| spec.remove("unschedulable")));
}

fn ready(context: &mut StepContext<'_>, key: &Key, status: &str, reason: &str, message: &str) {
    let now = context.now;
    let says = ConditionWrite { kind: "Ready", status, reason, message };
    context.store.amend(key, |node| says.write(node, now));
}

/// Returns the kubelet of a release: OpenShift 4.6 has Kubernetes 1.19.
pub(crate) fn kubelet(version: &str) -> String {
    let minor = Version::new(version).numbers().map_or(0, |[_, minor, _]| minor + 13);
    format!("v1.{minor}.0")
}

pub(super) fn annotation<'a>(node: &'a Value, name: &str) -> &'a str {
    node["metadata"]["annotations"][format!("{MACHINES}/{name}")].as_str().unwrap_or_default()
}

fn annotate(node: &mut Value, name: &str, value: &str) {
    *at(node, &["metadata", "annotations", &format!("{MACHINES}/{name}")]) = json!(value);
}
