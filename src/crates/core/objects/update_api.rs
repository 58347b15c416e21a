//! `UpdateInformer`, `UpdateStatus` and `UpdatePlan` of `config.openshift.io/v1beta1`.
//!
//! The documentation of a field here is what `oc explain` shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub const GROUP: &str = crate::objects::cluster_version::wire::GROUP;
pub const VERSION: &str = "v1beta1";
pub(crate) const API_VERSION: &str = "config.openshift.io/v1beta1";

pub const INFORMER: &str = "UpdateInformer";
pub const INFORMERS: &str = "updateinformers";
pub const STATUS: &str = "UpdateStatus";
pub const STATUSES: &str = "updatestatuses";
/// The only UpdateStatus.
pub const STATUS_NAME: &str = "cluster";
pub const PLAN: &str = "UpdatePlan";
pub const PLANS: &str = "updateplans";

/// Names the Secret with the CA certificate for an informer, as `namespace/name`.
pub(crate) const AUTHORITY: &str = "runtime.cluster.x-k8s.io/inject-ca-from-secret";

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct UpdateInformerSpec {
    /// Whether the informer is queried. Administrators can disable an informer.
    pub enabled: Option<bool>,
    /// How to reach the informer.
    pub client_config: ClientConfig,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ClientConfig {
    /// A service of the cluster with a ClusterIP. It may forward requests to remote systems.
    pub service: ServiceReference,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ServiceReference {
    #[schemars(length(min = 1, max = 63))]
    pub name: String,
    #[schemars(length(min = 1, max = 63))]
    pub namespace: String,
    /// The HTTPS port.
    #[schemars(range(min = 1, max = 65535))]
    pub port: Option<i32>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct UpdateInformerStatus {
    /// `Online` is False while the informer updates itself (reason InformerUpdating) or is degraded
    /// (reason Degraded).
    #[schemars(length(max = 16))]
    pub conditions: Vec<InformerCondition>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InformerCondition {
    #[schemars(length(min = 1, max = 316))]
    pub r#type: String,
    #[schemars(extend("enum" = ["True", "False", "Unknown"]))]
    pub status: String,
    #[serde(default)]
    #[schemars(length(max = 1024))]
    pub reason: String,
    #[serde(default)]
    #[schemars(length(max = 32768))]
    pub message: String,
    /// The last heartbeat of the informer; after five minutes without one, a warning is reported.
    #[schemars(extend("format" = "date-time"))]
    pub last_heartbeat_time: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub last_transition_time: Option<String>,
}

/// Requests to the controller.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct UpdateStatusSpec {
    /// When an informer query was requested. The controller queries informers once, at its next
    /// check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub requested_time: Option<String>,
    /// Whether informers may update themselves first: for the query of requestedTime, or always if
    /// it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub informer_update: Option<bool>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateStatusStatus {
    /// The last heartbeat of the controller that maintains this object.
    #[schemars(extend("format" = "date-time"))]
    pub heartbeat_time: Option<String>,
    /// When that controller ended; null while it runs.
    #[schemars(extend("format" = "date-time"))]
    pub ended_time: Option<String>,
    /// When informers were last queried, or when there was none to query for spec.requestedTime.
    #[schemars(extend("format" = "date-time"))]
    pub asked_time: Option<String>,
    /// The version of the control plane, or the one that it is updating to.
    #[schemars(length(max = 100))]
    pub control_plane_version: Option<String>,
    #[serde(alias = "contolPlane")]
    pub control_plane: ControlPlaneObject,
    #[schemars(length(max = 256))]
    pub worker_pools: Vec<WorkerPool>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ControlPlaneObject {
    /// What each informer reports about the control plane, and why others report nothing.
    #[schemars(length(max = 128))]
    pub update_informers: Vec<InformerInsights>,
    /// `UpdatePending`: it is not on its release yet. `UpdateActive`: it is updating.
    #[schemars(length(max = 16))]
    pub conditions: Vec<StatusCondition>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkerPool {
    #[schemars(length(max = 256))]
    pub api_version: String,
    #[schemars(length(max = 256))]
    pub kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 256))]
    pub namespace: String,
    #[schemars(length(max = 256))]
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 256))]
    pub uid: String,
    #[schemars(length(max = 128))]
    pub update_informers: Vec<InformerInsights>,
    #[schemars(length(max = 16))]
    pub conditions: Vec<StatusCondition>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InformerInsights {
    #[schemars(length(min = 1, max = 253))]
    pub name: String,
    /// Answered, Disabled, NotImplemented, Degraded, Offline, Failed, Invalid or TimedOut.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 64))]
    pub state: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 4096))]
    pub message: String,
    #[serde(default)]
    #[schemars(length(max = 256))]
    pub insights: Vec<UpdateInsight>,
}

