//! `upgrade lab`: the practice clusters.

use crate::cli::Session;
use crate::error::{ExitStatus, Result};
use crate::lab::{DEFAULT, SCENARIOS};
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
  upgrade --lab=failing --to 4.7.28")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the scenarios
    List,
}

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    match args.command {
        Command::List => session.ui.show(&list())?,
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
