//! The names of the findings against a request, on which scripts rely.

use schemars::JsonSchema;
use serde::Serialize;

/// A stable name
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum FindingCode {
    HostedControlPlane,
    AmbiguousTarget,
    NoImage,
    NotListed,
    ByTag,
    TooFar,
    DowngradeAcrossMinor,
    NotRecommended,
    NotUpgradeable,
    Downgrade,
    UnknownOrder,
    Invalid,
    Failing,
    Progressing,
    PendingRequest,
    Unobserved,
    NotRetrieved,
    PreChecks,
    PlanUnreadable,
    RollbackWhileUpdating,
    PreviousIsPartial,
    PreviousOfOtherMinor,
    PreviousIsSameVersion,
    /// No newer update is recommended
    OnlyNotRecommended,
    NotAChannelOfTheRelease,
    UnknownRisk,
    /// The name is not that of an admin gate
    NoGateOfAVersion,
    /// An admin gate, while the cluster version is unknown
    UnknownVersion,
    /// An admin gate of another minor version
    OtherMinor,
    /// The machine config pool of the control plane, which is never paused
    ControlPlanePool,
    /// A machine config pool that updates of the control plane wait for
    RequiredPool,
}

impl FindingCode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HostedControlPlane => "HostedControlPlane",
            Self::AmbiguousTarget => "AmbiguousTarget",
            Self::NoImage => "NoImage",
            Self::NotListed => "NotListed",
            Self::ByTag => "ByTag",
            Self::TooFar => "TooFar",
            Self::DowngradeAcrossMinor => "DowngradeAcrossMinor",
            Self::NotRecommended => "NotRecommended",
            Self::NotUpgradeable => "NotUpgradeable",
            Self::Downgrade => "Downgrade",
            Self::UnknownOrder => "UnknownOrder",
            Self::Invalid => "Invalid",
            Self::Failing => "Failing",
            Self::Progressing => "Progressing",
            Self::PendingRequest => "PendingRequest",
            Self::Unobserved => "Unobserved",
            Self::NotRetrieved => "NotRetrieved",
            Self::PreChecks => "PreChecks",
            Self::PlanUnreadable => "PlanUnreadable",
            Self::RollbackWhileUpdating => "RollbackWhileUpdating",
            Self::PreviousIsPartial => "PreviousIsPartial",
            Self::PreviousOfOtherMinor => "PreviousOfOtherMinor",
            Self::PreviousIsSameVersion => "PreviousIsSameVersion",
            Self::OnlyNotRecommended => "OnlyNotRecommended",
            Self::NotAChannelOfTheRelease => "NotAChannelOfTheRelease",
            Self::UnknownRisk => "UnknownRisk",
            Self::NoGateOfAVersion => "NoGateOfAVersion",
            Self::UnknownVersion => "UnknownVersion",
            Self::OtherMinor => "OtherMinor",
            Self::ControlPlanePool => "ControlPlanePool",
            Self::RequiredPool => "RequiredPool",
        }
    }
}
