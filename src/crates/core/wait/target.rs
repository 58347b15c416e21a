//! The release to wait for, and how to recognize it on a cluster.

use crate::cluster::{Cluster, Requested};
use crate::request::decide::UpdateChange;
use upgrade_graph::image;
use upgrade_graph::release::Release;

/// A release; empty text if a part is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitTarget(Requested);

impl WaitTarget {
    /// The request of a cluster, else what it works towards.
    pub(crate) fn of_cluster(cluster: &Cluster) -> Self {
        match cluster.requested.as_ref().filter(|requested| requested.names_a_target()) {
            Some(requested) => Self::of_request(requested),
            None => Self::of_release(&cluster.desired),
        }
    }

    pub fn of_request(requested: &Requested) -> Self {
        let Requested { version, image, architecture, .. } = requested.clone();
        Self(Requested { version, image, architecture, ..Requested::default() })
    }

    pub fn of_release(release: &Release) -> Self {
        Self(Requested {
            version: release.version.text().to_owned(),
            image: release.image.clone(),
            architecture: release.architecture.clone().unwrap_or_default(),
            ..Requested::default()
        })
    }

    pub fn of_change(change: &UpdateChange) -> Self {
        let UpdateChange { version, image, architecture, .. } = change.clone();
        Self(Requested { version, image, architecture, ..Requested::default() })
    }

    pub fn version(&self) -> &str {
        &self.0.version
    }

    pub fn image(&self) -> &str {
        &self.0.image
    }

    pub fn architecture(&self) -> &str {
        &self.0.architecture
    }

    pub(crate) fn label(&self) -> String {
        self.0.label()
    }

    pub fn is_met_by(&self, desired: &Release) -> bool {
        self.0.is_met_by(desired)
    }

    /// Returns whether the newest entry of the history is this release, and completed. The image
    /// decides if it is known: an update to multi-architecture keeps the version.
    pub(crate) fn is_completed_by(&self, cluster: &Cluster) -> bool {
        let desired = &cluster.desired;
        self.is_met_by(desired)
            && cluster.history.first().is_some_and(|newest| {
                let same = if newest.image.is_empty() || desired.image.is_empty() {
                    newest.version == desired.version
                } else {
                    image::same(&newest.image, &desired.image)
                };
                newest.completed && same
            })
    }

    /// Returns whether a request is for this, or for the same desired release.
    pub(crate) fn is_asked_by(&self, requested: &Requested, desired: &Release) -> bool {
        let same = if self.0.image.is_empty() || requested.image.is_empty() {
            self.0.version == requested.version && self.0.architecture == requested.architecture
        } else {
            image::same(&self.0.image, &requested.image)
        };
        same || (self.is_met_by(desired) && requested.is_met_by(desired))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cluster;
    use upgrade_graph::testing::release;

    fn multi() -> WaitTarget {
        let architecture = "Multi".to_owned();
        WaitTarget(Requested { version: "4.6.23".into(), architecture, ..Requested::default() })
    }

    #[test]
    fn what_is_asked_for_goes_before_what_is_worked_towards() {
        let mut cluster = cluster("4.6.23");
        assert_eq!(WaitTarget::of_cluster(&cluster).label(), "4.6.23");
        cluster.requested = Some(Requested { force: true, ..Requested::default() });
        assert_eq!(WaitTarget::of_cluster(&cluster).label(), "4.6.23", "a leftover names nothing");
        let asked = Requested { version: "4.6.43".into(), force: true, ..Requested::default() };
        cluster.requested = Some(asked);
        assert_eq!(WaitTarget::of_cluster(&cluster).label(), "4.6.43");
    }

    #[test]
    fn the_same_version_for_one_architecture_does_not_complete_several() {
        let mut cluster = cluster("4.6.23");
        assert!(!multi().is_completed_by(&cluster));
        cluster.desired.architecture = Some("Multi".into());
        cluster.desired.image = "quay.io/x/y@sha256:99".into();
        assert!(!multi().is_completed_by(&cluster), "the history is still that of one");
        cluster.history[0].image = cluster.desired.image.clone();
        assert!(multi().is_completed_by(&cluster));
        cluster.history[0].completed = false;
        assert!(!multi().is_completed_by(&cluster));
    }

    #[test]
    fn a_request_is_the_same_by_image_else_by_version_and_architecture() {
        let desired = release("4.6.23");
        let aim = WaitTarget::of_release(&release("4.6.43"));
        let asked = |version: &str, image: &str, architecture: &str| Requested {
            version: version.into(),
            image: image.into(),
            architecture: architecture.into(),
            ..Requested::default()
        };
        let image = release("4.6.43").image;
        assert!(aim.is_asked_by(&asked("", &image, ""), &desired));
        assert!(aim.is_asked_by(&asked("4.6.43", "", ""), &desired));
        assert!(!aim.is_asked_by(&asked("4.6.43", "quay.io/x/y@sha256:99", ""), &desired));
        assert!(!aim.is_asked_by(&asked("4.6.42", "", ""), &desired));
        assert!(!aim.is_asked_by(&asked("4.6.43", "", "Multi"), &desired));
        assert!(!multi().is_asked_by(&asked("4.6.23", &desired.image, ""), &desired));
        let on_several = Release { architecture: Some("Multi".into()), ..desired };
        let aim = WaitTarget::of_release(&on_several);
        assert!(aim.is_asked_by(&asked("4.6.23", "", ""), &on_several), "it is on that already");
    }
}
