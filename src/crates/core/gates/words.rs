//! The sentences of the safety checks: the only place where they are worded.

use super::{Finding, RiskAcceptance};
use crate::cluster::Cluster;
use crate::insight::{Impact, Insight, Level};
use crate::links::{HISTORY, OPERATOR_DEGRADED, PREPARING};
use crate::pre_checks::PlanFindings;
use crate::reported_risk::RiskReport;
use crate::updates::{Advice, Candidate, Updates};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::suggest;

/// How a finding is described.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// A clause without a capital letter or a period, for the middle of a sentence.
    pub summary: String,
    /// The condition behind it, such as `Failing=True (OperatorDegraded)`.
    pub state: Option<String>,
    /// What the cluster reports about it, or what follows from it.
    pub detail: String,
    pub action: Option<String>,
    pub reference: Option<&'static str>,
}

/// What the safety checks examined.
#[derive(Debug, Clone, Copy)]
pub struct GateSubject<'a> {
    pub cluster: &'a Cluster,
    /// None if the finding is about the available updates as a whole.
    pub target: Option<&'a Candidate>,
    /// The risks that the user accepts for this request.
    pub acceptance: &'a RiskAcceptance,
}

impl Finding {
    pub fn words(&self, about: &GateSubject<'_>) -> Words {
        let (to, from) = (about.destination(), about.start());
        match self {
            Self::HostedControlPlane => hosted_control_plane(),
            Self::Ambiguous { images } => Words::new(format!(
                "the cluster reports {} different images for {to}",
                images.len()
            ))
            .detail(images.join("\n"))
            .action("request one of the images"),
            Self::NoImage if about.is_same_release() => {
                Words::new("the cluster does not report its version")
            }
            Self::NoImage => Words::new(format!("the cluster reports no image for {to}"))
                .action("wait until the cluster retrieves updates again"),
            Self::NotListed => not_listed(about),
            Self::ByTag => Words::new("the image uses a tag, and tags can move")
                .action("use a digest instead of a tag"),
            Self::TooFar { listed } => {
                let words = Words::new(too_far(about)).action("update one minor version at a time");
                if *listed { words.detail(TOO_FAR_IS_BLOCKED) } else { words }
            }
            Self::DowngradeAcrossMinor => Words::new(format!(
                "{to} is older than {from}: cannot downgrade to an earlier minor version"
            ))
            .action("choose a newer version"),
            Self::NotRecommended { verdict, risks } => {
                not_recommended(verdict, risks, about.acceptance)
            }
            Self::NotUpgradeable(condition) => not_upgradeable(about, condition),
            Self::Downgrade => Words::new(format!("{to} is older than {from}")),
            Self::UnknownOrder if about.target.is_none() => Words::new(format!(
                "cannot determine which versions are newer than {:?}",
                about.cluster.desired.version.text()
            )),
            Self::UnknownOrder => {
                Words::new(format!("cannot compare {to} with {from}: this may be a downgrade"))
            }
            Self::Invalid(condition) => reported("the ClusterVersion is invalid", condition)
                .action("correct the spec of the ClusterVersion"),
            Self::Failing(condition) => {
                let is = if condition.status == Status::True { "is" } else { "may be" };
                reported(&format!("the cluster {is} failing"), condition)
            }
            Self::Progressing(condition) => progressing(condition.as_ref()),
            Self::PendingRequest { target, differs_in } => {
                let words =
                    Words::new(format!("{target} is already requested: this would replace it"))
                        .action("wait for the request, or cancel it");
                match differs_in.as_slice() {
                    [] => words,
                    fields => {
                        words.detail(format!("This request differs in {}", fields.join(", ")))
                    }
                }
            }
            Self::Unobserved { generation, observed } => {
                other_channel(about, &unobserved(*generation, *observed))
            }
            Self::NotRetrieved(condition) => not_retrieved(condition.as_ref()),
            Self::PreChecks { open } => pre_checks(open, &to),
            Self::PlanUnreadable { why } => {
                Words::new(format!("cannot read the pre-check plan for {to}: {why}"))
            }
            Self::RollbackWhileUpdating(condition) => {
                Words::new("an update is in progress: roll back after it completes")
                    .detail(condition.as_ref().map_or("", |condition| &condition.message))
            }
            Self::PreviousIsPartial => {
                Words::new(format!("{to} never completed: cannot roll back to it"))
            }
            Self::PreviousIsSameVersion => Words::new(format!(
                "the previous release is another image of {from}: cannot roll back to it"
            )),
            Self::PreviousOfOtherMinor => Words::new(format!(
                "{to} is another minor version: cannot roll back across minor versions"
            )),
        }
    }

