//! The Infrastructure of a cluster: who runs its control plane, and what it runs on.

use super::part::Part;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Infrastructure {
    pub(crate) topology: Part<Topology>,
    /// As `status.platformStatus.type` names it.
    pub(crate) platform: Part<String>,
}

/// Who runs the control plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topology {
    /// Hosted elsewhere: a request here would be reverted.
    External,
    Own,
}
