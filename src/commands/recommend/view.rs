//! `Recommendation`: which update to choose, and the known issues of each.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::alerts::AlertsView;
use crate::actions::list_updates::text::resume;
use crate::actions::list_updates::view::nothing_because;
use crate::cli::invocation::Invocation;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ConditionView, ReleaseView};
use crate::output::parts::hosted::HostedView;
use crate::output::parts::risk::RiskView;
use upgrade_core::cluster::Cluster;
use upgrade_core::condition_type::ClusterVersionCondition;
use upgrade_core::gates::words;
use upgrade_core::part::Part;
use upgrade_core::recommend as domain;
use upgrade_core::recommend::{
    ANY_RISK, ConditionHealth, Issue, NOT_CHECKED, NOT_UPGRADEABLE, RecommendedMinor,
    RecommendedTarget,
};
use upgrade_core::reported_risk::RiskReport;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Updates;
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::path::AcceptedBy;
use upgrade_graph::version::{Step, Version};

/// Which update to choose, and the known issues of each
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Recommendation {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// All conditions of the ClusterVersion
    conditions: Vec<ConditionView>,
    pub(crate) alerts: AlertsView,
    /// Issues of any update, sorted by name
    issues: Vec<IssueView>,
    /// Newest minor version first, with all of its releases, whatever the flags
    pub(crate) updates: Vec<MinorView>,
    /// The release of `--version`
    pub(crate) target: Option<RecommendedTargetView>,
    /// With `--version`: the issues of cluster and release that are not accepted, sorted
    pub(crate) unaccepted: Option<Vec<String>>,
    /// Names of paused machine config pools, whose nodes are not updated until they are resumed;
    /// null if pools were not read
    pub(crate) paused_pools: Option<Vec<String>>,
    /// Null if the control plane is not hosted, or if that is unknown
    pub(crate) hosted_control_plane: Option<HostedView>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: RecommendationText,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    Recommendation,
}

/// The updates to one minor version
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MinorView {
    /// Such as 4.7; null for versions that are not SemVer
    pub(crate) minor: Option<String>,
    /// Newest first
    pub(crate) releases: Vec<RecommendedTargetView>,
    /// The indexes of those that are shown by default.
    #[serde(skip)]
    pub(crate) shown: Vec<usize>,
}

/// A release and its known issues
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct RecommendedTargetView {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    /// `Recommended`; False if `Upgradeable` blocks the update
    pub(crate) recommended: Status,
    /// Null if it is recommended
    pub(crate) reason: Option<String>,
    /// Null if it is recommended
    pub(crate) message: Option<String>,
    pub(crate) risks: Vec<TargetRiskView>,
    /// The issues of this release, sorted by name
    pub(crate) issues: Vec<IssueView>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetRiskView {
    #[serde(flatten)]
    pub(crate) risk: RiskView,
    /// Accepted by `--accept`, for this command
    pub(crate) accepted_here: bool,
}

/// A known issue of an update, by the name that `--accept` takes
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IssueView {
    pub(crate) name: String,
    pub(crate) accepted: bool,
    /// Null if it is not accepted
    accepted_by: Option<AcceptedBy>,
}

/// What the user wants to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Show {
    Newest,
    All,
    Target(String),
}

/// What only the text needs.
#[derive(Debug)]
pub(crate) struct RecommendationText {
    pub(crate) show: Show,
    /// The conditions of the cluster that the text starts with, and whether they are accepted.
    pub(crate) health: Vec<(ConditionView, bool)>,
    /// A note on alerts that were not recorded.
    pub(crate) note: Option<String>,
    /// What `Upgradeable` means for the target.
    pub(crate) upgradeable: Option<String>,
    /// All issues of the target, if they are accepted.
    pub(crate) all_accepted: Vec<String>,
    /// Why there is no update at all.
    pub(crate) nothing_because: Option<String>,
    /// Commands to run next.
    pub(crate) hints: Vec<Hint>,
    /// The command that resumes the paused pools.
    pub(crate) resume: Option<String>,
}

