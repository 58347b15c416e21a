//! An API server: one request to read or write an object, each within the request timeout.

use std::time::Duration;

use anyhow::anyhow;
use http::StatusCode;
use kube::Client;
use kube::api::{GetParams, Request};
use kube::client::Body;
use serde_json::Value;
use tokio::time::Instant;
use tracing::{Level, trace};

use super::clock::Clock;
use super::fault::{FailedCall, Fault};
use super::http as web;
use super::http::{TimeLimit, observed};
use super::monitoring::route::Monitoring;
use super::resource::ObjectRef;
use crate::error::{Error, Result};
use crate::{secrets, topic};
use upgrade_core::cluster::{Cluster, Origin};
use upgrade_core::objects::cluster_version;
use upgrade_graph::bounded;

use crate::connect::resource::expected;

/// Between retries of a read, if the server does not send a delay.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(250), Duration::from_secs(1), Duration::from_secs(4)];
const LONGEST_BODY: usize = 4096; // bytes of a body in the log
const LONGEST_PAUSE: Duration = Duration::from_mins(1); // users do not wait longer at a prompt

pub(crate) struct Live {
    pub(crate) client: Client,
    pub(crate) origin: Origin,
    /// The proxy, as errors name it.
    pub(crate) proxy: Option<String>,
    /// Covers headers and body of one request, including retries; none means no limit.
    pub(crate) timeout: Option<Duration>,
    pub(crate) clock: Clock,
    pub(crate) observer: Observer,
    pub(crate) monitoring: Monitoring,
}

/// The server of a request.
pub(super) struct Peer<'a> {
    pub(super) client: &'a Client,
    /// For sentences.
    pub(super) server: &'a str,
}

