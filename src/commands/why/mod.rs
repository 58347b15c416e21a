//! `upgrade why`: explains why a version is not available.

pub(crate) mod next;
pub(crate) mod text;
pub(crate) mod view;

use crate::actions::read_graphs::{self, GraphContext, GraphScope, GraphStart};
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::why::view::{Explanation, Flags, WhyAsked};
use crate::error::{ExitStatus, Result};
use crate::output::Format;
use crate::output::parts::hosted::HostedView;
use upgrade_core::cluster::Cluster;
use upgrade_core::why::{self, Cause, Check, GraphFinding, WhyQuery, WhyResult};
use upgrade_graph::channel_graphs::{ChannelGraphs, UnreadChannel};
use upgrade_graph::path::PathGoal;
use upgrade_graph::risk::RiskInputs;
use upgrade_graph::targets::risks_from;

/// Explain why a version is not available
///
/// Reports the first cause that applies: not a version, already installed, older,
/// another architecture, stale updates, conditional, blocked by the graph, in other
/// channels, no update from here, no such version. Reads the ClusterVersion first,
/// and update graphs if needed. Lists what it could not check.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade why 4.7.28                       Explain why it is not available
  upgrade why 4.7.28 --graph graph.json    Use a saved graph

Exit codes: 0 ok, 1 error, 2 usage, 4 no such version")]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) const FORMATS: &[Format] = Format::GENERAL;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let typed = args.target.required(&["why"], &session.invocation)?.trim();
    let wanted = WhyQuery::new(typed);
    let context = GraphContext { global, session: &*session };
    let here = read_graphs::start(&args.graph, context).await?;
    let question = WhyRequest::new(args, &here, &wanted)?;
    let (mut account, graphs) = match question.at_once() {
        Some(cause) => (WhyResult { cause, not_checked: question.unknown_arch() }, None),
        None => question.by_graphs(context).await?,
    };
    let hosted = here.snapshot().and_then(HostedView::new);
    if let (Cause::Older { previous }, Some(_)) = (&mut account.cause, &hosted) {
        *previous = false; // a hosted control plane is not rolled back from here
    }
    let asked = WhyAsked {
        typed,
        version: wanted.version.text(),
        from: here.from.as_ref(),
        channel: question.followed,
        cluster: here.cluster(),
        hosted,
        lists: question.listing.is_some(),
        graphs: graphs.as_ref(),
        notes: here.notes(),
        flags: args.flags(),
    };
    let view = Explanation::new(&asked, &account, &session.invocation);
    session.ui.note(&view.notes);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(if view.is_about_nothing() { ExitStatus::NoTarget } else { ExitStatus::Success })
}

impl Args {
    /// Returns the arguments, for hints.
    fn flags(&self) -> Flags {
        let facts = self.facts.words();
        let origin = [self.graph.origin.words(), facts.clone()].concat();
        Flags { origin, all: [self.graph.words(), facts].concat() }
    }
}

/// The question, and the version to start from.
struct WhyRequest<'a> {
    args: &'a Args,
    here: &'a GraphStart,
    wanted: &'a WhyQuery,
    /// The cluster, if its available updates start from that version.
    listing: Option<&'a Cluster>,
    followed: Option<&'a str>,
}

impl<'a> WhyRequest<'a> {
    fn new(args: &'a Args, here: &'a GraphStart, wanted: &'a WhyQuery) -> Result<Self> {
        let from = here.start_version()?;
        let own = here.cluster().and_then(|cluster| cluster.channel.as_deref());
        let named = args.graph.channel();
        let listing = here.cluster().filter(|cluster| {
            cluster.desired.version == *from && named.is_none_or(|named| own == Some(named))
        });
        Ok(Self { args, here, wanted, listing, followed: named.or(own) })
    }

    /// Returns the cause, if no graph is needed to determine it.
    fn at_once(&self) -> Option<Cause> {
        let arch = self.here.arch(&self.args.graph);
        match (self.listing, &self.here.from) {
            (Some(cluster), _) => why::by_cluster(self.wanted, cluster, arch),
            (None, Some(from)) => why::by_version(self.wanted, from, arch),
            (None, None) => None,
        }
    }

