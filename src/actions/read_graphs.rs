//! What commands on graphs start with: the cluster, the graphs of channels, and the answers that risks
//! are evaluated with.

use std::collections::BTreeSet;
use std::rc::Rc;

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
use crate::connect::live::Live;
use crate::connect::monitoring::{self, MetricsSource};
use crate::connect::snapshot::SnapshotParts;
use crate::connect::update_service::{DEFAULT, GraphRequest, SharedGraphs, UpdateServiceClient};
use crate::error::{Error, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::evaluate::listed_graph;
use upgrade_core::objects::prometheus::{KIND, RecordedAnswers, answer};
use upgrade_core::part::Part;
use upgrade_core::snapshot::Snapshot;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::channel_search::ChannelSearch;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::model::{Graph, Risk};
use upgrade_graph::path::PathGoal;
use upgrade_graph::promql;
use upgrade_graph::risk::{Platform, QueryAnswer, RiskInputs, questions};
use upgrade_graph::suggest;
use upgrade_graph::version::Version;
use upgrade_lab::RecordedSettings;

/// Which channels to read if the user names none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GraphScope {
    /// The channel of the cluster.
    Followed,
    /// All that may lead to a release.
    Towards(PathGoal),
    /// All that lead on from the version to start from.
    Ahead,
}

/// Where the rules of risks come from
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum RulesFrom {
    /// The update graph
    Graph,
    /// The cluster's available updates, because the graph cannot be read
    Cluster,
}

/// What is known before a graph is read.
pub(crate) struct GraphStart {
    source: Option<Rc<Source>>,
    snapshot: Option<Snapshot>,
    /// The version to start from: the one that the user names, else the cluster's.
    pub(crate) from: Option<Version>,
    arch: String,
    notes: Vec<String>,
    /// The graphs of a fleet, which each cluster shares with the others.
    shared: Option<Rc<SharedGraphs>>,
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

/// Reads the cluster, unless the user names both a graph and a version.
pub(crate) async fn start(args: &GraphArgs, context: GraphContext<'_>) -> Result<GraphStart> {
    let GraphContext { global, session } = context;
    let mut here = GraphStart::new(args)?;
    if args.origin.graph.is_some() && here.from.is_some() && !global.names_a_source() {
        return Ok(here);
    }
    let source = match open::source(global, session).await {
        Err(error) if args.origin.graph.is_some() && !global.names_a_source() => {
            here.notes.push(format!("no cluster: {}", error.message()));
            return Ok(here);
        }
        source => source?,
    };
    here.with(Rc::new(source), args).await
}

/// Reads the cluster of a source that is open.
pub(crate) async fn start_from(source: Rc<Source>, args: &GraphArgs) -> Result<GraphStart> {
    GraphStart::new(args)?.with(source, args).await
}

pub(crate) const ARCH: &str = "amd64"; // the default of update services

impl GraphStart {
    fn new(args: &GraphArgs) -> Result<Self> {
        let from = args.from_version.as_ref();
        let from = from.map(|text| values::version("--from-version", text)).transpose()?;
        Ok(Self {
            source: None,
            snapshot: None,
            from: from.map(Version::new),
            arch: args.origin.arch.clone().unwrap_or_else(|| ARCH.to_owned()),
            notes: Vec::new(),
            shared: None,
        })
    }

    /// Starts from one of many clusters that was read; graphs are shared with the others.
    pub(crate) fn of_fleet(
        source: Source,
        snapshot: Snapshot,
        args: &GraphArgs,
        shared: Rc<SharedGraphs>,
    ) -> Self {
        let (arch, notes) = (ARCH.to_owned(), Vec::new());
        let here =
            Self { source: None, snapshot: None, from: None, arch, notes, shared: Some(shared) };
        here.on(Rc::new(source), snapshot, args)
    }

