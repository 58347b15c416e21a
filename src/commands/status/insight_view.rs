//! An insight, for a document.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::reported_view::ReportedInsightView;
use upgrade_core::alert::Alert;
use upgrade_core::insight::{Impact, Level, Object};
use upgrade_core::part::Part;
use upgrade_core::status::StatusInsight;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct InsightView {
    pub(crate) level: Level,
    pub(crate) impact: Impact,
    /// RFC 3339; null if unknown
    pub(crate) since: Option<String>,
    pub(crate) summary: String,
    pub(crate) description: String,
    /// Where to read more
    pub(crate) reference: Option<String>,
    /// As `kind.group: name`; objects that only an informer knows as `Kind: namespace/name`
    pub(crate) resources: Vec<String>,
    /// How long it lasts, in seconds.
    #[serde(skip)]
    pub(crate) age: Option<i64>,
    /// The informer that reports it, if it comes from the cluster's UpdateStatus
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) informer: Option<ReportedInsightView>,
    /// Whether it needs attention.
    #[serde(skip)]
    pub(crate) grave: bool,
}

impl InsightView {
    pub(crate) fn new(shown: &StatusInsight, now: Timestamp) -> Self {
        let insight = &shown.insight;
        let resources = match shown.reported_by {
            Some(_) => insight.scope.objects(),
            None => insight.subjects(),
        };
        Self {
            level: insight.level,
            impact: insight.impact.clone(),
            since: insight.since.map(|since| since.to_string()),
            summary: insight.summary.clone(),
            description: insight.description.clone(),
            reference: insight.remediation.reference.clone().filter(|link| !link.is_empty()),
            resources: resources.iter().map(resource).collect(),
            age: insight.since.map(|since| now.duration_since(since).as_secs()),
            informer: ReportedInsightView::new(shown),
            grave: insight.level > Level::Info,
        }
    }
}

/// Returns why alerts were not checked.
pub(crate) fn alerts_note(alerts: &Part<Vec<Alert>>) -> Option<String> {
    match alerts {
        Part::Known(_) | Part::NotRead => None,
        Part::NotServed => Some("alerts were not checked: no alerts in the files".to_owned()),
        Part::Unreadable { why, .. } => Some(format!("alerts were not checked: {why}")),
    }
}

fn resource(object: &Object) -> String {
    let kind = match object.kind.as_str() {
        "Alert" => "alerts.config.openshift.io",
        "ClusterVersion" => "clusterversions.config.openshift.io",
        "ClusterOperator" => "clusteroperators.config.openshift.io",
        "Node" => "nodes",
        "MachineConfigPool" => "machineconfigpools.machineconfiguration.openshift.io",
        other => other,
    };
    format!("{kind}: {}", object.label())
}
