//! The update-status controller: it watches the cluster and keeps UpdateStatus and UpdatePlans current.

mod context;
mod events;
mod http;
mod leader;
mod metrics;
mod plans;
mod reconcile;
#[cfg(unix)]
mod unix;
mod update_status;

use std::convert::Infallible;
use std::future;
use std::net::SocketAddr;
use std::sync::Arc;

use ::http::{Request, StatusCode};
use anyhow::anyhow;
use hyper::body::Incoming;
use kube::Client;
use kube::client::Body;
use tracing::info;

use crate::actions::open;
use crate::cli::{GlobalArgs, Session};
use crate::connect::informers::InformerRoute;
use crate::connect::lease::LeaseLock;
use crate::connect::lease::election::LeaseTerms;
use crate::connect::live::Live;
use crate::connect::{Source, clock};
use crate::controller::context::ControllerContext;
use crate::controller::events::EventRecorder;
use crate::controller::http::HttpEndpoint;
use crate::controller::metrics::ControllerMetrics;
use crate::controller::reconcile::ReconcileWatch;
use crate::error::{Error, ExitStatus, Result};
use crate::listener::Listener;
use crate::output::EndSignals;
use crate::topic;

/// How the controller runs.
pub(crate) struct ControllerOptions {
    /// The duration of the Lease; without terms there is no leader election.
    pub(crate) lease: Option<LeaseTerms>,
    /// The namespace of the Lease; by default that of the client.
    pub(crate) lease_namespace: Option<String>,
    /// Where to serve metrics, if at all.
    pub(crate) metrics: Option<SocketAddr>,
    /// How to reach informers; by default directly in the cluster, else through the API server.
    pub(crate) informers: Option<InformerRoute>,
}

const EVENTS: &str = "recording Events";
/// The Lease for leader election.
const LEASE: &str = "upgrade-controller";

/// Runs until a signal ends it.
pub(crate) async fn run(
    options: ControllerOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    let failed = |error: std::io::Error| Error::new("Failed", error);
    let mut ends = EndSignals::listen().map_err(failed)?;
    let Source::Live(live) = open::source(global, session).await? else {
        let cause = anyhow!("--from is read-only: the controller needs a cluster");
        return Err(Error::usage(cause).hint("remove --from"));
    };
    let metrics: Arc<ControllerMetrics> = Arc::default();
    let renewed = || info!(target: topic::CONTROLLER, "credentials renewed");
    let live = open::renewing(*live, global, session, renewed);
    let live = Live { client: counting(live.client, Arc::clone(&metrics)), ..live };
    let replica = identity();
    let (events, mut recorder) = EventRecorder::new(live.client.clone(), replica.clone());
    let lock = options.lease.map(|terms| {
        let namespace = options.lease_namespace;
        let namespace = namespace.unwrap_or_else(|| live.client.default_namespace().to_owned());
        LeaseLock::new(live.client.clone(), &namespace, LEASE, replica, terms)
    });
    let in_cluster = live.origin.context.is_none() && session.environment.in_cluster;
    let usual = if in_cluster { InformerRoute::Direct } else { InformerRoute::Proxied };
    let route = options.informers.unwrap_or(usual);
    let client = live.client.clone();
    let server = live.origin.server.clone().unwrap_or_default();
    let source = Source::Live(Box::new(live));
    let context = Arc::new(ControllerContext::new(source, metrics, route, events));
    let listener = match options.metrics {
        None => None,
        Some(address) => Some(listen(address, session).await?),
    };
    info!(
        target: topic::CONTROLLER,
        "updating UpdateStatus and UpdatePlans of {server}. Press Ctrl-C to stop"
    );
    let work = || work(client.clone(), Arc::clone(&context));
    let recorded = |written| match written {
        Ok(()) => context.works(EVENTS),
        Err(why) => context.complain(EVENTS, why),
    };
    tokio::select! {
        () = leader::run_as_leader(lock, &context, work, ends.one()) => {}
        () = serve(listener, &context) => {}
        () = recorder.run(recorded) => {}
    }
    recorder.finish().await;
    info!(target: topic::CONTROLLER, "stopped");
    Ok(ExitStatus::Success)
}

/// The same client, which counts every call when it ends or is dropped.
fn counting(client: Client, metrics: Arc<ControllerMetrics>) -> Client {
    let namespace = client.default_namespace().to_owned();
    let send = tower::service_fn(move |request: Request<Body>| {
        let (client, metrics) = (client.clone(), Arc::clone(&metrics));
        async move {
            let mut call = CountedCall { metrics, succeeded: false };
            let answer = client.send(request).await?;
            call.succeeded = !is_refusal(answer.status());
            Ok::<_, kube::Error>(answer)
        }
    });
    Client::new(send, namespace)
}

/// Whether a server rejects us, or does not work. Not found is a normal answer.
fn is_refusal(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
    ) || status.is_server_error()
}

struct CountedCall {
    metrics: Arc<ControllerMetrics>,
    succeeded: bool,
}

impl Drop for CountedCall {
    fn drop(&mut self) {
        self.metrics.called(self.succeeded);
    }
}

async fn listen(address: SocketAddr, session: &mut Session) -> Result<Listener> {
    let failed = |error: std::io::Error| {
        Error::new("Failed", anyhow!(error).context(format!("cannot listen on {address}")))
    };
    let listener = Listener::bind(address, None).await.map_err(failed)?;
    let url = listener.url().map_err(failed)?;
    session.ui.print(&format!("{url}/metrics\n"))?;
    Ok(listener)
}

/// Serves HTTP if enabled; it never ends by itself.
async fn serve(listener: Option<Listener>, context: &Arc<ControllerContext>) {
    let Some(listener) = listener else { return future::pending().await };
    let endpoint = HttpEndpoint(Arc::clone(context));
    let respond = tower::service_fn(move |request: Request<Incoming>| {
        future::ready(Ok::<_, Infallible>(endpoint.respond(&request)))
    });
    let log = |line: &str| info!(target: topic::CONTROLLER, "{line}");
    listener.run(respond, log, future::pending()).await;
}

/// Works as long as this replica is the leader.
async fn work(client: Client, context: Arc<ControllerContext>) {
    let report = {
        let context = Arc::clone(&context);
        move |what: &str, result: std::result::Result<(), String>| {
            let about = format!("watching {what}");
            match result {
                Ok(()) => context.works(&about),
                Err(why) => context.complain(&about, why),
            }
        }
    };
    let (update, plans) = (Arc::clone(&context), context);
    let check = move |_| update_status::update(Arc::clone(&update));
    let check_plan = move |name| plans::update(Arc::clone(&plans), name);
    let update = ReconcileWatch { check, report: report.clone() };
    let plans = ReconcileWatch { check: check_plan, report };
    tokio::join!(
        reconcile::watch(client.clone(), reconcile::UPDATE, update),
        reconcile::watch(client, reconcile::PLANS, plans),
    );
}

/// Returns a unique name for this replica that people can recognize.
fn identity() -> String {
    let machine = unix::host_name();
    let (process, now) = (std::process::id(), clock::now().subsec_nanosecond());
    format!("{machine}_{process}_{now:x}")
}
