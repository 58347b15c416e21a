//! The names of the informers that are part of this program: no informer of a cluster may bear them.

pub(crate) const CLUSTER_VERSION: &str = "cluster-version";
pub(crate) const HISTORY: &str = "update-history";
pub(crate) const RISKS: &str = "update-risks";
pub(crate) const OPERATORS: &str = "cluster-operators";
pub(crate) const POOLS: &str = "machine-config-pools";
pub(crate) const NODES: &str = "nodes";
pub(crate) const BUDGETS: &str = "pod-disruption-budgets";
pub(crate) const ALERTS: &str = "alerts";
pub(crate) const ADMIN_GATES: &str = "admin-gates";
pub(crate) const REMOVED_APIS: &str = "removed-apis";
pub(crate) const SIGNATURES: &str = "release-signatures";
/// Speaks for the informers of the cluster where these cannot be listed.
pub(crate) const REGISTRY: &str = "informer-registry";
/// What this program sees of an update that is under way.
pub(crate) const PROGRESS: &str = "update-progress";

pub(crate) const BUILT_IN: [&str; 13] = [
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
    REGISTRY,
    PROGRESS,
];

/// Returns whether no informer of a cluster may bear this name.
pub(crate) fn is_reserved(name: &str) -> bool {
    BUILT_IN.contains(&name)
}
