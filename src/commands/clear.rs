//! `upgrade --clear`: take a request back, and say honestly whether that came in time.

use anyhow::anyhow;

use super::open;
use super::request::{ATTEMPTS, Options, refuse_files, too_many_conflicts};
use super::root::DryRun;
use crate::cli::{GlobalArgs, Session};
use crate::domain::clear::{self, Decision, Effect, Withdrawal};
use crate::domain::cluster::Cluster;
use crate::error::{Error, ExitStatus, Result};
use crate::source::patch::clearing_patch;
use crate::source::{Need, Source, Written};
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
    for _ in 0..ATTEMPTS {
        let cluster = source.read(Need::Request).await?;
        let view = UpdateRequest::clearing(&cluster);
        let withdrawal = match clear::decide(&cluster) {
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
            session.ui.refuse(&view.with_outcome(Outcome::Changed))?;
            return Ok(ExitStatus::Refused);
        }
        let dry_run = options.dry_run == DryRun::Server;
        match write(source, &withdrawal, dry_run).await? {
            None => first = first.or(Some(withdrawal)),
            Some(_) if dry_run => return show(&view.with_outcome(Outcome::DryRunServer), session),
            Some(answer) => return show(&cleared(view, &withdrawal, &answer), session),
        }
    }
    Err(too_many_conflicts())
}

/// Sends the patch; none where somebody else wrote first.
async fn write(source: &Source, withdrawal: &Withdrawal, dry_run: bool) -> Result<Option<Cluster>> {
    match source.patch(&clearing_patch(withdrawal), dry_run).await {
        Ok(Written::Conflict) => Ok(None),
        Ok(Written::Accepted(answer)) if dry_run || clear::decide(&answer) == Decision::Nothing => {
            Ok(Some(*answer))
        }
        Ok(Written::Accepted(_)) => Err(Error::new(
            "NotStored",
            anyhow!("the API server took the patch but the request is still there"),
        )),
        Err(error) if error.in_doubt => match source.read(Need::Overview).await {
            Ok(cluster) if clear::decide(&cluster) == Decision::Nothing => Ok(Some(cluster)),
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
