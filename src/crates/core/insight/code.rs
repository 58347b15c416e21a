//! The subject of an insight, from any informer.

use super::Level;
use super::informer_names::{ALERTS, CLUSTER_VERSION, NODES, OPERATORS, POOLS, PROGRESS};

/// A subject that the rules of this program evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InsightCode {
    /// Only an informer reports it, and no rule of this program.
    Reported,
    Failing,
    NoFailingCondition,
    /// A finding of a gate, with the gate's own name.
    Gate,
    UpgradeableUnknown,
    PreviousIncomplete,
    /// The cluster does not accept the request for an update.
    RequestRefused,
    /// The update takes much longer than estimated.
    UpdateStalled,
    Risk,
    OperatorUnavailable,
    OperatorDegraded,
    OperatorNotUpgradeable,
    PoolPaused,
    PoolDegraded,
    PoolCannotRender,
    /// Anything that makes a node unschedulable during an update.
    NodeUnavailable,
    NodeNotReady,
    NodeDiskPressure,
    NodeNetworkUnavailable,
    NodeMemoryPressure,
    NodePidPressure,
    NodeCordoned,
    NodeDegraded,
    /// A disruption budget keeps a pod on a node that must be drained.
    DrainBlocked,
    BudgetAtLimit,
    AlertFiring,
    AdminGate,
    RemovedApi,
    Signature,
    EtcdNotReady,
    NetworkPlugin,
    /// OLM blocks updates because an operator does not support the release.
    OlmOperatorLimit,
    InstallPlanPending,
    /// A built-in informer could not check something.
    NotChecked(Subject),
    /// A built-in informer reports a step of an update.
    Step(Subject),
    /// A built-in informer reports something without a rule.
    Unknown(Subject),
}

/// What `status` evaluates itself, if it can read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    ClusterVersion,
    Operators,
    Pools,
    Nodes,
    Alerts,
}

impl Subject {
    /// Returns what a built-in informer checks; none for others.
    pub(crate) fn of_informer(name: &str) -> Option<Self> {
        match name {
            CLUSTER_VERSION => Some(Self::ClusterVersion),
            OPERATORS => Some(Self::Operators),
            POOLS => Some(Self::Pools),
            NODES => Some(Self::Nodes),
            ALERTS => Some(Self::Alerts),
            _ => None,
        }
    }
}

impl InsightCode {
    /// All codes without a parameter.
    const ALL: [Self; 32] = [
        Self::Failing,
        Self::NoFailingCondition,
        Self::Gate,
        Self::UpgradeableUnknown,
        Self::PreviousIncomplete,
        Self::RequestRefused,
        Self::UpdateStalled,
        Self::Risk,
        Self::OperatorUnavailable,
        Self::OperatorDegraded,
        Self::OperatorNotUpgradeable,
        Self::PoolPaused,
        Self::PoolDegraded,
        Self::PoolCannotRender,
        Self::NodeUnavailable,
        Self::NodeNotReady,
        Self::NodeDiskPressure,
        Self::NodeNetworkUnavailable,
        Self::NodeMemoryPressure,
        Self::NodePidPressure,
        Self::NodeCordoned,
        Self::NodeDegraded,
        Self::DrainBlocked,
        Self::BudgetAtLimit,
        Self::AlertFiring,
        Self::AdminGate,
        Self::RemovedApi,
        Self::Signature,
        Self::EtcdNotReady,
        Self::NetworkPlugin,
        Self::OlmOperatorLimit,
        Self::InstallPlanPending,
    ];

