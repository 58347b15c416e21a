//! A request: decide, ask for confirmation, write, show the result.

pub(crate) mod clear;
pub(crate) mod finding_view;
pub(crate) mod hints;
pub(crate) mod outcome_text;
pub(crate) mod plan;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use super::confirm::{NotSent, Prompt, confirm};
use super::open;
use super::wait;
use crate::actions::list_updates;
use crate::actions::request::view::{
    RequestOutcome, UpdateRequest, words_past_doubts, words_that_pass,
};
use crate::cli::values::DryRun;
use crate::cli::write_args::{RequestOptions, WaitOptions, refuse_files};
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::patch::merge_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, refused,
};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::parts::cluster::ClusterView;
use upgrade_core::cluster::Cluster;
use upgrade_core::gates::Waiver;
use upgrade_core::gates::code::FindingCode;
use upgrade_core::request::decide::{
    self, AlreadySatisfied, Decision, NoNewerUpdate, Proposal, Request, RequestTarget,
    UnknownVersion, UpdateChange,
};
use upgrade_core::settings::{SpecPart, changed_besides};
use upgrade_core::snapshot::Snapshot;
use upgrade_core::updates::Candidate;
use upgrade_core::wait::target::WaitTarget;
use upgrade_graph::version::Version;

/// How a request ended.
pub(crate) struct RequestResult {
    pub(crate) view: UpdateRequest,
    /// Warnings that are not shown yet.
    warnings: Vec<String>,
    /// The release to wait for; none if nothing was requested.
    target: Option<WaitTarget>,
}

pub(crate) async fn run(
    request: &Request,
    options: RequestOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    refuse_files(global, options)?;
    session.ui.stream = options.wait.is_some();
    let source = match options.wait {
        Some(_) => open::open_for_wait(global, session).await?,
        None => open::source(global, session).await?,
    };
    let ended = ask(request, options, &source, session).await?;
    let status = ended.status();
    match (options.wait, ended.target) {
        (Some(wait), Some(target)) => {
            wait::watch(source, Some(target), wait, global, session).await
        }
        _ => Ok(status),
    }
}

/// Requests the update from a source.
pub(crate) async fn ask(
    request: &Request,
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result<RequestResult> {
    let mut write = RequestWrite { request, options, source, session, warned: Vec::new() };
    let ended = match apply(&mut write).await? {
        Applied::Finished(ended) => ended,
        Applied::Stored { before, change, after, .. } => {
            if options.dry_run == DryRun::None {
                write.session.ui.record_change(write.sent(&change));
            }
            write.requested(&before.cluster, &change, &after)
        }
    };
    session.ui.warn(&ended.warnings);
    session.ui.tell(&ended.view, ended.status())?;
    Ok(ended)
}

impl RequestResult {
    /// Has no warnings left to show and nothing to wait for.
    fn with(view: UpdateRequest) -> Self {
        Self { view, warnings: Vec::new(), target: None }
    }

    pub(crate) fn status(&self) -> ExitStatus {
        self.view.status()
    }
}

/// Writes a request into a ClusterVersion.
pub(crate) struct RequestWrite<'a> {
    pub(crate) request: &'a Request,
    pub(crate) options: RequestOptions,
    pub(crate) source: &'a Source,
    pub(crate) session: &'a mut Session,
    /// Warnings that were shown before the request was sent.
    warned: Vec<String>,
}

