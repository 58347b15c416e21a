//! Keeping a cluster in sight: a look whenever something may have changed, through outages.

pub(crate) mod pace;
pub(crate) mod streams;

use std::rc::Rc;
use std::time::Duration;

use http::StatusCode;
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
const WITHOUT_WATCH: Duration = Duration::from_secs(10); // nobody would tell us
const BREATH: Duration = Duration::from_millis(10); // however fast the cluster's time runs
const BURST: Duration = Duration::from_millis(50); // changes come in groups
/// Between attempts to reach a server that is away.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 15];
/// Tokens and routers flap while an API server rolls, so even a clear no is asked about again.
const NO_IS_NO_AFTER: Duration = Duration::from_mins(1);

/// Between two reads: each is of all nodes.
const SHORTEST: Duration = Duration::from_secs(1);

pub(crate) struct Watcher {
    live: Rc<Live>,
    parts: SnapshotParts,
    /// Whether a server that has never answered is waited for.
    patient: bool,
    watches: Watches,
    /// When the last look began.
    looked: Option<Instant>,
    looking: bool,
    seen: bool,
    outage: Option<Outage>,
}

/// What a look came to.
pub(crate) enum Observation {
    /// The cluster as it was at `at`, or a little later, and for how long it could not be seen before.
    Seen { snapshot: Box<Snapshot>, at: Instant, outage: Option<OutageSpan> },
    /// The server could not be reached; why, and whether it does not know us now.
    Nothing { why: String, unknown: bool },
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
    /// Since when it answers, and says no.
    refused: Option<Instant>,
}

/// A look that failed.
pub(crate) struct ReadError {
    pub(super) is_transient: bool,
    /// The server does not know who we are.
    pub(super) unknown: bool,
    pub(super) error: Error,
}

impl Watcher {
    /// Watches what these parts are read from. The UpdateStatus is not watched: it is written with
    /// every sign of life of its controller, and each would have all of it read anew.
    pub(crate) fn over(live: Rc<Live>, parts: SnapshotParts) -> Self {
        Self::woken_by(&[VERSION, OPERATORS, POOLS, NODES], live, parts)
    }

    /// The same, which is not woken by nodes: they say all the time that they are alive, and their pool
    /// says when they are updated.
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

    /// The same, that waits for a server that has never answered, too.
    pub(crate) fn patient(self) -> Self {
        Self { patient: true, ..self }
    }

    /// Returns whether the last look was given up before it was answered.
    pub(crate) fn is_looking(&self) -> bool {
        self.looking
    }

    /// Goes on by another way to the same server.
    pub(crate) fn reconnect(&mut self, live: Rc<Live>) {
        self.live = live;
    }

    /// Returns the time of day in the cluster, for people to read.
    pub(crate) fn now(&self) -> Timestamp {
        self.live.clock.now().unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Looks at once the first time, then when something changes, after a while, or at `until`.
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

    /// Waits for the watches to say something, and for the rest of what they have to say.
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

    /// Takes a look that began at `at` and failed.
    fn missed(&mut self, missed: ReadError, at: Instant) -> Result<Observation> {
        let ReadError { is_transient, unknown, error } = missed;
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
        Ok(Observation::Nothing { why: outage.why.clone(), unknown })
    }
}

/// Returns whether all of a kind could be read, so that it can be watched.
fn could_read(snapshot: &Snapshot, resource: &ResourceRef) -> bool {
    match resource.plural {
        cluster_operator::PLURAL => snapshot.operators.is_known(),
        machine_config_pool::PLURAL => snapshot.pools.is_known(),
        wire::PLURAL => true,
        _ => snapshot.nodes.is_known(),
    }
}

/// Says what is wrong without naming the server, which the sentence around it does.
fn reason(error: &Error, server: &str) -> String {
    let root = error.root();
    root.strip_prefix(server).map_or(root.as_str(), str::trim_start).to_owned()
}

impl Live {
    /// Reads the ClusterVersion without asking a busy server again: the next look will.
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
        let unknown = fault.status() == Some(StatusCode::UNAUTHORIZED);
        ReadError { is_transient, unknown, error: self.explain(fault, verb, object) }
    }
}

impl From<Error> for ReadError {
    /// What was read makes no sense, and will not later.
    fn from(error: Error) -> Self {
        Self { is_transient: false, unknown: false, error }
    }
}

#[cfg(test)]
mod tests;
