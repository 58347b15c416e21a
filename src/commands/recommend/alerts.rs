//! The issues that alerts cause for an update, as conditions and as text.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::cluster::ConditionView;
use upgrade_core::alert::{Alert, AlertCategory, AlertFinding, AlertSummary};
use upgrade_core::part::Part;
use upgrade_core::recommend::{Issue, Recommendation};
use upgrade_graph::condition::Status;
use upgrade_graph::path::AcceptedBy;

/// The issues that alerts cause for any update
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AlertsView {
    /// Whether they could be read
    pub(crate) checked: bool,
    /// Why they could not be read
    pub(crate) reason: Option<String>,
    /// One for each alert that matters, then one for each category without an alert
    pub(crate) conditions: Vec<AlertCheckView>,
}

/// A condition of an alert, or of a category without alerts
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertCheckView {
    #[serde(flatten)]
    pub(crate) condition: ConditionView,
    /// The issue; null if there is none
    pub(crate) issue: Option<String>,
    pub(crate) accepted: bool,
    /// Null if it is not accepted
    pub(crate) accepted_by: Option<AcceptedBy>,
}

impl AlertsView {
    /// Returns whether the text describes the alerts: all of them as long as one is not accepted.
    pub(crate) fn are_described(&self) -> bool {
        self.conditions.iter().any(|check| check.issue.is_some() && !check.accepted)
    }

    /// Returns whether an alert of that name is an issue for any update.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.conditions.iter().any(|check| check.issue.as_deref() == Some(name))
    }

    pub(crate) fn new(alerts: &Part<Vec<Alert>>, recommendation: &Recommendation) -> Self {
        let checks = recommendation.checks.as_ref();
        Self {
            checked: checks.is_some(),
            reason: match alerts {
                Part::Known(_) => None,
                Part::NotRead => Some("not requested".to_owned()),
                Part::NotServed => Some("no alerts in the files".to_owned()),
                Part::Unreadable { why, .. } => Some(why.clone()),
            },
            conditions: checks
                .map(|checks| conditions(checks, &recommendation.issues))
                .unwrap_or_default(),
        }
    }
}

fn conditions(checks: &AlertSummary, issues: &[Issue]) -> Vec<AlertCheckView> {
    let accepted_by = |name: &str| issues.iter().find(|issue| issue.name == name)?.accepted;
    let concerns = checks.concerns.iter().map(|concern| AlertCheckView {
        condition: ConditionView {
            r#type: concern.kind(),
            status: Status::False,
            reason: format!("Alert:{}", concern.alert.state),
            message: message(concern),
            last_transition_time: concern.alert.since.map(|since| since.to_string()),
        },
        issue: Some(concern.alert.name.clone()),
        accepted: accepted_by(&concern.alert.name).is_some(),
        accepted_by: accepted_by(&concern.alert.name),
    });
    let unconcerned = checks.unconcerned.iter().map(|category| AlertCheckView {
        condition: ConditionView {
            r#type: category.kind().to_owned(),
            status: Status::True,
            reason: "AsExpected".to_owned(),
            message: format!("No {} is firing.", nothing(*category)),
            last_transition_time: None,
        },
        issue: None,
        accepted: false,
        accepted_by: None,
    });
    concerns.chain(unconcerned).collect()
}

/// Describes an alert: its state, what that means for an update, and its own text.
fn message(concern: &AlertFinding) -> String {
    let Alert { name, severity, state, namespace, disruption_budget, .. } = &concern.alert;
    let kind = format!("{severity} alert {name}");
    let meaning = category_text(concern.category);
    let budget = if concern.names_a_budget() {
        format!("Namespace={namespace}, PodDisruptionBudget={disruption_budget}. ")
    } else {
        String::new()
    };
    format!("The {} is {state}: {meaning}. {budget}{}", kind.trim(), details(&concern.alert))
}

fn category_text(category: AlertCategory) -> &'static str {
    match category {
        AlertCategory::Critical => "resolve it before you update",
        AlertCategory::DisruptionBudget => "node drains may be slow",
        AlertCategory::ImagePull | AlertCategory::Node | AlertCategory::Virtualization => {
            "moving workloads between nodes may be slow"
        }
        AlertCategory::UpdatePrecheck => "check it before you update",
    }
}

fn nothing(category: AlertCategory) -> &'static str {
    match category {
        AlertCategory::Critical => "critical alert",
        AlertCategory::DisruptionBudget => "pod disruption budget alert",
        AlertCategory::ImagePull => "image pull alert",
        AlertCategory::Node => "node alert",
        AlertCategory::UpdatePrecheck => "update pre-check alert",
        AlertCategory::Virtualization => "virtualization alert",
    }
}

fn details(alert: &Alert) -> String {
    let Alert { name, summary, description, message, runbook, .. } = alert;
    let summary = if summary.is_empty() { name } else { summary };
    let stop = if summary.ends_with('.') { "" } else { "." };
    let described = match (description.as_str(), message.as_str()) {
        ("", "") => "No description.".to_owned(),
        ("", only) | (only, "") => format!("Description: {only}"),
        (description, message) => format!("Description: {description} | {message}"),
    };
    let runbook = if runbook.is_empty() { "No runbook." } else { runbook };
    format!("{summary}{stop} {described} {runbook}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alert() -> Alert {
        Alert {
            name: "PodDisruptionBudgetAtLimit".into(),
            severity: "warning".into(),
            state: "firing".into(),
            namespace: "shop".into(),
            disruption_budget: "cart".into(),
            ..Alert::default()
        }
    }

    #[test]
    fn a_bare_alert_says_what_it_lacks() {
        assert_eq!(details(&alert()), "PodDisruptionBudgetAtLimit. No description. No runbook.");
    }

    #[test]
    fn description_and_message_are_both_shown() {
        let full = Alert {
            summary: "At the limit.".into(),
            description: "No room.".into(),
            message: "None at all.".into(),
            runbook: "https://example.com/runbook".into(),
            ..alert()
        };
        assert_eq!(
            details(&full),
            "At the limit. Description: No room. | None at all. https://example.com/runbook"
        );
        let only = Alert { message: "None at all.".into(), ..alert() };
        assert!(details(&only).contains("Description: None at all. No runbook."));
    }

    #[test]
    fn a_budget_is_named() {
        let said = message(&AlertFinding {
            category: AlertCategory::DisruptionBudget,
            place: 0,
            alert: alert(),
        });
        assert!(
            said.starts_with(
                "The warning alert PodDisruptionBudgetAtLimit is firing: node drains may be slow. \
                 Namespace=shop, PodDisruptionBudget=cart. "
            ),
            "{said}"
        );
    }
}
