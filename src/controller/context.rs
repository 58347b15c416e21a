//! What all parts of the controller share: the cluster, the log, and a record of failures.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::metrics::{ControllerMetrics, WorkItem};
use crate::connect::informers::{Deadline, InformerOptions, InformerRoute};
use crate::connect::live::Live;
use crate::connect::{Source, clock};
use crate::error::Error;
use crate::output::ui::Notifier;

/// The limit for informers: clients wait for the result.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct ControllerContext {
    pub(crate) source: Source,
    pub(crate) metrics: Arc<ControllerMetrics>,
    route: InformerRoute,
    notify: Notifier,
    /// What fails now, by subject.
    complaints: Mutex<BTreeMap<String, ReportedFailure>>,
    /// When the update was last read.
    looked: Mutex<Option<Instant>>,
}

/// The last message about a failure, which is not repeated.
#[derive(Default)]
struct ReportedFailure {
    said: String,
    /// How often it has failed in a row.
    times: u32,
}

impl ControllerContext {
    /// `metrics` count every call of the cluster's client.
    pub(crate) fn new(
        source: Source,
        metrics: Arc<ControllerMetrics>,
        route: InformerRoute,
        notify: Notifier,
    ) -> Self {
        Self {
            source,
            metrics,
            route,
            notify,
            complaints: Mutex::default(),
            looked: Mutex::default(),
        }
    }

    /// Returns the cluster; never files.
    pub(crate) fn live(&self) -> Option<&Live> {
        match &self.source {
            Source::Live(live) => Some(live),
            Source::Files(_) => None,
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.live().and_then(|live| live.clock.now()).unwrap_or_else(clock::now)
    }

    pub(crate) fn informer_options(&self) -> InformerOptions {
        InformerOptions { patience: Deadline::new(Some(PATIENCE)), reach: self.route }
    }

    pub(crate) fn log(&self, text: &str) {
        (self.notify)("controller:", text);
    }

    /// Notes that something succeeded, and logs that if it had failed before.
    pub(crate) fn well(&self, work: WorkItem, about: &str) {
        self.metrics.done(work, self.now());
        self.works(about);
    }

    pub(crate) fn works(&self, about: &str) {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if complaints.remove(about).is_some() {
            self.log(&format!("{about}: works again"));
        }
    }

    /// Notes that something failed, and returns how often in a row.
    pub(crate) fn failed(&self, work: WorkItem, about: &str, error: &Error) -> u32 {
        self.metrics.failed(work);
        let (times, new) = self.note(about, error.message());
        for hint in error.hints.iter().filter(|_| new) {
            (self.notify)("hint:", &hint.to_string());
        }
        times
    }

    /// Logs a failure, once for each reason.
    pub(crate) fn complain(&self, about: &str, why: String) {
        self.note(about, why);
    }

    fn note(&self, about: &str, why: String) -> (u32, bool) {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let complaint = complaints.entry(about.to_owned()).or_default();
        complaint.times = complaint.times.saturating_add(1);
        let new = complaint.said != why;
        if new {
            (self.notify)("warning:", &format!("{about}: {why}"));
            complaint.said = why;
        }
        (complaint.times, new)
    }

    /// Returns how long to wait before the next read of the update, to limit reads.
    pub(crate) fn too_soon(&self, shortest: Duration) -> Option<Duration> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = looked.and_then(|at| shortest.checked_sub(at.elapsed()));
        let wait = wait.filter(|wait| !wait.is_zero());
        if wait.is_none() {
            *looked = Some(Instant::now());
        }
        wait
    }
}
