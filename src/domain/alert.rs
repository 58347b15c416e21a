//! Alerts: which of them speak against an update, and under which name.

use jiff::Timestamp;

/// An alert as Prometheus tells it; empty text where a label or annotation is not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Alert {
    pub(crate) name: String,
    pub(crate) severity: String,
    pub(crate) state: String,
    pub(crate) since: Option<Timestamp>,
    pub(crate) namespace: String,
    pub(crate) disruption_budget: String,
    /// Its author wants it looked at before an update.
    pub(crate) precheck: bool,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) message: String,
    pub(crate) runbook: String,
}

/// Why an alert matters to an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Category {
    Critical,
    DisruptionBudget,
    ImagePull,
    Node,
    UpdatePrecheck,
    Virtualization,
}

/// An alert that speaks against an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Concern {
    pub(crate) category: Category,
    /// Its place among the alerts that matter.
    pub(crate) place: usize,
    pub(crate) alert: Alert,
}

/// What came of looking at the alerts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Checks {
    /// In the order the alerts were told.
    pub(crate) concerns: Vec<Concern>,
    /// Categories in which nothing was found.
    pub(crate) unconcerned: Vec<Category>,
}

/// Those of which it is said that nothing was found; of virtualization it never is (parity).
const CHECKED: [Category; 5] = [
    Category::Critical,
    Category::DisruptionBudget,
    Category::ImagePull,
    Category::Node,
    Category::UpdatePrecheck,
];
// oc: pkg/cli/admin/upgrade/recommend/alerts.go:112-192
const NODE_ALERTS: [&str; 4] =
    ["KubeletHealthState", "KubeNodeNotReady", "KubeNodeReadinessFlapping", "KubeNodeUnreachable"];
const VIRTUALIZATION_ALERTS: [&str; 2] =
    ["VirtHandlerDaemonSetRolloutFailing", "VMCannotBeEvicted"];

/// Sorts out the alerts that matter to an update.
pub(crate) fn check(alerts: &[Alert]) -> Checks {
    let active = alerts.iter().filter(|alert| !alert.name.is_empty() && alert.state != "pending");
    let mattering = active.filter_map(|alert| Some((category(alert)?, alert)));
    let concerns: Vec<Concern> = mattering
        .enumerate()
        .map(|(place, (category, alert))| Concern { category, place, alert: alert.clone() })
        .collect();
    let found = |category| concerns.iter().any(|concern| concern.is_about(category));
    let unconcerned = CHECKED.into_iter().filter(|category| !found(*category)).collect();
    Checks { concerns, unconcerned }
}

/// Returns why an alert matters, the first reason that holds; most do not matter.
fn category(alert: &Alert) -> Option<Category> {
    let name = alert.name.as_str();
    if alert.severity == "critical" {
        Some(Category::Critical)
    } else if name == "PodDisruptionBudgetAtLimit" {
        Some(Category::DisruptionBudget)
    } else if name == "KubeContainerWaiting" {
        Some(Category::ImagePull)
    } else if NODE_ALERTS.contains(&name) {
        Some(Category::Node)
    } else if alert.precheck {
        Some(Category::UpdatePrecheck)
    } else if VIRTUALIZATION_ALERTS.contains(&name) {
        Some(Category::Virtualization)
    } else {
        None
    }
}

impl Concern {
    /// Returns the type of the condition it makes.
    pub(crate) fn kind(&self) -> String {
        let Self { category, place, alert } = self;
        format!("{}/{}/{place}", category.kind(), alert.name)
    }

    /// Returns whether it is about a budget that leaves no room, so that people want to know which.
    pub(crate) fn names_a_budget(&self) -> bool {
        self.category == Category::DisruptionBudget
            || (self.category == Category::Critical
                && self.alert.name == "PodDisruptionBudgetLimit")
    }

    fn is_about(&self, category: Category) -> bool {
        self.category == category
            || (category == Category::DisruptionBudget && self.names_a_budget())
    }
}

impl Category {
    /// Returns the type of the condition that nothing was found.
    pub(crate) fn kind(self) -> &'static str {
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
    use crate::domain::testing::alert;

    fn kinds(alerts: &[Alert]) -> Vec<String> {
        check(alerts).concerns.iter().map(Concern::kind).collect()
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
        let budget = Category::DisruptionBudget;
        assert!(!unconcerned("PodDisruptionBudgetLimit").contains(&budget));
        assert!(unconcerned("PodDisruptionBudgetAtLimit").contains(&budget));
        assert!(!unconcerned("Any").contains(&Category::Critical));
        assert!(
            check(&[alert("PodDisruptionBudgetLimit", "critical")]).concerns[0].names_a_budget()
        );
        assert!(!check(&[alert("Any", "critical")]).concerns[0].names_a_budget());
    }
}
