//! `Upstream`: the update service of a cluster.

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::cluster::Cluster;

/// The update service of a cluster
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "it is what the field of the ClusterVersion is called"
)]
pub(crate) struct Upstream {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// `spec.upstream`; null if the cluster uses its default
    pub(crate) upstream: Option<String>,
    pub(crate) warnings: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    Upstream,
}

impl Upstream {
    pub(crate) fn new(cluster: &Cluster) -> Self {
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::Upstream,
            cluster: ClusterView::new(cluster),
            upstream: cluster.upstream.clone(),
            warnings: cluster.oddities.clone(),
        }
    }
}
