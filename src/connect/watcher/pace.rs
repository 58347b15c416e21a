//! When to reopen a watch that has ended.

use std::time::Duration;

use kube::runtime::utils::Backoff;
use kube::runtime::watcher::DefaultBackoff;
use tokio::time::Instant;

/// A watch that lasts this long has ended normally: servers end them after minutes.
const LASTING: Duration = Duration::from_secs(30);

/// Delays watches that end as soon as they are open. Pauses grow from a second to half a minute,
/// with jitter.
#[derive(Default)]
pub(crate) struct RestartPace {
    pauses: DefaultBackoff,
    /// When the last one was opened.
    opened: Option<Instant>,
}

impl RestartPace {
    /// Returns how long to wait before the next one is opened. `here` converts the cluster's time.
    pub(crate) fn pause(&mut self, here: impl Fn(Duration) -> Duration) -> Duration {
        let now = Instant::now();
        let lasted = |opened: Instant| now.saturating_duration_since(opened) >= here(LASTING);
        let pause = if self.opened.is_none_or(lasted) {
            self.pauses.reset();
            Duration::ZERO
        } else {
            here(self.pauses.next().unwrap_or(LASTING))
        };
        self.opened = Some(now + pause);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn watches_that_end_at_once_are_opened_ever_more_slowly() {
        let mut pace = RestartPace::default();
        let mut pauses = Vec::new();
        for _ in 0..10 {
            let pause = pace.pause(|there| there);
            tokio::time::sleep(pause).await;
            pauses.push(pause);
        }
        assert_eq!(pauses[0], Duration::ZERO, "the first has done no harm");
        assert!(pauses[1] >= Duration::from_millis(800) && pauses[1] < pauses[9], "{pauses:?}");
        assert!(pauses[9] >= Duration::from_secs(30), "{pauses:?}");
        let opened: Duration = pauses.iter().sum();
        assert!(opened > Duration::from_mins(1), "ten in more than a minute: {pauses:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_has_lasted_is_opened_again_at_once() {
        let mut pace = RestartPace::default();
        for _ in 0..3 {
            assert_eq!(pace.pause(|there| there), Duration::ZERO);
            tokio::time::sleep(LASTING).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn two_clients_do_not_come_back_together() {
        let pauses = || {
            let mut pace = RestartPace::default();
            (0..5).map(|_| pace.pause(|there| there)).collect::<Vec<_>>()
        };
        assert_ne!(pauses(), pauses());
    }
}
