//! Links to documentation.

pub(crate) const RUNBOOKS: &str =
    "https://github.com/openshift/runbooks/blob/master/alerts/cluster-monitoring-operator";
pub(crate) const OPERATOR_DOWN: &str = "https://github.com/openshift/runbooks/blob/master/alerts/cluster-monitoring-operator/ClusterOperatorDown.md";
pub(crate) const OPERATOR_DEGRADED: &str = "https://github.com/openshift/runbooks/blob/master/alerts/cluster-monitoring-operator/ClusterOperatorDegraded.md";
pub(crate) const HISTORY: &str = "https://docs.openshift.com/container-platform/latest/updating/troubleshooting_updates/gathering-data-cluster-update.html#gathering-clusterversion-history-cli_troubleshooting_updates";
pub(crate) const MACHINES: &str = "https://docs.openshift.com/container-platform/latest/post_installation_configuration/machine-configuration-tasks.html#understanding-the-machine-config-operator";
pub(crate) const PAUSED: &str = "https://docs.openshift.com/container-platform/latest/support/troubleshooting/troubleshooting-operator-issues.html#troubleshooting-disabling-autoreboot-mco_troubleshooting-operator-issues";
pub(crate) const PREPARING: &str = "https://docs.openshift.com/container-platform/latest/updating/preparing_for_updates/updating-cluster-prepare.html";
pub(crate) const BUDGETS: &str = "https://docs.openshift.com/container-platform/latest/nodes/pods/nodes-pods-configuring.html#nodes-pods-configuring-pod-distruption-about_nodes-pods-configuring";
pub(crate) const DISCONNECTED: &str = "https://docs.openshift.com/container-platform/latest/updating/updating_a_cluster/updating_disconnected_cluster/disconnected-update.html";
pub(crate) const CHANNELS: &str = "https://docs.openshift.com/container-platform/latest/updating/understanding_updates/understanding-update-channels-release.html";
pub(crate) const RISKS: &str = upgrade_graph::data::ABOUT_RISKS;
pub(crate) const NODES: &str = "https://docs.openshift.com/container-platform/latest/support/troubleshooting/verifying-node-health.html";
pub(crate) const ETCD: &str = "https://docs.openshift.com/container-platform/latest/backup_and_restore/control_plane_backup_and_restore/replacing-unhealthy-etcd-member.html";
pub(crate) const SDN_MIGRATION: &str = "https://docs.openshift.com/container-platform/4.16/networking/ovn_kubernetes_network_provider/migrate-from-openshift-sdn.html";
pub(crate) const OLM_OPERATORS: &str = "https://docs.openshift.com/container-platform/latest/operators/admin/olm-upgrading-operators.html";
pub(crate) const APIS: &str = "https://kubernetes.io/docs/reference/using-api/deprecation-guide/";
