//! `clusterversions.config.openshift.io/v1`, and what ClusterOperators share with it.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub(crate) const GROUP: &str = "config.openshift.io";
pub(crate) const VERSION: &str = "v1";
pub(crate) const KIND: &str = "ClusterVersion";
pub(crate) const PLURAL: &str = "clusterversions";
/// The one object of this kind.
pub(crate) const NAME: &str = "version";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersion {
    #[serde(default)]
    pub(crate) metadata: Option<Metadata>,
    #[serde(default)]
    pub(crate) spec: Option<ClusterVersionSpec>,
    #[serde(default)]
    pub(crate) status: Option<ClusterVersionStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Metadata {
    pub(crate) resource_version: Option<String>,
    pub(crate) generation: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionSpec {
    #[serde(rename = "clusterID")]
    pub(crate) cluster_id: Option<String>,
    pub(crate) channel: Option<String>,
    pub(crate) upstream: Option<String>,
    pub(crate) desired_update: Option<Update>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Update {
    pub(crate) architecture: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) force: Option<bool>,
    pub(crate) accept_risks: Option<Vec<AcceptRisk>>,
    pub(crate) mode: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AcceptRisk {
    pub(crate) name: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionStatus {
    pub(crate) desired: Option<Release>,
    pub(crate) history: Option<Vec<UpdateHistory>>,
    pub(crate) observed_generation: Option<i64>,
    pub(crate) conditions: Option<Vec<Condition>>,
    pub(crate) available_updates: Option<Vec<Release>>,
    pub(crate) conditional_updates: Option<Vec<ConditionalUpdate>>,
    pub(crate) conditional_update_risks: Option<Vec<ConditionalUpdateRisk>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Release {
    pub(crate) architecture: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) channels: Option<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateHistory {
    pub(crate) state: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) accepted_risks: Option<String>,
    /// The early name of `acceptedRisks`.
    pub(crate) overrides: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionalUpdate {
    pub(crate) release: Option<Release>,
    pub(crate) risk_names: Option<Vec<String>>,
    pub(crate) risks: Option<Vec<ConditionalUpdateRisk>>,
    /// The early form of `risks`.
    pub(crate) blocked_clusters: Option<Vec<ConditionalUpdateBlocker>>,
    pub(crate) conditions: Option<Vec<Condition>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalUpdateRisk {
    pub(crate) name: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) conditions: Option<Vec<Condition>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalUpdateBlocker {
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) url: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Condition {
    pub(crate) r#type: Option<String>,
    #[serde(default, deserialize_with = "scalar")]
    pub(crate) status: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    #[serde(default, deserialize_with = "scalar")]
    pub(crate) last_transition_time: Option<String>,
}

/// Any object, as far as its conditions go.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WithConditions {
    pub(crate) status: Option<StatusWithConditions>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct StatusWithConditions {
    pub(crate) conditions: Option<Vec<Condition>>,
}

/// Reads a scalar of any type as text, for fields that people write unquoted (`status: False`).
fn scalar<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Null => None,
        Value::String(text) => Some(text),
        Value::Bool(true) => Some("True".to_owned()),
        Value::Bool(false) => Some("False".to_owned()),
        other => Some(other.to_string()),
    })
}
