//! The progress of an update: the control plane, and the pools after it.

pub mod control_plane;
pub(crate) mod estimate;
pub mod nodes;
pub mod pools;
pub(crate) mod reported;

use crate::objects::machine_config_pool::CONTROL_PLANE;
use crate::progress::control_plane::ControlPlane;
use crate::progress::pools::PoolReport;
use crate::snapshot::Snapshot;

/// What `status` reports and `wait` waits for.
#[derive(Debug, Clone)]
pub struct UpdateProgress {
    pub control_plane: ControlPlane,
    /// In the order of the API, including the control plane's.
    pub pools: Vec<PoolReport>,
}

impl UpdateProgress {
    pub fn new(snapshot: &Snapshot) -> Self {
        let pools = pools::assess(snapshot);
        let own = pools.iter().find(|pool| pool.name == CONTROL_PLANE).cloned();
        let is_followed = pools.iter().any(|pool| pool.name != CONTROL_PLANE && pool.is_behind());
        let control_plane = ControlPlane { is_followed, ..control_plane::assess(snapshot, own) };
        Self { control_plane, pools }
    }
}
