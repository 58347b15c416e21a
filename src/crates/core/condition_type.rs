//! The types of conditions that objects of a cluster report, each defined once.

/// What a ClusterVersion reports of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClusterVersionCondition {
    Failing,
    Invalid,
    Progressing,
    ReleaseAccepted,
    RetrievedUpdates,
    Upgradeable,
}

/// What a ClusterOperator reports of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClusterOperatorCondition {
    Available,
    Degraded,
    Progressing,
    Upgradeable,
}

/// What is reported of a MachineConfigPool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MachineConfigPoolCondition {
    Degraded,
    NodeDegraded,
    RenderDegraded,
    Updated,
}

/// What is reported of a Node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeCondition {
    DiskPressure,
    MemoryPressure,
    NetworkUnavailable,
    PidPressure,
    Ready,
}

/// What an UpdateStatus reports of the control plane and of each pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UpdateStatusCondition {
    Active,
    Pending,
}

impl ClusterVersionCondition {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Failing => "Failing",
            Self::Invalid => "Invalid",
            Self::Progressing => "Progressing",
            Self::ReleaseAccepted => "ReleaseAccepted",
            Self::RetrievedUpdates => "RetrievedUpdates",
            Self::Upgradeable => "Upgradeable",
        }
    }
}

impl ClusterOperatorCondition {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Available => "Available",
            Self::Degraded => "Degraded",
            Self::Progressing => "Progressing",
            Self::Upgradeable => "Upgradeable",
        }
    }
}

impl MachineConfigPoolCondition {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Degraded => "Degraded",
            Self::NodeDegraded => "NodeDegraded",
            Self::RenderDegraded => "RenderDegraded",
            Self::Updated => "Updated",
        }
    }
}

impl NodeCondition {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::DiskPressure => "DiskPressure",
            Self::MemoryPressure => "MemoryPressure",
            Self::NetworkUnavailable => "NetworkUnavailable",
            Self::PidPressure => "PIDPressure",
            Self::Ready => "Ready",
        }
    }
}

impl UpdateStatusCondition {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "UpdateActive",
            Self::Pending => "UpdatePending",
        }
    }
}

impl AsRef<str> for ClusterVersionCondition {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for ClusterOperatorCondition {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for MachineConfigPoolCondition {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for NodeCondition {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for UpdateStatusCondition {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
