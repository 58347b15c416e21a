//! Infrastructure → who runs the control plane.

use serde_json::Value;

use super::documents::{BadObject, typed};
use crate::api::infrastructure::Infrastructure;
use crate::domain::cluster::Topology;

pub(crate) fn topology(object: &Value) -> Result<Topology, BadObject> {
    let infrastructure: Infrastructure = typed(object)?;
    let topology = infrastructure.status.and_then(|status| status.control_plane_topology);
    Ok(match topology.as_deref() {
        Some("External") => Topology::External,
        Some(_) => Topology::Own,
        None => Topology::Unknown {
            why: "infrastructures/cluster does not state controlPlaneTopology".to_owned(),
        },
    })
}
