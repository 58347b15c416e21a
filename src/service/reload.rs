//! Reloads data that changes, once nothing writes to it. Bad data is logged and not served.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tracing::{debug, error, info, warn};

use super::load::{LoadFailure, LoadSummary, Loaded, Loader};
use crate::connect::local::fingerprint::Fingerprint;
use crate::service::UpdateService;
use crate::topic;

const AGAIN_AFTER: Duration = Duration::from_mins(1); // the failure may have been temporary

pub(crate) struct ReloadLoop {
    pub(crate) loader: Arc<Loader>,
    pub(crate) service: Arc<UpdateService>,
    /// Warnings of the data in use, which are not repeated.
    pub(crate) warned: Vec<String>,
    /// Sizes of the data in use.
    pub(crate) outline: LoadSummary,
}

impl ReloadLoop {
    /// Checks the data at this interval, without end.
    pub(crate) async fn run(mut self, every: Option<Duration>, stamp: Fingerprint) {
        let Some(every) = every else { return std::future::pending().await };
        let mut pace = ReloadInterval::new(stamp);
        let mut failed: Option<(Instant, Vec<String>)> = None;
        loop {
            tokio::time::sleep(every).await;
            let now = self.stamp().await;
            let again = failed.as_ref().is_some_and(|(at, _)| at.elapsed() >= AGAIN_AFTER);
            if !pace.is_ripe(&now, again) {
                continue;
            }
            let why = if again { "the last attempt failed" } else { "the files changed" };
            debug!(target: topic::DECISION, "reading the data: {why}");
            let loaded = self.load().await;
            if !pace.tried(now, self.stamp().await) {
                info!(target: topic::SERVE, "the data changed while it was read: reading it again");
                continue;
            }
            match loaded {
                Ok(loaded) => {
                    self.take(loaded);
                    failed = None;
                }
                Err(LoadFailure { error, attempt }) => {
                    self.service.metrics.loaded(attempt);
                    let mut said = vec![format!(
                        "cannot serve the new data, keeping the old data: {}",
                        error.message()
                    )];
                    said.extend(error.hints.into_iter().map(String::from));
                    if failed.as_ref().is_none_or(|(_, before)| *before != said) {
                        for line in &said {
                            error!(target: topic::SERVE, "{line}");
                        }
                    }
                    failed = Some((Instant::now(), said));
                }
            }
        }
    }

    async fn stamp(&self) -> Fingerprint {
        let loader = Arc::clone(&self.loader);
        on_its_thread(move || loader.stamp()).await
    }

    /// Reads the data, and prepares the responses that were requested so far; no client waits for
    /// that.
    async fn load(&self) -> Result<Loaded, LoadFailure> {
        let (loader, service) = (Arc::clone(&self.loader), Arc::clone(&self.service));
        let before = self.outline;
        let load = move || {
            let loaded = loader.load(Some(before))?;
            loaded.prepared.warm(&service.current());
            Ok(loaded)
        };
        on_its_thread(load).await
    }

    fn take(&mut self, loaded: Loaded) {
        let Loaded { prepared, outline, warnings, attempt } = loaded;
        self.service.replace(prepared);
        self.service.metrics.loaded(attempt);
        for warning in warnings.iter().filter(|warning| !self.warned.contains(warning)) {
            warn!(target: topic::SERVE, "{warning}");
        }
        let LoadSummary { releases, channels, blocks } = outline;
        info!(target: topic::SERVE, releases, channels, blocks, "loaded new data: {outline}");
        (self.outline, self.warned) = (outline, warnings);
    }
}

/// Reads the data for the first time.
pub(crate) async fn first(loader: Arc<Loader>) -> crate::error::Result<(Fingerprint, Loaded)> {
    on_its_thread(move || loader.first()).await
}

/// Works on the only thread that reads data.
pub(super) async fn on_its_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
    }
}

/// Decides when to load: if the data changed, and two checks in a row found it the same.
pub(crate) struct ReloadInterval<T> {
    tried: T,
    seen: T,
}

impl<T: Clone + PartialEq> ReloadInterval<T> {
    pub(crate) fn new(tried: T) -> Self {
        Self { seen: tried.clone(), tried }
    }

    /// Returns whether to read the current data; `again` retries data that was read before.
    pub(crate) fn is_ripe(&mut self, now: &T, again: bool) -> bool {
        let still = self.seen == *now;
        self.seen.clone_from(now);
        still && (self.tried != *now || again)
    }

    /// Notes an attempt. Returns false if the data changed meanwhile, so that it does not count.
    pub(crate) fn tried(&mut self, before: T, after: T) -> bool {
        let same = before == after;
        if same {
            self.tried = before;
        }
        self.seen = after;
        same
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_read_once_it_is_still() {
        let mut pace = ReloadInterval::new(0);
        let looks = [(0, false), (1, false), (2, false), (2, true)];
        for (now, ripe) in looks {
            assert_eq!(pace.is_ripe(&now, false), ripe, "{now}");
        }
        assert!(pace.tried(2, 2));
        assert!(!pace.is_ripe(&2, false), "once is enough");
        assert!(pace.is_ripe(&2, true), "unless it is requested again");
    }

    #[test]
    fn what_changes_while_it_is_read_does_not_count() {
        let mut pace = ReloadInterval::new(0);
        assert!(!pace.is_ripe(&1, false) && pace.is_ripe(&1, false));
        assert!(!pace.tried(1, 2));
        assert!(pace.is_ripe(&2, false), "it is still already");
        assert!(pace.tried(2, 2));
        assert!(!pace.is_ripe(&2, false));
        let mut back = ReloadInterval::new(0);
        assert!(!back.is_ripe(&1, false) && !back.is_ripe(&0, false) && !back.is_ripe(&0, false));
    }
}
