//! How a cluster reacts to a new channel or update service: whether its available updates are new,
//! and what changed.

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;

/// Returns whether a cluster has other available updates than when a setting was written, as far as
/// they can belong to that setting. The cluster-version operator raises observedGeneration later
/// than it retrieves updates, so it does not matter here.
pub fn lists_are_new(before: &Cluster, now: &Cluster) -> bool {
    let told = |cluster: &Cluster| {
        let retrieved = cluster.condition(ClusterVersionCondition::RetrievedUpdates).cloned();
        (cluster.available.clone(), cluster.conditional.clone(), retrieved)
    };
    told(before) != told(now) && !now.lists_are_of_another_channel()
}

/// Versions that became available, and those that are no longer, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListDifference {
    pub gained: Vec<String>,
    pub lost: Vec<String>,
}

pub fn difference(before: &Cluster, now: &Cluster) -> ListDifference {
    between(&offered(before), &offered(now))
}

/// Compares two lists of versions.
pub(crate) fn between(was: &[String], is: &[String]) -> ListDifference {
    let missing_in = |other: &[String], of: &[String]| {
        let other: BTreeSet<&String> = other.iter().collect();
        of.iter().filter(|version| !other.contains(version)).cloned().collect()
    };
    ListDifference { gained: missing_in(was, is), lost: missing_in(is, was) }
}

/// Returns the available versions, recommended or not, newest first.
pub(crate) fn offered(cluster: &Cluster) -> Vec<String> {
    let conditional = cluster.conditional.iter().map(|update| &update.release);
    let mut releases: Vec<_> = cluster.available.iter().chain(conditional).collect();
    releases.sort_by(|a, b| a.version.newest_first(&b.version));
    releases.dedup_by(|a, b| a.version == b.version);
    releases.into_iter().map(|release| release.version.text().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cluster, conditional};
    use upgrade_graph::condition::Status;
    use upgrade_graph::testing::release;

    #[test]
    fn lists_are_new_when_they_differ_whatever_was_observed() {
        let before = cluster("4.6.23");
        let mut now = Cluster { generation: Some(4), ..before.clone() };
        assert!(!lists_are_new(&before, &now));
        now.observed_generation = Some(4);
        assert!(!lists_are_new(&before, &now));
        now.available.push(release("4.6.44"));
        assert!(lists_are_new(&before, &now));
        now.observed_generation = Some(3);
        assert!(lists_are_new(&before, &now));
    }

    #[test]
    fn lists_that_differ_and_are_of_another_channel_are_not_new() {
        let before = cluster("4.6.23");
        let channel = Some("stable-4.7".to_owned());
        let mut now = Cluster { generation: Some(4), channel, ..before.clone() };
        let mut listed = release("4.6.44");
        listed.channels = vec!["stable-4.6".to_owned()];
        now.available.push(listed);
        assert!(!lists_are_new(&before, &now), "the old channel has gained an update");
        now.available.last_mut().unwrap().channels.push("stable-4.7".to_owned());
        assert!(lists_are_new(&before, &now));
    }

    #[test]
    fn what_is_offered_at_all_is_compared_newest_first() {
        let mut before = cluster("4.6.23");
        before.available = vec![release("4.6.30"), release("4.6.31")];
        before.conditional = vec![];
        let mut now = before.clone();
        now.available = vec![release("4.6.31")];
        now.conditional = vec![
            conditional("4.7.1", Status::False, &["A"]),
            conditional("4.7.2", Status::False, &["A"]),
        ];
        let ListDifference { gained, lost } = difference(&before, &now);
        assert_eq!((gained, lost), (vec!["4.7.2".into(), "4.7.1".into()], vec!["4.6.30".into()]));
    }
}
