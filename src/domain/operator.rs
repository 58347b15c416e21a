//! Cluster operators: the parts of a cluster, and the release each of them runs.

use super::condition::{Conditions, Status};
use crate::domain::condition_type::ClusterOperatorCondition;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operator {
    pub(crate) name: String,
    /// The version it reports for itself, where it does.
    pub(crate) version: Option<String>,
    /// The image it reports, where it does.
    pub(crate) image: Option<String>,
    /// Whether the release brings it; others do not take part in updates.
    pub(crate) of_the_platform: bool,
    pub(crate) conditions: Conditions,
}

impl Operator {
    pub(crate) fn runs(&self, version: &str) -> bool {
        !version.is_empty() && self.version.as_deref() == Some(version)
    }

    pub(crate) fn is_progressing(&self) -> bool {
        self.conditions.is(ClusterOperatorCondition::Progressing, Status::True)
    }

    pub(crate) fn is_degraded(&self) -> bool {
        self.conditions.is(ClusterOperatorCondition::Degraded, Status::True)
    }
}
