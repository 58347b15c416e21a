//! The identity of an insight: the informer, the scope, and the informer's own name for it.

use std::collections::BTreeSet;
use std::fmt;

use super::{Area, Insight, Object, Scope};

/// `informer/scope/uid`, where the scope is a hash. Neither the name of an informer nor a hash
/// contains `/`, so that the uid may.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct InsightId(String);

impl InsightId {
    pub(crate) fn new(informer: &str, insight: &Insight) -> Self {
        Self(format!("{informer}/{:016x}/{}", insight.scope.hash(), insight.uid))
    }

    /// Uses a stored id.
    pub(crate) fn stored(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the eight characters that users type.
    pub fn short(&self) -> String {
        let hash = fnv(self.0.bytes());
        format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
    }
}

impl fmt::Display for InsightId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Scope {
    /// Returns the same number for the same objects, in any order and with duplicates.
    pub(super) fn hash(&self) -> u64 {
        let area = match self.area {
            Area::ControlPlane => "ControlPlane",
            Area::WorkerPool => "WorkerPool",
        };
        let mut parts = vec![area];
        for objects in [&self.pools, &self.resources] {
            parts.push("");
            let objects: BTreeSet<&Object> = objects.iter().collect();
            for Object { kind, namespace, name } in objects {
                parts.extend([kind.as_str(), namespace, name]);
            }
        }
        // A byte that is not valid in text ends each part, so that no two scopes are encoded alike.
        fnv(parts.into_iter().flat_map(|part| part.bytes().chain([0xff])))
    }
}

/// FNV-1a: the ids are stored, so they must not change between versions. A collision is no risk:
/// the author of a scope could as well repeat one.
pub(super) fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::testing::insight;

    #[test]
    fn an_id_is_what_it_was_in_earlier_releases() {
        let id = InsightId::new("mco", &insight("HighCPU").concerning(Object::new("Node", "a")));
        assert_eq!(id.text(), "mco/0314ae0b14102945/HighCPU");
        assert_eq!(id.short(), "e546e51a");
    }

    #[test]
    fn the_order_of_objects_does_not_matter_and_all_else_does() {
        let (a, b) = (Object::new("Node", "a"), Object::within("Pod", "n", "b"));
        let scope = |area, pools: &[&Object], resources: &[&Object]| Scope {
            area,
            pools: pools.iter().map(|&object| object.clone()).collect(),
            resources: resources.iter().map(|&object| object.clone()).collect(),
        };
        let plane = Area::ControlPlane;
        let base = scope(plane, &[], &[&a, &b]).hash();
        assert_eq!(base, scope(plane, &[], &[&b, &a, &b]).hash());
        let shifted = Object::within("Pod", "nb", "");
        for other in [
            scope(Area::WorkerPool, &[], &[&a, &b]),
            scope(plane, &[&a], &[&b]),
            scope(plane, &[&a, &b], &[]),
            scope(plane, &[], &[&a]),
            scope(plane, &[], &[&a, &shifted]),
        ] {
            assert_ne!(base, other.hash(), "{other:?}");
        }
    }

    #[test]
    fn informers_cannot_pass_for_one_another() {
        let id = |informer, uid| InsightId::new(informer, &insight(uid));
        assert_ne!(id("a", "x"), id("b", "x"));
        assert_ne!(id("a", "x"), id("a", "y"));
    }
}
