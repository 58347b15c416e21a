//! `upgrade path`: an update path to a version.

pub(crate) mod text;

use std::collections::BTreeSet;

use anyhow::anyhow;

use crate::actions::find_path::view::{PathOutcome, PathReport, UpdatePath};
use crate::actions::read_graphs::{self, GraphContext, GraphScope};
use crate::cli::completes::Completes;
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session, values};
use crate::error::{Error, ExitStatus, Hint, Result};
use crate::output::Format;
use crate::output::parts::hosted::HostedView;
use upgrade_core::cluster::Cluster;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::path::{
    self, ChannelScope, PathAccepted, PathGoal, PathQuery, Policy, RiskVerdicts, is_even,
};
use upgrade_graph::risk::verdict;
use upgrade_graph::suggest;
use upgrade_graph::version::Version;

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
    let goal = args.goal(typed, &session.invocation)?;
    let scope = GraphScope::Towards(goal.clone());
    let (here, graphs) =
        read_graphs::read_graphs(&args.graph, scope, GraphContext { global, session }).await?;
    here.start_version()?;
    let cluster = here.cluster();
    let queries = args.queries(&graphs, cluster, &goal);
    let risks: BTreeSet<usize> = queries.iter().flat_map(PathQuery::risks).collect();
    let asked = risks.iter().map(|&risk| &graphs.merged.risks[risk]);
    let facts =
        read_graphs::facts(&args.facts, &here, asked, GraphContext { global, session }).await?;
    let verdicts: Vec<_> = graphs.merged.risks.iter().map(|risk| verdict(risk, &facts)).collect();
    let accepted = args.accepted(cluster);
    let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
    let policy =
        Policy { count: args.all.into(), allow_not_recommended: args.allow_not_recommended };
    let (query, found) = path::find(&queries, opinion, policy).expect("a scope is always tried");
    let (invocation, words) = (session.invocation.clone(), args.words(typed));
    let named = args.graph.channel();
    let report = PathReport {
        graphs: &graphs,
        cluster,
        hosted: here.snapshot().and_then(HostedView::new),
        query,
        opinion,
        named,
        invocation: &invocation,
        words: &words,
    };
    let mut view = UpdatePath::new(&report, &found);
    view.warnings.extend(args.strangers(&graphs));
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
    fn goal(&self, text: &str, invocation: &Invocation) -> Result<PathGoal> {
        let goal = if let Some((major, minor)) = values::minor(text) {
            PathGoal::Minor(major, minor)
        } else {
            PathGoal::Release(Version::new(values::target(text, &["path"], invocation)?))
        };
        let odd = goal.minor().filter(|minor| self.eus && !is_even(*minor));
        let Some((major, minor)) = odd else { return Ok(goal) };
        let even = format!("{major}.{}", minor + 1);
        let again = invocation.command(["path", &even, "--eus"]);
        Err(Error::usage(anyhow!("--eus requires an even minor version, and {goal} is odd"))
            .hint(Hint::meant(again)))
    }

    /// A channel that the user names counts, whatever its family.
    fn queries<'a>(
        &self,
        graphs: &'a ChannelGraphs,
        cluster: Option<&Cluster>,
        goal: &PathGoal,
    ) -> Vec<PathQuery<'a>> {
        let followed = cluster.and_then(|cluster| cluster.channel.as_deref());
        let followed = followed.filter(|channel| !channel.is_empty());
        let scopes = match (self.eus, self.graph.channel()) {
            (true, _) => vec![ChannelScope::Eus],
            (false, None) => ChannelScope::tried(followed),
            (false, Some(_)) => vec![ChannelScope::All],
        };
        scopes.into_iter().filter_map(|scope| PathQuery::new(graphs, goal, scope)).collect()
    }

    fn accepted(&self, cluster: Option<&Cluster>) -> PathAccepted {
        let stored = cluster.map(Cluster::accepted_risks).unwrap_or_default();
        let stored = stored.into_iter().map(str::to_owned);
        PathAccepted { here: self.names().collect(), on_cluster: stored.collect() }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let names = self.accept.iter().map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty())
    }

    /// Warns about names that are not risks of the graph.
    fn strangers(&self, graphs: &ChannelGraphs) -> Vec<String> {
        let known = || graphs.merged.risks.iter().map(|risk| risk.name.as_str());
        let strange = self.names().filter(|name| !known().any(|known| known == name));
        let told = strange.map(|name| match suggest::words(&name, known())[..] {
            [] => format!("--accept: the graph has no risk {name}"),
            [near, ..] => {
                format!("--accept: the graph has no risk {name}. A similar name: {near}")
            }
        });
        told.collect()
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
