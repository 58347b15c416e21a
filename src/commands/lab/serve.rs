//! `upgrade lab serve`: a practice cluster for other programs, until Ctrl-C.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use futures::future::join_all;
use http::{Method, Request, Response};
use hyper::body::Incoming;
use tower::{BoxError, Service as _};
use tracing::info;

use crate::actions::scenario;
use crate::cli::Session;
use crate::cli::completes::Completes;
use crate::cli::invocation::quoted;
use crate::cli::log_args::LogArgs;
use crate::commands::lab::state::{self, StateKeeper};
use crate::commands::lab::upstream;
use crate::connect::clock;
use crate::connect::local::write::PrivateFile;
use crate::error::{Error, ExitStatus, Result};
use crate::listener::{Certificate, Listener};
use crate::output::EndSignals;
use crate::topic;
use upgrade_core::documents::Document;
use upgrade_lab::{Access, Body, DEFAULT, Service, World};

/// Run a practice cluster for kubectl, oc and other clients
///
/// Prints an `export KUBECONFIG=...` line for other terminals, and runs until
/// Ctrl-C. Also serves the update graph and metrics.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade lab serve                       Run the default scenario
  upgrade lab serve --scenario failing    Run another scenario
  upgrade lab serve --state my-cluster    Store it and resume it later

Exit codes: 0 ok, 1 error, 2 usage")]
pub(super) struct Args {
    /// Scenario, or a directory of objects [default: vsphere-proxy]; repeatable
    #[arg(long, value_name = "NAME|DIR")]
    #[arg(add = Completes::Scenario)]
    scenario: Vec<String>,
    /// Listen address; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Write the kubeconfig to FILE
    #[arg(long, value_name = "FILE")]
    kubeconfig_out: Option<PathBuf>,
    /// Simulated seconds per second; 60 turns an hour into a minute
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    speed: u32,
    /// Store the cluster in DIR and resume it later
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Allow a non-loopback address
    #[arg(long)]
    allow_remote: bool,
    #[command(flatten)]
    pub(super) log: LogArgs,
}

pub(super) fn run(args: &Args, session: &mut Session) -> Result {
    if !args.listen.ip().is_loopback() && !args.allow_remote {
        return Err(Error::usage(anyhow!("{} is not a loopback address", args.listen))
            .hint("use 127.0.0.1, or add --allow-remote"));
    }
    if args.listen.ip().is_unspecified() {
        return Err(Error::usage(anyhow!("clients cannot connect to {}", args.listen))
            .hint("use one address of this host"));
    }
    let loaded = all_documents(args)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let ended = runtime.block_on(serve_until_ended(args, loaded, session));
    runtime.shutdown_background();
    ended
}

async fn serve_until_ended(args: &Args, loaded: Vec<Loaded>, session: &mut Session) -> Result {
    let mut servers = Vec::new();
    for loaded in loaded {
        servers.push(Server::bind(args, loaded, session).await?);
    }
    let services: Vec<Service> = servers.iter().map(|server| server.service.clone()).collect();
    let keeper = args.state.as_deref().map(StateKeeper::new).map(Arc::new);
    save(keeper.as_deref(), &services)?;
    // Before the kubeconfig is written, so that a signal cannot leave it behind.
    let mut ends = EndSignals::listen().map_err(|error| Error::new("Failed", error))?;
    let kubeconfig = kubeconfig(args, &servers)?;
    let path = quoted(&kubeconfig.path.display().to_string());
    session.ui.print(&format!("export KUBECONFIG={path}\n"))?;
    let speed = args.speed;
    for Server { name, access, .. } in &servers {
        let url = &access.url;
        info!(target: topic::LAB, "serving {name} at {url} at {speed} times real speed");
    }
    info!(target: topic::LAB, "press Ctrl-C to stop");
    let kept = async {
        match (&keeper, services.first()) {
            (Some(keeper), Some(service)) => keeper.run(service).await,
            _ => std::future::pending().await,
        }
    };
    let run = servers
        .into_iter()
        .map(|server| server.run(keeper.clone(), |line| info!(target: topic::LAB, "{line}")));
    let proxies = &session.environment.proxies;
    let follow = services.iter().map(|service| upstream::run(service, proxies));
    tokio::select! {
        _ = join_all(run) => {}
        _ = join_all(follow) => {}
        () = ends.one() => {}
        failed = kept => return failed.map(|()| ExitStatus::Success),
    }
    save(keeper.as_deref(), &services)?;
    drop(kubeconfig);
    Ok(ExitStatus::Success)
}

/// Saves the cluster, which is the only one if it is stored.
fn save(keeper: Option<&StateKeeper>, services: &[Service]) -> Result<()> {
    match (keeper, services.first()) {
        (Some(keeper), Some(service)) => keeper.save(service),
        _ => Ok(()),
    }
}

/// A practice cluster on a local port, over TLS, for clients in other terminals.
struct Server {
    name: String,
    listener: Listener,
    service: Service,
    access: Access,
}

