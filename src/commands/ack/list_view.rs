//! `GateList`: the admin gates of a cluster.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::invocation::Invocation;
use crate::output::parts::ApiVersion;
use crate::output::parts::cluster::ClusterView;
use upgrade_core::admin_gates::{self, AdminGate, GateMinor};
use upgrade_core::cluster::Cluster;
use upgrade_core::objects::config_map::GateMaps;

/// The admin gates to acknowledge before a minor version update
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GateList {
    api_version: ApiVersion,
    kind: Kind,
    pub(crate) cluster: ClusterView,
    /// The minor version whose gates apply now; null if the cluster version is unknown
    pub(crate) minor: Option<String>,
    /// Sorted by name, including those of other minor versions
    pub(crate) gates: Vec<GateView>,
    pub(crate) warnings: Vec<String>,
    /// Whether it is known which gates there are.
    #[serde(skip)]
    pub(crate) known: bool,
    /// The command that acknowledges the open gates; none for files, which cannot be changed.
    #[serde(skip)]
    pub(crate) acknowledge: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    GateList,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct GateView {
    /// Its key in ConfigMap openshift-config-managed/admin-gates
    pub(crate) name: String,
    /// What to know before you acknowledge it
    pub(crate) text: String,
    /// The minor version that it is a gate of; null if its name does not contain one
    pub(crate) minor: Option<String>,
    /// Whether that is the minor version the cluster is on
    pub(crate) applies: bool,
    /// Whether its value in ConfigMap openshift-config/admin-acks is "true"
    pub(crate) acknowledged: bool,
    /// Its value there; null if there is none
    pub(crate) value: Option<String>,
}

impl GateList {
    pub(crate) fn new(cluster: &Cluster, maps: &GateMaps, invocation: &Invocation) -> Self {
        let gates = admin_gates::gates(cluster, maps);
        let open: Vec<&str> =
            gates.iter().filter(|gate| gate.is_open()).map(|gate| gate.name.as_str()).collect();
        let command = match open.as_slice() {
            [only] => invocation.command(["ack", only]),
            _ => invocation.command(["ack", "--all"]),
        };
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::GateList,
            cluster: ClusterView::new(cluster),
            minor: admin_gates::current(cluster).map(minor_text),
            gates: gates.iter().map(GateView::new).collect(),
            warnings: warnings(cluster, maps),
            known: maps.gates.is_some(),
            acknowledge: Some(command).filter(|_| !invocation.reads_files()),
        }
    }

    /// Returns how many gates apply and are not acknowledged.
    pub(crate) fn open(&self) -> usize {
        self.gates.iter().filter(|gate| gate.applies && !gate.acknowledged).count()
    }
}

impl GateView {
    pub(crate) fn new(gate: &AdminGate) -> Self {
        Self {
            name: gate.name.clone(),
            text: gate.text.clone(),
            minor: gate.minor.map(minor_text),
            applies: gate.applies,
            acknowledged: gate.acknowledged(),
            value: gate.value.clone(),
        }
    }
}

pub(crate) fn minor_text((major, minor): GateMinor) -> String {
    format!("{major}.{minor}")
}

pub(crate) fn warnings(cluster: &Cluster, maps: &GateMaps) -> Vec<String> {
    cluster.oddities.iter().chain(&maps.oddities).cloned().collect()
}
