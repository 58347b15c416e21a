//! What a cluster makes of a new channel or update service: whether it has looked, and what changed.

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;

/// How far a cluster is with a new setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObservedProgress {
    /// The operator has not seen the setting.
    Unobserved,
    /// It has seen the setting, and nothing it tells has changed yet.
    Observed,
    /// What it tells is not what it told before.
    Fresh,
}

/// Compares a cluster with what it was when the setting was written.
pub fn progress(before: &Cluster, now: &Cluster) -> ObservedProgress {
    if now.unobserved() {
        return ObservedProgress::Unobserved;
    }
    let told = |cluster: &Cluster| {
        let retrieved = cluster.condition(ClusterVersionCondition::RetrievedUpdates).cloned();
        (cluster.available.clone(), cluster.conditional.clone(), retrieved)
    };
    if told(before) == told(now) { ObservedProgress::Observed } else { ObservedProgress::Fresh }
}

/// Versions that are offered now and were not, and the other way around, newest first.
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

/// Returns the versions that a cluster lists, recommended or not, newest first.
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
    fn a_cluster_has_looked_when_it_says_so_and_its_lists_are_new_when_they_differ() {
        let mut before = cluster("4.6.23");
        (before.generation, before.observed_generation) = (Some(3), Some(3));
        let mut now = before.clone();
        now.generation = Some(4);
        assert_eq!(progress(&before, &now), ObservedProgress::Unobserved);
        now.observed_generation = Some(4);
        assert_eq!(progress(&before, &now), ObservedProgress::Observed);
        now.available.push(release("4.6.44"));
        assert_eq!(progress(&before, &now), ObservedProgress::Fresh);
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
