//! `upgrade graph show`: reachable releases as text, data or a picture.

pub(crate) mod drawing;
mod outline;
#[cfg(test)]
mod testing;
pub(crate) mod text;

use crate::actions::read_graphs::{self, GraphContext, GraphScope};
use crate::actions::show_graph;
use crate::actions::show_graph::view::UpdateGraph;
use crate::cli::graph_args::GraphArgs;
use crate::cli::invocation::Invocation;
use crate::cli::{GlobalArgs, Session, values};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::reachable::{NoSuchVersion, ReachQuery, ReachableGraph};
use upgrade_graph::version::Version;

/// Show releases reachable from the current version
///
/// Counts releases by minor version, with the newest release and the newest one
/// that recommended updates reach. Conditional edges are shown with the names of
/// their risks. To evaluate risks, use `upgrade recommend`, `upgrade path` or
/// `upgrade graph evaluate`.
///
/// `-o svg` draws the graph, and its boxes link to errata. `-o dot` is for Graphviz,
/// `-o mermaid` for Markdown. Pictures leave out edges that add nothing, and say how
/// many. `-o json` has all. `-o html` writes one page with the picture and the
/// risks, `-o markdown` the same as text.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade graph show                       Show the channel of the cluster
  upgrade graph show --channel fast-4.7    Show another channel
  upgrade graph show -o svg > graph.svg    Draw a picture

Exit codes: 0 ok, 1 error, 2 usage, 4 no such version or no path")]
pub(crate) struct Args {
    /// Show only releases on a path to this version
    #[arg(long, value_name = "VERSION")]
    to: Option<String>,
    /// Show the whole graph, including unreachable releases
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    graph: GraphArgs,
}

pub(crate) const FORMATS: &[Format] = &[
    Format::Text,
    Format::Json,
    Format::Yaml,
    Format::Wide,
    Format::Name,
    Format::Version,
    Format::Svg,
    Format::Dot,
    Format::Mermaid,
    Format::Markdown,
    Format::Html,
];

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let wanted = args.wanted()?;
    let (here, graphs) = read_graphs::read_graphs(
        &args.graph,
        GraphScope::Followed,
        GraphContext { global, session },
    )
    .await?;
    let reach = ReachableGraph::new(&graphs, &wanted)
        .map_err(|missing| explain(&missing, &graphs, args, &session.invocation))?;
    let mut view = UpdateGraph::new(&graphs, here.cluster(), &reach);
    if session.ui.format.is_drawing() {
        view.leave_out(&reach.drawn(&graphs.merged));
    }
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl Args {
    fn wanted(&self) -> Result<ReachQuery> {
        let to = self.to.as_ref().map(|to| values::version("--to", to)).transpose()?;
        Ok(ReachQuery { to: to.map(Version::new), all: self.all })
    }
}

/// Explains why there is nothing to show, with similar versions and the commands to run next.
fn explain(
    missing: &NoSuchVersion,
    graphs: &ChannelGraphs,
    args: &Args,
    invocation: &Invocation,
) -> Error {
    let to = args.to.as_deref().unwrap_or_default();
    let words = args.graph.words();
    let next = |start: &[&str]| {
        invocation.command(start.iter().copied().chain(words.iter().map(String::as_str)))
    };
    let error = show_graph::explain(missing, graphs, to);
    match missing {
        _ if graphs.merged.nodes.is_empty() => error.hint("to use another channel, pass --channel"),
        NoSuchVersion::Start { .. } => error.hint("pass --from-version, --channel or --all"),
        NoSuchVersion::Target { .. } if args.graph.origin.graph.is_some() => error,
        NoSuchVersion::Target { .. } => {
            error.hint_run("to search more channels", next(&["path", "--to", to]))
        }
        NoSuchVersion::NoWay { .. } => error.hint_run("to see why", next(&["why", to])),
        NoSuchVersion::Here => error,
    }
}
