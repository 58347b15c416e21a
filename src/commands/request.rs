//! A request through the gates: read, decide, ask, write what was decided on, or decide again.

use anyhow::anyhow;

use super::consult;
use super::open;
use super::root::DryRun;
use super::wait::{self, Wish};
use super::writing::refuse_files;
use crate::cli::{GlobalArgs, Session};
use crate::domain::aim::Aim;
use crate::domain::cluster::Cluster;
use crate::domain::gate::Waiver;
use crate::domain::plan::{
    self, Decision, Nothing, Proposal, Request, Settled, Target, UnknownVersion,
};
use crate::domain::snapshot::Snapshot;
use crate::domain::updates::Candidate;
use crate::domain::version::Version;
use crate::error::{Error, ExitStatus, Result};
use crate::source::patch::merge_patch;
use crate::source::snapshot::SnapshotParts;
use crate::source::{Source, Written};
use crate::view::cluster::ClusterView;
use crate::view::update_request::{Outcome, UpdateRequest, words_past_doubts, words_that_pass};

pub(super) const ATTEMPTS: usize = 5; // a busy operator writes every few seconds; five in a row is something else

#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    pub(crate) dry_run: DryRun,
    pub(crate) yes: bool,
    /// Whether pre-checks are gathered now, plan or not.
    pub(crate) pre_checks: bool,
    /// What to wait for afterwards, if at all.
    pub(crate) wait: Option<Wish>,
}

/// How a request ended, and the release to wait for; none where it was not asked for.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    aim: Option<Aim>,
}

/// How one round ended: for good, or with somebody else's write in between.
enum Round {
    Done(Ended),
    Conflict(Box<Proposal>, String),
}

pub(crate) async fn run(
    request: &Request,
    options: Options,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    refuse_files(global, options)?;
    session.ui.stream = options.wait.is_some();
    let source = match options.wait {
        Some(_) => open::living(global, session).await?,
        None => open::source(global, session).await?,
    };
    let ended = ask(request, options, &source, session).await?;
    match (options.wait, ended.aim) {
        (Some(wish), Some(aim)) => wait::watch(source, Some(aim), wish, (global, session)).await,
        _ => Ok(ended.status),
    }
}

/// Asks a source for the update.
pub(super) async fn ask(
    request: &Request,
    options: Options,
    source: &Source,
    session: &mut Session,
) -> Result<Ended> {
    let mut asking = Asking { request, options, source, session };
    let mut earlier: Option<(Box<Proposal>, String)> = None;
    for _ in 0..ATTEMPTS {
        let shown = earlier.as_ref().map(|(shown, said)| (&**shown, said.as_str()));
        match asking.round(shown).await? {
            Round::Done(ended) => return Ok(ended),
            Round::Conflict(proposal, said) => earlier = Some((proposal, said)),
        }
    }
    Err(too_many_conflicts())
}

/// A conflict over an object that nobody has changed is not one of versions: somebody on the server
/// objects, and what they say counts.
pub(super) fn refuse_unchanged(cluster: &Cluster, sent: Option<&String>, said: &str) -> Result<()> {
    if cluster.resource_version.as_ref() != sent {
        return Ok(());
    }
    let server = cluster.origin.server.as_deref().unwrap_or("the API server");
    Err(Error::new("Conflict", anyhow!("{server} refuses the request (409): {said}")))
}

pub(super) fn too_many_conflicts() -> Error {
    Error::new(
        "Conflict",
        anyhow!(
            "the ClusterVersion was changed by others {ATTEMPTS} times in a row; nothing was changed"
        ),
    )
    .hint("run the command again")
}

struct Asking<'a> {
    request: &'a Request,
    options: Options,
    source: &'a Source,
    session: &'a mut Session,
}

