//! What an `UpdateStatus` says: pools, and what informers find during an update.

pub mod object;

use jiff::{SignedDuration, Timestamp};

use crate::insight::{Insight, Object};
use crate::pre_checks::InformerResult;
use upgrade_graph::condition::Conditions;

/// What the update status controller keeps in its one object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedStatus {
    /// When the controller was last seen alive.
    pub heartbeat: Option<Timestamp>,
    /// When the controller ended; none while it works, and where it does not say.
    pub ended: Option<Timestamp>,
    /// `UpdatePending` and `UpdateActive` of the control plane.
    pub control_plane: Conditions,
    pub pools: Vec<ReportedPool>,
    pub informers: Vec<InformerResult>,
}

/// A pool of whatever kind, and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedPool {
    pub object: Object,
    /// `UpdatePending` and `UpdateActive`.
    pub conditions: Conditions,
}

impl ReportedStatus {
    /// Returns whether somebody keeps it, or may: not every controller says when it was last alive.
    pub(crate) fn may_be_current(&self, now: Timestamp) -> bool {
        match self.heartbeat {
            Some(_) => is_alive(self.heartbeat, now),
            None => self.ended.is_none(),
        }
    }

    /// Returns every insight with the name of its informer.
    pub(crate) fn insights(&self) -> impl Iterator<Item = (&str, &Insight)> {
        let all = self.informers.iter();
        all.flat_map(|one| one.insights.iter().map(|insight| (one.name.as_str(), insight)))
    }
}

const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(2); // a controller that is silent for longer is gone

/// Returns whether a controller with this sign of life is at work.
pub fn is_alive(heartbeat: Option<Timestamp>, now: Timestamp) -> bool {
    heartbeat.is_some_and(|seen| now.duration_since(seen).abs() <= SILENT_AFTER)
}