impl Server {
    /// Listens with a certificate and a token made for this server alone.
    async fn bind(args: &Args, loaded: Loaded, session: &mut Session) -> Result<Self> {
        let (at, name) = (args.listen, loaded.name.clone());
        let failed = |error: io::Error| {
            Error::new("Failed", anyhow!(error).context(format!("cannot listen on {at}")))
        };
        let (certificate, authority) =
            Certificate::issue("upgrade lab", at.ip()).map_err(failed)?;
        let listener = Listener::bind(at, Some(Arc::new(certificate))).await.map_err(failed)?;
        let url = listener.url().map_err(failed)?;
        let access = Access { url, authority, token: token().map_err(failed)? };
        let world = loaded.world(listener.address().map_err(failed)?, args.speed)?;
        session.ui.warn(&world.warnings);
        let service = Service::operated(world, 1).with_token(&access.token);
        Ok(Self { name, listener, service, access })
    }

    /// Runs the cluster and responds until the future is dropped. Waiting for open watches would
    /// take too long.
    async fn run(self, keeper: Option<Arc<StateKeeper>>, log: impl Fn(&str)) {
        let Self { listener, service, .. } = self;
        let answer = {
            let service = service.clone();
            tower::service_fn(move |request| answer(service.clone(), keeper.clone(), request))
        };
        tokio::select! {
            () = service.live() => {}
            () = listener.run(answer, log, std::future::pending()) => {}
        }
    }
}

/// Answers a request. A change is stored first, if it is to be stored: what a client was told is there
/// after a crash.
async fn answer(
    mut service: Service,
    keeper: Option<Arc<StateKeeper>>,
    request: Request<Incoming>,
) -> std::result::Result<Response<Body>, BoxError> {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let response = service.call(request).await?;
    if let Some(keeper) = keeper.filter(|_| !is_read) {
        keeper.save(&service).map_err(|error| error.message())?;
    }
    Ok(response)
}

fn token() -> io::Result<String> {
    let mut bytes = [0; 32];
    let random = rustls::crypto::ring::default_provider().secure_random;
    random
        .fill(&mut bytes)
        .map_err(|_| io::Error::other("cannot get random bytes from the system"))?;
    Ok(bytes.iter().fold(Access::TOKEN.to_owned(), |token, byte| format!("{token}{byte:02x}")))
}

fn kubeconfig(args: &Args, servers: &[Server]) -> Result<PrivateFile> {
    let contexts: Vec<(&str, &Access)> = match servers {
        [server] => vec![(Access::CONTEXT, &server.access)],
        servers => servers.iter().map(|server| (context(&server.name), &server.access)).collect(),
    };
    let text = Access::kubeconfig(&contexts).to_string();
    if let Some(path) = &args.kubeconfig_out {
        return PrivateFile::at(path, &text, Access::is_of_a_lab);
    }
    let url = servers.first().map(|server| server.access.url.as_str()).unwrap_or_default();
    let port = url.rsplit(':').next().unwrap_or_default();
    let folder = format!("upgrade-lab-{}-{port}", std::process::id());
    PrivateFile::temporary(&folder, "kubeconfig", &text)
}

/// Returns the context of one of several clusters: a directory goes by its last part.
fn context(name: &str) -> &str {
    Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or(name)
}

/// What a cluster is made of, and what it is called.
struct Loaded {
    name: String,
    documents: Vec<Document>,
    warnings: Vec<String>,
}

impl Loaded {
    fn world(self, at: SocketAddr, speed: u32) -> Result<World> {
        let Self { name, documents, warnings } = self;
        let mut world = World::served(documents, at).map_err(|unusable| {
            Error::new("BadData", anyhow!(unusable).context(format!("cannot serve {name}")))
        })?;
        world.warnings.extend(warnings);
        Ok(world.at_speed(speed).following())
    }
}

/// Loads the clusters that the flags choose. Several have a context and a port each.
fn all_documents(args: &Args) -> Result<Vec<Loaded>> {
    let names: BTreeSet<&str> = args.scenario.iter().map(|name| context(name)).collect();
    let usage =
        |problem: &'static str, hint: &'static str| Err(Error::usage(anyhow!(problem)).hint(hint));
    match args.scenario.as_slice() {
        [] => Ok(vec![documents(args, None)?]),
        [name] => Ok(vec![documents(args, Some(name))?]),
        _ if args.state.is_some() => {
            usage("--state stores one cluster", "run `upgrade lab serve --state` for each cluster")
        }
        _ if args.listen.port() != 0 => {
            usage("several clusters cannot share a port", "use port 0 in --listen, or omit it")
        }
        given if names.len() < given.len() => {
            usage("two scenarios have the same name", "export one to a directory with another name")
        }
        given => given.iter().map(|name| documents(args, Some(name))).collect(),
    }
}

/// Resumes the stored cluster, else loads a scenario by its name, else the objects of a directory.
fn documents(args: &Args, name: Option<&str>) -> Result<Loaded> {
    let kept = args
        .state
        .as_deref()
        .map(|folder| state::state_folder(folder).map(|state| (folder, state)))
        .transpose()?;
    let (name, mut documents, warnings) = match (kept, name) {
        (Some((folder, Some(_))), Some(_)) => {
            return Err(Error::usage(anyhow!("{} already contains a cluster", folder.display()))
                .hint("omit --scenario to continue with it, or use another directory"));
        }
        (Some((folder, Some((documents, warnings)))), None) => {
            (folder.display().to_string(), documents, warnings)
        }
        (_, name) => scenario::documents(name.unwrap_or(DEFAULT))?,
    };
    upgrade_lab::moved_to(&mut documents, clock::now());
    Ok(Loaded { name, documents, warnings })
}
