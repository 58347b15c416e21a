//! The Network of a cluster: the plugin that connects its pods.

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::filled;
use crate::objects::cluster_version::wire::Text;
use upgrade_graph::decode::typed;

pub const KIND: &str = "Network";
pub const PLURAL: &str = "networks";
/// The only object of this kind.
pub const NAME: &str = "cluster";

#[derive(Debug, Default, Deserialize)]
struct NetworkObject {
    spec: Option<NetworkType>,
    status: Option<NetworkType>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NetworkType {
    network_type: Option<Text>,
}

/// Returns the name of the plugin: the current one or, before there is one, the configured one.
pub fn plugin(object: &Value) -> Result<String, String> {
    let NetworkObject { spec, status } = typed(object).map_err(|bad| bad.to_string())?;
    let named = |network: Option<NetworkType>| filled(network.unwrap_or_default().network_type);
    named(status).or(named(spec)).ok_or_else(|| "networks/cluster has no networkType".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_plugin_that_runs_counts() {
        let network = |kind: &str, field: &str| json!({"status": {field: kind}, "spec": {"networkType": "B"}});
        assert_eq!(plugin(&network("A", "networkType")).unwrap(), "A");
        assert_eq!(plugin(&network("A", "other")).unwrap(), "B");
        for odd in [json!({}), json!({"status": {"networkType": ""}}), json!({"status": 7})] {
            assert!(plugin(&odd).is_err(), "{odd}");
        }
    }
}
