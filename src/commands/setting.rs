//! A change of one setting: read, judge, ask, write what was judged, or judge again.

use anyhow::anyhow;
use serde::Serialize;

use super::request::{ATTEMPTS, Options, refuse_unchanged, too_many_conflicts};
use super::root::DryRun;
use crate::cli::Session;
use crate::domain::cluster::Cluster;
use crate::domain::setting::Setting;
use crate::domain::snapshot::Snapshot;
use crate::error::{Error, ExitStatus, Result};
use crate::render::Human;
use crate::source::patch::setting_patch;
use crate::source::snapshot::SnapshotParts;
use crate::source::{Source, Written};
use crate::view::setting::Outcome;

/// What a command sets, and how it tells of it.
pub(super) trait Changes {
    type View: Serialize + Human;

    /// Judges the change on a cluster; an error is one of usage.
    fn decide(&self, snapshot: &Snapshot) -> Result<Setting>;

    fn view(&self, snapshot: &Snapshot, setting: &Setting, outcome: Outcome) -> Self::View;

    /// Returns what to ask before something is sent that was waived, or nothing.
    fn question(&self, _: &Snapshot, _: &Setting) -> Option<String> {
        None
    }

    /// Returns what to ask where the change is no longer what was shown; where that is nothing,
    /// nothing is sent.
    fn question_again(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        self.question(snapshot, setting)
    }

    /// Returns what to warn of once the change is sure to be sent.
    fn warnings(&self, _: &Snapshot, _: &Setting) -> Vec<String> {
        Vec::new()
    }

    /// Returns why nothing is sent where a server would not store the field; then it is asked first.
    fn not_stored(&self) -> Option<Error> {
        None
    }
}

/// How it ended.
pub(super) enum Ended {
    /// The setting was stored: the cluster before and after.
    Set { before: Box<Snapshot>, after: Box<Cluster>, setting: Box<Setting> },
    /// It was told already.
    Told(ExitStatus),
}

pub(super) async fn set<C: Changes>(
    changes: &C,
    options: Options,
    source: &Source,
    session: &mut Session,
) -> Result<Ended> {
    let mut shown: Option<Setting> = None;
    let mut earlier: Option<(Option<String>, String)> = None;
    for _ in 0..ATTEMPTS {
        let snapshot = source.snapshot(&SnapshotParts::REQUEST).await?;
        let cluster = &snapshot.cluster;
        if let Some((sent, said)) = &earlier {
            refuse_unchanged(cluster, sent.as_ref(), said)?;
        }
        let setting = changes.decide(&snapshot)?;
        if let Some(outcome) =
            before_sending(changes, options, session, (&snapshot, &setting, shown.as_ref()))
        {
            return tell(changes, session, (&snapshot, &setting, outcome));
        }
        if let Some(error) = changes.not_stored()
            && !would_store(source, &setting).await?
        {
            return Err(error);
        }
        let dry_run = options.dry_run == DryRun::Server;
        match write(source, &setting, dry_run).await? {
            Err(said) => {
                earlier = Some((setting.resource_version.clone(), said));
                shown = shown.or(Some(setting));
            }
            Ok(_) if dry_run => {
                return tell(changes, session, (&snapshot, &setting, Outcome::DryRunServer));
            }
            Ok(after) => {
                let (before, setting) = (Box::new(snapshot), Box::new(setting));
                return Ok(Ended::Set { before, after, setting });
            }
        }
    }
    Err(too_many_conflicts())
}

/// Returns how it ends without anything being sent, if it does.
fn before_sending<C: Changes>(
    changes: &C,
    options: Options,
    session: &mut Session,
    (snapshot, setting, shown): (&Snapshot, &Setting, Option<&Setting>),
) -> Option<Outcome> {
    if setting.change.is_in(&snapshot.cluster) {
        return Some(Outcome::Unchanged);
    }
    if !setting.passes() {
        return Some(Outcome::Refused);
    }
    if shown.is_some_and(|shown| setting.is_still(shown)) {
        return None;
    }
    let ui = &mut session.ui;
    let person = ui.interactive && !ui.format.structured() && !options.yes;
    if shown.is_some() && !person {
        return Some(Outcome::Changed);
    }
    ui.warn(&changes.warnings(snapshot, setting));
    if options.dry_run == DryRun::Client {
        return Some(Outcome::DryRunClient);
    }
    let question = match shown {
        None => changes.question(snapshot, setting)?,
        Some(_) => match changes.question_again(snapshot, setting) {
            Some(question) => question,
            None => return Some(Outcome::Changed),
        },
    };
    let asks = person && options.dry_run == DryRun::None;
    (asks && !ui.confirm(&question)).then_some(Outcome::NotConfirmed)
}

fn tell<C: Changes>(
    changes: &C,
    session: &mut Session,
    (snapshot, setting, outcome): (&Snapshot, &Setting, Outcome),
) -> Result<Ended> {
    let view = changes.view(snapshot, setting, outcome);
    if outcome.refused() {
        session.ui.refuse(&view)?;
        return Ok(Ended::Told(ExitStatus::Refused));
    }
    session.ui.show(&view)?;
    Ok(Ended::Told(ExitStatus::Success))
}

/// Asks the server, without storing anything, whether it would keep the field.
async fn would_store(source: &Source, setting: &Setting) -> Result<bool> {
    match source.patch(&setting_patch(setting), true).await? {
        Written::Accepted(answer) => Ok(setting.change.is_in(&answer)),
        Written::Conflict(_) => Ok(true), // which the write itself will find out
    }
}

/// Sends the patch; what the server says where somebody else wrote first.
async fn write(
    source: &Source,
    setting: &Setting,
    dry_run: bool,
) -> Result<std::result::Result<Box<Cluster>, String>> {
    match source.patch(&setting_patch(setting), dry_run).await {
        Ok(Written::Conflict(said)) => Ok(Err(said)),
        Ok(Written::Accepted(answer)) if setting.change.is_in(&answer) => Ok(Ok(answer)),
        Ok(Written::Accepted(answer)) => Err(Error::new(
            "NotStored",
            anyhow!(
                "{} took the patch but did not store it",
                answer.origin.server.as_deref().unwrap_or("the API server")
            ),
        )
        .hint("something on the server changes requests on their way in; ask its administrators")),
        Err(error) if error.in_doubt => match source.snapshot(&SnapshotParts::OVERVIEW).await {
            Ok(seen) if setting.change.is_in(&seen.cluster) => Ok(Ok(Box::new(seen.cluster))),
            Ok(_) => Err(error.hint("the change is not on the cluster now; run the command again")),
            Err(_) => Err(error.hint("it is not known whether the change arrived")),
        },
        Err(error) => Err(error),
    }
}
