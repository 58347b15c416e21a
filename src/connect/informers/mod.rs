//! The informers of a cluster: lists and queries them concurrently.

mod transport;

use std::collections::BTreeSet;
use std::time::Duration;

use futures::StreamExt;
use http::{Method, StatusCode};
use kube::api::ListParams;
use serde_json::Value;
use tokio::time::Instant;

use self::transport::Transport;
use super::fault::Fault;
use super::live::Live;
use super::resource::{ObjectRef, ResourceRef};
use upgrade_core::objects::update_api::{GROUP, INFORMER, INFORMERS};
use upgrade_core::pre_checks::informer_object::{self, DISCOVERY, HOOKS};
use upgrade_core::pre_checks::{
    AGAIN_AFTER, CALL_LIMIT, Hook, Informer, InformerOutcome, InformerQuery, InformerQuestion,
    InformerResponse, Online, Reply,
};

pub(crate) use self::transport::InformerRoute;

pub(crate) const ALL: ResourceRef =
    ResourceRef { group: GROUP, kind: INFORMER, plural: INFORMERS, namespace: None, name: "" };

/// Each mostly waits for answers, and one that hangs must not delay others.
const INFORMERS_AT_ONCE: usize = 64;

/// Receives progress events.
pub(crate) type ProgressListener<'a> = &'a (dyn Fn(&InformerEvent<'_>) + Sync);

/// The progress of an informer.
pub(crate) enum InformerEvent<'a> {
    /// The number of informers.
    Listed(usize),
    Waits {
        informer: &'a str,
        said: &'a str,
    },
    Done {
        informer: &'a str,
    },
}

/// How long to wait, and since when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    started: Instant,
    /// None means no limit.
    budget: Option<Duration>,
}

/// How to reach informers, and for how long to wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InformerOptions {
    pub(crate) patience: Deadline,
    pub(crate) reach: InformerRoute,
}

impl Deadline {
    pub(crate) fn new(budget: Option<Duration>) -> Self {
        Self { started: Instant::now(), budget }
    }

    /// The same with an earlier end, which leaves this much time; half of it if there is not more.
    pub(crate) fn leaving(self, rest: Duration) -> Self {
        let earlier = |budget: Duration| budget.saturating_sub(rest).max(budget / 2);
        Self { budget: self.budget.map(earlier), ..self }
    }

    /// Runs something until the deadline; none if it takes longer.
    pub(crate) async fn limit<T>(self, work: impl Future<Output = T>) -> Option<T> {
        match self.end() {
            None => Some(work.await),
            Some(end) => tokio::time::timeout_at(end, work).await.ok(),
        }
    }

    fn end(self) -> Option<Instant> {
        self.started.checked_add(self.budget?)
    }

    /// Returns when a call that starts now times out.
    fn call(self) -> Instant {
        let limit = Instant::now() + CALL_LIMIT;
        self.end().map_or(limit, |end| end.min(limit))
    }

    /// Returns whether there is no time for a pause.
    fn ends_within(self, pause: Duration) -> bool {
        self.end().is_some_and(|end| Instant::now() + pause >= end)
    }

    fn timed_out(self, said: Option<String>) -> InformerOutcome {
        InformerOutcome::TimedOut { after: rounded(self.started.elapsed()), said }
    }
}

/// Nanoseconds are left out.
fn rounded(time: Duration) -> Duration {
    Duration::from_secs((time + Duration::from_millis(500)).as_secs().max(1))
}

impl Live {
    /// Lists the informers and queries each, or only those with these names; an error tells why
    /// they cannot be listed.
    pub(crate) async fn ask_informers(
        &self,
        question: &InformerQuestion,
        only: Option<&BTreeSet<String>>,
        way: InformerOptions,
        report: ProgressListener<'_>,
    ) -> Result<Vec<InformerQuery>, String> {
        let listed = way.patience.limit(self.informers()).await;
        let mut informers = listed.unwrap_or_else(|| {
            let after = rounded(way.patience.started.elapsed()).as_secs();
            Err(format!("cannot read update informers: no answer within {after}s"))
        })?;
        informers.retain(|informer| only.is_none_or(|only| only.contains(&informer.name)));
        report(&InformerEvent::Listed(informers.len()));
        let asking = InformerCall { live: self, question, way, report };
        let asked = futures::stream::iter(informers).map(|informer| async move {
            let outcome = way.patience.limit(asking.ask(&informer)).await;
            let outcome = outcome.unwrap_or_else(|| way.patience.timed_out(None));
            report(&InformerEvent::Done { informer: &informer.name });
            InformerQuery { informer, outcome }
        });
        Ok(asked.buffer_unordered(INFORMERS_AT_ONCE).collect().await)
    }

