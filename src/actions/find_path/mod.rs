//! Update paths: what the command, the update service and the explorer search for and answer.

pub(crate) mod missing_view;
pub(crate) mod route_view;
pub(crate) mod view;

use std::collections::BTreeSet;

use anyhow::anyhow;

use crate::actions::find_path::view::{PathReport, UpdatePath};
use crate::actions::read_graphs::{self, GraphContext, GraphScope, GraphStart};
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::invocation::Invocation;
use crate::cli::values;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, Hint, Result};
use crate::output::parts::hosted::HostedView;
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::machine_config_pool::Pool;
use upgrade_core::part::Part;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::model::Risk;
use upgrade_graph::path::{
    self, ChannelScope, PathAccepted, PathGoal, PathQuery, Policy, RiskVerdicts, is_even,
};
use upgrade_graph::risk::{RiskInputs, verdict};
use upgrade_graph::suggest;
use upgrade_graph::version::Version;

/// What paths are searched for.
#[derive(Debug, Clone)]
pub(crate) struct PathQuestion {
    pub(crate) goal: PathGoal,
    /// The channels that the user names; they count, whatever their family.
    pub(crate) channels: Vec<String>,
    pub(crate) eus: bool,
    /// How many of the best paths to show.
    pub(crate) count: u8,
    pub(crate) allow_not_recommended: bool,
    /// Risks to treat as accepted.
    pub(crate) accept: Vec<String>,
}

/// A search whose risks are not evaluated yet.
pub(crate) struct PathSearch<'a> {
    question: &'a PathQuestion,
    graphs: &'a ChannelGraphs,
    cluster: Option<&'a Cluster>,
    queries: Vec<PathQuery<'a>>,
}

/// What an answer says besides the paths.
pub(crate) struct PathAsker<'a> {
    /// Where updates of the cluster are requested, if not on the cluster itself.
    pub(crate) hosted: Option<HostedView>,
    /// The pools to pause on EUS paths.
    pub(crate) pools: &'a [String],
    pub(crate) invocation: &'a Invocation,
    /// The arguments that repeat the command.
    pub(crate) words: &'a [String],
}

/// Where a search reads from.
#[derive(Clone, Copy)]
pub(crate) struct PathSource<'a> {
    pub(crate) graph: &'a GraphArgs,
    pub(crate) facts: &'a FactArgs,
    /// The arguments that repeat the command.
    pub(crate) words: &'a [String],
}

/// Reads the graphs and the metrics, and searches. Returns the graphs, too.
pub(crate) async fn find(
    question: &PathQuestion,
    source: PathSource<'_>,
    here: &GraphStart,
    context: GraphContext<'_>,
) -> Result<(UpdatePath, ChannelGraphs)> {
    let scope = GraphScope::Towards(question.goal.clone());
    let graphs = here.graphs(source.graph, scope, context).await?;
    here.start_version()?;
    let search = PathSearch::new(question, &graphs, here.cluster());
    let facts = read_graphs::facts(source.facts, here, search.risks(), context).await?;
    let pools = if question.eus { worker_pools(here).await } else { Vec::new() };
    let asker = PathAsker {
        pools: &pools,
        hosted: here.snapshot().and_then(HostedView::new),
        invocation: &context.session.invocation,
        words: source.words,
    };
    Ok((search.answer(&facts, &asker), graphs))
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

/// Parses a target: a release or a minor version.
pub(crate) fn goal(text: &str, eus: bool, invocation: &Invocation) -> Result<PathGoal> {
    let goal = if let Some((major, minor)) = values::minor(text) {
        PathGoal::Minor(major, minor)
    } else {
        PathGoal::Release(Version::new(values::target(text, &["path"], invocation)?))
    };
    let odd = goal.minor().filter(|minor| eus && !is_even(*minor));
    let Some((major, minor)) = odd else { return Ok(goal) };
    let even = format!("{major}.{}", minor + 1);
    let again = invocation.command(["path", &even, "--eus"]);
    Err(Error::usage(anyhow!("--eus requires an even minor version, and {goal} is odd"))
        .hint(Hint::meant(again)))
}

impl<'a> PathSearch<'a> {
    /// Determines what is reachable. The graphs have a version to start from.
    pub(crate) fn new(
        question: &'a PathQuestion,
        graphs: &'a ChannelGraphs,
        cluster: Option<&'a Cluster>,
    ) -> Self {
        let scopes = question.scopes(cluster).into_iter();
        let queries =
            scopes.filter_map(|scope| PathQuery::new(graphs, &question.goal, scope)).collect();
        Self { question, graphs, cluster, queries }
    }

    /// Returns the risks to evaluate.
    pub(crate) fn risks(&self) -> impl Iterator<Item = &'a Risk> {
        let risks: BTreeSet<usize> = self.queries.iter().flat_map(PathQuery::risks).collect();
        let graphs = self.graphs;
        risks.into_iter().map(move |risk| &graphs.merged.risks[risk])
    }

    /// Returns the best paths with these answers.
    pub(crate) fn answer(&self, facts: &RiskInputs, asker: &PathAsker<'_>) -> UpdatePath {
        let Self { question, graphs, cluster, queries } = self;
        let verdicts: Vec<_> =
            graphs.merged.risks.iter().map(|risk| verdict(risk, facts)).collect();
        let accepted = question.accepted(*cluster);
        let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
        let policy = Policy {
            count: question.count.into(),
            allow_not_recommended: question.allow_not_recommended,
        };
        let (query, found) = path::find(queries, opinion, policy).expect("a scope is always tried");
        let report = PathReport {
            graphs,
            cluster: *cluster,
            hosted: asker.hosted.clone(),
            query,
            opinion,
            named: question.channels.first().map(String::as_str),
            pools: asker.pools,
            invocation: asker.invocation,
            words: asker.words,
        };
        let mut view = UpdatePath::new(&report, &found);
        view.warnings.extend(question.strangers(graphs));
        view
    }
}

impl PathQuestion {
    fn scopes(&self, cluster: Option<&Cluster>) -> Vec<ChannelScope> {
        let followed = cluster.and_then(|cluster| cluster.channel.as_deref());
        let followed = followed.filter(|channel| !channel.is_empty());
        match (self.eus, self.channels.as_slice()) {
            (true, _) => vec![ChannelScope::Eus],
            (false, []) => ChannelScope::tried(followed),
            (false, [_, ..]) => vec![ChannelScope::All],
        }
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
}
