//! `UpdateStatusReport`: how far an update is, whether it is well, and how long it may still take.

use schemars::JsonSchema;
use serde::Serialize;

use super::ApiVersion;
use super::cluster::{ClusterView, filled};
use super::insight::InsightView;
use crate::domain::status::{
    Assessment, ControlPlane, Counts, Hold, NodeAssessment, NodeReport, OperatorReport, Phase,
    PoolAssessment, PoolReport, Remaining, Report, Scene, Verdict, stands_out,
};

/// How far an update is
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateStatusReport {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Whether anything is on its way to another release
    pub(crate) updating: bool,
    /// What `--exit-code` ends with: 0 at rest, 5 failing or stalled, 7 progressing
    pub(crate) verdict: VerdictView,
    /// A request that the cluster does not accept
    pub(crate) refused: Option<RefusedView>,
    pub(crate) control_plane: ControlPlaneView,
    /// Without the control plane's
    pub(crate) pools: Vec<PoolView>,
    /// Gravest first
    pub(crate) insights: Vec<InsightView>,
    /// What could not be read, and what else there is to know
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    /// Whether every part could be read; if not, what is not said to be amiss may be
    pub(crate) complete: bool,
    #[serde(skip)]
    pub(crate) details: Details,
    /// Seconds since the update began.
    #[serde(skip)]
    pub(crate) since_start: Option<i64>,
}

/// Which parts are told in full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Details {
    pub(crate) nodes: bool,
    pub(crate) health: bool,
    pub(crate) operators: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
