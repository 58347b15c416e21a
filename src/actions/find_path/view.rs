//! `UpdatePath`: the update paths to a release.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::missing_view::{MissingCode, MissingView};
use super::route_view::{HopView, RouteView, accepting, can_be_typed};
use crate::actions::show_graph::view::UpdateGraph;
use crate::cli::invocation::Invocation;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use crate::output::parts::graph_source::GraphSourceView;
use crate::output::parts::hosted::HostedView;
use upgrade_core::cluster::Cluster;
use upgrade_graph::channel::family;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::path::{
    ChannelScope, FurthestReach, MissingPath, PathQuery, PathResult, RiskVerdicts, is_even,
    missing, reachable,
};
use upgrade_graph::reachable::{ReachQuery, ReachableGraph};

/// Update paths to a release
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdatePath {
    api_version: ApiVersion,
    kind: Kind,
    /// Null if no cluster was read
    pub(crate) cluster: Option<ClusterView>,
    pub(crate) graph: GraphSourceView,
    /// The version that the paths start from
    pub(crate) from: String,
    /// The target: a release or a minor version
    pub(crate) to: String,
    pub(crate) outcome: PathOutcome,
    /// Proposed paths, best first
    pub(crate) ways: Vec<RouteView>,
    /// Other paths, best first, if no path is recommended
    pub(crate) not_recommended: Vec<RouteView>,
    /// Reachable releases by minor version, oldest first, if no path is proposed
    pub(crate) reachable: Vec<ReachView>,
    /// Why there is no path
    pub(crate) missing: Vec<MissingView>,
    /// Null if the paths do not start at a hosted control plane, or if that is unknown
    pub(crate) hosted_control_plane: Option<HostedView>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: UpdatePathText,
    /// The releases of the paths, for a page.
    #[serde(skip)]
    pub(crate) picture: Option<UpdateGraph>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdatePath,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum PathOutcome {
    /// The cluster is already on the target
    Arrived,
    /// There are paths
    Found,
    /// Every path has an update that is not recommended
    NotRecommended,
    /// There is no path
    NoWay,
    /// No path was found, and some channels were not searched
    Incomplete,
}

/// What is reachable within a minor version
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ReachView {
    /// Such as 4.7
    pub(crate) minor: String,
    /// The newest reachable release, whatever its risks
    pub(crate) newest: String,
    /// The newest release reachable with recommended updates only
    pub(crate) recommended: Option<String>,
}

/// What only the text shows.
#[derive(Debug, Default)]
pub(crate) struct UpdatePathText {
    /// The command that lists later releases of the current minor version.
    pub(crate) later: Option<String>,
    /// The commands for the first update, or for the whole path if pools are paused meanwhile.
    pub(crate) next: Vec<String>,
    /// What to do if no path is proposed.
    pub(crate) hints: Vec<Hint>,
    /// With `--eus`: the odd minor version at the start.
    pub(crate) odd: Option<String>,
    pub(crate) eus: bool,
}

/// The query, and what it is about.
#[derive(Debug, Clone)]
pub(crate) struct PathReport<'a> {
    pub(crate) graphs: &'a ChannelGraphs,
    /// None if the graph is read without a cluster.
    pub(crate) cluster: Option<&'a Cluster>,
    /// Where updates of the cluster are requested, if not on the cluster itself.
    pub(crate) hosted: Option<HostedView>,
    pub(crate) query: &'a PathQuery<'a>,
    pub(crate) opinion: RiskVerdicts<'a>,
    /// The first of the channels that were named.
    pub(crate) named: Option<&'a str>,
    /// The pools to pause with `--eus`.
    pub(crate) pools: &'a [String],
    pub(crate) invocation: &'a Invocation,
    /// The arguments that repeat the command.
    pub(crate) words: &'a [String],
}

impl PathReport<'_> {
    /// Returns the channel of the cluster.
    pub(crate) fn channel(&self) -> Option<&str> {
        let channel = self.cluster?.channel.as_deref();
        channel.filter(|channel| !channel.is_empty())
    }

    /// Returns whether the path starts at the version of the cluster.
    pub(crate) fn is_of_cluster(&self) -> bool {
        self.cluster.is_some_and(|cluster| cluster.desired.version == self.query.from)
    }

    /// Returns whether the first update can be requested on the cluster: not in files, and not for a
    /// hosted control plane.
    pub(crate) fn is_requestable(&self) -> bool {
        let is_live = self.cluster.is_some_and(|cluster| cluster.origin.server.is_some());
        self.is_of_cluster() && is_live && self.hosted.is_none()
    }

    /// Returns the command that searches all channels.
    pub(crate) fn in_all_channels(&self) -> String {
        let before = std::iter::once("").chain(self.words.iter().map(String::as_str));
        let pairs = self.words.iter().map(String::as_str).zip(before);
        let words = pairs.filter(|(word, before)| ![*word, *before].contains(&"--channel"));
        self.invocation.command(words.map(|(word, _)| word))
    }

    /// Returns the same command with more arguments.
    pub(crate) fn again<'w>(&'w self, words: impl IntoIterator<Item = &'w str>) -> String {
        self.invocation.command(self.words.iter().map(String::as_str).chain(words))
    }
}

