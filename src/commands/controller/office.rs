//! What all work of the controller shares: the cluster, its own tongue, and a record of how it goes.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::metrics::{Metrics, Work};
use crate::error::Error;
use crate::source::Source;
use crate::source::clock;
use crate::source::informers::{Patience, Reach, Way};
use crate::source::live::Live;
use crate::ui::Remarks;

/// Informers are waited for no longer: others wait for what is written then.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Office {
    pub(super) source: Source,
    pub(super) metrics: Metrics,
    reach: Reach,
    remark: Remarks,
    /// What was last complained of by each work, which is not repeated.
    complaints: Mutex<Vec<(String, String)>>,
    /// When the last look at the update began.
    looked: Mutex<Option<Instant>>,
}

impl Office {
    pub(super) fn new(source: Source, reach: Reach, remark: Remarks) -> Self {
        Self {
            source,
            metrics: Metrics::default(),
            reach,
            remark,
            complaints: Mutex::default(),
            looked: Mutex::default(),
        }
    }

    /// Returns the cluster; files are none.
    pub(super) fn live(&self) -> Option<&Live> {
        match &self.source {
            Source::Live(live) => Some(live),
            Source::Files(_) => None,
        }
    }

    pub(super) fn now(&self) -> Timestamp {
        self.live().and_then(|live| live.clock.now()).unwrap_or_else(clock::now)
    }

    pub(super) fn way(&self) -> Way {
        Way { patience: Patience::new(Some(PATIENCE)), reach: self.reach }
    }

    pub(super) fn say(&self, text: &str) {
        (self.remark)("controller:", text);
    }

    /// Notes that something went well, and says so where it had not.
    pub(super) fn well(&self, work: Work, about: &str) {
        self.metrics.done(work, self.now());
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let before = complaints.len();
        complaints.retain(|(known, _)| known != about);
        if complaints.len() < before {
            self.say(&format!("{about}: it works again"));
        }
    }

    /// Notes that something failed, and says so once for each reason.
    pub(super) fn failed(&self, work: Work, about: &str, error: &Error) {
        self.metrics.failed(work);
        let why = error.message();
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let known = complaints.iter_mut().find(|(known, _)| known == about);
        match known {
            Some((_, said)) if *said == why => return,
            Some((_, said)) => said.clone_from(&why),
            None => complaints.push((about.to_owned(), why.clone())),
        }
        (self.remark)("warning:", &format!("{about}: {why}"));
        for hint in &error.hints {
            (self.remark)("hint:", hint);
        }
    }

    /// Returns how long to wait until the next look at the update, so that there are not too many.
    pub(super) fn too_soon(&self, shortest: Duration) -> Option<Duration> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = looked.and_then(|at| shortest.checked_sub(at.elapsed()));
        let wait = wait.filter(|wait| !wait.is_zero());
        if wait.is_none() {
            *looked = Some(Instant::now());
        }
        wait
    }
}
