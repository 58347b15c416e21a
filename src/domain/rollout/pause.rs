//! What holds updates back by an administrator's will.

use jiff::Timestamp;

use crate::domain::management::{Management, PausedUntil};
use crate::domain::status::PoolReport;

/// What a part of the cluster is held back by, if by anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) hindrance: Option<Hindrance>,
    pub(super) message: String,
}

/// From what holds a little to what counts before all else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hindrance {
    Until,
    Forever,
    Unreadable,
    /// Nobody can say whether it is held back.
    Unjudged,
}

impl Management {
    /// Judges it at one instant. `whose` begins a sentence.
    pub(super) fn judge(&self, now: Timestamp, whose: &str) -> Judged {
        if let Some(first) = self.others.first() {
            let message = format!("{whose} has versionManagement.{first}, which is not judged");
            return Judged { hindrance: Some(Hindrance::Unjudged), message };
        }
        let (hindrance, until) = match &self.paused_until {
            PausedUntil::Time(time) if *time > now => (Hindrance::Until, format!("until {time}")),
            PausedUntil::Never | PausedUntil::Time(_) => return Judged::default(),
            PausedUntil::Forever => (Hindrance::Forever, "until that is taken back".to_owned()),
            PausedUntil::Unreadable(text) => {
                (Hindrance::Unreadable, format!("{text:?}, which is no time"))
            }
        };
        let field = "versionManagement.pausedUntil";
        let message = match hindrance {
            Hindrance::Unreadable => format!("{whose} has {field} {until}: taken for paused"),
            _ => format!("Updates are paused by {field} of {whose} {until}"),
        };
        Judged { hindrance: Some(hindrance), message }
    }
}

impl Judged {
    /// Judges `spec.paused` of a pool.
    pub(super) fn of_pool(pool: &PoolReport) -> Self {
        if !pool.paused {
            return Self::default();
        }
        let message = format!("Machine config pool {} is paused", pool.name);
        Self { hindrance: Some(Hindrance::Forever), message }
    }

    /// Of two that hold it back, the one that counts more.
    pub(super) fn and(self, other: Self) -> Self {
        if other.hindrance > self.hindrance { other } else { self }
    }
}
