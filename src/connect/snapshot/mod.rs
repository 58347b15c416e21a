//! The only reader: a snapshot of a cluster with the parts that a command needs, and no others.

mod builder;
mod files;
pub(super) mod live;

use anyhow::anyhow;
use serde_json::Value;

use super::Source;
use crate::error::{Error, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::infrastructure::{self, Infrastructure};
use upgrade_core::part::Part;
use upgrade_core::reported_status::object;
use upgrade_core::snapshot::Snapshot;

/// The parts to read besides the ClusterVersion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SnapshotParts {
    infrastructure: Want,
    gates: Want,
    alerts: Want,
    /// Whether to request a token for reading alerts.
    create_token: bool,
    operators: Want,
    pools: Want,
    nodes: Want,
    /// How far nodes are, while they change.
    machine_config_nodes: Want,
    /// The releases of the machine configs of nodes, and the image of their operator.
    configs: Want,
    pods: Pods,
    apis: Want,
    signatures: Want,
    etcd: Want,
    network: Want,
    /// What the Operator Lifecycle Manager has installed, and is about to install.
    olm: Want,
    /// The UpdateStatus.
    reported: Want,
    architecture: Want,
    lists: Lists,
}

/// How much a command depends on a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    No,
    /// The command works without it.
    IfReadable,
    /// Without it, there is no snapshot.
    Required,
}

/// Which pods are read, with the budgets that protect them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pods {
    Nobodys,
    OfDrainingNodes,
    /// Pods of namespaces with a budget that allows no disruption.
    OfTightBudgets,
}

/// When operators, pools, nodes and alerts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// At the same time as the ClusterVersion.
    AtOnce,
    /// After the ClusterVersion: what it reports as completed is then read as completed.
    Afterwards,
}

impl SnapshotParts {
    /// The ClusterVersion alone: one request.
    pub(crate) const CLUSTER_VERSION: Self = Self {
        infrastructure: Want::No,
        gates: Want::No,
        alerts: Want::No,
        create_token: false,
        operators: Want::No,
        pools: Want::No,
        nodes: Want::No,
        machine_config_nodes: Want::No,
        configs: Want::No,
        pods: Pods::Nobodys,
        apis: Want::No,
        signatures: Want::No,
        etcd: Want::No,
        network: Want::No,
        olm: Want::No,
        reported: Want::No,
        architecture: Want::No,
        lists: Lists::AtOnce,
    };

    /// One round of parallel requests. Users who may read only the ClusterVersion get only that.
    pub(crate) const OVERVIEW: Self =
        Self { infrastructure: Want::IfReadable, pools: Want::IfReadable, ..Self::CLUSTER_VERSION };

    /// What a request is decided on. If the Infrastructure is forbidden, that is a warning.
    pub(crate) const REQUEST: Self =
        Self { infrastructure: Want::Required, ..Self::CLUSTER_VERSION };

    pub(crate) const RECOMMEND: Self = Self { alerts: Want::IfReadable, ..Self::OVERVIEW };

    pub(crate) const ACK: Self = Self { gates: Want::Required, ..Self::CLUSTER_VERSION };

