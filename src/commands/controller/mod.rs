//! `upgrade controller`: the update status controller.

mod manifests;

use std::convert::Infallible;
use std::future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;
use http::Request;
use hyper::body::Incoming;

use crate::actions::open;
use crate::cli::signals::EndSignals;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::connect::informers::InformerRoute;
use crate::connect::lease::LeaseLock;
use crate::connect::lease::election::LeaseTerms;
use crate::connect::{Source, clock};
use crate::controller::context::ControllerContext;
use crate::controller::http::HttpEndpoint;
use crate::controller::reconcile::{self, ReconcileWatch};
use crate::controller::{leader, plans, update_status};
use crate::error::{Error, ExitStatus, Result};
use crate::listener::Listener;
use crate::output::Format;

/// Keep the UpdateStatus and the UpdatePlans of a cluster filled, until told to end
///
/// It asks the cluster's UpdateInformers, adds what it sees itself, and writes what comes of it: how an
/// update under way goes into updatestatuses/cluster, what would speak against an update into the plan
/// of its release. Plans that nobody needs any more are deleted. Nothing else is written, and no update
/// is ever requested. `pre-checks` and `status` of everybody then show what it has gathered.
///
/// The cluster needs the kinds that `upgrade crds` prints. It runs from a terminal as well as in the
/// cluster; `controller manifests` prints what it needs there.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  upgrade crds | oc apply -f -
  upgrade controller                                        From a terminal, until Ctrl-C
  upgrade controller --leader-elect --metrics 0.0.0.0:8080  One of several
  upgrade controller manifests --image registry.example.com/upgrade:0.1.0 | oc apply -f -

Exit codes: 0 told to end, 1 failed, 2 usage")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<ControllerCommand>,
    /// Work only while a Lease is held, so that of several one works
    #[arg(long)]
    leader_elect: bool,
    /// How long the Lease lasts when its holder is gone
    #[arg(long, value_name = "TIME", default_value = "15s", requires = "leader_elect")]
    lease_duration: Timeout,
    /// Namespace of the Lease [default: that of the pod, or of the kubeconfig's context]
    #[arg(long, value_name = "NAMESPACE", requires = "leader_elect")]
    lease_namespace: Option<String>,
    /// Serve /metrics, /healthz and /readyz here; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// How informers are reached
    #[arg(long, value_name = "WAY", default_value = "auto")]
    informers: RouteArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RouteArg {
    /// Directly in the cluster, else through the API server
    Auto,
    /// Through the API server
    Proxy,
    /// At the addresses of their services
    Direct,
}

#[derive(Debug, clap::Subcommand)]
enum ControllerCommand {
    Manifests(manifests::Args),
}

/// The Lease that its replicas hold one after another.
const LEASE: &str = "upgrade-controller";
const SHORTEST_LEASE: Duration = Duration::from_secs(3); // what is shorter is lost to any hiccup
const LONGEST_LEASE: Duration = Duration::from_hours(1);

pub(crate) const FORMATS: &[Format] = &[Format::Text];

