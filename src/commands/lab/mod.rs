//! `upgrade lab`: the practice clusters.

mod serve;
pub(crate) mod state;
pub(crate) mod text;
pub(crate) mod upstream;
pub(crate) mod view;

use std::path::{Path, PathBuf};

use crate::actions::open;
use crate::cli::Session;
use crate::commands::lab::view::{ScenarioList, ScenarioView};
use crate::connect::local::write;
use crate::error::{ExitStatus, Result};
use crate::output::Format;
use upgrade_lab::{DEFAULT, SCENARIOS, Scenario};

/// Practice clusters that live in this program
///
/// `--lab` gives any command a fresh one, `--lab=SCENARIO` one of these. They speak the protocol
/// of a real API server and are operated as a real cluster is; nothing outside of this process is
/// touched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade lab list
  upgrade --lab --include-not-recommended
  upgrade --lab=failing --to 4.7.28
  upgrade --lab --to 4.6.43 --wait        Play a whole update, in seconds
  upgrade lab serve                       Leave it running; in a second terminal: kubectl get clusterversion
  upgrade lab serve --state my-cluster    Keep it, to go on with it another day
  upgrade lab export failing changed      Take a scenario's files to change them
  upgrade lab serve --scenario changed")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LabCommand {
    /// List the scenarios
    List,
    /// Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C
    Serve(serve::Args),
    /// Write a scenario's files into a folder
    Export {
        /// The scenario
        name: String,
        /// The folder, which is made if it is not there
        folder: PathBuf,
    },
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    match &args.command {
        LabCommand::List => session.ui.show(&list())?,
        LabCommand::Export { name, folder } => export(name, folder, session)?,
        LabCommand::Serve(args) => return serve::run(args, session),
    }
    Ok(ExitStatus::Success)
}

fn list() -> ScenarioList {
    let scenarios = SCENARIOS.iter().map(|scenario| ScenarioView {
        name: scenario.name.to_owned(),
        summary: scenario.summary.to_owned(),
        default: scenario.name == DEFAULT,
    });
    ScenarioList::new(scenarios.collect())
}

fn export(name: &str, folder: &Path, session: &mut Session) -> Result<()> {
    let scenario = Scenario::find(name).ok_or_else(|| open::unknown_scenario(name))?;
    for path in write::folder(folder, &scenario.load().files())? {
        session.ui.print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}
