//! Answers of Prometheus, saved so that another machine can judge by them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const KIND: &str = "RecordedAnswers";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct RecordedAnswers {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    /// `spec.clusterID` of the cluster that was asked about.
    pub(crate) cluster_id: Option<String>,
    /// RFC 3339
    pub(crate) recorded: Option<String>,
    /// What the cluster runs on.
    pub(crate) platform: Option<String>,
    /// By query, as Prometheus answered.
    pub(crate) answers: BTreeMap<String, Value>,
}
