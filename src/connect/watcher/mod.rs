//! Watches a cluster: reads it whenever something may have changed, through outages.

pub(crate) mod pace;
pub(crate) mod streams;

use std::rc::Rc;
use std::time::Duration;

use jiff::Timestamp;
use kube::api::{GetParams, Request};
use serde_json::Value;
use tokio::time::Instant;

use super::fault::Fault;
use super::live::Live;
use super::resource::{NODES, OPERATORS, POOLS, ResourceRef, VERSION, expected};
use super::snapshot::SnapshotParts;
use super::watcher::streams::{StreamEvent, Watches};
use crate::error::{Error, Result};
use upgrade_core::objects::cluster_version::wire;
use upgrade_core::objects::{cluster_operator, machine_config_pool};
use upgrade_core::snapshot::Snapshot;

/// Watches may be silent for reasons of their own.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);
const WITHOUT_WATCH: Duration = Duration::from_secs(10); // without watches
const BREATH: Duration = Duration::from_millis(10); // however fast the cluster's time runs
const BURST: Duration = Duration::from_millis(50); // changes come in groups
/// Between attempts to reach a server that does not respond.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 15];
/// Tokens and routers are unreliable while an API server rolls out, so even a clear rejection is
/// retried.
const NO_IS_NO_AFTER: Duration = Duration::from_mins(1);

/// Between two reads: each reads all nodes.
const SHORTEST: Duration = Duration::from_secs(1);

pub(crate) struct Watcher {
    live: Rc<Live>,
    parts: SnapshotParts,
    /// Whether to wait for a server that has never responded.
    patient: bool,
    watches: Watches,
    /// When the last read began.
    looked: Option<Instant>,
    looking: bool,
    seen: bool,
    outage: Option<Outage>,
}

/// The result of a read.
pub(crate) enum Observation {
    /// The cluster at `at`, or a little later, and how long it could not be read before.
    Seen { snapshot: Box<Snapshot>, at: Instant, outage: Option<OutageSpan> },
    /// The server could not be reached, and why.
    Nothing { why: String },
}

/// When the server could not be reached.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutageSpan {
    pub(crate) from: Instant,
    pub(crate) until: Instant,
}

struct Outage {
    since: Instant,
    why: String,
    attempts: usize,
    /// Since when it responds with a rejection.
    refused: Option<Instant>,
}

/// A read that failed.
pub(crate) struct ReadError {
    pub(super) is_transient: bool,
    pub(super) error: Error,
}

impl Watcher {
    /// Watches the objects of these parts. The UpdateStatus is not watched: every heartbeat of its
    /// controller changes it, and would cause a full read.
    pub(crate) fn over(live: Rc<Live>, parts: SnapshotParts) -> Self {
        Self::woken_by(&[VERSION, OPERATORS, POOLS, NODES], live, parts)
    }

    /// The same without nodes: their heartbeats change them all the time, and their pool reports
    /// when they are updated.
    pub(crate) fn over_pools(live: Rc<Live>, parts: SnapshotParts) -> Self {
        Self::woken_by(&[VERSION, OPERATORS, POOLS], live, parts)
    }

    fn woken_by(resources: &[ResourceRef], live: Rc<Live>, parts: SnapshotParts) -> Self {
        Self {
            live,
            parts,
            patient: false,
            watches: Watches::new(resources.iter().copied()),
            looked: None,
            looking: false,
            seen: false,
            outage: None,
        }
    }

    /// The same, which also waits for a server that has never responded.
    pub(crate) fn patient(self) -> Self {
        Self { patient: true, ..self }
    }

    /// Returns whether the last read was canceled before it completed.
    pub(crate) fn is_looking(&self) -> bool {
        self.looking
    }

