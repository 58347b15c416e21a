//! What informers are asked over HTTP, and what they answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cluster_version::Text;

/// The versions of the hooks, the newest first.
pub(crate) const HOOKS: [&str; 2] =
    ["hooks.config.openshift.io/v1alpha1", "hooks.config.openshift.io/v1alpha"];
pub(crate) const DISCOVERY: &str = "discovery";

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightsRequest {
    pub(crate) api_version: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) spec: InsightsRequestSpec,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightsRequestSpec {
    #[serde(rename = "clusterID")]
    pub(crate) cluster_id: String,
    pub(crate) control_plane_version: String,
    pub(crate) target_control_plane_version: String,
    pub(crate) informer_update: bool,
}

/// Which hooks an informer has.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct DiscoveryResponse {
    pub(crate) status: Option<Text>,
    pub(crate) message: Option<Text>,
    pub(crate) handlers: Option<Vec<Text>>,
}

/// An answer insight by insight, so that one which makes no sense does not cost the others.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponse {
    pub(crate) spec: Option<InsightsResponseSpec>,
    pub(crate) status: Option<InsightsResponseStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponseSpec {
    pub(crate) insights: Option<Vec<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InsightsResponseStatus {
    pub(crate) response: Option<Text>,
    pub(crate) message: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightObject {
    pub(crate) uid: Option<Text>,
    pub(crate) acquisition_time: Option<Text>,
    pub(crate) scope: Option<ScopeObject>,
    pub(crate) impact: Option<ImpactObject>,
    pub(crate) remediation: Option<RemediationObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScopeObject {
    pub(crate) r#type: Option<Text>,
    pub(crate) worker_pool: Option<Vec<Reference>>,
    pub(crate) resources: Option<Vec<Reference>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Reference {
    pub(crate) kind: Option<Text>,
    pub(crate) namespace: Option<Text>,
    pub(crate) name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ImpactObject {
    pub(crate) level: Option<Text>,
    pub(crate) r#type: Option<Text>,
    pub(crate) summary: Option<Text>,
    pub(crate) description: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RemediationObject {
    pub(crate) reference: Option<Text>,
    pub(crate) action: Option<Text>,
    pub(crate) resolved: Option<bool>,
    /// A time, or how long it takes from when the data was acquired.
    pub(crate) estimated_finish: Option<Text>,
}
