//! Machine config pools: groups of machines that are updated together.

use super::condition::{Conditions, Status};

/// A pool; what it does not report counts as not done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pool {
    pub(crate) name: String,
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
            && self.conditions.is("Updated", Status::True)
    }

    pub(crate) fn is_degraded(&self) -> bool {
        self.conditions.is("Degraded", Status::True)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::testing::pool;

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
