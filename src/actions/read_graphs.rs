//! What the commands on graphs begin with: the cluster, the graphs of channels, and what risks are
//! judged by.

use std::collections::BTreeSet;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::Serialize;

use super::open;
use super::search_channels::{self, ReadChannels};
use crate::cli::graph_args::{FactArgs, GraphArgs};
use crate::cli::values;
use crate::cli::{GlobalArgs, Session};
use crate::connect::Source;
use crate::connect::http::Web;
use crate::connect::monitoring::{self, MetricsSource};
use crate::connect::snapshot::SnapshotParts;
use crate::connect::update_service::{DEFAULT, GraphRequest, UpdateServiceClient};
use crate::error::{Error, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::evaluate::listed_graph;
use upgrade_core::objects::prometheus::{KIND, RecordedAnswers, answer};
use upgrade_core::part::Part;
use upgrade_core::snapshot::Snapshot;
use upgrade_graph::channel_graphs::{ChannelGraphs, UnreadChannel, UnreadReason};
use upgrade_graph::channel_search::ChannelSearch;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::model::Risk;
use upgrade_graph::path::PathGoal;
use upgrade_graph::risk::{Platform, RiskInputs, questions};
use upgrade_graph::suggest;
use upgrade_graph::version::Version;

/// Which channels are looked at where none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GraphScope {
    /// The one that the cluster follows.
    Followed,
    /// All that may lead to a release.
    Towards(PathGoal),
}

/// Where the rules of risks are from
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum RulesFrom {
    /// The update graph
    Graph,
    /// The cluster's own lists, because no graph could be read
    Cluster,
}

/// What is known before a graph is looked at.
pub(crate) struct GraphStart {
    source: Option<Source>,
    snapshot: Option<Snapshot>,
    /// Where one stands: the version asked for, else the cluster's.
    pub(crate) from: Option<Version>,
    arch: String,
    notes: Vec<String>,
}

/// What graphs are read with.
#[derive(Clone, Copy)]
pub(crate) struct GraphContext<'a> {
    pub(crate) global: &'a GlobalArgs,
    pub(crate) session: &'a Session,
}

/// Reads the cluster and the graphs.
pub(crate) async fn read_graphs(
    args: &GraphArgs,
    scope: GraphScope,
    context: GraphContext<'_>,
) -> Result<(GraphStart, ChannelGraphs)> {
    let here = start(args, context).await?;
    let graphs = here.graphs(args, scope, context).await?;
    Ok((here, graphs))
}

/// Reads the cluster. A graph and a version that were both named need none.
pub(crate) async fn start(args: &GraphArgs, context: GraphContext<'_>) -> Result<GraphStart> {
    let GraphContext { global, session } = context;
    let from = args.from_version.as_ref();
    let from = from.map(|text| values::version("--from-version", text)).transpose()?;
    let mut here = GraphStart {
        source: None,
        snapshot: None,
        from: from.map(Version::new),
        arch: args.origin.arch.clone().unwrap_or_else(|| ARCH.to_owned()),
        notes: Vec::new(),
    };
    if args.origin.graph.is_some() && here.from.is_some() && !global.names_a_source() {
        return Ok(here);
    }
    let source = match open::source(global, session).await {
        Err(error) if args.origin.graph.is_some() && !global.names_a_source() => {
            here.notes.push(format!("no cluster is looked at: {}", error.message()));
            return Ok(here);
        }
        source => source?,
    };
    let snapshot = source.snapshot(&SnapshotParts::GRAPH).await?;
    match (&args.origin.arch, &snapshot.architecture) {
        (Some(_), _) | (None, Part::NotRead | Part::NotServed) => {}
        (None, Part::Known(arch)) => here.arch.clone_from(arch),
        (None, Part::Unreadable { why, .. }) => here.notes.push(format!(
            "the architecture is not known ({why}); {ARCH} is assumed, --arch says otherwise"
        )),
    }
    let desired = &snapshot.cluster.desired.version;
    here.from = here.from.or_else(|| Some(desired.clone()).filter(|it| !it.text().is_empty()));
    (here.source, here.snapshot) = (Some(source), Some(snapshot));
    Ok(here)
}

pub(crate) const ARCH: &str = "amd64"; // what an update service takes, where none is named

