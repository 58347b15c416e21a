//! `infrastructures.config.openshift.io/v1`, as far as we read it.

use serde::Deserialize;

use super::cluster_version::Text;

pub(crate) const KIND: &str = "Infrastructure";
pub(crate) const PLURAL: &str = "infrastructures";
/// The one object of this kind.
pub(crate) const NAME: &str = "cluster";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InfrastructureObject {
    pub(crate) status: Option<InfrastructureStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InfrastructureStatus {
    pub(crate) control_plane_topology: Option<Text>,
    pub(crate) platform_status: Option<PlatformStatus>,
    /// Where it stood before `platformStatus` was.
    pub(crate) platform: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PlatformStatus {
    pub(crate) r#type: Option<Text>,
}
