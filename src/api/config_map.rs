//! `configmaps/v1`, and the two of them that hold admin gates.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::cluster_version::ClusterVersionMetadata;

pub(crate) const KIND: &str = "ConfigMap";
pub(crate) const PLURAL: &str = "configmaps";

/// Namespace and name of the gates: what a release wants to have acknowledged.
pub(crate) const GATES: (&str, &str) = ("openshift-config-managed", "admin-gates");
/// Namespace and name of what administrators have acknowledged.
pub(crate) const ACKS: (&str, &str) = ("openshift-config", "admin-acks");

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConfigMap {
    #[serde(default)]
    pub(crate) metadata: Option<ClusterVersionMetadata>,
    #[serde(default)]
    pub(crate) data: Option<BTreeMap<String, String>>,
}
