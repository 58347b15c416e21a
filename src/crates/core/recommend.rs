//! Which update to choose, and the issues of each by name, accepted or not.

use std::collections::BTreeSet;

use crate::alert::{self, AlertSummary};
use crate::cluster::Cluster;
use crate::condition_type::{ClusterVersionCondition, ConditionalUpdateCondition};
use crate::gates::{self, GateSubject, RiskAcceptance, Words};
use crate::reported_risk::{AppliesFrom, RiskReport};
use crate::snapshot::Snapshot;
use crate::updates::{Advice, Candidate, Updates};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::path::AcceptedBy;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

/// Matches all risks of an update, and one without a name.
pub const ANY_RISK: &str = "ConditionalUpdateRisk";
/// The risk of a minor version update while `Upgradeable` is False.
pub const NOT_UPGRADEABLE: &str = "UpgradeableFalse";
/// The risk of an update that skips a minor version.
const TOO_FAR: &str = "TooFar";
/// Alerts were not read, so their issues are unknown.
pub const NOT_CHECKED: &str = "FailedToCompletePrecheck";
const SHOWN: usize = 2; // targets per minor version: the newest, and one to compare it with

/// The updates of one cluster with their issues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    /// The cluster's own conditions that are issues for any update.
    pub health: Vec<ConditionHealth>,
    /// The issues of its alerts; none if they are unknown.
    pub checks: Option<AlertSummary>,
    /// The issues of any update, by name, each once.
    pub issues: Vec<Issue>,
    /// Newest first; versions that are not SemVer last.
    pub minors: Vec<RecommendedMinor>,
}

/// A condition that is an issue for any update; none if the cluster does not report it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionHealth {
    pub issue: Issue,
    pub condition: Option<Condition>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Issue {
    pub name: String,
    pub accepted: Option<AcceptedBy>,
}

/// The updates to one minor version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecommendedMinor {
    /// Major and minor; none for a version that is not SemVer.
    pub number: Option<[u64; 2]>,
    /// Newest first, never empty.
    pub targets: Vec<RecommendedTarget>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecommendedTarget {
    pub release: Release,
    /// Why it is not recommended; none if it is.
    pub verdict: Option<Condition>,
    pub risks: Vec<RiskReport>,
    /// The issues of this update, by name.
    pub issues: Vec<Issue>,
}

impl Recommendation {
    pub fn new(snapshot: &Snapshot, accept: &BTreeSet<String>) -> Self {
        let cluster = &snapshot.cluster;
        let acceptance = Acceptance { here: accept, stored: cluster.accepted_risks() };
        let health = health(cluster, &acceptance);
        let checks = snapshot.alerts.known().map(|alerts| alert::check(alerts));
        let not_checked = (!snapshot.alerts.is_known()).then(|| acceptance.condition(NOT_CHECKED));
        let alerts = checks.iter().flat_map(AlertSummary::names);
        let issues = health.iter().map(|health| health.issue.clone()).chain(not_checked);
        let issues = each_once(issues.chain(alerts.map(|name| acceptance.alert(name))));
        Self { health, checks, issues, minors: minors(cluster, &acceptance) }
    }

    /// Returns every target of that version; more than one if it has several images.
    pub fn find(&self, version: &Version) -> Vec<&RecommendedTarget> {
        self.targets().filter(|target| &target.release.version == version).collect()
    }

    pub fn targets(&self) -> impl Iterator<Item = &RecommendedTarget> {
        self.minors.iter().flat_map(|minor| &minor.targets)
    }

    /// Returns all issues of these targets, by name, each once. An alert that the cluster reports
    /// as a risk of them is that risk, and accepted like it.
    pub fn against(&self, targets: &[&RecommendedTarget]) -> Vec<Issue> {
        let lists = |target: &&RecommendedTarget, name: &str| {
            target.issues.iter().any(|issue| issue.name == name)
        };
        let shared = self.issues.iter().filter(|issue| {
            !self.is_only_an_alert(&issue.name)
                || !targets.iter().all(|target| lists(target, &issue.name))
        });
        let own = targets.iter().flat_map(|target| &target.issues);
        each_once(shared.chain(own).cloned())
    }

