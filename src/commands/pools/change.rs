//! Pauses and resumes pools: all are checked on one snapshot and confirmed together, then each is
//! written once, with the resourceVersion that was checked.

use anyhow::anyhow;

use super::change_view::{PoolChangeReport, sentences};
use super::pools;
use crate::actions::confirm::{Prompt, confirm};
use crate::actions::open;
use crate::actions::set::outcome::SetOutcome;
use crate::cli::values::DryRun;
use crate::cli::write_args::{RequestOptions, refuse_files};
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, made_anew,
    refused,
};
use crate::error::{Error, Hint, Result};
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::pools::change::{self, PoolAction, PoolChange, PoolsDecision};
use upgrade_core::snapshot::Snapshot;

pub(super) async fn run(
    action: PoolAction,
    names: &[String],
    options: RequestOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    refuse_files(global, options)?;
    let source = open::source(global, session).await?;
    let view = change(action, names, options, &source, session).await?;
    if view.outcome == SetOutcome::Unchanged {
        session.ui.warn(&view.warnings);
    }
    let status = view.outcome.status();
    session.ui.tell(&view, status)?;
    Ok(status)
}

async fn change(
    action: PoolAction,
    names: &[String],
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result<PoolChangeReport> {
    let snapshot = pools(source).await?;
    let changes = match change::decide(&snapshot, action, names) {
        PoolsDecision::Checked(changes) => changes,
        PoolsDecision::Hosted => return Ok(PoolChangeReport::hosted(&snapshot, action)),
        PoolsDecision::Unknown { name, nearest, known } => {
            return Err(unknown(&snapshot, &name, &nearest, &known));
        }
    };
    let view = |outcome| PoolChangeReport::new(&snapshot, action, &changes, &[], outcome);
    if changes.iter().any(|change| change.finding.is_some()) {
        return Ok(view(SetOutcome::Refused));
    }
    let to_write: Vec<&PoolChange> = changes.iter().filter(|change| change.changes()).collect();
    if to_write.is_empty() {
        return Ok(view(SetOutcome::Unchanged));
    }
    let asked = view(SetOutcome::Set);
    let prompt = prompt(&asked, &to_write, session);
    if let Some(not_sent) = confirm(&mut session.ui, options, false, &prompt) {
        return Ok(view(not_sent.into()));
    }
    let ending = write_all(&snapshot, &to_write, options, source, session).await?;
    let written = &ending.written;
    let report = PoolChangeReport::new(&snapshot, action, &changes, written, ending.outcome);
    let hints = hints(action, &ending, &to_write, session);
    Ok(report.ended(ending.note, hints))
}

/// What is said before nodes reboot, and who is asked.
fn prompt(asked: &PoolChangeReport, changes: &[&PoolChange], session: &Session) -> Prompt {
    let reboots: Vec<&&PoolChange> = changes.iter().filter(|change| change.reboots()).collect();
    let question = (!reboots.is_empty()).then(|| asked.question(&session.ui.err));
    Prompt { warnings: asked.warnings.clone(), question, unasked: Vec::new() }
}

/// How the writes ended.
struct PoolsEnding {
    /// The pools that were changed.
    written: Vec<String>,
    outcome: SetOutcome,
    note: Option<String>,
}

/// Writes one pool after the other. The first that cannot be written ends it; errors tell what was
/// changed before.
async fn write_all(
    snapshot: &Snapshot,
    changes: &[&PoolChange],
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result<PoolsEnding> {
    let mut written = Vec::new();
    let mut outcome = SetOutcome::Unchanged;
    for &shown in changes {
        let mut write =
            PoolWrite { first: Some(snapshot.clone()), shown, options, source, session };
        let (ended, note) = match apply(&mut write).await? {
            Applied::Finished(ending) => ending,
            Applied::Stored { after, .. } => {
                let (ended, note) =
                    SetOutcome::stored(options.dry_run, stored_differently(shown, &after));
                if ended.applied() {
                    session.ui.record_change(done(shown));
                    written.push(shown.name.clone());
                }
                (ended, note)
            }
        };
        match ended {
            // Another client made the same change meanwhile.
            SetOutcome::Unchanged => {}
            SetOutcome::Set | SetOutcome::DryRunServer => outcome = ended,
            SetOutcome::Refused
            | SetOutcome::NotConfirmed
            | SetOutcome::Changed
            | SetOutcome::Replaced
            | SetOutcome::StoredDifferently
            | SetOutcome::WouldBeStoredDifferently
            | SetOutcome::DryRunClient => return Ok(PoolsEnding { written, outcome: ended, note }),
        }
    }
    Ok(PoolsEnding { written, outcome, note: None })
}

fn done(change: &PoolChange) -> String {
    let done = match change.action {
        PoolAction::Pause => "paused",
        PoolAction::Resume => "resumed",
    };
    format!("pool {} was {done}", change.name)
}

fn stored_differently(change: &PoolChange, stored: &Pool) -> Option<String> {
    let differs = stored.paused != change.action.paused();
    differs.then(|| format!("spec.paused of pool {} is {}", change.name, stored.paused))
}

fn hints(
    action: PoolAction,
    ending: &PoolsEnding,
    changes: &[&PoolChange],
    session: &Session,
) -> Vec<Hint> {
    if ending.outcome != SetOutcome::Set {
        return Vec::new();
    }
    let invocation = &session.invocation;
    match action {
        PoolAction::Pause if invocation.is_practice() => Vec::new(),
        PoolAction::Pause => {
            let names = ending.written.iter().map(String::as_str);
            let words = ["pools", "resume"].into_iter().chain(names);
            vec![Hint::run("to resume later", invocation.command(words))]
        }
        PoolAction::Resume if changes.iter().any(|change| change.reboots()) => {
            let follow = invocation.command(["status", "--details=nodes", "--watch"]);
            vec![Hint::run("to follow the nodes", follow)]
        }
        PoolAction::Resume => Vec::new(),
    }
}

fn unknown(snapshot: &Snapshot, name: &str, nearest: &[String], known: &[String]) -> Error {
    let cluster = snapshot.cluster.origin.name();
    let error = Error::no_target(anyhow!("no machine config pool {name:?} on {cluster}"));
    match (nearest, known) {
        (_, []) => error.hint("the cluster has no machine config pools"),
        ([], known) => error.hint(format!("pools: {}", known.join(", "))),
        (near, _) => error.hint(format!("similar pools: {}", near.join(", "))),
    }
}

/// Writes one pool that was checked and confirmed.
struct PoolWrite<'a> {
    /// The snapshot of the decision, for the first attempt.
    first: Option<Snapshot>,
    shown: &'a PoolChange,
    options: RequestOptions,
    source: &'a Source,
    session: &'a mut Session,
}

impl PoolWrite<'_> {
    fn find(&self, snapshot: &Snapshot) -> Option<Pool> {
        let is_it = |pool: &&Pool| pool.name == self.shown.name;
        snapshot.pools.items().iter().find(is_it).cloned()
    }

    fn object(&self) -> String {
        format!("machineconfigpools/{}", self.shown.name)
    }
}

