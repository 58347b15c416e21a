//! A change of one setting: check, confirm, write and show it.

pub(crate) mod and_wait;
pub(crate) mod outcome;
pub(crate) mod text;
pub(crate) mod view;

use super::confirm::{Prompt, confirm};
use crate::actions::set::outcome::SetOutcome;
use crate::cli::Session;
use crate::cli::values::DryRun;
use crate::cli::write_args::RequestOptions;
use crate::connect::Source;
use crate::connect::patch::setting_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::connect::write::{
    Applied, LostWrite, OptimisticWrite, WriteDecision, WriteOutcome, apply, contested, refused,
};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::Printable;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::{Setting, SettingPatch, changed_besides};
use upgrade_core::snapshot::Snapshot;

/// What a command sets, and how it reports that.
pub(crate) trait SettingAction {
    type View: Printable;

    /// Checks the change on a cluster; an error is a usage error.
    fn decide(&self, snapshot: &Snapshot) -> Result<Setting>;

    fn view(&self, snapshot: &Snapshot, setting: &Setting, outcome: SetOutcome) -> Self::View;

    /// Returns the command that shows the setting.
    fn shown_by(&self) -> &'static str;

    /// Adds a note on the outcome, and its warnings.
    fn noted(&self, view: Self::View, note: Option<String>, warnings: &[String]) -> Self::View;

    /// Returns the question to confirm what was overridden, if anything.
    fn question(&self, _: &Snapshot, _: &Setting) -> Option<String> {
        None
    }

    /// Returns the question if the change is no longer what was shown; without one, nothing is
    /// sent.
    fn question_again(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        self.question(snapshot, setting)
    }

    /// Returns the warnings once the change is certain to be sent.
    fn warnings(&self, _: &Snapshot, _: &Setting) -> Vec<String> {
        Vec::new()
    }

    /// Returns why nothing is sent if a server would not store the field; then a server dry run
    /// comes first.
    fn not_stored(&self) -> Option<Error> {
        None
    }
}

/// How it ended.
pub(crate) enum SetResult {
    /// The setting was stored: the cluster before and after, and warnings.
    Set { before: Box<Snapshot>, after: Box<Cluster>, setting: Box<Setting>, warnings: Vec<String> },
    /// It was reported already.
    Shown(ExitStatus),
}

pub(crate) async fn set<C: SettingAction>(
    changes: &C,
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result<SetResult> {
    let mut write = SettingWrite { changes, options, source, session };
    let (view, outcome) = match apply(&mut write).await? {
        Applied::Finished(told) => told,
        Applied::Stored { before, change, after, .. } => {
            if options.dry_run == DryRun::None {
                session.ui.record_change(done(&change.change));
            }
            let warnings = changed_besides(change.change.part(), &before.cluster, &after);
            session.ui.warn(&warnings);
            let differently = change.change.stored_differently(&after);
            let (outcome, note) = SetOutcome::stored(options.dry_run, differently);
            if outcome == SetOutcome::Set {
                let (before, after) = (Box::new(before), Box::new(after));
                let setting = Box::new(change);
                return Ok(SetResult::Set { before, after, setting, warnings });
            }
            (changes.noted(changes.view(&before, &change, outcome), note, &warnings), outcome)
        }
    };
    session.ui.tell(&view, outcome.status())?;
    Ok(SetResult::Shown(outcome.status()))
}

/// Tells that a change was made.
fn done(change: &SettingPatch) -> String {
    match change {
        SettingPatch::Channel(name) if name.is_empty() => "the channel was cleared".to_owned(),
        SettingPatch::Channel(name) => format!("the channel was set to {name}"),
        SettingPatch::Upstream(None) => "the update service was set to the default".to_owned(),
        SettingPatch::Upstream(Some(url)) => format!("the update service was set to {url}"),
        SettingPatch::AcceptRisks { .. } => "the accepted risks were changed".to_owned(),
    }
}

/// Writes one setting of a ClusterVersion.
struct SettingWrite<'a, C> {
    changes: &'a C,
    options: RequestOptions,
    source: &'a Source,
    session: &'a mut Session,
}

