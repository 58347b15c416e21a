//! `upgrade lab`: the practice clusters.

mod record;
mod serve;
pub(crate) mod state;
pub(crate) mod text;
pub(crate) mod upstream;
pub(crate) mod view;

use std::path::{Path, PathBuf};

use crate::actions::scenario;
use crate::cli::completes::Completes;
use crate::cli::{GlobalArgs, Session};
use crate::commands::lab::view::{ScenarioList, ScenarioView};
use crate::connect::local::write;
use crate::error::{ExitStatus, Result};
use crate::output::Format;
use crate::output::log::LogFormat;
use upgrade_lab::{DEFAULT, SCENARIOS, Scenario};

/// Manage practice clusters
///
/// `--lab` runs any command on a new practice cluster, `--lab=SCENARIO` on one of
/// the scenarios. A practice cluster behaves like a real one and runs inside this
/// program. Nothing outside of the process changes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade --lab                      List updates of a practice cluster
  upgrade --lab --to 4.6.43 --wait   Run a whole update in seconds
  upgrade lab serve                  Run a practice cluster for kubectl

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LabCommand {
    /// List scenarios
    #[command(after_help = "\
Examples:
  upgrade lab list            List scenarios
  upgrade lab list -o json    List them as JSON

Exit codes: 0 ok, 1 error, 2 usage")]
    List,
    Serve(serve::Args),
    Record(record::Args),
    /// Write a scenario to a directory
    ///
    /// Change the files and run the result with `upgrade lab serve --scenario DIR`.
    #[command(after_help = "\
Examples:
  upgrade lab export failing my-lab       Write a scenario to my-lab
  upgrade lab serve --scenario my-lab     Run it after you changed it

Exit codes: 0 ok, 1 error, 2 usage")]
    Export {
        /// Scenario to write
        #[arg(value_name = "NAME")]
        #[arg(add = Completes::Scenario)]
        name: String,
        /// Directory to write to; created if missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Returns the formats of a subcommand.
pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        ["list"] => &[Format::Text, Format::Json, Format::Yaml, Format::Name],
        ["serve" | "export" | "record"] => &[Format::Text],
        _ => &[],
    }
}

impl Args {
    pub(crate) fn log_format(&self) -> Option<LogFormat> {
        match &self.command {
            LabCommand::Serve(serve) => Some(serve.log.log_format),
            _ => None,
        }
    }
}

pub(crate) fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match &args.command {
        LabCommand::List => session.ui.show(&list())?,
        LabCommand::Export { name, folder } => export(name, folder, session)?,
        LabCommand::Record(args) => record::run(args, global, session)?,
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
    let scenario = Scenario::find(name).ok_or_else(|| scenario::unknown(name))?;
    for path in write::folder(folder, &scenario.load().files())? {
        session.ui.print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}
