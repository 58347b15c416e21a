//! What Prometheus answers to an instant query.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Response {
    pub(crate) status: String,
    pub(crate) error: Option<String>,
    pub(crate) data: Option<Data>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Data {
    pub(crate) result_type: String,
    #[serde(default)]
    pub(crate) result: Value,
}
