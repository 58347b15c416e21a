//! The only accept loop: a service on a port, plain or over TLS, until it is stopped.
//!
//! Clients cannot lock each other out. A connection without activity is closed after a while, and
//! as soon as another client needs its place.

mod connection;
pub(crate) mod exposition;
pub(crate) mod tls;
#[cfg(unix)]
mod unix;

pub use tls::Certificate;

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;
use tracing::{Level, debug};

use crate::topic;

use connection::{Activity, Tracked, TrackedBody};

const HANDSHAKE: Duration = Duration::from_secs(10); // a slower client is gone, or does not speak TLS
const NEXT_REQUEST: Duration = Duration::from_mins(1); // to send the whole head of the next request
const HALF_SENT: Duration = Duration::from_secs(1); // at the end, for requests that are being sent
const TO_FINISH: Duration = Duration::from_secs(10); // at the end, for responses in progress
const NO_DESCRIPTORS: Duration = Duration::from_millis(100); // until some are free again
const REPEATED: Duration = Duration::from_mins(1); // between two log lines about the limit

const RESERVED: usize = 64; // descriptors for files, child processes and connections of our own
const FEWEST: usize = 16; // connections, even with few descriptors
const MOST: usize = 10_000; // connections: each has buffers

type BoxError = Box<dyn Error + Send + Sync>;

/// A port to listen on.
pub struct Listener {
    socket: TcpListener,
    certificate: Option<Arc<Certificate>>,
    /// How many connections may be open.
    limit: usize,
}

impl Listener {
    /// Listens on an address; port 0 picks a free port.
    pub async fn bind(at: SocketAddr, tls: Option<Arc<Certificate>>) -> io::Result<Self> {
        let socket = TcpListener::bind(at).await?;
        let limit = limit(unix::descriptors());
        Ok(Self { socket, certificate: tls, limit })
    }

    /// Returns its address, with the actual port.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Returns the same as a URL without a path.
    pub fn url(&self) -> io::Result<String> {
        let scheme = if self.certificate.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.address()?))
    }

    /// Lets a service respond until the future is ready, then gives responses in progress some time
    /// to complete. Dropping this future closes all connections at once.
    pub async fn run<S, B>(self, service: S, log: impl Fn(&str), until: impl Future<Output = ()>)
    where
        S: tower::Service<
                Request<Incoming>,
                Response = Response<B>,
                Error: Into<BoxError>,
                Future: Send,
            > + Clone
            + Send
            + 'static,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + Unpin + 'static,
    {
        let Self { socket, certificate, limit } = self;
        let mut open = Connections::new(limit, log);
        let mut until = std::pin::pin!(until);
        loop {
            let accepted = tokio::select! {
                accepted = socket.accept() => accepted,
                () = open.one_ends() => continue,
                () = &mut until => break,
            };
            let Ok((stream, client)) = accepted else {
                open.make_room().await;
                tokio::time::sleep(NO_DESCRIPTORS).await;
                continue;
            };
            if open.is_full() {
                open.make_room().await;
            }
            let acceptor = certificate.as_deref().map(Certificate::acceptor);
            let (service, watcher) = (service.clone(), open.graceful.watcher());
            open.add(client, |activity| serve(stream, acceptor, service, activity, watcher));
        }
        drop(socket);
        open.finish().await;
    }
}

/// Responds to the requests of one client.
async fn serve<S, B>(
    stream: TcpStream,
    acceptor: Option<TlsAcceptor>,
    service: S,
    activity: Activity,
    watcher: Watcher,
) where
    S: tower::Service<
            Request<Incoming>,
            Response = Response<B>,
            Error: Into<BoxError>,
            Future: Send,
        > + Clone
        + Send
        + 'static,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let _ = stream.set_nodelay(true);
    let stream = Tracked::new(stream, activity.clone());
    let service = tower::service_fn(move |request: Request<Incoming>| {
        let (responding, service) = (activity.respond(), service.clone());
        async move {
            let logged = LoggedRequest::new(&request);
            let response = service.oneshot(request).await?;
            if let Some(request) = logged {
                request.answered(response.status());
            }
            Ok::<_, S::Error>(response.map(|body| TrackedBody::new(body, responding)))
        }
    });
    let service = TowerToHyperService::new(service);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(NEXT_REQUEST);
    let _ = match acceptor {
        None => watcher.watch(builder.serve_connection(TokioIo::new(stream), service)).await,
        Some(acceptor) => match timeout(HANDSHAKE, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => {
                watcher.watch(builder.serve_connection(TokioIo::new(stream), service)).await
            }
            Ok(Err(_)) | Err(_) => return,
        },
    };
}

