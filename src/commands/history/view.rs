//! `UpdateHistory`: past updates, their duration, and the risks that were accepted.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, filled};
use upgrade_core::cluster::{Cluster, HistoryEntry};

/// The past updates of a cluster, newest first
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateHistory {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Newest first, at most `--limit`
    pub(crate) history: Vec<HistoryEntryView>,
    /// The number of updates in the history
    pub(crate) total: usize,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdateHistory,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryEntryView {
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) state: HistoryStateView,
    /// RFC 3339
    pub(crate) started: Option<String>,
    /// When it completed, or was replaced by another; null while it is in progress
    pub(crate) ended: Option<String>,
    /// From start to end, or to now while it is in progress; null if the times are unknown
    pub(crate) duration_seconds: Option<i64>,
    /// Whether the signature of the release was verified; null if the cluster does not report it
    pub(crate) verified: Option<bool>,
    /// What the cluster recorded about accepted risks and skipped checks
    pub(crate) accepted_risks: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum HistoryStateView {
    /// Completed
    Completed,
    /// In progress
    UnderWay,
    /// Replaced by another update before it completed
    NeverCompleted,
}

impl UpdateHistory {
    pub(crate) fn new(cluster: &Cluster, limit: Option<usize>) -> Self {
        let shown = cluster.history.iter().take(limit.unwrap_or(usize::MAX)).enumerate();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateHistory,
            cluster: ClusterView::new(cluster),
            history: shown
                .map(|(place, past)| HistoryEntryView::new(past, place == 0, cluster.now))
                .collect(),
            total: cluster.history.len(),
            warnings: cluster.oddities.clone(),
        }
    }
}

#[cfg(test)]
impl UpdateHistory {
    /// Two releases that took an hour each.
    pub(crate) fn sample() -> Self {
        let mut cluster = upgrade_core::testing::cluster("4.6.23");
        cluster.history.push(upgrade_core::testing::past("4.6.21"));
        Self::new(&cluster, None)
    }
}

impl HistoryEntryView {
    fn new(past: &HistoryEntry, newest: bool, now: Option<Timestamp>) -> Self {
        let state = match (past.completed, newest) {
            (true, _) => HistoryStateView::Completed,
            (false, true) => HistoryStateView::UnderWay,
            (false, false) => HistoryStateView::NeverCompleted,
        };
        let until = past.ended.or(now.filter(|_| state == HistoryStateView::UnderWay));
        let duration = past.started.zip(until).map(|(from, to)| to.duration_since(from).as_secs());
        Self {
            version: filled(past.version.text()),
            image: filled(&past.image),
            state,
            started: past.started.map(|at| at.to_string()),
            ended: past.ended.map(|at| at.to_string()),
            duration_seconds: duration.filter(|seconds| *seconds >= 0),
            verified: past.verified,
            accepted_risks: past.accepted_risks.clone(),
        }
    }
}