impl Asking<'_> {
    /// One read, one decision, one write. `earlier` is what the user saw in the round before, and
    /// what the server said against it.
    async fn round(&mut self, earlier: Option<(&Proposal, &str)>) -> Result<Round> {
        let snapshot = consult::read(self.source, self.request, self.options, self.session).await?;
        let cluster = &snapshot.cluster;
        if let Some((proposal, said)) = earlier {
            refuse_unchanged(cluster, proposal.change.resource_version.as_ref(), said)?;
        }
        let shown = earlier.map(|(proposal, _)| proposal);
        let proposal = match plan::decide(&snapshot, self.request) {
            Decision::Judged(proposal) => proposal,
            Decision::Settled(settled) => return self.settle(cluster, &settled),
            Decision::NothingNewer(nothing) => {
                return self.nothing_newer(&snapshot, &nothing);
            }
            Decision::NothingBefore => return Err(self.nothing_before(cluster)),
            Decision::UnknownVersion(unknown) => {
                return Err(self.unknown_version(cluster, &unknown));
            }
            Decision::UnknownRisk { target, name, nearest, known } => {
                return Err(unknown_risk(&target, &name, &nearest, &known));
            }
        };
        let mut view = UpdateRequest::judged(cluster, &proposal, self.request, &self.session.us);
        if !proposal.passes() {
            view.command_that_passes = self.would_pass(&proposal);
            return self.end(&view, ExitStatus::Refused, None);
        }
        view.patch = Some(merge_patch(&proposal.change));
        if self.options.dry_run == DryRun::Client {
            self.session.ui.warn(&view.warnings);
            self.session.ui.warn(&view.waiver_notes());
            let view = view.with_outcome(Outcome::DryRunClient);
            return self.end(&view, ExitStatus::Success, None);
        }
        if let Some(declined) = self.consent(&view, &proposal, shown) {
            view.patch = None;
            if declined == Outcome::Changed {
                view.command_that_passes = self.would_pass(&proposal);
            }
            return self.end(&view.with_outcome(declined), ExitStatus::Refused, None);
        }
        self.write(cluster, view, proposal).await
    }

    /// Returns why the user does not agree, if so. What was shown before and has not changed needs
    /// no second word; what has changed needs one from a person.
    fn consent(
        &mut self,
        view: &UpdateRequest,
        proposal: &Proposal,
        shown: Option<&Proposal>,
    ) -> Option<Outcome> {
        if shown.is_some_and(|shown| proposal.is_still(shown)) {
            return None;
        }
        let ui = &mut self.session.ui;
        let person = ui.interactive && !ui.format.structured() && !self.options.yes;
        if shown.is_some() && !person {
            return Some(Outcome::Changed);
        }
        ui.warn(&view.warnings);
        let asks = shown.is_some() || view.waived().next().is_some();
        if !(person && asks && self.options.dry_run == DryRun::None) {
            ui.warn(&view.waiver_notes());
            return None;
        }
        let question = view.question(&ui.err);
        (!ui.confirm(&question)).then_some(Outcome::NotConfirmed)
    }

    async fn write(
        &mut self,
        cluster: &Cluster,
        view: UpdateRequest,
        proposal: Box<Proposal>,
    ) -> Result<Round> {
        let patch = merge_patch(&proposal.change);
        let dry_run = self.options.dry_run == DryRun::Server;
        let answer = match self.source.patch(&patch, dry_run).await {
            Ok(Written::Conflict(said)) => return Ok(Round::Conflict(proposal, said)),
            Ok(Written::Accepted(answer)) => *answer,
            Err(error) if error.in_doubt => self.look_again(&proposal, error).await?,
            Err(error) => return Err(error),
        };
        let outcome = if dry_run { Outcome::DryRunServer } else { Outcome::Requested };
        let mut view = view.with_outcome(outcome);
        let found = stored_otherwise(cluster, &answer, &proposal)?;
        self.session.ui.warn(&found);
        view.warnings.extend(found);
        if !dry_run {
            view.cluster = ClusterView::of(&answer);
        }
        self.end(&view, ExitStatus::Success, Some(Aim::of_change(&proposal.change)))
    }

    /// The answer to our patch was lost: the object itself says whether it arrived.
    async fn look_again(&self, proposal: &Proposal, error: Error) -> Result<Cluster> {
        match self.source.snapshot(&SnapshotParts::OVERVIEW).await {
            Ok(seen) if proposal.change.differences(seen.cluster.requested.as_ref()).is_empty() => {
                Ok(seen.cluster)
            }
            Ok(_) => Err(error
                .hint("the request is not on the cluster now; look again before you repeat it")),
            Err(_) => {
                let look = self.session.us.command([]);
                Err(error
                    .hint(format!("it is not known whether the request arrived; see with: {look}")))
            }
        }
    }

    fn settle(&mut self, cluster: &Cluster, settled: &Settled) -> Result<Round> {
        let mut view = UpdateRequest::settled(cluster, settled);
        if self.request.waivers.has(Waiver::Force) {
            view.warnings.push("--force was not sent: there is nothing to send".to_owned());
        }
        self.session.ui.warn(&view.warnings);
        let aim = match settled {
            Settled::Asked { .. } => cluster.requested.as_ref().map(Aim::of_request),
            Settled::AtTarget { .. } | Settled::UnderWay { .. } => {
                Some(Aim::of_release(&cluster.desired))
            }
        };
        self.end(&view, ExitStatus::Success, aim)
    }

    fn nothing_newer(&mut self, snapshot: &Snapshot, nothing: &Nothing) -> Result<Round> {
        let cluster = &snapshot.cluster;
        let mut view = UpdateRequest::nothing_newer(cluster, nothing);
        if view.refused() {
            let words = match nothing.not_recommended.first() {
                Some(newest) => self.words_to(snapshot, newest),
                None => words_past_doubts(&nothing.findings, self.request),
            };
            view.command_that_passes = words.map(|words| self.command(words));
        }
        self.session.ui.warn(&view.warnings);
        if view.refused() {
            return self.end(&view, ExitStatus::Refused, None);
        }
        // The newest may still be under way.
        self.end(&view, ExitStatus::Success, Some(Aim::of_release(&cluster.desired)))
    }

    /// Returns the words that would pass every gate to this candidate, were it named.
    fn words_to(&self, snapshot: &Snapshot, candidate: &Candidate) -> Option<Vec<String>> {
        let target = Target::Version(candidate.release.version.to_string());
        let request = Request { target, waivers: self.request.waivers.clone() };
        match plan::decide(snapshot, &request) {
            Decision::Judged(proposal) => words_that_pass(&proposal, &request),
            _ => None,
        }
    }

    fn end(&mut self, view: &UpdateRequest, status: ExitStatus, aim: Option<Aim>) -> Result<Round> {
        if view.refused() {
            self.session.ui.refuse(view)?;
        } else {
            self.session.ui.show(view)?;
        }
        Ok(Round::Done(Ended { status, aim }))
    }

    fn would_pass(&self, proposal: &Proposal) -> Option<String> {
        words_that_pass(proposal, self.request).map(|words| self.command(words))
    }

    /// Returns a command as it would have to be typed here.
    fn command(&self, mut words: Vec<String>) -> String {
        words.extend(match self.options.dry_run {
            DryRun::None => None,
            DryRun::Client => Some("--dry-run=client".to_owned()),
            DryRun::Server => Some("--dry-run=server".to_owned()),
        });
        words.extend(self.options.wait.into_iter().flat_map(Wish::words));
        self.session.us.command(words.iter().map(String::as_str))
    }

    fn nothing_before(&self, cluster: &Cluster) -> Error {
        let on = cluster.desired.version.text();
        let error =
            anyhow!("the history of {} holds no release before {on}", cluster.origin.name());
        let history = self.session.us.command(["history"]);
        Error::no_target(error).hint(format!("see what ran with: {history}"))
    }

    fn unknown_version(&self, cluster: &Cluster, unknown: &UnknownVersion) -> Error {
        let UnknownVersion { version, nearest, listed } = unknown;
        let on = cluster.desired.version.text();
        let cluster_is_stale = cluster.lists_may_be_stale();
        let cluster = cluster.origin.name();
        let us = &self.session.us;
        if *listed == 0 {
            let error =
                anyhow!("{version} is not an update of {cluster}, which lists none for {on}");
            return Error::no_target(error).hint(format!("see why with: {}", us.command([])));
        }
        let error = anyhow!(
            "{version} is not among the updates {cluster} lists for {on} ({listed} in all)"
        );
        let mut error = Error::no_target(error);
        if !nearest.is_empty() {
            error = error.hint(format!("the nearest are {}", nearest.join(", ")));
        }
        if cluster_is_stale {
            error = error.hint("the cluster's lists may be out of date");
        }
        error.hint(format!("list them all with: {}", us.command(["--include-not-recommended"])))
    }
}

