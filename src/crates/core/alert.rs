//! Alerts: which of them are issues for an update, and under which name.

use jiff::Timestamp;

/// An alert of Prometheus; empty text if a label or annotation is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alert {
    pub name: String,
    pub severity: String,
    pub state: String,
    pub since: Option<Timestamp>,
    pub namespace: String,
    pub disruption_budget: String,
    /// Its author wants it checked before an update.
    pub precheck: bool,
    pub summary: String,
    pub description: String,
    pub message: String,
    pub runbook: String,
}

/// Why an alert matters to an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertCategory {
    Critical,
    DisruptionBudget,
    ImagePull,
    Node,
    UpdatePrecheck,
    Virtualization,
}

/// An alert that is an issue for an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertFinding {
    pub category: AlertCategory,
    /// Its index among the alerts that matter.
    pub place: usize,
    pub alert: Alert,
}

/// The result of checking alerts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlertSummary {
    /// In the order of the alerts.
    pub concerns: Vec<AlertFinding>,
    /// Categories without an alert.
    pub unconcerned: Vec<AlertCategory>,
}

/// Categories that are reported as passed; virtualization never is, as in oc.
const CHECKED: [AlertCategory; 5] = [
    AlertCategory::Critical,
    AlertCategory::DisruptionBudget,
    AlertCategory::ImagePull,
    AlertCategory::Node,
    AlertCategory::UpdatePrecheck,
];
// oc: pkg/cli/admin/upgrade/recommend/alerts.go:112-192
const NODE_ALERTS: [&str; 4] =
    ["KubeletHealthState", "KubeNodeNotReady", "KubeNodeReadinessFlapping", "KubeNodeUnreachable"];
const VIRTUALIZATION_ALERTS: [&str; 2] =
    ["VirtHandlerDaemonSetRolloutFailing", "VMCannotBeEvicted"];

/// Selects the alerts that matter to an update.
pub(crate) fn check(alerts: &[Alert]) -> AlertSummary {
    let active = alerts.iter().filter(|alert| !alert.name.is_empty() && alert.state != "pending");
    let mattering = active.filter_map(|alert| Some((category(alert)?, alert)));
    let concerns: Vec<AlertFinding> = mattering
        .enumerate()
        .map(|(place, (category, alert))| AlertFinding { category, place, alert: alert.clone() })
        .collect();
    let found = |category| concerns.iter().any(|concern| concern.is_about(category));
    let unconcerned = CHECKED.into_iter().filter(|category| !found(*category)).collect();
    AlertSummary { concerns, unconcerned }
}

/// Returns why an alert matters, the first reason that applies; most do not matter. oc:
/// pkg/cli/admin/upgrade/recommend/alerts.go:112-192
fn category(alert: &Alert) -> Option<AlertCategory> {
    let name = alert.name.as_str();
    if alert.severity == "critical" {
        Some(AlertCategory::Critical)
    } else if name == "PodDisruptionBudgetAtLimit" {
        Some(AlertCategory::DisruptionBudget)
    } else if name == "KubeContainerWaiting" {
        Some(AlertCategory::ImagePull)
    } else if NODE_ALERTS.contains(&name) {
        Some(AlertCategory::Node)
    } else if alert.precheck {
        Some(AlertCategory::UpdatePrecheck)
    } else if VIRTUALIZATION_ALERTS.contains(&name) {
        Some(AlertCategory::Virtualization)
    } else {
        None
    }
}

impl AlertSummary {
    /// Returns the names of the alerts that are issues for an update, once per firing alert.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.concerns.iter().map(|concern| concern.alert.name.as_str())
    }
}

impl AlertFinding {
    /// Returns the type of its condition.
    pub fn kind(&self) -> String {
        let Self { category, place, alert } = self;
        format!("{}/{}/{place}", category.kind(), alert.name)
    }

    /// Returns whether it is about a budget that allows no disruption, so that the budget is named.
    pub fn names_a_budget(&self) -> bool {
        self.category == AlertCategory::DisruptionBudget
            || (self.category == AlertCategory::Critical
                && self.alert.name == "PodDisruptionBudgetLimit")
    }