    /// Reads the cluster.
    async fn with(self, source: Rc<Source>, args: &GraphArgs) -> Result<Self> {
        let snapshot = source.snapshot(&SnapshotParts::GRAPH).await?;
        Ok(self.on(source, snapshot, args))
    }

    /// Adds a cluster.
    fn on(mut self, source: Rc<Source>, snapshot: Snapshot, args: &GraphArgs) -> Self {
        match (&args.origin.arch, &snapshot.architecture) {
            (Some(_), _) | (None, Part::NotRead | Part::NotServed) => {}
            (None, Part::Known(arch)) => self.arch.clone_from(arch),
            (None, Part::Unreadable { why, .. }) => self.notes.push(format!(
                "cannot read the architecture ({why}). Using {ARCH}. To change it, pass --arch"
            )),
        }
        let desired = &snapshot.cluster.desired.version;
        self.from = self.from.or_else(|| Some(desired.clone()).filter(|it| !it.text().is_empty()));
        (self.source, self.snapshot) = (Some(source), Some(snapshot));
        self
    }

    pub(crate) fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.source.as_deref()
    }

    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.snapshot.as_ref().map(|snapshot| &snapshot.cluster)
    }

    /// Returns the cluster, for commands that are about one.
    pub(crate) fn on_cluster(&self) -> Result<&Cluster> {
        self.cluster().ok_or_else(|| {
            let why = self.notes.first().map_or("no cluster", String::as_str);
            Error::new("NoCluster", anyhow!("{why}"))
        })
    }

    /// Returns the architecture, if it is known and not a default.
    pub(crate) fn arch<'a>(&'a self, args: &'a GraphArgs) -> Option<&'a str> {
        args.origin.arch.as_deref().or(self.own_arch())
    }

    /// Returns the live cluster.
    pub(crate) fn live(&self) -> Option<&Live> {
        match self.source.as_deref() {
            Some(Source::Live(live)) => Some(live),
            Some(Source::Files(_)) | None => None,
        }
    }

    /// Returns the architecture that graphs are read for.
    pub(crate) fn arch_or_default(&self) -> &str {
        &self.arch
    }

    /// Returns the graph of one channel of the cluster's own service.
    pub(crate) async fn channel_graph(
        &self,
        channel: &str,
        arch: &str,
        context: GraphContext<'_>,
    ) -> Result<Graph> {
        let args = GraphArgs::default();
        let service = self.service(&args, context)?;
        let channels = [Some(channel.to_owned())];
        let fetched = service.fetch(&channels, &self.query(&args, arch)).await?;
        Ok(fetched.into_iter().next().map(|found| found.graph).unwrap_or_default())
    }

    /// Returns the architecture of the cluster.
    pub(crate) fn own_arch(&self) -> Option<&str> {
        self.snapshot.as_ref()?.architecture.known().map(String::as_str)
    }

    /// Returns the settings of a recorded scenario.
    fn recorded_settings(&self) -> Option<&RecordedSettings> {
        match self.source.as_deref() {
            Some(Source::Files(files)) => files.settings(),
            Some(Source::Live(_)) | None => None,
        }
    }

    /// Returns the platform of the cluster.
    fn platform(&self) -> Platform {
        let unknown = |why: &str| Platform::Unknown { why: why.to_owned() };
        let Some(snapshot) = &self.snapshot else { return unknown("no cluster") };
        match snapshot.infrastructure.as_ref().and_then(|known| known.platform.clone()) {
            Part::Known(name) => Platform::Known(name),
            Part::Unreadable { why, .. } => Platform::Unknown { why },
            Part::NotRead | Part::NotServed => unknown("not read"),
        }
    }

    /// Returns notes that apply to all graphs.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the version to start from.
    pub(crate) fn start_version(&self) -> Result<&Version> {
        self.from.as_ref().ok_or_else(|| {
            Error::usage(anyhow!("no version to start from"))
                .hint("pass --from-version, or use a cluster")
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
            (Some(channels), GraphScope::Followed | GraphScope::Ahead) => {
                self.fetch(args, &service, channels, &self.arch).await
            }
            (Some(channels), GraphScope::Towards(goal)) => {
                let mut graphs = self.fetch(args, &service, channels, &self.arch).await?;
                self.search(goal).note_unread(&mut graphs);
                Ok(graphs)
            }
            (None, GraphScope::Followed) => Err(no_channel()),
            (None, GraphScope::Ahead) => {
                let (search, query) = (self.search_ahead(), self.query(args, &self.arch));
                let read = search_channels::ahead(&search, &service, &query).await?;
                Ok(self.told(args, read))
            }
            (None, GraphScope::Towards(goal)) => {
                let (search, query) = (self.search(goal), self.query(args, &self.arch));
                let read = search_channels::towards(&search, &service, &query).await?;
                Ok(self.told(args, read))
            }
        }
    }

    /// Reads the graph of the cluster's channel. If it cannot be read, the cluster's available updates replace
    /// it, unless the user names a graph.
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
        let mut graphs = ChannelGraphs::new(
            &[layer],
            self.arch.clone(),
            "the cluster's available updates".to_owned(),
        );
        graphs.from.clone_from(&self.from);
        graphs.notes.splice(0..0, self.notes.iter().cloned());
        graphs.notes.push(format!(
            "cannot read the update graph: {}. Using the rules that the cluster reports",
            error.message()
        ));
        Ok((graphs, RulesFrom::Cluster))
    }

    /// Returns a search without a goal.
    fn search_ahead(&self) -> ChannelSearch {
        let (major, minor) = self.from.as_ref().and_then(Version::minor).unwrap_or_default();
        self.search(PathGoal::Minor(major, minor))
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
        // What is shared by many clusters must not depend on one of them.
        if self.shared.is_some() {
            return GraphRequest { arch: arch.to_owned(), ..GraphRequest::default() };
        }
        let own = args.origin.graph.is_none();
        GraphRequest {
            arch: arch.to_owned(),
            version: self.from.as_ref().map(|version| version.text().to_owned()),
            // Only the cluster's own service gets its id.
            id: self.cluster().filter(|_| own).and_then(|cluster| cluster.id.clone()),
            platform: match self.platform() {
                Platform::Known(name) if own => Some(name),
                Platform::Known(_) | Platform::Unknown { .. } => None,
            },
        }
    }

    /// Adds notes and warnings on how the graphs were read.
    fn told(&self, args: &GraphArgs, read: ReadChannels) -> ChannelGraphs {
        let ReadChannels { mut graphs, mut oddities, not_in_channel } = read;
        if args.channel.is_empty() && !graphs.merged.nodes.is_empty() {
            graphs.notes.clear(); // of the channels that were guessed, some do not exist
        }
        let mut said = BTreeSet::new();
        oddities.retain(|odd| said.insert(odd.clone()));
        graphs.warnings.splice(0..0, oddities);
        graphs.warn_not_in_channel(not_in_channel);
        graphs.warnings.extend(graphs.unread_words());
        graphs.notes.splice(0..0, self.notes.iter().cloned());
        graphs
    }

    /// Returns the source of graphs: the one that the user names, a recording, or the cluster's service.
    fn service(
        &self,
        args: &GraphArgs,
        context: GraphContext<'_>,
    ) -> Result<UpdateServiceClient<'_>> {
        if let Some(place) = &args.origin.graph {
            return UpdateServiceClient::named(place, web(context));
        }
        if let (Some(Source::Live(live)), true) =
            (self.source.as_deref(), context.global.lab.is_some())
        {
            return Ok(UpdateServiceClient::Inside(live));
        }
        let recorded = self.source.as_deref().map(Source::recorded_graphs);
        match recorded.unwrap_or_default() {
            [] => {}
            [graph] => {
                let is_scenario = self.recorded_settings().is_some();
                return UpdateServiceClient::recorded(graph, is_scenario);
            }
            [one, other, ..] => {
                let cause = anyhow!("{} and {} are both update graphs", one.origin, other.origin);
                return Err(Error::new("BadData", cause).hint("choose one with --graph"));
            }
        }
        if self.recorded_settings().is_some() {
            let cause = anyhow!("the recording has no update graph");
            return Err(Error::new("NoGraph", cause).hint("use --graph to read one"));
        }
        let upstream = self.cluster().and_then(|cluster| cluster.upstream.as_deref());
        let upstream = upstream.unwrap_or(DEFAULT);
        match self.source.as_deref() {
            Some(Source::Live(live)) => {
                UpdateServiceClient::of_cluster(live, upstream, web(context))
            }
            Some(Source::Files(_)) | None => UpdateServiceClient::at(upstream, web(context)),
        }
        .map(|service| service.shared_by(self.shared.as_deref()))
    }

    /// Returns the channels to read, if they do not have to be searched for. A graph that the user names is
    /// read whole, unless the user also names a channel.
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
        let is_one_channel = || service.is_answer_for_one_channel();
        let is_searched = !matches!(scope, GraphScope::Followed);
        if service.whole().is_some() && (by_hand || (is_searched && is_one_channel())) {
            return Ok(Some(vec![None]));
        }
        let followed = self.followed().map(str::to_owned);
        let released = self.cluster().is_some_and(|it| !it.desired.channels.is_empty());
        match scope {
            GraphScope::Followed if followed.is_some() => Ok(Some(vec![followed])),
            GraphScope::Towards(_) | GraphScope::Ahead if followed.is_some() || released => {
                Ok(None)
            }
            _ if by_hand => Ok(Some(vec![None])),
            GraphScope::Followed | GraphScope::Towards(_) | GraphScope::Ahead => Err(no_channel()),
        }
    }
}

