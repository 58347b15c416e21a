//! The condition types of cluster objects, each defined once: its name, and its bad status.

use upgrade_graph::condition::{ConditionType, Status};

macro_rules! condition_types {
    ($($(#[$doc:meta])* $visibility:vis $Object:ident { $($Type:ident: $name:literal, bad when $worst:ident;)+ })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            $visibility enum $Object { $($Type),+ }

            impl $Object {
                const ALL: &[Self] = &[$(Self::$Type),+];

                $visibility const fn as_str(self) -> &'static str {
                    match self { $(Self::$Type => $name),+ }
                }
            }

            impl ConditionType for $Object {
                fn name(self) -> &'static str {
                    self.as_str()
                }

                fn worst(self) -> Status {
                    match self { $(Self::$Type => Status::$worst),+ }
                }
            }
        )+

        /// Returns the worst status of a condition type. A type that decides nothing here is
        /// Unknown at worst.
        pub(crate) fn worst_of(kind: &str) -> Status {
            $(
                if let Some(known) = $Object::ALL.iter().find(|known| known.as_str() == kind) {
                    return known.worst();
                }
            )+
            Status::Unknown
        }
    };
}

condition_types! {
    /// Conditions of a ClusterVersion.
    pub ClusterVersionCondition {
        Failing: "Failing", bad when True;
        Invalid: "Invalid", bad when True;
        Progressing: "Progressing", bad when True;
        ReleaseAccepted: "ReleaseAccepted", bad when False;
        RetrievedUpdates: "RetrievedUpdates", bad when False;
        Upgradeable: "Upgradeable", bad when False;
    }

    /// Conditions of a conditional update.
    pub(crate) ConditionalUpdateCondition {
        Recommended: "Recommended", bad when False;
    }

    /// Conditions of a risk.
    pub(crate) UpdateRiskCondition {
        Applies: "Applies", bad when True;
    }

    /// Conditions of a ClusterOperator.
    pub(crate) ClusterOperatorCondition {
        Available: "Available", bad when False;
        Degraded: "Degraded", bad when True;
        Progressing: "Progressing", bad when True;
        Upgradeable: "Upgradeable", bad when False;
    }

    /// Conditions of a MachineConfigPool.
    pub(crate) MachineConfigPoolCondition {
        Degraded: "Degraded", bad when True;
        NodeDegraded: "NodeDegraded", bad when True;
        RenderDegraded: "RenderDegraded", bad when True;
        Updated: "Updated", bad when False;
    }

    /// Conditions of a MachineConfigNode.
    pub(crate) MachineConfigNodeCondition {
        UpdatePrepared: "UpdatePrepared", bad when False;
        Cordoned: "Cordoned", bad when False;
        Drained: "Drained", bad when False;
        AppliedFilesAndOS: "AppliedFilesAndOS", bad when False;
        RebootedNode: "RebootedNode", bad when False;
        Resumed: "Resumed", bad when False;
        Updated: "Updated", bad when False;
    }

    /// Conditions of a Node.
    pub(crate) NodeCondition {
        DiskPressure: "DiskPressure", bad when True;
        MemoryPressure: "MemoryPressure", bad when True;
        NetworkUnavailable: "NetworkUnavailable", bad when True;
        PidPressure: "PIDPressure", bad when True;
        Ready: "Ready", bad when False;
    }

    /// Conditions of a Pod.
    pub(crate) PodCondition {
        Ready: "Ready", bad when False;
    }

    /// Conditions of the control plane and of each pool in an UpdateStatus.
    pub(crate) UpdateStatusCondition {
        Active: "UpdateActive", bad when False;
        Pending: "UpdatePending", bad when True;
    }

    /// Conditions of an UpdateInformer.
    pub(crate) InformerCondition {
        Online: "Online", bad when False;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_knows_its_bad_news() {
        for (kind, worst) in [
            ("Failing", Status::True),
            ("Progressing", Status::True),
            ("Degraded", Status::True),
            ("Upgradeable", Status::False),
            ("Available", Status::False),
            ("Recommended", Status::False),
            ("Ready", Status::False),
            ("Novel", Status::Unknown),
        ] {
            assert_eq!(worst_of(kind), worst, "{kind}");
        }
    }
}