    fn is_only_an_alert(&self, name: &str) -> bool {
        let mut alerts = self.checks.iter().flat_map(AlertSummary::names);
        alerts.any(|alert| alert == name)
            && self.health.iter().all(|health| health.issue.name != name)
    }
}

/// What is accepted, and by whom.
struct Acceptance<'a> {
    here: &'a BTreeSet<String>,
    stored: BTreeSet<&'a str>,
}

impl Acceptance<'_> {
    /// Evaluates what `--accept` names: the cluster accepts no conditions.
    fn condition(&self, name: &str) -> Issue {
        let accepted = self.here.contains(name).then_some(AcceptedBy::Flag);
        Issue { name: name.to_owned(), accepted }
    }

    /// Evaluates an alert, which newer clusters report as a risk of every update.
    fn alert(&self, name: &str) -> Issue {
        let stored = self.stored.contains(name).then_some(AcceptedBy::Cluster);
        let Issue { name, accepted } = self.condition(name);
        Issue { name, accepted: accepted.or(stored) }
    }
}

/// Returns each issue once, by name. An issue that is accepted in one place only counts as open.
fn each_once(issues: impl IntoIterator<Item = Issue>) -> Vec<Issue> {
    let issues: BTreeSet<Issue> = issues.into_iter().collect();
    let mut issues: Vec<Issue> = issues.into_iter().collect();
    issues.dedup_by(|next, known| next.name == known.name);
    issues
}

impl RecommendedMinor {
    /// Returns the targets to show: the newest, and the newest without open issues if those have
    /// some, so that it is not hidden.
    pub fn shown(&self) -> Vec<&RecommendedTarget> {
        let mut shown: Vec<&RecommendedTarget> = self.targets.iter().take(SHOWN).collect();
        if shown.iter().all(|target| target.is_open()) {
            shown.extend(self.targets.iter().skip(SHOWN).find(|target| !target.is_open()));
        }
        shown
    }
}

impl RecommendedTarget {
    /// Returns whether it has issues that are not accepted.
    pub(crate) fn is_open(&self) -> bool {
        self.issues.iter().any(|issue| issue.accepted.is_none())
    }

    fn new(candidate: &Candidate, cluster: &Cluster, acceptance: &Acceptance<'_>) -> Self {
        let mut risks = candidate.risks.clone();
        let mut verdict = match &candidate.advice {
            Advice::NotRecommended(verdict) => Some(explained(verdict, candidate)),
            Advice::Recommended | Advice::Unlisted | Advice::SameRelease => None,
        };
        if let Some(upgradeable) = gates::held_back(cluster, candidate)
            && !says(&risks, &upgradeable.message)
        {
            verdict = Some(joined(upgradeable, verdict.as_ref()));
            risks.insert(
                0,
                injected(NOT_UPGRADEABLE, &upgradeable.message, AppliesFrom::UpgradeableCondition),
            );
        }
        if let Some(finding) = gates::too_far(cluster, candidate) {
            let acceptance = &RiskAcceptance::Nothing;
            let about = GateSubject { cluster, target: Some(candidate), acceptance };
            let too_far = skipping(&finding.words(&about));
            verdict = Some(joined(&too_far, verdict.as_ref()));
            risks.insert(0, injected(TOO_FAR, &too_far.message, AppliesFrom::Versions));
        }
        let issues = if verdict.is_some() { open(&risks, acceptance) } else { Vec::new() };
        Self { release: candidate.release.clone(), verdict, risks, issues }
    }
}

/// Failing, Progressing and stale updates, as the gates see them; a missing condition is not an
/// issue.
fn health(cluster: &Cluster, acceptance: &Acceptance<'_>) -> Vec<ConditionHealth> {
    let watched = [
        ("Failing", ClusterVersionCondition::Failing, Some(Status::False)),
        ("Progressing", ClusterVersionCondition::Progressing, None),
        ("CannotRetrieveUpdates", ClusterVersionCondition::RetrievedUpdates, Some(Status::True)),
    ];
    watched
        .into_iter()
        .filter(|(_, kind, fine)| match fine {
            Some(fine) => !cluster.conditions.is(*kind, *fine),
            None => cluster.conditions.is(*kind, Status::True),
        })
        .map(|(name, kind, _)| ConditionHealth {
            issue: acceptance.condition(name),
            condition: cluster.condition(kind).cloned(),
        })
        .collect()
}

