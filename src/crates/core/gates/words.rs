//! What each finding says, in words: the one place where a gate is worded.

use super::{Finding, RiskAcceptance};
use crate::cluster::Cluster;
use crate::insight::{Impact, Insight, Level};
use crate::links::{HISTORY, OPERATOR_DEGRADED, PREPARING};
use crate::pre_checks::PlanFindings;
use crate::reported_risk::RiskReport;
use crate::updates::{Advice, Candidate, Updates};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::suggest;

/// What is to be said of one matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// A sentence that begins as it would within another.
    pub summary: String,
    /// What the cluster says of it, or what follows from it.
    pub detail: String,
    pub action: Option<String>,
    pub reference: Option<&'static str>,
}

/// What the gates looked at.
#[derive(Debug, Clone, Copy)]
pub struct GateSubject<'a> {
    pub cluster: &'a Cluster,
    /// None where the cluster's lists are meant, and nothing in them.
    pub target: Option<&'a Candidate>,
    /// The risks that are accepted by whoever asks.
    pub acceptance: &'a RiskAcceptance,
}

impl Finding {
    pub fn words(&self, about: &GateSubject<'_>) -> Words {
        let (to, from) = (about.destination(), about.start());
        match self {
            Self::HostedControlPlane => hosted_control_plane(),
            Self::Ambiguous { images } => {
                Words::new(format!("{to} is listed with {} different images", images.len()))
                    .detail(images.join("\n"))
                    .action("ask for one of them with --to-image")
            }
            Self::NoImage if about.is_same_release() => {
                Words::new("the cluster does not say which version it is on")
            }
            Self::NoImage => Words::new(format!(
                "{to} is listed without an image, so it cannot be asked for exactly"
            ))
            .action("wait for the update service, or ask for an image with --to-image"),
            Self::NotListed => not_listed(about),
            Self::ByTag => {
                Words::new("the image is named by tag, which may mean another image tomorrow")
                    .action("name it by digest")
            }
            Self::TooFar { listed } => {
                let words =
                    Words::new(too_far(about)).action("update through the versions between");
                if *listed { words.detail(TOO_FAR_IS_BLOCKED) } else { words }
            }
            Self::DowngradeAcrossMinor => Words::new(format!(
                "{to} is older than {from} and of an earlier minor version, to which there is no \
                 way back"
            ))
            .action("choose a newer version"),
            Self::NotRecommended { verdict, risks } => {
                not_recommended(&to, verdict, risks, about.acceptance)
            }
            Self::NotUpgradeable(condition) => {
                let is = if about.is_ordered() { "is" } else { "may be" };
                Words::new(format!(
                    "{to} {is} a later minor version than {from}, and the cluster is not ready for \
                     one ({})",
                    condition.state()
                ))
                .detail(&condition.message)
                .action("resolve what it says; the operator would hold the request until then")
                .reference(PREPARING)
            }
            Self::Downgrade => {
                Words::new(format!("{to} is older than {from}, so that this would be a downgrade"))
                    .action("see `upgrade rollback` for the way back")
            }
            Self::UnknownOrder if about.target.is_none() => Words::new(format!(
                "what is newer than {:?}, the version the cluster is on, cannot be said",
                about.cluster.desired.version.text()
            )),
            Self::UnknownOrder => {
                Words::new(format!("{to} cannot be compared with {from}: this may be a downgrade"))
            }
            Self::Invalid(condition) => {
                reported("the ClusterVersion is not valid", condition).action("correct its spec")
            }
            Self::Failing(condition) => failing(condition),
            Self::Progressing(condition) => progressing(condition.as_ref()),
            Self::PendingRequest { target, differs_in } => {
                let words =
                    Words::new(format!("{target} is already requested and not taken up yet"))
                        .action("wait for it, or take it back with `upgrade --clear`");
                match differs_in.as_slice() {
                    [] => words,
                    fields => {
                        words.detail(format!("This would replace it (other {})", fields.join(", ")))
                    }
                }
            }
            Self::Unobserved { generation, observed } => {
                other_channel(about, &unobserved(*generation, *observed))
            }
            Self::NotRetrieved(condition) => not_retrieved(condition.as_ref()),
            Self::PreChecks { open } => pre_checks(open, &to),
            Self::PlanUnreadable { why } => Words::new(format!(
                "whether the pre-checks of {to} are accepted is not known: {why}"
            )),
            Self::RollbackWhileUpdating(condition) => Words::new(format!(
                "an update to {from} is under way: there is no way back until it is done"
            ))
            .detail(condition.as_ref().map_or("", |condition| &condition.message)),
            Self::PreviousIsPartial => Words::new(format!(
                "{to}, the release before {from}, was never rolled out as a whole, so it is not one \
                 to go back to"
            )),
            Self::PreviousIsSameVersion => Words::new(format!(
                "the release before {from} is another image of the same version, of other \
                 architectures perhaps: there is no way back to it"
            )),
            Self::PreviousOfOtherMinor => Words::new(format!(
                "{to}, the release before {from}, is of another minor version: there is no way back \
                 across those"
            )),
        }
    }

