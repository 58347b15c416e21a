//! Nodes: the state of each during an update, and its problems.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::estimate;
use crate::condition_type::NodeCondition;
use crate::objects::machine_config_node::{MachineConfigNode, NodeStep};
use crate::objects::machine_config_pool::Pool;
use crate::objects::node::Node;
use crate::snapshot::Snapshot;
use upgrade_graph::condition::Status;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeReport {
    pub name: String,
    pub assessment: NodeAssessment,
    pub phase: NodePhase,
    /// What is done on it now, if the cluster reports that.
    pub step: Option<NodeStep>,
    /// The release that it runs, if that is known.
    pub version: Option<String>,
    pub message: String,
    pub updating: bool,
    pub unavailable: bool,
    pub degraded: bool,
    pub complaints: Vec<NodeProblem>,
    /// Why the node is degraded, as it reports.
    pub reason: String,
    /// How long it takes at least, as informers report.
    pub left: Option<SignedDuration>,
}

/// Most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum NodeAssessment {
    Degraded,
    Unavailable,
    Progressing,
    Excluded,
    Outdated,
    Completed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum NodePhase {
    Draining,
    Updating,
    Rebooting,
    Paused,
    Pending,
    Updated,
}

/// Why a node is not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeProblem {
    pub kind: NodeProblemKind,
    pub since: Option<Timestamp>,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeProblemKind {
    NotReady,
    DiskPressure,
    NetworkUnavailable,
    Unschedulable,
    Processing,
}

/// The configuration that a pool wants on its nodes.
pub(crate) struct PoolTarget<'a> {
    pub snapshot: &'a Snapshot,
    pub pool: &'a Pool,
    pub target: &'a str,
}

impl NodeReport {
    pub(crate) fn new(node: &Node, wanted: &PoolTarget<'_>) -> Self {
        let version = wanted.version(&node.current);
        let updated = wanted.has(node);
        let updating = !updated && wanted.is_taking(node);
        let draining = is_draining(node, updating);
        let degraded = node.is_degraded();
        let complaints = complaints(node, wanted.pool);
        let step = wanted.step(node).filter(|_| updating);
        let phase = match node.state.as_str() {
            _ if updated => NodePhase::Updated,
            _ if step.is_some() => step.map_or(NodePhase::Updating, NodePhase::of_step),
            _ if updating && draining => NodePhase::Draining,
            "Rebooting" if updating => NodePhase::Rebooting,
            // A node that reports Done with another configuration than the desired one is not done.
            _ if updating => NodePhase::Updating,
            _ if wanted.pool.paused => NodePhase::Paused,
            _ => NodePhase::Pending,
        };
        let unavailable = !complaints.is_empty();
        let (assessment, message) = if degraded {
            (NodeAssessment::Degraded, node.reason.clone())
        } else if unavailable && !updating {
            let said: Vec<&str> =
                complaints.iter().map(|complaint| complaint.kind.text()).collect();
            (NodeAssessment::Unavailable, said.join(" | "))
        } else {
            (phase.assessment(), String::new())
        };
        Self {
            message: without_name(&message, &node.name),
            name: node.name.clone(),
            assessment,
            phase,
            step,
            version,
            updating,
            unavailable,
            degraded,
            complaints,
            reason: node.reason.clone(),
            left: None,
        }
    }

    /// Returns the time remaining: `+5m`, `?` if unknown, `-` if nothing is left.
    pub fn estimate(&self) -> String {
        let troubled =
            matches!(self.assessment, NodeAssessment::Degraded | NodeAssessment::Unavailable);
        // oc: pkg/cli/admin/upgrade/status/workerpool.go:185-191
        let minutes: Option<i64> = match self.phase {
            NodePhase::Updated => return "-".to_owned(),
            NodePhase::Paused if !troubled => return "-".to_owned(),
            _ if troubled => None,
            NodePhase::Draining => Some(10),
            NodePhase::Updating | NodePhase::Rebooting => Some(5),
            NodePhase::Paused | NodePhase::Pending => None,
        };
        let told = self.left.map(|left| estimate::up_to_minutes(left).as_mins());
        minutes.max(told).map_or("?".to_owned(), |minutes| format!("+{minutes}m"))
    }

    pub fn is_outdated(&self) -> bool {
        self.phase != NodePhase::Updated
    }

    /// Returns the problems that have lasted long enough to be reported.
    pub(crate) fn serious(&self, now: Timestamp) -> Vec<&NodeProblem> {
        // oc: pkg/cli/admin/upgrade/status/mco/layered_node_state.go:67-73
        let lasts = |complaint: &&NodeProblem| {
            let least = match complaint.kind {
                NodeProblemKind::NotReady => SignedDuration::from_mins(5),
                NodeProblemKind::DiskPressure | NodeProblemKind::NetworkUnavailable => {
                    SignedDuration::from_mins(1)
                }
                NodeProblemKind::Unschedulable | NodeProblemKind::Processing => return false,
            };
            complaint.since.is_none_or(|since| now.duration_since(since) >= least)
        };
        self.complaints.iter().filter(lasts).collect()
    }
}

