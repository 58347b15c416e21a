//! `upgrade path`: an update path to a version.

pub(crate) mod text;

use anyhow::anyhow;

use crate::actions::find_path::view::{PathOutcome, UpdatePath};
use crate::actions::find_path::{self, PathAsker, PathQuestion, PathSearch};
use crate::actions::read_graphs::{self, GraphContext, GraphScope, GraphStart};
use crate::cli::completes::Completes;
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use crate::output::parts::hosted::HostedView;
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::part::Part;

/// Find an update path to a version
///
/// The best path has the fewest risks that apply and are not accepted, then the
/// fewest unknown risks, the fewest minor versions, the fewest updates, and the
/// newest releases. Without `--channel`, reads the graphs of all channels that may
/// lead to the target. Risks of later steps are evaluated with current metrics.
///
/// A path with an update that is not recommended exits with code 3 unless you pass
/// `--allow-not-recommended`. `--accept` applies to this run and stores nothing.
/// Risks in `spec.desiredUpdate.acceptRisks` are accepted, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade path 4.8              Find a path to a minor version
  upgrade path 4.8.2 --all 3    Compare the 3 best paths
  upgrade path 4.8 --eus        Use EUS updates

Exit codes: 0 ok, 1 error or incomplete, 2 usage, 3 no recommended path,
4 no path or no such version")]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Include paths with updates that are not recommended
    #[arg(long)]
    allow_not_recommended: bool,
    /// Treat these risks as accepted, for this run
    #[arg(long, value_name = "RISK,...", value_delimiter = ',')]
    #[arg(add = Completes::Risk)]
    accept: Vec<String>,
    /// Show the N best paths (1-100)
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=100))]
    all: u8,
    /// Use EUS updates and show when to pause worker pools
    #[arg(long)]
    eus: bool,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let typed = args.target.required(&["path"], &session.invocation)?;
    let question = args.question(typed, &session.invocation)?;
    let scope = GraphScope::Towards(question.goal.clone());
    let (here, graphs) =
        read_graphs::read_graphs(&args.graph, scope, GraphContext { global, session }).await?;
    here.start_version()?;
    let search = PathSearch::new(&question, &graphs, here.cluster());
    let context = GraphContext { global, session };
    let facts = read_graphs::facts(&args.facts, &here, search.risks(), context).await?;
    let pools = if args.eus { worker_pools(&here).await } else { Vec::new() };
    let asker = PathAsker {
        pools: &pools,
        hosted: here.snapshot().and_then(HostedView::new),
        invocation: &session.invocation,
        words: &args.words(typed),
    };
    let view = search.answer(&facts, &asker);
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    end(&view, session.ui.format.structured())
}

/// Returns the pools to pause; only the usual one if they cannot be read.
async fn worker_pools(here: &GraphStart) -> Vec<String> {
    let usual = || vec!["worker".to_owned()];
    let Some(source) = here.source() else { return usual() };
    let read = source.snapshot(&SnapshotParts::POOL_NAMES).await;
    let Ok(Part::Known(pools)) = read.map(|snapshot| snapshot.pools) else { return usual() };
    let mut names: Vec<String> =
        pools.into_iter().filter(Pool::can_be_paused).map(|pool| pool.name).collect();
    names.sort();
    if names.is_empty() { usual() } else { names }
}

/// Returns the exit code: whether there is a path.
fn end(view: &UpdatePath, told: bool) -> Result {
    let UpdatePath { from, to, .. } = view;
    let error = match view.outcome {
        PathOutcome::Arrived | PathOutcome::Found => return Ok(ExitStatus::Success),
        PathOutcome::NotRecommended if told => return Ok(ExitStatus::Refused),
        PathOutcome::NotRecommended => {
            let best = view.not_recommended.first();
            let names = best.map(|way| way.unaccepted.join(", ")).unwrap_or_default();
            let names = if names.is_empty() { "no reason given".to_owned() } else { names };
            Error::refused(anyhow!("no recommended update path from {from} to {to}: {names}"))
        }
        PathOutcome::NoWay => Error::no_target(anyhow!("no update path from {from} to {to}")),
        PathOutcome::Incomplete if view.is_restricted() => Error::no_target(anyhow!(
            "no update path from {from} to {to} in the channels searched. Others were not searched"
        )),
        PathOutcome::Incomplete => {
            let none = format!("cannot find an update path from {from} to {to}");
            Error::new("Incomplete", anyhow!("{none}: not all channels were read"))
        }
    };
    Err(view.reading.hints.iter().cloned().fold(error, Error::hint))
}

impl Args {
    fn question(&self, target: &str, invocation: &Invocation) -> Result<PathQuestion> {
        let Self { eus, all, allow_not_recommended, accept, .. } = self;
        Ok(PathQuestion {
            goal: find_path::goal(target, *eus, invocation)?,
            channels: self.graph.channel.clone(),
            eus: *eus,
            count: *all,
            allow_not_recommended: *allow_not_recommended,
            accept: accept.clone(),
        })
    }

    /// Returns the arguments that repeat the command.
    fn words(&self, target: &str) -> Vec<String> {
        let mut words = vec!["path".to_owned(), target.to_owned()];
        words.extend(self.eus.then(|| "--eus".to_owned()));
        words.extend(self.graph.words());
        words.extend(self.facts.words());
        words
    }
}