impl OptimisticWrite for RequestWrite<'_> {
    type State = Snapshot;
    type Change = Proposal;
    type Stored = Cluster;
    type Ending = RequestResult;

    async fn read(&mut self) -> Result<Snapshot> {
        self.read_with_plan().await
    }

    fn revision<'a>(&self, snapshot: &'a Snapshot) -> Option<&'a str> {
        snapshot.cluster.resource_version.as_deref()
    }

    fn replaced(&self, before: &Snapshot, now: &Snapshot) -> Option<String> {
        before.cluster.replaced_by(&now.cluster)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<WriteDecision<Proposal, RequestResult>> {
        let cluster = &snapshot.cluster;
        let ended = match decide::decide(snapshot, self.request) {
            Decision::Judged(proposal) if proposal.passes() => {
                return Ok(WriteDecision::Send(*proposal));
            }
            Decision::Judged(proposal) => {
                let mut view = self.judged(cluster, &proposal);
                self.advise(&mut view, cluster, &proposal);
                RequestResult::with(view)
            }
            Decision::Settled(settled) => self.settled(cluster, &settled),
            Decision::NothingNewer(nothing) => self.nothing_newer(snapshot, &nothing),
            Decision::NothingBefore => return Err(self.nothing_before(cluster)),
            Decision::UnknownVersion(unknown) => {
                return Err(self.unknown_version(cluster, &unknown));
            }
            Decision::UnknownRisk { target, name, nearest, known } => {
                return Err(unknown_risk(&target, &name, &nearest, &known));
            }
        };
        Ok(WriteDecision::Finished(ended))
    }

    fn is_unchanged(&self, proposal: &Proposal, shown: &Proposal) -> bool {
        proposal.is_unchanged(shown)
    }

    fn confirm(
        &mut self,
        snapshot: &Snapshot,
        proposal: &Proposal,
        shown: Option<&Proposal>,
    ) -> Result<Option<RequestResult>> {
        let mut view = self.judged(&snapshot.cluster, proposal);
        let has_changed = shown.is_some();
        let asks = has_changed || view.waived().next().is_some();
        let prompt = Prompt {
            warnings: view.warnings.clone(),
            question: asks.then(|| view.question(&self.session.ui.err)),
            unasked: view.waiver_notes(),
        };
        let Some(not_sent) = confirm(&mut self.session.ui, self.options, has_changed, &prompt)
        else {
            self.warned = prompt.warnings;
            return Ok(None);
        };
        let outcome = match not_sent {
            NotSent::DryRunClient => {
                view.patch = Some(merge_patch(&proposal.change));
                RequestOutcome::DryRunClient
            }
            NotSent::NotConfirmed => RequestOutcome::NotConfirmed,
            NotSent::Changed => {
                self.advise(&mut view, &snapshot.cluster, proposal);
                RequestOutcome::Changed
            }
        };
        Ok(Some(RequestResult::with(view.with_outcome(outcome))))
    }

    async fn send(&mut self, proposal: &Proposal) -> Result<WriteOutcome<Cluster>> {
        let dry_run = self.options.dry_run == DryRun::Server;
        self.source.patch(&merge_patch(&proposal.change), dry_run).await
    }

    async fn read_stored(&mut self) -> Result<Cluster> {
        Ok(self.source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?.cluster)
    }

    fn is_stored(&self, proposal: &Proposal, stored: &Cluster) -> bool {
        proposal.change.differences(stored.requested.as_ref()).is_empty()
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
        shown: &Proposal,
        how: String,
    ) -> Result<RequestResult> {
        let mut view = self.judged(&before.cluster, shown).with_outcome(RequestOutcome::Replaced);
        view.note = Some(how);
        Ok(RequestResult::with(view))
    }

    fn contested(&self, _: &Proposal) -> Result<RequestResult> {
        Err(contested("the ClusterVersion"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => {
                "the request is not stored; check the cluster before you run the command again"
                    .into()
            }
            LostWrite::Unknown => {
                let look = self.session.invocation.command([]);
                Hint::run("cannot confirm the request. To check", look)
            }
        }
    }
}

impl RequestWrite<'_> {
    /// Tells that the request was made.
    fn sent(&self, proposal: &Proposal) -> String {
        let UpdateChange { version, image, .. } = &proposal.change;
        let target = if version.is_empty() { image } else { version };
        match self.request.target {
            RequestTarget::Previous => format!("the rollback to {target} was requested"),
            _ => format!("the update to {target} was requested"),
        }
    }

    fn judged(&self, cluster: &Cluster, proposal: &Proposal) -> UpdateRequest {
        UpdateRequest::judged(cluster, proposal, self.request)
    }

    /// Adds what to do about a refusal.
    fn advise(&self, view: &mut UpdateRequest, cluster: &Cluster, proposal: &Proposal) {
        view.command_that_passes = self.would_pass(proposal);
        let command = |words| self.command(words);
        let invocation = &self.session.invocation;
        view.hints = hints::of_refusal(cluster, proposal, self.request, invocation, command);
    }

    fn requested(&self, before: &Cluster, proposal: &Proposal, after: &Cluster) -> RequestResult {
        let dry_run = self.options.dry_run == DryRun::Server;
        let (outcome, note) = match proposal.change.stored_differently(after.requested.as_ref()) {
            None if dry_run => (RequestOutcome::DryRunServer, None),
            None => (RequestOutcome::Requested, None),
            Some(how) if dry_run => {
                let note = format!("the request would be stored, but differently: {how}");
                (RequestOutcome::WouldBeStoredDifferently, Some(note))
            }
            Some(how) => {
                let note = format!("the request was stored, but differently: {how}");
                (RequestOutcome::StoredDifferently, Some(note))
            }
        };
        let mut view = self.judged(before, proposal).with_outcome(outcome);
        view.patch = Some(merge_patch(&proposal.change));
        if view.applied && note.is_none() && self.options.wait.is_none() {
            view.hints = vec![self.follow(proposal)];
        }
        if outcome == RequestOutcome::StoredDifferently {
            let clear = self.session.invocation.command(["--clear"]);
            view.hints = vec![Hint::run("to cancel it", clear)];
        }
        view.note = note;
        view.warnings.extend(changed_besides(SpecPart::Request, before, after));
        // A caution may have come between two attempts.
        let news = view.warnings.iter().filter(|warning| !self.warned.contains(warning));
        let warnings = news.cloned().collect();
        if !dry_run {
            view.cluster = ClusterView::new(after);
        }
        // The stored object differs from the request, so there is nothing to wait for.
        let target = view.note.is_none().then(|| WaitTarget::of_change(&proposal.change));
        RequestResult { view, warnings, target }
    }

    fn settled(&self, cluster: &Cluster, settled: &AlreadySatisfied) -> RequestResult {
        let mut view = UpdateRequest::settled(cluster, settled);
        if self.request.waivers.has(Waiver::Force) {
            view.warnings.push("--force was not sent: nothing to request".to_owned());
        }
        if self.options.wait.is_none() && view.outcome != RequestOutcome::AlreadyThere {
            view.hints = vec![self.watch()];
        }
        let target = match settled {
            AlreadySatisfied::Asked { .. } => {
                cluster.requested.as_ref().map(WaitTarget::of_request)
            }
            AlreadySatisfied::AtTarget { .. } | AlreadySatisfied::UnderWay { .. } => {
                Some(WaitTarget::of_release(&cluster.desired))
            }
        };
        RequestResult { warnings: view.warnings.clone(), view, target }
    }

    fn nothing_newer(&self, snapshot: &Snapshot, nothing: &NoNewerUpdate) -> RequestResult {
        let cluster = &snapshot.cluster;
        let mut view = UpdateRequest::nothing_newer(cluster, nothing);
        if view.refused() {
            let words = match nothing.not_recommended.first() {
                Some(newest) => self.words_to(snapshot, newest),
                None => words_past_doubts(&nothing.findings, self.request),
            };
            view.command_that_passes = words.map(|words| self.command(words));
        }
        view.hints = self.hints_of_nothing(cluster, nothing, &view);
        // The newest may still be in progress.
        let target = (!view.refused()).then(|| WaitTarget::of_release(&cluster.desired));
        RequestResult { warnings: view.warnings.clone(), view, target }
    }

    fn hints_of_nothing(
        &self,
        cluster: &Cluster,
        nothing: &NoNewerUpdate,
        view: &UpdateRequest,
    ) -> Vec<Hint> {
        let invocation = &self.session.invocation;
        let mut hints = Vec::new();
        if let Some(beyond) = &nothing.beyond {
            let same_major = cluster.desired.version.same_major(beyond);
            let reach = if same_major { "--to-latest=minor" } else { "--to-latest=any" };
            hints.push(Hint::run("to request it", self.command(vec![reach.to_owned()])));
        }
        if view.findings.iter().any(|finding| finding.code == FindingCode::NotRetrieved) {
            hints.push(list_updates::hints::retrieve(cluster, invocation));
        }
        if !nothing.not_recommended.is_empty() {
            let list = invocation.command(["--include-not-recommended"]);
            hints.push(Hint::run("to list them with their risks", list));
        }
        match (&view.command_that_passes, nothing.not_recommended.first()) {
            (Some(command), Some(newest)) => {
                let purpose = format!("to request {} anyway", newest.release.version);
                hints.push(Hint::run(&purpose, command));
            }
            (Some(command), None) => hints.push(Hint::run("to override", command)),
            (None, _) if view.refused() => hints.push("this check cannot be overridden".into()),
            (None, _) => {}
        }
        if hints.is_empty() {
            hints.push(list_updates::hints::channel(cluster, invocation));
        }
        hints
    }

    fn watch(&self) -> Hint {
        let invocation = &self.session.invocation;
        let words: &[&str] =
            if invocation.reads_files() { &["status"] } else { &["status", "--watch"] };
        Hint::run("to follow the update", invocation.command(words.iter().copied()))
    }

    /// A practice cluster ends with the command, so there the update is followed by the request itself.
    fn follow(&self, proposal: &Proposal) -> Hint {
        let is_practice = self.session.invocation.is_practice();
        match words_that_pass(proposal, self.request).filter(|_| is_practice) {
            None => self.watch(),
            Some(words) => {
                let words = words.into_iter().chain(["--wait".to_owned()]);
                Hint::run("to follow the update", self.command(words.collect()))
            }
        }
    }

    /// Returns the flags that would pass every check for this candidate if it were requested by
    /// version.
    fn words_to(&self, snapshot: &Snapshot, candidate: &Candidate) -> Option<Vec<String>> {
        let target = RequestTarget::Version(candidate.release.version.to_string());
        let request = Request { target, waivers: self.request.waivers.clone() };
        match decide::decide(snapshot, &request) {
            Decision::Judged(proposal) => words_that_pass(&proposal, &request),
            Decision::Settled(_)
            | Decision::NothingNewer(_)
            | Decision::NothingBefore
            | Decision::UnknownVersion(_)
            | Decision::UnknownRisk { .. } => None,
        }
    }

    fn would_pass(&self, proposal: &Proposal) -> Option<String> {
        words_that_pass(proposal, self.request).map(|words| self.command(words))
    }

    /// Returns a command as the user would type it here.
    fn command(&self, mut words: Vec<String>) -> String {
        words.extend(match self.options.dry_run {
            DryRun::None => None,
            DryRun::Client => Some("--dry-run=client".to_owned()),
            DryRun::Server => Some("--dry-run=server".to_owned()),
        });
        words.extend(self.options.wait.into_iter().flat_map(WaitOptions::flags));
        self.session.invocation.command(words.iter().map(String::as_str))
    }

    fn nothing_before(&self, cluster: &Cluster) -> Error {
        let on = cluster.desired.version.text();
        let history = self.session.invocation.command(["history"]);
        Error::no_target(anyhow!("cannot roll back: no release before {on} in the update history"))
            .hint_run("to see past updates", history)
    }

    fn unknown_version(&self, cluster: &Cluster, unknown: &UnknownVersion) -> Error {
        let UnknownVersion { version, nearest, listed } = unknown;
        let on = cluster.desired.version.text();
        let invocation = &self.session.invocation;
        let error = anyhow!("no update from {on} to {version} is available on this cluster");
        let mut error = Error::no_target(error);
        if !nearest.is_empty() {
            error = error.hint(format!("similar versions: {}", nearest.join(", ")));
        }
        if cluster.lists_may_be_stale() {
            error = error.hint("available updates may be stale");
        }
        error = error.hint_run("to see why", invocation.command(["why", version]));
        if *listed == 0 {
            return error;
        }
        let all = invocation.command(["--include-not-recommended"]);
        error.hint_run("to list all updates", all)
    }
}

fn unknown_risk(target: &Version, name: &str, nearest: &[String], known: &[String]) -> Error {
    let error = Error::usage(anyhow!("--accept: {name:?} is not a risk of {target}"));
    match (nearest, known) {
        (_, []) => error.hint(format!("{target} has no known risks: remove --accept")),
        ([], known) => error.hint(format!("risks of {target}: {}", known.join(", "))),
        (near, _) => error.hint(format!("did you mean {}?", near.join(", "))),
    }
}
