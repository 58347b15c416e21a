//! What an `UpdateStatus` of the cluster adds to a status report.

use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::pre_checks::view::{InformerView, ObjectView, ScopeView};
use crate::output::parts::cluster::{ConditionView, filled};
use upgrade_core::progress::pools::PoolAssessment;
use upgrade_core::reported_status::{ReportedStatus, is_alive};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{NodeSelection, OtherPool, ReportedBy, StatusInsight, StatusReport};
use upgrade_graph::condition::Conditions;

/// What the update status controller reports, apart from the insights of informers
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateStatusView {
    /// The last heartbeat of the controller; RFC 3339
    pub(crate) heartbeat_time: Option<String>,
    /// When the controller ended; RFC 3339. Null while it runs, and if it does not report that
    pub(crate) ended_time: Option<String>,
    /// Whether the last heartbeat is less than two minutes old
    pub(crate) alive: bool,
    /// `UpdatePending` and `UpdateActive` of the control plane
    pub(crate) control_plane: Vec<ConditionView>,
    /// The same for pools of any kind
    pub(crate) worker_pools: Vec<ReportedPoolView>,
    /// The informers that were queried
    pub(crate) informers: Vec<InformerView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedPoolView {
    pub(crate) pool: ObjectView,
    pub(crate) conditions: Vec<ConditionView>,
}

/// The informer that reports an insight, and when
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedInsightView {
    pub(crate) name: String,
    /// `informer/scope/uid`, with a hash of the scope
    pub(crate) id: String,
    pub(crate) uid: String,
    pub(crate) scope: ScopeView,
    /// When the data behind it was acquired; RFC 3339
    pub(crate) acquisition_time: Option<String>,
    /// What to do
    pub(crate) action: Option<String>,
    /// When it is expected to end; RFC 3339
    pub(crate) estimated_finish: Option<String>,
    /// False if it is shown until it is no longer reported, even after the update
    pub(crate) resolved: Option<bool>,
}

/// A pool that only the UpdateStatus reports
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OtherPoolView {
    pub(crate) pool: ObjectView,
    /// Completed, Progressing, Pending, Excluded if it is paused, or Unknown
    pub(crate) assessment: ReportedAssessment,
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    /// As informers report it; null if they do not
    pub(crate) estimated_remaining_seconds: Option<i64>,
    /// Kind, namespace and name.
    #[serde(skip)]
    pub(crate) label: String,
}

/// What the UpdateStatus reports about a pool
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ReportedAssessment {
    Told(PoolAssessment),
    NotTold(NotReported),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum NotReported {
    Unknown,
}

/// The nodes that `--node` and `--selector` choose
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeSelectionView {
    pub(crate) nodes: Vec<String>,
    /// The number of insights that do not concern them and are omitted
    pub(crate) other_insights: usize,
}

impl UpdateStatusView {
    pub(crate) fn new(snapshot: &Snapshot) -> Option<Self> {
        let ReportedStatus { heartbeat, ended, control_plane, pools, informers } =
            snapshot.reported.known()?;
        let conditions = |all: &Conditions| all.0.iter().map(ConditionView::new).collect();
        Some(Self {
            heartbeat_time: heartbeat.map(|at| at.to_string()),
            ended_time: ended.map(|at| at.to_string()),
            alive: is_alive(*heartbeat, snapshot.instant()),
            control_plane: conditions(control_plane),
            worker_pools: pools
                .iter()
                .map(|pool| ReportedPoolView {
                    pool: ObjectView::new(&pool.object),
                    conditions: conditions(&pool.conditions),
                })
                .collect(),
            informers: informers.iter().map(InformerView::new).collect(),
        })
    }
}

/// Notes that the data may be stale.
pub(crate) fn note(snapshot: &Snapshot, report: &StatusReport) -> Option<String> {
    let told =
        snapshot.reported.known().filter(|told| !is_alive(told.heartbeat, snapshot.instant()))?;
    let shown = report.insights.iter().any(|one| one.reported_by.is_some());
    if !(shown || report.updating) {
        return None;
    }
    Some(match (told.heartbeat, told.ended) {
        (None, Some(at)) => {
            format!(
                "the update status controller ended at {at}; insights of informers are from that time"
            )
        }
        (Some(at), _) => format!(
            "the last heartbeat of the update status controller was at {at}; insights of \
             informers are from that time"
        ),
        (None, None) => {
            "the UpdateStatus has no heartbeatTime: insights of informers may be stale".to_owned()
        }
    })
}

impl ReportedInsightView {
    pub(crate) fn new(shown: &StatusInsight) -> Option<Self> {
        let StatusInsight { insight, reported_by } = shown;
        let ReportedBy { informer, id } = reported_by.as_ref()?;
        let remediation = &insight.remediation;
        Some(Self {
            name: informer.clone(),
            id: id.text().to_owned(),
            uid: insight.uid.clone(),
            scope: ScopeView::new(&insight.scope),
            acquisition_time: insight.acquired.map(|at| at.to_string()),
            action: remediation.action.clone(),
            estimated_finish: remediation.finish.map(|at| at.to_string()),
            resolved: remediation.resolved,
        })
    }
}

impl OtherPoolView {
    pub(crate) fn new(pool: &OtherPool) -> Self {
        let OtherPool { object, assessment, said, left } = pool;
        let said = said.as_ref();
        Self {
            pool: ObjectView::new(object),
            assessment: ReportedAssessment::new(*assessment),
            reason: said.and_then(|said| filled(&said.reason)),
            message: said.and_then(|said| filled(&said.message)),
            estimated_remaining_seconds: left.map(|left| left.as_secs()),
            label: pool.label(),
        }
    }
}

impl ReportedAssessment {
    fn new(told: Option<PoolAssessment>) -> Self {
        told.map_or(Self::NotTold(NotReported::Unknown), Self::Told)
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Told(assessment) => assessment.text(),
            Self::NotTold(NotReported::Unknown) => "Unknown",
        }
    }
}

impl NodeSelectionView {
    pub(crate) fn new(chosen: &NodeSelection) -> Self {
        let nodes = chosen.nodes.iter().cloned().collect();
        Self { nodes, other_insights: chosen.elsewhere.len() }
    }

    /// Notes nodes that are in no table, and that none matches.
    pub(crate) fn notes(chosen: &NodeSelection) -> Vec<String> {
        if chosen.nodes.is_empty() {
            return vec!["no node matches".to_owned()];
        }
        let nodes_without_pool = chosen.nodes_without_pool.iter();
        let said = nodes_without_pool
            .map(|name| format!("node {name} is in no known machine config pool"));
        said.collect()
    }
}