    fn is_about(&self, category: AlertCategory) -> bool {
        self.category == category
            || (category == AlertCategory::DisruptionBudget && self.names_a_budget())
    }
}

impl AlertCategory {
    /// Returns the type of the condition for a category without alerts.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Critical => "recommended/CriticalAlerts",
            Self::DisruptionBudget => "recommended/PodDisruptionBudgetAlerts",
            Self::ImagePull => "recommended/PodImagePullAlerts",
            Self::Node => "recommended/NodeAlerts",
            Self::UpdatePrecheck => "recommended/UpdatePrecheckAlerts",
            Self::Virtualization => "recommended/VirtAlerts",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::alert;

    fn kinds(alerts: &[Alert]) -> Vec<String> {
        check(alerts).concerns.iter().map(AlertFinding::kind).collect()
    }

    #[test]
    fn the_first_reason_that_holds_names_the_category() {
        let precheck = Alert { precheck: true, ..alert("KubeNodeNotReady", "warning") };
        let listed = [
            alert("PodDisruptionBudgetAtLimit", "critical"),
            alert("PodDisruptionBudgetAtLimit", "warning"),
            alert("KubeContainerWaiting", "warning"),
            precheck,
            Alert { precheck: true, ..alert("MyOwn", "info") },
            Alert { precheck: true, ..alert("VMCannotBeEvicted", "warning") },
            alert("VirtHandlerDaemonSetRolloutFailing", ""),
        ];
        assert_eq!(
            kinds(&listed),
            [
                "recommended/CriticalAlerts/PodDisruptionBudgetAtLimit/0",
                "recommended/PodDisruptionBudgetAlerts/PodDisruptionBudgetAtLimit/1",
                "recommended/PodImagePullAlerts/KubeContainerWaiting/2",
                "recommended/NodeAlerts/KubeNodeNotReady/3",
                "recommended/UpdatePrecheckAlerts/MyOwn/4",
                "recommended/UpdatePrecheckAlerts/VMCannotBeEvicted/5",
                "recommended/VirtAlerts/VirtHandlerDaemonSetRolloutFailing/6",
            ]
        );
    }

    #[test]
    fn every_node_alert_counts() {
        for name in NODE_ALERTS {
            assert_eq!(
                kinds(&[alert(name, "warning")]),
                [format!("recommended/NodeAlerts/{name}/0")]
            );
        }
    }

    #[test]
    fn what_is_pending_nameless_or_harmless_is_passed_over_and_not_counted() {
        let pending = Alert { state: "pending".into(), ..alert("A", "critical") };
        let listed =
            [pending, alert("", "critical"), alert("Watchdog", "none"), alert("B", "critical")];
        assert_eq!(kinds(&listed), ["recommended/CriticalAlerts/B/0"]);
    }

    #[test]
    fn nothing_found_is_said_of_five_categories() {
        let checks = check(&[]);
        let kinds: Vec<_> = checks.unconcerned.iter().map(|category| category.kind()).collect();
        assert_eq!(
            kinds,
            [
                "recommended/CriticalAlerts",
                "recommended/PodDisruptionBudgetAlerts",
                "recommended/PodImagePullAlerts",
                "recommended/NodeAlerts",
                "recommended/UpdatePrecheckAlerts",
            ]
        );
        let virtualization = check(&[alert("VMCannotBeEvicted", "warning")]);
        assert_eq!(virtualization.unconcerned.len(), 5);
    }

    #[test]
    fn a_budget_that_is_exceeded_counts_in_two_categories() {
        let unconcerned = |name: &str| check(&[alert(name, "critical")]).unconcerned;
        let budget = AlertCategory::DisruptionBudget;
        assert!(!unconcerned("PodDisruptionBudgetLimit").contains(&budget));
        assert!(unconcerned("PodDisruptionBudgetAtLimit").contains(&budget));
        assert!(!unconcerned("Any").contains(&AlertCategory::Critical));
        assert!(
            check(&[alert("PodDisruptionBudgetLimit", "critical")]).concerns[0].names_a_budget()
        );
        assert!(!check(&[alert("Any", "critical")]).concerns[0].names_a_budget());
    }
}
