//! `UpdateGraph`: the reachable releases and the edges between them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ReleaseView, filled};
use crate::output::parts::graph_source::GraphSourceView;
use crate::output::parts::risk::MatchingRuleView;
use upgrade_core::cluster::Cluster;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::merged::{MergedGraph, MergedNode};
use upgrade_graph::reachable::{
    Kind as Edges, ReachableGraph, ReachableHop, ReachableMinor, ReachableNode,
};

/// The reachable releases and the edges between them
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateGraph {
    api_version: ApiVersion,
    kind: Kind,
    /// Null if no cluster was read
    pub(crate) cluster: Option<ClusterView>,
    pub(crate) graph: GraphSourceView,
    /// The version that paths start from; null if it is unknown, or not in the graph
    pub(crate) from: Option<String>,
    /// `--to`: only releases on paths to it are shown
    pub(crate) to: Option<String>,
    pub(crate) counts: GraphCountsView,
    /// Newest first, versions that are not SemVer last
    pub(crate) minors: Vec<GraphMinorView>,
    /// Newest first, versions that are not SemVer last; `from` is among them
    pub(crate) nodes: Vec<GraphNodeView>,
    /// All edges between the nodes: oldest start first, then newest target first
    pub(crate) edges: Vec<GraphEdgeView>,
    /// The risks of the edges, sorted by name; several may have the same name and differ
    pub(crate) risks: Vec<GraphRiskView>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    UpdateGraph,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphCountsView {
    /// The number of nodes, including `from`
    pub(crate) releases: usize,
    /// The number of reachable nodes; null without `from`
    pub(crate) reachable: Option<usize>,
    /// The number of nodes with a direct update from `from`; null without `from`
    pub(crate) direct: Option<usize>,
    /// All edges, including conditional ones
    pub(crate) edges: usize,
    pub(crate) conditional_edges: usize,
    pub(crate) risks: usize,
}

/// The nodes of one minor version, without `from`
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphMinorView {
    /// Such as 4.7; null for versions that are not SemVer
    pub(crate) minor: Option<String>,
    pub(crate) releases: usize,
    /// Null if there is none but `from`
    pub(crate) newest: Option<String>,
    /// The newest one that is reachable with recommended updates only; null if there is none, or no
    /// `from`
    pub(crate) newest_recommended: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphNodeView {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    /// Such as 4.7; null for a version that is not SemVer
    pub(crate) minor: Option<String>,
    /// Whether it is `from`
    pub(crate) current: bool,
    /// Whether it is `to`
    pub(crate) target: bool,
    /// The edge from `from` to this node; null if there is none
    pub(crate) direct: Option<Edges>,
    /// Whether it is reachable from `from` with recommended updates only, direct or not; null if it
    /// is not reachable
    pub(crate) reachable: Option<Edges>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GraphEdgeView {
    /// A version
    pub(crate) from: String,
    /// A version
    pub(crate) to: String,
    /// Whether it is recommended only for clusters to which none of its risks applies
    pub(crate) conditional: bool,
    /// The names of its risks, sorted
    pub(crate) risks: Vec<String>,
    /// Whether it is conditional without a risk that gives the reason, here or in one of the
    /// channels
    pub(crate) unexplained: bool,
    /// The indexes of both in `nodes`.
    #[serde(skip)]
    pub(crate) ends: (usize, usize),
    /// The indexes of its risks in `risks`.
    #[serde(skip)]
    pub(crate) carries: Vec<usize>,
    /// Whether it is drawn; an edge is left out if others lead there as well, with no other risks.
    #[serde(skip)]
    pub(crate) drawn: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GraphRiskView {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    /// The number of edges that have it
    pub(crate) edges: usize,
    /// In the order of evaluation: the first one that can be evaluated decides
    pub(crate) matching_rules: Vec<MatchingRuleView>,
}

impl UpdateGraph {
    pub(crate) fn new(
        graphs: &ChannelGraphs,
        cluster: Option<&Cluster>,
        reach: &ReachableGraph,
    ) -> Self {
        let merged = &graphs.merged;
        let version = |place: usize| merged.nodes[place].release.version.text().to_owned();
        let kept = reach.risks(merged);
        let answer = GraphAnswer { reach, merged, risks: &kept };
        let edges: Vec<GraphEdgeView> = reach.hops.iter().map(|hop| answer.edge(hop)).collect();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::UpdateGraph,
            cluster: cluster.map(ClusterView::new),
            graph: GraphSourceView::new(graphs),
            from: reach.from.map(version),
            to: reach.to.map(version),
            counts: GraphCountsView {
                releases: reach.places.len(),
                reachable: reach.reachable(),
                direct: reach.direct(),
                edges: edges.len(),
                conditional_edges: edges.iter().filter(|edge| edge.conditional).count(),
                risks: kept.len(),
            },
            minors: reach.minors.iter().map(|minor| GraphMinorView::new(minor, merged)).collect(),
            nodes: reach.places.iter().rev().map(|reached| answer.node(reached)).collect(),
            risks: risks(&kept, &edges, merged),
            edges,
            notes: notes(graphs, reach),
            warnings: graphs.warnings.clone(),
        }
    }

    /// Marks the edges that a picture leaves out.
    pub(crate) fn leave_out(&mut self, drawn: &[bool]) {
        for (edge, drawn) in self.edges.iter_mut().zip(drawn) {
            edge.drawn = *drawn;
        }
    }

    /// Returns the edges from the current version: recommended ones, or conditional ones.
    pub(crate) fn direct(&self, conditional: bool) -> Vec<&GraphEdgeView> {
        let from_here = |edge: &&GraphEdgeView| self.nodes[edge.ends.0].current;
        self.edges.iter().filter(from_here).filter(|edge| edge.conditional == conditional).collect()
    }
}

impl GraphMinorView {
    fn new(minor: &ReachableMinor, merged: &MergedGraph) -> Self {
        let version = |place: usize| merged.nodes[place].release.version.text().to_owned();
        Self {
            minor: minor.number.map(|[major, minor]| format!("{major}.{minor}")),
            releases: minor.releases,
            newest: minor.newest.map(version),
            newest_recommended: minor.newest_recommended.map(version),
        }
    }
}

fn notes(graphs: &ChannelGraphs, reach: &ReachableGraph) -> Vec<String> {
    let lost = graphs.from.as_ref().filter(|_| reach.from.is_none() && !reach.places.is_empty());
    let lost = lost.map(|from| format!("{from} is not in the graph: showing the whole graph"));
    graphs.notes.iter().cloned().chain(lost).collect()
}

fn risks(kept: &[usize], edges: &[GraphEdgeView], merged: &MergedGraph) -> Vec<GraphRiskView> {
    let mut count = vec![0; kept.len()];
    for risk in edges.iter().flat_map(|edge| &edge.carries) {
        count[*risk] += 1;
    }
    let view = |(risk, edges): (&usize, usize)| {
        let risk = &merged.risks[*risk];
        let (name, message) = (risk.name.clone(), risk.message.clone());
        let matching_rules = MatchingRuleView::all(&risk.rules);
        GraphRiskView { name, message, url: filled(&risk.url), edges, matching_rules }
    };
    kept.iter().zip(count).map(view).collect()
}

struct GraphAnswer<'a> {
    reach: &'a ReachableGraph,
    merged: &'a MergedGraph,
    /// Sorted, in the order of the document.
    risks: &'a [usize],
}

impl GraphAnswer<'_> {
    fn node(&self, reached: &ReachableNode) -> GraphNodeView {
        let MergedNode { release, channels, .. } = &self.merged.nodes[reached.place];
        let channels = self.merged.channel_names(channels);
        let numbers = release.version.numbers();
        GraphNodeView {
            release: ReleaseView { channels, ..ReleaseView::new(release) },
            minor: numbers.map(|[major, minor, _]| format!("{major}.{minor}")),
            current: self.reach.from == Some(reached.place),
            target: self.reach.to == Some(reached.place),
            direct: reached.direct,
            reachable: reached.by,
        }
    }

    fn edge(&self, hop: &ReachableHop) -> GraphEdgeView {
        let way = hop.edge(self.merged);
        let version = |place: usize| self.merged.nodes[place].release.version.text().to_owned();
        let mut names: Vec<String> =
            self.merged.risks_of(way).map(|risk| risk.name.clone()).collect();
        names.dedup();
        let listed = |risk: &usize| self.risks.binary_search(risk).ok();
        GraphEdgeView {
            from: version(hop.from),
            to: version(way.to),
            conditional: way.is_conditional(),
            risks: names,
            unexplained: way.unexplained,
            ends: (self.node_of(hop.from), self.node_of(way.to)),
            carries: way.risks.iter().filter_map(listed).collect(),
            drawn: true,
        }
    }

    /// Returns the index in the nodes, which are newest first.
    fn node_of(&self, place: usize) -> usize {
        let shown = &self.reach.places;
        let at = shown.binary_search_by_key(&place, |reached| reached.place);
        shown.len() - 1 - at.expect("edges connect nodes that are shown")
    }
}