/// A request that is logged once it is answered.
struct LoggedRequest {
    line: String,
    since: Instant,
}

impl LoggedRequest {
    /// None if requests are not logged.
    fn new(request: &Request<Incoming>) -> Option<Self> {
        tracing::enabled!(target: topic::REQUEST, Level::DEBUG).then(|| Self {
            line: format!("{} {}", request.method(), request.uri()),
            since: Instant::now(),
        })
    }

    fn answered(&self, status: StatusCode) {
        let Self { line, since } = self;
        let took = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let code = status.as_u16();
        debug!(target: topic::REQUEST, request = line, status = code, took_ms = took, "{line}: {status} in {took} ms");
    }
}

/// Connections that are open, and how many there may be.
struct Connections<L> {
    limit: usize,
    tasks: JoinSet<()>,
    open: BTreeMap<Id, OpenConnection>,
    graceful: GracefulShutdown,
    log: L,
    /// When the limit was last logged.
    logged: Option<Instant>,
    /// How many were closed since then.
    closed: usize,
}

struct OpenConnection {
    client: SocketAddr,
    activity: Activity,
    task: AbortHandle,
}

impl<L: Fn(&str)> Connections<L> {
    fn new(limit: usize, log: L) -> Self {
        Self {
            limit,
            tasks: JoinSet::new(),
            open: BTreeMap::new(),
            graceful: GracefulShutdown::new(),
            log,
            logged: None,
            closed: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.open.len() >= self.limit
    }

    fn add<F>(&mut self, client: SocketAddr, serve: impl FnOnce(Activity) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let activity = Activity::new();
        let task = self.tasks.spawn(serve(activity.clone()));
        self.open.insert(task.id(), OpenConnection { client, activity, task });
    }

    /// Waits until a connection ends, if there is any.
    async fn one_ends(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => self.open.remove(&id),
            Some(Err(error)) => self.open.remove(&error.id()),
            None => std::future::pending().await,
        };
    }

    /// Closes the least important connection: one that waits for its client, before one that the
    /// client waits for, and the one with the longest inactivity.
    async fn make_room(&mut self) {
        let stuck = self.open.iter().min_by_key(|(_, connection)| connection.activity.state());
        let Some((&id, _)) = stuck else { return };
        let Some(connection) = self.open.remove(&id) else { return };
        connection.task.abort();
        self.tell(&connection);
        // Its socket is closed once the task has ended; until then its descriptor is in use.
        while !connection.task.is_finished() {
            tokio::task::yield_now().await;
        }
    }

    fn tell(&mut self, closed: &OpenConnection) {
        self.closed += 1;
        if self.logged.is_some_and(|logged| logged.elapsed() < REPEATED) {
            return;
        }
        let OpenConnection { client, activity, .. } = closed;
        let more = match self.closed - 1 {
            0 => String::new(),
            count => format!(" ({count} more since the last message)"),
        };
        (self.log)(&format!(
            "connection limit reached ({}): closed the connection of {client}, idle for {} s{more}",
            self.limit,
            activity.state().1.elapsed().as_secs(),
        ));
        (self.logged, self.closed) = (Some(Instant::now()), 0);
    }

    /// Ends all connections: idle ones at once, half-sent requests soon, responses in progress when they are
    /// complete or when they take too long.
    async fn finish(self) {
        let Self { mut tasks, open, graceful, .. } = self;
        let mut graceful = std::pin::pin!(graceful.shutdown());
        if timeout(HALF_SENT, &mut graceful).await.is_err() {
            let unfinished =
                open.values().filter(|connection| !connection.activity.is_responding());
            unfinished.for_each(|connection| connection.task.abort());
            let _ = timeout(TO_FINISH, graceful).await;
        }
        tasks.shutdown().await;
    }
}

/// Allows this process as many connections as the system permits.
pub(crate) fn allow_many_connections() {
    let _ = unix::descriptors();
}

/// Returns how many connections may be open with this many descriptors.
fn limit(descriptors: Option<u64>) -> usize {
    let descriptors = descriptors.and_then(|count| usize::try_from(count).ok());
    descriptors.map_or(MOST, |count| count.saturating_sub(RESERVED).clamp(FEWEST, MOST))
}

#[cfg(test)]
mod tests;
