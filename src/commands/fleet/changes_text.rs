//! The lines of `upgrade fleet --watch`: what changed on a cluster.

use crate::commands::fleet::view::FleetEntry;
use upgrade_core::fleet::{FleetChange, FleetPhase, changes};

impl FleetEntry {
    /// Returns what is known about a cluster at first.
    pub(crate) fn introduction(&self) -> String {
        let cluster = self.cluster.as_ref();
        let version = cluster.and_then(|cluster| cluster.version.as_ref());
        let version = version.map(|version| format!(", on {version}")).unwrap_or_default();
        let grave = self.insight.as_ref().filter(|insight| insight.grave);
        let insight = grave.map(|insight| format!("; {}", insight.summary)).unwrap_or_default();
        let error = self.error.as_ref().map(|error| format!(": {}", error.cause));
        format!("{}{version}{insight}{}", self.state_text(), error.unwrap_or_default())
    }

    /// Returns what changed since an earlier read.
    pub(crate) fn changes(&self, before: &Self) -> Vec<String> {
        let changes = changes(&before.situation(), &self.situation());
        changes.iter().map(|change| self.words(change)).collect()
    }

    fn words(&self, change: &FleetChange) -> String {
        match change {
            FleetChange::State(state, _) if !state.is_read() => {
                let error = self.error.as_ref().map(|error| format!(": {}", error.cause));
                format!("{}{}", state.text(), error.unwrap_or_default())
            }
            FleetChange::State(state, None) => state.text().to_owned(),
            FleetChange::State(state, Some(progress)) => {
                let what = match progress.phase {
                    FleetPhase::ControlPlane => "operators",
                    FleetPhase::Nodes => "nodes",
                };
                format!("{}, {what} {}/{}", state.text(), progress.updated, progress.total)
            }
            FleetChange::Version(version) => format!("on {version}"),
            FleetChange::Channel(Some(channel)) => format!("channel set to {channel}"),
            FleetChange::Channel(None) => "channel cleared".to_owned(),
            FleetChange::Newest(Some(version)) => format!("newest recommended update: {version}"),
            FleetChange::Newest(None) => "no recommended update".to_owned(),
            FleetChange::Insight(summary) => format!("new insight: {summary}"),
            FleetChange::Resolved(summary) => format!("resolved: {summary}"),
        }
    }
}