enum Kind {
    UpdateStatusReport,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum VerdictView {
    AtRest,
    Stuck,
    Progressing,
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
    pub(crate) assessment: String,
    pub(crate) target: TargetView,
    pub(crate) completion: CompletionView,
    /// RFC 3339
    pub(crate) started_at: Option<String>,
    /// RFC 3339; null until it is completed
    pub(crate) completed_at: Option<String>,
    pub(crate) duration_seconds: i64,
    /// An estimate; less than nothing where it is overdue, null where there is none
    pub(crate) estimated_remaining_seconds: Option<i64>,
    pub(crate) operators: Vec<OperatorView>,
    pub(crate) nodes: Vec<NodeView>,
    #[serde(skip)]
    pub(crate) health: [usize; 3],
    #[serde(skip)]
    pub(crate) remaining: RemainingView,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetView {
    pub(crate) version: String,
    /// What it comes from; null for a new install
    pub(crate) previous: Option<String>,
    /// Whether the release before was never completed
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
    /// Healthy, Unavailable or Degraded
    pub(crate) health: String,
    pub(crate) updated: bool,
    pub(crate) updating: bool,
    /// Since when it is updating or not; RFC 3339
    pub(crate) since: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) message: Option<String>,
    #[serde(skip)]
    pub(crate) age: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PoolView {
    pub(crate) name: String,
    pub(crate) assessment: String,
    pub(crate) paused: bool,
    pub(crate) completion: PoolCompletionView,
    /// What matters most first
    pub(crate) nodes: Vec<NodeView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct PoolCompletionView {
    pub(crate) percent: u64,
    pub(crate) updated: usize,
    pub(crate) total: usize,
    pub(crate) available: usize,
    pub(crate) progressing: usize,
    pub(crate) draining: usize,
    pub(crate) excluded: usize,
    pub(crate) degraded: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeView {
    pub(crate) name: String,
    pub(crate) assessment: String,
    pub(crate) phase: String,
    pub(crate) version: Option<String>,
    /// +10m, +5m, ? where it is not known, - where nothing is left
    pub(crate) estimate: String,
    pub(crate) message: String,
    /// Pods that disruption budgets keep on it; filled in with `--details=nodes`
    pub(crate) held_by: Vec<HoldView>,
    #[serde(skip)]
    pub(crate) stands_out: bool,
    /// Updated, available, progressing, draining, excluded.
    #[serde(skip)]
    pub(crate) counted: [bool; 5],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct HoldView {
    pub(crate) pod: String,
    pub(crate) budget: String,
}

/// How the text tells what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RemainingView {
    Nothing,
    NotKnown,
    NoData,
    About(i64),
    Overdue { estimated: i64 },
}

impl UpdateStatusReport {
    pub(crate) fn of(scene: &Scene, report: &Report, details: Details) -> Self {
        let mut notes = report.notes.clone();
        notes.extend(report.asides.iter().map(super::insight::summary));
        notes.extend(homeless(report));
        notes.extend(super::insight::alerts_note(&scene.cluster.alerts));
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateStatusReport,
            cluster: ClusterView::of(&scene.cluster),
            updating: report.updating,
            verdict: match report.verdict() {
                Verdict::AtRest => VerdictView::AtRest,
                Verdict::Stuck => VerdictView::Stuck,
                Verdict::Progressing => VerdictView::Progressing,
            },
            refused: report.refused.as_ref().map(|(target, said)| RefusedView {
                target: target.clone(),
                reason: said.reason.clone(),
                message: said.message.clone(),
            }),
            control_plane: ControlPlaneView::of(scene, &report.control_plane),
            pools: report.pools.iter().map(|pool| PoolView::of(scene, pool)).collect(),
            insights: report.insights.iter().map(|one| InsightView::of(one, scene.now)).collect(),
            notes,
            warnings: scene.cluster.oddities.clone(),
            complete: report.complete,
            details,
            since_start: report
                .control_plane
                .started
                .map(|at| scene.now.duration_since(at).as_secs()),
        }
    }

    /// Returns whether both say the same, whenever they say it.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let timeless = |report: &Self| {
            let mut report = report.clone();
            report.since_start = None;
            report.control_plane.duration_seconds = 0;
            report.control_plane.estimated_remaining_seconds = None;
            report.control_plane.remaining = RemainingView::Nothing;
            report.control_plane.operators.iter_mut().for_each(|operator| operator.age = None);
            report.insights.iter_mut().for_each(|insight| insight.age = None);
            report
        };
        timeless(self) == timeless(other)
    }
}

impl ControlPlaneView {
    fn of(scene: &Scene, plane: &ControlPlane) -> Self {
        let assessment = match plane.assessment {
            Assessment::Completed => "Completed",
            Assessment::Progressing => "Progressing",
            Assessment::Slow => "Progressing - Slow",
            Assessment::Stalled => "Stalled",
        };
        let done = &plane.completion;
        let remaining = match plane.remaining {
            Remaining::Nothing => RemainingView::Nothing,
            Remaining::NotKnown => RemainingView::NotKnown,
            Remaining::NoData => RemainingView::NoData,
            Remaining::About(left) => RemainingView::About(left.as_secs()),
            Remaining::Overdue { estimated } => {
                RemainingView::Overdue { estimated: estimated.as_secs() }
            }
        };
        let seconds = plane.duration.round(jiff::Unit::Second).unwrap_or(plane.duration).as_secs();
        let target = &plane.target;
        Self {
            assessment: assessment.to_owned(),
            target: TargetView {
                version: target.version.clone(),
                previous: target.previous.clone(),
                previous_incomplete: target.previous_incomplete,
                new_install: target.new_install,
                to_multi_arch: target.to_multi_arch,
            },
            completion: CompletionView {
                percent: percent(done.updated, done.total),
                updated: done.updated,
                updating: done.updating,
                waiting: done.waiting,
                total: done.total,
            },
            started_at: plane.started.map(|at| at.to_string()),
            completed_at: plane.completed.map(|at| at.to_string()),
            duration_seconds: seconds,
            estimated_remaining_seconds: match remaining {
                RemainingView::Nothing => Some(0),
                RemainingView::NotKnown | RemainingView::NoData => None,
                RemainingView::About(left) => Some(left),
                RemainingView::Overdue { estimated } => Some(estimated - seconds),
            },
            operators: plane.operators.iter().map(|one| OperatorView::of(one, scene)).collect(),
            nodes: plane.nodes().iter().map(|node| NodeView::of(node, scene)).collect(),
            health: [plane.health.healthy, plane.health.unavailable, plane.health.degraded],
            remaining,
        }
    }
}

impl OperatorView {
    fn of(operator: &OperatorReport, scene: &Scene) -> Self {
        let health = match (operator.unavailable, operator.degraded) {
            (true, _) => "Unavailable",
            (_, true) => "Degraded",
            _ => "Healthy",
        };
        let OperatorReport { name, updated, since, reason, message, .. } = operator;
        Self {
            name: name.clone(),
            health: health.to_owned(),
            updated: *updated,
            updating: operator.is_updating(),
            since: since.map(|at| at.to_string()),
            reason: filled(reason),
            message: filled(message),
            age: since.map(|since| scene.now.duration_since(since).as_secs()),
        }
    }
}

impl PoolView {
    fn of(scene: &Scene, pool: &PoolReport) -> Self {
        let assessment = match pool.assessment {
            PoolAssessment::Empty => "Empty",
            PoolAssessment::Completed => "Completed",
            PoolAssessment::Pending => "Pending",
            PoolAssessment::Degraded => "Degraded",
            PoolAssessment::Excluded => "Excluded",
            PoolAssessment::Progressing => "Progressing",
        };
        let Counts { total, available, progressing, draining, excluded, degraded, outdated } =
            pool.counts();
        let updated = total - outdated;
        let percent = percent(updated, total);
        Self {
            name: pool.name.clone(),
            assessment: assessment.to_owned(),
            paused: pool.paused,
            completion: PoolCompletionView {
                percent,
                updated,
                total,
                available,
                progressing,
                draining,
                excluded,
                degraded,
            },
            nodes: pool.nodes.iter().map(|node| NodeView::of(node, scene)).collect(),
        }
    }
}

impl NodeView {
    fn of(node: &NodeReport, scene: &Scene) -> Self {
        let held = scene.holds.get(&node.name).map(Vec::as_slice).unwrap_or_default();
        let hold = |hold: &Hold| HoldView { pod: hold.pod.clone(), budget: hold.budget.clone() };
        Self {
            name: node.name.clone(),
            assessment: assessment(node.assessment).to_owned(),
            phase: phase(node.phase).to_owned(),
            version: node.version.clone(),
            estimate: node.estimate().to_owned(),
            message: node.message.clone(),
            held_by: held.iter().filter(|_| node.phase == Phase::Draining).map(hold).collect(),
            stands_out: stands_out(node),
            counted: [
                !node.is_outdated(),
                !node.unavailable,
                node.assessment == NodeAssessment::Progressing,
                node.phase == Phase::Draining,
                node.phase == Phase::Paused,
            ],
        }
    }
}

/// Nodes that no pool selects are in no table.
fn homeless(report: &Report) -> Option<String> {
    match report.homeless {
        0 => None,
        1 => Some("1 node belongs to no machine config pool".to_owned()),
        nodes => Some(format!("{nodes} nodes belong to no machine config pool")),
    }
}

fn assessment(assessment: NodeAssessment) -> &'static str {
    match assessment {
        NodeAssessment::Degraded => "Degraded",
        NodeAssessment::Unavailable => "Unavailable",
        NodeAssessment::Progressing => "Progressing",
        NodeAssessment::Excluded => "Excluded",
        NodeAssessment::Outdated => "Outdated",
        NodeAssessment::Completed => "Completed",
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draining => "Draining",
        Phase::Updating => "Updating",
        Phase::Rebooting => "Rebooting",
        Phase::Paused => "Paused",
        Phase::Pending => "Pending",
        Phase::Updated => "Updated",
    }
}

/// Rounds halves to even, as the reference client's tables do.
pub(crate) fn percent(part: usize, whole: usize) -> u64 {
    if whole == 0 {
        return 0;
    }
    let (part, whole) = (part as u64 * 100, whole as u64);
    let (down, rest) = (part / whole, 2 * (part % whole));
    match rest.cmp(&whole) {
        std::cmp::Ordering::Less => down,
        std::cmp::Ordering::Greater => down + 1,
        std::cmp::Ordering::Equal => down + down % 2,
    }
}