fn minors(cluster: &Cluster, acceptance: &Acceptance<'_>) -> Vec<RecommendedMinor> {
    let updates = Updates::new(cluster);
    let mut candidates: Vec<&Candidate> = updates.all().collect();
    candidates.sort_by(|a, b| a.release.version.newest_first(&b.release.version));
    let mut minors: Vec<RecommendedMinor> = Vec::new();
    for candidate in candidates {
        let number = candidate.release.version.numbers().map(|[major, minor, _]| [major, minor]);
        let target = RecommendedTarget::new(candidate, cluster, acceptance);
        match minors.last_mut().filter(|minor| minor.number == number) {
            Some(minor) => minor.targets.push(target),
            None => minors.push(RecommendedMinor { number, targets: vec![target] }),
        }
    }
    minors
}

/// Names the case that the cluster reports an update with risks, but without a condition.
fn explained(verdict: &Condition, candidate: &Candidate) -> Condition {
    if candidate.conditions.get(ConditionalUpdateCondition::Recommended).is_some() {
        return verdict.clone();
    }
    let names = candidate.risks.iter().map(|risk| risk.name.as_str());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let message = if names.is_empty() {
        verdict.message.clone()
    } else {
        let names = names.join(", ");
        format!(
            "The cluster reports risks of this update ({names}), but not whether it is recommended."
        )
    };
    Condition { reason: "NoConditions".to_owned(), message, ..verdict.clone() }
}

/// Returns whether a risk that may apply already covers it, as in newer clusters.
fn says(risks: &[RiskReport], message: &str) -> bool {
    let message = message.trim();
    let mut open = risks.iter().filter(|risk| risk.applies != Status::False);
    !message.is_empty() && open.any(|risk| risk.message.contains(message))
}

/// Puts what blocks the cluster before what is reported about the update itself.
fn joined(upgradeable: &Condition, verdict: Option<&Condition>) -> Condition {
    let (reason, message) = match verdict {
        None => (upgradeable.reason.clone(), upgradeable.message.clone()),
        Some(verdict) => {
            let messages = [upgradeable.message.trim(), verdict.message.trim()];
            let said: Vec<&str> =
                messages.into_iter().filter(|message| !message.is_empty()).collect();
            ("MultipleReasons".to_owned(), said.join("\n\n"))
        }
    };
    Condition {
        kind: ConditionalUpdateCondition::Recommended.as_str().to_owned(),
        status: Status::False,
        reason,
        message,
        since: upgradeable.since,
    }
}

/// The issue of an update that skips a minor version, as if the cluster reported it.
fn skipping(words: &Words) -> Condition {
    Condition {
        kind: ConditionalUpdateCondition::Recommended.as_str().to_owned(),
        status: Status::False,
        reason: TOO_FAR.to_owned(),
        message: format!("{}. {}.", words.title(), words.detail),
        since: None,
    }
}

fn injected(name: &str, message: &str, applies_from: AppliesFrom) -> RiskReport {
    RiskReport {
        name: name.to_owned(),
        message: message.to_owned(),
        url: None,
        rules: Vec::new(),
        applies: Status::True,
        applies_from,
        accepted: false,
    }
}

/// Returns the issues of an update that is not recommended: its risks that apply or may apply.
/// Without a named risk, it is an issue nevertheless.
fn open(risks: &[RiskReport], acceptance: &Acceptance<'_>) -> Vec<Issue> {
    let any = acceptance.condition(ANY_RISK);
    let judge = |risk: &RiskReport| {
        let name = if risk.name.is_empty() { ANY_RISK } else { &risk.name };
        let Issue { name, accepted } = acceptance.condition(name);
        let stored = risk.accepted.then_some(AcceptedBy::Cluster);
        Issue { name, accepted: accepted.or(any.accepted).or(stored) }
    };
    let applying = risks.iter().filter(|risk| risk.applies != Status::False);
    let issues = each_once(applying.map(judge));
    if issues.is_empty() { vec![any] } else { issues }
}

#[cfg(test)]
mod tests;
