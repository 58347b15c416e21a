//! An update service. Every response is made once per state of the data.

pub(crate) mod api;
mod archive;
pub(crate) mod body;
pub(crate) mod certificate;
pub(crate) mod load;
mod metrics;
pub(crate) mod page;
mod prepared;
pub(crate) mod reload;
mod respond;
#[cfg(unix)]
mod unix;

use std::convert::Infallible;
use std::future;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::anyhow;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tracing::info;

use crate::cli::Session;
use crate::connect::local::fingerprint::Fingerprint;
use crate::error::{Error, ExitStatus, Result};
use crate::listener::Listener;
use crate::output::EndSignals;
use crate::service::certificate::{CertificateFiles, CertificateReloader};
use crate::service::load::{Loaded, Loader};
use crate::service::reload::ReloadLoop;
use crate::topic;
use upgrade_graph::protocol::PREFIX;

pub(crate) use metrics::{Attempt, ServiceMetrics};
pub(crate) use prepared::{Material, Prepared};

/// Example alerting rules; help and the manual show them.
pub(crate) const ALERTS: &str = include_str!("alerts.yaml");

/// What is served, and how.
pub(crate) struct ServiceOptions {
    pub(crate) loader: Loader,
    /// The certificate for TLS, if any.
    pub(crate) certificate: Option<CertificateFiles>,
    pub(crate) listen: SocketAddr,
    /// How often to check for new data, if at all.
    pub(crate) reload: Option<Duration>,
}

/// The data in use. Clusters are answered from it while new data is loaded.
pub(crate) struct UpdateService {
    current: RwLock<Arc<Prepared>>,
    pub(crate) metrics: ServiceMetrics,
    /// Places for questions whose answers have to be searched for.
    searches: Semaphore,
}

/// Questions that may wait for their answers; one is searched for at a time.
const MOST_SEARCHES: usize = 16;

impl UpdateService {
    pub(crate) fn new(prepared: Prepared) -> Self {
        Self {
            current: RwLock::new(Arc::new(prepared)),
            metrics: ServiceMetrics::default(),
            searches: Semaphore::new(MOST_SEARCHES),
        }
    }

    /// Returns the state for responses.
    pub(crate) fn current(&self) -> Arc<Prepared> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces the state for all further requests.
    pub(crate) fn replace(&self, prepared: Prepared) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(prepared);
    }

    /// Responds at once; an answer that has to be searched for is made on the thread that reads data,
    /// so that clusters do not wait for it.
    pub(crate) async fn respond(self: Arc<Self>, request: Request<()>) -> Response<Full<Bytes>> {
        let current = self.current();
        let (endpoint, response) = if !respond::takes_time(&request, &current) {
            respond::answer(&request, &current, &self.metrics)
        } else if let Ok(_place) = self.searches.try_acquire() {
            let service = Arc::clone(&self);
            let search = move || respond::answer(&request, &current, &service.metrics);
            reload::on_its_thread(search).await
        } else {
            respond::busy(&request)
        };
        self.metrics.count(endpoint, response.status());
        response
    }
}

/// Serves until it is stopped.
pub(crate) fn run(options: ServiceOptions, session: &mut Session) -> Result {
    #[cfg(unix)]
    if options.reload.is_some() {
        unix::return_freed_memory();
    }
    let ServiceOptions { loader, certificate, listen, reload } = options;
    let certificate = certificate.map(CertificateReloader::read).transpose()?;
    let runtime = runtime().map_err(|error| Error::new("Failed", error))?;
    let loader = Arc::new(loader);
    let (stamp, loaded) = runtime.block_on(reload::first(Arc::clone(&loader)))?;
    let shown = certificate.as_ref().map(|reloader| Arc::clone(&reloader.certificate));
    let listener = runtime.block_on(Listener::bind(listen, shown)).map_err(|error| {
        let context = format!("cannot listen on {listen}");
        Error::new("Failed", anyhow!(error).context(context))
    })?;
    let state = ServiceState { loader, stamp, loaded, certificate };
    let ended = runtime.block_on(serve(reload, state, listener, session));
    runtime.shutdown_background();
    ended
}

/// Makes a runtime that reads all data on one thread. glibc keeps what a thread frees in that
/// thread's heap: on a pool of threads, every heap would grow to the size of the old and the new
/// data, and stay so.
fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(1)
        .thread_keep_alive(Duration::MAX)
        .build()
}

/// What is served at first.
struct ServiceState {
    loader: Arc<Loader>,
    stamp: Fingerprint,
    loaded: Loaded,
    certificate: Option<CertificateReloader>,
}

async fn serve(
    every: Option<Duration>,
    state: ServiceState,
    listener: Listener,
    session: &mut Session,
) -> Result {
    let ServiceState { loader, stamp, loaded, certificate } = state;
    let failed = |error: io::Error| Error::new("Failed", error);
    let mut ends = EndSignals::listen().map_err(failed)?;
    let Loaded { prepared, outline, warnings, attempt } = loaded;
    session.ui.warn(&warnings);
    let remark = format!("serving {outline}. Press Ctrl-C to stop");
    let service = Arc::new(UpdateService::new(prepared));
    service.metrics.loaded(attempt);
    let url = listener.url().map_err(failed)?;
    session.ui.print(&format!("{url}{PREFIX}/graph\n"))?;
    info!(target: topic::SERVE, "{remark}");
    let watch = ReloadLoop { loader, service: Arc::clone(&service), warned: warnings, outline };
    let respond = {
        let service = Arc::clone(&service);
        tower::service_fn(move |request: Request<Incoming>| {
            let responding = Arc::clone(&service).respond(request.map(drop));
            async { Ok::<_, Infallible>(responding.await) }
        })
    };
    tokio::select! {
        () = listener.run(respond, |line| info!(target: topic::SERVE, "{line}"), ends.one()) => {}
        () = watch.run(every, stamp) => {}
        () = watch_certificate(certificate, every, &service) => {}
    }
    info!(target: topic::SERVE, "stopped");
    Ok(ExitStatus::Success)
}

/// Keeps the certificate current, if there is one and reloading is enabled.
async fn watch_certificate(
    certificate: Option<CertificateReloader>,
    every: Option<Duration>,
    service: &UpdateService,
) {
    match (certificate, every) {
        (Some(certificate), Some(every)) => certificate.watch(every, service).await,
        _ => future::pending().await,
    }
}
