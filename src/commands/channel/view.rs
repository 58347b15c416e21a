//! `ChannelList`: the current channel, and the others of the release.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::channel as channel_setting;
use upgrade_graph::channel;

/// The channels of the current release of a cluster
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Sorted by minor version, then candidate, fast, stable, eus
    pub(crate) channels: Vec<ChannelView>,
    pub(crate) warnings: Vec<String>,
    /// The command that sets another channel; none where there is none, or nothing can be changed.
    #[serde(skip)]
    pub(crate) set: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    ChannelList,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelView {
    pub(crate) name: String,
    /// Whether it is the current channel of the cluster
    pub(crate) current: bool,
    /// The minor version that it leads to, by its name
    pub(crate) leads_to: Option<String>,
    /// Whether that is later than the current minor version
    pub(crate) leads_further: bool,
}

impl ChannelList {
    pub(crate) fn new(cluster: &Cluster, invocation: &Invocation) -> Self {
        let current = cluster.channel.as_deref();
        let known = channel::sorted(&cluster.desired.channels);
        let lost = current
            .filter(|current| !known.is_empty() && !known.iter().any(|known| known == current));
        let on = cluster.desired.version.text();
        let warnings = lost.map(|lost| format!("{on} is not in the current channel, {lost}"));
        let next = channel_setting::next(cluster);
        let other =
            next.or_else(|| known.iter().find(|name| Some(name.as_str()) != current).cloned());
        let other = other.filter(|_| !invocation.reads_files());
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::ChannelList,
            cluster: ClusterView::new(cluster),
            channels: known
                .into_iter()
                .map(|name| ChannelView {
                    current: Some(name.as_str()) == current,
                    leads_to: channel::minor(&name)
                        .map(|(major, minor)| format!("{major}.{minor}")),
                    leads_further: channel_setting::leads_further(&name, cluster),
                    name,
                })
                .collect(),
            warnings: cluster.oddities.iter().cloned().chain(warnings).collect(),
            set: other.map(|other| invocation.command(["channel", &other])),
        }
    }
}
