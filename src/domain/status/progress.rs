//! How far an update is: the control plane and the pools that follow it.

use super::control_plane::{self, ControlPlane};
use super::pools::{self, PoolReport};
use crate::domain::pool::CONTROL_PLANE;
use crate::domain::snapshot::Snapshot;

#[derive(Debug, Clone)]
pub(crate) struct UpdateProgress {
    pub(crate) control_plane: ControlPlane,
    /// In the order of the API, the control plane's among them.
    pub(crate) pools: Vec<PoolReport>,
}

impl UpdateProgress {
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let pools = pools::assess(snapshot);
        let own = pools.iter().find(|pool| pool.name == CONTROL_PLANE).cloned();
        let behind = |pool: &PoolReport| !pool.nodes.is_empty() && !pool.is_completed();
        let is_followed = pools.iter().any(|pool| pool.name != CONTROL_PLANE && behind(pool));
        let control_plane = ControlPlane { is_followed, ..control_plane::assess(snapshot, own) };
        Self { control_plane, pools }
    }
}
