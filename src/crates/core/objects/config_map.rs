//! The two ConfigMaps of admin gates: the gates of a release, and the acknowledgments.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::wire::{ClusterVersionMetadata, Text};
use upgrade_graph::decode::{BadObject, typed};

/// Both ConfigMaps as they were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GateMaps {
    /// None if that is unknown.
    pub gates: Option<BTreeMap<String, String>>,
    /// None if there is no such ConfigMap.
    pub acks: Option<AckMap>,
    /// What could not be determined.
    pub oddities: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AckMap {
    pub values: BTreeMap<String, String>,
    pub uid: Option<String>,
    pub resource_version: Option<String>,
}

pub const KIND: &str = "ConfigMap";
pub const PLURAL: &str = "configmaps";

/// Namespace and name of the gates of a release.
pub const GATES: (&str, &str) = ("openshift-config-managed", "admin-gates");
/// Namespace and name of the acknowledgments.
pub const ACKS: (&str, &str) = ("openshift-config", "admin-acks");

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ConfigMap {
    #[serde(default)]
    pub metadata: Option<ClusterVersionMetadata>,
    #[serde(default)]
    pub data: Option<BTreeMap<String, String>>,
}

/// Returns the texts of the gates by their names.
pub fn gates(object: &Value) -> Result<BTreeMap<String, String>, BadObject> {
    let map: ConfigMap = typed(object)?;
    Ok(map.data.unwrap_or_default())
}

pub fn acks(object: &Value) -> Result<AckMap, BadObject> {
    let map: ConfigMap = typed(object)?;
    let metadata = map.metadata.unwrap_or_default();
    let filled = |text: Option<Text>| text.map(|text| text.0).filter(|text| !text.is_empty());
    Ok(AckMap {
        values: map.data.unwrap_or_default(),
        uid: filled(metadata.uid),
        resource_version: filled(metadata.resource_version),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_map_without_data_is_an_empty_one_and_odd_data_names_its_field() {
        assert!(gates(&json!({"data": null})).unwrap().is_empty());
        let acks = acks(&json!({"metadata": {"resourceVersion": "7"}, "data": {"a": "true"}}));
        assert_eq!(acks.unwrap().resource_version.as_deref(), Some("7"));
        assert_eq!(gates(&json!({"data": {"a": true}})).unwrap_err().field, "data.a");
    }
}
