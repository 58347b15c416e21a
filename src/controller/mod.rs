//! The update-status controller: it watches the cluster and keeps UpdateStatus and UpdatePlans current.

pub(crate) mod context;
pub(crate) mod http;
pub(crate) mod leader;
pub(crate) mod metrics;
pub(crate) mod plans;
pub(crate) mod reconcile;
pub(crate) mod update_status;