fn unknown_risk(target: &Version, name: &str, nearest: &[String], known: &[String]) -> Error {
    let error = Error::usage(anyhow!("--accept: {name:?} is not a risk of {target}"));
    match (nearest, known) {
        (_, []) => error.hint(format!("{target} has no known risks; leave out --accept")),
        ([], known) => error.hint(format!("its risks are {}", known.join(", "))),
        (near, _) => error.hint(format!("did you mean {}?", near.join(", "))),
    }
}

/// Compares what the server stored with what was sent. A lost target is an error: the cluster
/// would not do what we are about to report.
fn stored_otherwise(before: &Cluster, after: &Cluster, proposal: &Proposal) -> Result<Vec<String>> {
    let fields = proposal.change.differences(after.requested.as_ref());
    if fields.contains(&"version") || fields.contains(&"image") {
        return Err(Error::new(
            "NotStored",
            anyhow!(
                "{} took the request but did not store its spec.desiredUpdate.{}",
                after.origin.server.as_deref().unwrap_or("the API server"),
                fields.join(", ")
            ),
        )
        .hint("something on the server changes requests on their way in; ask its administrators"));
    }
    let mut warnings: Vec<String> = fields
        .iter()
        .map(|field| format!("the API server did not store spec.desiredUpdate.{field} as sent"))
        .collect();
    let risks = |cluster: &Cluster| {
        cluster.requested.as_ref().map(|update| update.accept_risks.clone()).unwrap_or_default()
    };
    if risks(before) != risks(after) {
        warnings.push("spec.desiredUpdate.acceptRisks changed with this request".to_owned());
    }
    Ok(warnings)
}
