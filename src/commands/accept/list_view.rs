//! `RiskList`: the risks that a cluster reports or accepts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::error::Hint;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use crate::output::parts::risk::RiskView;
use upgrade_core::cluster::Cluster;
use upgrade_core::settings::accepted_risks::KnownRisk;
use upgrade_graph::condition::Status;

/// The risks that a cluster reports or accepts
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiskList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// Sorted by name
    pub(crate) risks: Vec<KnownRiskView>,
    pub(crate) warnings: Vec<String>,
    /// How to accept risks; none if nothing can be changed.
    #[serde(skip)]
    pub(crate) accept: Option<Hint>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    RiskList,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KnownRiskView {
    #[serde(flatten)]
    pub(crate) risk: RiskView,
    /// The versions that have this risk, newest first; empty if the cluster names none
    pub(crate) targets: Vec<String>,
}

impl RiskList {
    pub(crate) fn new(cluster: &Cluster, known: &[KnownRisk], invocation: &Invocation) -> Self {
        let risks = known.iter().map(|known| KnownRiskView {
            risk: RiskView::new(&known.risk),
            targets: known.targets.clone(),
        });
        let stores = cluster.stores_accepted_risks();
        let mut view = Self {
            api_version: ApiVersion::V1,
            kind: Kind::RiskList,
            cluster: ClusterView::new(cluster),
            risks: risks.collect(),
            warnings: cluster.oddities.clone(),
            accept: None,
        };
        let accept = match view.open().next() {
            _ if invocation.reads_files() => None,
            Some(first) if stores => Some(accept_stored(first, invocation)),
            Some(first) => view.accept_once(first, invocation),
            None => None,
        };
        view.accept = accept;
        view
    }

    /// Returns the risks that apply, or may apply, and are not accepted.
    pub(crate) fn open(&self) -> impl Iterator<Item = &KnownRiskView> {
        let open =
            |known: &&KnownRiskView| known.risk.applies != Status::False && !known.risk.accepted;
        self.risks.iter().filter(open)
    }

    /// Returns how to accept the risks of one target for one request, where the cluster cannot store them.
    fn accept_once(&self, first: &KnownRiskView, invocation: &Invocation) -> Option<Hint> {
        let target = first.targets.first()?;
        let of_target = self.open().filter(|known| known.targets.contains(target));
        let accept = of_target.flat_map(|known| ["--accept", known.risk.name.as_str()]);
        let words = ["--to", target.as_str(), "--allow-not-recommended"].into_iter().chain(accept);
        let purpose = format!("to accept the risks of {target} for one request");
        Some(Hint::run(&purpose, invocation.command(words)))
    }
}

fn accept_stored(first: &KnownRiskView, invocation: &Invocation) -> Hint {
    Hint::run("to accept one", invocation.command(["accept", first.risk.name.as_str()]))
}
