//! The content of an `UpdateStatus`: pools, and the insights of informers during an update.

pub mod object;

use jiff::{SignedDuration, Timestamp};

use crate::insight::{Insight, Object};
use crate::pre_checks::InformerResult;
use upgrade_graph::condition::Conditions;

/// What the update status controller reports in its only object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedStatus {
    /// The last heartbeat of the controller.
    pub heartbeat: Option<Timestamp>,
    /// When the controller ended; none while it runs, and if it does not report that.
    pub ended: Option<Timestamp>,
    /// `UpdatePending` and `UpdateActive` of the control plane.
    pub control_plane: Conditions,
    pub pools: Vec<ReportedPool>,
    pub informers: Vec<InformerResult>,
}

/// A pool of any kind, and its insights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedPool {
    pub object: Object,
    /// `UpdatePending` and `UpdateActive`.
    pub conditions: Conditions,
}

impl ReportedStatus {
    /// Returns whether a controller maintains it, or may: not every controller writes heartbeats.
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

const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(2); // a controller without a heartbeat for longer has ended

/// Returns whether a controller with this heartbeat is running.
pub fn is_alive(heartbeat: Option<Timestamp>, now: Timestamp) -> bool {
    heartbeat.is_some_and(|seen| now.duration_since(seen).abs() <= SILENT_AFTER)
}