impl Recommendation {
    pub(crate) fn new(
        snapshot: &Snapshot,
        found: &domain::Recommendation,
        show: &Show,
        invocation: &Invocation,
    ) -> Self {
        let cluster = &snapshot.cluster;
        let targets = match show {
            Show::Target(version) => found.find(&Version::new(version.as_str())),
            Show::Newest | Show::All => Vec::new(),
        };
        let target = targets.first().copied();
        let against = target.map(|_| found.against(&targets));
        let unaccepted = against.as_deref().map(open_names);
        let mut warnings = warnings(snapshot, found);
        if targets.len() > 1 {
            let version = &targets[0].release.version;
            warnings.push(format!(
                "the cluster reports {} different images for {version}",
                targets.len()
            ));
        }
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::Recommendation,
            cluster: ClusterView::new(cluster),
            conditions: cluster.conditions.0.iter().map(ConditionView::new).collect(),
            alerts: AlertsView::new(&snapshot.alerts, found),
            issues: found.issues.iter().map(IssueView::new).collect(),
            updates: found.minors.iter().map(MinorView::new).collect(),
            target: target.map(RecommendedTargetView::new),
            paused_pools: snapshot.paused_pools().into_known(),
            hosted_control_plane: HostedView::new(snapshot),
            warnings,
            reading: RecommendationText {
                resume: resume(snapshot.paused_pools().known().map(Vec::as_slice), invocation),
                show: show.clone(),
                health: found.health.iter().filter_map(shown_ahead).collect(),
                note: (snapshot.alerts == Part::NotServed).then(|| {
                    let accepted = accepted_suffix(&found.issues, NOT_CHECKED);
                    format!("Alerts were not checked: no alerts in the files{accepted}")
                }),
                upgradeable: target.and_then(|target| upgradeable(cluster, target)),
                nothing_because: found
                    .minors
                    .is_empty()
                    .then(|| nothing_because(cluster, &Updates::default()))
                    .flatten(),
                all_accepted: all_accepted(against.as_deref().unwrap_or_default()),
                hints: target
                    .map(|target| hints(target, &against.unwrap_or_default(), invocation))
                    .unwrap_or_default(),
            },
            unaccepted,
        }
    }

    /// Returns whether the requested version is available.
    pub(crate) fn is_found(&self) -> bool {
        self.target.is_some() || !matches!(self.reading.show, Show::Target(_))
    }
}

impl MinorView {
    fn new(minor: &RecommendedMinor) -> Self {
        let shown = minor.shown();
        let places = minor.targets.iter().enumerate();
        Self {
            minor: minor.number.map(|[major, minor]| format!("{major}.{minor}")),
            releases: minor.targets.iter().map(RecommendedTargetView::new).collect(),
            shown: places
                .filter(|(_, target)| shown.iter().any(|shown| std::ptr::eq(*shown, *target)))
                .map(|(place, _)| place)
                .collect(),
        }
    }
}

impl RecommendedTargetView {
    fn new(target: &RecommendedTarget) -> Self {
        let RecommendedTarget { release, verdict, risks, issues } = target;
        let flagged = issues.iter().filter(|issue| issue.accepted == Some(AcceptedBy::Flag));
        let flagged: BTreeSet<&str> = flagged.map(|issue| issue.name.as_str()).collect();
        let accepted_here = |risk: &RiskReport| {
            flagged.contains(if risk.name.is_empty() { ANY_RISK } else { &risk.name })
        };
        let risks = risks.iter().map(|risk| TargetRiskView {
            risk: RiskView::new(risk),
            accepted_here: accepted_here(risk),
        });
        Self {
            release: ReleaseView::new(release),
            recommended: verdict.as_ref().map_or(Status::True, |verdict| verdict.status),
            reason: verdict.as_ref().map(|verdict| verdict.reason.clone()),
            message: verdict.as_ref().map(|verdict| verdict.message.clone()),
            risks: risks.collect(),
            issues: issues.iter().map(IssueView::new).collect(),
        }
    }

    /// Returns whether it has issues that are not accepted.
    pub(crate) fn is_open(&self) -> bool {
        self.issues.iter().any(|issue| !issue.accepted)
    }
}

