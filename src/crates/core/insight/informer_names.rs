//! The names of the built-in informers: reserved, so that no informer of a cluster can have them.

pub const CLUSTER_VERSION: &str = "cluster-version";
pub const HISTORY: &str = "update-history";
pub const RISKS: &str = "update-risks";
pub const OPERATORS: &str = "cluster-operators";
pub const POOLS: &str = "machine-config-pools";
pub const NODES: &str = "nodes";
pub const BUDGETS: &str = "pod-disruption-budgets";
pub const ALERTS: &str = "alerts";
pub const ADMIN_GATES: &str = "admin-gates";
pub const REMOVED_APIS: &str = "removed-apis";
pub const SIGNATURES: &str = "release-signatures";
pub const ETCD: &str = "etcd-members";
pub const NETWORK: &str = "cluster-network";
pub const OLM_OPERATORS: &str = "olm-operators";
pub const INSTALL_PLANS: &str = "install-plans";
/// Stands for the informers of the cluster if they cannot be listed.
pub const REGISTRY: &str = "informer-registry";
/// The built-in insights about an update in progress.
pub const PROGRESS: &str = "update-progress";

pub(crate) const BUILT_IN: [&str; 17] = [
    CLUSTER_VERSION,
    HISTORY,
    RISKS,
    OPERATORS,
    POOLS,
    NODES,
    BUDGETS,
    ALERTS,
    ADMIN_GATES,
    REMOVED_APIS,
    SIGNATURES,
    ETCD,
    NETWORK,
    OLM_OPERATORS,
    INSTALL_PLANS,
    REGISTRY,
    PROGRESS,
];

/// Returns whether the name is reserved.
pub fn is_reserved(name: &str) -> bool {
    BUILT_IN.contains(&name)
}
