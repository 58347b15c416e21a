//! `upgrade pools`: machine config pools, and how they are paused and resumed.

mod change;
pub(crate) mod change_text;
pub(crate) mod change_view;
pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use crate::actions::open;
use crate::cli::completes::Completes;
use crate::cli::write_args::WriteArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::pools::view::PoolList;
use crate::connect::Source;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::part::Part;
use upgrade_core::pools::change::PoolAction;
use upgrade_core::snapshot::Snapshot;

/// List, pause or resume machine config pools
///
/// Without a subcommand, lists each pool: how many of its nodes are updated or
/// degraded, whether it is paused, since when and by which client, the versions
/// of its nodes, and what it waits for.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade pools                  List all pools
  upgrade pools pause worker     Pause one
  upgrade pools resume worker    Resume it

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no such pool")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<PoolsCommand>,
}

#[derive(Debug, clap::Subcommand)]
enum PoolsCommand {
    Pause(PauseArgs),
    Resume(ResumeArgs),
}

/// Pause pools: their nodes stay as they are
///
/// Sets spec.paused. Nodes that are updating complete their update; no other
/// starts. Paused nodes get no configuration, and may get no rotated certificates,
/// so resume them within days. The pool of the control plane is never paused. All
/// pools are checked before any is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade pools pause worker              Pause one pool
  upgrade pools pause worker infra        Pause two
  upgrade pools pause worker --dry-run    Print the patch

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no such pool")]
struct PauseArgs {
    /// Pools to pause
    #[arg(value_name = "POOL", required = true)]
    #[arg(add = Completes::RunningPool)]
    pools: Vec<String>,
    #[command(flatten)]
    write: WriteArgs,
}

/// Resume pools: their nodes update, drain and reboot
///
/// Clears spec.paused. On a terminal, asks first if nodes will drain and reboot.
/// All pools are checked before any is changed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade pools resume worker          Resume one pool
  upgrade pools resume worker infra    Resume two
  upgrade pools resume worker -y       Do not ask

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no such pool")]
struct ResumeArgs {
    /// Pools to resume
    #[arg(value_name = "POOL", required = true)]
    #[arg(add = Completes::PausedPool)]
    pools: Vec<String>,
    #[command(flatten)]
    write: WriteArgs,
}

pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        [] | ["pause" | "resume"] => Format::GENERAL,
        _ => &[],
    }
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let (action, pools, write) = match &args.command {
        None => return list(global, session).await,
        Some(PoolsCommand::Pause(PauseArgs { pools, write })) => (PoolAction::Pause, pools, write),
        Some(PoolsCommand::Resume(ResumeArgs { pools, write })) => {
            (PoolAction::Resume, pools, write)
        }
    };
    change::run(action, &named(pools)?, write.options(), global, session).await
}

async fn list(global: &GlobalArgs, session: &mut Session) -> Result {
    let source = open::source(global, session).await?;
    let view = PoolList::new(&pools(&source).await?, &session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

/// Reads the cluster and its pools; without pools, there is nothing to decide on.
async fn pools(source: &Source) -> Result<Snapshot> {
    let snapshot = source.snapshot(&SnapshotParts::POOLS).await?;
    match &snapshot.pools {
        Part::Known(_) => Ok(snapshot),
        Part::NotServed | Part::NotRead => {
            Err(Error::new("NotFound", anyhow!("the cluster has no machine config pools")))
        }
        Part::Unreadable { why, transient: true } => {
            Err(Error::new("Unreachable", anyhow!("{why}")))
        }
        Part::Unreadable { why, transient: false } if matches!(source, Source::Files(_)) => {
            Err(Error::new("NotFound", anyhow!("no MachineConfigPools in the files: {why}")))
        }
        Part::Unreadable { why, transient: false } => {
            Err(Error::new("Unreadable", anyhow!("{why}")).hint(NEEDED))
        }
    }
}

const NEEDED: &str =
    "this command must be able to list machineconfigpools.machineconfiguration.openshift.io";

/// Reads `A B,C`.
fn named(words: &[String]) -> Result<Vec<String>> {
    let names = words.iter().flat_map(|word| word.split(',')).map(str::trim);
    let names: Vec<String> = names.map(without_kind).collect();
    if names.iter().any(String::is_empty) {
        return Err(Error::usage(anyhow!("a pool name is empty")));
    }
    Ok(names)
}

/// Takes `mcp/worker` for `worker`.
fn without_kind(name: &str) -> String {
    let kinds = ["mcp/", "machineconfigpool/", "machineconfigpools/"];
    let known = kinds.iter().find_map(|kind| name.strip_prefix(kind));
    known.unwrap_or(name).to_owned()
}