/// Something that matters to an update. One that is no longer reported counts as resolved.
#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateInsight {
    /// `informer/scope/uid`, with a hash of the scope. Acceptances refer to it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1024))]
    pub id: String,
    /// The informer's own name for it, which never changes.
    #[schemars(length(min = 1, max = 256))]
    pub uid: String,
    /// When the data behind it was acquired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub acquisition_time: Option<String>,
    #[serde(default)]
    pub scope: InsightScope,
    pub impact: InsightImpact,
    #[serde(default)]
    pub remediation: InsightRemediation,
}

/// The scope of an insight. It never changes for the same uid.
#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightScope {
    #[schemars(extend("enum" = ["ControlPlane", "WorkerPool"]))]
    pub r#type: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub worker_pool: Vec<ObjectReference>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub resources: Vec<ObjectReference>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ObjectReference {
    #[schemars(length(min = 1, max = 256))]
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 256))]
    pub namespace: String,
    #[schemars(length(min = 1, max = 256))]
    pub name: String,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
pub struct InsightImpact {
    /// Warning and above, and Unknown, must be accepted before the update starts.
    #[schemars(extend("enum" = ["status", "info", "unknown", "warning", "error", "critical"]))]
    pub level: String,
    /// Such as api-availability or update-stalled.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 256))]
    pub r#type: String,
    #[serde(default)]
    #[schemars(length(max = 1024))]
    pub summary: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 8192))]
    pub description: String,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InsightRemediation {
    /// Where to read more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2048))]
    pub reference: Option<String>,
    /// What to do, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1024))]
    pub action: Option<String>,
    /// False if it needs attention even after the update.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub estimated_finish: Option<String>,
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusCondition {
    #[schemars(length(min = 1, max = 316))]
    pub r#type: String,
    #[schemars(extend("enum" = ["True", "False", "Unknown"]))]
    pub status: String,
    #[schemars(length(min = 1, max = 1024))]
    pub reason: String,
    #[schemars(length(max = 32768))]
    pub message: String,
    #[schemars(extend("format" = "date-time"))]
    pub last_transition_time: String,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdatePlanSpec {
    /// The release to update to. Each release has one plan, which is named after it.
    #[schemars(length(min = 5, max = 100), extend("pattern" = TARGET))]
    pub target_release: String,
    /// The resourceVersion of the plan that listed the accepted insights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 256))]
    pub update_plan_resource_version: Option<String>,
    /// When a new collection was requested: an earlier one does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub requested_time: Option<String>,
    /// Whether informers may update themselves first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub informer_update: Option<bool>,
    /// The insights that an administrator has accepted.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub accepted_insights: Vec<AcceptedInsight>,
}

const TARGET: &str = r"^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$";

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AcceptedInsight {
    #[schemars(length(min = 1, max = 253))]
    pub update_informer: String,
    #[schemars(length(min = 1, max = 256))]
    pub uid: String,
    /// The id of the insight. Without one, every insight with the uid is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 1024))]
    pub id: Option<String>,
    /// False rejects it and takes precedence over other entries.
    #[serde(default)]
    pub accepted: bool,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct UpdatePlanStatus {
    /// When its insights were collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub collected_time: Option<String>,
    /// Who collected them.
    #[schemars(length(max = 256))]
    pub collected_by: String,
    /// The version of the control plane at that time.
    #[schemars(length(max = 100))]
    pub control_plane_version: String,
    /// The number of insights.
    pub insights: i32,
    /// The most severe level among them.
    #[schemars(length(max = 64))]
    pub worst_level: String,
    /// Notes on the behavior of informers.
    #[schemars(length(max = 128), inner(length(max = 1024)))]
    pub notes: Vec<String>,
    #[serde(alias = "contolPlane")]
    pub control_plane: ControlPlaneObject,
    #[schemars(length(max = 256))]
    pub worker_pools: Vec<WorkerPool>,
}
