//! What the events of the log are about: the targets of `tracing`. Events with other targets, which are those
//! of libraries, are not logged.

pub(crate) const CONTROLLER: &str = "controller";
pub(crate) const SERVE: &str = "serve";
pub(crate) const LAB: &str = "lab";
pub(crate) const EXPLORE: &str = "explore";
/// What the user can do about the event before.
pub(crate) const HINT: &str = "hint";
pub(crate) const NOTE: &str = "note";
pub(crate) const CONNECTION: &str = "connection";
/// A request that was sent or answered, from `-v` on.
pub(crate) const REQUEST: &str = "request";
/// What was decided and why, from `-v=2` on.
pub(crate) const DECISION: &str = "decision";
/// What was sent to an API server and what it answered, from `-v=3` on.
pub(crate) const BODY: &str = "body";

/// Returns the `-v` level from which on a topic is logged; none if it is not ours.
pub(crate) fn verbosity(topic: &str) -> Option<u32> {
    match topic {
        CONTROLLER | SERVE | LAB | EXPLORE | HINT | NOTE | CONNECTION => Some(0),
        REQUEST => Some(1),
        DECISION => Some(2),
        BODY => Some(3),
        _ => None,
    }
}
