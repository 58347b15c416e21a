//! What an `UpdateStatus` says: pools, and what informers find during an update.

use jiff::{SignedDuration, Timestamp};

use super::condition::Conditions;
use super::precheck::{InformerResult, Object};

/// What the update status controller keeps in its one object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ReportedStatus {
    /// When the controller was last seen alive.
    pub(crate) heartbeat: Option<Timestamp>,
    /// `UpdatePending` and `UpdateActive` of the control plane.
    pub(crate) control_plane: Conditions,
    pub(crate) pools: Vec<ReportedPool>,
    pub(crate) informers: Vec<InformerResult>,
}

/// A pool of whatever kind, and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedPool {
    pub(crate) object: Object,
    /// `UpdatePending` and `UpdateActive`.
    pub(crate) conditions: Conditions,
}

const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(2); // a controller that is silent for longer is gone

/// Returns whether a controller with this sign of life is at work.
pub(crate) fn is_alive(heartbeat: Option<Timestamp>, now: Timestamp) -> bool {
    heartbeat.is_some_and(|seen| now.duration_since(seen).abs() <= SILENT_AFTER)
}
