//! `upgrade lab`: the practice clusters.

use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::open;
use crate::cli::Session;
use crate::error::{Error, ExitStatus, Result};
use crate::lab::{self, DEFAULT, SCENARIOS, Scenario, Server, Store};
use crate::source::files::Files;
use crate::translate::cluster_version;
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
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    for (file, text) in scenario.files() {
        let path = folder.join(file);
        let mut file = std::fs::OpenOptions::new();
        let file = file.write(true).create_new(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| unwritable(&path, error))?;
        session.ui.print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

fn serve(args: &ServeArgs, session: &mut Session) -> Result {
    if !args.listen.ip().is_loopback() && !args.allow_remote {
        return Err(Error::usage(anyhow!("{} can be reached by others", args.listen))
            .hint("listen at 127.0.0.1, or add --allow-remote"));
    }
    let store = scenario(&args.scenario)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let ended = runtime.block_on(async {
        let server = Server::bind(args.listen, store).await.map_err(|error| {
            Error::new(
                "Failed",
                anyhow!(error).context(format!("cannot listen at {}", args.listen)),
            )
        })?;
        let kubeconfig = KubeconfigFile::write(args, &server)?;
        session.ui.print(&format!("export KUBECONFIG={}\n", kubeconfig.path.display()))?;
        let said = format!("serving {} at {}; Ctrl-C ends it", args.scenario, server.access.url);
        session.ui.remarks()("lab:", &said);
        tokio::select! {
            () = server.run() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        drop(kubeconfig);
        Ok(ExitStatus::Success)
    });
    runtime.shutdown_background();
    ended
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

/// A kubeconfig that only we may read, and that goes when we go.
struct KubeconfigFile {
    path: PathBuf,
    folder: Option<PathBuf>,
}

impl KubeconfigFile {
    fn write(args: &ServeArgs, server: &Server) -> Result<Self> {
        let file = if let Some(path) = &args.kubeconfig_out {
            Self { path: path.clone(), folder: None }
        } else {
            let port = server.access.url.rsplit(':').next().unwrap_or_default();
            let name = format!("upgrade-lab-{}-{port}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let made = std::fs::DirBuilder::new().mode(0o700).create(&folder);
            made.map_err(|error| unwritable(&folder, error))?;
            Self { path: folder.join("kubeconfig"), folder: Some(folder) }
        };
        let text = server.access.kubeconfig("lab").to_string();
        let mut options = std::fs::OpenOptions::new();
        let opened = options.write(true).create(true).truncate(true).mode(0o600).open(&file.path);
        let written = opened.and_then(|mut opened| opened.write_all(text.as_bytes()));
        written.map_err(|error| unwritable(&file.path, error))?;
        Ok(file)
    }
}

impl Drop for KubeconfigFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

fn unwritable(path: &Path, error: std::io::Error) -> Error {
    Error::new("Output", anyhow!(error).context(format!("cannot write {}", path.display())))
}