    /// Waits for informers that are updating themselves; returns those that still are at the
    /// deadline, and their messages. An error tells why they cannot be listed.
    pub(crate) async fn await_informers(
        &self,
        patience: Deadline,
        report: ProgressListener<'_>,
    ) -> Result<Vec<(String, String)>, String> {
        let mut updating = updating(self.informers().await?);
        loop {
            let pause = self.clock.here(AGAIN_AFTER);
            if updating.is_empty() || patience.ends_within(pause) {
                return Ok(updating);
            }
            report(&InformerEvent::Listed(updating.len()));
            for (informer, said) in &updating {
                report(&InformerEvent::Waits { informer, said });
            }
            tokio::time::sleep(pause).await;
            // A short outage of the server tells nothing about them.
            if let Ok(informers) = self.informers().await {
                updating = self::updating(informers);
            }
        }
    }

    /// Returns the names of enabled informers.
    pub(crate) async fn enabled_informers(&self) -> Result<BTreeSet<String>, String> {
        let informers = self.informers().await?.into_iter();
        Ok(informers.filter(|informer| informer.enabled).map(|informer| informer.name).collect())
    }

    async fn informers(&self) -> Result<Vec<Informer>, String> {
        let now = self.clock.now();
        let read = |name: String, object: &Value| informer_object::informer(name, object, now);
        match self.pages(&ALL.url(), ListParams::default(), read).await {
            Ok(informers) => Ok(informers),
            Err(fault) => {
                let unreadable = self.unreadable(fault, "update informers");
                if unreadable.is_not_served() { Ok(Vec::new()) } else { Err(unreadable.why) }
            }
        }
    }
}

fn updating(informers: Vec<Informer>) -> Vec<(String, String)> {
    let enabled = informers.into_iter().filter(|informer| informer.enabled);
    let updating = enabled.filter_map(|informer| match informer.online {
        Online::Updating { message } => Some((informer.name, message)),
        _ => None,
    });
    updating.collect()
}

/// One question to all informers.
#[derive(Clone, Copy)]
struct InformerCall<'a> {
    live: &'a Live,
    question: &'a InformerQuestion,
    way: InformerOptions,
    report: ProgressListener<'a>,
}

