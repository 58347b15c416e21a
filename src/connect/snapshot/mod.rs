//! The one reader: a snapshot of a cluster with the parts that a command asks for, and no others.

mod builder;
mod files;
mod live;

use anyhow::anyhow;
use serde_json::Value;

use super::Source;
use crate::error::{Error, Result};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::infrastructure::{self, Infrastructure};
use upgrade_core::part::Part;
use upgrade_core::reported_status::object;
use upgrade_core::snapshot::Snapshot;

/// What is read of a cluster beside its ClusterVersion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SnapshotParts {
    infrastructure: Want,
    gates: Want,
    alerts: Want,
    /// Whether the cluster is asked for a token to read alerts with.
    create_token: bool,
    operators: Want,
    pools: Want,
    nodes: Want,
    /// The releases of the machine configs that nodes name, and the image of their operator.
    configs: Want,
    pods: Pods,
    apis: Want,
    signatures: Want,
    etcd: Want,
    network: Want,
    /// What the Operator Lifecycle Manager has installed, and is about to.
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
    /// It does without, where it must.
    IfReadable,
    /// Without it there is no snapshot.
    Required,
}

/// Whose pods are read, with the budgets that hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pods {
    Nobodys,
    OfDrainingNodes,
    /// Those of namespaces in which a budget is tight.
    OfTightBudgets,
}

/// When operators, pools, nodes and alerts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// At the same time as the ClusterVersion.
    AtOnce,
    /// Once the ClusterVersion is there: what that says to be completed is seen to be.
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

    /// One round of parallel requests. Who may read only the ClusterVersion sees what that holds.
    pub(crate) const OVERVIEW: Self =
        Self { infrastructure: Want::IfReadable, pools: Want::IfReadable, ..Self::CLUSTER_VERSION };

    /// What a request is judged by. Who may not read the Infrastructure is only warned.
    pub(crate) const REQUEST: Self =
        Self { infrastructure: Want::Required, ..Self::CLUSTER_VERSION };

    pub(crate) const RECOMMEND: Self = Self { alerts: Want::IfReadable, ..Self::OVERVIEW };

    pub(crate) const ACK: Self = Self { gates: Want::Required, ..Self::CLUSTER_VERSION };

    /// What an update is counted by.
    pub(crate) const WAIT: Self = Self {
        operators: Want::IfReadable,
        pools: Want::IfReadable,
        nodes: Want::IfReadable,
        configs: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// The same, and what is wrong.
    pub(crate) const STATUS: Self = Self {
        alerts: Want::IfReadable,
        pods: Pods::OfDrainingNodes,
        reported: Want::IfReadable,
        lists: Lists::Afterwards,
        ..Self::WAIT
    };

    /// All that built-in informers look at.
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

    /// What an update service is told of a cluster.
    pub(crate) const GRAPH: Self = Self {
        infrastructure: Want::IfReadable,
        architecture: Want::IfReadable,
        ..Self::CLUSTER_VERSION
    };

    /// The same, with the alerts read with a token that the cluster makes for that, if so.
    pub(crate) const fn with_token(self, create_token: bool) -> Self {
        Self { create_token, ..self }
    }

    /// The same, of which the pools must be there.
    pub(crate) const fn requiring_pools(self) -> Self {
        Self { pools: Want::Required, ..self }
    }

    /// Returns whether objects beside those that every recording is searched for are of use.
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

/// Reads an Infrastructure. One that makes no sense is an error only where it is required.
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

/// Takes what an UpdateStatus says.
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

/// On a ConfigMap, says that it holds signatures of releases.
const SIGNED: &str = "release.openshift.io/verification-signatures";

/// Returns the digests in the keys of a ConfigMap: `sha256-…-1` holds a signature of `sha256:…`.
fn digests(map: &Value) -> Vec<String> {
    let data = ["binaryData", "data"].into_iter().filter_map(|field| map[field].as_object());
    let keys = data.flat_map(|data| data.keys());
    let digest = |key: &String| {
        let mut parts = key.splitn(3, '-');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    keys.filter_map(digest).collect()
}
