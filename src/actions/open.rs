//! Opens the source that the flags choose.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::anyhow;
use futures::FutureExt;
use tracing::{debug, warn};

use super::scenario;
use crate::cli::{GlobalArgs, Session};
use crate::connect::clock::Clock;
use crate::connect::config::kubeconfig::{Connection, Environment, KubeconfigFiles};
use crate::connect::live::{Live, Observer, RequestEvent};
use crate::connect::local::recording::Recording;
use crate::connect::renewal::Reopen;
use crate::connect::{Source, config};
use crate::error::{Error, Result};
use crate::topic;
use upgrade_core::cluster::Origin;
use upgrade_lab::{Service, World};

/// How time passes in a practice cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LabTime {
    /// Time stands still: only the command changes anything.
    Frozen,
    /// The cluster-version operator runs, and an hour takes a few seconds.
    Accelerated,
}

const RATE: u32 = 600; // seconds of a practice cluster per second of ours

/// Opens a source to read from or write to.
pub(crate) async fn source(global: &GlobalArgs, session: &Session) -> Result<Source> {
    open(global, session, LabTime::Frozen).await
}

/// Opens a source to wait on.
pub(crate) async fn open_for_wait(global: &GlobalArgs, session: &Session) -> Result<Source> {
    open(global, session, LabTime::Accelerated).await
}

/// The same cluster, with credentials that are renewed when they expire. A failure is reported once for
/// each reason; `renewed` is called after a success.
pub(crate) fn renewing(
    live: Live,
    global: &GlobalArgs,
    session: &Session,
    renewed: impl Fn() + Send + Sync + 'static,
) -> Live {
    if global.lab.is_some() || !global.from.is_empty() {
        return live; // there are no credentials
    }
    let reopen = reopen(global.connection(), session.environment.clone(), global.timeout());
    let said = Mutex::new(String::new());
    let report = move |result: std::result::Result<(), &Error>| {
        let why = result.err().map(Error::message).unwrap_or_default();
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if why.is_empty() {
            renewed();
        } else if why != *said {
            warn!(target: topic::CONNECTION, "cannot renew credentials: {why}");
        }
        *said = why;
    };
    live.renewing(reopen, Box::new(report))
}

/// Returns a function that opens the same cluster again.
pub(crate) fn reopen(
    connection: Connection,
    environment: Environment,
    timeout: Option<Duration>,
) -> Reopen {
    Box::new(move || {
        let (connection, environment) = (connection.clone(), environment.clone());
        let open =
            async move { config::open(&connection, &environment, timeout, Box::new(|_| {})).await };
        on_another_thread(open).boxed()
    })
}

/// Opens a cluster where a slow credential plugin delays nothing else.
fn on_another_thread(
    open: impl Future<Output = Result<Live>> + Send + 'static,
) -> impl Future<Output = Result<Live>> + Send {
    let runtime = tokio::runtime::Handle::current();
    let opened = tokio::task::spawn_blocking(move || runtime.block_on(open));
    async move { opened.await.map_err(|error| Error::new("Failed", error))? }
}

async fn open(global: &GlobalArgs, session: &Session, time: LabTime) -> Result<Source> {
    if !global.from.is_empty() {
        return Ok(Source::Files(Recording::new(global.from.clone())));
    }
    if let Some(name) = &global.lab {
        return Ok(Source::Live(Box::new(practice(name, time, global)?)));
    }
    let observer = observer();
    let timeout = global.timeout();
    let live = config::open(&global.connection(), &session.environment, timeout, observer).await?;
    Ok(Source::Live(Box::new(live)))
}

/// Opens one of many clusters of kubeconfigs that were read.
pub(crate) async fn one_of_many(
    files: Arc<KubeconfigFiles>,
    connection: Connection,
    environment: Environment,
    timeout: Option<Duration>,
    observer: Observer,
) -> Result<Live> {
    let open = async move {
        config::open_from(&files, &connection, &environment, timeout, observer).await
    };
    on_another_thread(open).await
}

/// Reports requests that are retried and, with `-v`, all of them.
pub(crate) fn observer() -> Observer {
    Box::new(|event| match event {
        RequestEvent::Retrying { server, status, after } => {
            let after = after.as_secs_f64();
            warn!(target: topic::CONNECTION, "{server} answered {status}. Retrying in {after}s");
        }
        RequestEvent::Answered { request, status, took } => {
            let code = status.map(|status| status.as_u16());
            let status = status.map_or("no answer".to_owned(), |status| status.to_string());
            let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            debug!(target: topic::REQUEST, request, status = code, took_ms = took, "{request}: {status} in {took} ms");
        }
    })
}

fn practice(name: &str, time: LabTime, global: &GlobalArgs) -> Result<Live> {
    let (name, documents, warnings) = scenario::documents(name)?;
    let world = World::new(documents).map_err(|unusable| {
        Error::new("BadData", anyhow!(unusable).context(format!("cannot use {name}")))
    })?;
    for warning in warnings.iter().chain(&world.warnings) {
        warn!(target: topic::LAB, "{warning}");
    }
    let (service, clock) = match time {
        LabTime::Frozen => {
            let now = world.now();
            (Service::new(world.store), Clock::at(now))
        }
        LabTime::Accelerated => {
            let service = Service::operated(world, RATE);
            let (operated, clock) = (service.clone(), service.clone());
            tokio::spawn(async move { operated.live().await });
            (service, Clock::Simulated { now: Box::new(move || clock.now()), rate: RATE })
        }
    };
    Ok(Live {
        origin: Origin { context: Some(name), server: Some("lab".to_owned()) },
        timeout: global.timeout(),
        observer: observer(),
        ..Live::inside(kube::Client::new(service, "default"), clock)
    })
}
