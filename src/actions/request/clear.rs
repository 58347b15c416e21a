//! `upgrade --clear`: cancel a request, and report whether the cluster had accepted it.

use crate::actions::open;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::view::{RequestOutcome, UpdateRequest};
use crate::cli::invocation::Invocation;
use crate::cli::values::DryRun;
use crate::cli::write_args::{RequestOptions, refuse_files};
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::patch::clearing_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, refused,
};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::parts::cluster::ClusterView;
use upgrade_core::cluster::Cluster;
use upgrade_core::request::clear::{self, ClearDecision, ClearEffect, ClearRequest};
use upgrade_core::settings::{SpecPart, changed_besides};
use upgrade_core::snapshot::Snapshot;

pub(crate) async fn run(
    options: RequestOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    refuse_files(global, options)?;
    let source = open::source(global, session).await?;
    withdraw(options, &source, session).await
}

/// Cancels the request of a source.
pub(crate) async fn withdraw(
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result {
    let invocation = &session.invocation;
    let mut write = ClearWrite { dry_run: options.dry_run, source, invocation };
    let view = match apply(&mut write).await? {
        Applied::Finished(view) => view,
        Applied::Stored { before, change, after, as_sent } => {
            if options.dry_run == DryRun::None {
                let asked = &change.requested;
                let target = if asked.version.is_empty() { &asked.image } else { &asked.version };
                session.ui.record_change(format!("the request for {target} was canceled"));
            }
            let mut view = taking_back(&before.cluster, &change);
            view.warnings.extend(changed_besides(SpecPart::Request, &before.cluster, &after));
            match options.dry_run {
                _ if !as_sent => still_there(view, &change, &after, options.dry_run, session),
                DryRun::Server => view.with_outcome(RequestOutcome::DryRunServer),
                DryRun::None | DryRun::Client => cleared(view, &change, &after),
            }
        }
    };
    let status = view.status();
    if status != ExitStatus::Refused {
        session.ui.warn(&view.warnings);
    }
    session.ui.tell(&view, status)?;
    Ok(status)
}

/// Writes a ClusterVersion without its request.
struct ClearWrite<'a> {
    dry_run: DryRun,
    source: &'a Source,
    invocation: &'a Invocation,
}

