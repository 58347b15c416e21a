//! Machine config pools: groups of machines that are updated together.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::condition::{Condition, Conditions, Status};
use super::node::Node;
use super::selector::Selector;
use crate::domain::condition_type::MachineConfigPoolCondition;

pub(crate) const CONTROL_PLANE: &str = "master";
const DEFAULT: &str = "worker";

/// A pool; what it does not report counts as not done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) name: String,
    pub(crate) uid: Option<String>,
    pub(crate) generation: Option<i64>,
    pub(crate) observed_generation: Option<i64>,
    pub(crate) paused: bool,
    pub(crate) machines: Option<i64>,
    pub(crate) updated: Option<i64>,
    /// The configuration its machines should have.
    pub(crate) wanted: Option<String>,
    /// The configuration they had when all of them were last updated.
    pub(crate) reached: Option<String>,
    pub(crate) conditions: Conditions,
    /// Which nodes are its; none selects none.
    pub(crate) selector: Option<Selector>,
    /// The image that nodes of a layered pool should have.
    pub(crate) wanted_image: Option<String>,
    /// Since when it is paused, where the cluster tells.
    pub(crate) paused_since: Option<Timestamp>,
}

impl Pool {
    /// Returns whether every machine has the configuration that the pool wants now.
    pub(crate) fn is_updated(&self) -> bool {
        let observed = match (self.generation, self.observed_generation) {
            (Some(generation), Some(observed)) => observed >= generation,
            _ => false,
        };
        observed
            && self.machines.is_some()
            && self.machines == self.updated
            && self.wanted.is_some()
            && self.wanted == self.reached
            && self.conditions.is(MachineConfigPoolCondition::Updated, Status::True)
    }

    pub(crate) fn selects(&self, labels: &BTreeMap<String, String>) -> bool {
        self.selector.as_ref().is_some_and(|selector| selector.matches(labels))
    }

    pub(crate) fn is_control_plane(&self) -> bool {
        self.name == CONTROL_PLANE
    }

    /// Returns whether some of its machines are known not to be updated.
    pub(crate) fn is_behind(&self) -> bool {
        self.updated.is_some_and(|updated| self.machines.is_some_and(|all| updated < all))
    }

    pub(crate) fn is_degraded(&self) -> bool {
        self.conditions.is(MachineConfigPoolCondition::Degraded, Status::True)
    }

    /// Returns the condition of a degraded pool that says most: `Degraded` itself seldom says why.
    pub(crate) fn degraded(&self) -> Option<&Condition> {
        let degraded = self
            .conditions
            .get(MachineConfigPoolCondition::Degraded)
            .filter(|_| self.is_degraded())?;
        let parts =
            [MachineConfigPoolCondition::NodeDegraded, MachineConfigPoolCondition::RenderDegraded];
        let mut parts = parts.iter().filter_map(|kind| self.conditions.get(kind));
        let says = |condition: &Condition| {
            condition.status == Status::True && !condition.message.trim().is_empty()
        };
        let part = parts.find(|condition| says(condition)).filter(|_| !says(degraded));
        Some(part.unwrap_or(degraded))
    }
}

/// Returns the pool of a node: the control plane's, else the first other one by name, else the workers'.
pub(crate) fn home<'a>(node: &Node, pools: &'a [Pool]) -> Option<&'a Pool> {
    let rank = |pool: &Pool| match pool.name.as_str() {
        CONTROL_PLANE => 0,
        DEFAULT => 2,
        _ => 1,
    };
    let selected = pools.iter().filter(|pool| pool.selects(&node.labels));
    selected.min_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::testing::{condition, pool};

    #[test]
    fn a_degraded_pool_is_explained_by_the_part_that_says_why() {
        let mut pool = pool("worker", 3, 2);
        pool.conditions.0.retain(|condition| condition.kind != "Degraded");
        let said = |kind, message: &str| Condition {
            message: message.to_owned(),
            ..condition(kind, Status::True)
        };
        pool.conditions.0.push(said("NodeDegraded", "worker-1 cannot be drained"));
        assert_eq!(pool.degraded(), None, "only the whole counts");
        pool.conditions.0.push(said("Degraded", ""));
        assert_eq!(pool.degraded().unwrap().message, "worker-1 cannot be drained");
        pool.conditions.0.last_mut().unwrap().message = "all is lost".to_owned();
        assert_eq!(pool.degraded().unwrap().message, "all is lost");
    }

    #[test]
    fn a_pool_is_updated_only_when_everything_says_so() {
        assert!(pool("worker", 3, 3).is_updated());
        assert!(pool("empty", 0, 0).is_updated());
        let broken: [fn(&mut Pool); 7] = [
            |pool| pool.observed_generation = Some(1),
            |pool| pool.observed_generation = None,
            |pool| pool.updated = Some(2),
            |pool| (pool.machines, pool.updated) = (None, None),
            |pool| pool.reached = Some("rendered-old".into()),
            |pool| (pool.wanted, pool.reached) = (None, None),
            |pool| pool.conditions = Conditions::default(),
        ];
        for (place, change) in broken.iter().enumerate() {
            let mut pool = pool("worker", 3, 3);
            change(&mut pool);
            assert!(!pool.is_updated(), "{place}");
        }
    }
}
