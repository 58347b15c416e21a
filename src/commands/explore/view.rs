//! `Exploration`, where the page is, and `ExploredCluster`, what it shows of the cluster.

use schemars::JsonSchema;
use serde::Serialize;

use crate::actions::list_updates::view::UpdateList;
use crate::commands::pre_checks::view::PreCheckReport;
use crate::commands::status::view::UpdateStatusReport;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;

/// Where a page about the cluster is served
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exploration {
    api_version: ApiVersion,
    kind: ExplorationKind,
    /// With a token that is needed to read the page
    pub(crate) url: String,
    pub(crate) cluster: ClusterView,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum ExplorationKind {
    Exploration,
}

impl Exploration {
    pub(super) fn new(url: String, cluster: ClusterView) -> Self {
        let (api_version, kind) = (ApiVersion::V1, ExplorationKind::Exploration);
        Self { api_version, kind, url, cluster }
    }
}

/// The commands that answer as the page does.
pub(super) struct SameAnswers {
    pub(super) command: String,
    pub(super) path_arguments: Vec<String>,
}

/// A cluster as its page shows it: the documents of several commands
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExploredCluster {
    api_version: ApiVersion,
    kind: ExploredKind,
    /// How the program is started for this cluster, to be followed by a command
    command: String,
    /// Arguments that make `path` read the graph and the metrics that the page reads
    path_arguments: Vec<String>,
    /// What the cluster reports about its updates
    updates: UpdateList,
    /// The progress of an update, and insights
    status: UpdateStatusReport,
    /// One for each stored plan
    pre_checks: Vec<PreCheckReport>,
    /// What could not be read
    notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum ExploredKind {
    ExploredCluster,
}

impl ExploredCluster {
    pub(super) fn new(
        same: SameAnswers,
        updates: UpdateList,
        status: UpdateStatusReport,
        pre_checks: Vec<PreCheckReport>,
        notes: Vec<String>,
    ) -> Self {
        let (api_version, kind) = (ApiVersion::V1, ExploredKind::ExploredCluster);
        let SameAnswers { command, path_arguments } = same;
        Self { api_version, kind, command, path_arguments, updates, status, pre_checks, notes }
    }
}
