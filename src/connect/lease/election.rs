//! Leader election: the leader is the replica whose name is in a Lease that it keeps renewing.
//!
//! Clocks of different machines are not compared. A lease has expired when its record has not
//! changed for its duration, by the clock of the observer.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

/// The content of a Lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeaseRecord {
    /// Empty if it was released.
    pub(crate) holder: String,
    pub(crate) lasts: Duration,
    pub(crate) acquired: Option<Timestamp>,
    pub(crate) renewed: Option<Timestamp>,
    /// The number of transitions.
    pub(crate) transitions: i32,
    /// The revision that was read: every renewal has another one, whatever the clocks. None if it
    /// is not written yet.
    pub(crate) revision: Option<String>,
}

/// A candidate.
#[derive(Debug, Clone)]
pub(crate) struct Elector {
    pub(crate) name: String,
    pub(crate) terms: LeaseTerms,
    /// The last content, and since when it is known.
    observed: Option<(LeaseRecord, Instant)>,
}

/// The duration of a lease, and what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LeaseTerms {
    pub(crate) lasts: Duration,
}

/// What to do with a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ElectionStep {
    /// Write this: then the lease is ours.
    Write(LeaseRecord),
    /// Another replica leads.
    Wait { holder: String },
}

impl LeaseTerms {
    /// Returns after how long without success a leader steps down: before others can take over.
    pub(crate) fn gives_up_after(self) -> Duration {
        self.lasts * 2 / 3
    }

    pub(crate) fn tries_every(self) -> Duration {
        self.lasts * 2 / 15
    }
}

impl Elector {
    pub(crate) fn new(name: String, terms: LeaseTerms) -> Self {
        Self { name, terms, observed: None }
    }

    /// Evaluates the content of the lease, if there is one.
    pub(crate) fn step(
        &mut self,
        found: Option<&LeaseRecord>,
        at: Instant,
        now: Timestamp,
    ) -> ElectionStep {
        let Some(found) = found else { return ElectionStep::Write(self.record(now, None)) };
        if found.holder == self.name {
            let acquired = found.acquired.or(Some(now));
            return ElectionStep::Write(LeaseRecord {
                acquired,
                ..self.record(now, Some(found.transitions))
            });
        }
        if found.holder.is_empty() || self.has_run_out(found, at) {
            let transitions = Some(found.transitions.saturating_add(1));
            return ElectionStep::Write(self.record(now, transitions));
        }
        ElectionStep::Wait { holder: found.holder.clone() }
    }

    /// Returns the content of a released lease.
    pub(crate) fn given_back(&self, found: &LeaseRecord, now: Timestamp) -> Option<LeaseRecord> {
        let ours = found.holder == self.name;
        let holder = String::new();
        let lasts = Duration::from_secs(1);
        ours.then(|| LeaseRecord { holder, lasts, renewed: Some(now), ..found.clone() })
    }

    fn has_run_out(&mut self, found: &LeaseRecord, at: Instant) -> bool {
        match &self.observed {
            Some((known, since)) if known == found => {
                at.duration_since(*since) >= found.lasts.max(self.terms.lasts)
            }
            _ => {
                self.observed = Some((found.clone(), at));
                false
            }
        }
    }

