//! What each gate's finding says, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::hint::Invocation;
use super::pre_check::title;
use crate::domain::cluster::Cluster;
use crate::domain::condition::Condition;
use crate::domain::finding_code::FindingCode;
use crate::domain::gate::{Acceptance, Finding};
use crate::domain::plan::{Caution, Judged, Proposal, Request};
use crate::domain::precheck::{Found, Insight};
use crate::domain::updates::{Advice, Candidate};

/// Something that speaks against a request
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FindingView {
    pub(crate) code: FindingCode,
    /// A sentence; what the cluster says of it follows on further lines
    pub(crate) message: String,
    /// The flag that waives it; null where nothing does
    pub(crate) waived_by: Option<String>,
    pub(crate) waived: bool,
}

impl FindingView {
    pub(crate) fn of(
        judged: &Judged,
        proposal: &Proposal,
        request: &Request,
        us: &Invocation,
    ) -> Self {
        let mut message = message(&judged.finding, proposal, request);
        if let Finding::NotUpgradeable(_) = judged.finding {
            let command = us.command(["ack"]);
            message = told(
                message,
                &format!("Open admin gates are listed, and acknowledged, with: {command}"),
            );
        }
        if let Finding::PreChecks { .. } | Finding::PlanUnreadable { .. } = judged.finding {
            let version = proposal.target.release.version.text();
            let command = us.command(["pre-checks", "--version", version]);
            message = told(message, &format!("See them, and accept them, with: {command}"));
        }
        Self::new(judged, message)
    }

    /// A finding about the lists, where no target was found in them.
    pub(crate) fn of_lists(judged: &Judged, cluster: &Cluster) -> Self {
        let message = match &judged.finding {
            Finding::UnknownOrder => format!(
                "what is newer than {:?}, the version the cluster is on, cannot be said",
                cluster.desired.version.text()
            ),
            finding => of_the_cluster(finding),
        };
        let mut view = Self::new(judged, message);
        if judged.finding == Finding::UnknownOrder {
            (view.waived_by, view.waived) = (None, false); // no flag makes versions compare
        }
        view
    }

    /// A finding against taking a request back; nothing waives it.
    pub(crate) fn of_clearing(finding: &Finding) -> Self {
        let judged = Judged { finding: finding.clone(), waived: false };
        Self::new(&judged, hosted())
    }

