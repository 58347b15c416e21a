//! Infrastructure → who runs the control plane.

use serde_json::Value;

use super::documents::{BadObject, typed};
use crate::api::infrastructure::Infrastructure;
use crate::domain::cluster::Topology;

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
}
