//! Conditions: what a cluster says of itself, in three states.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

/// A condition's status. Whatever is neither "True" nor "False" is Unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Status {
    True,
    False,
    Unknown,
}

impl Status {
    pub fn text(self) -> &'static str {
        match self {
            Self::True => "True",
            Self::False => "False",
            Self::Unknown => "Unknown",
        }
    }

    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    pub kind: String,
    pub status: Status,
    pub reason: String,
    pub message: String,
    pub since: Option<Timestamp>,
}

impl Condition {
    /// Returns whether both say the same, whenever they began to.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let Self { kind, status, reason, message, since: _ } = self;
        (kind, *status, reason, message)
            == (&other.kind, other.status, &other.reason, &other.message)
    }

    /// Returns type, status and reason, for a sentence.
    pub fn state(&self) -> String {
        let Self { kind, status, reason, .. } = self;
        let status = status.text();
        if reason.is_empty() {
            format!("{kind} is {status}")
        } else {
            format!("{kind} is {status}, {reason}")
        }
    }

    pub fn age(&self, now: Timestamp) -> Option<SignedDuration> {
        self.since.map(|since| now.duration_since(since).max(SignedDuration::ZERO))
    }
}

/// The conditions of one object, in the order it lists them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    pub fn get(&self, kind: impl AsRef<str>) -> Option<&Condition> {
        self.0.iter().find(|condition| condition.kind == kind.as_ref())
    }

    /// Returns the status of `kind`; a condition that is not reported is Unknown.
    pub fn status(&self, kind: impl AsRef<str>) -> Status {
        self.get(kind).map_or(Status::Unknown, |condition| condition.status)
    }

    pub fn is(&self, kind: impl AsRef<str>, status: Status) -> bool {
        self.get(kind).is_some_and(|condition| condition.status == status)
    }
}
