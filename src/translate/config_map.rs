//! ConfigMaps → admin gates, and what was acknowledged of them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api::config_map::ConfigMap;
use crate::domain::gate_maps::AckMap;
use crate::translate::decode::{BadObject, typed};

/// Returns the texts of the gates by their names.
pub(crate) fn gates(object: &Value) -> Result<BTreeMap<String, String>, BadObject> {
    let map: ConfigMap = typed(object)?;
    Ok(map.data.unwrap_or_default())
}

pub(crate) fn acks(object: &Value) -> Result<AckMap, BadObject> {
    let map: ConfigMap = typed(object)?;
    let revision = map.metadata.and_then(|metadata| metadata.resource_version);
    Ok(AckMap {
        values: map.data.unwrap_or_default(),
        resource_version: revision.map(|text| text.0).filter(|text| !text.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_map_without_data_is_an_empty_one_and_odd_data_names_its_field() {
        assert!(gates(&json!({"data": null})).unwrap().is_empty());
        let acks = acks(&json!({"metadata": {"resourceVersion": "7"}, "data": {"a": "true"}}));
        assert_eq!(acks.unwrap().resource_version.as_deref(), Some("7"));
        assert_eq!(gates(&json!({"data": {"a": true}})).unwrap_err().field, "data.a");
    }
}
