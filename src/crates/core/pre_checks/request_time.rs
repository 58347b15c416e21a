//! The time of a request, by another clock.

use jiff::{SignedDuration, Timestamp};

/// Clocks differ by less; an older plan is collected again, too.
pub(super) const MAX_AGE: SignedDuration = SignedDuration::from_mins(10);

/// A clock that is far ahead is wrong, and its requests would never be met.
pub(crate) fn sensible(requested: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    requested.filter(|requested| requested.duration_since(now) <= MAX_AGE)
}

/// Returns the time to record for what is done now: clocks differ, and the requester must recognize
/// the answer.
pub(crate) fn answered_at(requested: Option<Timestamp>, now: Timestamp) -> Timestamp {
    sensible(requested, now).map_or(now, |requested| requested.max(now))
}