    /// Reads graphs. One that cannot be read is not a failure: its answers are unknown.
    async fn by_graphs(
        &self,
        context: GraphContext<'_>,
    ) -> Result<(WhyResult, Option<ChannelGraphs>)> {
        let mut not_checked = self.unknown_arch();
        not_checked.extend(self.no_lists());
        let graphs = match self.fetch_graphs(context).await {
            Ok(graphs) => graphs,
            Err(error) if error.status == ExitStatus::Usage => return Err(error),
            Err(error) => {
                let why = error.message();
                not_checked.extend(Check::OF_GRAPH.map(|check| (check, why.clone())));
                let cause = why::without_graph(self.wanted, self.listing);
                return Ok((WhyResult { cause, not_checked }, None));
            }
        };
        let facts = self.facts(&graphs, context).await?;
        let (followed, listing) = (self.followed, self.listing);
        let accepted = self.here.cluster().map(Cluster::accepted_risks).unwrap_or_default();
        let GraphFinding { mut cause, bad_expression } =
            why::by_graph(self.wanted, &graphs, &facts, followed, listing, &accepted);
        if let Some(expression) = bad_expression {
            let why = format!("{expression:?} is not a valid regular expression");
            not_checked.push((Check::Blocks, why));
        }
        if graphs.place().is_none() && !matches!(cause, Cause::NoSuchVersion { .. }) {
            let from = self.here.start_version()?;
            not_checked.push((Check::Edges, format!("{from} is not in any graph that was read")));
        }
        if let Cause::NoSuchVersion { .. } = cause {
            match self.other_architectures(&graphs.arch, context).await {
                Ok(there) if there.is_empty() => {}
                Ok(there) => {
                    let here = Some(graphs.arch.clone());
                    cause = Cause::OtherArchitecture { here, there };
                }
                Err(error) => not_checked.push((Check::Architecture, error.message())),
            }
        }
        if let Some(check) = cause.depends_on().filter(|_| !graphs.unread.is_empty()) {
            not_checked.push((check, not_looked_at(&graphs.unread)));
            if let Cause::NoSuchVersion { nearest } = cause {
                cause = Cause::NotListed { nearest };
            }
        }
        not_checked.sort();
        Ok((WhyResult { cause, not_checked }, Some(graphs)))
    }

    /// Reads the graphs that may lead to the version, as `path` does.
    async fn fetch_graphs(&self, context: GraphContext<'_>) -> Result<ChannelGraphs> {
        let goal = PathGoal::Release(self.wanted.version.clone());
        self.here.graphs(&self.args.graph, GraphScope::Towards(goal), context).await
    }

    fn minor(&self) -> Option<(u64, u64)> {
        self.wanted.version.numbers().map(|[major, minor, _]| (major, minor))
    }

    /// Evaluates the risks of the update to it, if there is one.
    async fn facts(&self, graphs: &ChannelGraphs, context: GraphContext<'_>) -> Result<RiskInputs> {
        let ends = graphs.place().zip(graphs.merged.find(&self.wanted.version));
        let risks = ends.map(|(from, to)| risks_from(&graphs.merged, from, Some(to)));
        read_graphs::facts(&self.args.facts, self.here, risks.unwrap_or_default(), context).await
    }

    /// Returns the other architectures that have the version.
    async fn other_architectures(
        &self,
        here: &str,
        context: GraphContext<'_>,
    ) -> Result<Vec<String>> {
        const ALL: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];
        let mut found = Vec::new();
        // The candidate channel has all releases of its minor version.
        let Some(channel) = self.minor().map(|(major, minor)| format!("candidate-{major}.{minor}"))
        else {
            return Ok(found);
        };
        for arch in ALL.into_iter().filter(|arch| *arch != here) {
            let looked = self.here.graph_for(&self.args.graph, &channel, arch, context).await?;
            if looked.merged.find(&self.wanted.version).is_some() {
                found.push(arch.to_owned());
            }
        }
        Ok(found)
    }

    /// With another version to start from, the cluster's available updates do not matter.
    fn no_lists(&self) -> Vec<(Check, String)> {
        let why = match (self.listing, self.here.cluster()) {
            (Some(_), _) => return Vec::new(),
            (None, None) => "no cluster is used".to_owned(),
            (None, Some(cluster)) => {
                let channel = cluster.channel.as_deref().unwrap_or("no channel");
                format!("the cluster is on {} in {channel}", cluster.desired.version)
            }
        };
        vec![(Check::Retrieval, why.clone()), (Check::Lists, why)]
    }

    /// If the architecture is unknown, it cannot be compared with the one that the user named.
    fn unknown_arch(&self) -> Vec<(Check, String)> {
        let unknown = self.wanted.arch.is_some() && self.here.arch(&self.args.graph).is_none();
        let why = "the architecture of the cluster is unknown: use --arch".to_owned();
        unknown.then_some((Check::Architecture, why)).into_iter().collect()
    }
}

/// Tells which channels might have the answer, and why they were not read.
fn not_looked_at(unread: &[UnreadChannel]) -> String {
    let names: Vec<&str> = unread.iter().map(|unread| unread.channel.as_str()).collect();
    let (some, more) = names.split_at(names.len().min(SHOWN));
    let names = match more.len() {
        0 => some.join(", "),
        more => format!("{} and {more} others", some.join(", ")),
    };
    format!("channels that were not searched: {names}")
}

const SHOWN: usize = 8; // names of channels
