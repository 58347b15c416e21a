//! Updates that an administrator paused.

use jiff::Timestamp;
use serde_json::json;

use crate::insight::{LONGEST_DESCRIPTION, shortened};
use crate::objects::cluster_version::management::{Management, PausedUntil};
use crate::progress::pools::PoolReport;

/// What pauses a part of the cluster, if anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PauseState {
    pub hindrance: Option<PauseReason>,
    pub message: String,
}

/// From the weakest to the one with precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PauseReason {
    Until,
    Forever,
    Unreadable,
    /// Whether it is paused is unknown.
    Unjudged,
}

impl Management {
    /// Evaluates it at one time. `whose` begins a sentence.
    pub(crate) fn judge(&self, now: Timestamp, whose: &str) -> PauseState {
        if !self.others.is_empty() {
            let others = json!(self.others);
            let message = format!(
                "cannot determine whether {whose} pauses updates: versionManagement {others} \
                 has no published schema"
            );
            let message = shortened(message, LONGEST_DESCRIPTION);
            return PauseState { hindrance: Some(PauseReason::Unjudged), message };
        }
        let (hindrance, until) = match &self.paused_until {
            PausedUntil::Time(time) if *time > now => (PauseReason::Until, format!("until {time}")),
            PausedUntil::Never | PausedUntil::Time(_) => return PauseState::default(),
            PausedUntil::Forever => (PauseReason::Forever, "until this is cleared".to_owned()),
            PausedUntil::Unreadable(text) => {
                (PauseReason::Unreadable, format!("{text:?}, which is not a time"))
            }
        };
        let field = "versionManagement.pausedUntil";
        let message = match hindrance {
            PauseReason::Unreadable => format!("{whose} has {field} {until}: treated as paused"),
            PauseReason::Until | PauseReason::Forever | PauseReason::Unjudged => {
                format!("Updates are paused by {field} of {whose} {until}")
            }
        };
        PauseState { hindrance: Some(hindrance), message }
    }
}

impl PauseState {
    /// Evaluates `spec.paused` of a pool.
    pub(crate) fn of_pool(pool: &PoolReport) -> Self {
        if !pool.paused {
            return Self::default();
        }
        let message = format!("Machine config pool {} is paused", pool.name);
        Self { hindrance: Some(PauseReason::Forever), message }
    }

    /// Of two, the one with precedence.
    pub(crate) fn and(self, other: Self) -> Self {
        if other.hindrance > self.hindrance { other } else { self }
    }
}
