//! `apirequestcounts.apiserver.openshift.io/v1`, as far as we read it.

use serde::Deserialize;

use super::cluster_version::Text;

pub(crate) const KIND: &str = "APIRequestCount";
pub(crate) const PATH: &str = "/apis/apiserver.openshift.io/v1/apirequestcounts";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ApiRequestCount {
    pub(crate) status: Option<ApiRequestCountStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ApiRequestCountStatus {
    /// The release of Kubernetes that no longer has it.
    pub(crate) removed_in_release: Option<Text>,
    /// Within a day.
    pub(crate) request_count: Option<i64>,
    /// By hour, those of the day before among them.
    #[serde(rename = "last24h")]
    pub(crate) last_day: Option<Vec<PerResource>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerResource {
    pub(crate) by_node: Option<Vec<PerNode>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerNode {
    pub(crate) by_user: Option<Vec<PerUser>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerUser {
    #[serde(alias = "username")]
    pub(crate) user_name: Option<Text>,
    pub(crate) user_agent: Option<Text>,
    pub(crate) request_count: Option<i64>,
}