    /// Returns the time of day in the cluster, for people to read.
    pub(crate) fn now(&self) -> Timestamp {
        self.live.clock.now().unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Reads at once the first time, then when something changes, after a while, or at `until`.
    pub(crate) async fn observe(&mut self, until: Option<Instant>) -> Result<Observation> {
        self.occasion(until).await;
        let at = Instant::now();
        self.looked = Some(at);
        self.looking = true;
        let observed = self.live.observe(&self.parts).await;
        self.looking = false;
        match observed {
            Ok(snapshot) => {
                self.seen = true;
                self.watches.open(&self.live, |resource| could_read(&snapshot, resource));
                let outage = self.outage.take();
                let outage = outage.map(|outage| OutageSpan { from: outage.since, until: at });
                Ok(Observation::Seen { snapshot: Box::new(snapshot), at, outage })
            }
            Err(missed) => self.missed(missed, at),
        }
    }

    async fn occasion(&mut self, until: Option<Instant>) {
        let Some(looked) = self.looked else { return };
        let clock = &self.live.clock;
        let longest = match &self.outage {
            None => LONGEST_SILENCE,
            Some(outage) => {
                let place = outage.attempts.min(PAUSES.len()).saturating_sub(1);
                Duration::from_secs(PAUSES[place])
            }
        };
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        let pause = clock.here(longest).min(left.unwrap_or(Duration::MAX));
        if self.outage.is_some() {
            tokio::time::sleep(pause).await;
        } else {
            self.listen(pause).await;
        }
        let shortest = self.live.clock.here(SHORTEST).max(BREATH);
        tokio::time::sleep_until(looked + shortest).await;
    }

    /// Waits for an event of the watches, and for those that follow shortly.
    async fn listen(&mut self, pause: Duration) {
        let here = |there| Instant::now() + self.live.clock.here(there);
        let mut end = Instant::now() + pause;
        loop {
            match tokio::time::timeout_at(end, self.watches.next()).await {
                Ok(StreamEvent::Something) => break,
                Ok(StreamEvent::End(_)) => end = end.min(here(WITHOUT_WATCH)),
                Err(_) => return,
            }
        }
        let calm = here(BURST);
        while tokio::time::timeout_at(calm, self.watches.next()).await.is_ok() {}
    }

    /// Handles a failed read that began at `at`.
    fn missed(&mut self, missed: ReadError, at: Instant) -> Result<Observation> {
        let ReadError { is_transient, error } = missed;
        if !(self.seen || is_transient && self.patient) {
            return Err(error);
        }
        let outage = self.outage.get_or_insert_with(|| Outage {
            since: at,
            why: reason(&error, self.live.server()),
            attempts: 0,
            refused: None,
        });
        outage.attempts += 1;
        if is_transient {
            outage.refused = None;
        } else {
            let since = *outage.refused.get_or_insert(at);
            if at.duration_since(since) > self.live.clock.here(NO_IS_NO_AFTER) {
                return Err(error);
            }
        }
        Ok(Observation::Nothing { why: outage.why.clone() })
    }
}

/// Returns whether all objects of a kind could be read, so that it can be watched.
fn could_read(snapshot: &Snapshot, resource: &ResourceRef) -> bool {
    match resource.plural {
        cluster_operator::PLURAL => snapshot.operators.is_known(),
        machine_config_pool::PLURAL => snapshot.pools.is_known(),
        wire::PLURAL => true,
        _ => snapshot.nodes.is_known(),
    }
}

/// Explains the problem without naming the server, which the sentence around it does.
fn reason(error: &Error, server: &str) -> String {
    let root = error.root();
    root.strip_prefix(server).map_or(root.as_str(), str::trim_start).to_owned()
}

impl Live {
    /// Reads the ClusterVersion without retries: the next read follows anyway.
    pub(super) async fn version_once(&self) -> std::result::Result<Value, ReadError> {
        let request = Request::new(VERSION.url()).get(VERSION.name, &GetParams::default());
        let request = request.map_err(|error| Fault::Transport(kube::Error::BuildRequest(error)));
        let answer = match request {
            Ok(request) => self.send(request, self.deadline()).await,
            Err(fault) => Err(fault),
        };
        let version = answer.and_then(|answer| expected(answer, VERSION));
        version.map_err(|fault| self.miss(fault, "read", VERSION))
    }

    pub(super) fn miss(&self, fault: Fault, verb: &str, object: ResourceRef) -> ReadError {
        let is_transient = fault.is_transient();
        ReadError { is_transient, error: self.explain(fault, verb, object) }
    }
}

impl From<Error> for ReadError {
    /// What was read is invalid, and will stay so.
    fn from(error: Error) -> Self {
        Self { is_transient: false, error }
    }
}

#[cfg(test)]
mod tests;
