//! The only place that reads the clock.
//!
//! Two kinds of time are kept apart. The time of day is compared with times from the cluster, and
//! anyone may change it. Timeouts use monotonic time: a [`Stopwatch`].

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

#[expect(clippy::disallowed_methods, reason = "here, and nowhere else")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

/// Which clock it is.
pub(crate) enum Clock {
    System,
    /// The lab's clock, of which this many seconds pass in one of ours.
    Simulated {
        now: Box<dyn Fn() -> Option<Timestamp> + Send + Sync>,
        rate: u32,
    },
}

impl Clock {
    /// A time of day that stands still.
    pub(crate) fn at(now: Option<Timestamp>) -> Self {
        Self::Simulated { now: Box::new(move || now), rate: 1 }
    }

    /// Returns the time of day. Nothing waits for it.
    pub(crate) fn now(&self) -> Option<Timestamp> {
        match self {
            Self::System => Some(now()),
            Self::Simulated { now, .. } => now(),
        }
    }

    /// Returns how long a duration of the cluster takes in real time.
    pub(crate) fn here(&self, there: Duration) -> Duration {
        there / self.rate()
    }

    /// Returns how much of the cluster's time passes in a real duration.
    pub(crate) fn there(&self, here: Duration) -> Duration {
        here.saturating_mul(self.rate())
    }

    pub(crate) fn stopwatch(&self) -> Stopwatch {
        Stopwatch { started: Instant::now(), rate: self.rate() }
    }

    fn rate(&self) -> u32 {
        match self {
            Self::System => 1,
            Self::Simulated { rate, .. } => (*rate).max(1),
        }
    }
}

/// Counts the cluster's time from its start, whatever happens to the time of day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch {
    started: Instant,
    rate: u32,
}

impl Stopwatch {
    pub(crate) fn elapsed(self) -> Duration {
        self.elapsed_at(Instant::now())
    }

    pub(crate) fn elapsed_at(self, at: Instant) -> Duration {
        at.saturating_duration_since(self.started).saturating_mul(self.rate)
    }

    /// Returns when this much time has passed; a time beyond the calendar never comes.
    pub(crate) fn reaches(self, elapsed: Duration) -> Option<Instant> {
        self.started.checked_add(elapsed / self.rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_stopwatch_counts_the_clusters_time_and_never_the_time_of_day() {
        let clock = Clock::Simulated { now: Box::new(|| None), rate: 60 };
        let stopwatch = clock.stopwatch();
        assert_eq!(clock.here(Duration::from_mins(2)), Duration::from_secs(2));
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(stopwatch.elapsed(), Duration::from_mins(3));
        let end = stopwatch.reaches(Duration::from_mins(5)).unwrap();
        assert_eq!(end - Instant::now(), Duration::from_secs(2));
        assert_eq!(stopwatch.elapsed_at(end), Duration::from_mins(5));
        assert_eq!(Clock::System.stopwatch().reaches(Duration::MAX), None);
    }
}
