//! What all parts of the controller share: the cluster, the log, and a record of failures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use tracing::{info, warn};

use super::events::{EventNote, EventObject, EventReason, EventSender};
use super::metrics::{ControllerMetrics, WorkItem};
use crate::connect::informers::{Deadline, InformerOptions, InformerRoute};
use crate::connect::live::Live;
use crate::connect::{Source, clock};
use crate::error::Error;
use crate::topic;
use upgrade_core::pre_checks::{InformerResult, InformerState};

/// The limit for informers: clients wait for the result.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct ControllerContext {
    pub(crate) source: Source,
    pub(crate) metrics: Arc<ControllerMetrics>,
    route: InformerRoute,
    events: EventSender,
    /// What fails now, by subject.
    complaints: Mutex<BTreeMap<String, ReportedFailure>>,
    /// When the update was last read.
    looked: Mutex<Option<Instant>>,
    /// What Events say is wrong now: informers by name, and how the update is stalled.
    wrong: Mutex<Wrong>,
}

#[derive(Default)]
struct Wrong {
    informers: BTreeSet<String>,
    update: Option<String>,
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
        events: EventSender,
    ) -> Self {
        Self {
            source,
            metrics,
            route,
            events,
            complaints: Mutex::default(),
            looked: Mutex::default(),
            wrong: Mutex::default(),
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

    pub(crate) fn record(&self, about: EventObject, reason: EventReason, message: String) {
        self.events.send(EventNote { about, reason, message });
    }

    /// Records which informers begin to fail, and which work again.
    pub(crate) fn heard(&self, informers: &[InformerResult]) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        for informer in informers {
            let InformerResult { name, state, message, .. } = informer;
            let about = || EventObject::Informer { name: name.clone() };
            if has_failed(*state) {
                if wrong.informers.insert(name.clone()) {
                    self.record(about(), EventReason::InformerFailed, message.clone());
                }
            } else if wrong.informers.remove(name) {
                let message = "The informer responds again".to_owned();
                self.record(about(), EventReason::InformerRecovered, message);
            }
        }
    }

    /// Records that the update begins to stall, and that it continues. `stall` says how it does.
    pub(crate) fn stalls(&self, version: &str, stall: Option<String>) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let about = EventObject::ClusterVersion;
        match stall {
            Some(_) if wrong.update.as_deref() == Some(version) => {}
            Some(how) => {
                self.record(about, EventReason::UpdateStalled, how);
                wrong.update = Some(version.to_owned());
            }
            None => {
                if let Some(version) = wrong.update.take() {
                    let message = format!("The update to {version} is no longer stalled");
                    self.record(about, EventReason::UpdateResumed, message);
                }
            }
        }
    }

    /// Notes that something succeeded, and logs that if it had failed before.
    pub(crate) fn well(&self, work: WorkItem, about: &str) {
        self.metrics.done(work, self.now());
        self.works(about);
    }

    pub(crate) fn works(&self, about: &str) {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if complaints.remove(about).is_some() {
            info!(target: topic::CONTROLLER, "{about}: works again");
        }
    }

    /// Notes that something failed, and returns how often in a row.
    pub(crate) fn failed(&self, work: WorkItem, about: &str, error: &Error) -> u32 {
        self.metrics.failed(work);
        let (times, new) = self.note(about, error.message());
        for hint in error.hints.iter().filter(|_| new) {
            info!(target: topic::HINT, "{hint}");
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
            warn!(target: topic::CONTROLLER, about, times = complaint.times, "{about}: {why}");
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

/// Returns whether an admin should look after an informer. One that is disabled, or that has no hook, works.
fn has_failed(state: InformerState) -> bool {
    match state {
        InformerState::Answered | InformerState::Disabled | InformerState::NotImplemented => false,
        InformerState::Degraded
        | InformerState::Offline
        | InformerState::Failed
        | InformerState::Invalid
        | InformerState::TimedOut => true,
    }
}
