//! The record of an update: the content of an UpdateStatus.

use jiff::Timestamp;

use super::conditions::Rollouts;
use crate::insight::Object;
use crate::pre_checks::InformerResult;
use crate::update_status::conditions::MACHINE_SET;

/// Everything about the current update, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateStatusRecord {
    pub at: Timestamp,
    /// When informers were queried for it; none if they were not.
    pub asked: Option<Timestamp>,
    /// The version of the control plane, or the one that it is updating to.
    pub version: String,
    pub informers: Vec<InformerResult>,
    pub rollouts: Rollouts,
}

const MOST_SETS: usize = 32; // each needs two requests

/// Returns the MachineSets that informers name, each once, up to the limit.
pub fn machine_sets(informers: &[InformerResult]) -> Vec<Object> {
    let insights = informers.iter().flat_map(|informer| &informer.insights);
    let pools = insights.flat_map(|insight| &insight.scope.pools);
    let mut sets: Vec<Object> = pools.filter(|pool| pool.kind == MACHINE_SET).cloned().collect();
    sets.sort();
    sets.dedup();
    sets.truncate(MOST_SETS);
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pre_checks::testing::{contribution, insight};

    #[test]
    fn machine_sets_are_found_by_what_insights_are_about() {
        let set = Object::within(MACHINE_SET, "openshift-machine-api", "a");
        let mut about = insight("A");
        about.scope.pools = vec![set.clone(), Object::new("MachineConfigPool", "worker")];
        let informers = [contribution("a", vec![about.clone()]), contribution("b", vec![about])];
        assert_eq!(machine_sets(&informers), [set]);
    }
}