    /// Returns the name that the update status controller stores.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Reported => "Reported",
            Self::Failing => "Failing",
            Self::NoFailingCondition => "NoFailingCondition",
            Self::Gate => "Gate",
            Self::UpgradeableUnknown => "UpgradeableUnknown",
            Self::PreviousIncomplete => "PreviousUpdateIncomplete",
            Self::RequestRefused => "RequestNotAccepted",
            Self::UpdateStalled => "UpdateStalled",
            Self::Risk => "Risk",
            Self::OperatorUnavailable => "OperatorUnavailable",
            Self::OperatorDegraded => "OperatorDegraded",
            Self::OperatorNotUpgradeable => "OperatorNotUpgradeable",
            Self::PoolPaused => "PoolPaused",
            Self::PoolDegraded => "PoolDegraded",
            Self::PoolCannotRender => "PoolCannotRender",
            Self::NodeUnavailable => "NodeUnavailable",
            Self::NodeNotReady => "NodeNotReady",
            Self::NodeDiskPressure => "NodeDiskPressure",
            Self::NodeNetworkUnavailable => "NodeNetworkUnavailable",
            Self::NodeMemoryPressure => "NodeMemoryPressure",
            Self::NodePidPressure => "NodePIDPressure",
            Self::NodeCordoned => "NodeUnschedulable",
            Self::NodeDegraded => "NodeDegraded",
            Self::DrainBlocked => "NodeDrainBlocked",
            Self::BudgetAtLimit => "PodDisruptionBudgetAtLimit",
            Self::AlertFiring => "AlertFiring",
            Self::AdminGate => "AdminAck",
            Self::RemovedApi => "APIRemoved",
            Self::Signature => "ReleaseSignature",
            Self::EtcdNotReady => "EtcdPodNotReady",
            Self::NetworkPlugin => "OpenShiftSDN",
            Self::OlmOperatorLimit => "OLMOperatorIncompatible",
            Self::InstallPlanPending => "InstallPlanPending",
            Self::NotChecked(_) => "NotChecked",
            Self::Step(_) => "Step",
            Self::Unknown(_) => "Unknown",
        }
    }

    /// Reads a stored name.
    pub(crate) fn read(informer: &str, uid: &str, level: Level) -> Self {
        if informer == PROGRESS {
            let known = Self::ALL.into_iter().find(|code| code.as_str() == uid);
            return known.unwrap_or(Self::Unknown(Subject::ClusterVersion));
        }
        let Some(subject) = Subject::of_informer(informer) else { return Self::Reported };
        if level == Level::Status {
            return Self::Step(subject);
        }
        // The name of the subject comes first, then that of the object.
        match (subject, uid.split('-').next().unwrap_or(uid)) {
            (subject, "NotChecked") => Self::NotChecked(subject),
            (Subject::ClusterVersion, "Failing") => Self::Failing,
            (Subject::ClusterVersion, "FailingNotReported") => Self::NoFailingCondition,
            (Subject::ClusterVersion, "UpgradeableUnknown") => Self::UpgradeableUnknown,
            (Subject::ClusterVersion, "RequestNotAccepted") => Self::RequestRefused,
            (Subject::ClusterVersion, "UpdateStalled") => Self::UpdateStalled,
            (Subject::ClusterVersion, _) => Self::Gate,
            (Subject::Operators, "ClusterOperatorAvailable") => Self::OperatorUnavailable,
            (Subject::Operators, "ClusterOperatorDegraded") => Self::OperatorDegraded,
            (Subject::Operators, "ClusterOperatorUpgradeable") => Self::OperatorNotUpgradeable,
            (Subject::Pools, "MachineConfigPoolPaused") => Self::PoolPaused,
            (Subject::Pools, "MachineConfigPoolDegraded") => Self::PoolDegraded,
            (Subject::Nodes, "NodeNotReady") => Self::NodeNotReady,
            (Subject::Nodes, "NodeDiskPressure") => Self::NodeDiskPressure,
            (Subject::Nodes, "NodeNetworkUnavailable") => Self::NodeNetworkUnavailable,
            (Subject::Nodes, "NodeMemoryPressure") => Self::NodeMemoryPressure,
            (Subject::Nodes, "NodePIDPressure") => Self::NodePidPressure,
            (Subject::Nodes, "NodeUnschedulable") => Self::NodeCordoned,
            (Subject::Nodes, "NodeDegraded") => Self::NodeDegraded,
            (Subject::Nodes, "NodeDrainBlocked") => Self::DrainBlocked,
            (Subject::Alerts, _) => Self::AlertFiring,
            (subject, _) => Self::Unknown(subject),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_controller_stores_is_read_as_what_it_was() {
        for code in InsightCode::ALL {
            assert_eq!(InsightCode::read(PROGRESS, code.as_str(), Level::Warning), code);
        }
    }

    #[test]
    fn an_informer_of_a_cluster_is_never_taken_for_one_of_this_program() {
        let code = InsightCode::read("mco", "NodeNotReady-worker-0", Level::Warning);
        assert_eq!(code, InsightCode::Reported);
    }

    #[test]
    fn the_name_of_an_object_may_have_any_form() {
        for uid in ["NodeNotReady-a", "NodeNotReady-a-b.c", "NodeNotReady"] {
            let code = InsightCode::read(NODES, uid, Level::Warning);
            assert_eq!(code, InsightCode::NodeNotReady, "{uid}");
        }
    }
}