    /// Returns how severe it is for the update.
    pub(crate) fn level(&self) -> Level {
        match self {
            Self::HostedControlPlane
            | Self::Ambiguous { .. }
            | Self::NoImage
            | Self::TooFar { .. }
            | Self::DowngradeAcrossMinor
            | Self::Downgrade
            | Self::NotUpgradeable(_)
            | Self::Invalid(_)
            | Self::RollbackWhileUpdating(_)
            | Self::PreviousIsPartial
            | Self::PreviousOfOtherMinor
            | Self::PreviousIsSameVersion => Level::Error,
            Self::NotListed
            | Self::ByTag
            | Self::Failing(_)
            | Self::Progressing(_)
            | Self::PendingRequest { .. }
            | Self::Unobserved { .. }
            | Self::NotRetrieved(_) => Level::Warning,
            Self::UnknownOrder | Self::PlanUnreadable { .. } => Level::Unknown,
            Self::NotRecommended { verdict, .. } => match verdict.status {
                Status::False => Level::Warning,
                Status::True | Status::Unknown => Level::Unknown,
            },
            Self::PreChecks { open } => {
                let levels = open.iter().map(|found| found.insight.level);
                levels.max().unwrap_or(Level::Unknown)
            }
        }
    }

    /// Returns its impact on an update that is requested anyway.
    pub(crate) fn impact(&self) -> Impact {
        match self {
            Self::NotListed
            | Self::ByTag
            | Self::NotRecommended { .. }
            | Self::Unobserved { .. }
            | Self::NotRetrieved(_)
            | Self::PreChecks { .. }
            | Self::PlanUnreadable { .. } => Impact::Unknown,
            Self::HostedControlPlane
            | Self::Ambiguous { .. }
            | Self::NoImage
            | Self::TooFar { .. }
            | Self::DowngradeAcrossMinor
            | Self::NotUpgradeable(_)
            | Self::Downgrade
            | Self::UnknownOrder
            | Self::Invalid(_)
            | Self::Failing(_)
            | Self::Progressing(_)
            | Self::PendingRequest { .. }
            | Self::RollbackWhileUpdating(_)
            | Self::PreviousIsPartial
            | Self::PreviousOfOtherMinor
            | Self::PreviousIsSameVersion => Impact::UpdateStalled,
        }
    }
}

/// What happens to a request that skips a minor version.
pub(crate) const TOO_FAR_IS_BLOCKED: &str =
    "Cluster-version operators since 4.19 block this update; older ones do not check";

fn too_far(about: &GateSubject<'_>) -> String {
    let (to, from) = (about.destination(), about.start());
    let target = about.target.map(|target| &target.release.version);
    if target.is_none_or(|target| target.same_major(&about.cluster.desired.version)) {
        format!("{to} is more than one minor version ahead of {from}")
    } else {
        format!("{to} is a later major version than {from}, and not its first release")
    }
}

/// An image whose version is unknown.
pub(crate) fn unknown_version() -> Words {
    Words::new("the version of the image is unknown")
        .detail("the cluster-version operator checks that it is newer and skips no minor version")
}

/// A change to a hosted control plane, whichever it is.
pub fn hosted_control_plane() -> Words {
    Words::new("hosted control plane: update its HostedCluster instead")
        .detail("The hosting cluster reverts changes that are made here")
}

/// A cluster whose `Failing` condition is not False.
pub(crate) fn failing(condition: &Condition) -> Words {
    let is = if condition.status == Status::True { "is" } else { "may be" };
    let because = because(&condition.reason);
    Words::new(format!("Cluster Version version {is} failing to proceed with the update{because}"))
        .detail(&condition.message)
        .action("resolve this before you update")
        .reference(OPERATOR_DEGRADED)
}

/// A cluster without a `Failing` condition.
pub fn no_failing_condition() -> Words {
    Words::new("Cluster Version version has no Failing condition")
        .detail(
            "the cluster does not report whether it is failing; the logs of the cluster-version \
             operator show whether it is running",
        )
        .action("check that the cluster-version operator is running")
        .reference(OPERATOR_DEGRADED)
}

