//! `clusterversions.config.openshift.io/v1`, and what ClusterOperators share with it.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub const GROUP: &str = "config.openshift.io";
pub const VERSION: &str = "v1";
pub const KIND: &str = "ClusterVersion";
pub const PLURAL: &str = "clusterversions";
/// The only object of this kind.
pub const NAME: &str = "version";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersion {
    #[serde(default)]
    pub metadata: Option<ClusterVersionMetadata>,
    #[serde(default)]
    pub spec: Option<ClusterVersionSpec>,
    #[serde(default)]
    pub status: Option<ClusterVersionStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionMetadata {
    pub uid: Option<Text>,
    pub resource_version: Option<Text>,
    pub generation: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionSpec {
    #[serde(rename = "clusterID")]
    pub cluster_id: Option<Text>,
    pub channel: Option<Text>,
    pub upstream: Option<Text>,
    pub desired_update: Option<Update>,
    /// Not part of any published API, so it may have any type.
    pub version_management: Option<Value>,
    pub signature_stores: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Update {
    pub architecture: Option<Text>,
    pub version: Option<Text>,
    pub image: Option<Text>,
    pub force: Option<bool>,
    pub accept_risks: Option<Vec<AcceptRisk>>,
    pub mode: Option<Text>,
}

impl Update {
    pub(crate) const FIELDS: [&str; 6] =
        ["architecture", "version", "image", "force", "acceptRisks", "mode"];
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AcceptRisk {
    pub name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionStatus {
    pub desired: Option<ReleaseObject>,
    pub history: Option<Vec<HistoryObject>>,
    pub observed_generation: Option<i64>,
    pub conditions: Option<Vec<ConditionObject>>,
    pub available_updates: Option<Vec<ReleaseObject>>,
    pub conditional_updates: Option<Vec<ConditionalUpdate>>,
    pub conditional_update_risks: Option<Vec<ConditionalUpdateRisk>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ReleaseObject {
    pub architecture: Option<Text>,
    pub version: Option<Text>,
    pub image: Option<Text>,
    pub url: Option<Text>,
    pub channels: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryObject {
    pub state: Option<Text>,
    pub started_time: Option<Text>,
    pub completion_time: Option<Text>,
    pub version: Option<Text>,
    pub image: Option<Text>,
    pub verified: Option<Text>,
    pub accepted_risks: Option<Text>,
    /// An earlier name of `acceptedRisks`.
    pub overrides: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionalUpdate {
    pub release: Option<ReleaseObject>,
    pub risk_names: Option<Vec<Text>>,
    pub risks: Option<Vec<ConditionalUpdateRisk>>,
    /// An earlier form of `risks`.
    pub blocked_clusters: Option<Vec<ConditionalUpdateBlocker>>,
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionalUpdateRisk {
    pub name: Option<Text>,
    pub message: Option<Text>,
    pub url: Option<Text>,
    /// These types may be new, so their fields may have any type.
    pub matching_rules: Option<Value>,
    pub conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalUpdateBlocker {
    pub reason: Option<Text>,
    pub message: Option<Text>,
    pub url: Option<Text>,
    #[serde(alias = "promQL")]
    pub promql: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionObject {
    pub r#type: Option<Text>,
    pub status: Option<Text>,
    pub reason: Option<Text>,
    pub message: Option<Text>,
    pub last_transition_time: Option<Text>,
}

/// Any object with conditions.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WithConditions {
    pub status: Option<StatusWithConditions>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct StatusWithConditions {
    pub conditions: Option<Vec<ConditionObject>>,
}

/// A scalar of any type as text: users write `status: False` and `reason: 404` without quotes.
#[derive(Debug, Default)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            Value::Bool(true) => Ok(Self("True".to_owned())),
            Value::Bool(false) => Ok(Self("False".to_owned())),
            Value::Number(number) => Ok(Self(number.to_string())),
            Value::Null => Ok(Self::default()),
            Value::Array(_) => Err(D::Error::invalid_type(Unexpected::Seq, &"text")),
            Value::Object(_) => Err(D::Error::invalid_type(Unexpected::Map, &"text")),
        }
    }
}
