//! What changed on a cluster between two reads.

use super::{FleetProgress, FleetState};

/// The part of a row that a watch reports on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetSituation {
    pub state: FleetState,
    pub progress: Option<FleetProgress>,
    pub version: Option<String>,
    pub channel: Option<String>,
    pub newest: Option<String>,
    /// The most severe insight, if it needs attention.
    pub insight: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FleetChange {
    /// The state, or the progress of the update.
    State(FleetState, Option<FleetProgress>),
    /// Another release is completed.
    Version(String),
    Channel(Option<String>),
    /// The newest recommended update.
    Newest(Option<String>),
    Insight(String),
    /// No insight needs attention any more.
    Resolved(String),
}

/// Returns what changed. While a cluster cannot be read, only that is known.
pub fn changes(before: &FleetSituation, after: &FleetSituation) -> Vec<FleetChange> {
    let mut changes = Vec::new();
    if (before.state, before.progress) != (after.state, after.progress) {
        changes.push(FleetChange::State(after.state, after.progress));
    }
    if !(before.state.is_read() && after.state.is_read()) {
        return changes;
    }
    if let Some(version) = after.version.clone().filter(|_| before.version != after.version) {
        changes.push(FleetChange::Version(version));
    }
    if before.channel != after.channel {
        changes.push(FleetChange::Channel(after.channel.clone()));
    }
    if before.newest != after.newest {
        changes.push(FleetChange::Newest(after.newest.clone()));
    }
    match (&before.insight, &after.insight) {
        (before, Some(after)) if before.as_ref() != Some(after) => {
            changes.push(FleetChange::Insight(after.clone()));
        }
        (Some(before), None) => changes.push(FleetChange::Resolved(before.clone())),
        (Some(_) | None, Some(_)) | (None, None) => {}
    }
    changes
}