impl GraphStart {
    pub(crate) fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.snapshot.as_ref().map(|snapshot| &snapshot.cluster)
    }

    /// Returns the cluster, for commands that are about one.
    pub(crate) fn on_cluster(&self) -> Result<&Cluster> {
        self.cluster().ok_or_else(|| {
            let why = self.notes.first().map_or("no cluster is looked at", String::as_str);
            Error::new("NoCluster", anyhow!("{why}"))
        })
    }

    /// Returns the architecture, where it is known and not assumed.
    pub(crate) fn arch<'a>(&'a self, args: &'a GraphArgs) -> Option<&'a str> {
        args.origin.arch.as_deref().or(self.own_arch())
    }

    /// Returns the architecture that the cluster is found to have.
    pub(crate) fn own_arch(&self) -> Option<&str> {
        self.snapshot.as_ref()?.architecture.known().map(String::as_str)
    }

    /// Returns what the cluster runs on.
    fn platform(&self) -> Platform {
        let unknown = |why: &str| Platform::Unknown { why: why.to_owned() };
        let Some(snapshot) = &self.snapshot else { return unknown("no cluster is looked at") };
        match snapshot.infrastructure.as_ref().and_then(|known| known.platform.clone()) {
            Part::Known(name) => Platform::Known(name),
            Part::Unreadable { why, .. } => Platform::Unknown { why },
            Part::NotRead | Part::NotServed => unknown("it was not read"),
        }
    }

    /// Returns what one should know, whatever graphs are looked at.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns where one stands; without that there is nothing to tell.
    pub(crate) fn start_version(&self) -> Result<&Version> {
        self.from.as_ref().ok_or_else(|| {
            Error::usage(anyhow!("from which version is not known"))
                .hint("pass --from-version, or name a cluster")
        })
    }

    /// Reads the graphs of channels.
    pub(crate) async fn graphs(
        &self,
        args: &GraphArgs,
        scope: GraphScope,
        context: GraphContext<'_>,
    ) -> Result<ChannelGraphs> {
        let service = self.service(args, context)?;
        let given = self.given(args, &scope, &service)?;
        match (given, scope) {
            (Some(channels), GraphScope::Followed) => {
                self.fetch(args, &service, channels, &self.arch).await
            }
            (Some(channels), GraphScope::Towards(goal)) => {
                let mut graphs = self.fetch(args, &service, channels, &self.arch).await?;
                let unread = self.search(goal).unread(&graphs).into_iter();
                let reason = match graphs.own_channel() {
                    Some(own) => UnreadReason::NotInGraph(own.to_owned()),
                    None => UnreadReason::NotNamed,
                };
                let not_read = |channel| UnreadChannel { channel, reason: reason.clone() };
                graphs.unread = unread.map(not_read).collect();
                Ok(graphs)
            }
            (None, GraphScope::Followed) => Err(no_channel()),
            (None, GraphScope::Towards(goal)) => {
                let (search, query) = (self.search(goal), self.query(args, &self.arch));
                let read = search_channels::towards(&search, &service, &query).await?;
                Ok(self.told(args, read))
            }
        }
    }

    /// Reads the graph that the cluster follows. Where there is none, the cluster's own lists stand for it,
    /// unless something else was asked for.
    pub(crate) async fn graph_or_lists(
        &self,
        args: &GraphArgs,
        context: GraphContext<'_>,
    ) -> Result<(ChannelGraphs, RulesFrom)> {
        let error = match self.graphs(args, GraphScope::Followed, context).await {
            Ok(graphs) => return Ok((graphs, RulesFrom::Graph)),
            Err(error) => error,
        };
        let recorded = self.source.as_ref().is_some_and(|it| !it.recorded_graphs().is_empty());
        let own = self.cluster().filter(|_| !recorded && args.words().is_empty());
        let Some((cluster, graph)) = own.and_then(|it| Some((it, listed_graph(it)?))) else {
            return Err(error);
        };
        let layer = ChannelGraph { channel: cluster.channel.clone(), graph };
        let mut graphs =
            ChannelGraphs::new(&[layer], self.arch.clone(), "the cluster's own lists".to_owned());
        graphs.from.clone_from(&self.from);
        graphs.notes.splice(0..0, self.notes.iter().cloned());
        graphs.notes.push(format!(
            "cannot read the update graph, so the rules are those that the cluster reports: {}",
            error.message()
        ));
        Ok((graphs, RulesFrom::Cluster))
    }

    fn search(&self, goal: PathGoal) -> ChannelSearch {
        ChannelSearch {
            from: self.from.clone(),
            goal,
            followed: self.followed().map(str::to_owned),
            of_release: self.cluster().map(|it| it.desired.channels.clone()).unwrap_or_default(),
        }
    }

    /// Returns the channel that the cluster follows.
    fn followed(&self) -> Option<&str> {
        let channel = self.cluster()?.channel.as_deref();
        channel.filter(|channel| !channel.is_empty())
    }

    /// Reads the graph of a channel for another architecture.
    pub(crate) async fn graph_for(
        &self,
        args: &GraphArgs,
        channel: &str,
        arch: &str,
        context: GraphContext<'_>,
    ) -> Result<ChannelGraphs> {
        let service = self.service(args, context)?;
        let whole = matches!(service, UpdateServiceClient::Whole { .. });
        let channel = Some(channel.to_owned()).filter(|_| !whole);
        self.fetch(args, &service, vec![channel], arch).await
    }

    async fn fetch(
        &self,
        args: &GraphArgs,
        service: &UpdateServiceClient<'_>,
        channels: Vec<Option<String>>,
        arch: &str,
    ) -> Result<ChannelGraphs> {
        let fetched = service.fetch(&channels, &self.query(args, arch)).await?;
        let (mut oddities, mut not_in_channel) = (Vec::new(), Vec::new());
        let layers = channels.into_iter().zip(fetched).map(|(channel, found)| {
            oddities.extend(found.oddities);
            not_in_channel.extend(found.not_in_channel);
            ChannelGraph { channel, graph: found.graph }
        });
        let layers: Vec<ChannelGraph> = layers.collect();
        let mut graphs = ChannelGraphs::new(&layers, arch.to_owned(), service.shown().to_owned());
        graphs.from.clone_from(&self.from);
        Ok(self.told(args, ReadChannels { graphs, oddities, not_in_channel }))
    }

    fn query(&self, args: &GraphArgs, arch: &str) -> GraphRequest {
        let own = args.origin.graph.is_none();
        GraphRequest {
            arch: arch.to_owned(),
            version: self.from.as_ref().map(|version| version.text().to_owned()),
            // Only the cluster's own service is told who asks.
            id: self.cluster().filter(|_| own).and_then(|cluster| cluster.id.clone()),
            platform: match self.platform() {
                Platform::Known(name) if own => Some(name),
                Platform::Known(_) | Platform::Unknown { .. } => None,
            },
        }
    }

    /// Adds what one should know of how graphs came about.
    fn told(&self, args: &GraphArgs, read: ReadChannels) -> ChannelGraphs {
        let ReadChannels { mut graphs, mut oddities, not_in_channel } = read;
        if args.channel.is_empty() && !graphs.merged.nodes.is_empty() {
            graphs.notes.clear(); // of those that nobody named, some do not exist
        }
        let mut said = BTreeSet::new();
        oddities.retain(|odd| said.insert(odd.clone()));
        graphs.warnings.splice(0..0, oddities);
        graphs.warn_not_in_channel(not_in_channel);
        graphs.warnings.extend(graphs.unread_words());
        graphs.notes.splice(0..0, self.notes.iter().cloned());
        graphs
    }

    /// Returns whoever has the graphs: what was named, what was recorded, or the cluster's service.
    fn service(
        &self,
        args: &GraphArgs,
        context: GraphContext<'_>,
    ) -> Result<UpdateServiceClient<'_>> {
        if let Some(place) = &args.origin.graph {
            return UpdateServiceClient::named(place, web(context));
        }
        if let (Some(Source::Live(live)), true) = (&self.source, context.global.lab.is_some()) {
            return Ok(UpdateServiceClient::Inside(live));
        }
        let recorded = self.source.as_ref().map(Source::recorded_graphs);
        match recorded.unwrap_or_default() {
            [] => {}
            [graph] => return UpdateServiceClient::recorded(graph),
            [one, other, ..] => {
                let cause = anyhow!("{} and {} are both update graphs", one.origin, other.origin);
                return Err(Error::new("BadData", cause).hint("pass --graph for one of them"));
            }
        }
        let upstream = self.cluster().and_then(|cluster| cluster.upstream.as_deref());
        UpdateServiceClient::at(upstream.unwrap_or(DEFAULT), web(context))
    }

    /// Returns the channels to read, where they do not have to be searched for. A graph that was
    /// named is taken as it is, unless a channel was named as well.
    fn given(
        &self,
        args: &GraphArgs,
        scope: &GraphScope,
        service: &UpdateServiceClient<'_>,
    ) -> Result<Option<Vec<Option<String>>>> {
        let mut channels = Vec::new();
        for name in &args.channel {
            let name = Some(values::channel(name)?);
            if !channels.contains(&name) {
                channels.push(name);
            }
        }
        if !channels.is_empty() {
            return Ok(Some(channels));
        }
        let by_hand = args.origin.graph.is_some();
        // A saved answer for one channel does not tell what others have.
        let is_one_channel = || service.whole().is_some_and(|(graph, _)| graph.is_of_one_channel());
        let is_searched = matches!(scope, GraphScope::Towards(_));
        if service.whole().is_some() && (by_hand || (is_searched && is_one_channel())) {
            return Ok(Some(vec![None]));
        }
        let followed = self.followed().map(str::to_owned);
        let released = self.cluster().is_some_and(|it| !it.desired.channels.is_empty());
        match scope {
            GraphScope::Followed if followed.is_some() => Ok(Some(vec![followed])),
            GraphScope::Towards(_) if followed.is_some() || released => Ok(None),
            GraphScope::Followed | GraphScope::Towards(_) if by_hand => Ok(Some(vec![None])),
            GraphScope::Followed | GraphScope::Towards(_) => Err(no_channel()),
        }
    }
}

