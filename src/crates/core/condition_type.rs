//! The types of conditions that objects of a cluster report, each defined once: its name, and which status
//! is bad news.

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

        /// Returns the worst that a condition of this type can say. One that decides nothing here can
        /// only leave things open.
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
    /// What a ClusterVersion reports of itself.
    pub ClusterVersionCondition {
        Failing: "Failing", bad when True;
        Invalid: "Invalid", bad when True;
        Progressing: "Progressing", bad when True;
        ReleaseAccepted: "ReleaseAccepted", bad when False;
        RetrievedUpdates: "RetrievedUpdates", bad when False;
        Upgradeable: "Upgradeable", bad when False;
    }

    /// What a ClusterVersion reports of a conditional update.
    pub(crate) ConditionalUpdateCondition {
        Recommended: "Recommended", bad when False;
    }

    /// What a ClusterVersion reports of a risk.
    pub(crate) UpdateRiskCondition {
        Applies: "Applies", bad when True;
    }

    /// What a ClusterOperator reports of itself.
    pub(crate) ClusterOperatorCondition {
        Available: "Available", bad when False;
        Degraded: "Degraded", bad when True;
        Progressing: "Progressing", bad when True;
        Upgradeable: "Upgradeable", bad when False;
    }

    /// What is reported of a MachineConfigPool.
    pub(crate) MachineConfigPoolCondition {
        Degraded: "Degraded", bad when True;
        NodeDegraded: "NodeDegraded", bad when True;
        RenderDegraded: "RenderDegraded", bad when True;
        Updated: "Updated", bad when False;
    }

    /// What is reported of a Node.
    pub(crate) NodeCondition {
        DiskPressure: "DiskPressure", bad when True;
        MemoryPressure: "MemoryPressure", bad when True;
        NetworkUnavailable: "NetworkUnavailable", bad when True;
        PidPressure: "PIDPressure", bad when True;
        Ready: "Ready", bad when False;
    }

    /// What is reported of a Pod.
    pub(crate) PodCondition {
        Ready: "Ready", bad when False;
    }

    /// What an UpdateStatus reports of the control plane and of each pool.
    pub(crate) UpdateStatusCondition {
        Active: "UpdateActive", bad when False;
        Pending: "UpdatePending", bad when True;
    }

    /// What an UpdateInformer reports of itself.
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
