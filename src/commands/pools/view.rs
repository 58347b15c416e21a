//! `PoolList`: the machine config pools of a cluster.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::pools::{self, PoolOverview, PoolWaitReason};
use upgrade_core::progress::pools::{NodeCounts, PoolAssessment};
use upgrade_core::snapshot::Snapshot;

/// The machine config pools of a cluster
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Whether the control plane is hosted; its nodes belong to NodePools of the management cluster
    pub(crate) hosted_control_plane: bool,
    /// The control plane's first, then by name
    pub(crate) pools: Vec<PoolItemView>,
    pub(crate) warnings: Vec<String>,
    /// The command that resumes all paused pools; none for files, which cannot be changed.
    #[serde(skip)]
    pub(crate) resume: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    PoolList,
}

/// One machine config pool
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolItemView {
    pub(crate) name: String,
    /// As `status` reports it
    pub(crate) assessment: PoolAssessment,
    /// Null if nothing is known about its nodes
    pub(crate) nodes: Option<usize>,
    /// Nodes on the version of the control plane's update
    pub(crate) updated: Option<usize>,
    pub(crate) degraded: Option<usize>,
    /// Nodes without the configuration that the pool wants; they change when it is not paused
    pub(crate) pending: Option<usize>,
    /// How many nodes may update at the same time
    pub(crate) at_once: usize,
    pub(crate) paused: bool,
    /// RFC 3339; null if it is not paused, or if the cluster does not report that
    pub(crate) paused_since: Option<String>,
    /// The field manager that paused it, such as `kubectl-patch`; null if unknown
    pub(crate) paused_by: Option<String>,
    /// The versions of its nodes, newest first; empty if they are unknown
    pub(crate) versions: Vec<String>,
    /// Null if it waits for nothing
    pub(crate) waits_for: Option<PoolWaitView>,
    /// How long it has been paused.
    #[serde(skip)]
    pub(crate) paused_for: Option<jiff::SignedDuration>,
}

/// What a pool waits for
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoolWaitView {
    pub(crate) reason: PoolWaitReason,
    pub(crate) message: String,
}

impl PoolList {
    pub(crate) fn new(snapshot: &Snapshot, invocation: &Invocation) -> Self {
        let overview = pools::overview(snapshot);
        let paused = overview.iter().filter(|one| one.pool.paused);
        let paused: Vec<&str> = paused.map(|one| one.pool.name.as_str()).collect();
        let words = ["pools", "resume"].into_iter().chain(paused.iter().copied());
        let resume =
            (!paused.is_empty() && !invocation.reads_files()).then(|| invocation.command(words));
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::PoolList,
            cluster: ClusterView::new(&snapshot.cluster),
            hosted_control_plane: snapshot.is_hosted(),
            pools: overview.iter().map(|one| PoolItemView::new(one, snapshot)).collect(),
            warnings: warnings(snapshot),
            resume,
        }
    }
}

/// What could not be read.
pub(crate) fn warnings(snapshot: &Snapshot) -> Vec<String> {
    snapshot.cluster.oddities.iter().chain(&snapshot.notes).cloned().collect()
}

impl PoolItemView {
    fn new(overview: &PoolOverview, snapshot: &Snapshot) -> Self {
        let PoolOverview { pool, report, pending, versions, waits_for } = overview;
        let counts = report.counts;
        let total = counts.map(|counts| counts.total).or(pending.map(|pending| pending.total));
        let since = pool.paused_since();
        Self {
            name: pool.name.clone(),
            assessment: report.assessment,
            nodes: total,
            updated: counts.map(NodeCounts::updated),
            degraded: counts.map(|counts| counts.degraded),
            pending: pending.map(|pending| pending.nodes),
            at_once: pool.at_once(total.unwrap_or_default()),
            paused: pool.paused,
            paused_since: since.map(|since| since.to_string()),
            paused_by: pool.paused_by().map(str::to_owned),
            versions: versions.clone(),
            waits_for: waits_for
                .as_ref()
                .map(|wait| PoolWaitView { reason: wait.reason, message: wait.message.clone() }),
            paused_for: since.zip(snapshot.now).map(|(since, now)| now.duration_since(since)),
        }
    }
}
