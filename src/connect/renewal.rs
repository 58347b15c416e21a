//! Credentials that expire while a process runs: when the server rejects them, they are read, and
//! plugins run, again.

use std::sync::{Arc, PoisonError, RwLock};

use futures::future::BoxFuture;
use http::{Request, Response, StatusCode};
use kube::Client;
use kube::client::Body;
use kube::runtime::watcher::DefaultBackoff;
use tokio::time::Instant;

use super::live::Live;
use super::monitoring::route::{Monitoring, RouteOptions};
use crate::error::{Error, Result};
use upgrade_core::cluster::Origin;

/// Opens the cluster again.
pub(crate) type Reopen = Box<dyn Fn() -> BoxFuture<'static, Result<Live>> + Send + Sync>;

/// Receives the result of every renewal.
pub(crate) type RenewalListener = Box<dyn Fn(std::result::Result<(), &Error>) + Send + Sync>;

impl Live {
    /// The same, with credentials that are renewed when they have expired.
    pub(crate) fn renewing(self, reopen: Reopen, report: RenewalListener) -> Self {
        let namespace = self.client.default_namespace().to_owned();
        let options = match &self.monitoring {
            Monitoring::Inside => None,
            Monitoring::Outside(options) => Some(Arc::clone(options)),
        };
        let renewal = Arc::new(Renewal {
            reopen,
            report,
            origin: self.origin.clone(),
            options,
            current: RwLock::new(Credentials { client: self.client, generation: 0 }),
            pace: tokio::sync::Mutex::default(),
        });
        let send = tower::service_fn(move |request| Arc::clone(&renewal).send(request));
        Self { client: Client::new(send, namespace), ..self }
    }
}

struct Renewal {
    reopen: Reopen,
    report: RenewalListener,
    origin: Origin,
    /// Other places that send the token.
    options: Option<Arc<RouteOptions>>,
    current: RwLock<Credentials>,
    pace: tokio::sync::Mutex<RenewalPace>,
}

#[derive(Clone)]
struct Credentials {
    client: Client,
    /// How often they were renewed.
    generation: u64,
}

/// New credentials may be as bad as the old ones: plugins do not run in a loop.
#[derive(Default)]
struct RenewalPace {
    pauses: DefaultBackoff,
    not_before: Option<Instant>,
}

impl Renewal {
    /// Sends a request, and again with new credentials if the server rejects the old ones: a server
    /// does not act on an unauthorized request.
    async fn send(self: Arc<Self>, request: Request<Body>) -> kube::Result<Response<Body>> {
        let (parts, body) = request.into_parts();
        let again = body.try_clone().map(|body| Request::from_parts(parts.clone(), body));
        let shown = self.credentials();
        let answer = shown.client.send(Request::from_parts(parts, body)).await?;
        if answer.status() != StatusCode::UNAUTHORIZED {
            return Ok(answer);
        }
        match (self.renewed(shown.generation).await, again) {
            (Some(client), Some(again)) => client.send(again).await,
            _ => Ok(answer),
        }
    }

    fn credentials(&self) -> Credentials {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a client with newer credentials than these; none if there are none now.
    async fn renewed(&self, shown: u64) -> Option<Client> {
        let mut pace = self.pace.lock().await;
        let known = self.credentials();
        if known.generation > shown {
            return Some(known.client);
        }
        let now = Instant::now();
        if pace.not_before.is_some_and(|at| now < at) {
            return None;
        }
        let pause = pace.pauses.next().unwrap_or_default();
        pace.not_before = now.checked_add(pause);
        let live = match (self.reopen)().await {
            Ok(live) if live.origin == self.origin => live,
            Ok(_) => return None, // the kubeconfig points to another cluster now
            Err(error) => {
                (self.report)(Err(&error));
                return None;
            }
        };
        if let (Some(options), Monitoring::Outside(renewed)) = (&self.options, &live.monitoring) {
            options.take_credentials(renewed);
        }
        let client = live.client;
        let credentials = Credentials { client: client.clone(), generation: shown + 1 };
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = credentials;
        (self.report)(Ok(()));
        Some(client)
    }
}
