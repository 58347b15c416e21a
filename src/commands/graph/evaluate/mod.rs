//! `upgrade graph evaluate`: every update from here, judged now, beside what the cluster says.

pub(crate) mod text;
pub(crate) mod view;

use anyhow::anyhow;

use crate::actions::read_graphs::{self, GraphContext};
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::{GlobalArgs, Session, values};
use crate::commands::graph::evaluate::view::RiskEvaluation;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::evaluate::{GraphEvaluation, NotComparable};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::suggest;
use upgrade_graph::targets::risks_from;
use upgrade_graph::version::Version;

/// Judge every update from here by the graph, now, and compare with what the cluster says
///
/// Every risk is shown with each of its rules and the raw answer to it. The first rule that can be
/// evaluated decides: one sample of exactly 1 matches, one of exactly 0 does not, anything else has
/// failed. An update is recommended only if none of its risks matches and all could be judged.
///
/// The cluster judges by the same rules, one query a second, and writes what it found into its two
/// lists. Where these say something else, the reason is told. This only informs: `upgrade
/// recommend` is the gate.
///
/// If the update graph cannot be read, the updates and rules that the cluster reports are evaluated
/// instead.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph evaluate                          Every update, every risk, every answer
  upgrade graph evaluate --version 4.7.4          All of one
  upgrade graph evaluate --from-version 4.6.43    … from another release than the cluster's
  upgrade graph evaluate --record answers.json    … and keep the answers
  upgrade graph evaluate --graph graph.json --from-version 4.6.23 --answers answers.json
                                                  Judge without a cluster
  upgrade graph evaluate -o json | jq '.risks[] | {name, applies}'

Exit codes: 0 done, whatever was found, 1 failed, 2 usage, 4 no such version")]
pub(crate) struct Args {
    /// Give a full account of this version
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let version =
        args.version.as_ref().map(|text| values::version("--version", text)).transpose()?;
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
    /// Returns the command that accounts for one target.
    fn show_one(&self, invocation: &Invocation) -> String {
        let given = [self.graph.words(), self.facts.words()].concat();
        let words = ["graph", "evaluate"].into_iter().chain(given.iter().map(String::as_str));
        invocation.command(words.chain(["--version", "VERSION"]))
    }
}

/// Returns the place of a target; that there is none names the nearest.
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
        error.hint(format!("the nearest are: {}", near.join(", ")))
    })
}
