//! When somebody asked for something, by a clock that is not ours.

use jiff::{SignedDuration, Timestamp};

/// Clocks differ by less; older than that a plan is gathered anew, too.
pub(super) const MAX_AGE: SignedDuration = SignedDuration::from_mins(10);

/// A clock that is far ahead is wrong, and whoever has it would never be answered.
pub(crate) fn sensible(requested: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    requested.filter(|requested| requested.duration_since(now) <= MAX_AGE)
}

/// Returns when what is done now counts as done: clocks differ, and who asked must see that it is the
/// answer.
pub(crate) fn answered_at(requested: Option<Timestamp>, now: Timestamp) -> Timestamp {
    sensible(requested, now).map_or(now, |requested| requested.max(now))
}