/// A cluster that does not know whether it is ready for a minor version update.
pub(crate) fn upgradeable_unknown(condition: &Condition) -> Words {
    Words::new(condition.state()).detail(&condition.message)
}

/// A conditional update that is not recommended, with the cluster's own message.
pub(crate) fn not_recommended_here(to: &str, verdict: &Condition) -> Words {
    reported(&format!("{to} is not recommended for this cluster"), verdict)
}

/// Available updates that may be stale: the cluster did not retrieve them, or does not report it.
pub fn not_retrieved(condition: Option<&Condition>) -> Words {
    let words = match condition {
        Some(condition) => reported("the cluster cannot retrieve updates", condition),
        None => Words::new("RetrievedUpdates is missing: available updates may be stale"),
    };
    words.action("check the channel and the update service")
}

/// Available updates of another channel than the one that is set.
fn other_channel(about: &GateSubject<'_>, unobserved: &str) -> Words {
    let channel = about.cluster.channel.as_deref().filter(|channel| !channel.is_empty());
    let of = channel.map_or("a channel that is no longer set".to_owned(), |name| {
        format!("another channel than {name}")
    });
    let target = about.target.map(|target| {
        format!("{} is in {}. ", target.release.version, target.release.channels.join(", "))
    });
    Words::new(format!("the available updates are from {of}"))
        .detail(format!("{}{}", target.unwrap_or_default(), capitalized(unobserved)))
        .action("wait a moment and run the command again")
}

/// Returns a caution about the available updates while the operator has not observed the latest spec,
/// which by itself stops nothing.
pub fn unobserved_spec(cluster: &Cluster) -> Option<Words> {
    let lists = if cluster.lists_are_of_another_channel() {
        "the available updates are from another channel"
    } else {
        "available updates may be stale"
    };
    let why = unobserved(cluster.generation, cluster.observed_generation);
    cluster.unobserved().then(|| Words::new(lists).detail(why))
}

/// A spec that the operator has not observed.
fn unobserved(generation: Option<i64>, observed: Option<i64>) -> String {
    let number = |n: Option<i64>| n.map_or("unknown".to_owned(), |n| n.to_string());
    format!(
        "the cluster-version operator has not observed the latest spec (generation {}, observed {})",
        number(generation),
        number(observed)
    )
}

/// Returns the reason of a condition, for the end of a sentence.
pub(crate) fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

fn progressing(condition: Option<&Condition>) -> Words {
    let words = match condition {
        Some(condition) => reported("another update is in progress", condition),
        None => Words::new("the last update is incomplete, and the cluster reports no progress"),
    };
    words.action("wait for it to complete").reference(HISTORY)
}

fn reported(what: &str, condition: &Condition) -> Words {
    let state = Some(condition.state());
    Words { state, ..Words::new(what).detail(&condition.message) }
}

fn not_upgradeable(about: &GateSubject<'_>, condition: &Condition) -> Words {
    let blocked = if about.is_ordered() {
        "The cluster-version operator blocks minor version updates until this is resolved"
    } else {
        "The cluster-version operator blocks minor version updates until this is resolved, and this \
         may be one"
    };
    Words::new(condition.state())
        .detail(format!("{blocked}\n{}", condition.message))
        .action("resolve what the cluster reports")
        .reference(PREPARING)
}

/// An image is requested by its pull spec; a version can be compared with those that are available.
fn not_listed(about: &GateSubject<'_>) -> Words {
    let Some(to) = about.target.filter(|target| target.release.image.is_empty()) else {
        let from = about.start();
        return Words::new(format!("the image is not an available update from {from}"));
    };
    let to = &to.release.version;
    let updates = Updates::new(about.cluster);
    let listed = updates.all().map(|candidate| &candidate.release.version);
    let near = suggest::versions(to, listed);
    let near: Vec<&str> = near.iter().map(|version| version.text()).collect();
    let channel = about.cluster.channel.as_deref().unwrap_or("none");
    let near = match near.as_slice() {
        [] => "The cluster has no available updates".to_owned(),
        near => format!("Similar versions: {}", near.join(", ")),
    };
    Words::new(format!("no update to {to} is available on this cluster"))
        .detail(format!("No risks are known for it. Channel: {channel}. {near}"))
        .action(format!("see why with `upgrade why {to}`"))
}

