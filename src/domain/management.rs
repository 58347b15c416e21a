//! `spec.versionManagement`: what an administrator holds back.

use jiff::Timestamp;

/// `spec.versionManagement` of a ClusterVersion or a MachineSet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Management {
    pub(crate) paused_until: PausedUntil,
    /// Fields that nobody has defined: windows, exclusions and whatever else may be there.
    pub(crate) others: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum PausedUntil {
    #[default]
    Never,
    Forever,
    Time(Timestamp),
    /// What stands there is neither a yes nor a time.
    Unreadable(String),
}
