//! All responses for one state of the data. Each is made when it is first requested, and kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::api::ApiAnswers;
use super::archive::archive;
use super::body::PreparedBody;
use upgrade_graph::build::{Built, ServedQuery};
use upgrade_graph::json::write::ServedGraph;
use upgrade_graph::protocol::GraphQuery;
use upgrade_graph::releases::{Scraped, key};
use upgrade_graph::served::Served;

/// The data that responses are made from.
pub(crate) struct Material {
    pub(crate) built: Built,
    /// The files of the graph-data, by path.
    pub(crate) files: Vec<(String, String)>,
    /// Platforms by cluster ID, for clusters that do not send theirs.
    pub(crate) platforms: BTreeMap<String, String>,
}

pub(crate) struct Prepared {
    /// One for each platform that rules name: see [`Prepared::view`].
    views: Vec<View>,
    /// By channel, then by architecture, then by view.
    graphs: BTreeMap<String, BTreeMap<String, Vec<OnceLock<PreparedBody>>>>,
    platforms: BTreeMap<String, String>,
    files: Vec<(String, String)>,
    archive: OnceLock<PreparedBody>,
    empty: PreparedBody,
    /// Of the explorer.
    pub(super) answers: ApiAnswers,
    pub(crate) counts: GraphCounts,
}

/// The graph for clusters on a platform. The first is for clusters whose platform is unknown.
struct View {
    platform: Option<String>,
    built: OnceLock<Built>,
}

/// Sizes of the graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct GraphCounts {
    pub(crate) releases: usize,
    pub(crate) channels: usize,
    pub(crate) edges: usize,
    pub(crate) conditional: usize,
}

/// Stands for all platforms that no rule names. No platform has this name.
const ELSEWHERE: &str = "-";

impl Prepared {
    pub(crate) fn new(material: Material) -> Self {
        let Material { built, files, platforms } = material;
        let served = |node: &&Scraped| node.payload.is_some();
        let nodes = || built.nodes.iter().filter(served);
        let channels: BTreeSet<&str> =
            nodes().flat_map(|node| node.listed(key::CHANNELS)).collect();
        let named = built.platforms();
        let elsewhere = (!named.is_empty()).then(|| ELSEWHERE.to_owned());
        let on = elsewhere.into_iter().chain(named).map(Some);
        let arches = built.arches();
        let mut views: Vec<View> = std::iter::once(None)
            .chain(on)
            .map(|platform| View { platform, built: OnceLock::new() })
            .collect();
        let cells = || views.iter().map(|_| OnceLock::new()).collect::<Vec<_>>();
        let by_arch = || arches.iter().map(|&arch| (arch.to_owned(), cells())).collect();
        let graphs = channels.iter().map(|&name| (name.to_owned(), by_arch())).collect();
        let all = built.served(ServedQuery::default());
        let conditional = all.conditional.iter().map(|(edges, _)| edges.len()).sum();
        let counts = GraphCounts {
            releases: all.nodes.len(),
            channels: channels.len(),
            edges: all.edges.len(),
            conditional,
        };
        let nothing = Served { nodes: Vec::new(), edges: Vec::new(), conditional: Vec::new() };
        views[0].built = OnceLock::from(built);
        Self {
            views,
            graphs,
            platforms,
            files,
            archive: OnceLock::new(),
            empty: json(&nothing),
            answers: ApiAnswers::default(),
            counts,
        }
    }

    /// Returns the graph for a request; it is empty if the channel or the architecture is unknown.
    pub(crate) fn graph(&self, question: &GraphQuery) -> &PreparedBody {
        let GraphQuery { channel, arch, .. } = question;
        let Some(cells) = self.graphs.get(channel).and_then(|arches| arches.get(arch)) else {
            return &self.empty;
        };
        let view = self.view(question);
        cells[view].get_or_init(|| {
            let query = ServedQuery { channel: Some(channel), arch: Some(arch) };
            json(&self.built(view).served(query))
        })
    }

    /// Returns the graph of a channel, or of all, for an architecture and a platform.
    pub(super) fn served(
        &self,
        channel: Option<&str>,
        arch: &str,
        platform: Option<&str>,
    ) -> Served {
        let view = platform.map_or(0, |platform| self.view_on(platform));
        self.built(view).served(ServedQuery { channel, arch: Some(arch) })
    }

    /// Returns the architectures there are, sorted.
    pub(super) fn arches(&self) -> impl Iterator<Item = &str> {
        self.built(0).arches().into_iter()
    }

    /// Returns the graph-data.
    pub(crate) fn archive(&self) -> &PreparedBody {
        self.archive.get_or_init(|| PreparedBody::as_it_is(archive(&self.files)))
    }

    /// Makes the responses that were requested from another state, so that no client waits for them.
    pub(crate) fn warm(&self, before: &Self) {
        for (channel, arches) in &before.graphs {
            for (arch, cells) in arches {
                for (cell, view) in cells.iter().zip(&before.views) {
                    let Some(asked) = cell.get() else { continue };
                    let question = GraphQuery {
                        channel: channel.clone(),
                        arch: arch.clone(),
                        platform: view.platform.clone(),
                        id: None,
                    };
                    self.graph(&question).warm(asked);
                }
            }
        }
        if before.archive.get().is_some() {
            self.archive();
        }
    }

    /// Returns the index of the view for a request: the first if the platform is unknown.
    fn view(&self, question: &GraphQuery) -> usize {
        let looked_up = || self.platforms.get(&question.id.as_ref()?.to_ascii_lowercase());
        let platform = question.platform.as_ref().or_else(looked_up);
        platform.map_or(0, |platform| self.view_on(platform))
    }

    fn view_on(&self, platform: &str) -> usize {
        let is = |name: &str| {
            let own = |view: &View| view.platform.as_deref().is_some_and(|own| own == name);
            self.views.iter().position(own)
        };
        is(&platform.to_ascii_lowercase()).or_else(|| is(ELSEWHERE)).unwrap_or_default()
    }

    fn built(&self, view: usize) -> &Built {
        let View { platform, built } = &self.views[view];
        built.get_or_init(|| self.built(0).for_platform(platform.as_deref()))
    }
}

fn json(served: &Served) -> PreparedBody {
    let text = serde_json::to_vec(&ServedGraph::new(served));
    PreparedBody::new(text.expect("a graph is texts and numbers"))
}

#[cfg(test)]
pub(super) mod tests;
