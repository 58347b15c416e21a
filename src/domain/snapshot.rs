//! A cluster at one instant: its ClusterVersion, and of the rest what was read.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::alert::Alert;
use super::api_use::ApiUse;
use super::cluster::Cluster;
use super::gate_maps::GateMaps;
use super::infrastructure::{Infrastructure, Topology};
use super::node::{Budget, Node, Pod};
use super::operator::Operator;
use super::part::Part;
use super::pool::Pool;
use super::precheck::UpdatePlan;
use super::reported_status::ReportedStatus;

#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) cluster: Cluster,
    /// The instant all ages are counted from; none where a recording has no times.
    pub(crate) now: Option<Timestamp>,
    pub(crate) infrastructure: Part<Infrastructure>,
    /// Not served where a recording holds none.
    pub(crate) alerts: Part<Vec<Alert>>,
    pub(crate) operators: Part<Vec<Operator>>,
    pub(crate) pools: Part<Vec<Pool>>,
    pub(crate) nodes: Part<Vec<Node>>,
    /// The release of each machine config that a node names; none where it does not say.
    pub(crate) configs: Part<BTreeMap<String, Option<String>>>,
    /// The image that the deployment of the machine-config operator runs.
    pub(crate) machine_config_image: Part<String>,
    pub(crate) budgets: Part<Vec<Budget>>,
    /// Those that matter: on nodes that drain, or in namespaces in which a budget is tight.
    pub(crate) pods: Part<Vec<Pod>>,
    pub(crate) gates: Part<GateMaps>,
    pub(crate) apis: Part<Vec<ApiUse>>,
    /// Digests of the releases whose signatures are in the cluster; not read where they need not be.
    pub(crate) signatures: Part<BTreeSet<String>>,
    /// What the UpdateStatus tells.
    pub(crate) reported: Part<ReportedStatus>,
    /// The plan of the release that is asked for.
    pub(crate) plan: Part<UpdatePlan>,
    /// How an update service names the architecture of the cluster's releases.
    pub(crate) architecture: Part<String>,
    /// What could not be read, and why.
    pub(crate) notes: Vec<String>,
}

impl Snapshot {
    /// A snapshot of which only the ClusterVersion is known.
    pub(crate) fn new(cluster: Cluster) -> Self {
        Self {
            now: cluster.now,
            cluster,
            infrastructure: Part::NotRead,
            alerts: Part::NotRead,
            operators: Part::NotRead,
            pools: Part::NotRead,
            nodes: Part::NotRead,
            configs: Part::NotRead,
            machine_config_image: Part::NotRead,
            budgets: Part::NotRead,
            pods: Part::NotRead,
            gates: Part::NotRead,
            apis: Part::NotRead,
            signatures: Part::NotRead,
            reported: Part::NotRead,
            plan: Part::NotRead,
            architecture: Part::NotRead,
            notes: Vec::new(),
        }
    }

    /// Returns the instant ages are counted from. In a recording without times that is before
    /// everything, so that nothing in it is old.
    pub(crate) fn instant(&self) -> Timestamp {
        self.now.unwrap_or_default()
    }

    pub(crate) fn topology(&self) -> Part<Topology> {
        self.infrastructure.as_ref().and_then(|known| known.topology.clone())
    }

    /// Returns whether the control plane is known to be run by somebody else.
    pub(crate) fn is_hosted(&self) -> bool {
        self.topology() == Part::Known(Topology::External)
    }

    /// Returns the machine configs that nodes name; what cannot be a name is none, and leads nowhere.
    pub(crate) fn configs_named(&self) -> BTreeSet<String> {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        let is_name =
            |name: &&String| !name.is_empty() && name.chars().all(legal) && !name.contains("..");
        let named = self.nodes.items().iter().flat_map(|node| [&node.current, &node.desired]);
        named.filter(is_name).cloned().collect()
    }

    /// Returns the nodes that are to be drained and are not.
    pub(crate) fn draining(&self) -> Vec<String> {
        let nodes = self.nodes.items().iter();
        let draining = nodes.filter(|node| {
            node.desired_drain.starts_with("drain-") && node.desired_drain != node.last_drain
        });
        draining.map(|node| node.name.clone()).collect()
    }
}