    /// Returns how grave it is for the update that it speaks against.
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

    /// Returns what becomes of an update in spite of it.
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

/// What becomes of a request that goes too far.
pub(crate) const TOO_FAR_IS_BLOCKED: &str =
    "Cluster-version operators since 4.19 block this update; older ones do not check";

fn too_far(about: &GateSubject<'_>) -> String {
    let (to, from) = (about.destination(), about.start());
    let target = about.target.map(|target| &target.release.version);
    if target.is_none_or(|target| target.same_major(&about.cluster.desired.version)) {
        format!("{to} is more than one minor version ahead of {from}")
    } else {
        format!(
            "{to} is of a later major version than {from}, and not the first minor version of the next"
        )
    }
}

/// An image of which nobody knows the version.
pub(crate) fn unknown_version() -> Words {
    Words::new("the version of the image is not known")
        .detail("the cluster-version operator checks that it is newer, and not too far ahead")
}

/// A change to a hosted control plane, whichever it is.
pub fn hosted_control_plane() -> Words {
    Words::new("the control plane is hosted elsewhere and a change here would be reverted")
        .action("set the release of its HostedCluster instead")
}

/// A cluster whose `Failing` condition is not False.
pub(crate) fn failing(condition: &Condition) -> Words {
    let is = if condition.status == Status::True { "is" } else { "may be" };
    let because = because(&condition.reason);
    Words::new(format!("Cluster Version version {is} failing to proceed with the update{because}"))
        .detail(&condition.message)
        .action("mend what it says before the update")
        .reference(OPERATOR_DEGRADED)
}

/// A cluster without a `Failing` condition.
pub fn no_failing_condition() -> Words {
    Words::new("Cluster Version version has no Failing condition")
        .detail(
            "the cluster does not report whether it is failing; the logs of its cluster-version \
             operator tell whether that one runs",
        )
        .action("see whether its cluster-version operator runs")
        .reference(OPERATOR_DEGRADED)
}

/// A cluster that does not know whether it is ready for a later minor version.
pub(crate) fn upgradeable_unknown(condition: &Condition) -> Words {
    reported("whether the cluster is ready for a later minor version is not known", condition)
}

/// A target that is listed with what speaks against it, in the cluster's own words.
pub(crate) fn not_recommended_here(to: &str, verdict: &Condition) -> Words {
    reported(&format!("{to} is supported but not recommended for this cluster"), verdict)
}

/// Lists that could not be refreshed, or of which that is not known.
pub fn not_retrieved(condition: Option<&Condition>) -> Words {
    let words = match condition {
        Some(condition) => reported("the cluster could not refresh its lists", condition),
        None => Words::new(
            "the cluster does not say whether its lists are fresh (no RetrievedUpdates condition)",
        ),
    };
    words.action("see `upgrade channel` and `upgrade upstream`")
}

/// Lists that were made for another channel than the one that is set now.
fn other_channel(about: &GateSubject<'_>, unobserved: &str) -> Words {
    let channel = about.cluster.channel.as_deref().filter(|channel| !channel.is_empty());
    let of = channel.map_or("of a channel that is no longer set".to_owned(), |name| {
        format!("of another channel than {name}")
    });
    let target = about.target.map(|target| {
        format!("{} is in {}. ", target.release.version, target.release.channels.join(", "))
    });
    Words::new(format!("the available updates are those {of}"))
        .detail(format!("{}{}", target.unwrap_or_default(), capitalised(unobserved)))
        .action("wait a moment and run the command again")
}

/// Returns what to know of the lists while the operator has not observed the latest spec, which by
/// itself stops nothing.
pub fn unobserved_spec(cluster: &Cluster) -> Option<Words> {
    let lists = if cluster.lists_are_of_another_channel() {
        "the lists are those of another channel"
    } else {
        "the lists may be out of date"
    };
    let why = unobserved(cluster.generation, cluster.observed_generation);
    cluster.unobserved().then(|| Words::new(lists).detail(why))
}

/// Settings that the cluster has not taken in.
fn unobserved(generation: Option<i64>, observed: Option<i64>) -> String {
    let number = |n: Option<i64>| n.map_or("unknown".to_owned(), |n| n.to_string());
    format!(
        "the cluster has not looked at its current settings yet (generation {}, observed {})",
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
        Some(condition) => reported("another update is under way", condition),
        None => Words::new(
            "the last update has not completed, and the cluster does not report progress",
        ),
    };
    words.action("wait for it with `upgrade wait`").reference(HISTORY)
}

fn reported(what: &str, condition: &Condition) -> Words {
    Words::new(format!("{what} ({})", condition.state())).detail(&condition.message)
}

/// An image is asked for by its name; a version can be looked for among those that are listed.
fn not_listed(about: &GateSubject<'_>) -> Words {
    let Some(to) = about.target.filter(|target| target.release.image.is_empty()) else {
        let from = about.start();
        return Words::new(format!(
            "the image is not one of the updates this cluster lists for {from}"
        ));
    };
    let to = &to.release.version;
    let updates = Updates::new(about.cluster);
    let listed = updates.all().map(|candidate| &candidate.release.version);
    let near = suggest::versions(to, listed);
    let near: Vec<&str> = near.iter().map(|version| version.text()).collect();
    let channel = about.cluster.channel.as_deref().unwrap_or("none");
    let near = match near.as_slice() {
        [] => "It lists none at all.".to_owned(),
        near => format!("The nearest that it lists are {}.", near.join(", ")),
    };
    Words::new(format!("the cluster lists no update to {to}"))
        .detail(format!(
            "Nobody has judged it for this cluster, which follows the channel {channel}. {near}"
        ))
        .action(format!("see why with `upgrade why {to}`"))
}

/// Risks are told by name beside it.
fn not_recommended(
    to: &str,
    verdict: &Condition,
    risks: &[RiskReport],
    accepted: &RiskAcceptance,
) -> Words {
    let words = not_recommended_here(to, verdict);
    match accepted {
        RiskAcceptance::Only(_) => {
            let left = accepted.left(risks);
            let names: Vec<&str> = left.iter().map(|risk| risk.name.as_str()).collect();
            if names.is_empty() {
                return words;
            }
            let summary = format!("{}; not accepted: {}", words.summary, names.join(", "));
            Words { summary, ..words }
        }
        RiskAcceptance::Nothing | RiskAcceptance::Everything => words,
    }
}

/// Names each, as long as somebody would read on.
fn pre_checks(open: &[PlanFindings], to: &str) -> Words {
    let (count, are) = match open.len() {
        1 => ("a pre-check of the update".to_owned(), "is"),
        count => (format!("{count} pre-checks of the update"), "are"),
    };
    let shown = open.iter().take(SHOWN).map(|found| {
        let Insight { level, summary, .. } = &found.insight;
        let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {}: {summary}", found.id.short(), level.title())
    });
    let more = open.len().checked_sub(SHOWN).filter(|more| *more > 0);
    let more = more.map(|more| format!("and {more} more"));
    let lines: Vec<String> = shown.chain(more).collect();
    Words::new(format!("{count} to {to} {are} not accepted")).detail(lines.join("\n"))
}

const SHOWN: usize = 10;

impl Words {
    pub(crate) fn new(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    #[must_use]
    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
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

    /// Returns what a request says: the matter and what to do, then what the cluster says of it.
    pub fn message(&self) -> String {
        let first = match &self.action {
            Some(action) => format!("{}: {action}", self.summary),
            None => self.summary.clone(),
        };
        match self.detail.trim() {
            "" => first,
            detail => format!("{first}\n{detail}"),
        }
    }

    /// Returns the matter and what the cluster says of it, for a warning.
    pub fn warning(&self) -> String {
        match self.detail.trim() {
            "" => self.summary.clone(),
            detail => format!("{}: {detail}", self.summary),
        }
    }

    /// Returns the summary as a sentence that stands alone.
    pub(crate) fn title(&self) -> String {
        capitalised(&self.summary)
    }
}

/// Returns a text as a sentence of its own begins.
pub(crate) fn capitalised(text: &str) -> String {
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
            "" => "a version that is not known",
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
    fn a_request_joins_what_an_insight_tells_apart() {
        let words = Words::new("the cluster is odd").detail("It says so.\n").action("mend it");
        assert_eq!(words.message(), "the cluster is odd: mend it\nIt says so.");
        assert_eq!(words.title(), "The cluster is odd");
        assert_eq!(words.warning(), "the cluster is odd: It says so.");
        assert_eq!(Words::new("4.7.0 is odd").title(), "4.7.0 is odd");
    }

    #[test]
    fn a_failing_cluster_is_worded_alike_for_requests_and_insights() {
        let cluster = cluster("4.6.23");
        let about =
            GateSubject { cluster: &cluster, target: None, acceptance: &RiskAcceptance::Nothing };
        let said = condition("Failing", Status::True);
        let words = Finding::Failing(said.clone()).words(&about);
        assert_eq!(words, failing(&said));
        assert!(words.summary.starts_with("Cluster Version version is failing"), "{words:?}");
    }
}
