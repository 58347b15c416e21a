//! `clusteroperators.config.openshift.io/v1`, as far as we read it.

use serde::Deserialize;

use super::cluster_version::{ConditionObject, Text};

pub(crate) const KIND: &str = "ClusterOperator";
pub(crate) const PLURAL: &str = "clusteroperators";
/// The name under which an operator reports its own version among those of its operands.
pub(crate) const ITSELF: &str = "operator";
/// The same for its image.
pub(crate) const ITS_IMAGE: &str = "operator-image";
/// Annotations of what a release brings.
pub(crate) const PLATFORM: [&str; 2] =
    ["include.release.openshift.io/", "exclude.release.openshift.io/"];

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ClusterOperator {
    pub(crate) status: Option<ClusterOperatorStatus>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ClusterOperatorStatus {
    pub(crate) versions: Option<Vec<OperandVersion>>,
    pub(crate) conditions: Option<Vec<ConditionObject>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct OperandVersion {
    pub(crate) name: Option<Text>,
    pub(crate) version: Option<Text>,
}
