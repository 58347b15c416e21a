//! MachineConfigNodes: how far each node is with its configuration, as the machine-config operator reports it.

use serde_json::{Value, json};

use super::nodes::{self, NodePhase, annotation};
use super::objects::{ConditionWrite, all, at, text};
use super::rollout::{LAST, RolloutTarget, reported_versions};
use super::{StepContext, machine_config_operator};
use crate::resource::{CONFIG, MACHINES};
use crate::selector::Selector;
use crate::store::{Key, Store};
use upgrade_graph::version::Version;

const PLURAL: &str = "machineconfignodes";
/// The first release in which every cluster has them.
const SINCE: [u64; 3] = [4, 19, 0];

/// In the order in which the operator lists them.
// machine-config-operator: pkg/upgrademonitor/upgrade_monitor.go
const CONDITIONS: [&str; 14] = [
    PREPARED,
    EXECUTED,
    POST_ACTION,
    COMPLETE,
    RESUMED,
    DRAINED,
    APPLIED,
    CORDONED,
    REBOOTED,
    UPDATED,
    UNCORDONED,
    DEGRADED,
    "PinnedImageSetsDegraded",
    "PinnedImageSetsProgressing",
];
const PREPARED: &str = "UpdatePrepared";
const EXECUTED: &str = "UpdateExecuted";
const POST_ACTION: &str = "UpdatePostActionComplete";
const COMPLETE: &str = "UpdateComplete";
const RESUMED: &str = "Resumed";
const DRAINED: &str = "Drained";
const APPLIED: &str = "AppliedFilesAndOS";
const CORDONED: &str = "Cordoned";
const REBOOTED: &str = "RebootedNode";
const UPDATED: &str = "Updated";
const UNCORDONED: &str = "Uncordoned";
const DEGRADED: &str = "NodeDegraded";

/// Stops serving them where the release has none. A recording with some keeps them.
pub(crate) fn withhold(store: &mut Store) {
    let recorded = !store.list(&all(MACHINES, PLURAL), &Selector::default()).is_empty();
    let operator = store.get(&Key::cluster(CONFIG, "clusteroperators", LAST)).ok();
    let runs = operator.and_then(|operator| reported_versions(operator, "operator"));
    let desired =
        || text(store.cluster_version().unwrap_or(&Value::Null), "/status/desired/version");
    if !recorded && !has_them(runs.unwrap_or_else(desired)) {
        store.withhold(MACHINES, PLURAL);
    }
}

fn has_them(version: &str) -> bool {
    Version::new(version).numbers().is_some_and(|numbers| numbers >= SINCE)
}

/// Serves them once the operator of a release that has them runs, and forgets those of nodes that are gone.
pub(super) fn roll(context: &mut StepContext<'_>) {
    if context.store.resource(MACHINES, "machineconfigpools").is_none() {
        return;
    }
    let Ok(operator) = context.store.get(&Key::cluster(CONFIG, "clusteroperators", LAST)) else {
        return;
    };
    let target = RolloutTarget::new(context.version());
    if machine_config_operator::runs(operator, &target) && has_them(&target.version) {
        context.store.serve(MACHINES, PLURAL);
    }
    for key in context.keys(&all(MACHINES, PLURAL)) {
        let node = Key::cluster("", "nodes", &key.name);
        if context.store.get(&node).is_err() {
            let _ = context.store.delete(&key, false);
        }
    }
}

/// Reports how far a node of a pool is.
pub(super) fn report(context: &mut StepContext<'_>, pool: &str, node: &Key) {
    if context.store.resource(MACHINES, PLURAL).is_none() {
        return;
    }
    let Ok(node) = context.store.get(node).cloned() else { return };
    let name = text(&node, "/metadata/name").to_owned();
    let desired = annotation(&node, "desiredConfig").to_owned();
    let key = Key::cluster(MACHINES, PLURAL, &name);
    context.store.add(&key, || {
        json!({
            "apiVersion": format!("{MACHINES}/v1"), "kind": "MachineConfigNode",
            "metadata": {"name": name, "generation": 1},
            "spec": {"node": {"name": name}, "pool": {"name": pool}, "configVersion": {"desired": desired}},
        })
    });
    context.store.amend(&key, |object| {
        *at(object, &["spec", "pool", "name"]) = json!(pool);
        *at(object, &["spec", "configVersion", "desired"]) = json!(desired);
    });
    let now = context.now;
    context.store.amend(&key, |object| {
        let generation = object["metadata"]["generation"].clone();
        *at(object, &["status", "observedGeneration"]) = generation;
        *at(object, &["status", "configVersion"]) =
            json!({"current": nodes::current(&node), "desired": desired});
        let conditions = at(object, &["status", "conditions"]);
        for said in conditions_of(&node, conditions) {
            let NodeCondition { kind, status, reason, message } = &said;
            ConditionWrite { kind, status, reason, message }.on(conditions, now);
        }
    });
}

struct NodeCondition {
    kind: &'static str,
    status: &'static str,
    reason: String,
    message: String,
}

