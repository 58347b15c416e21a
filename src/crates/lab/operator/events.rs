//! Events: what was done to a node, for clients that come later.

use serde_json::{Value, json};

use super::StepContext;
use super::objects::{at, number};
use crate::internal_write::stamp;
use crate::store::Key;

/// What a machine-config daemon reports of its node.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeEvent {
    Drain,
    Reboot,
    Done,
}

/// Adds an event, or counts it once more.
// machine-config-operator: pkg/daemon/drain.go, pkg/daemon/update.go, pkg/daemon/daemon.go
pub(super) fn report(context: &mut StepContext<'_>, node: &str, event: NodeEvent, config: &str) {
    let (reason, message) = match event {
        NodeEvent::Drain => ("Drain", "Draining node to update config.".to_owned()),
        NodeEvent::Reboot => ("Reboot", format!("Node will reboot into config {config}")),
        NodeEvent::Done => {
            ("NodeDone", format!("Setting node {node}, currentConfig {config} to Done"))
        }
    };
    let name = format!("{node}.{:016x}", number(0, &format!("{reason} {config}")));
    let key = Key::within("", "events", "default", &name);
    let now = json!(stamp(context.now));
    if context.store.get(&key).is_ok() {
        context.store.amend(&key, |event| {
            event["count"] = json!(event["count"].as_u64().unwrap_or(1).saturating_add(1));
            *at(event, &["lastTimestamp"]) = now;
        });
        return;
    }
    context.store.add(&key, || -> Value {
        json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": name, "namespace": "default"},
            "involvedObject": {"apiVersion": "v1", "kind": "Node", "name": node},
            "reason": reason, "message": message, "type": "Normal", "count": 1,
            "firstTimestamp": now, "lastTimestamp": now,
            "source": {"component": "machineconfigdaemon", "host": node},
            "reportingComponent": "machineconfigdaemon", "reportingInstance": node,
        })
    });
}
