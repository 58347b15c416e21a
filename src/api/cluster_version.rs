//! `clusterversions.config.openshift.io/v1`, and what ClusterOperators share with it.

use serde::de::{Error, Unexpected};
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
    pub(crate) metadata: Option<ClusterVersionMetadata>,
    #[serde(default)]
    pub(crate) spec: Option<ClusterVersionSpec>,
    #[serde(default)]
    pub(crate) status: Option<ClusterVersionStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionMetadata {
    pub(crate) resource_version: Option<Text>,
    pub(crate) generation: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionSpec {
    #[serde(rename = "clusterID")]
    pub(crate) cluster_id: Option<Text>,
    pub(crate) channel: Option<Text>,
    pub(crate) upstream: Option<Text>,
    pub(crate) desired_update: Option<Update>,
    /// Not part of any API yet, so nothing of it is taken for granted.
    pub(crate) version_management: Option<Value>,
    pub(crate) signature_stores: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Update {
    pub(crate) architecture: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) image: Option<Text>,
    pub(crate) force: Option<bool>,
    pub(crate) accept_risks: Option<Vec<AcceptRisk>>,
    pub(crate) mode: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AcceptRisk {
    pub(crate) name: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterVersionStatus {
    pub(crate) desired: Option<ReleaseObject>,
    pub(crate) history: Option<Vec<HistoryObject>>,
    pub(crate) observed_generation: Option<i64>,
    pub(crate) conditions: Option<Vec<ConditionObject>>,
    pub(crate) available_updates: Option<Vec<ReleaseObject>>,
    pub(crate) conditional_updates: Option<Vec<ConditionalUpdate>>,
    pub(crate) conditional_update_risks: Option<Vec<ConditionalUpdateRisk>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ReleaseObject {
    pub(crate) architecture: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) image: Option<Text>,
    pub(crate) url: Option<Text>,
    pub(crate) channels: Option<Vec<Text>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryObject {
    pub(crate) state: Option<Text>,
    pub(crate) started_time: Option<Text>,
    pub(crate) completion_time: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) image: Option<Text>,
    pub(crate) verified: Option<Text>,
    pub(crate) accepted_risks: Option<Text>,
    /// The early name of `acceptedRisks`.
    pub(crate) overrides: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionalUpdate {
    pub(crate) release: Option<ReleaseObject>,
    pub(crate) risk_names: Option<Vec<Text>>,
    pub(crate) risks: Option<Vec<ConditionalUpdateRisk>>,
    /// The early form of `risks`.
    pub(crate) blocked_clusters: Option<Vec<ConditionalUpdateBlocker>>,
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalUpdateRisk {
    pub(crate) name: Option<Text>,
    pub(crate) message: Option<Text>,
    pub(crate) url: Option<Text>,
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConditionalUpdateBlocker {
    pub(crate) reason: Option<Text>,
    pub(crate) message: Option<Text>,
    pub(crate) url: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionObject {
    pub(crate) r#type: Option<Text>,
    pub(crate) status: Option<Text>,
    pub(crate) reason: Option<Text>,
    pub(crate) message: Option<Text>,
    pub(crate) last_transition_time: Option<Text>,
}

/// Any object, as far as its conditions go.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct WithConditions {
    pub(crate) status: Option<StatusWithConditions>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct StatusWithConditions {
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

/// A scalar of any type as text: people write `status: False` and `reason: 404` without quotes.
#[derive(Debug, Default)]
pub(crate) struct Text(pub(crate) String);

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