impl<C: SettingAction> OptimisticWrite for SettingWrite<'_, C> {
    type State = Snapshot;
    type Change = Setting;
    type Stored = Cluster;
    type Ending = (C::View, SetOutcome);

    async fn read(&mut self) -> Result<Snapshot> {
        self.source.snapshot(&SnapshotParts::REQUEST).await
    }

    fn revision<'a>(&self, snapshot: &'a Snapshot) -> Option<&'a str> {
        snapshot.cluster.resource_version.as_deref()
    }

    fn replaced(&self, before: &Snapshot, now: &Snapshot) -> Option<String> {
        before.cluster.replaced_by(&now.cluster)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<WriteDecision<Setting, Self::Ending>> {
        let setting = self.changes.decide(snapshot)?;
        let outcome = if setting.change.is_in(&snapshot.cluster) {
            SetOutcome::Unchanged
        } else if !setting.passes() {
            SetOutcome::Refused
        } else {
            return Ok(WriteDecision::Send(setting));
        };
        let view = self.changes.view(snapshot, &setting, outcome);
        Ok(WriteDecision::Finished((view, outcome)))
    }

    fn is_unchanged(&self, setting: &Setting, shown: &Setting) -> bool {
        setting.is_unchanged(shown)
    }

    fn confirm(
        &mut self,
        snapshot: &Snapshot,
        setting: &Setting,
        shown: Option<&Setting>,
    ) -> Result<Option<Self::Ending>> {
        let prompt = Prompt {
            warnings: self.changes.warnings(snapshot, setting),
            question: match shown {
                None => self.changes.question(snapshot, setting),
                Some(_) => self.changes.question_again(snapshot, setting),
            },
            unasked: Vec::new(),
        };
        let not_sent = confirm(&mut self.session.ui, self.options, shown.is_some(), &prompt);
        let outcome = not_sent.map(SetOutcome::from);
        Ok(outcome.map(|outcome| (self.changes.view(snapshot, setting, outcome), outcome)))
    }

    async fn send(&mut self, setting: &Setting) -> Result<WriteOutcome<Cluster>> {
        if let Some(error) = self.changes.not_stored()
            && !would_store(self.source, setting).await?
        {
            return Err(error);
        }
        let dry_run = self.options.dry_run == DryRun::Server;
        self.source.patch(&setting_patch(setting), dry_run).await
    }

    async fn read_stored(&mut self) -> Result<Cluster> {
        Ok(self.source.snapshot(&SnapshotParts::CLUSTER_VERSION).await?.cluster)
    }

    fn is_stored(&self, setting: &Setting, stored: &Cluster) -> bool {
        setting.change.is_in(stored)
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
        shown: &Setting,
        how: String,
    ) -> Result<Self::Ending> {
        let outcome = SetOutcome::Replaced;
        let view = self.changes.view(before, shown, outcome);
        Ok((self.changes.noted(view, Some(how), &[]), outcome))
    }

    fn contested(&self, _: &Setting) -> Result<Self::Ending> {
        Err(contested("the ClusterVersion"))
    }

    fn hint_of_lost(&self, lost: LostWrite) -> Hint {
        match lost {
            LostWrite::NotStored => "the change is not stored; run the command again".into(),
            LostWrite::Unknown => {
                let look = self.session.invocation.command([self.changes.shown_by()]);
                Hint::run("cannot confirm the change. To check", look)
            }
        }
    }
}

/// Checks with a server dry run whether the server would store the field.
async fn would_store(source: &Source, setting: &Setting) -> Result<bool> {
    match source.patch(&setting_patch(setting), true).await? {
        WriteOutcome::Stored(answer) => Ok(setting.change.is_in(&answer)),
        WriteOutcome::Conflict(_) => Ok(true), // the write itself will tell
    }
}
