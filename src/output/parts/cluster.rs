//! The cluster, as every kind describes it: its identity and its version.

use schemars::JsonSchema;
use serde::Serialize;

use upgrade_core::cluster::{Cluster, Requested};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::release::Release;

/// The cluster and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterView {
    /// `spec.clusterID`
    pub(crate) id: Option<String>,
    /// The kubeconfig context, or the lab's scenario
    pub(crate) context: Option<String>,
    /// The API server; null if read from files
    pub(crate) server: Option<String>,
    /// The newest release that completed; null while installing
    pub(crate) version: Option<String>,
    /// `status.desired`
    pub(crate) desired: DesiredView,
    /// `spec.desiredUpdate`
    pub(crate) requested: Option<RequestedView>,
    pub(crate) channel: Option<String>,
    pub(crate) upstream: Option<String>,
    pub(crate) generation: Option<i64>,
    pub(crate) observed_generation: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DesiredView {
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) channels: Vec<String>,
    pub(crate) architecture: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestedView {
    pub(crate) version: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) architecture: Option<String>,
    pub(crate) force: bool,
    pub(crate) mode: Option<String>,
    pub(crate) accept_risks: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ReleaseView {
    pub(crate) version: String,
    pub(crate) image: Option<String>,
    /// Release notes or errata
    pub(crate) url: Option<String>,
    pub(crate) channels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConditionView {
    pub(crate) r#type: String,
    pub(crate) status: Status,
    pub(crate) reason: String,
    pub(crate) message: String,
    /// RFC 3339
    pub(crate) last_transition_time: Option<String>,
}

impl ClusterView {
    pub(crate) fn new(cluster: &Cluster) -> Self {
        Self {
            id: cluster.id.clone(),
            context: cluster.origin.context.clone(),
            server: cluster.origin.server.clone(),
            version: cluster.completed().and_then(|past| filled(past.version.text())),
            desired: DesiredView {
                version: filled(cluster.desired.version.text()),
                image: filled(&cluster.desired.image),
                url: cluster.desired.url.clone(),
                channels: cluster.desired.channels.clone(),
                architecture: cluster.desired.architecture.clone(),
            },
            requested: cluster.requested.as_ref().map(RequestedView::new),
            channel: cluster.channel.clone(),
            upstream: cluster.upstream.clone(),
            generation: cluster.generation,
            observed_generation: cluster.observed_generation,
        }
    }
}

impl RequestedView {
    fn new(requested: &Requested) -> Self {
        Self {
            version: filled(&requested.version),
            image: filled(&requested.image),
            architecture: filled(&requested.architecture),
            force: requested.force,
            mode: requested.mode.clone(),
            accept_risks: requested.accept_risks.clone(),
        }
    }
}

impl ReleaseView {
    pub(crate) fn new(release: &Release) -> Self {
        Self {
            version: release.version.text().to_owned(),
            image: filled(&release.image),
            url: release.url.clone(),
            channels: release.channels.clone(),
        }
    }
}

impl ConditionView {
    pub(crate) fn new(condition: &Condition) -> Self {
        Self {
            r#type: condition.kind.clone(),
            status: condition.status,
            reason: condition.reason.clone(),
            message: condition.message.clone(),
            last_transition_time: condition.since.map(|since| since.to_string()),
        }
    }
}

pub(crate) fn filled(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
