//! Conditions: what a cluster reports about itself, in three states.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

/// A condition's status.
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

    /// Returns the worse of two: `worst`, then Unknown, then the rest.
    #[must_use]
    pub fn worse(self, other: Self, worst: Self) -> Self {
        std::cmp::min_by_key(self, other, |status| status.distance_from(worst))
    }

    /// Returns its rank, starting at the worst.
    pub fn distance_from(self, worst: Self) -> u8 {
        match self {
            status if status == worst => 0,
            Self::Unknown => 1,
            Self::True | Self::False => 2,
        }
    }
}

/// A condition type that decisions depend on.
pub trait ConditionType: Copy {
    fn name(self) -> &'static str;

    /// Returns the status that is bad news.
    fn worst(self) -> Status;
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
    /// Returns whether both report the same, apart from the time.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let Self { kind, status, reason, message, since: _ } = self;
        (kind, *status, reason, message)
            == (&other.kind, other.status, &other.reason, &other.message)
    }

    /// Returns the condition as the API writes it: `Failing=True (OperatorDegraded)`.
    pub fn state(&self) -> String {
        let Self { kind, status, reason, .. } = self;
        let status = status.text();
        if reason.is_empty() {
            format!("{kind}={status}")
        } else {
            format!("{kind}={status} ({reason})")
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
    /// Returns the condition of that type; the worst, if there are several.
    pub fn get(&self, kind: impl ConditionType) -> Option<&Condition> {
        self.all(kind).min_by_key(|condition| condition.status.distance_from(kind.worst()))
    }

    /// Returns all conditions of that type.
    pub fn all(&self, kind: impl ConditionType) -> impl Iterator<Item = &Condition> {
        self.0.iter().filter(move |condition| condition.kind == kind.name())
    }

    /// Returns the status of `kind`; a condition that is not reported is Unknown.
    pub fn status(&self, kind: impl ConditionType) -> Status {
        self.get(kind).map_or(Status::Unknown, |condition| condition.status)
    }

    pub fn is(&self, kind: impl ConditionType, status: Status) -> bool {
        self.get(kind).is_some_and(|condition| condition.status == status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct Sick;
    #[derive(Clone, Copy)]
    struct Well;

    impl ConditionType for Sick {
        fn name(self) -> &'static str {
            "Sick"
        }

        fn worst(self) -> Status {
            Status::True
        }
    }

    impl ConditionType for Well {
        fn name(self) -> &'static str {
            "Well"
        }

        fn worst(self) -> Status {
            Status::False
        }
    }

    fn said(kind: &str, status: Status) -> Condition {
        let (reason, message) = (status.text().to_owned(), String::new());
        Condition { kind: kind.to_owned(), status, reason, message, since: None }
    }

    #[test]
    fn of_what_is_said_twice_the_worst_counts_in_any_order() {
        use Status::{False, True, Unknown};
        for (kinds, sick, well) in [
            (&[True, False][..], True, False),
            (&[False, True], True, False),
            (&[Unknown, True], True, Unknown),
            (&[False, Unknown], Unknown, False),
            (&[True, True], True, True),
            (&[False, Unknown, True], True, False),
        ] {
            let conditions = kinds
                .iter()
                .flat_map(|status| ["Sick", "Well", "Other"].map(|kind| said(kind, *status)));
            let conditions = Conditions(conditions.collect());
            assert_eq!(conditions.status(Sick), sick, "{kinds:?}");
            assert_eq!(conditions.status(Well), well, "{kinds:?}");
            assert!(conditions.is(Sick, sick) && conditions.is(Well, well));
            assert_eq!(conditions.get(Well).map(|said| said.reason.as_str()), Some(well.text()));
        }
        assert_eq!(Conditions::default().status(Sick), Unknown);
        assert!(Conditions::default().get(Sick).is_none());
    }
}