impl IssueView {
    fn new(issue: &Issue) -> Self {
        Self {
            name: issue.name.clone(),
            accepted: issue.accepted.is_some(),
            accepted_by: issue.accepted,
        }
    }
}

/// Failing and Progressing come first; missing conditions and stale updates are warnings.
fn shown_ahead(health: &ConditionHealth) -> Option<(ConditionView, bool)> {
    let condition = health
        .condition
        .as_ref()
        .filter(|said| said.kind != ClusterVersionCondition::RetrievedUpdates.as_str())?;
    Some((ConditionView::new(condition), health.issue.accepted.is_some()))
}

fn warnings(snapshot: &Snapshot, found: &domain::Recommendation) -> Vec<String> {
    let cluster = &snapshot.cluster;
    let mut warnings = cluster.oddities.clone();
    warnings.extend(snapshot.outages().into_iter().map(str::to_owned));
    for ConditionHealth { issue, condition } in &found.health {
        let said = match (issue.name.as_str(), condition) {
            ("CannotRetrieveUpdates", condition) => {
                words::not_retrieved(condition.as_ref()).warning()
            }
            (_, Some(_)) => continue,
            (_, None) => words::no_failing_condition().warning(),
        };
        let accepted = if issue.accepted.is_some() { " (accepted)" } else { "" };
        warnings.push(format!("{said}{accepted}"));
    }
    if let Part::Unreadable { why, .. } = &snapshot.alerts {
        let accepted = accepted_suffix(&found.issues, NOT_CHECKED);
        warnings.push(format!("alerts were not checked: {why}{accepted}"));
    }
    warnings.extend(words::unobserved_spec(cluster).map(|unobserved| unobserved.warning()));
    warnings
}

fn accepted_suffix(issues: &[Issue], name: &str) -> &'static str {
    let mut named = issues.iter().filter(|issue| issue.name == name);
    if named.any(|issue| issue.accepted.is_some()) { " (accepted)" } else { "" }
}

fn upgradeable(cluster: &Cluster, target: &RecommendedTarget) -> Option<String> {
    let condition = cluster.condition(ClusterVersionCondition::Upgradeable)?;
    let Condition { status, reason, .. } = condition;
    let said = match reason.as_str() {
        "" => status.text().to_owned(),
        reason => format!("{} ({reason})", status.text()),
    };
    let step = cluster.desired.version.step_to(&target.release.version);
    let held = target.risks.iter().any(|risk| risk.name == NOT_UPGRADEABLE);
    Some(match (status, step) {
        (Status::False, _) if held => format!("{said}: blocks this update"),
        (Status::False, Step::Patch | Step::Same | Step::Down) => {
            format!("{said}: does not block this update")
        }
        (Status::False, Step::NextMinor | Step::TooFar | Step::DownAcrossMinor | Step::Unknown)
        | (Status::True | Status::Unknown, _) => said,
    })
}

fn open_names(issues: &[Issue]) -> Vec<String> {
    let open = issues.iter().filter(|issue| issue.accepted.is_none());
    open.map(|issue| issue.name.clone()).collect()
}

fn all_accepted(issues: &[Issue]) -> Vec<String> {
    if issues.iter().any(|issue| issue.accepted.is_none()) {
        return Vec::new();
    }
    issues.iter().map(|issue| issue.name.clone()).collect()
}

/// Returns how to treat the issues of a target as accepted.
fn hints(target: &RecommendedTarget, against: &[Issue], invocation: &Invocation) -> Vec<Hint> {
    let open = |issue: &&Issue| issue.accepted.is_none();
    let stays = against.iter().filter(|issue| issue.accepted != Some(AcceptedBy::Cluster));
    let accept = stays.flat_map(|issue| ["--accept", issue.name.as_str()]);
    let words = ["recommend", target.release.version.text()].into_iter().chain(accept);
    let command = invocation.command(words);
    let mut hints = vec![Hint::run("to treat them as accepted", command)];
    if target.issues.iter().filter(open).any(|issue| issue.name != ANY_RISK) {
        hints.push(format!("{ANY_RISK} matches every risk of an update").into());
    }
    hints
}
