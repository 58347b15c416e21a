//! What is wrong, or worth knowing, in words.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::update_status::SayingView;
use crate::domain::alert::Alert;
use crate::domain::condition::{Condition, Status};
use crate::domain::links::{HISTORY, MACHINES, PAUSED, RUNBOOKS};
use crate::domain::part::Part;
use crate::domain::precheck::{Level, Object};
use crate::domain::status::{ComplaintKind, Insight, Kind, Resource};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct InsightView {
    /// Critical, Error, Warning, Unknown, Info or Status
    pub(crate) level: String,
    pub(crate) impact: String,
    /// RFC 3339; null where it is not known
    pub(crate) since: Option<String>,
    pub(crate) summary: String,
    pub(crate) description: String,
    /// Where to read more
    pub(crate) reference: Option<String>,
    /// As `kind.group: name`; what only an informer knows as `Kind: namespace/name`
    pub(crate) resources: Vec<String>,
    /// How long it lasts, in seconds.
    #[serde(skip)]
    pub(crate) age: Option<i64>,
    /// Who says so, where it is told by the cluster's UpdateStatus
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) informer: Option<SayingView>,
    /// Whether somebody should look at it.
    #[serde(skip)]
    pub(crate) grave: bool,
}

impl InsightView {
    pub(crate) fn of(insight: &Insight, now: Timestamp) -> Self {
        Self {
            level: insight.level.title().to_owned(),
            impact: insight.impact().title().to_owned(),
            since: insight.since.map(|since| since.to_string()),
            summary: summary(insight),
            description: description(insight),
            reference: reference(&insight.kind),
            resources: resources(&insight.resource),
            age: insight.since.map(|since| now.duration_since(since).as_secs()),
            informer: match &insight.kind {
                Kind::Told(saying) => Some(SayingView::of(saying)),
                _ => None,
            },
            grave: insight.level > Level::Info,
        }
    }
}

/// Returns why alerts were not looked at.
pub(super) fn alerts_note(alerts: &Part<Vec<Alert>>) -> Option<String> {
    match alerts {
        Part::Known(_) | Part::NotRead => None,
        Part::NotServed => Some("alerts were not checked: the files hold none".to_owned()),
        Part::Unreadable { why, .. } => Some(format!("alerts were not checked: {why}")),
    }
}

pub(super) fn summary(insight: &Insight) -> String {
    let name = match &insight.resource {
        Resource::ClusterVersion | Resource::Objects(_) => "version",
        Resource::ClusterOperator(name)
        | Resource::Node(name)
        | Resource::Pool(name)
        | Resource::Alert { name, .. } => name,
    };
    let because = |said: &Condition| match said.reason.as_str() {
        "" => String::new(),
        reason => format!(" ({reason})"),
    };
    match &insight.kind {
        Kind::NoFailingCondition => "Cluster Version version has no Failing condition".to_owned(),
        Kind::Failing(said) => {
            let is = if said.status == Status::True { "is" } else { "may be" };
            format!(
                "Cluster Version version {is} failing to proceed with the update{}",
                because(said)
            )
        }
        Kind::PreviousIncomplete { version, last_complete, .. } => {
            let last = last_complete.as_deref().unwrap_or("unknown");
            format!("Previous update to {version} never completed, last complete update was {last}")
        }
        Kind::OperatorUnavailable(said) => {
            let is = if said.status == Status::False { "is" } else { "may be" };
            format!("Cluster Operator {name} {is} unavailable{}", because(said))
        }
        Kind::OperatorDegraded(said) => {
            format!("Cluster Operator {name} is degraded{}", because(said))
        }
        Kind::NodeUnavailable { complaints, .. } => {
            let said =
                complaints.iter().map(|(kind, _)| format!("Node {name} {}", complaint(*kind)));
            said.collect::<Vec<_>>().join(" | ")
        }
        Kind::NodeDegraded { .. } => format!("Node {name} is degraded"),
        Kind::PoolPaused => {
            format!("Outdated nodes in a paused pool '{name}' will not be updated")
        }
        Kind::PoolCannotRender(said) => {
            format!("Machine config pool {name} cannot render its configuration{}", because(said))
        }
        Kind::Alert { alert, .. } => format!("Alert is firing: {}", title(alert)),
        Kind::Told(saying) => saying.insight.summary.clone(),
    }
}

fn complaint(kind: ComplaintKind) -> &'static str {
    match kind {
        ComplaintKind::NotReady => "is not ready",
        ComplaintKind::DiskPressure => "has disk pressure",
        ComplaintKind::NetworkUnavailable => "has unavailable network",
        ComplaintKind::Unschedulable | ComplaintKind::Processing => kind.text(),
    }
}