    /// What is newer, and not recommended.
    pub(crate) fn only_not_recommended(newer: &[Candidate]) -> Option<Self> {
        let said = newer.iter().map(|candidate| match &candidate.advice {
            Advice::NotRecommended(verdict) => {
                format!("{} ({})", candidate.release.version, state(verdict))
            }
            _ => candidate.release.version.to_string(),
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| Self {
            code: FindingCode::OnlyNotRecommended,
            message: told("all that is newer is not recommended".to_owned(), &said.join("\n")),
            waived_by: None,
            waived: false,
        })
    }

    fn new(judged: &Judged, message: String) -> Self {
        let Judged { finding, waived } = judged;
        Self {
            code: finding.code(),
            message,
            waived_by: finding.waived_by().map(|waiver| waiver.flag().to_owned()),
            waived: *waived,
        }
    }
}

fn message(finding: &Finding, proposal: &Proposal, request: &Request) -> String {
    let to = match proposal.target.release.version.text() {
        "" => "an image of unknown version",
        to => to,
    };
    let from = match proposal.from.text() {
        "" => "a version that is not known",
        from => from,
    };
    let known =
        proposal.from.numbers().is_some() && proposal.target.release.version.numbers().is_some();
    let is = if known { "is" } else { "may be" };
    match finding {
        Finding::HostedControlPlane => hosted(),
        Finding::Ambiguous { images } => told(
            format!("{to} is listed with {} different images", images.len()),
            &images.join("\n"),
        ),
        Finding::NoImage if proposal.target.advice == Advice::SameRelease => {
            "the cluster does not say which version it is on".to_owned()
        }
        Finding::NoImage => {
            format!("{to} is listed without an image, so it cannot be asked for exactly")
        }
        Finding::NotListed => {
            format!("the image is not one of the updates this cluster lists for {from}")
        }
        Finding::ByTag => "the image is named by tag, which may mean another image tomorrow: name \
             it by digest"
            .to_owned(),
        Finding::TooFar => format!(
            "{to} is more than one minor version ahead of {from}: update through the versions between"
        ),
        Finding::DowngradeAcrossMinor => {
            format!(
                "{to} is older than {from} and of an earlier minor version: there is no way back"
            )
        }
        Finding::NotRecommended { verdict, .. } => not_recommended(finding, to, verdict, request),
        Finding::NotUpgradeable(condition) => told(
            format!(
                "{to} {is} a later minor version than {from}, and the cluster is not ready for one \
                 ({}): the operator would hold the request until that is resolved",
                state(condition)
            ),
            &condition.message,
        ),
        Finding::Downgrade => format!("{to} is older than {from}: this would be a downgrade"),
        Finding::UnknownOrder => {
            format!("{to} cannot be compared with {from}: this may be a downgrade")
        }
        Finding::PreChecks { open } => pre_checks(open, to),
        Finding::PlanUnreadable { why } => {
            format!("whether the pre-checks of {to} are accepted is not known: {why}")
        }
        _ => on_the_way_back(finding, (to, from)),
    }
}

/// Names each, as long as somebody would read on.
fn pre_checks(open: &[Found], to: &str) -> String {
    let count = match open.len() {
        1 => "a pre-check of the update".to_owned(),
        count => format!("{count} pre-checks of the update"),
    };
    let are = if open.len() == 1 { "is" } else { "are" };
    let shown = open.iter().take(SHOWN).map(|found| {
        let Insight { level, summary, .. } = &found.insight;
        let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{} {}: {summary}", found.id.short(), title(*level))
    });
    let more = open.len().checked_sub(SHOWN).filter(|more| *more > 0);
    let more = more.map(|more| format!("and {more} more"));
    let lines: Vec<String> = shown.chain(more).collect();
    told(format!("{count} to {to} {are} not accepted"), &lines.join("\n"))
}

const SHOWN: usize = 10;

/// Findings against going back.
fn on_the_way_back(finding: &Finding, (to, from): (&str, &str)) -> String {
    match finding {
        Finding::RollbackWhileUpdating(said) => {
            let said = said.as_ref().map(|said| said.message.as_str());
            told(
                format!("an update to {from} is under way: there is no way back until it is done"),
                said.unwrap_or_default(),
            )
        }
        Finding::PreviousIsPartial => format!(
            "{to}, the release before {from}, was never rolled out as a whole, so it is not one to go back to"
        ),
        Finding::PreviousIsSameVersion => format!(
            "the release before {from} is another image of the same version, of other architectures perhaps: \
             there is no way back to it"
        ),
        Finding::PreviousOfOtherMinor => format!(
            "{to}, the release before {from}, is of another minor version: there is no way back across those"
        ),
        other => of_the_cluster(other),
    }
}

/// Findings about the state of the cluster, whatever the target.
pub(super) fn of_the_cluster(finding: &Finding) -> String {
    let said = |what: &str, condition: &Condition| {
        told(format!("{what} ({})", state(condition)), &condition.message)
    };
    match finding {
        Finding::Invalid(condition) => said("the ClusterVersion is not valid", condition),
        Finding::Failing(condition) => said("the cluster is failing, or may be", condition),
        Finding::Progressing(Some(condition)) => said("another update is under way", condition),
        Finding::Progressing(None) => {
            "the last update has not completed, and the cluster does not report progress".to_owned()
        }
        Finding::PendingRequest { target, differs_in } => format!(
            "{target} is already requested and not taken up yet: this would replace it (other {})",
            differs_in.join(", ")
        ),
        Finding::Unobserved { generation, observed } => {
            format!("{}, so its lists may be out of date", unobserved(*generation, *observed))
        }
        Finding::NotRetrieved(Some(condition)) => {
            said("the cluster could not refresh its lists", condition)
        }
        _ => "the cluster does not say whether its lists are fresh (no RetrievedUpdates condition)"
            .to_owned(),
    }
}

pub(crate) fn unobserved(generation: Option<i64>, observed: Option<i64>) -> String {
    let number = |n: Option<i64>| n.map_or("unknown".to_owned(), |n| n.to_string());
    format!(
        "the cluster has not looked at its current settings yet (generation {}, observed {})",
        number(generation),
        number(observed)
    )
}

fn not_recommended(finding: &Finding, to: &str, verdict: &Condition, request: &Request) -> String {
    let Finding::NotRecommended { risks, .. } = finding else {
        return String::new();
    };
    let sentence =
        format!("{to} is supported but not recommended for this cluster ({})", state(verdict));
    match &request.waivers.not_recommended {
        Acceptance::Only(_) => {
            let left = request.waivers.not_recommended.left(risks);
            let names: Vec<&str> = left.iter().map(|risk| risk.name.as_str()).collect();
            if names.is_empty() {
                sentence
            } else {
                format!("{sentence}; not accepted: {}", names.join(", "))
            }
        }
        _ if risks.is_empty() => told(sentence, &verdict.message),
        _ => sentence,
    }
}

pub(super) fn hosted() -> String {
    "the control plane is hosted elsewhere and a change here would be reverted: set the release of \
     its HostedCluster instead"
        .to_owned()
}

/// Returns type, status and reason of a condition for a sentence.
pub(crate) fn state(condition: &Condition) -> String {
    let Condition { kind, status, reason, .. } = condition;
    let status = status.text();
    if reason.is_empty() {
        format!("{kind} is {status}")
    } else {
        format!("{kind} is {status}, {reason}")
    }
}

fn told(sentence: String, message: &str) -> String {
    match message.trim() {
        "" => sentence,
        message => format!("{sentence}\n{message}"),
    }
}

pub(crate) fn caution(caution: &Caution) -> String {
    match caution {
        Caution::Force => "--force: the cluster will not verify the release image's signature and \
             will ignore its own preconditions"
            .to_owned(),
        Caution::NoFailingCondition => {
            "the cluster does not report whether it is failing".to_owned()
        }
        Caution::ProgressingUnknown => {
            "the cluster does not report whether an update is under way".to_owned()
        }
        Caution::UpgradeableUnknown(condition) => format!(
            "whether the cluster is ready for a later minor version is not known ({}): {}",
            state(condition),
            condition.message
        ),
        Caution::TopologyUnknown { why } => {
            format!("whether the control plane is hosted elsewhere could not be checked: {why}")
        }
    }
}
