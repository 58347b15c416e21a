//! Objects as rows, for clients that print tables.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::resource::Resource;

/// Name, type and path of a column. A path may pick a list's item by a field: `conditions[type=X].status`.
type Column = (String, String, String);

/// Returns a Table of these objects.
pub(crate) fn table(
    resource: &Resource,
    objects: &[&Value],
    now: Option<Timestamp>,
    metadata: &Value,
) -> Value {
    let columns = columns(resource);
    let definitions: Vec<Value> = columns
        .iter()
        .map(|(name, kind, _)| {
            let format = if name == "Name" { "name" } else { "" };
            let priority = usize::from(WIDE.contains(&name.as_str()));
            json!({"name": name, "type": kind, "format": format, "description": "", "priority": priority})
        })
        .collect();
    let rows: Vec<Value> = objects
        .iter()
        .map(|object| {
            let cells: Vec<Value> =
                columns.iter().map(|(_, kind, path)| cell(object, kind, path, now)).collect();
            json!({"cells": cells, "object": partial(object)})
        })
        .collect();
    json!({"kind": "Table", "apiVersion": "meta.k8s.io/v1", "metadata": metadata, "columnDefinitions": definitions, "rows": rows})
}

/// Returns an object as far as its metadata goes.
pub(crate) fn partial(object: &Value) -> Value {
    json!({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": object["metadata"]})
}

fn columns(resource: &Resource) -> Vec<Column> {
    let column =
        |name: &str, kind: &str, path: &str| (name.to_owned(), kind.to_owned(), path.to_owned());
    let mut columns = match resource.kind.as_str() {
        "Event" => Vec::new(),
        _ => vec![column("Name", "string", "metadata.name")],
    };
    let condition = |name: &str, kind: &str| {
        column(name, "string", &format!("status.conditions[type={kind}].status"))
    };
    columns.extend(match resource.kind.as_str() {
        "ClusterVersion" => vec![
            column("Version", "string", "status.history[state=Completed].version"),
            condition("Available", "Available"),
            condition("Progressing", "Progressing"),
            column("Since", "date", "status.conditions[type=Progressing].lastTransitionTime"),
            column("Status", "string", "status.conditions[type=Progressing].message"),
        ],
        "ClusterOperator" => vec![
            column("Version", "string", "status.versions[name=operator].version"),
            condition("Available", "Available"),
            condition("Progressing", "Progressing"),
            condition("Degraded", "Degraded"),
            column("Since", "date", "status.conditions[type=Available].lastTransitionTime"),
        ],
        "MachineConfigPool" => vec![
            column("Config", "string", "status.configuration.name"),
            condition("Updated", "Updated"),
            condition("Updating", "Updating"),
            condition("Degraded", "Degraded"),
            column("MachineCount", "number", "status.machineCount"),
            column("ReadyMachineCount", "number", "status.readyMachineCount"),
            column("UpdatedMachineCount", "number", "status.updatedMachineCount"),
        ],
        "MachineConfigNode" => vec![
            column("PoolName", "string", "spec.pool.name"),
            column("DesiredConfig", "string", "spec.configVersion.desired"),
            column("CurrentConfig", "string", "status.configVersion.current"),
            condition("Updated", "Updated"),
            column("Age", "date", "metadata.creationTimestamp"),
            condition("UpdatePrepared", "UpdatePrepared"),
            condition("UpdateExecuted", "UpdateExecuted"),
            condition("UpdatePostActionComplete", "UpdatePostActionComplete"),
            condition("UpdateComplete", "UpdateComplete"),
            condition("Resumed", "Resumed"),
            condition("UpdatedFilesAndOS", "AppliedFilesAndOS"),
            condition("CordonedNode", "Cordoned"),
            condition("DrainedNode", "Drained"),
            condition("RebootedNode", "RebootedNode"),
            condition("UncordonedNode", "Uncordoned"),
        ],
        "Node" => vec![
            column("Status", "string", NODE_STATUS),
            column("Roles", "string", NODE_ROLES),
            column("Age", "date", "metadata.creationTimestamp"),
            column("Version", "string", "status.nodeInfo.kubeletVersion"),
            column("Internal-IP", "string", INTERNAL),
            column("External-IP", "string", EXTERNAL),
            column("OS-Image", "string", "status.nodeInfo.osImage"),
            column("Kernel-Version", "string", "status.nodeInfo.kernelVersion"),
            column("Container-Runtime", "string", "status.nodeInfo.containerRuntimeVersion"),
        ],
        "Pod" => vec![
            condition("Ready", "Ready"),
            column("Status", "string", "status.phase"),
            column("Age", "date", "metadata.creationTimestamp"),
            column("Node", "string", "spec.nodeName"),
        ],
        "Deployment" => vec![
            column("Up-To-Date", "integer", "status.updatedReplicas"),
            column("Available", "integer", "status.availableReplicas"),
        ],
        "Event" => vec![
            column("Last Seen", "date", "lastTimestamp"),
            column("Type", "string", "type"),
            column("Reason", "string", "reason"),
            column("Object", "string", EVENT_OBJECT),
            column("Message", "string", "message"),
        ],
        "Namespace" => vec![column("Status", "string", "status.phase")],
        _ => resource
            .columns
            .iter()
            .map(|(name, kind, path)| column(name, kind, path.trim_start_matches('.')))
            .collect(),
    });
    if columns.iter().all(|(_, kind, _)| kind != "date") {
        columns.push(column("Age", "date", "metadata.creationTimestamp"));
    }
    columns
}

/// Columns of the wide form alone.
const WIDE: [&str; 16] = [
    "Internal-IP",
    "External-IP",
    "OS-Image",
    "Kernel-Version",
    "Container-Runtime",
    "Node",
    "UpdatePrepared",
    "UpdateExecuted",
    "UpdatePostActionComplete",
    "UpdateComplete",
    "Resumed",
    "UpdatedFilesAndOS",
    "CordonedNode",
    "DrainedNode",
    "RebootedNode",
    "UncordonedNode",
];
const INTERNAL: &str = "status.addresses[type=InternalIP].address";
const EXTERNAL: &str = "status.addresses[type=ExternalIP].address";

/// What no path leads to.
const NODE_STATUS: &str = "the status of a node";
const NODE_ROLES: &str = "the roles of a node";
const EVENT_OBJECT: &str = "the object of an event";

fn event_object(event: &Value) -> String {
    let text = |field: &str| event["involvedObject"][field].as_str().unwrap_or_default();
    format!("{}/{}", text("kind").to_lowercase(), text("name"))
}

fn node_status(node: &Value) -> String {
    let conditions = node["status"]["conditions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ready = conditions.iter().any(|said| said["type"] == "Ready" && said["status"] == "True");
    let ready = if ready { "Ready" } else { "NotReady" };
    let cordoned = node["spec"]["unschedulable"] == true;
    format!("{ready}{}", if cordoned { ",SchedulingDisabled" } else { "" })
}

fn node_roles(node: &Value) -> String {
    let labels = node["metadata"]["labels"].as_object();
    let roles = labels.into_iter().flatten().map(|(name, _)| name.as_str());
    let roles: Vec<&str> =
        roles.filter_map(|name| name.strip_prefix("node-role.kubernetes.io/")).collect();
    if roles.is_empty() { "<none>".to_owned() } else { roles.join(",") }
}

fn cell(object: &Value, kind: &str, path: &str, now: Option<Timestamp>) -> Value {
    match path {
        NODE_STATUS => return json!(node_status(object)),
        NODE_ROLES => return json!(node_roles(object)),
        EVENT_OBJECT => return json!(event_object(object)),
        _ => {}
    }
    let found = path.split('.').try_fold(object, |object, part| match part.split_once('[') {
        None => object.get(part),
        Some((list, rest)) => {
            let (field, wanted) = rest.trim_end_matches(']').split_once('=')?;
            object.get(list)?.as_array()?.iter().find(|item| item[field] == wanted)
        }
    });
    match (found, kind) {
        (Some(Value::String(text)), "date") => {
            json!(age(text, now).unwrap_or_else(|| "<unknown>".to_owned()))
        }
        (Some(value), _) => value.clone(),
        (None, "date") => json!("<unknown>"),
        (None, _) if [INTERNAL, EXTERNAL].contains(&path) => json!("<none>"),
        (None, _) => json!(""),
    }
}

/// As kubectl writes ages: the largest unit that says enough.
fn age(text: &str, now: Option<Timestamp>) -> Option<String> {
    let since: Timestamp = text.parse().ok()?;
    let seconds = now?.duration_since(since).as_secs().max(0);
    Some(match seconds {
        0..120 => format!("{seconds}s"),
        120..7_200 => format!("{}m", seconds / 60),
        7_200..172_800 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    })
}
