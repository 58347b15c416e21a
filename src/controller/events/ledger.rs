//! Decides what becomes of an Event: a new object, a count in one that is there, or nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::EventNote;

/// API servers keep Events for an hour. Until shortly before that, a repetition is counted.
const KEPT: Duration = Duration::from_mins(50);
const WINDOW: Duration = Duration::from_mins(5);
const MOST: u32 = 25; // writes in a window, as clients of Kubernetes limit them

#[derive(Debug, PartialEq, Eq)]
pub(super) enum EventStep {
    Create,
    Count { name: String, count: i32 },
    Drop,
}

#[derive(Debug, Default)]
pub(super) struct EventLedger {
    known: BTreeMap<EventNote, KnownEvent>,
    /// When the window began, and how many writes were in it.
    window: Option<(Instant, u32)>,
}

#[derive(Debug)]
struct KnownEvent {
    name: String,
    count: i32,
    created: Instant,
}

impl EventLedger {
    pub(super) fn step(&mut self, note: &EventNote, now: Instant) -> EventStep {
        self.known.retain(|_, event| now.duration_since(event.created) < KEPT);
        let repeated = self.known.get_mut(note).map(|event| {
            event.count = event.count.saturating_add(1);
            EventStep::Count { name: event.name.clone(), count: event.count }
        });
        match &mut self.window {
            Some((since, writes)) if now.duration_since(*since) < WINDOW => {
                *writes += 1;
                if *writes > MOST {
                    return EventStep::Drop;
                }
            }
            window => *window = Some((now, 1)),
        }
        repeated.unwrap_or(EventStep::Create)
    }

    /// Notes the name of a new Event.
    pub(super) fn created(&mut self, note: &EventNote, name: String, now: Instant) {
        self.known.insert(note.clone(), KnownEvent { name, count: 1, created: now });
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EventObject, EventReason};
    use super::*;

    fn note(message: &str) -> EventNote {
        let (about, reason) = (EventObject::ClusterVersion, EventReason::UpdateStalled);
        EventNote { about, reason, message: message.to_owned() }
    }

    #[test]
    fn what_is_repeated_within_the_hour_is_counted() {
        let (mut ledger, start) = (EventLedger::default(), Instant::now());
        assert_eq!(ledger.step(&note("a"), start), EventStep::Create);
        ledger.created(&note("a"), "a.1".to_owned(), start);
        for count in [2, 3] {
            let step = ledger.step(&note("a"), start + Duration::from_mins(10));
            assert_eq!(step, EventStep::Count { name: "a.1".to_owned(), count });
        }
        assert_eq!(ledger.step(&note("b"), start), EventStep::Create, "another message");
        assert_eq!(ledger.step(&note("a"), start + Duration::from_hours(1)), EventStep::Create);
    }

    #[test]
    fn an_event_that_could_not_be_created_is_not_counted() {
        let (mut ledger, now) = (EventLedger::default(), Instant::now());
        assert_eq!(ledger.step(&note("a"), now), EventStep::Create);
        assert_eq!(ledger.step(&note("a"), now), EventStep::Create);
    }

    #[test]
    fn there_are_never_more_than_a_few_and_the_count_is_right_afterwards() {
        let (mut ledger, start) = (EventLedger::default(), Instant::now());
        ledger.created(&note("a"), "a.1".to_owned(), start);
        let steps: Vec<EventStep> = (0..100).map(|_| ledger.step(&note("a"), start)).collect();
        assert_eq!(steps.iter().filter(|step| **step != EventStep::Drop).count(), 25);
        let later = ledger.step(&note("a"), start + WINDOW);
        assert_eq!(later, EventStep::Count { name: "a.1".to_owned(), count: 102 });
    }
}
