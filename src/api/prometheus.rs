//! What Prometheus answers: to an instant query, and when asked for alerts.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryResponse {
    pub(crate) status: String,
    pub(crate) error: Option<String>,
    pub(crate) data: Option<QueryData>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryData {
    pub(crate) result_type: String,
    #[serde(default)]
    pub(crate) result: Value,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AlertsResponse {
    #[serde(default)]
    pub(crate) status: String,
    pub(crate) error: Option<String>,
    pub(crate) data: Option<AlertsData>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct AlertsData {
    pub(crate) alerts: Vec<AlertObject>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertObject {
    #[serde(default)]
    pub(crate) labels: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) annotations: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) state: String,
    pub(crate) active_at: Option<String>,
}