fn no_channel() -> Error {
    Error::new("NoChannel", anyhow!("the cluster follows no channel")).hint("pass --channel")
}

/// Returns where one stands in the graphs; a release that is not there has no updates.
pub(crate) fn place(here: &GraphStart, graphs: &ChannelGraphs) -> Result<usize> {
    let from = here.start_version()?;
    graphs.place().ok_or_else(|| {
        let known = graphs.merged.nodes.iter().map(|place| &place.release.version);
        let near = suggest::versions(from, known);
        let near: Vec<&str> = near.iter().map(|near| near.text()).collect();
        let channels = graphs.channels.iter().filter_map(|looked| looked.channel.as_deref());
        let channels: Vec<&str> = channels.collect();
        let channels =
            if channels.is_empty() { "the graph".to_owned() } else { channels.join(", ") };
        let error = Error::no_target(anyhow!("{from} is not in {channels}, for {}", graphs.arch));
        match near.as_slice() {
            [] => error,
            near => error.hint(format!("the nearest there are: {}", near.join(", "))),
        }
    })
}

/// Finds out what these risks are judged by: each distinct query is asked once.
pub(crate) async fn facts(
    args: &FactArgs,
    here: &GraphStart,
    risks: impl IntoIterator<Item = &Risk>,
    context: GraphContext<'_>,
) -> Result<RiskInputs> {
    let queries = questions(risks);
    let mut platform = here.platform();
    let oracle = match (&args.answers, &args.prometheus, &here.source) {
        (Some(path), _, _) => {
            let recorded = monitoring::recorded(path)?;
            if let Some(name) = recorded.platform {
                platform = Platform::Known(name);
            }
            MetricsSource::Recorded(recorded.answers)
        }
        (None, Some(address), _) => {
            let token = args.prometheus_token_file.as_deref();
            let trust = monitoring::trust(token, args.prometheus_ca.as_deref())?;
            MetricsSource::named(web(context), address, trust)?
        }
        (None, None, Some(Source::Live(live))) if !queries.is_empty() => {
            MetricsSource::of_cluster(live, args.monitoring_token).await
        }
        (None, None, _) => MetricsSource::Unavailable(NOBODY.to_owned()),
    };
    let answers = oracle.ask(&queries, args.cluster_id.as_deref()).await;
    if let Some(path) = &args.record {
        let recorded = RecordedAnswers {
            api_version: "upgrade/v1".to_owned(),
            kind: KIND.to_owned(),
            cluster_id: args.cluster_id.clone().or(here.cluster().and_then(|c| c.id.clone())),
            recorded: here.cluster().and_then(|cluster| cluster.now).map(|now| now.to_string()),
            platform: match &platform {
                Platform::Known(name) => Some(name.clone()),
                Platform::Unknown { .. } => None,
            },
            answers: answers.clone(),
        };
        monitoring::record(path, &recorded)?;
    }
    let answers = answers.iter().map(|(query, raw)| (query.clone(), answer(raw))).collect();
    Ok(RiskInputs { answers, platform })
}

const NOBODY: &str = "nobody was asked; --prometheus or --answers names who knows";

pub(crate) fn web(context: GraphContext<'_>) -> Web {
    let GraphContext { global, session } = context;
    Web {
        proxies: session.environment.proxies.clone(),
        timeout: global.timeout(),
        observer: open::observer(global, session),
    }
}
