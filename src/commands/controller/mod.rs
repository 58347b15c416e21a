//! `upgrade controller`: the update status controller.

mod manifests;

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;

use crate::cli::log_args::LogArgs;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::connect::informers::InformerRoute;
use crate::connect::lease::election::LeaseTerms;
use crate::controller::{self, ControllerOptions};
use crate::error::{Error, Result};
use crate::output::Format;
use crate::output::log::LogFormat;

/// Run the update status controller
///
/// Calls the UpdateInformers of the cluster, adds its own checks, and writes the
/// results to UpdateStatus/cluster and to UpdatePlans. Deletes plans that are no
/// longer needed. Records Events, and never requests an update.
///
/// Requires the CRDs of `upgrade crds`. Runs in a terminal or in the cluster.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  upgrade controller                                Run it in a terminal
  upgrade controller --leader-elect \\
    --metrics 0.0.0.0:8080                          Run one of several
  upgrade controller manifests | oc apply -f -      Deploy it

Exit codes: 0 stopped, 1 error, 2 usage")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<ControllerCommand>,
    /// Use leader election
    #[arg(long)]
    leader_elect: bool,
    /// Duration of the Lease for leader election
    #[arg(long, value_name = "DURATION", default_value = "15s", requires = "leader_elect")]
    lease_duration: Timeout,
    /// Namespace of the Lease [default: the current one]
    #[arg(long, value_name = "NAMESPACE", requires = "leader_elect")]
    lease_namespace: Option<String>,
    /// Serve /metrics, /healthz and /readyz; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Call informers by proxy, direct, or auto
    #[arg(long, value_name = "ROUTE", default_value = "auto")]
    informers: RouteArg,
    #[command(flatten)]
    log: LogArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RouteArg {
    /// Directly in the cluster, through the API server elsewhere
    Auto,
    /// Through the API server
    Proxy,
    /// At the addresses of their Services
    Direct,
}

#[derive(Debug, clap::Subcommand)]
enum ControllerCommand {
    Manifests(manifests::Args),
}

const SHORTEST_LEASE: Duration = Duration::from_secs(3); // shorter leases would be lost in short outages
const LONGEST_LEASE: Duration = Duration::from_hours(1);

const FORMATS: &[Format] = &[Format::Text];

/// Returns the formats of the controller and of its subcommand.
pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        [] => FORMATS,
        ["manifests"] => manifests::FORMATS,
        _ => &[],
    }
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    if let Some(ControllerCommand::Manifests(manifests)) = &args.command {
        return manifests::run(manifests, session);
    }
    let options = args.options()?;
    let unfit = [("--from", !global.from.is_empty()), ("--lab", global.lab.is_some())];
    if let Some((flag, _)) = unfit.into_iter().find(|(_, given)| *given) {
        let error = Error::usage(anyhow!("{flag} cannot be used with controller"));
        let purpose = "to run a practice cluster for it, whose kubeconfig it can use";
        return Err(error.hint_run(purpose, "upgrade lab serve"));
    }
    Box::pin(controller::run(options, global, session)).await
}

impl Args {
    pub(crate) fn log_format(&self) -> LogFormat {
        self.log.log_format
    }

    fn options(&self) -> Result<ControllerOptions> {
        Ok(ControllerOptions {
            lease: self.lease_terms()?,
            lease_namespace: self.lease_namespace.clone(),
            metrics: self.metrics,
            informers: match self.informers {
                RouteArg::Auto => None,
                RouteArg::Proxy => Some(InformerRoute::Proxied),
                RouteArg::Direct => Some(InformerRoute::Direct),
            },
        })
    }

    fn lease_terms(&self) -> Result<Option<LeaseTerms>> {
        let sensible = |lasts: &Duration| (SHORTEST_LEASE..=LONGEST_LEASE).contains(lasts);
        let Some(lasts) = self.lease_duration.0.filter(sensible) else {
            return Err(Error::usage(anyhow!("--lease-duration must be from 3s to 1h")));
        };
        Ok(self.leader_elect.then_some(LeaseTerms { lasts }))
    }
}
