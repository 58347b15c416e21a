//! Writes to a cluster: each object once, with the revision it was decided on, and the one loop that
//! reads, decides, asks, writes and looks what came of it.

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use anyhow::anyhow;
use http::StatusCode;
use serde_json::Value;

use super::Source;
use super::config_map::{ACKNOWLEDGEMENTS, acknowledged};
use super::fault::Fault;
use super::live::Live;
use super::patch::acks_body;
use super::resource::{ObjectRef, VERSION, Write, expected};
use crate::error::{Error, Hint, Result};
use upgrade_core::admin_gates::{Acknowledgement, GatePlace};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::config_map::AckMap;

/// How often it is decided again when others write first: a busy operator writes every few seconds, and
/// five times in a row is something else.
pub(crate) const ATTEMPTS: usize = 5;

/// A change of one object that others write to as well.
pub(crate) trait OptimisticWrite {
    /// What is read, and decided on.
    type State;
    type Change;
    /// The object as it is stored.
    type Stored;
    /// How it ends where nothing is sent.
    type Ending;

    async fn read(&mut self) -> Result<Self::State>;

    /// Returns the revision of the object that is to be written; none where there is no object yet.
    fn revision<'a>(&self, state: &'a Self::State) -> Option<&'a str>;

    /// Says how what was read again is another object, or of another cluster; none where it is not.
    fn replaced(&self, before: &Self::State, now: &Self::State) -> Option<String>;

    fn decide(&self, state: &Self::State) -> Result<WriteDecision<Self::Change, Self::Ending>>;

    /// Returns whether a change decided on again is what was shown before.
    fn is_unchanged(&self, change: &Self::Change, shown: &Self::Change) -> bool;

    /// Asks whoever has to agree, and returns how it ends where they do not. `shown` is what they agreed
    /// to before, where it has changed since.
    fn confirm(
        &mut self,
        state: &Self::State,
        change: &Self::Change,
        shown: Option<&Self::Change>,
    ) -> Result<Option<Self::Ending>>;

    /// Writes once, with the revision that was decided on.
    async fn send(&mut self, change: &Self::Change) -> Result<WriteOutcome<Self::Stored>>;

    /// Reads the object after an answer was lost.
    async fn read_stored(&mut self) -> Result<Self::Stored>;

    /// Returns whether an object holds all of a change, as it was sent.
    fn is_stored(&self, change: &Self::Change, stored: &Self::Stored) -> bool;

    /// Returns whether what is stored is the object that was decided on.
    fn is_same(&self, before: &Self::State, stored: &Self::Stored) -> bool;

    /// Says that somebody on the server objects, by what the server says.
    fn refused(&self, state: &Self::State, said: &str) -> Error;

    /// Ends it where the object was replaced: what was shown is never written to another one.
    fn end_replaced(
        &self,
        before: &Self::State,
        shown: &Self::Change,
        how: String,
    ) -> Result<Self::Ending>;

    /// Ends it when others wrote first every time.
    fn contested(&self, shown: &Self::Change) -> Result<Self::Ending>;

    /// Returns what to know, and to do, when the answer was lost.
    fn hint_of_lost(&self, lost: LostWrite) -> Hint;
}

pub(crate) enum WriteDecision<C, E> {
    Send(C),
    /// There is nothing to send, or it must not be sent.
    Finished(E),
}

/// What came of a change.
pub(crate) enum Applied<W: OptimisticWrite> {
    /// The server took the change; whether it stored it as it was sent.
    Stored {
        before: W::State,
        change: W::Change,
        after: W::Stored,
        as_sent: bool,
    },
    Finished(W::Ending),
}

/// What is known of a write whose answer was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LostWrite {
    /// It is not there now.
    NotStored,
    /// The object could not be read either.
    Unknown,
}

/// How one write ended.
#[derive(Debug)]
pub(crate) enum WriteOutcome<T> {
    /// The object as the server answered it.
    Stored(T),
    /// Somebody else wrote first, or objects; what the server says.
    Conflict(String),
}