/// The text next to it describes the risks.
fn not_recommended(verdict: &Condition, risks: &[RiskReport], accepted: &RiskAcceptance) -> Words {
    let words = reported("not recommended for this cluster", verdict);
    match accepted {
        RiskAcceptance::Only(_) => {
            let left = accepted.left(risks);
            let names: Vec<&str> = left.iter().map(|risk| risk.name.as_str()).collect();
            if names.is_empty() {
                return words;
            }
            let state = format!("{}. Risks not accepted: {}", verdict.state(), names.join(", "));
            Words { state: Some(state), ..words }
        }
        RiskAcceptance::Nothing | RiskAcceptance::Everything => words,
    }
}

/// Lists the first of them; `upgrade pre-checks` shows the rest.
fn pre_checks(open: &[PlanFindings], to: &str) -> Words {
    let (insights, are) = match open.len() {
        1 => ("1 pre-check insight".to_owned(), "is"),
        count => (format!("{count} pre-check insights"), "are"),
    };
    let shown = open.iter().take(SHOWN).map(|found| {
        let Insight { level, summary, .. } = &found.insight;
        let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {}: {summary}", found.id.short(), level.title())
    });
    let more = open.len().checked_sub(SHOWN).filter(|more| *more > 0);
    let more = more.map(|more| format!("and {more} more"));
    let lines: Vec<String> = shown.chain(more).collect();
    Words::new(format!("{insights} for {to} {are} not accepted")).detail(lines.join("\n"))
}

const SHOWN: usize = 10;

impl Words {
    pub fn new(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    #[must_use]
    pub fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }

    #[must_use]
    pub(crate) fn action(self, action: impl Into<String>) -> Self {
        Self { action: Some(action.into()), ..self }
    }

    #[must_use]
    pub(crate) fn reference(self, reference: &'static str) -> Self {
        Self { reference: Some(reference), ..self }
    }

    /// Returns the summary and the condition on one line, then the detail.
    pub fn message(&self) -> String {
        let first = self.first_line();
        match self.detail.trim() {
            "" => first,
            detail => format!("{first}\n{detail}"),
        }
    }

    /// Returns all of it on one line, for a warning.
    pub fn warning(&self) -> String {
        let first = self.first_line();
        match self.detail.trim() {
            "" => first,
            detail => format!("{first}: {detail}"),
        }
    }

    /// Returns the summary and the condition as a sentence of its own.
    pub(crate) fn title(&self) -> String {
        capitalized(&self.first_line())
    }

    /// Returns the summary with the condition.
    pub fn first_line(&self) -> String {
        match &self.state {
            Some(state) => format!("{}: {state}", self.summary),
            None => self.summary.clone(),
        }
    }
}

/// Returns a text with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

impl GateSubject<'_> {
    fn destination(&self) -> String {
        let text = self.target.map_or("", |target| target.release.version.text());
        if text.is_empty() { "an image of unknown version" } else { text }.to_owned()
    }

    fn start(&self) -> &str {
        match self.cluster.desired.version.text() {
            "" => "an unknown version",
            from => from,
        }
    }

    fn is_same_release(&self) -> bool {
        self.target.is_some_and(|target| target.advice == Advice::SameRelease)
    }

    /// Returns whether both versions can be compared.
    fn is_ordered(&self) -> bool {
        let to = self.target.and_then(|target| target.release.version.numbers());
        to.is_some() && self.cluster.desired.version.numbers().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cluster, condition};

    #[test]
    fn a_request_joins_what_an_insight_keeps_apart() {
        let words = Words::new("the cluster is odd").detail("It says so.\n").action("mend it");
        assert_eq!(words.message(), "the cluster is odd\nIt says so.");
        assert_eq!(words.title(), "The cluster is odd");
        assert_eq!(words.warning(), "the cluster is odd: It says so.");
        assert_eq!(Words::new("4.7.0 is odd").title(), "4.7.0 is odd");
    }

    #[test]
    fn a_condition_is_written_as_the_api_writes_it() {
        let cluster = cluster("4.6.23");
        let about =
            GateSubject { cluster: &cluster, target: None, acceptance: &RiskAcceptance::Nothing };
        let mut said = condition("Failing", Status::True);
        said.reason = "OperatorDegraded".to_owned();
        let words = Finding::Failing(said).words(&about);
        assert_eq!(words.first_line(), "the cluster is failing: Failing=True (OperatorDegraded)");
    }
}