impl PoolTarget<'_> {
    fn version(&self, config: &str) -> Option<String> {
        self.snapshot.configs.known()?.get(config).cloned().flatten()
    }

    /// Returns the step of a node; annotations decide what is about another configuration.
    fn step(&self, node: &Node) -> Option<NodeStep> {
        let known = self.snapshot.machine_config_nodes.items().iter();
        let is_its =
            |one: &&MachineConfigNode| one.name == node.name && one.desired == node.desired;
        known.filter(is_its).find_map(MachineConfigNode::step)
    }

    /// The release of a node's configuration decides whether it is updated. If an update keeps the
    /// version, and if configurations are unknown, it must have the configuration that its pool
    /// wants.
    fn has(&self, node: &Node) -> bool {
        let settled =
            node.desired.is_empty() || (node.current == node.desired && self.wants(&node.desired));
        let cluster = &self.snapshot.cluster;
        match self.version(&node.current) {
            Some(version) => version == self.target && (settled || !cluster.kept_version()),
            // Before the control plane is updated, a pool may still want the previous
            // configuration.
            None => !self.knows_versions() && settled && !cluster.rolling_out(),
        }
    }

    fn is_taking(&self, node: &Node) -> bool {
        let towards_target = self.version(&node.current).is_some()
            && self.version(&node.desired).is_some_and(|version| version == self.target);
        (towards_target || !self.knows_versions())
            && node.current != node.desired
            && self.wants(&node.desired)
    }

    fn knows_versions(&self) -> bool {
        self.snapshot.configs.known().is_some_and(|configs| configs.values().any(Option::is_some))
    }

    fn wants(&self, config: &str) -> bool {
        self.pool.wanted.as_deref() == Some(config)
    }
}

fn is_draining(node: &Node, updating: bool) -> bool {
    let (desired, last) = (&node.desired_drain, &node.last_drain);
    let drains = desired != last && desired.split('-').next() == Some("drain");
    !desired.is_empty() && !last.is_empty() && (drains || (updating && node.state == "Done"))
}

/// Returns why a node is unavailable; nothing if it is available.
fn complaints(node: &Node, pool: &Pool) -> Vec<NodeProblem> {
    let mut complaints: Vec<NodeProblem> = node
        .conditions
        .0
        .iter()
        .filter_map(|condition| {
            // Of duplicate conditions, the worst counts, once.
            let is_not = |kind: NodeCondition, fine: Status| {
                let counts = node.conditions.get(kind);
                counts.is_some_and(|one| std::ptr::eq(one, condition)) && condition.status != fine
            };
            let kind = if is_not(NodeCondition::Ready, Status::True) {
                NodeProblemKind::NotReady
            } else if is_not(NodeCondition::DiskPressure, Status::False) {
                NodeProblemKind::DiskPressure
            } else if is_not(NodeCondition::NetworkUnavailable, Status::False) {
                NodeProblemKind::NetworkUnavailable
            } else {
                return None;
            };
            Some(NodeProblem { kind, since: condition.since, message: condition.message.clone() })
        })
        .collect();
    let bare = |kind| NodeProblem { kind, since: None, message: String::new() };
    if node.unschedulable {
        complaints.push(bare(NodeProblemKind::Unschedulable));
    }
    if complaints.is_empty() && !is_done(node) && !node.is_in_trouble() {
        complaints.push(bare(NodeProblemKind::Processing));
    }
    // A layered pool wants an image; a node that changes to another one does not concern it.
    let other_image = pool.wanted_image.as_ref().is_some_and(|image| *image != node.desired_image);
    if other_image { Vec::new() } else { complaints }
}

fn is_done(node: &Node) -> bool {
    let images = node.current_image == node.desired_image;
    !node.current.is_empty() && node.current == node.desired && images && node.state == "Done"
}

/// Names are not repeated.
fn without_name(message: &str, name: &str) -> String {
    if name.len() < 8 { message.to_owned() } else { message.replace(name, "<node>") }
}

impl NodePhase {
    fn of_step(step: NodeStep) -> Self {
        match step {
            NodeStep::Cordoning | NodeStep::Draining => Self::Draining,
            NodeStep::Preparing | NodeStep::Applying | NodeStep::Resuming => Self::Updating,
            NodeStep::Rebooting => Self::Rebooting,
        }
    }

    fn assessment(self) -> NodeAssessment {
        match self {
            Self::Draining | Self::Updating | Self::Rebooting => NodeAssessment::Progressing,
            Self::Paused => NodeAssessment::Excluded,
            Self::Pending => NodeAssessment::Outdated,
            Self::Updated => NodeAssessment::Completed,
        }
    }
}

impl NodeProblemKind {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::NotReady => "Not ready",
            Self::DiskPressure => "Disk pressure",
            Self::NetworkUnavailable => "Network unavailable",
            Self::Unschedulable => "Node is marked unschedulable",
            Self::Processing => "Machine Config Daemon is processing the node",
        }
    }
}

impl NodeAssessment {
    /// Returns its name for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Degraded => "Degraded",
            Self::Unavailable => "Unavailable",
            Self::Progressing => "Progressing",
            Self::Excluded => "Excluded",
            Self::Outdated => "Outdated",
            Self::Completed => "Completed",
        }
    }
}

impl NodePhase {
    /// Returns its name for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Draining => "Draining",
            Self::Updating => "Updating",
            Self::Rebooting => "Rebooting",
            Self::Paused => "Paused",
            Self::Pending => "Pending",
            Self::Updated => "Updated",
        }
    }
}
