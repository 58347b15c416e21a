//! The control plane: its operators, their progress, and the time remaining.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::estimate::{self, UpdateTiming};
use super::nodes::NodeReport;
use super::pools::PoolReport;
use super::reported;
use crate::cluster::{Cluster, HistoryEntry};
use crate::condition_type::{ClusterOperatorCondition, ClusterVersionCondition};
use crate::objects::cluster_operator::Operator;
use crate::part::Part;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;

#[derive(Debug, Clone)]
pub struct ControlPlane {
    pub assessment: Assessment,
    pub target: ControlPlaneTarget,
    pub completion: Completion,
    pub started: Option<Timestamp>,
    /// When it completed, if it did.
    pub completed: Option<Timestamp>,
    pub duration: SignedDuration,
    pub remaining: Remaining,
    pub health: OperatorCounts,
    pub operators: Vec<OperatorReport>,
    /// None if there is no such pool.
    pub nodes: Option<PoolReport>,
    /// Whether other nodes are still updating to the release.
    pub is_followed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Assessment {
    Completed,
    Progressing,
    /// Longer than estimated.
    #[serde(rename = "Progressing - Slow")]
    Slow,
    /// So much longer that it is unlikely to complete without help.
    Stalled,
}

/// The target release and the previous one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlPlaneTarget {
    pub version: String,
    /// None for a new install.
    pub previous: Option<String>,
    /// The previous update never completed.
    pub previous_incomplete: bool,
    pub new_install: bool,
    /// From a single architecture to multi-architecture.
    pub to_multi_arch: bool,
}

/// Counts of operators.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Completion {
    pub updated: usize,
    pub updating: usize,
    pub waiting: usize,
    pub total: usize,
}

