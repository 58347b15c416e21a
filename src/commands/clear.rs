//! `upgrade --clear`: take a request back, and say honestly whether that came in time.

use anyhow::anyhow;

use super::open;
use super::request::{ATTEMPTS, Options, refuse_unchanged, too_many_conflicts};
use super::root::DryRun;
use super::writing::refuse_files;
use crate::cli::{GlobalArgs, Session};
use crate::domain::clear::{self, Decision, Effect, Withdrawal};
use crate::domain::cluster::Cluster;
use crate::error::{Error, ExitStatus, Result};
use crate::source::patch::clearing_patch;
use crate::source::snapshot::SnapshotParts;
use crate::source::{Source, Written};
use crate::view::cluster::ClusterView;
use crate::view::finding::FindingView;
use crate::view::update_request::{Outcome, UpdateRequest};

pub(crate) async fn run(options: Options, global: &GlobalArgs, session: &mut Session) -> Result {
    refuse_files(global, options)?;
    let source = open::source(global, session).await?;
    withdraw(options, &source, session).await
}

/// Takes back the request of a source.
pub(super) async fn withdraw(options: Options, source: &Source, session: &mut Session) -> Result {
    let mut first: Option<Withdrawal> = None;
    let mut earlier: Option<(Option<String>, String)> = None;
    for _ in 0..ATTEMPTS {
        let snapshot = source.snapshot(&SnapshotParts::REQUEST).await?;
        let cluster = &snapshot.cluster;
        if let Some((sent, said)) = &earlier {
            refuse_unchanged(cluster, sent.as_ref(), said)?;
        }
        let view = UpdateRequest::clearing(cluster);
        let withdrawal = match clear::decide(&snapshot) {
            Decision::Clear(withdrawal) => withdrawal,
            Decision::Nothing => return show(&view, session),
            Decision::Refused(finding) => return refuse(view, &finding, session),
        };
        let view = view.taking_back(&withdrawal.requested, clearing_patch(&withdrawal));
        if options.dry_run == DryRun::Client {
            return show(&view.with_outcome(Outcome::DryRunClient), session);
        }
        if first.as_ref().is_some_and(|first| !withdrawal.is_still(first)) {
            // Somebody asked for something else meanwhile; that is not ours to take back.
            let mut view = view.with_outcome(Outcome::Changed);
            view.patch = None;
            session.ui.refuse(&view)?;
            return Ok(ExitStatus::Refused);
        }
        let dry_run = options.dry_run == DryRun::Server;
        match write(source, &withdrawal, dry_run).await? {
            Err(said) => {
                earlier = Some((withdrawal.resource_version.clone(), said));
                first = first.or(Some(withdrawal));
            }
            Ok(_) if dry_run => return show(&view.with_outcome(Outcome::DryRunServer), session),
            Ok(answer) => return show(&cleared(view, &withdrawal, &answer), session),
        }
    }
    Err(too_many_conflicts())
}

/// Sends the patch; what the server says where somebody else wrote first.
async fn write(
    source: &Source,
    withdrawal: &Withdrawal,
    dry_run: bool,
) -> Result<std::result::Result<Cluster, String>> {
    match source.patch(&clearing_patch(withdrawal), dry_run).await {
        Ok(Written::Conflict(said)) => Ok(Err(said)),
        Ok(Written::Accepted(answer)) if dry_run || !clear::is_asked(&answer) => Ok(Ok(*answer)),
        Ok(Written::Accepted(_)) => Err(Error::new(
            "NotStored",
            anyhow!("the API server took the patch but the request is still there"),
        )),
        Err(error) if error.in_doubt => match source.snapshot(&SnapshotParts::OVERVIEW).await {
            Ok(seen) if !clear::is_asked(&seen.cluster) => Ok(Ok(seen.cluster)),
            Ok(_) => Err(error.hint("the request is still there; run the command again")),
            Err(_) => Err(error.hint("it is not known whether the request was taken back")),
        },
        Err(error) => Err(error),
    }
}

fn cleared(view: UpdateRequest, withdrawal: &Withdrawal, answer: &Cluster) -> UpdateRequest {
    let effect = withdrawal.effect(answer);
    let late = effect == Effect::TooLate;
    let mut view = view.with_outcome(if late { Outcome::ClearedTooLate } else { Outcome::Cleared });
    let desired = answer.desired.version.text();
    view.note = Some(match effect {
        Effect::InTime if answer.rolling_out() => {
            format!("The cluster had not taken it up and goes on updating to {desired}")
        }
        Effect::InTime => format!("The cluster had not taken it up and stays at {desired}"),
        Effect::TooLate => format!(
            "Too late to stop it: the cluster is updating to {desired} and goes on; clearing the \
             request does not undo that"
        ),
        Effect::Done => format!("The cluster is at {desired} and stays there"),
    });
    view.cluster = ClusterView::of(answer);
    view
}

fn show(view: &UpdateRequest, session: &mut Session) -> Result {
    session.ui.warn(&view.warnings);
    session.ui.show(view)?;
    Ok(ExitStatus::Success)
}

fn refuse(
    mut view: UpdateRequest,
    finding: &crate::domain::gate::Finding,
    session: &mut Session,
) -> Result {
    view.findings.push(FindingView::of_clearing(finding));
    session.ui.refuse(&view.with_outcome(Outcome::Refused))?;
    Ok(ExitStatus::Refused)
}
