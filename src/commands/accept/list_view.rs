//! `RiskList`: the risks a cluster tells of or accepts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use crate::output::parts::risk::RiskView;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::accepted_risks::KnownRisk;
use upgrade_graph::condition::Status;

/// The risks a cluster tells of or accepts
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// In the order of their names
    pub(crate) risks: Vec<KnownRiskView>,
    pub(crate) warnings: Vec<String>,
    /// The command that accepts one.
    #[serde(skip)]
    pub(crate) accept: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    RiskList,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownRiskView {
    #[serde(flatten)]
    pub(crate) risk: RiskView,
    /// The versions it is a risk of, newest first; empty where the cluster names none
    pub(crate) targets: Vec<String>,
}

impl RiskList {
    pub(crate) fn new(cluster: &Cluster, known: &[KnownRisk], invocation: &Invocation) -> Self {
        let risks = known.iter().map(|known| KnownRiskView {
            risk: RiskView::new(&known.risk),
            targets: known.targets.clone(),
        });
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::RiskList,
            cluster: ClusterView::new(cluster),
            risks: risks.collect(),
            warnings: cluster.oddities.clone(),
            accept: invocation.command(["accept", "RISK"]),
        }
    }

    /// Returns how many risks apply, or may apply, and are not accepted.
    pub(crate) fn open(&self) -> usize {
        let open =
            |known: &&KnownRiskView| known.risk.applies != Status::False && !known.risk.accepted;
        self.risks.iter().filter(open).count()
    }
}