impl Args {
    pub(crate) fn formats(&self) -> &'static [Format] {
        match &self.command {
            Some(ControllerCommand::Manifests(_)) => manifests::FORMATS,
            None => FORMATS,
        }
    }

    /// Says why there is but one format.
    pub(crate) fn one_format(&self) -> Error {
        match &self.command {
            Some(ControllerCommand::Manifests(_)) => manifests::one_format(),
            None => Error::usage(anyhow!("the controller tells people how it does, as text"))
                .hint("programs read /metrics: --metrics 127.0.0.1:8080"),
        }
    }
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    if let Some(ControllerCommand::Manifests(manifests)) = &args.command {
        return manifests::run(manifests, session);
    }
    let terms = args.terms()?;
    if !global.from.is_empty() || global.lab.is_some() {
        let error = Error::usage(anyhow!("the controller works on a cluster that stays"));
        return Err(error.hint("for practice: upgrade lab serve, and its kubeconfig"));
    }
    let failed = |error: std::io::Error| Error::new("Failed", error);
    let ends = EndSignals::listen().map_err(failed)?;
    let source = open::source(global, session).await?;
    let Source::Live(live) = &source else {
        return Err(Error::usage(anyhow!("files cannot be kept filled")));
    };
    let lock = terms.map(|terms| {
        let namespace = args.lease_namespace.clone();
        let namespace = namespace.unwrap_or_else(|| live.client.default_namespace().to_owned());
        LeaseLock::new(live.client.clone(), (&namespace, LEASE), identity(), terms)
    });
    let reach = match args.informers {
        RouteArg::Direct => InformerRoute::Direct,
        RouteArg::Auto if live.origin.context.is_none() && session.environment.in_cluster => {
            InformerRoute::Direct
        }
        RouteArg::Auto | RouteArg::Proxy => InformerRoute::Proxied,
    };
    let client = live.client.clone();
    let server = live.origin.server.clone().unwrap_or_default();
    let context = Arc::new(ControllerContext::new(source, reach, session.ui.notifier()));
    let listener = match args.metrics {
        None => None,
        Some(address) => Some(listen(address, session).await?),
    };
    context
        .log(&format!("keeping UpdateStatus and UpdatePlans of {server} filled; Ctrl-C ends it"));
    let attend = async {
        match listener {
            Some(listener) => {
                let client = HttpEndpoint(Arc::clone(&context));
                let respond = tower::service_fn(move |request: Request<Incoming>| {
                    future::ready(Ok::<_, Infallible>(client.respond(&request)))
                });
                listener.run(respond, future::pending()).await;
            }
            None => future::pending().await,
        }
    };
    let work = || work(client.clone(), Arc::clone(&context));
    tokio::select! {
        () = leader::run_as_leader(lock, &context, work, ends.one()) => {}
        () = attend => {}
    }
    context.log("ended");
    Ok(ExitStatus::Success)
}

async fn listen(address: SocketAddr, session: &mut Session) -> Result<Listener> {
    let failed = |error: std::io::Error| {
        Error::new("Failed", anyhow!(error).context(format!("cannot listen at {address}")))
    };
    let listener = Listener::bind(address, None).await.map_err(failed)?;
    let url = listener.url().map_err(failed)?;
    session.ui.print(&format!("{url}/metrics\n"))?;
    Ok(listener)
}

/// Does the work of a leader, for as long as it is one.
async fn work(client: kube::Client, context: Arc<ControllerContext>) {
    let told = {
        let context = Arc::clone(&context);
        move |what: &str, heard: std::result::Result<(), String>| {
            let about = format!("watching {what}");
            match heard {
                Ok(()) => context.works(&about),
                Err(why) => context.complain(&about, why),
            }
        }
    };
    let (update, plans) = (Arc::clone(&context), context);
    let look = move |_| update_status::update(Arc::clone(&update));
    let look_at_plan = move |name| plans::update(Arc::clone(&plans), name);
    let (watch, plans) =
        (ReconcileWatch { look, told: told.clone() }, ReconcileWatch { look: look_at_plan, told });
    tokio::join!(
        reconcile::watch(client.clone(), reconcile::UPDATE, watch),
        reconcile::watch(client, reconcile::PLANS, plans),
    );
}

/// Returns a name that no other replica has, and that tells people which one it is.
fn identity() -> String {
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let (process, now) = (std::process::id(), clock::now().subsec_nanosecond());
    format!("{machine}_{process}_{now:x}")
}

impl Args {
    fn terms(&self) -> Result<Option<LeaseTerms>> {
        let sensible = |lasts: &Duration| (SHORTEST_LEASE..=LONGEST_LEASE).contains(lasts);
        let Some(lasts) = self.lease_duration.0.filter(sensible) else {
            return Err(Error::usage(anyhow!("--lease-duration must be from 3s to 1h")));
        };
        Ok(self.leader_elect.then_some(LeaseTerms { lasts }))
    }
}
