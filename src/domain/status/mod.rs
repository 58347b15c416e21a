//! How far an update is, whether it is well, and how long it may still take.

mod choice;
mod control_plane;
mod estimate;
mod events;
mod holds;
mod insights;
mod nodes;
mod pools;
#[cfg(test)]
pub(crate) mod sample;
mod told;

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::cluster::Cluster;
use super::condition::{Condition, Status};
use super::operator::Operator;
use super::pool::Pool;

pub(crate) use choice::{Choice, Chosen, Unmet};
pub(crate) use control_plane::{
    Assessment, ControlPlane, OperatorHealth, OperatorReport, Remaining, Target,
};
pub(crate) use events::{Event, events};
pub(crate) use holds::{Budget, Hold, Pod, holds};
pub(crate) use insights::{Insight, Kind, Resource};
pub(crate) use nodes::{ComplaintKind, Node, NodeAssessment, NodeReport, Phase};
pub(crate) use pools::{Counts, PoolAssessment, PoolReport, home, stands_out};
pub(crate) use told::{OtherPool, Saying, Told, ToldPool, is_alive};

/// Everything an update touches, at one instant.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) cluster: Cluster,
    /// The instant all ages are counted from.
    pub(crate) now: Timestamp,
    pub(crate) operators: Part<Vec<Operator>>,
    pub(crate) pools: Part<Vec<Pool>>,
    pub(crate) nodes: Part<Vec<Node>>,
    /// The release of each machine config that a node names; none where it is not known.
    pub(crate) configs: BTreeMap<String, Option<String>>,
    /// The image of the machine-config operator; none where it has no deployment.
    pub(crate) machine_config_image: Part<Option<String>>,
    /// What holds the drain of a node: the pod and the budget, by node.
    pub(crate) holds: BTreeMap<String, Vec<Hold>>,
    /// What the update status controller tells; none where there is no such thing.
    pub(crate) told: Part<Option<Told>>,
    /// What could not be read, and why.
    pub(crate) notes: Vec<String>,
}

/// A part of the cluster that may be out of reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part<T> {
    Known(T),
    /// Not there, forbidden or not recorded; a note says why.
    Missing,
}

impl Scene {
    /// A scene of which only the ClusterVersion is known.
    pub(crate) fn bare(cluster: Cluster, now: Timestamp) -> Self {
        Self {
            cluster,
            now,
            operators: Part::Missing,
            pools: Part::Missing,
            nodes: Part::Missing,
            configs: BTreeMap::new(),
            machine_config_image: Part::Missing,
            holds: BTreeMap::new(),
            told: Part::Known(None),
            notes: Vec::new(),
        }
    }

    fn is_complete(&self) -> bool {
        let missing = [
            self.operators == Part::Missing,
            self.pools == Part::Missing,
            self.nodes == Part::Missing,
            self.told == Part::Missing,
        ];
        !missing.contains(&true)
    }

    /// Returns whether the ClusterVersion, or what is told beside it, shows that something moves or is
    /// amiss.
    pub(crate) fn is_busy(&self) -> bool {
        let cluster = &self.cluster;
        !cluster.conditions.is("Progressing", Status::False)
            || !cluster.conditions.is("Failing", Status::False)
            || cluster.conditions.is("Invalid", Status::True)
            || cluster.pending().is_some()
            || cluster.rolling_out()
            || self.others_move()
    }

    /// Returns the machine configs that nodes name; what cannot be a name is none, and leads nowhere.
    pub(crate) fn configs_named(&self) -> BTreeSet<String> {
        let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        let is_name =
            |name: &&String| !name.is_empty() && name.chars().all(legal) && !name.contains("..");
        let named = self.nodes.items().iter().flat_map(|node| [&node.current, &node.desired]);
        named.filter(is_name).cloned().collect()
    }