/// The estimated time remaining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remaining {
    Nothing,
    /// There are no measurements of updates to multi-architecture.
    NotKnown,
    /// The operators are unknown.
    NoData,
    About(SignedDuration),
    /// The estimated duration, which has passed.
    Overdue {
        estimated: SignedDuration,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OperatorCounts {
    pub healthy: usize,
    pub unavailable: usize,
    pub degraded: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum OperatorHealth {
    Healthy,
    Unavailable,
    Degraded,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorReport {
    pub name: String,
    pub updated: bool,
    pub progressing: Status,
    pub unavailable: bool,
    pub degraded: bool,
    /// When it started or stopped updating, and what it reports about that.
    pub since: Option<Timestamp>,
    pub reason: String,
    pub message: String,
}

/// oc: pkg/cli/admin/upgrade/status/controlplane.go:326
const SLOW_BY: SignedDuration = SignedDuration::from_mins(10);
const MACHINE_CONFIG: &str = "machine-config";

pub(crate) fn assess(snapshot: &Snapshot, nodes: Option<PoolReport>) -> ControlPlane {
    let platform = snapshot.operators.items().iter().filter(|operator| operator.of_the_platform);
    let operators: Vec<OperatorReport> =
        platform.map(|operator| OperatorReport::new(operator, snapshot)).collect();
    let completion = Completion::new(&operators);
    let newest = snapshot.cluster.history.first();
    let started = newest.map_or_else(
        || {
            snapshot
                .cluster
                .condition(ClusterVersionCondition::Progressing)
                .and_then(|said| said.since)
        },
        |newest| newest.started,
    );
    let completed = newest.filter(|newest| newest.completed).and_then(|newest| newest.ended);
    let is_completed = newest.is_some_and(|newest| newest.completed) && completion.is_whole();
    // Without a history, the start of the update is unknown.
    let since = started.filter(|_| newest.is_some());
    let elapsed = since.map(|since| completed.unwrap_or(snapshot.instant()).duration_since(since));
    let elapsed = elapsed.unwrap_or_default();
    let target = ControlPlaneTarget::new(&snapshot.cluster);
    let left = match completion.total {
        _ if is_completed => Some(SignedDuration::ZERO),
        // Without progress there is no estimate.
        0 => None,
        _ => Some(left(snapshot, &operators, (started, elapsed))),
    };
    let estimated = left.map_or(Remaining::NoData, |left| remaining(&target, left, elapsed));
    let at_least = reported::left_of_control_plane(snapshot).filter(|_| !is_completed);
    ControlPlane {
        assessment: assessment(is_completed, left.unwrap_or_default()),
        remaining: estimated.at_least(at_least),
        health: OperatorCounts::new(&operators),
        duration: elapsed,
        target,
        completion,
        started,
        completed: completed.filter(|_| is_completed),
        operators,
        nodes,
        is_followed: false,
    }
}

fn assessment(completed: bool, left: SignedDuration) -> Assessment {
    match left {
        _ if completed => Assessment::Completed,
        left if left < -SLOW_BY => Assessment::Stalled,
        left if left.is_negative() => Assessment::Slow,
        _ => Assessment::Progressing,
    }
}

fn remaining(
    target: &ControlPlaneTarget,
    left: SignedDuration,
    elapsed: SignedDuration,
) -> Remaining {
    match left {
        SignedDuration::ZERO => Remaining::Nothing,
        _ if target.to_multi_arch => Remaining::NotKnown,
        left if left < -SLOW_BY => {
            let estimated = elapsed.checked_add(left).unwrap_or(elapsed);
            Remaining::Overdue { estimated: SignedDuration::from_mins(estimated.as_mins()) }
        }
        left => Remaining::About(left),
    }
}

impl Remaining {
    /// Extends an estimate to the end that informers expect. Whether it is overdue, and by how
    /// much, is decided without them.
    fn at_least(self, told: Option<SignedDuration>) -> Self {
        match (self, told) {
            (Self::Nothing | Self::Overdue { .. }, Some(told)) => Self::About(told),
            (Self::About(left), Some(told)) if left < told => Self::About(told),
            (Self::NotKnown | Self::NoData | Self::About(_), Some(_)) | (_, None) => self,
        }
    }
}

/// Returns the estimated time remaining.
fn left(
    snapshot: &Snapshot,
    operators: &[OperatorReport],
    (started, elapsed): (Option<Timestamp>, SignedDuration),
) -> SignedDuration {
    let completion = Completion::new(operators);
    let behind: Vec<&OperatorReport> = operators.iter().filter(|one| !one.updated).collect();
    let last = match behind.as_slice() {
        [last] if last.name == MACHINE_CONFIG && last.progressing == Status::True => last.since,
        _ => operators.iter().filter_map(|operator| operator.since).max(),
    };
    let history = !snapshot.cluster.history.is_empty();
    let to_last_progress = match (started, last) {
        (Some(started), Some(last)) if history && last > started => last.duration_since(started),
        (Some(started), _) if history => snapshot.instant().duration_since(started),
        _ => SignedDuration::ZERO,
    };
    estimate::remaining(&UpdateTiming {
        usual: usual(&snapshot.cluster.history),
        to_last_progress,
        so_far: if history { elapsed } else { SignedDuration::ZERO },
        completion: completion.share(),
    })
}

/// The duration of the last completed update on this cluster; not of the current one, nor of the
/// installation.
fn usual(history: &[HistoryEntry]) -> SignedDuration {
    // oc: pkg/cli/admin/upgrade/status/controlplane.go:336-348
    const HOUR: SignedDuration = SignedDuration::from_hours(1);
    let past = history.get(1..history.len().saturating_sub(1)).unwrap_or_default();
    let completed = past.iter().find(|past| past.completed);
    let took = completed.and_then(|past| Some(past.ended?.duration_since(past.started?)));
    took.unwrap_or(HOUR)
}

impl ControlPlaneTarget {
    pub(crate) fn new(cluster: &Cluster) -> Self {
        let unknown = || "unknown".to_owned();
        let text = |past: &HistoryEntry| match past.version.text() {
            "" => unknown(),
            text => text.to_owned(),
        };
        let (newest, before) = (cluster.history.first(), cluster.history.get(1));
        let incomplete = before.is_some_and(|before| !before.completed);
        let requested = cluster.requested.as_ref();
        let multi = cluster.desired.architecture.as_deref() == Some("Multi")
            || requested.is_some_and(|requested| requested.architecture == "Multi");
        Self {
            version: newest.map_or_else(unknown, text),
            previous: before.map(text).or(newest.is_none().then(unknown)),
            previous_incomplete: incomplete,
            new_install: newest.is_some() && before.is_none(),
            // The architecture decides: another image of the same version may be a fix.
            to_multi_arch: cluster.kept_version() && multi && !incomplete,
        }
    }
}

impl Completion {
    fn new(operators: &[OperatorReport]) -> Self {
        let count = |which: fn(&OperatorReport) -> bool| {
            operators.iter().filter(|operator| which(operator)).count()
        };
        Self {
            updated: count(|operator| operator.updated),
            updating: count(OperatorReport::is_updating),
            waiting: count(|one| !one.updated && one.progressing == Status::False),
            total: operators.len(),
        }
    }

    fn is_whole(self) -> bool {
        self.updated == self.total
    }

    #[expect(clippy::cast_precision_loss, reason = "there are a few dozen operators")]
    fn share(self) -> f64 {
        if self.total == 0 { 0.0 } else { self.updated as f64 / self.total as f64 }
    }
}

impl OperatorCounts {
    fn new(operators: &[OperatorReport]) -> Self {
        let unavailable = operators.iter().filter(|operator| operator.unavailable).count();
        let degraded = operators.iter().filter(|operator| operator.degraded).count();
        Self { healthy: operators.len() - unavailable - degraded, unavailable, degraded }
    }
}

impl OperatorReport {
    fn new(operator: &Operator, snapshot: &Snapshot) -> Self {
        let progressing = operator.conditions.get(ClusterOperatorCondition::Progressing);
        let unavailable =
            !operator.conditions.is(ClusterOperatorCondition::Available, Status::True);
        Self {
            name: operator.name.clone(),
            updated: operator.runs(snapshot.cluster.desired.version.text())
                && !runs_another_image(operator, snapshot),
            progressing: operator.conditions.status(ClusterOperatorCondition::Progressing),
            unavailable,
            degraded: !unavailable && operator.is_degraded(),
            since: progressing.and_then(|said| said.since),
            reason: progressing.map(|said| said.reason.clone()).unwrap_or_default(),
            message: progressing.map(|said| said.message.clone()).unwrap_or_default(),
        }
    }

    pub fn health(&self) -> OperatorHealth {
        match (self.unavailable, self.degraded) {
            (true, _) => OperatorHealth::Unavailable,
            (false, true) => OperatorHealth::Degraded,
            (false, false) => OperatorHealth::Healthy,
        }
    }

    pub fn is_updating(&self) -> bool {
        !self.updated && self.progressing == Status::True
    }
}

/// An update to multi-architecture keeps the version: the image identifies it.
fn runs_another_image(operator: &Operator, snapshot: &Snapshot) -> bool {
    let image = match &snapshot.machine_config_image {
        Part::Known(image) => Some(image),
        Part::NotServed => None,
        Part::NotRead | Part::Unreadable { .. } => return false,
    };
    operator.name == MACHINE_CONFIG
        && operator.image.as_ref().is_some_and(|runs| Some(runs) != image)
}

impl ControlPlane {
    /// Returns the nodes, most important first.
    pub fn nodes(&self) -> &[NodeReport] {
        self.nodes.as_ref().map_or(&[], |pool| &pool.nodes)
    }
}

impl Assessment {
    /// Returns its name for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Completed => "Completed",
            Self::Progressing => "Progressing",
            Self::Slow => "Progressing - Slow",
            Self::Stalled => "Stalled",
        }
    }
}
