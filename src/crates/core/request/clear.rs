//! Canceling a request: whether there is one, what to write, and whether it was in time.

use crate::cluster::{Cluster, Requested};
use crate::gates::Finding;
use crate::request::decide::UpdateChange;
use crate::snapshot::Snapshot;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClearDecision {
    /// Nothing is requested; accepted risks are not part of a request and stay.
    Nothing,
    Clear(ClearRequest),
    Refused(Finding),
}

/// The request to cancel, and the object of the decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClearRequest {
    pub requested: Requested,
    pub resource_version: Option<String>,
}

/// The result of canceling, by the cluster's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClearEffect {
    /// The cluster had not accepted the request.
    InTime,
    /// The update is in progress, and continues.
    TooLate,
    /// The cluster is already on it.
    Done,
}

pub fn decide(snapshot: &Snapshot) -> ClearDecision {
    let cluster = &snapshot.cluster;
    let Some(requested) = asked(cluster) else {
        return ClearDecision::Nothing;
    };
    if snapshot.is_hosted() {
        return ClearDecision::Refused(Finding::HostedControlPlane);
    }
    ClearDecision::Clear(ClearRequest {
        requested: requested.clone(),
        resource_version: cluster.resource_version.clone(),
    })
}

/// Returns whether there is anything to cancel.
pub fn is_asked(cluster: &Cluster) -> bool {
    asked(cluster).is_some()
}

fn asked(cluster: &Cluster) -> Option<&Requested> {
    cluster.requested.as_ref().filter(|requested| {
        requested.names_a_target() || requested.force || requested.mode.is_some()
    })
}

impl ClearRequest {
    /// Returns the request that is left: none.
    pub fn change(&self) -> UpdateChange {
        UpdateChange {
            version: String::new(),
            image: String::new(),
            architecture: String::new(),
            force: false,
            drop_mode: self.requested.mode.is_some(),
            resource_version: self.resource_version.clone(),
        }
    }

    pub fn effect(&self, answer: &Cluster) -> ClearEffect {
        if !self.requested.names_a_target() || !self.requested.is_met_by(&answer.desired) {
            ClearEffect::InTime
        } else if answer.rolling_out() {
            ClearEffect::TooLate
        } else {
            ClearEffect::Done
        }
    }

    /// Returns whether this still cancels the same request.
    pub fn is_unchanged(&self, first: &Self) -> bool {
        let target = |withdrawal: &Self| {
            let Requested { version, image, architecture, .. } = withdrawal.requested.clone();
            (version, image, architecture)
        };
        target(self) == target(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::infrastructure::Topology;
    use crate::testing::{cluster, infrastructure, snapshot};
    use upgrade_graph::testing::release;

    fn asking(requested: Requested) -> Cluster {
        let mut cluster = cluster("4.6.23");
        cluster.requested = Some(requested);
        cluster
    }

    fn to(version: &str) -> Requested {
        Requested { version: version.into(), image: release(version).image, ..Requested::default() }
    }

    fn effect(cluster: &Cluster) -> ClearEffect {
        match decide(&snapshot(cluster)) {
            ClearDecision::Clear(withdrawal) => withdrawal.effect(cluster),
            other => panic!("nothing to clear: {other:?}"),
        }
    }

    #[test]
    fn without_a_request_there_is_nothing_to_clear() {
        assert_eq!(decide(&snapshot(&cluster("4.6.23"))), ClearDecision::Nothing);
        let accepted = Requested { accept_risks: vec!["A".into()], ..Requested::default() };
        assert_eq!(decide(&snapshot(&asking(accepted))), ClearDecision::Nothing, "again and again");
        assert_eq!(decide(&snapshot(&asking(Requested::default()))), ClearDecision::Nothing);
    }

    #[test]
    fn leftovers_without_a_target_are_cleared_too() {
        let force = Requested { force: true, ..Requested::default() };
        assert!(matches!(decide(&snapshot(&asking(force))), ClearDecision::Clear(_)));
        let mode = Requested { mode: Some("Preflight".into()), ..Requested::default() };
        assert!(matches!(decide(&snapshot(&asking(mode))), ClearDecision::Clear(_)));
    }

    #[test]
    fn whether_it_was_in_time_depends_on_the_desired_release() {
        assert_eq!(effect(&asking(to("4.6.43"))), ClearEffect::InTime);
        assert_eq!(effect(&asking(to("4.6.23"))), ClearEffect::Done);
        let mut running = asking(to("4.6.43"));
        running.desired = release("4.6.43");
        running.history[0].completed = false;
        assert_eq!(effect(&running), ClearEffect::TooLate);
    }

    #[test]
    fn a_hosted_control_plane_is_refused() {
        let mut hosted = snapshot(&asking(to("4.6.43")));
        hosted.infrastructure = infrastructure(Topology::External);
        assert_eq!(decide(&hosted), ClearDecision::Refused(Finding::HostedControlPlane));
    }

    #[test]
    fn another_request_is_another_withdrawal() {
        let withdrawal = |version| ClearRequest { requested: to(version), resource_version: None };
        assert!(withdrawal("4.6.43").is_unchanged(&withdrawal("4.6.43")));
        assert!(!withdrawal("4.6.43").is_unchanged(&withdrawal("4.6.42")));
    }
}
