//! `UpdateStatusReport`: the progress and health of an update, and the time remaining.

use schemars::JsonSchema;
use serde::Serialize;

use super::insight_view::InsightView;
use super::pool_view::{PoolCompletionView, PoolView, StatusNodeView, percent};
use super::reported_view::{self, NodeSelectionView, OtherPoolView, UpdateStatusView};
use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, filled};
use upgrade_core::progress::control_plane::{
    Assessment, Completion, OperatorHealth, OperatorReport, Remaining,
};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{Outlook, StatusReport, StatusVerdict};

/// The progress of an update
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateStatusReport {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Whether an update is in progress
    pub(crate) updating: bool,
    /// The code that `--exit-code` exits with: 0 at rest, 5 failing or stalled, 7 progressing
    pub(crate) verdict: StatusVerdict,
    /// A request that the cluster does not accept
    pub(crate) refused: Option<RefusedView>,
    pub(crate) control_plane: ControlPlaneView,
    /// All but the control plane
    pub(crate) pools: Vec<PoolView>,
    /// Pools of other kinds that the cluster's UpdateStatus reports; omitted if there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) other_pools: Vec<OtherPoolView>,
    /// Most severe first; only those of chosen nodes, if nodes are chosen
    pub(crate) insights: Vec<InsightView>,
    /// Omitted if the cluster has no UpdateStatus
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) update_status: Option<UpdateStatusView>,
    /// Omitted if all nodes are shown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chosen: Option<NodeSelectionView>,
    /// What could not be read, and other notes
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    /// Whether every part could be read; if not, insights may be missing
    pub(crate) complete: bool,
    /// Notes on the update, apart from its insights.
    #[serde(skip)]
    pub(crate) outlook: Option<Outlook>,
    #[serde(skip)]
    pub(crate) details: StatusDetail,
    /// The command that resumes the paused pools with nodes that are not updated.
    #[serde(skip)]
    pub(crate) resume: Option<String>,
    /// Seconds since the update began.
    #[serde(skip)]
    pub(crate) since_start: Option<i64>,
}

/// Which parts are shown in full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct StatusDetail {
    pub(crate) nodes: bool,
    pub(crate) health: bool,
    pub(crate) operators: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
