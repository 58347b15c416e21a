//! Insights: from the rules here, and from informers.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::reported;
use crate::insight::{
    ALERTS, CLUSTER_VERSION, HISTORY, Insight, InsightId, NODES, OPERATORS, Object, POOLS,
};
use crate::pre_checks::InformerState;
use crate::progress::UpdateProgress;
use crate::rules::{self, UpdatePhase};
use crate::snapshot::Snapshot;

/// An insight, and who reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusInsight {
    pub insight: Insight,
    /// None if a rule found it in what was read.
    pub reported_by: Option<ReportedBy>,
}

/// The informer that reports it, in the cluster's UpdateStatus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedBy {
    pub informer: String,
    pub id: InsightId,
}

/// The rules that status shows, in this order for insights of the same severity and age. A budget
/// that allows no disruption matters to the next drain; the rule for nodes covers one that blocks a
/// drain now.
const SHOWN: [&str; 6] = [NODES, POOLS, ALERTS, CLUSTER_VERSION, OPERATORS, HISTORY];

/// Collects all insights, most severe first, then newest first.
pub(super) fn collect(
    snapshot: &Snapshot,
    progress: &UpdateProgress,
    moves: bool,
) -> Vec<StatusInsight> {
    let mut insights = found(snapshot, progress);
    insights.extend(reported::insights(snapshot, moves));
    insights.sort_by_key(|one| Reverse((one.insight.level, one.insight.since)));
    insights
}

/// The notes of the reader cover what could not be read.
fn found(snapshot: &Snapshot, progress: &UpdateProgress) -> Vec<StatusInsight> {
    let results = rules::check(snapshot, UpdatePhase::new(snapshot, progress), None);
    let by_name = |name: &&str| results.iter().find(|result| result.name == **name);
    let answered =
        SHOWN.iter().filter_map(by_name).filter(|one| one.state == InformerState::Answered);
    let insights = answered.flat_map(|result| result.insights.iter().cloned());
    insights.map(|insight| StatusInsight { insight, reported_by: None }).collect()
}

impl StatusInsight {
    /// Returns whether both have the same subject, whatever their text.
    pub(super) fn is_same_matter(&self, other: &Self) -> bool {
        match (&self.reported_by, &other.reported_by) {
            (Some(one), Some(other)) => one.id == other.id,
            (None, None) => {
                let (one, other) = (&self.insight, &other.insight);
                one.code == other.code && one.subjects() == other.subjects()
            }
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Returns whether it is about one of these nodes, or about all nodes of one of these pools.
    pub(super) fn concerns(&self, nodes: &BTreeSet<String>, pools: &BTreeSet<String>) -> bool {
        let Insight { scope, .. } = &self.insight;
        let mut named = scope.resources.iter().filter(|object| object.kind == NODE).peekable();
        if named.peek().is_some() {
            return named.any(|node| nodes.contains(&node.name));
        }
        let is_meant = |pool: &Object| pool.kind == POOL && pools.contains(&pool.name);
        match self.reported_by {
            Some(_) => scope.pools.iter().any(is_meant),
            None => scope.resources.iter().any(is_meant),
        }
    }
}

const NODE: &str = "Node";
const POOL: &str = "MachineConfigPool";