fn description(insight: &Insight) -> String {
    let said = |message: &str| match message.trim() {
        "" => "<no message>".to_owned(),
        message => message.to_owned(),
    };
    match &insight.kind {
        Kind::NoFailingCondition => {
            "The cluster does not report whether it is failing: the logs of \
             its cluster-version operator tell whether that one runs"
                .to_owned()
        }
        Kind::Failing(condition)
        | Kind::OperatorUnavailable(condition)
        | Kind::OperatorDegraded(condition)
        | Kind::PoolCannotRender(condition) => said(&condition.message),
        Kind::PreviousIncomplete { version, current, .. } => {
            format!("The update to {current} began before the one to {version} was complete")
        }
        Kind::NodeUnavailable { degraded: Some(reason), .. } | Kind::NodeDegraded { reason } => {
            said(reason)
        }
        Kind::NodeUnavailable { complaints, .. } => {
            let told = complaints.iter().map(|(kind, message)| {
                format!(
                    "Node has a condition with Reason {:?} and message {message:?}",
                    kind.text()
                )
            });
            told.collect::<Vec<_>>().join(" | ")
        }
        Kind::PoolPaused => "The pool is paused, which stops all changes to its nodes, updates \
             included: resume it to let them go on"
            .to_owned(),
        Kind::Alert { alert, known, during } => alert_description(alert, (*known, *during)),
        Kind::Told(saying) => saying.insight.description.clone(),
    }
}

fn title(alert: &Alert) -> &str {
    if alert.summary.is_empty() { &alert.name } else { &alert.summary }
}

/// Tells of an alert that is known to matter, or not, and began during the update, or before.
fn alert_description(alert: &Alert, known_during: (bool, bool)) -> String {
    let began = match known_during {
        (true, true) => "Alert known to affect updates started firing during the update.",
        (true, false) => {
            "Alert known to affect updates has been firing since before the update started."
        }
        (false, _) => "Alert started firing during the update.",
    };
    let told = match (alert.description.as_str(), alert.message.as_str()) {
        ("", "") => "The alert has no description.".to_owned(),
        (text, "") | ("", text) => format!("The alert description is: {text}"),
        (description, message) => format!("The alert description is: {description} | {message}"),
    };
    format!("{began} {told}")
}

fn reference(kind: &Kind) -> Option<String> {
    let text = match kind {
        Kind::OperatorUnavailable(_) => format!("{RUNBOOKS}/ClusterOperatorDown.md"),
        Kind::OperatorDegraded(_) | Kind::Failing(_) | Kind::NoFailingCondition => {
            format!("{RUNBOOKS}/ClusterOperatorDegraded.md")
        }
        Kind::PreviousIncomplete { .. } => HISTORY.to_owned(),
        Kind::NodeUnavailable { .. } | Kind::NodeDegraded { .. } | Kind::PoolCannotRender(_) => {
            MACHINES.to_owned()
        }
        Kind::PoolPaused => PAUSED.to_owned(),
        Kind::Alert { alert, .. } => alert.runbook.clone(),
        Kind::Told(saying) => saying.insight.remediation.reference.clone().unwrap_or_default(),
    };
    Some(text).filter(|text| !text.is_empty())
}

fn resources(resource: &Resource) -> Vec<String> {
    let alert = "alerts.config.openshift.io";
    let text = match resource {
        Resource::ClusterVersion => kind("ClusterVersion", "version"),
        Resource::ClusterOperator(name) => kind("ClusterOperator", name),
        Resource::Node(name) => kind("Node", name),
        Resource::Pool(name) => kind("MachineConfigPool", name),
        Resource::Alert { namespace, name } if namespace.is_empty() => format!("{alert}: {name}"),
        Resource::Alert { namespace, name } => format!("{alert}: {namespace}/{name}"),
        Resource::Objects(objects) => {
            return objects
                .iter()
                .map(|object: &Object| kind(&object.kind, &object.label()))
                .collect();
        }
    };
    vec![text]
}

fn kind(kind: &str, name: &str) -> String {
    let kind = match kind {
        "ClusterVersion" => "clusterversions.config.openshift.io",
        "ClusterOperator" => "clusteroperators.config.openshift.io",
        "Node" => "nodes",
        "MachineConfigPool" => "machineconfigpools.machineconfiguration.openshift.io",
        other => other,
    };
    format!("{kind}: {name}")
}