    /// What the progress of an update is counted from.
    pub(crate) const WAIT: Self = Self {
        operators: Want::IfReadable,
        pools: Want::IfReadable,
        nodes: Want::IfReadable,
        configs: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// What pools wait for, and what their nodes run.
    pub(crate) const POOLS: Self = Self {
        infrastructure: Want::IfReadable,
        pools: Want::IfReadable,
        nodes: Want::IfReadable,
        configs: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// The names of pools.
    pub(crate) const POOL_NAMES: Self = Self { pools: Want::IfReadable, ..Self::CLUSTER_VERSION };

    /// What a wait reads, and what insights need.
    pub(crate) const STATUS: Self = Self {
        alerts: Want::IfReadable,
        pods: Pods::OfDrainingNodes,
        reported: Want::IfReadable,
        lists: Lists::Afterwards,
        ..Self::WAIT
    };

    /// The same, and what is done on each node.
    pub(crate) const STATUS_WITH_STEPS: Self =
        Self { machine_config_nodes: Want::IfReadable, ..Self::STATUS };

    /// What a page about a cluster shows: its updates, and its status.
    pub(crate) const EXPLORE: Self = Self { infrastructure: Want::IfReadable, ..Self::STATUS };

    /// Everything that built-in informers use.
    pub(crate) const PRE_CHECKS: Self = Self {
        infrastructure: Want::Required,
        gates: Want::IfReadable,
        alerts: Want::IfReadable,
        operators: Want::IfReadable,
        pools: Want::IfReadable,
        nodes: Want::IfReadable,
        configs: Want::IfReadable,
        pods: Pods::OfTightBudgets,
        apis: Want::IfReadable,
        signatures: Want::IfReadable,
        etcd: Want::IfReadable,
        network: Want::IfReadable,
        olm: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// What an update service gets to know about a cluster.
    pub(crate) const GRAPH: Self = Self {
        infrastructure: Want::IfReadable,
        architecture: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// What a row of a fleet shows.
    pub(crate) const FLEET: Self = Self { infrastructure: Want::IfReadable, ..Self::STATUS };

    /// The same, and what an update to a version is decided on.
    pub(crate) const FLEET_TARGET: Self =
        Self { gates: Want::IfReadable, architecture: Want::IfReadable, ..Self::FLEET };

    /// The same, with a token for reading alerts if `create_token` is set.
    pub(crate) const fn with_token(self, create_token: bool) -> Self {
        Self { create_token, ..self }
    }

    /// The same, with pools required.
    pub(crate) const fn requiring_pools(self) -> Self {
        Self { pools: Want::Required, ..self }
    }

    /// Returns whether other objects than those in every recording are needed.
    fn needs_all_kinds(&self) -> bool {
        let wants = [self.operators, self.nodes, self.apis, self.architecture];
        wants.iter().any(|want| want.is_given())
    }
}

impl Want {
    fn is_given(self) -> bool {
        self != Self::No
    }
}

impl Source {
    pub(crate) async fn snapshot(&self, parts: &SnapshotParts) -> Result<Snapshot> {
        match self {
            Self::Live(live) => live.snapshot(parts).await,
            Self::Files(files) => files.snapshot(parts),
        }
    }
}

/// Reads an Infrastructure. An invalid one is an error only if it is required.
fn infrastructure_of(object: &Value, want: Want) -> Result<Part<Infrastructure>> {
    match infrastructure::infrastructure(object) {
        Ok(known) => Ok(Part::Known(known)),
        Err(bad) if want == Want::Required => {
            let context = "cannot read infrastructures/cluster";
            Err(Error::new("BadData", anyhow!(bad).context(context)))
        }
        Err(bad) => Ok(Part::unreadable(format!("infrastructures/cluster: {bad}"))),
    }
}

/// Adds an UpdateStatus.
fn report(snapshot: &mut Snapshot, object: &Value) {
    let (reported, problems) = object::read(object, snapshot.instant());
    snapshot.reported = Part::Known(reported);
    if !problems.is_empty() {
        let problems = problems.join("; ");
        snapshot.notes.push(format!("the UpdateStatus has invalid fields: {problems}"));
    }
}

/// Returns how an update service names the architecture of a cluster's releases.
fn architecture(cluster: &Cluster, node: Part<Value>) -> Part<String> {
    if let Some(architecture) = &cluster.desired.architecture {
        return Part::Known(architecture.to_lowercase());
    }
    node.and_then(|node| {
        let found = node.pointer("/status/nodeInfo/architecture").and_then(Value::as_str);
        match found.filter(|architecture| !architecture.is_empty()) {
            Some(architecture) => Part::Known(architecture.to_owned()),
            None => Part::unreadable("no node reports its architecture"),
        }
    })
}

/// The label of ConfigMaps with signatures of releases.
pub(super) const SIGNED: &str = "release.openshift.io/verification-signatures";

/// Returns the digests in the keys of a ConfigMap: `sha256-…-1` is a signature of `sha256:…`.
fn digests(map: &Value) -> Vec<String> {
    let data = ["binaryData", "data"].into_iter().filter_map(|field| map[field].as_object());
    let keys = data.flat_map(|data| data.keys());
    let digest = |key: &String| {
        let mut parts = key.splitn(3, '-');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    keys.filter_map(digest).collect()
}
