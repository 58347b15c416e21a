//! What to do next after a request: the narrowest step first, an override last.

use super::view::{ACCEPT, words_that_pass};
use crate::actions::list_updates;
use crate::cli::invocation::Invocation;
use crate::error::Hint;
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::Finding;
use upgrade_core::request::decide::{JudgedFinding, Proposal, Request};
use upgrade_core::request::rollback;

/// Returns what to do about a target that was refused. `command` completes the arguments of a
/// request.
pub(crate) fn of_refusal(
    cluster: &Cluster,
    proposal: &Proposal,
    request: &Request,
    invocation: &Invocation,
    command: impl Fn(Vec<String>) -> String,
) -> Vec<Hint> {
    let open = || proposal.findings.iter().filter(|judged| !judged.waived);
    let version = proposal.target.release.version.text();
    let steps = NextSteps { cluster, version, invocation };
    let mut hints: Vec<Hint> = Vec::new();
    for JudgedFinding { finding, .. } in open() {
        for hint in steps.resolve(finding, &command) {
            if !hints.contains(&hint) {
                hints.push(hint);
            }
        }
    }
    hints.extend(overrides(proposal, request, &command));
    hints
}

/// Returns the commands that pass every check, or a hint that there are none.
fn overrides(
    proposal: &Proposal,
    request: &Request,
    command: &impl Fn(Vec<String>) -> String,
) -> Vec<Hint> {
    let open: Vec<&Finding> = proposal
        .findings
        .iter()
        .filter(|judged| !judged.waived)
        .map(|judged| &judged.finding)
        .collect();
    let Some(narrow) = words_that_pass(proposal, request) else {
        let by_tag = open.iter().any(|finding| matches!(finding, Finding::ByTag));
        return match open.len() {
            _ if by_tag => vec!["use a digest instead of a tag".into()],
            1 => vec!["this check cannot be overridden".into()],
            _ => vec!["not all of these checks can be overridden".into()],
        };
    };
    let Some(accept) = narrow.iter().position(|word| word == ACCEPT) else {
        let purpose = if only_not_recommended(&open) { EVERY_RISK } else { "to override" };
        return vec![Hint::run(purpose, command(narrow))];
    };
    let names = narrow[accept..].iter().filter(|word| *word == ACCEPT).count();
    let blanket = narrow[..accept].to_vec();
    let these = if names == 1 { "this risk" } else { "these risks" };
    let (only, every) = if only_not_recommended(&open) {
        (format!("to accept only {these}, for this request"), EVERY_RISK)
    } else {
        (format!("to override, accepting only {these}"), "to override, accepting every risk")
    };
    vec![Hint::run(&only, command(narrow)), Hint::run(every, command(blanket))]
}

const EVERY_RISK: &str = "to accept every risk, known or not";

fn only_not_recommended(open: &[&Finding]) -> bool {
    open.iter().all(|finding| matches!(finding, Finding::NotRecommended { .. }))
}

/// Commands for the cluster that was chosen.
struct NextSteps<'a> {
    cluster: &'a Cluster,
    /// The version of the target; empty if it is unknown.
    version: &'a str,
    invocation: &'a Invocation,
}

impl NextSteps<'_> {
    /// Returns what resolves a finding, as opposed to overriding it.
    fn resolve(&self, finding: &Finding, command: &impl Fn(Vec<String>) -> String) -> Vec<Hint> {
        match finding {
            Finding::HostedControlPlane => {
                let edit = "oc edit hostedcluster NAME --namespace NAMESPACE";
                vec![Hint::run("to set its release, on the management cluster", edit)]
            }
            Finding::Ambiguous { images } => images
                .iter()
                .map(|image| {
                    let words = vec!["--to-image".to_owned(), image.clone()];
                    Hint::run("to request this image", command(words))
                })
                .collect(),
            Finding::NoImage => vec!["wait until the cluster retrieves updates again".into()],
            Finding::TooFar { .. } => {
                vec![self.run("to find an update path", &["path", self.version])]
            }
            Finding::NotUpgradeable(_) => vec![self.run("to list admin gates", &["ack"])],
            Finding::Downgrade if self.is_previous() => {
                vec![self.run("to roll back to the previous release", &["rollback"])]
            }
            Finding::Failing(_) => vec![self.run("to see what is failing", &["status"])],
            Finding::Invalid(_) => vec!["correct the spec of the ClusterVersion".into()],
            Finding::Progressing(_) | Finding::RollbackWhileUpdating(_) => vec![self.wait()],
            Finding::PendingRequest { .. } => {
                vec![Hint::run("to cancel that request", command(vec!["--clear".to_owned()]))]
            }
            Finding::Unobserved { .. } => vec!["wait a moment and run the command again".into()],
            Finding::NotRetrieved(_) => {
                vec![list_updates::hints::retrieve(self.cluster, self.invocation)]
            }
            Finding::PreChecks { .. } => self.pre_checks(),
            Finding::PlanUnreadable { .. } => {
                vec![self.run("to run the pre-checks", &["pre-checks", self.version])]
            }
            Finding::PreviousIsPartial
            | Finding::PreviousOfOtherMinor
            | Finding::PreviousIsSameVersion => {
                vec![self.run("to see past updates", &["history"])]
            }
            Finding::NotListed
            | Finding::ByTag
            | Finding::DowngradeAcrossMinor
            | Finding::NotRecommended { .. }
            | Finding::Downgrade
            | Finding::UnknownOrder => Vec::new(),
        }
    }

    fn run(&self, purpose: &str, words: &[&str]) -> Hint {
        Hint::run(purpose, self.invocation.command(words.iter().copied()))
    }

    /// Recorded files never change, so there is nothing to wait for.
    fn wait(&self) -> Hint {
        if self.invocation.reads_files() {
            self.run("to see its progress", &["status"])
        } else {
            self.run("to wait for it to complete", &["wait"])
        }
    }

    fn pre_checks(&self) -> Vec<Hint> {
        let review = self.run("to review them", &["pre-checks", self.version, "--details"]);
        if self.invocation.reads_files() {
            return vec![review];
        }
        vec![self.run("to accept them", &["pre-checks", self.version, "--accept"]), review]
    }

    fn is_previous(&self) -> bool {
        let previous = rollback::previous(self.cluster);
        previous.is_some_and(|previous| previous.version.text() == self.version)
    }
}
