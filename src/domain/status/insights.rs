//! What is wrong, or worth knowing, while an update runs.

use jiff::{SignedDuration, Timestamp};

use super::ControlPlane;
use super::nodes::{ComplaintKind, NodeReport};
use super::pools::PoolReport;
use super::told::{self, Saying};
use crate::domain::alert::Alert;
use crate::domain::cluster::Past;
use crate::domain::condition::{Condition, Status};
use crate::domain::operator::Operator;
use crate::domain::precheck::{Impact, Level, Object};
use crate::domain::snapshot::Snapshot;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Insight {
    pub(crate) kind: Kind,
    pub(crate) level: Level,
    pub(crate) since: Option<Timestamp>,
    pub(crate) resource: Resource,
    /// Worth a word beside the table that people know: what takes no part in the update, or could
    /// not be told in full.
    pub(crate) aside: bool,
}

/// What it is about; words are the view's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    NoFailingCondition,
    Failing(Condition),
    /// The release before was never completed; the last that was.
    PreviousIncomplete {
        version: String,
        current: String,
        last_complete: Option<String>,
    },
    OperatorUnavailable(Condition),
    OperatorDegraded(Condition),
    NodeUnavailable {
        complaints: Vec<(ComplaintKind, String)>,
        degraded: Option<String>,
    },
    NodeDegraded {
        reason: String,
    },
    PoolPaused,
    PoolCannotRender(Condition),
    Alert {
        alert: Alert,
        known: bool,
        during: bool,
    },
    /// What an informer says.
    Told(Box<Saying>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resource {
    ClusterVersion,
    ClusterOperator(String),
    Node(String),
    Pool(String),
    Alert {
        namespace: String,
        name: String,
    },
    /// What an informer names.
    Objects(Vec<Object>),
}

const UNWELL_AFTER: SignedDuration = SignedDuration::from_mins(5);
const UNAVAILABLE_ERROR_AFTER: SignedDuration = SignedDuration::from_mins(20);
const DEGRADED_ERROR_AFTER: SignedDuration = SignedDuration::from_mins(40);
/// Alerts that matter to updates whenever they began.
const KNOWN_ALERTS: [&str; 2] = ["PodDisruptionBudgetLimit", "PodDisruptionBudgetAtLimit"];

/// Collects everything, gravest first, and among equals the newest.
pub(super) fn collect(
    snapshot: &Snapshot,
    plane: &ControlPlane,
    pools: &[PoolReport],
    moves: bool,
) -> Vec<Insight> {
    let mut insights = Vec::new();
    for pool in pools {
        insights.extend(pool.nodes.iter().flat_map(|node| of_node(node, snapshot.instant())));
        insights.extend(of_pool(pool));
    }
    insights.extend(alerts(snapshot, plane));
    insights.extend(failing(snapshot));
    for operator in snapshot.operators.items() {
        insights.extend(of_operator(operator, snapshot.instant()));
    }
    insights.extend(previous_incomplete(snapshot, plane));
    insights.extend(told::insights(snapshot, moves));
    insights.sort_by_key(|insight| std::cmp::Reverse((insight.level, insight.since)));
    insights
}

impl Insight {
    /// Returns whether the update will hardly go on by itself.
    pub(crate) fn is_grave(&self) -> bool {
        match &self.kind {
            Kind::Failing(said) => said.status == Status::True,
            Kind::NodeDegraded { .. } | Kind::PoolCannotRender(_) => true,
            _ => false,
        }
    }

    /// Returns a name of the matter that stays the same.
    pub(crate) fn uid(&self) -> &str {
        match &self.kind {
            Kind::NoFailingCondition => "NoFailingCondition",
            Kind::Failing(_) => "Failing",
            Kind::PreviousIncomplete { .. } => "PreviousUpdateIncomplete",
            Kind::OperatorUnavailable(_) => "OperatorUnavailable",
            Kind::OperatorDegraded(_) => "OperatorDegraded",
            Kind::NodeUnavailable { .. } => "NodeUnavailable",
            Kind::NodeDegraded { .. } => "NodeDegraded",
            Kind::PoolPaused => "PoolPaused",
            Kind::PoolCannotRender(_) => "PoolCannotRender",
            Kind::Alert { .. } => "AlertFiring",
            Kind::Told(saying) => &saying.insight.uid,
        }
    }

    pub(crate) fn impact(&self) -> Impact {
        match &self.kind {
            Kind::NoFailingCondition
            | Kind::Failing(_)
            | Kind::NodeDegraded { .. }
            | Kind::PoolPaused
            | Kind::PoolCannotRender(_) => Impact::UpdateStalled,
            Kind::PreviousIncomplete { .. } => Impact::None,
            Kind::OperatorUnavailable(_) | Kind::OperatorDegraded(_) => Impact::ApiAvailability,
            Kind::NodeUnavailable { .. } => Impact::UpdateSpeed,
            Kind::Alert { .. } => Impact::Unknown,
            Kind::Told(saying) => saying.insight.impact.clone(),
        }
    }
}

fn failing(snapshot: &Snapshot) -> Option<Insight> {
    let insight = |kind, since| Insight {
        kind,
        level: Level::Warning,
        since,
        resource: Resource::ClusterVersion,
        aside: false,
    };
    match snapshot.cluster.condition("Failing") {
        None => Some(insight(Kind::NoFailingCondition, Some(snapshot.instant()))),
        Some(said) if said.status != Status::False => {
            Some(insight(Kind::Failing(said.clone()), said.since))
        }
        Some(_) => None,
    }
}

fn previous_incomplete(snapshot: &Snapshot, plane: &ControlPlane) -> Option<Insight> {
    let history = &snapshot.cluster.history;
    let before = history.get(1).filter(|before| !before.completed)?;
    if plane.completed.is_some() {
        return None;
    }
    let text = |past: &Past| past.version.text().to_owned();
    let last_complete = history.iter().skip(2).find(|past| past.completed).map(text);
    Some(Insight {
        kind: Kind::PreviousIncomplete {
            version: text(before),
            current: plane.target.version.clone(),
            last_complete,
        },
        level: Level::Warning,
        since: history.first().and_then(|newest| newest.started),
        resource: Resource::ClusterVersion,
        aside: false,
    })
}

/// An operator is unwell for a while before that is worth a word.
fn of_operator(operator: &Operator, now: Timestamp) -> Vec<Insight> {
    let age = |said: &Condition| said.age(now).unwrap_or(SignedDuration::MAX);
    let insight = |kind: Kind, said: &Condition, error_after| Insight {
        kind,
        level: if age(said) > error_after { Level::Error } else { Level::Warning },
        since: said.since,
        resource: Resource::ClusterOperator(operator.name.clone()),
        aside: !operator.of_the_platform || said.status == Status::Unknown,
    };
    let long = |kind: &str, healthy: Status| {
        let said = operator.conditions.get(kind);
        said.filter(|said| said.status != healthy && age(said) > UNWELL_AFTER).cloned()
    };
    let unavailable = long("Available", Status::True);
    let degraded = long("Degraded", Status::False).filter(|said| said.status == Status::True);
    let unavailable = unavailable.map(|said| {
        insight(Kind::OperatorUnavailable(said.clone()), &said, UNAVAILABLE_ERROR_AFTER)
    });
    let degraded = degraded
        .map(|said| insight(Kind::OperatorDegraded(said.clone()), &said, DEGRADED_ERROR_AFTER));
    unavailable.into_iter().chain(degraded).collect()
}

fn of_node(node: &NodeReport, now: Timestamp) -> Vec<Insight> {
    let insight = |kind, level, since| Insight {
        kind,
        level,
        since,
        resource: Resource::Node(node.name.clone()),
        aside: false,
    };
    let mut insights = Vec::new();
    if !node.serious(now).is_empty() && !node.updating {
        let all = &node.complaints;
        let since = all.iter().filter_map(|complaint| complaint.since).min();
        let complaints =
            all.iter().map(|complaint| (complaint.kind, complaint.message.clone())).collect();
        let degraded = node.degraded.then(|| node.reason.clone());
        insights.push(insight(
            Kind::NodeUnavailable { complaints, degraded },
            Level::Warning,
            since,
        ));
    }
    if node.degraded {
        let kind = Kind::NodeDegraded { reason: node.reason.clone() };
        insights.push(insight(kind, Level::Error, None));
    }
    insights
}

fn of_pool(pool: &PoolReport) -> Vec<Insight> {
    let resource = || Resource::Pool(pool.name.clone());
    let paused = pool.keeps_back().then(|| Insight {
        kind: Kind::PoolPaused,
        level: Level::Warning,
        since: pool.paused_since,
        resource: resource(),
        aside: false,
    });
    let render = pool.render_degraded.as_ref().map(|said| Insight {
        kind: Kind::PoolCannotRender(said.clone()),
        level: Level::Error,
        since: said.since,
        resource: resource(),
        aside: true,
    });
    paused.into_iter().chain(render).collect()
}

fn alerts(snapshot: &Snapshot, plane: &ControlPlane) -> Vec<Insight> {
    // After its end an update can do nothing for an alert.
    let span = (plane.started, plane.completed.filter(|_| !plane.is_followed));
    snapshot.alerts.items().iter().filter_map(|alert| of_alert(alert, span)).collect()
}

fn of_alert(
    alert: &Alert,
    (started, completed): (Option<Timestamp>, Option<Timestamp>),
) -> Option<Insight> {
    let level = match alert.severity.as_str() {
        "warning" => Level::Warning,
        "critical" => Level::Critical,
        _ => return None,
    };
    let known = KNOWN_ALERTS.contains(&alert.name.as_str());
    let during = match (started, alert.since) {
        (Some(started), Some(since)) => {
            started < since && completed.is_none_or(|completed| since <= completed)
        }
        _ => false,
    };
    if alert.name.is_empty() || alert.state == "pending" || !(known || during) {
        return None;
    }
    Some(Insight {
        kind: Kind::Alert { alert: alert.clone(), known, during },
        level,
        since: alert.since,
        resource: Resource::Alert { namespace: alert.namespace.clone(), name: alert.name.clone() },
        aside: alert.runbook.is_empty(),
    })
}