fn no_channel() -> Error {
    Error::new("NoChannel", anyhow!("no channel is set")).hint("pass --channel")
}

/// Returns the node of the start version. A release that is not in the graphs has no updates.
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
        let error = Error::no_target(anyhow!("{from} is not in {channels} for {}", graphs.arch));
        match near.as_slice() {
            [] => error,
            near => error.hint(format!("similar versions: {}", near.join(", "))),
        }
    })
}

/// Gets the answers that these risks are evaluated with. Each distinct query is sent once.
pub(crate) async fn facts(
    args: &FactArgs,
    here: &GraphStart,
    risks: impl IntoIterator<Item = &Risk>,
    context: GraphContext<'_>,
) -> Result<RiskInputs> {
    let queries = questions(risks);
    let mut platform = here.platform();
    let oracle = match (&args.answers, &args.prometheus, here.source.as_deref()) {
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
        (None, None, _) => match here.recorded_settings() {
            Some(settings) => MetricsSource::Recorded(settings.answers.clone()),
            None => MetricsSource::Unavailable(NO_METRICS.to_owned()),
        },
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

/// Returns what risks are evaluated with where there is no cluster to query.
pub(crate) fn without_metrics<'a>(
    risks: impl IntoIterator<Item = &'a Risk>,
    platform: Platform,
    why: &str,
) -> RiskInputs {
    let failed = |query: &str| promql::check(query).err().unwrap_or_else(|| why.to_owned());
    let answers = questions(risks)
        .into_iter()
        .map(|query| (query.to_owned(), QueryAnswer::Failed(failed(query))));
    RiskInputs { answers: answers.collect(), platform }
}

const NO_METRICS: &str = "no metrics: use --prometheus or --answers";

pub(crate) fn web(context: GraphContext<'_>) -> Web {
    let GraphContext { global, session } = context;
    Web {
        proxies: session.environment.proxies.clone(),
        timeout: global.timeout(),
        observer: open::observer(),
    }
}