impl OptimisticWrite for ClearWrite<'_> {
    type State = Snapshot;
    type Change = ClearRequest;
    type Stored = Cluster;
    type Ending = UpdateRequest;

    async fn read(&mut self) -> Result<Snapshot> {
        self.source.snapshot(&SnapshotParts::REQUEST).await
    }

    fn revision<'a>(&self, snapshot: &'a Snapshot) -> Option<&'a str> {
        snapshot.cluster.resource_version.as_deref()
    }

    fn replaced(&self, before: &Snapshot, now: &Snapshot) -> Option<String> {
        before.cluster.replaced_by(&now.cluster)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<WriteDecision<ClearRequest, UpdateRequest>> {
        let mut view = UpdateRequest::clearing(&snapshot.cluster);
        Ok(match clear::decide(snapshot) {
            ClearDecision::Clear(withdrawal) => WriteDecision::Send(withdrawal),
            ClearDecision::Nothing => WriteDecision::Finished(view),
            ClearDecision::Refused(finding) => {
                view.findings.push(FindingView::of_clearing(&finding));
                WriteDecision::Finished(view.with_outcome(RequestOutcome::Refused))
            }
        })
    }

    fn is_unchanged(&self, withdrawal: &ClearRequest, shown: &ClearRequest) -> bool {
        withdrawal.is_unchanged(shown)
    }

    fn confirm(
        &mut self,
        snapshot: &Snapshot,
        withdrawal: &ClearRequest,
        shown: Option<&ClearRequest>,
    ) -> Result<Option<UpdateRequest>> {
        let mut view = taking_back(&snapshot.cluster, withdrawal);
        if shown.is_some() {
            // Another client requested something else meanwhile, which is not ours to cancel.
            view.patch = None;
            return Ok(Some(view.with_outcome(RequestOutcome::Changed)));
        }
        let dry_run = self.dry_run == DryRun::Client;
        Ok(dry_run.then(|| view.with_outcome(RequestOutcome::DryRunClient)))
    }

    async fn send(&mut self, withdrawal: &ClearRequest) -> Result<WriteOutcome<Cluster>> {
        self.source.patch(&clearing_patch(withdrawal), self.dry_run == DryRun::Server).await
    }

    async fn read_stored(&mut self) -> Result<Cluster> {
        Ok(self.source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?.cluster)
    }

    fn is_stored(&self, _: &ClearRequest, stored: &Cluster) -> bool {
        !clear::is_asked(stored)
    }

    fn is_same(&self, before: &Snapshot, stored: &Cluster) -> bool {
        before.cluster.replaced_by(stored).is_none()
    }

    fn refused(&self, snapshot: &Snapshot, said: &str) -> Error {
        refused(snapshot.cluster.origin.server.as_deref(), "request", said)
    }

    fn end_replaced(
        &self,
        before: &Snapshot,
        shown: &ClearRequest,
        how: String,
    ) -> Result<UpdateRequest> {
        let mut view = taking_back(&before.cluster, shown).with_outcome(RequestOutcome::Replaced);
        (view.patch, view.note) = (None, Some(how));
        Ok(view)
    }

    fn contested(&self, _: &ClearRequest) -> Result<UpdateRequest> {
        Err(contested("the ClusterVersion"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => "the request is still stored; run the command again".into(),
            LostWrite::Unknown => Hint::run(
                "cannot confirm that the request was canceled. To check",
                self.invocation.command([]),
            ),
        }
    }
}

fn taking_back(cluster: &Cluster, withdrawal: &ClearRequest) -> UpdateRequest {
    let patch = clearing_patch(withdrawal);
    UpdateRequest::clearing(cluster).taking_back(&withdrawal.requested, patch)
}

/// The server accepted the patch, but still has a request, or would have one.
fn still_there(
    view: UpdateRequest,
    withdrawal: &ClearRequest,
    answer: &Cluster,
    dry_run: DryRun,
    session: &Session,
) -> UpdateRequest {
    let how = withdrawal.change().stored_differently(answer.requested.as_ref());
    let how = how.unwrap_or_default();
    if dry_run == DryRun::Server {
        let mut view = view.with_outcome(RequestOutcome::WouldBeStoredDifferently);
        view.note = Some(format!("the cancellation would be stored, but differently: {how}"));
        return view;
    }
    let mut view = view.with_outcome(RequestOutcome::StoredDifferently);
    view.note = Some(format!("the cancellation was stored, but differently: {how}"));
    let list = session.invocation.command([]);
    view.hints = vec![Hint::run("to see what is requested", list)];
    view.cluster = ClusterView::new(answer);
    view
}

fn cleared(view: UpdateRequest, withdrawal: &ClearRequest, answer: &Cluster) -> UpdateRequest {
    let effect = withdrawal.effect(answer);
    let late = effect == ClearEffect::TooLate;
    let mut view = view.with_outcome(if late {
        RequestOutcome::ClearedTooLate
    } else {
        RequestOutcome::Cleared
    });
    let desired = answer.desired.version.text();
    view.note = Some(match effect {
        ClearEffect::InTime if answer.rolling_out() => {
            format!("The cluster had not accepted it and continues to update to {desired}")
        }
        ClearEffect::InTime => format!("The cluster had not accepted it and stays on {desired}"),
        ClearEffect::TooLate => {
            format!("The update to {desired} is already in progress and continues")
        }
        ClearEffect::Done => format!("The cluster stays on {desired}"),
    });
    view.cluster = ClusterView::new(answer);
    view
}