/// Reads, decides, asks and writes. Where somebody else wrote first, it decides again after a moment, and
/// sends only what was shown or is agreed to anew, to the same object; where an answer is lost, it looks
/// instead of sending again.
pub(crate) async fn apply<W: OptimisticWrite>(write: &mut W) -> Result<Applied<W>> {
    let mut earlier: Option<Earlier<W>> = None;
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            tokio::time::sleep(pause(attempt)).await;
        }
        let before = write.read().await?;
        if let Some(earlier) = &earlier {
            if let Some(how) = write.replaced(&earlier.state, &before) {
                let ending = write.end_replaced(&earlier.state, &earlier.shown, how);
                return ending.map(Applied::Finished);
            }
            // A conflict over an object that nobody has changed is not one of revisions.
            if write.revision(&earlier.state) == write.revision(&before) {
                return Err(write.refused(&before, &earlier.said));
            }
        }
        let change = match write.decide(&before)? {
            WriteDecision::Send(change) => change,
            WriteDecision::Finished(ending) => return Ok(Applied::Finished(ending)),
        };
        let shown = earlier.map(|earlier| earlier.shown);
        let unchanged = shown.as_ref().is_some_and(|shown| write.is_unchanged(&change, shown));
        if !unchanged && let Some(ending) = write.confirm(&before, &change, shown.as_ref())? {
            return Ok(Applied::Finished(ending));
        }
        let after = match write.send(&change).await {
            Ok(WriteOutcome::Stored(after)) => after,
            Ok(WriteOutcome::Conflict(said)) => {
                // Of what has not changed, more may have been shown than is left of it.
                let shown = shown.filter(|_| unchanged).unwrap_or(change);
                earlier = Some(Earlier { shown, state: before, said });
                continue;
            }
            Err(error) if error.outcome_unknown => look_up(write, &before, &change, error).await?,
            Err(error) => return Err(error),
        };
        let as_sent = write.is_stored(&change, &after);
        return Ok(Applied::Stored { before, change, after, as_sent });
    }
    let shown = earlier.map(|earlier| earlier.shown).expect("every attempt ended in a conflict");
    write.contested(&shown).map(Applied::Finished)
}

/// What was sent in vain, and over what.
struct Earlier<W: OptimisticWrite> {
    shown: W::Change,
    state: W::State,
    said: String,
}

/// Before the second attempt; it doubles with each. Whoever wrote first is most likely done by then.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// Returns how long to wait before an attempt: somewhere in the second half of the pause, so that those
/// who met once do not meet again.
fn pause(attempt: usize) -> Duration {
    let longest = FIRST_PAUSE * (1 << attempt.saturating_sub(1).min(ATTEMPTS));
    let random = RandomState::new().hash_one(attempt) % 1_000;
    longest / 2 + longest * u32::try_from(random).unwrap_or_default() / 2_000
}

/// The answer to a write was lost: the object itself says whether it arrived.
async fn look_up<W: OptimisticWrite>(
    write: &mut W,
    before: &W::State,
    change: &W::Change,
    error: Error,
) -> Result<W::Stored> {
    let lost = match write.read_stored().await {
        Ok(stored) if !write.is_same(before, &stored) => LostWrite::Unknown,
        Ok(stored) if write.is_stored(change, &stored) => return Ok(stored),
        Ok(_) => LostWrite::NotStored,
        Err(_) => LostWrite::Unknown,
    };
    Err(error.hint(write.hint_of_lost(lost)))
}

/// Says that somebody on the server objects to what was sent.
pub(crate) fn refused(server: Option<&str>, what: &str, said: &str) -> Error {
    let server = server.unwrap_or("the API server");
    Error::new("Conflict", anyhow!("{server} rejected the {what} (409): {said}"))
}

