//! Nodes, and what runs on them, as far as updates go.

use std::collections::BTreeMap;

use super::condition::Conditions;
use super::selector::Selector;

/// A node; empty text where an annotation is not there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) current: String,
    pub(crate) desired: String,
    pub(crate) state: String,
    pub(crate) reason: String,
    pub(crate) desired_drain: String,
    pub(crate) last_drain: String,
    pub(crate) current_image: String,
    pub(crate) desired_image: String,
    pub(crate) unschedulable: bool,
    pub(crate) conditions: Conditions,
}

impl Node {
    /// Returns whether its daemon says that it cannot bring the machine to its configuration.
    pub(crate) fn is_in_trouble(&self) -> bool {
        ["Degraded", "Unreconcilable"].contains(&self.state.as_str())
    }

    /// Returns whether it is in trouble on the way to a configuration.
    pub(crate) fn is_degraded(&self) -> bool {
        !self.desired.is_empty() && self.is_in_trouble()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pod {
    pub(crate) namespace: String,
    pub(crate) name: String,
    pub(crate) node: String,
    pub(crate) labels: BTreeMap<String, String>,
    /// Drains leave it where it is, or it is over.
    pub(crate) stays: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) namespace: String,
    pub(crate) name: String,
    /// None selects nothing.
    pub(crate) selector: Option<Selector>,
    /// How many pods may go now; what is not reported is none.
    pub(crate) allowed: i64,
}