impl InformerCall<'_> {
    async fn ask(self, informer: &Informer) -> InformerOutcome {
        if !informer.enabled {
            return InformerOutcome::Disabled;
        }
        let service = match &informer.service {
            Ok(service) => service,
            Err(why) => return InformerOutcome::Invalid { why: why.clone() },
        };
        if let Some(outcome) = self.not_online(informer).await {
            return outcome;
        }
        let line = match Transport::to(self.live, informer, service, self.way.reach).await {
            Ok(line) => line,
            Err(outcome) => return outcome,
        };
        let hooks = match self.discover(&line).await {
            Ok(hooks) => hooks,
            Err(outcome) => return outcome,
        };
        loop {
            let reply = match self.reply(&line, hooks).await {
                Ok(reply) => reply,
                Err(outcome) => return outcome,
            };
            if reply.response != InformerResponse::Wait {
                return InformerOutcome::Replied(reply);
            }
            if !self.pauses(&informer.name, &reply.message).await {
                return self.way.patience.timed_out(Some(reply.message));
            }
        }
    }

    /// Pauses before the next attempt; false if there is no time for one.
    async fn pauses(self, informer: &str, said: &str) -> bool {
        let pause = self.live.clock.here(AGAIN_AFTER);
        if self.way.patience.ends_within(pause) {
            return false;
        }
        (self.report)(&InformerEvent::Waits { informer, said });
        tokio::time::sleep(pause).await;
        true
    }

    /// Waits for an informer that is updating itself; returns the outcome if it cannot be queried.
    async fn not_online(self, informer: &Informer) -> Option<InformerOutcome> {
        let mut online = informer.online.clone();
        loop {
            let message = match online {
                Online::Yes | Online::Silent { .. } => return None,
                Online::Degraded { message } => return Some(InformerOutcome::Degraded { message }),
                Online::Updating { message } => message,
            };
            if !self.pauses(&informer.name, &message).await {
                let why = format!("it is updating itself and has not come back: {message}");
                return Some(InformerOutcome::Offline { why });
            }
            let place = ObjectRef { name: &informer.name, ..ALL };
            let (name, now) = (informer.name.clone(), self.live.clock.now());
            online = match self.live.get(place).await {
                Ok(object) => informer_object::informer(name, &object, now).online,
                Err(_) => Online::Updating { message },
            };
        }
    }

    /// Determines which version of the hooks an informer has, and whether it has this one.
    async fn discover(self, line: &Transport<'_>) -> Result<&'static str, InformerOutcome> {
        for hooks in HOOKS {
            let path = format!("{hooks}/{DISCOVERY}");
            match line.call(Method::GET, &path, None, self.way.patience.call()).await {
                Ok(answer) => {
                    let handles = informer_object::handles(&answer, self.question.hook);
                    let handles = handles.map_err(|why| InformerOutcome::Invalid { why })?;
                    return if handles { Ok(hooks) } else { Err(InformerOutcome::NotImplemented) };
                }
                Err(fault) if is_missing_page(&fault) => {}
                Err(fault) => return Err(self.outcome(fault, line)),
            }
        }
        let why = format!("it has no /{}/{DISCOVERY}", HOOKS[0]);
        Err(InformerOutcome::Invalid { why })
    }

    async fn reply(self, line: &Transport<'_>, hooks: &str) -> Result<Reply, InformerOutcome> {
        let body = informer_object::question(self.question);
        let hook = self.question.hook;
        let path = format!("{hooks}/{}", hook.path());
        let call = |method| line.call(method, &path, Some(&body), self.way.patience.call());
        let refused = |answer: &Result<Value, Fault>, refusals: &[StatusCode]| {
            let status = answer.as_ref().err().and_then(Fault::status);
            hook == Hook::Status && status.is_some_and(|status| refusals.contains(&status))
        };
        let mut answer = call(Method::POST).await;
        // An earlier version of the protocol: a GET with the question in its body; or, because some
        // proxies drop bodies of GETs, in its query.
        if refused(&answer, &[StatusCode::METHOD_NOT_ALLOWED]) {
            answer = call(Method::GET).await;
            if refused(&answer, &[StatusCode::BAD_REQUEST, StatusCode::LENGTH_REQUIRED]) {
                let path = format!("{path}?{}", informer_object::query(self.question));
                let patience = self.way.patience.call();
                answer = line.call(Method::GET, &path, None, patience).await;
            }
        }
        let answer = answer.map_err(|fault| self.outcome(fault, line))?;
        let now = self.live.clock.now().unwrap_or_default();
        informer_object::reply(&answer, now).map_err(|why| InformerOutcome::Invalid { why })
    }

    /// Returns the outcome of a call without a usable answer.
    fn outcome(self, fault: Fault, line: &Transport<'_>) -> InformerOutcome {
        match &fault {
            Fault::Timeout(_) => self.way.patience.timed_out(None),
            Fault::TooLarge(limit) => {
                InformerOutcome::Invalid { why: format!("its answer is too large: {limit}") }
            }
            Fault::NotJson(error) => {
                InformerOutcome::Invalid { why: format!("its answer is not JSON: {error}") }
            }
            Fault::Answer { status, body, .. } => {
                let said = match body.said() {
                    "" => status.as_u16().to_string(),
                    said => format!("{}: {said}", status.as_u16()),
                };
                match status.as_u16() {
                    // The API server's answers for a service without endpoints.
                    404 | 502 | 503 | 504 if line.is_proxied() => {
                        InformerOutcome::Offline { why: said }
                    }
                    401 | 403 if line.is_proxied() => {
                        let why = format!("forbidden by the API server ({said})");
                        InformerOutcome::Failed { why }
                    }
                    _ => InformerOutcome::Failed { why: format!("it answered {said}") },
                }
            }
            Fault::Transport(_) | Fault::Broken(_) | Fault::SomethingElse => {
                InformerOutcome::Offline { why: line.explain(fault) }
            }
        }
    }
}

/// Returns whether the page does not exist. For a missing service, the answer of the API server
/// names it.
fn is_missing_page(fault: &Fault) -> bool {
    match fault {
        Fault::Answer { status: StatusCode::NOT_FOUND, body, .. } => !body.names_an_object(),
        _ => false,
    }
}
