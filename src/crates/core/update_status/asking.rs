//! Which informers the update status controller queries at one check, and about what.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use crate::pre_checks::InformerResult;
use crate::pre_checks::request_time;

/// The requests in `spec` of an UpdateStatus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusRequest {
    /// Whether informers may update themselves first.
    pub informer_update: bool,
    /// When a query was requested.
    pub requested: Option<Timestamp>,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asking {
    pub whom: Whom,
    pub informer_update: bool,
    /// The time of the query to store, if any.
    pub answers: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whom {
    All,
    /// Those with unresolved insights.
    Only(BTreeSet<String>),
    None,
}

/// After an update, no one waits for informers, and the rest is for administrators to resolve. Five
/// minutes are the maximum age of a plan in use, and the limit for heartbeats of informers.
const ASKED_ON_EVERY: SignedDuration = SignedDuration::from_mins(5);

impl Asking {
    /// Decides: all informers during an update, later only those with open insights.
    pub fn new(
        is_under_way: bool,
        open: &[InformerResult],
        request: StatusRequest,
        asked: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        let requested = request_time::sensible(request.requested, now);
        let is_pending = requested.is_some_and(|at| asked.is_none_or(|asked| asked < at));
        let is_due = asked.is_none_or(|asked| now.duration_since(asked).abs() >= ASKED_ON_EVERY)
            || is_pending;
        let whom = match open {
            _ if is_under_way => Whom::All,
            [] => Whom::None,
            _ if !is_due => Whom::None,
            open => Whom::Only(open.iter().map(|informer| informer.name.clone()).collect()),
        };
        let must_be_stored = is_pending || matches!(whom, Whom::Only(_));
        Self {
            whom,
            informer_update: request.informer_update && (is_pending || request.requested.is_none()),
            answers: must_be_stored.then(|| request_time::answered_at(requested, now)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_checks::testing::{contribution, insight};
    use crate::testing::now;

    fn minutes(minutes: i64) -> SignedDuration {
        SignedDuration::from_mins(minutes)
    }

    fn open() -> Vec<InformerResult> {
        vec![contribution("mco", vec![insight("Open")])]
    }

    fn quiet(is_under_way: bool, open: &[InformerResult], asked: Option<Timestamp>) -> Asking {
        Asking::new(is_under_way, open, StatusRequest::default(), asked, now())
    }

    #[test]
    fn during_an_update_all_informers_are_queried() {
        for asked in [None, Some(now())] {
            assert_eq!(quiet(true, &open(), asked).whom, Whom::All);
            assert_eq!(quiet(true, &[], asked).whom, Whom::All);
        }
    }

    #[test]
    fn later_only_those_with_open_insights_are_asked_and_slowly() {
        let mco = Whom::Only(["mco".to_owned()].into());
        for (asked, whom) in [
            (None, mco.clone()),
            (Some(now()), Whom::None),
            (Some(now() - minutes(4)), Whom::None),
            (Some(now() - minutes(5)), mco.clone()),
            (Some(now() + minutes(5)), mco),
        ] {
            let asking = quiet(false, &open(), asked);
            assert_eq!(asking.answers.is_some(), asking.whom != Whom::None, "{asked:?}");
            assert_eq!(asking.whom, whom, "{asked:?}");
            assert_eq!(quiet(false, &[], asked).whom, Whom::None, "nothing is open");
        }
    }

    #[test]
    fn a_request_is_answered_once_and_at_the_next_look() {
        let asked = Some(now() - minutes(1));
        let with = |requested: Option<Timestamp>, under_way| {
            let request = StatusRequest { informer_update: true, requested };
            Asking::new(under_way, &open(), request, asked, now())
        };
        for under_way in [true, false] {
            let pending = with(Some(now()), under_way);
            assert!(pending.informer_update && pending.answers == Some(now()), "{pending:?}");
            assert_ne!(pending.whom, Whom::None);
            let answered = with(asked, under_way);
            assert!(!answered.informer_update && answered.answers.is_none(), "{answered:?}");
        }
        let ahead = with(Some(now() + minutes(1)), true);
        assert_eq!(ahead.answers, Some(now() + minutes(1)), "a waiting client must see it");
        let wrong = with(Some(now() + minutes(60)), true);
        assert!(!wrong.informer_update, "a clock that is wrong would never be answered");
        assert!(with(None, true).informer_update, "without a time it holds for every look");
        let request = StatusRequest { informer_update: true, requested: Some(now()) };
        let asking = Asking::new(false, &[], request, asked, now());
        assert_eq!((asking.whom, asking.answers), (Whom::None, Some(now())), "nor is it waited");
    }
}
