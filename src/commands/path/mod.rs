//! `upgrade path`: an update path to a version.

pub(crate) mod outline;
pub(crate) mod text;

use anyhow::anyhow;

use crate::actions::find_path::view::{PathOutcome, UpdatePath};
use crate::actions::find_path::{self, PathQuestion, PathSource};
use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::completes::Completes;
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

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
///
/// `-o html` writes one page with a picture for a change board, `-o markdown` the
/// same for a ticket.
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

pub(crate) const FORMATS: &[Format] = &[
    Format::Text,
    Format::Json,
    Format::Yaml,
    Format::Wide,
    Format::Version,
    Format::Name,
    Format::Markdown,
    Format::Html,
];

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let typed = args.target.required(&["path"], &session.invocation)?;
    let question = args.question(typed, &session.invocation)?;
    let context = GraphContext { global, session };
    let here = read_graphs::start(&args.graph, context).await?;
    let words = args.words(typed);
    let source = PathSource { graph: &args.graph, facts: &args.facts, words: &words };
    let (mut view, graphs) = find_path::find(&question, source, &here, context).await?;
    if session.ui.format.is_drawing() {
        view.draw(&graphs, here.cluster());
    }
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    end(&view, session.ui.format.structured())
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
