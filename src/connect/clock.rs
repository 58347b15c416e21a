//! The one place that asks the clock.

use jiff::Timestamp;

#[expect(clippy::disallowed_methods, reason = "here, and nowhere else")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}