    fn record(&self, now: Timestamp, transitions: Option<i32>) -> LeaseRecord {
        LeaseRecord {
            holder: self.name.clone(),
            lasts: self.terms.lasts,
            acquired: Some(now),
            renewed: Some(now),
            transitions: transitions.unwrap_or_default(),
            revision: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upgrade_core::testing::now;

    const TERMS: LeaseTerms = LeaseTerms { lasts: Duration::from_secs(15) };

    fn candidate(name: &str) -> Elector {
        Elector::new(name.to_owned(), TERMS)
    }

    fn written(step: ElectionStep) -> LeaseRecord {
        match step {
            ElectionStep::Write(record) => record,
            ElectionStep::Wait { holder } => unreachable!("{holder} leads"),
        }
    }

    #[test]
    fn the_first_leads_and_goes_on_leading() {
        let (mut a, start) = (candidate("a"), Instant::now());
        let first = written(a.step(None, start, now()));
        assert_eq!((first.holder.as_str(), first.transitions), ("a", 0));
        let later = now() + jiff::SignedDuration::from_secs(2);
        let again = written(a.step(Some(&first), start, later));
        assert_eq!((again.acquired, again.renewed), (Some(now()), Some(later)));
        assert_eq!(again.transitions, 0);
    }

    #[test]
    fn another_waits_until_the_record_stands_still_for_as_long_as_it_lasts() {
        let (mut a, mut b, start) = (candidate("a"), candidate("b"), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut held = written(a.step(None, start, now()));
        let waits = ElectionStep::Wait { holder: "a".to_owned() };
        assert_eq!(b.step(Some(&held), at(100), now()), waits, "its age is unknown");
        assert_eq!(b.step(Some(&held), at(114), now()), waits);
        held.renewed = Some(now() + jiff::SignedDuration::from_secs(1));
        assert_eq!(b.step(Some(&held), at(115), now()), waits, "it was renewed");
        assert_eq!(b.step(Some(&held), at(129), now()), waits);
        let taken = written(b.step(Some(&held), at(130), now()));
        assert_eq!((taken.holder.as_str(), taken.transitions), ("b", 1));
        assert_eq!(
            a.step(Some(&taken), at(130), now()),
            ElectionStep::Wait { holder: "b".to_owned() }
        );
    }

    #[test]
    fn clocks_that_are_set_neither_end_nor_prolong_a_lease() {
        let hour = jiff::SignedDuration::from_hours(1);
        for wall in [now() - hour, now(), now() + hour] {
            let (mut a, mut b, start) = (candidate("a"), candidate("b"), Instant::now());
            let at = |seconds| start + Duration::from_secs(seconds);
            let held = written(a.step(None, start, now()));
            let held = LeaseRecord { revision: Some("1".to_owned()), ..held };
            let waits = ElectionStep::Wait { holder: "a".to_owned() };
            assert_eq!(b.step(Some(&held), at(0), now()), waits);
            assert_eq!(b.step(Some(&held), at(14), wall), waits, "{wall}");
            assert_eq!(written(b.clone().step(Some(&held), at(15), wall)).holder, "b");
            let renewed = written(a.step(Some(&held), at(14), wall + hour));
            let renewed = LeaseRecord { revision: Some("2".to_owned()), ..renewed };
            assert_eq!(b.step(Some(&renewed), at(15), now()), waits, "{wall}: it was renewed");
            assert_eq!(b.step(Some(&renewed), at(29), now()), waits, "{wall}");
        }
    }

    #[test]
    fn a_leader_with_other_terms_is_waited_for_by_the_longer_ones() {
        let (mut b, start) = (candidate("b"), Instant::now());
        for (lasts, held, free) in [(60, 59, 60), (1, 14, 15)] {
            let record = LeaseRecord {
                lasts: Duration::from_secs(lasts),
                ..written(candidate("a").step(None, start, now()))
            };
            let mut step =
                |seconds| b.step(Some(&record), start + Duration::from_secs(seconds), now());
            assert!(matches!(step(0), ElectionStep::Wait { .. }));
            assert!(matches!(step(held), ElectionStep::Wait { .. }), "{lasts}");
            assert!(matches!(step(free), ElectionStep::Write(_)), "{lasts}");
        }
    }

    #[test]
    fn what_is_given_back_is_taken_at_once() {
        let (mut a, mut b, start) = (candidate("a"), candidate("b"), Instant::now());
        let held = written(a.step(None, start, now()));
        assert_eq!(b.given_back(&held, now()), None, "it is not theirs to give");
        let free = a.given_back(&held, now()).unwrap();
        assert_eq!(written(b.step(Some(&free), start, now())).holder, "b");
    }

    #[test]
    fn a_leader_steps_down_before_another_can_take_its_place() {
        assert!(TERMS.gives_up_after() + TERMS.tries_every() < TERMS.lasts);
    }
}
