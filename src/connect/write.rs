//! Writes to a cluster: each object once, with the revision of the decision, and the only loop that
//! reads, decides, confirms, writes and checks the result.

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
use super::patch::{acks_body, pool_patch};
use super::resource::{ObjectRef, POOLS, VERSION, Write, expected, is_name};
use crate::error::{Error, Hint, Result};
use upgrade_core::admin_gates::{Acknowledgement, GatePlace};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::config_map::AckMap;
use upgrade_core::objects::machine_config_pool::{self, Pool};
use upgrade_core::pools::change::PoolChange;

/// How often to decide again if others write first: a busy operator writes every few seconds, but
/// five times in a row is a problem.
pub(crate) const ATTEMPTS: usize = 5;

/// A change of one object that others write as well.
pub(crate) trait OptimisticWrite {
    /// What is read for the decision.
    type State;
    type Change;
    /// The object as it is stored.
    type Stored;
    /// The outcome if nothing is sent.
    type Ending;

    async fn read(&mut self) -> Result<Self::State>;

    /// Returns the revision of the object to write; none if it does not exist yet.
    fn revision<'a>(&self, state: &'a Self::State) -> Option<&'a str>;

    /// Returns how the object was replaced, or that it belongs to another cluster; none if neither.
    fn replaced(&self, before: &Self::State, now: &Self::State) -> Option<String>;

    fn decide(&self, state: &Self::State) -> Result<WriteDecision<Self::Change, Self::Ending>>;

    /// Returns whether a new decision equals what was shown.
    fn is_unchanged(&self, change: &Self::Change, shown: &Self::Change) -> bool;

    /// Asks the user to confirm, and returns the outcome if the user declines. `shown` is what was
    /// confirmed before, if it has changed since.
    fn confirm(
        &mut self,
        state: &Self::State,
        change: &Self::Change,
        shown: Option<&Self::Change>,
    ) -> Result<Option<Self::Ending>>;

    /// Writes once, with the revision of the decision.
    async fn send(&mut self, change: &Self::Change) -> Result<WriteOutcome<Self::Stored>>;

    /// Reads the object after an answer was lost.
    async fn read_stored(&mut self) -> Result<Self::Stored>;

    /// Returns whether an object contains the whole change, as it was sent.
    fn is_stored(&self, change: &Self::Change, stored: &Self::Stored) -> bool;

    /// Returns whether the stored object is the one of the decision.
    fn is_same(&self, before: &Self::State, stored: &Self::Stored) -> bool;

    /// Returns the error for a rejection, with the server's message.
    fn refused(&self, state: &Self::State, said: &str) -> Error;

    /// Returns the outcome if the object was replaced: what was shown is never written to another
    /// one.
    fn end_replaced(
        &self,
        before: &Self::State,
        shown: &Self::Change,
        how: String,
    ) -> Result<Self::Ending>;

    /// Returns the outcome if others wrote first every time.
    fn contested(&self, shown: &Self::Change) -> Result<Self::Ending>;

    /// Returns what to know, and to do, when the answer was lost.
    fn hint_of_lost(&self, lost: LostWrite) -> Hint;
}

pub(crate) enum WriteDecision<C, E> {
    Send(C),
    /// There is nothing to send, or it must not be sent.
    Finished(E),
}

/// The result of a change.
pub(crate) enum Applied<W: OptimisticWrite> {
    /// The server accepted the change; whether it stored it as sent.
    Stored {
        before: W::State,
        change: W::Change,
        after: W::Stored,
        as_sent: bool,
    },
    Finished(W::Ending),
}

/// What is known about a write whose answer was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LostWrite {
    /// It is not stored.
    NotStored,
    /// The object could not be read, either.
    Unknown,
}

/// The result of one write.
#[derive(Debug)]
pub(crate) enum WriteOutcome<T> {
    /// The object in the server's answer.
    Stored(T),
    /// Another client wrote first, or the server rejects it; the server's message.
    Conflict(String),
}

/// Reads, decides, confirms and writes. If another client wrote first, it decides again after a
/// pause, and sends only what was shown or is confirmed again, to the same object; if an answer is
/// lost, it reads the object instead of sending again.
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
            // A conflict over an unchanged object is not one of revisions.
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
                // What has not changed may be less than what was shown.
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

/// What was sent without success, and on which object.
struct Earlier<W: OptimisticWrite> {
    shown: W::Change,
    state: W::State,
    said: String,
}

/// Before the second attempt; it doubles with each. The other client is most likely finished by
/// then.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// Returns how long to wait before an attempt: at random in the second half of the pause, so that
/// two clients do not collide again.
fn pause(attempt: usize) -> Duration {
    let longest = FIRST_PAUSE * (1 << attempt.saturating_sub(1).min(ATTEMPTS));
    let random = RandomState::new().hash_one(attempt) % 1_000;
    longest / 2 + longest * u32::try_from(random).unwrap_or_default() / 2_000
}

/// The answer to a write was lost: the object itself shows whether it arrived.
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

/// Returns the error for a rejected write.
pub(crate) fn refused(server: Option<&str>, what: &str, said: &str) -> Error {
    let server = server.unwrap_or("the API server");
    Error::new("Conflict", anyhow!("{server} rejected the {what} (409): {said}"))
}

/// Returns that an object has another uid; none if it has not, or if either is missing.
pub(crate) fn made_anew(object: &str, before: Option<&str>, now: Option<&str>) -> Option<String> {
    let (before, now) = before.zip(now).filter(|(before, now)| before != now)?;
    Some(format!("{object} was deleted and created again: its uid was {before} and is now {now}"))
}

/// Returns the error for a replaced object, if the user was not shown what would be written.
pub(crate) fn replaced(how: &str) -> Error {
    Error::new("Conflict", anyhow!("{how}. Nothing was changed")).hint("run the command again")
}

/// Returns the error if others wrote an object every time.
pub(crate) fn contested(object: &str) -> Error {
    let error =
        anyhow!("conflict: {object} changed {ATTEMPTS} times in a row. Nothing was changed");
    Error::new("Conflict", error).hint("run the command again")
}

impl WriteOutcome<Value> {
    /// Reads the answer. After an invalid one, it is unknown what was stored.
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

    /// Writes the body of [`acks_body`].
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

    /// Pauses or resumes a pool.
    pub(crate) async fn change_pool(
        &self,
        change: &PoolChange,
        dry_run: bool,
    ) -> Result<WriteOutcome<Pool>> {
        let Self::Live(live) = self else {
            return Err(Error::usage(anyhow!("--from is read-only")));
        };
        let name = change.name.as_str();
        if !is_name(name) {
            return Err(Error::new("BadData", anyhow!("{name:?} is not a valid name of a pool")));
        }
        let pool = ObjectRef { name, ..POOLS };
        live.write(pool, Write::Patch(&pool_patch(change)), dry_run)
            .await?
            .read(dry_run, |object| Ok(machine_config_pool::pool(name.to_owned(), object)))
    }
}

impl Live {
    /// Writes an object once. A write is never repeated blindly: if the answer is lost, the error
    /// tells that the outcome is unknown.
    pub(super) async fn write(
        &self,
        object: ObjectRef<'_>,
        write: Write<'_>,
        dry_run: bool,
    ) -> Result<WriteOutcome<Value>> {
        let outcome = self.try_write(object, write, dry_run).await?;
        outcome.map_err(|fault| self.explain_write(fault, object, write, dry_run))
    }

    /// The same, for callers that know what a fault means for this object.
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