impl OptimisticWrite for PoolWrite<'_> {
    type State = (Snapshot, Option<Pool>);
    type Change = PoolChange;
    type Stored = Pool;
    type Ending = (SetOutcome, Option<String>);

    async fn read(&mut self) -> Result<Self::State> {
        let snapshot = match self.first.take() {
            Some(snapshot) => snapshot,
            None => pools(self.source).await?,
        };
        let pool = self.find(&snapshot);
        Ok((snapshot, pool))
    }

    fn revision<'a>(&self, (_, pool): &'a Self::State) -> Option<&'a str> {
        pool.as_ref()?.resource_version.as_deref()
    }

    fn replaced(&self, (before, was): &Self::State, (now, is): &Self::State) -> Option<String> {
        let uid = |pool: &Option<Pool>| pool.as_ref().and_then(|pool| pool.uid.clone());
        let anew = || made_anew(&self.object(), uid(was).as_deref(), uid(is).as_deref());
        before.cluster.replaced_by(&now.cluster).or_else(anew)
    }

    fn decide(
        &self,
        (snapshot, _): &Self::State,
    ) -> Result<WriteDecision<PoolChange, Self::Ending>> {
        let names = std::slice::from_ref(&self.shown.name);
        let mut changes = match change::decide(snapshot, self.shown.action, names) {
            PoolsDecision::Checked(changes) => changes.into_iter(),
            PoolsDecision::Unknown { name, nearest, known } => {
                return Err(unknown(snapshot, &name, &nearest, &known));
            }
            PoolsDecision::Hosted => {
                return Ok(WriteDecision::Finished((SetOutcome::Changed, None)));
            }
        };
        Ok(match changes.next() {
            Some(change) if !change.changes() => {
                WriteDecision::Finished((SetOutcome::Unchanged, None))
            }
            Some(change) if change.finding.is_none() => WriteDecision::Send(change),
            Some(_) | None => WriteDecision::Finished((SetOutcome::Changed, None)),
        })
    }

    fn is_unchanged(&self, change: &PoolChange, shown: &PoolChange) -> bool {
        change.is_within(shown)
    }

    /// All pools were confirmed together; only what has changed since is asked again.
    fn confirm(
        &mut self,
        (snapshot, _): &Self::State,
        change: &PoolChange,
        shown: Option<&PoolChange>,
    ) -> Result<Option<Self::Ending>> {
        if shown.is_none() {
            return Ok(None);
        }
        let changes = std::slice::from_ref(change);
        let asked = PoolChangeReport::new(snapshot, change.action, changes, &[], SetOutcome::Set);
        let question = Some(asked.question(&self.session.ui.err));
        let warnings = sentences(change).collect();
        let prompt = Prompt { warnings, question, unasked: Vec::new() };
        let not_sent = confirm(&mut self.session.ui, self.options, true, &prompt);
        Ok(not_sent.map(|not_sent| (not_sent.into(), None)))
    }

    async fn send(&mut self, change: &PoolChange) -> Result<WriteOutcome<Pool>> {
        self.source.change_pool(change, self.options.dry_run == DryRun::Server).await
    }

    async fn read_stored(&mut self) -> Result<Pool> {
        let snapshot = pools(self.source).await?;
        let gone = || Error::new("NotFound", anyhow!("{} is gone", self.object()));
        self.find(&snapshot).ok_or_else(gone)
    }

    fn is_stored(&self, change: &PoolChange, stored: &Pool) -> bool {
        stored_differently(change, stored).is_none()
    }

    fn is_same(&self, (_, pool): &Self::State, stored: &Pool) -> bool {
        let before = pool.as_ref().and_then(|pool| pool.uid.as_deref());
        made_anew(&self.object(), before, stored.uid.as_deref()).is_none()
    }

    fn refused(&self, (snapshot, _): &Self::State, said: &str) -> Error {
        refused(snapshot.cluster.origin.server.as_deref(), "change of the pool", said)
    }

    fn end_replaced(&self, _: &Self::State, _: &PoolChange, how: String) -> Result<Self::Ending> {
        Ok((SetOutcome::Replaced, Some(how)))
    }

    fn contested(&self, _: &PoolChange) -> Result<Self::Ending> {
        Err(contested(&self.object()))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => "the change is not stored; run the command again".into(),
            LostWrite::Unknown => {
                let look = self.session.invocation.command(["pools"]);
                Hint::run("cannot confirm the change. To check", look)
            }
        }
    }
}