/// Receives events about requests.
pub(crate) type Observer = Box<dyn Fn(&RequestEvent<'_>) + Send + Sync>;

pub(crate) enum RequestEvent<'a> {
    Answered { request: &'a str, status: Option<StatusCode>, took: Duration },
    Retrying { server: &'a str, status: StatusCode, after: Duration },
}

impl Live {
    /// Returns a practice cluster in this process.
    pub(crate) fn inside(client: Client, clock: Clock) -> Self {
        Self {
            client,
            origin: Origin::default(),
            proxy: None,
            timeout: None,
            clock,
            observer: Box::new(|_| {}),
            monitoring: Monitoring::Inside,
        }
    }

    pub(super) async fn get(&self, object: ObjectRef<'_>) -> std::result::Result<Value, Fault> {
        let request = || {
            Request::new(object.url())
                .get(object.name, &GetParams::default())
                .map_err(|error| Fault::Transport(kube::Error::BuildRequest(error)))
        };
        expected(self.read_patiently(request, self.deadline()).await?, object)
    }

    /// Sends a read. If the server is busy, it is retried a few times within the timeout.
    pub(super) async fn read_patiently(
        &self,
        request: impl Fn() -> std::result::Result<http::Request<Vec<u8>>, Fault>,
        deadline: Option<Instant>,
    ) -> std::result::Result<Value, Fault> {
        let mut pauses = PAUSES.into_iter();
        loop {
            let fault = match self.send(request()?, deadline).await {
                Ok(found) => return Ok(found),
                Err(fault) => fault,
            };
            let (Some((status, asked)), Some(pause)) = (fault.is_busy(), pauses.next()) else {
                return Err(fault);
            };
            let after = asked.unwrap_or(pause);
            if after > LONGEST_PAUSE || deadline.is_some_and(|end| Instant::now() + after >= end) {
                return Err(fault);
            }
            (self.observer)(&RequestEvent::Retrying { server: self.server(), status, after });
            tokio::time::sleep(after).await;
        }
    }

    /// Requests the update graph of the lab in this process.
    pub(super) async fn graph_inside(&self, path: &str, wanted: &str) -> Result<Value> {
        let mut request = http::Request::new(Vec::new());
        *request.uri_mut() = path.parse().map_err(|_| Error::new("Failed", anyhow!("no path")))?;
        let answer = self.send(request, self.deadline()).await;
        answer.map_err(|fault| {
            web::explain(fault, FailedCall { server: self.server(), ..FailedCall::reading(wanted) })
        })
    }

    /// A timeout beyond the calendar is none.
    pub(super) fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.timeout?)
    }

    pub(super) async fn send(
        &self,
        request: http::Request<Vec<u8>>,
        deadline: Option<Instant>,
    ) -> std::result::Result<Value, Fault> {
        self.send_to(&self.here(), request, deadline).await
    }

    pub(super) async fn send_to(
        &self,
        peer: &Peer<'_>,
        request: http::Request<Vec<u8>>,
        deadline: Option<Instant>,
    ) -> std::result::Result<Value, Fault> {
        self.deliver(peer, request, deadline, bounded::LARGEST_TEXT).await
    }

    /// Sends a request with a limit for the size of the answer.
    pub(super) async fn deliver(
        &self,
        peer: &Peer<'_>,
        request: http::Request<Vec<u8>>,
        deadline: Option<Instant>,
        limit: usize,
    ) -> std::result::Result<Value, Fault> {
        let line = format!("{} {}{}", request.method(), peer.server, request.uri());
        if is_logged(&request) && !request.body().is_empty() {
            trace!(target: topic::BODY, "sent {}", shown(request.body()));
        }
        let exchange = exchange(peer.client, request.map(Body::from), limit);
        let limit = TimeLimit { deadline, timeout: self.timeout.unwrap_or_default() };
        // On the heap: many of these run concurrently.
        Box::pin(observed(&line, exchange, limit, &self.observer)).await
    }

    pub(super) fn cluster(&self, object: &Value) -> Result<Cluster> {
        cluster_version::cluster(object, self.origin.clone(), self.clock.now()).map_err(|bad| {
            let server = self.server();
            let context = format!("cannot read clusterversions/version of {server}");
            Error::new("BadData", anyhow!(bad).context(context))
        })
    }

    pub(super) fn explain(&self, fault: Fault, verb: &str, object: ObjectRef<'_>) -> Error {
        let resource = match object.group {
            "" => object.plural.to_owned(),
            group => format!("{}.{group}", object.plural),
        };
        let ObjectRef { namespace, name, .. } = object;
        fault.explain(FailedCall { verb, resource: &resource, namespace, name, ..self.call() })
    }

    /// A call without its verb and resource.
    pub(super) fn call(&self) -> FailedCall<'_> {
        FailedCall {
            server: self.server(),
            proxy: self.proxy.as_deref(),
            verb: "",
            resource: "",
            namespace: None,
            name: "",
        }
    }

    pub(super) fn here(&self) -> Peer<'_> {
        Peer { client: &self.client, server: self.server() }
    }

    pub(super) fn server(&self) -> &str {
        self.origin.server.as_deref().unwrap_or("the API server")
    }
}

async fn exchange(
    client: &Client,
    request: http::Request<Body>,
    limit: usize,
) -> std::result::Result<Value, Fault> {
    let is_logged = is_logged(&request);
    let body = web::bytes_within(client, request, limit).await?;
    if is_logged {
        trace!(target: topic::BODY, "received {}", shown(&body));
    }
    Ok(bounded::json(&body)?)
}

/// Returns whether bodies are logged: not those that are secrets as a whole.
fn is_logged<T>(request: &http::Request<T>) -> bool {
    let is_secret = |part: &str| part == "secrets" || part == "token" || part.starts_with("oauth");
    tracing::enabled!(target: topic::BODY, Level::TRACE)
        && !request.uri().path().split('/').any(is_secret)
}

/// Returns the start of a body, for the log.
fn shown(body: &[u8]) -> String {
    // Before it is cut, so that no part of a secret is left at its end.
    let whole = String::from_utf8_lossy(body);
    let safe = secrets::redact_answer(&whole);
    if safe.len() <= LONGEST_BODY {
        return safe.into_owned();
    }
    let end = safe.floor_char_boundary(LONGEST_BODY);
    format!("{}… ({} bytes)", &safe[..end], body.len())
}
