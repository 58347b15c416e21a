//! `ChannelPreview`: the updates that a cluster would get in a channel, evaluated now.

use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use crate::commands::graph::evaluate::view::{EvaluatedRiskView, mingled};
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::{ClusterView, ReleaseView};
use crate::output::parts::graph_source::GraphSourceView;
use upgrade_core::cluster::Cluster;
use upgrade_core::preview::Preview;
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::targets::GraphTarget;

/// The updates that a cluster would get in a channel; nothing is changed
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelPreview {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    pub(crate) channel: String,
    /// Whether it is the current channel of the cluster
    pub(crate) current: bool,
    pub(crate) graph: GraphSourceView,
    /// Whether the current release is in the channel; if not, the cluster would report
    /// `VersionNotFound` and have no available updates
    pub(crate) in_channel: bool,
    /// Newest first
    pub(crate) recommended: Vec<ReleaseView>,
    /// Newest first
    pub(crate) not_recommended: Vec<OfferView>,
    /// Updates that cannot be evaluated, newest first
    pub(crate) unknown: Vec<OfferView>,
    /// Versions that would become available, recommended or not
    pub(crate) gained: Vec<String>,
    /// Versions that would no longer be available
    pub(crate) lost: Vec<String>,
    /// Notes on how this was determined
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
    #[serde(skip)]
    pub(crate) reading: PreviewText,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    ChannelPreview,
}

/// An update that would not be recommended
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OfferView {
    #[serde(flatten)]
    pub(crate) release: ReleaseView,
    pub(crate) recommended: Status,
    pub(crate) reason: String,
    pub(crate) message: String,
    /// Sorted by name
    pub(crate) risks: Vec<EvaluatedRiskView>,
    /// Risks that apply or may apply and are not accepted.
    #[serde(skip)]
    pub(crate) open: Vec<String>,
}

/// Commands to run next.
#[derive(Debug)]
pub(crate) struct PreviewText {
    pub(crate) evaluate: String,
    /// None for files, which cannot be changed.
    pub(crate) follow: Option<String>,
}

impl ChannelPreview {
    pub(crate) fn new(
        cluster: &Cluster,
        channel: &str,
        graphs: &ChannelGraphs,
        preview: &Preview,
        reading: PreviewText,
    ) -> Self {
        let stale = cluster.lists_may_be_stale().then(|| {
            "available updates may be stale, and so may the gained and lost versions".to_owned()
        });
        let oddities = cluster.oddities.iter().chain(&graphs.warnings).cloned();
        let offers = |targets: &[GraphTarget]| targets.iter().map(OfferView::new).collect();
        let recommended = preview.recommended.iter();
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::ChannelPreview,
            cluster: ClusterView::new(cluster),
            channel: channel.to_owned(),
            current: cluster.channel.as_deref() == Some(channel),
            graph: GraphSourceView::new(graphs),
            in_channel: preview.in_channel,
            recommended: recommended.map(|target| ReleaseView::new(&target.release)).collect(),
            not_recommended: offers(&preview.not_recommended),
            unknown: offers(&preview.unknown),
            gained: preview.change.gained.clone(),
            lost: preview.change.lost.clone(),
            notes: graphs.notes.clone(),
            warnings: oddities.chain(stale).chain(mingled(preview.all())).collect(),
            reading,
        }
    }
}

impl OfferView {
    fn new(target: &GraphTarget) -> Self {
        let verdict = target.verdict.as_ref();
        let versions = [&target.release.version];
        Self {
            release: ReleaseView::new(&target.release),
            recommended: target.status(),
            reason: verdict.map(|verdict| verdict.reason.clone()).unwrap_or_default(),
            message: verdict.map(|verdict| verdict.message.clone()).unwrap_or_default(),
            risks: target.risks.iter().map(|it| EvaluatedRiskView::new(it, &versions)).collect(),
            open: target.open().map(|assessed| assessed.risk.name.clone()).collect(),
        }
    }
}
