//! `upgrade graph evaluate`: every update from a version, evaluated now and compared with the
//! cluster.

pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::graph::evaluate::view::RiskEvaluation;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::evaluate::{GraphEvaluation, NotComparable};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::suggest;
use upgrade_graph::targets::risks_from;
use upgrade_graph::version::Version;

/// Evaluate update risks and compare with the cluster
///
/// Shows each rule of each risk with its answer. The first rule that can be
/// evaluated decides: one sample of 1 matches, one sample of 0 does not, and
/// anything else is an error. An update is recommended if no risk matches and all
/// risks could be evaluated. Differences from the status of the cluster are
/// explained.
///
/// If the update graph cannot be read, evaluates the updates and rules that the
/// cluster reports. To check a version in a script, use `upgrade recommend`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph evaluate                          Evaluate all updates
  upgrade graph evaluate 4.7.4                    Show one in detail
  upgrade graph evaluate --record answers.json    Also save the answers

Exit codes: 0 ok, 1 error, 2 usage, 4 no such version")]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let version = args.target.version(&["graph", "evaluate"], &session.invocation)?;
    let only = version.map(Version::new);
    let context = GraphContext { global, session: &*session };
    let here = read_graphs::start(&args.graph, context).await?;
    let (graphs, rules_from) = here.graph_or_lists(&args.graph, context).await?;
    let place = read_graphs::place(&here, &graphs)?;
    let wanted = only.as_ref().map(|version| target(&graphs, place, version)).transpose()?;
    let risks = risks_from(&graphs.merged, place, wanted);
    let facts = read_graphs::facts(&args.facts, &here, risks, context).await?;
    let cluster = here.cluster();
    let apart = NotComparable::new(&graphs, cluster, args.graph.by_hand(cluster), here.own_arch());
    let found = GraphEvaluation::new(&graphs.merged, place, &facts, cluster, apart);
    let show_one = args.show_one(&session.invocation);
    let view = RiskEvaluation::new(&graphs, rules_from, cluster, &found, only.as_ref(), show_one);
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl Args {
    /// Returns the command that shows one target in full.
    fn show_one(&self, invocation: &Invocation) -> String {
        let given = [self.graph.words(), self.facts.words()].concat();
        let words = ["graph", "evaluate"].into_iter().chain(given.iter().map(String::as_str));
        invocation.command(words.chain(["VERSION"]))
    }
}

/// Returns the node of a target, or an error with similar versions.
fn target(graphs: &ChannelGraphs, place: usize, version: &Version) -> Result<usize> {
    let (merged, ways) = (&graphs.merged, &graphs.merged.edges[place]);
    let known = |place: usize| &merged.nodes[place].release.version;
    if let Some(way) = ways.iter().find(|way| known(way.to) == version) {
        return Ok(way.to);
    }
    let from = known(place);
    let near = suggest::versions(version, ways.iter().map(|way| known(way.to)));
    let near: Vec<&str> = near.iter().map(|near| near.text()).collect();
    let error = Error::no_target(anyhow!("the graph has no update from {from} to {version}"));
    Err(if near.is_empty() {
        error
    } else {
        error.hint(format!("similar versions: {}", near.join(", ")))
    })
}