enum Kind {
    UpdateStatusReport,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct RefusedView {
    pub(crate) target: String,
    pub(crate) reason: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ControlPlaneView {
    pub(crate) assessment: Assessment,
    pub(crate) target: ControlPlaneTargetView,
    /// Of operators; null if no update is in progress, or if none could be read
    pub(crate) completion: Option<CompletionView>,
    /// Of all of its nodes; null if there are none, or if nothing is known about them
    pub(crate) node_completion: Option<PoolCompletionView>,
    /// RFC 3339
    pub(crate) started_at: Option<String>,
    /// RFC 3339; null until it is completed
    pub(crate) completed_at: Option<String>,
    pub(crate) duration_seconds: i64,
    /// An estimate; negative if it is overdue, null if there is none
    pub(crate) estimated_remaining_seconds: Option<i64>,
    pub(crate) operators: Vec<OperatorView>,
    /// Only the nodes that `--node` and `--selector` choose
    pub(crate) nodes: Vec<StatusNodeView>,
    #[serde(skip)]
    pub(crate) health: [usize; 3],
    #[serde(skip)]
    pub(crate) remaining: Remaining,
    /// The progress of operators, also without an update.
    #[serde(skip)]
    pub(crate) counted: Option<CompletionView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ControlPlaneTargetView {
    pub(crate) version: String,
    /// The previous release; null for a new install
    pub(crate) previous: Option<String>,
    /// Whether the previous update never completed
    pub(crate) previous_incomplete: bool,
    #[serde(skip)]
    pub(crate) new_install: bool,
    #[serde(skip)]
    pub(crate) to_multi_arch: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct CompletionView {
    pub(crate) percent: u64,
    pub(crate) updated: usize,
    pub(crate) updating: usize,
    pub(crate) waiting: usize,
    pub(crate) total: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct OperatorView {
    pub(crate) name: String,
    pub(crate) health: OperatorHealth,
    pub(crate) updated: bool,
    pub(crate) updating: bool,
    /// When it started or stopped updating; RFC 3339
    pub(crate) since: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    #[serde(skip)]
    pub(crate) age: Option<i64>,
}

impl UpdateStatusReport {
    pub(crate) fn new(snapshot: &Snapshot, report: &StatusReport, details: StatusDetail) -> Self {
        let mut notes = report.notes.clone();
        notes.extend(nodes_without_pool(report));
        notes.extend(crate::commands::status::insight_view::alerts_note(&snapshot.alerts));
        notes.extend(reported_view::note(snapshot, report));
        notes.extend(report.chosen.iter().flat_map(NodeSelectionView::notes));
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateStatusReport,
            cluster: ClusterView::new(&snapshot.cluster),
            updating: report.updating,
            verdict: report.verdict(),
            refused: report.refused.as_ref().map(|(target, said)| RefusedView {
                target: target.clone(),
                reason: said.reason.clone(),
                message: said.message.clone(),
            }),
            control_plane: ControlPlaneView::new(snapshot, report),
            pools: report.pools.iter().map(|pool| PoolView::new(snapshot, pool)).collect(),
            other_pools: report.others.iter().map(OtherPoolView::new).collect(),
            update_status: UpdateStatusView::new(snapshot),
            chosen: report.chosen.as_ref().map(NodeSelectionView::new),
            insights: report
                .insights
                .iter()
                .map(|one| InsightView::new(one, snapshot.instant()))
                .collect(),
            notes,
            warnings: snapshot.cluster.oddities.clone(),
            complete: report.complete,
            outlook: report.outlook(),
            details,
            resume: None,
            since_start: report
                .control_plane
                .started
                .map(|at| snapshot.instant().duration_since(at).as_secs()),
        }
    }

    /// Adds the command that resumes pools whose nodes stay behind; none for files.
    #[must_use]
    pub(crate) fn with_commands(mut self, invocation: &Invocation) -> Self {
        let is_held = |pool: &&PoolView| {
            pool.paused && pool.completion.as_ref().is_some_and(|done| done.excluded > 0)
        };
        let held = self.pools.iter().filter(is_held).map(|pool| pool.name.as_str());
        let held: Vec<&str> = held.collect();
        if !held.is_empty() && !invocation.reads_files() {
            self.resume = Some(invocation.command(["pools", "resume"].into_iter().chain(held)));
        }
        self
    }

    /// Returns whether both report the same, apart from the time.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let timeless = |report: &Self| {
            let mut report = report.clone();
            report.since_start = None;
            report.control_plane.duration_seconds = 0;
            report.control_plane.estimated_remaining_seconds = None;
            report.control_plane.remaining = Remaining::Nothing;
            report.control_plane.operators.iter_mut().for_each(|operator| operator.age = None);
            report.pools.iter_mut().for_each(|pool| pool.estimated_remaining_seconds = None);
            report.other_pools.iter_mut().for_each(|pool| pool.estimated_remaining_seconds = None);
            for insight in &mut report.insights {
                insight.age = None;
                if let Some(informer) = &mut insight.informer {
                    informer.acquisition_time = None;
                }
            }
            if let Some(told) = &mut report.update_status {
                told.heartbeat_time = None;
            }
            report
        };
        timeless(self) == timeless(other)
    }
}

impl ControlPlaneView {
    fn new(snapshot: &Snapshot, report: &StatusReport) -> Self {
        let plane = &report.control_plane;
        let seconds = plane.duration.round(jiff::Unit::Second).unwrap_or(plane.duration).as_secs();
        let target = &plane.target;
        Self {
            assessment: plane.assessment,
            target: ControlPlaneTargetView {
                version: target.version.clone(),
                previous: target.previous.clone(),
                previous_incomplete: target.previous_incomplete,
                new_install: target.new_install,
                to_multi_arch: target.to_multi_arch,
            },
            completion: CompletionView::new(plane.completion).filter(|_| report.updating),
            counted: CompletionView::new(plane.completion),
            node_completion: plane
                .nodes
                .as_ref()
                .and_then(|pool| PoolCompletionView::new(pool.counts)),
            started_at: plane.started.map(|at| at.to_string()),
            completed_at: plane.completed.map(|at| at.to_string()),
            duration_seconds: seconds,
            estimated_remaining_seconds: match plane.remaining {
                Remaining::Nothing => Some(0),
                Remaining::NotKnown | Remaining::NoData => None,
                Remaining::About(left) => Some(left.as_secs()),
                Remaining::Overdue { estimated } => Some(estimated.as_secs() - seconds),
            },
            operators: plane.operators.iter().map(|one| OperatorView::new(one, snapshot)).collect(),
            nodes: plane.nodes().iter().map(|node| StatusNodeView::new(node, snapshot)).collect(),
            health: [plane.health.healthy, plane.health.unavailable, plane.health.degraded],
            remaining: plane.remaining,
        }
    }
}

impl CompletionView {
    /// No operators: nothing is completed.
    fn new(done: Completion) -> Option<Self> {
        let Completion { updated, updating, waiting, total } = done;
        (total > 0).then(|| Self {
            percent: percent(updated, total),
            updated,
            updating,
            waiting,
            total,
        })
    }
}

impl OperatorView {
    fn new(operator: &OperatorReport, snapshot: &Snapshot) -> Self {
        let OperatorReport { name, updated, since, reason, message, .. } = operator;
        Self {
            name: name.clone(),
            health: operator.health(),
            updated: *updated,
            updating: operator.is_updating(),
            since: since.map(|at| at.to_string()),
            reason: filled(reason),
            message: filled(message),
            age: since.map(|since| snapshot.instant().duration_since(since).as_secs()),
        }
    }
}

/// Nodes that no pool selects are in no table.
fn nodes_without_pool(report: &StatusReport) -> Option<String> {
    match report.nodes_without_pool {
        0 => None,
        1 => Some("1 node belongs to no machine config pool".to_owned()),
        nodes => Some(format!("{nodes} nodes belong to no machine config pool")),
    }
}
