//! `upgrade controller`: the update status controller.

mod manifests;

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;

use crate::cli::{GlobalArgs, Session, Timeout};
use crate::connect::informers::InformerRoute;
use crate::connect::lease::election::LeaseTerms;
use crate::controller::{self, ControllerOptions};
use crate::error::{Error, Result};
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
    let options = args.options()?;
    if !global.from.is_empty() || global.lab.is_some() {
        let error = Error::usage(anyhow!("the controller works on a cluster that stays"));
        return Err(error.hint("for practice: upgrade lab serve, and its kubeconfig"));
    }
    controller::run(options, global, session).await
}

impl Args {
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