/// Says that an object that was read again has another uid; none where it has not, or one of the two is
/// not there.
pub(crate) fn made_anew(object: &str, before: Option<&str>, now: Option<&str>) -> Option<String> {
    let (before, now) = before.zip(now).filter(|(before, now)| before != now)?;
    Some(format!("{object} was deleted and created again: its uid was {before} and is now {now}"))
}

/// Says that an object was replaced, where nobody was shown what was to be written.
pub(crate) fn replaced(how: &str) -> Error {
    Error::new("Conflict", anyhow!("{how}. Nothing was changed")).hint("run the command again")
}

/// Says that others wrote to an object every time.
pub(crate) fn contested(object: &str) -> Error {
    let error =
        anyhow!("conflict: {object} changed {ATTEMPTS} times in a row. Nothing was changed");
    Error::new("Conflict", error).hint("run the command again")
}

impl WriteOutcome<Value> {
    /// Reads the answer. After one that makes no sense it is not known what was stored.
    pub(super) fn read<T>(
        self,
        dry_run: bool,
        read: impl FnOnce(&Value) -> Result<T>,
    ) -> Result<WriteOutcome<T>> {
        match self {
            Self::Conflict(said) => Ok(WriteOutcome::Conflict(said)),
            Self::Stored(object) => match read(&object) {
                Ok(stored) => Ok(WriteOutcome::Stored(stored)),
                Err(error) if dry_run => Err(error),
                Err(error) => Err(error.outcome_unknown()),
            },
        }
    }
}

impl Source {
    /// Patches the ClusterVersion.
    pub(crate) async fn patch(
        &self,
        patch: &Value,
        dry_run: bool,
    ) -> Result<WriteOutcome<Cluster>> {
        match self {
            Self::Live(live) => live
                .write(VERSION, Write::Patch(patch), dry_run)
                .await?
                .read(dry_run, |object| live.cluster(object)),
            Self::Files(_) => Err(Error::usage(anyhow!("--from is read-only"))),
        }
    }

    /// Writes what [`acks_body`] says.
    pub(crate) async fn acknowledge(
        &self,
        acknowledgement: &Acknowledgement,
        dry_run: bool,
    ) -> Result<WriteOutcome<AckMap>> {
        let Self::Live(live) = self else {
            return Err(Error::usage(anyhow!("--from is read-only")));
        };
        let body = acks_body(acknowledgement);
        let write = match acknowledgement.place {
            GatePlace::Missing => Write::Create(&body),
            GatePlace::Stored { .. } => Write::Patch(&body),
        };
        live.write(ACKNOWLEDGEMENTS, write, dry_run).await?.read(dry_run, acknowledged)
    }
}

impl Live {
    /// Writes an object once. A write is never repeated blindly: where the answer is lost, the error
    /// says that the outcome is not known.
    pub(super) async fn write(
        &self,
        object: ObjectRef<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Result<WriteOutcome<Value>> {
        let outcome = self.try_write(object, write, dry_run).await?;
        outcome.map_err(|fault| self.explain_write(fault, object, write, dry_run))
    }

    /// The same, for those who know what a fault means for this object.
    pub(super) async fn try_write(
        &self,
        object: ObjectRef<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Result<std::result::Result<WriteOutcome<Value>, Fault>> {
        let request = write.request(object, dry_run)?;
        let answer = self.send(request, self.deadline()).await;
        Ok(match answer.and_then(|answer| expected(answer, object)) {
            Ok(object) => Ok(WriteOutcome::Stored(object)),
            Err(Fault::Answer { status: StatusCode::CONFLICT, body, .. }) => {
                Ok(WriteOutcome::Conflict(body.said().to_owned()))
            }
            Err(fault) => Err(fault),
        })
    }

    pub(super) fn explain_write(
        &self,
        fault: Fault,
        object: ObjectRef<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Error {
        let doubt = fault.outcome_unknown() && !dry_run;
        let error = self.explain(fault, write.verb(), object);
        if doubt { error.outcome_unknown() } else { error }
    }
}