impl UpdatePath {
    pub(crate) fn new(report: &PathReport<'_>, found: &PathResult) -> Self {
        let PathReport { graphs, cluster, query, invocation, .. } = report;
        let (mut outcome, routes) = match found {
            PathResult::Arrived => (PathOutcome::Arrived, &[][..]),
            PathResult::Routes(routes) => (PathOutcome::Found, routes.as_slice()),
            PathResult::NotRecommended(routes) => (PathOutcome::NotRecommended, routes.as_slice()),
            PathResult::Nothing => (PathOutcome::NoWay, &[][..]),
        };
        let views: Vec<RouteView> =
            routes.iter().map(|route| RouteView::new(report, route)).collect();
        let proposed = outcome == PathOutcome::Found;
        let (ways, not_recommended) =
            if proposed { (views, Vec::new()) } else { (Vec::new(), views) };
        let mut warnings = graphs.warnings.clone();
        let (mut missed, mut reach) = (Vec::new(), Vec::new());
        if outcome == PathOutcome::NoWay {
            let (told, odd) = missing(query, graphs);
            if told.iter().any(MissingPath::leaves_open) {
                outcome = PathOutcome::Incomplete;
            }
            missed = told.iter().map(|one| MissingView::new(report, one)).collect();
            warnings.extend(odd);
        }
        let proposes = match outcome {
            PathOutcome::Arrived | PathOutcome::Found => true,
            PathOutcome::NotRecommended | PathOutcome::NoWay | PathOutcome::Incomplete => false,
        };
        if !proposes {
            let far = reachable(query, report.opinion);
            reach = far.iter().map(|reach| ReachView::new(query, reach)).collect();
        }
        let next = ways.first().filter(|_| report.is_requestable());
        let reading = UpdatePathText {
            later: (outcome == PathOutcome::Arrived && report.is_of_cluster())
                .then(|| invocation.command(["recommend"])),
            next: match next {
                Some(way) if !way.commands.is_empty() => way.commands.clone(),
                Some(way) => way.first_commands(invocation),
                None => Vec::new(),
            },
            hints: hints(report, &not_recommended, &missed),
            odd: odd(query),
            eus: query.scope == ChannelScope::Eus,
        };
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdatePath,
            cluster: cluster.map(ClusterView::new),
            graph: GraphSourceView::new(graphs),
            from: query.from.text().to_owned(),
            to: query.goal.to_string(),
            outcome,
            notes: graphs.notes.iter().cloned().chain(leaves(report, &ways)).collect(),
            ways,
            not_recommended,
            reachable: reach,
            missing: missed,
            hosted_control_plane: report.hosted.clone().filter(|_| report.is_of_cluster()),
            warnings,
            reading,
            picture: None,
        }
    }
}

impl UpdatePath {
    /// Adds a picture of the releases of the paths.
    pub(crate) fn draw(&mut self, graphs: &ChannelGraphs, cluster: Option<&Cluster>) {
        let hops = self.ways.iter().chain(&self.not_recommended).flat_map(|way| &way.hops);
        let shown: BTreeSet<&str> =
            hops.flat_map(|hop| [hop.from.as_str(), hop.to.version.as_str()]).collect();
        if shown.is_empty() {
            return;
        }
        let merged = &graphs.merged;
        let is_shown = |place: usize| shown.contains(merged.nodes[place].release.version.text());
        let Ok(reach) = ReachableGraph::new(graphs, &ReachQuery::default()) else { return };
        let reach = reach.narrowed(merged, is_shown);
        let mut picture = UpdateGraph::new(graphs, cluster, &reach);
        picture.leave_out(&reach.drawn(merged));
        self.picture = Some(picture);
    }

    /// Returns whether the search was limited to what the user named.
    pub(crate) fn is_restricted(&self) -> bool {
        let mut codes = self.missing.iter().map(|missing| missing.code);
        codes.all(|code| !matches!(code, MissingCode::LimitReached | MissingCode::ReadFailed))
    }
}

impl ReachView {
    fn new(query: &PathQuery<'_>, reach: &FurthestReach) -> Self {
        let name = |place: usize| query.version(place).text().to_owned();
        let (major, minor) = reach.minor;
        Self {
            minor: format!("{major}.{minor}"),
            newest: name(reach.newest),
            recommended: reach.recommended.map(name),
        }
    }
}

fn odd(query: &PathQuery<'_>) -> Option<String> {
    let [major, minor, _] = query.from.numbers()?;
    (query.scope == ChannelScope::Eus && !is_even((major, minor)))
        .then(|| format!("{major}.{minor}"))
}

/// Notes that a path leaves the cluster's family of channels without being asked to.
fn leaves(report: &PathReport<'_>, ways: &[RouteView]) -> Option<String> {
    let followed = family(report.channel()?)?;
    let calm = |family: &String| [followed.as_str(), "stable", "eus"].contains(&family.as_str());
    let set = ways.first()?.hops.iter().filter_map(HopView::to_set);
    let other = set.filter_map(family).find(|it| !calm(it))?;
    report.named.is_none().then(|| {
        format!("no recommended path in {followed} channels only. This path uses {other} channels")
    })
}

/// Returns what to do if no path is proposed.
fn hints(report: &PathReport<'_>, ways: &[RouteView], missing: &[MissingView]) -> Vec<Hint> {
    let mut hints: Vec<Hint> = missing.iter().filter_map(|one| one.hint.clone()).collect();
    let Some(best) = ways.first() else { return hints };
    let names = best.unaccepted.as_slice();
    if !names.is_empty() && can_be_typed(names) && !best.is_unexplained() {
        let command = report.again(accepting(names));
        hints.push(Hint::run("to treat these risks as accepted", command));
    }
    if report.query.scope == ChannelScope::Eus {
        hints.push("without --eus there may be a recommended path".into());
    }
    let command = report.again(["--allow-not-recommended"]);
    hints.push(Hint::run("to include updates that are not recommended", command));
    hints
}