    /// Returns the nodes that are to be drained and are not.
    pub(crate) fn draining(&self) -> Vec<String> {
        let nodes = self.nodes.items().iter();
        let draining = nodes.filter(|node| {
            node.desired_drain.starts_with("drain-") && node.desired_drain != node.last_drain
        });
        draining.map(|node| node.name.clone()).collect()
    }
}

impl<T> Part<Vec<T>> {
    pub(crate) fn items(&self) -> &[T] {
        match self {
            Self::Known(items) => items,
            Self::Missing => &[],
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Report {
    /// Whether anything is on its way to another release.
    pub(crate) updating: bool,
    pub(crate) control_plane: ControlPlane,
    /// In the order of the API, without the control plane's.
    pub(crate) pools: Vec<PoolReport>,
    /// Pools that only the update status controller tells of.
    pub(crate) others: Vec<OtherPool>,
    pub(crate) insights: Vec<Insight>,
    /// What is worth a word beside them.
    pub(crate) asides: Vec<Insight>,
    /// How many nodes belong to no pool.
    pub(crate) homeless: usize,
    /// Whether every part could be read.
    pub(crate) complete: bool,
    /// A request that the cluster does not take up, and what it says of it.
    pub(crate) refused: Option<(String, Condition)>,
    /// The nodes that are described, where not all are.
    pub(crate) chosen: Option<Chosen>,
    pub(crate) notes: Vec<String>,
}

/// What is to be said with an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum Verdict {
    /// Completed, or nothing to do.
    AtRest,
    /// Failing, refused or stalled.
    Stuck,
    Progressing,
}

/// Assesses a scene.
pub(crate) fn assess(scene: &Scene) -> Report {
    let pools = pools::assess(scene);
    let is_own = |pool: &&PoolReport| pool.name == pools::CONTROL_PLANE;
    let own = pools.iter().find(is_own).cloned();
    let behind = |pool: &PoolReport| !pool.nodes.is_empty() && !pool.is_completed();
    let is_followed = pools.iter().any(|pool| pool.name != pools::CONTROL_PLANE && behind(pool));
    let control_plane = ControlPlane { is_followed, ..control_plane::assess(scene, own) };
    let updating = scene.cluster.conditions.is("Progressing", Status::True)
        || is_followed
        || scene.others_move();
    let moves = updating || scene.cluster.pending().is_some();
    let (asides, insights): (Vec<Insight>, Vec<Insight>) =
        insights::collect(scene, &control_plane, &pools, moves)
            .into_iter()
            .partition(|one| one.aside);
    let homed: usize = pools.iter().map(|pool| pool.nodes.len()).sum();
    Report {
        updating,
        refused: refused(&scene.cluster),
        control_plane,
        homeless: if scene.pools == Part::Missing { 0 } else { scene.nodes.items().len() - homed },
        pools: pools.into_iter().filter(|pool| pool.name != pools::CONTROL_PLANE).collect(),
        others: told::others(scene),
        insights,
        asides,
        chosen: None,
        complete: scene.is_complete(),
        notes: scene.notes.clone(),
    }
}

/// Returns the request that the cluster says no to.
fn refused(cluster: &Cluster) -> Option<(String, Condition)> {
    let pending = cluster.pending()?;
    let said = cluster.condition("ReleaseAccepted").filter(|said| said.status == Status::False)?;
    Some((pending.label(), said.clone()))
}

impl Report {
    pub(crate) fn verdict(&self) -> Verdict {
        let elsewhere = self.chosen.iter().flat_map(|chosen| &chosen.elsewhere);
        let mut all = self.insights.iter().chain(&self.asides).chain(elsewhere);
        let failing = all.any(Insight::is_grave);
        let stalled = self.control_plane.assessment == Assessment::Stalled;
        let degraded = self.pools.iter().any(|pool| pool.assessment == PoolAssessment::Degraded);
        if self.refused.is_some() || failing || (self.updating && (stalled || degraded)) {
            Verdict::Stuck
        } else if self.updating {
            Verdict::Progressing
        } else {
            Verdict::AtRest
        }
    }
}