/// Returns all conditions of a node. What its phase does not concern stays as it is; once the node is
/// updated, what was done is told as past.
fn conditions_of(node: &Value, before: &Value) -> Vec<NodeCondition> {
    let phase = nodes::phase(node);
    let desired = annotation(node, "desiredConfig");
    let said = |kind: &'static str| {
        let now = stated(kind, phase, node);
        if let Some((status, reason, message)) = now {
            return NodeCondition { kind, status, reason, message };
        }
        let known = before.as_array().into_iter().flatten().find(|one| one["type"] == kind);
        let (reason, message) = match known {
            Some(known) if known["status"] == "False" => {
                (text(known, "/reason").to_owned(), text(known, "/message").to_owned())
            }
            Some(known) => {
                let message = text(known, "/message");
                let past = format!("Action during update to {desired}: {message}");
                (text(known, "/reason").to_owned(), past)
            }
            None => {
                let message = format!("This node has not yet entered the {kind} phase");
                ("NotYetOccurred".to_owned(), message)
            }
        };
        NodeCondition { kind, status: "False", reason, message }
    };
    CONDITIONS.map(said).into()
}

/// Returns what a phase states: status, reason and message.
// machine-config-operator: pkg/daemon/update.go, pkg/controller/drain/drain_controller.go
fn stated(
    kind: &'static str,
    phase: NodePhase,
    node: &Value,
) -> Option<(&'static str, String, String)> {
    use NodePhase::{Applies, Drains, Idle, Reboots, Resumes};
    let name = text(node, "/metadata/name");
    let desired = annotation(node, "desiredConfig");
    let drainer = annotation(node, "desiredDrain");
    let within = |parent: &str| format!("{parent}{kind}");
    let own = || kind.to_owned();
    Some(match (kind, phase) {
        (UPDATED, Idle) => ("True", own(), format!("Node {name} Updated")),
        (UPDATED, _) => ("False", own(), format!("Node {name} needs an update")),
        (DEGRADED, _) if annotation(node, "state") == "Degraded" => {
            let why = annotation(node, "reason");
            ("True", own(), format!("Node {name} upgrade failure. {why}"))
        }
        (_, Idle) | (DEGRADED, _) => return None,
        (PREPARED, _) => (
            "True",
            own(),
            "Update Compatible. Post Cfg Actions: [] Drain Required: true".to_owned(),
        ),
        (CORDONED, _) => {
            let message = "Cordoned node. The node is reporting Unschedulable = true";
            ("True", within(EXECUTED), message.to_owned())
        }
        (DRAINED, Drains) => {
            let last = annotation(node, "lastAppliedDrain");
            let message = format!(
                "Draining node. The drain will not be complete until desired drainer {drainer} matches current drainer {last}"
            );
            ("Unknown", within(EXECUTED), message)
        }
        (DRAINED, _) => {
            let message = format!(
                "Drained node. The drain is complete as the desired drainer matches current drainer: {drainer}"
            );
            ("True", within(EXECUTED), message)
        }
        (EXECUTED, Drains) => {
            let message = "Draining Node as part of update executed phase";
            ("Unknown", DRAINED.to_owned(), message.to_owned())
        }
        (EXECUTED, Applies) => {
            let message = "Updating the Files and OS on disk as a part of the in progress phase";
            ("Unknown", APPLIED.to_owned(), message.to_owned())
        }
        (EXECUTED, _) => {
            let message = "Updated the Files and OS on disk as a part of the in progress phase";
            ("True", APPLIED.to_owned(), message.to_owned())
        }
        (APPLIED, Applies) => {
            let message = "Applying files and new OS config to node. OS will need an update. SSH Keys will not need an update";
            ("Unknown", within(EXECUTED), message.to_owned())
        }
        (APPLIED, Reboots | Resumes) => {
            let message = "Applied files and new OS config to node. OS did need an update. SSH Keys did not need an update";
            ("True", within(EXECUTED), message.to_owned())
        }
        (POST_ACTION, Reboots) => {
            ("Unknown", REBOOTED.to_owned(), format!("Node will reboot into config {desired}"))
        }
        (POST_ACTION, Resumes) => {
            ("True", REBOOTED.to_owned(), format!("Node rebooted into config {desired}"))
        }
        (REBOOTED, Reboots) => {
            let message =
                "Upgrade requires a reboot. Currently doing this as the post update action.";
            ("Unknown", within(POST_ACTION), message.to_owned())
        }
        (REBOOTED, Resumes) => {
            let message = "Upgrade required a reboot. Completed this as the post update action.";
            ("True", within(POST_ACTION), message.to_owned())
        }
        (COMPLETE, Resumes) => {
            let message = "UnCordoned Node as part of completing upgrade phase";
            ("True", UNCORDONED.to_owned(), message.to_owned())
        }
        (UNCORDONED, Resumes) => {
            let message = "UnCordoned node. The node is reporting Unschedulable = false";
            ("True", within(COMPLETE), message.to_owned())
        }
        (RESUMED, Resumes) => {
            ("True", own(), format!("In desired config {desired}. Resumed normal operations."))
        }
        _ => return None,
    })
}
