//! `upgrade lab`: the practice clusters.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::open;
use crate::cli::Session;
use crate::error::{Error, ExitStatus, Result};
use crate::lab::{self, DEFAULT, SCENARIOS, Scenario, Server, Store};
use crate::source::files::Files;
use crate::source::output::{self, PrivateFile};
use crate::translate::cluster_version;
use crate::view::hint::quoted;
use crate::view::scenario_list::{ScenarioList, ScenarioView};

/// Practice clusters that live in this program
///
/// `--lab` gives any command a fresh one, `--lab=SCENARIO` one of these. They speak the protocol
/// of a real API server; nothing outside of this process is touched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade lab list
  upgrade --lab --include-not-recommended
  upgrade --lab=failing --to 4.7.28
  upgrade lab serve                       Leave it running; in a second terminal: kubectl get clusterversion
  upgrade lab export failing my-cluster   Take a scenario's files to change them
  upgrade lab serve --scenario my-cluster")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the scenarios
    List,
    /// Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C
    Serve(ServeArgs),
    /// Write a scenario's files into a folder
    Export {
        /// The scenario
        name: String,
        /// The folder, which is made if it is not there
        folder: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
struct ServeArgs {
    /// A scenario, or a folder of objects
    #[arg(long, value_name = "NAME|DIR", default_value = DEFAULT)]
    scenario: String,
    /// Address to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Write the kubeconfig here instead of into a folder of its own
    #[arg(long, value_name = "FILE")]
    kubeconfig_out: Option<PathBuf>,
    /// Listen at an address that others can reach
    #[arg(long)]
    allow_remote: bool,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    match &args.command {
        Command::List => session.ui.show(&list())?,
        Command::Export { name, folder } => export(name, folder, session)?,
        Command::Serve(args) => return serve(args, session),
    }
    Ok(ExitStatus::Success)
}

fn list() -> ScenarioList {
    let scenarios = SCENARIOS.iter().map(|scenario| ScenarioView {
        name: scenario.name.to_owned(),
        summary: scenario.summary.to_owned(),
        default: scenario.name == DEFAULT,
    });
    ScenarioList::of(scenarios.collect())
}

fn export(name: &str, folder: &Path, session: &mut Session) -> Result<()> {
    let scenario = Scenario::find(name).ok_or_else(|| open::unknown_scenario(name))?;
    for path in output::folder(folder, scenario.files())? {
        session.ui.print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

fn serve(args: &ServeArgs, session: &mut Session) -> Result {
    if !args.listen.ip().is_loopback() && !args.allow_remote {
        return Err(Error::usage(anyhow!("{} can be reached by others", args.listen))
            .hint("listen at 127.0.0.1, or add --allow-remote"));
    }
    if args.listen.ip().is_unspecified() {
        return Err(Error::usage(anyhow!(
            "{} names no address that clients could use",
            args.listen
        ))
        .hint("listen at one address of this machine"));
    }
    let store = scenario(&args.scenario)?;
    session.ui.warn(
        &store
            .not_served()
            .iter()
            .map(|kind| format!("no {kind} is served: the lab does not know the kind"))
            .collect::<Vec<_>>(),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let ended = runtime.block_on(async {
        let server = Server::bind(args.listen, store).await.map_err(|error| {
            Error::new(
                "Failed",
                anyhow!(error).context(format!("cannot listen at {}", args.listen)),
            )
        })?;
        // Before the file is there, so that it cannot be left behind.
        let ends = Ends::listen().map_err(|error| Error::new("Failed", error))?;
        let kubeconfig = kubeconfig(args, &server)?;
        let path = quoted(&kubeconfig.path.display().to_string());
        session.ui.print(&format!("export KUBECONFIG={path}\n"))?;
        let said = format!("serving {} at {}; Ctrl-C ends it", args.scenario, server.access.url);
        session.ui.remarks()("lab:", &said);
        tokio::select! {
            () = server.run() => {}
            () = ends.one() => {}
        }
        drop(kubeconfig);
        Ok(ExitStatus::Success)
    });
    runtime.shutdown_background();
    ended
}

fn kubeconfig(args: &ServeArgs, server: &Server) -> Result<PrivateFile> {
    let text = server.access.kubeconfig("lab").to_string();
    if let Some(path) = &args.kubeconfig_out {
        return PrivateFile::at(path, &text);
    }
    let port = server.access.url.rsplit(':').next().unwrap_or_default();
    let folder = format!("upgrade-lab-{}-{port}", std::process::id());
    PrivateFile::temporary(&folder, "kubeconfig", &text)
}

/// The ways in which we are told to end: Ctrl-C, a kill, a terminal that closes.
struct Ends([Signal; 3]);

impl Ends {
    fn listen() -> std::io::Result<Self> {
        let [interrupt, terminate, hangup] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        Ok(Self([interrupt?, terminate?, hangup?]))
    }

    async fn one(mut self) {
        let [interrupt, terminate, hangup] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

/// Takes a scenario by its name, else the objects of a folder.
fn scenario(name: &str) -> Result<Store> {
    if let Some(scenario) = Scenario::find(name) {
        return Ok(scenario.load().0);
    }
    if !Path::new(name).exists() {
        return Err(open::unknown_scenario(name));
    }
    let documents = Files::new(vec![name.into()]).documents()?;
    let now = cluster_version::newest_recorded(&documents);
    Ok(lab::store(documents.into_iter().map(|document| document.object), now))
}
