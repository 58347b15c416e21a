//! The Infrastructure of a cluster: where its control plane runs, and its platform.

use serde::Deserialize;
use serde_json::Value;

use crate::objects::cluster_version::filled;
use crate::objects::cluster_version::wire::Text;
use crate::part::Part;
use upgrade_graph::decode::{BadObject, typed};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Infrastructure {
    pub topology: Part<Topology>,
    /// From `status.platformStatus.type`.
    pub platform: Part<String>,
}

/// Where the control plane runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// Hosted on another cluster: a request here would be reverted.
    External,
    Own,
}

pub const KIND: &str = "Infrastructure";
pub const PLURAL: &str = "infrastructures";
/// The only object of this kind.
pub const NAME: &str = "cluster";

#[derive(Debug, Default, Deserialize)]
pub(crate) struct InfrastructureObject {
    pub status: Option<InfrastructureStatus>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InfrastructureStatus {
    pub control_plane_topology: Option<Text>,
    pub platform_status: Option<PlatformStatus>,
    /// The earlier form of `platformStatus`.
    pub platform: Option<Text>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct PlatformStatus {
    pub r#type: Option<Text>,
}

pub fn infrastructure(object: &Value) -> Result<Infrastructure, BadObject> {
    let infrastructure: InfrastructureObject = typed(object)?;
    let status = infrastructure.status.unwrap_or_default();
    let named = filled(status.platform_status.unwrap_or_default().r#type);
    Ok(Infrastructure {
        topology: topology(status.control_plane_topology.as_ref().map(|text| text.0.as_str())),
        platform: match named.or(filled(status.platform)) {
            Some(name) => Part::Known(name),
            None => Part::unreadable("infrastructures/cluster has no platformStatus.type"),
        },
    })
}

fn topology(stated: Option<&str>) -> Part<Topology> {
    match stated {
        Some("External") => Part::Known(Topology::External),
        Some("HighlyAvailable" | "HighlyAvailableArbiter" | "DualReplica" | "SingleReplica") => {
            Part::Known(Topology::Own)
        }
        Some(odd) if !odd.is_empty() => Part::unreadable(format!(
            "infrastructures/cluster: controlPlaneTopology {odd:?} is unknown"
        )),
        _ => Part::unreadable("infrastructures/cluster has no controlPlaneTopology"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_topologies_we_know_are_taken_for_our_own() {
        let read = |object: Value| infrastructure(&object).unwrap().topology;
        let of = |text: &str| read(json!({"status": {"controlPlaneTopology": text}}));
        assert_eq!(of("External"), Part::Known(Topology::External));
        for own in ["HighlyAvailable", "HighlyAvailableArbiter", "DualReplica", "SingleReplica"] {
            assert_eq!(of(own), Part::Known(Topology::Own));
        }
        for odd in ["", "external", "External ", "Whatever"] {
            assert!(of(odd).is_unreadable(), "{odd:?}");
        }
        assert!(read(json!({})).is_unreadable());
    }

    #[test]
    fn the_platform_is_where_it_was_written_over_the_years() {
        let of = |status: Value| infrastructure(&json!({"status": status})).unwrap().platform;
        let vsphere = Part::Known("VSphere".to_owned());
        assert_eq!(of(json!({"platformStatus": {"type": "VSphere"}, "platform": "None"})), vsphere);
        assert_eq!(of(json!({"platform": "VSphere"})), vsphere);
        for odd in [json!({}), json!({"platform": ""})] {
            assert!(of(odd.clone()).is_unreadable(), "{odd}");
        }
        for odd in [json!({"platformStatus": 7}), json!(7)] {
            assert!(infrastructure(&json!({"status": odd})).is_err(), "{odd}");
        }
    }
}
