//! A cluster at one time: its ClusterVersion, and the other parts that were read.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::alert::Alert;
use crate::cluster::Cluster;
use crate::insight::Object;
use crate::objects::api_request_count::ApiUse;
use crate::objects::cluster_operator::Operator;
use crate::objects::config_map::GateMaps;
use crate::objects::etcd::EtcdPod;
use crate::objects::infrastructure::{Infrastructure, Topology};
use crate::objects::machine_config_node::MachineConfigNode;
use crate::objects::machine_config_pool::{self, Pool};
use crate::objects::node::{Budget, Node, Pod};
use crate::objects::olm::{InstallPlan, InstalledOperator};
use crate::part::Part;
use crate::pre_checks::UpdatePlan;
use crate::reported_status::ReportedStatus;

#[derive(Debug, Clone)]
pub struct Snapshot {
    pub cluster: Cluster,
    /// The time that all ages are relative to; none if a recording has no times.
    pub now: Option<Timestamp>,
    pub infrastructure: Part<Infrastructure>,
    /// Not served if a recording contains none.
    pub alerts: Part<Vec<Alert>>,
    pub operators: Part<Vec<Operator>>,
    pub pools: Part<Vec<Pool>>,
    pub nodes: Part<Vec<Node>>,
    /// How far nodes are, where the cluster reports that; read while nodes change.
    pub machine_config_nodes: Part<Vec<MachineConfigNode>>,
    /// The release of each machine config of a node; none if it does not name one.
    pub configs: Part<BTreeMap<String, Option<String>>>,
    /// The image that the deployment of the machine-config operator runs.
    pub machine_config_image: Part<String>,
    pub budgets: Part<Vec<Budget>>,
    /// Pods that matter: on draining nodes, or in namespaces with a budget that allows no
    /// disruption.
    pub pods: Part<Vec<Pod>>,
    pub gates: Part<GateMaps>,
    pub apis: Part<Vec<ApiUse>>,
    /// Digests of the releases whose signatures are in the cluster; not read if they are not
    /// needed.
    pub signatures: Part<BTreeSet<String>>,
    pub etcd: Part<Vec<EtcdPod>>,
    /// The network plugin, from the Network.
    pub network: Part<String>,
    /// The operators that OLM has installed.
    pub olm_operators: Part<Vec<InstalledOperator>>,
    /// The plans that Subscriptions have not completed.
    pub install_plans: Part<Vec<InstallPlan>>,
    /// The content of the UpdateStatus.
    pub reported: Part<ReportedStatus>,
    /// The plan of the target.
    pub plan: Part<UpdatePlan>,
    /// How an update service names the architecture of the cluster's releases.
    pub architecture: Part<String>,
    /// What could not be read, and why.
    pub notes: Vec<String>,
}

impl Snapshot {
    /// A snapshot with nothing but the ClusterVersion.
    pub fn new(cluster: Cluster) -> Self {
        Self {
            now: cluster.now,
            cluster,
            infrastructure: Part::NotRead,
            alerts: Part::NotRead,
            operators: Part::NotRead,
            pools: Part::NotRead,
            nodes: Part::NotRead,
            machine_config_nodes: Part::NotRead,
            configs: Part::NotRead,
            machine_config_image: Part::NotRead,
            budgets: Part::NotRead,
            pods: Part::NotRead,
            gates: Part::NotRead,
            apis: Part::NotRead,
            signatures: Part::NotRead,
            etcd: Part::NotRead,
            network: Part::NotRead,
            olm_operators: Part::NotRead,
            install_plans: Part::NotRead,
            reported: Part::NotRead,
            plan: Part::NotRead,
            architecture: Part::NotRead,
            notes: Vec::new(),
        }
    }

    /// Returns the time that ages are relative to. In a recording without times it precedes
    /// everything, so that nothing in it is old.
    pub fn instant(&self) -> Timestamp {
        self.now.unwrap_or_default()
    }

    pub fn topology(&self) -> Part<Topology> {
        self.infrastructure.as_ref().and_then(|known| known.topology.clone())
    }

    /// Returns whether the control plane is known to be hosted.
    pub fn is_hosted(&self) -> bool {
        self.topology() == Part::Known(Topology::External)
    }

    /// Returns the names of paused pools, whose nodes are not updated until they are resumed.
    pub fn paused_pools(&self) -> Part<Vec<String>> {
        let paused = |pools: &Vec<Pool>| {
            let mut names: Vec<String> =
                pools.iter().filter(|pool| pool.paused).map(|pool| pool.name.clone()).collect();
            names.sort();
            names
        };
        self.pools.as_ref().map(paused)
    }

    /// Returns why parts are unknown that usually are known: neither forbidden, nor missing.
    pub fn outages(&self) -> Vec<&str> {
        let parts = [outage(&self.infrastructure), outage(&self.pools)];
        parts.into_iter().flatten().collect()
    }

    /// Returns the uid of a machine config pool; none for pools of other kinds.
    pub fn uid_of_pool(&self, pool: &Object) -> Option<String> {
        let is_it = |known: &&Pool| *pool == Object::new(machine_config_pool::KIND, &known.name);
        self.pools.items().iter().find(is_it)?.uid.clone()
    }

    /// Returns the machine configs of nodes; invalid names are left out.
    pub fn configs_named(&self) -> BTreeSet<String> {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        let is_name =
            |name: &&String| !name.is_empty() && name.chars().all(legal) && !name.contains("..");
        let named = self.nodes.items().iter().flat_map(|node| [&node.current, &node.desired]);
        named.filter(is_name).cloned().collect()
    }

    /// Returns whether a node changes its configuration now.
    pub fn has_changing_nodes(&self) -> bool {
        let changes = |node: &Node| !node.desired.is_empty() && node.current != node.desired;
        self.nodes.items().iter().any(changes)
    }

    /// Returns the nodes whose drain is requested and not completed.
    pub fn draining(&self) -> Vec<String> {
        let draining = self.nodes.items().iter().filter(|node| node.is_to_be_drained());
        draining.map(|node| node.name.clone()).collect()
    }
}

fn outage<T>(part: &Part<T>) -> Option<&str> {
    match part {
        Part::Unreadable { why, transient: true } => Some(why),
        Part::Unreadable { transient: false, .. }
        | Part::NotRead
        | Part::Known(_)
        | Part::NotServed => None,
    }
}
