//! Infrastructure → who runs the control plane, and what the cluster runs on.

use serde_json::Value;

use super::cluster_version::filled;
use crate::api::infrastructure::Infrastructure;
use crate::domain::cluster::Topology;
use crate::domain::risk::Platform;
use crate::translate::decode::{BadObject, typed};

pub(crate) fn topology(object: &Value) -> Result<Topology, BadObject> {
    let infrastructure: Infrastructure = typed(object)?;
    let topology = infrastructure.status.and_then(|status| status.control_plane_topology);
    Ok(match topology.as_ref().map(|text| text.0.as_str()) {
        Some("External") => Topology::External,
        Some("HighlyAvailable" | "HighlyAvailableArbiter" | "DualReplica" | "SingleReplica") => {
            Topology::Own
        }
        Some(odd) if !odd.is_empty() => Topology::Unknown {
            why: format!("controlPlaneTopology of infrastructures/cluster is {odd:?}"),
        },
        _ => Topology::Unknown {
            why: "infrastructures/cluster does not state controlPlaneTopology".to_owned(),
        },
    })
}

/// Returns what the cluster runs on.
pub(crate) fn platform(object: &Value) -> Platform {
    let infrastructure: Infrastructure = match typed(object) {
        Ok(infrastructure) => infrastructure,
        Err(bad) => return Platform::Unknown { why: format!("infrastructures/cluster: {bad}") },
    };
    let status = infrastructure.status.unwrap_or_default();
    let named = filled(status.platform_status.unwrap_or_default().r#type);
    match named.or(filled(status.platform)) {
        Some(name) => Platform::Known(name),
        None => Platform::Unknown {
            why: "infrastructures/cluster does not state platformStatus.type".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_topologies_we_know_are_taken_for_our_own() {
        let of = |text: &str| topology(&json!({"status": {"controlPlaneTopology": text}})).unwrap();
        assert_eq!(of("External"), Topology::External);
        for own in ["HighlyAvailable", "HighlyAvailableArbiter", "DualReplica", "SingleReplica"] {
            assert_eq!(of(own), Topology::Own);
        }
        for odd in ["", "external", "External ", "Whatever"] {
            assert!(matches!(of(odd), Topology::Unknown { .. }), "{odd:?}");
        }
        assert!(matches!(topology(&json!({})).unwrap(), Topology::Unknown { .. }));
    }

    #[test]
    fn the_platform_is_where_it_was_written_over_the_years() {
        let of = |status: Value| platform(&json!({"status": status}));
        let vsphere = Platform::Known("VSphere".to_owned());
        assert_eq!(of(json!({"platformStatus": {"type": "VSphere"}, "platform": "None"})), vsphere);
        assert_eq!(of(json!({"platform": "VSphere"})), vsphere);
        for odd in [json!({}), json!({"platform": ""}), json!({"platformStatus": 7}), json!(7)] {
            assert!(matches!(of(odd.clone()), Platform::Unknown { .. }), "{odd}");
        }
    }
}
