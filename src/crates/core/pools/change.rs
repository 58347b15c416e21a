//! Pausing and resuming pools: all of them are checked before any is written.

use schemars::JsonSchema;
use serde::Serialize;

use super::{PendingNodes, PoolOverview, overview};
use crate::gates::Words;
use crate::gates::code::FindingCode;
use crate::snapshot::Snapshot;
use upgrade_graph::suggest;
use upgrade_graph::version::Version;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum PoolAction {
    Pause,
    Resume,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolsDecision {
    /// The change of every pool that was named, once each.
    Checked(Vec<PoolChange>),
    Unknown {
        name: String,
        nearest: Vec<String>,
        known: Vec<String>,
    },
    /// The nodes of a hosted cluster have no pools of this kind.
    Hosted,
}

/// A change of one pool, checked on one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolChange {
    pub action: PoolAction,
    pub name: String,
    pub uid: Option<String>,
    /// The resourceVersion of the object that was checked.
    pub resource_version: Option<String>,
    /// Whether it is paused now.
    pub was_paused: bool,
    /// The nodes that change when it is resumed, or do not change while it is paused; none if
    /// they are unknown.
    pub pending: Option<PendingNodes>,
    /// How many of them may change at the same time.
    pub at_once: usize,
    /// Why it is refused.
    pub finding: Option<PoolFinding>,
    /// What to know, most important first.
    pub cautions: Vec<PoolCaution>,
}

/// Why a change of a pool is refused. Nothing overrides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolFinding {
    ControlPlane,
    /// Its label makes updates of the control plane wait for it.
    Required,
}

/// What to know about a change of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolCaution {
    /// Rotated certificates may not reach its nodes.
    Certificates,
    /// Nodes that are not updated stay as they are.
    Stays(PendingNodes),
    /// The update to this version is in progress.
    InProgress(String),
    /// The control plane is one minor version ahead, and could go on before the nodes follow.
    OneMinorAhead {
        nodes: String,
        control_plane: String,
        next: String,
    },
    Degraded(String),
}

impl PoolAction {
    /// Returns the value of `spec.paused`.
    pub fn paused(self) -> bool {
        self == Self::Pause
    }
}

/// Checks what to change in pools. A name that is given twice counts once.
pub fn decide(snapshot: &Snapshot, action: PoolAction, names: &[String]) -> PoolsDecision {
    if snapshot.is_hosted() {
        return PoolsDecision::Hosted;
    }
    let pools = overview(snapshot);
    let mut changes: Vec<PoolChange> = Vec::new();
    for name in names {
        let Some(pool) = pools.iter().find(|pool| pool.pool.name == *name) else {
            return unknown(name, &pools);
        };
        if !changes.iter().any(|change| change.name == *name) {
            changes.push(PoolChange::new(snapshot, action, pool));
        }
    }
    PoolsDecision::Checked(changes)
}

fn unknown(name: &str, pools: &[PoolOverview]) -> PoolsDecision {
    let known = || pools.iter().map(|pool| pool.pool.name.as_str());
    let nearest = suggest::words(name, known()).into_iter().map(str::to_owned).collect();
    let known = known().map(str::to_owned).collect();
    PoolsDecision::Unknown { name: name.to_owned(), nearest, known }
}

impl PoolChange {
    fn new(snapshot: &Snapshot, action: PoolAction, overview: &PoolOverview) -> Self {
        let pool = &overview.pool;
        let changes = pool.paused != action.paused();
        let finding = match action {
            PoolAction::Pause if pool.is_control_plane() => Some(PoolFinding::ControlPlane),
            PoolAction::Pause if pool.is_required => Some(PoolFinding::Required),
            PoolAction::Pause | PoolAction::Resume => None,
        };
        let cautions = match action {
            _ if !changes => Vec::new(),
            PoolAction::Pause => cautions_of_pause(overview),
            PoolAction::Resume => cautions_of_resume(snapshot, overview),
        };
        Self {
            action,
            name: pool.name.clone(),
            uid: pool.uid.clone(),
            resource_version: pool.resource_version.clone(),
            was_paused: pool.paused,
            pending: overview.pending,
            at_once: pool.at_once(overview.pending.map_or(0, |pending| pending.total)),
            finding: finding.filter(|_| changes),
            cautions,
        }
    }

    /// Returns whether there is something to write.
    pub fn changes(&self) -> bool {
        self.was_paused != self.action.paused()
    }

    /// Returns whether nodes drain and reboot at once, or may.
    pub fn reboots(&self) -> bool {
        self.action == PoolAction::Resume
            && self.changes()
            && self.pending.is_none_or(|pending| pending.nodes > 0)
    }

    /// Returns whether it does no more than what was shown: a resume reboots no more nodes.
    pub fn is_within(&self, shown: &Self) -> bool {
        let fewer = match (self.pending, shown.pending) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(now), Some(then)) => now.nodes <= then.nodes,
        };
        let calm = fewer && self.at_once <= shown.at_once;
        self.finding.is_none()
            && (calm || !self.reboots())
            && self.cautions.iter().all(|caution| shown.has(caution))
    }

    /// Counts may differ.
    fn has(&self, caution: &PoolCaution) -> bool {
        let is_same =
            |known: &PoolCaution| std::mem::discriminant(known) == std::mem::discriminant(caution);
        self.cautions.iter().any(is_same)
    }

    /// Returns how many nodes drain and reboot, as a sentence.
    pub fn effect(&self) -> String {
        let name = &self.name;
        let pace = match self.at_once {
            1 => "one at a time".to_owned(),
            several => format!("up to {several} at a time"),
        };
        match self.pending {
            None => format!("nodes of {name} with pending configuration drain and reboot, {pace}"),
            Some(PendingNodes { nodes: 0, .. }) => format!("no node of {name} is pending"),
            Some(PendingNodes { nodes: 1, total }) => {
                format!("1 of {total} nodes of {name} drains and reboots")
            }
            Some(PendingNodes { nodes, total }) => {
                format!("{nodes} of {total} nodes of {name} drain and reboot, {pace}")
            }
        }
    }
}

fn cautions_of_pause(overview: &PoolOverview) -> Vec<PoolCaution> {
    let pending = overview.pending.filter(|pending| pending.nodes > 0);
    pending.map(PoolCaution::Stays).into_iter().chain([PoolCaution::Certificates]).collect()
}

fn cautions_of_resume(snapshot: &Snapshot, overview: &PoolOverview) -> Vec<PoolCaution> {
    let cluster = &snapshot.cluster;
    let target = cluster.desired.version.text();
    let in_progress = (cluster.rolling_out() && !target.is_empty())
        .then(|| PoolCaution::InProgress(target.to_owned()));
    let degraded = overview.pool.degraded().map(|condition| {
        let said = condition.message.trim().lines().next().unwrap_or_default();
        PoolCaution::Degraded(said.to_owned())
    });
    in_progress.into_iter().chain(one_minor_ahead(snapshot, overview)).chain(degraded).collect()
}

/// Nodes of an even minor version can skip the odd one after it.
fn one_minor_ahead(snapshot: &Snapshot, overview: &PoolOverview) -> Option<PoolCaution> {
    let oldest = overview.versions.last()?;
    let [major, minor, _] = Version::new(oldest.as_str()).numbers()?;
    let reached = snapshot.cluster.reached();
    let [of_major, of_minor, _] = reached.numbers()?;
    let is_between = major == of_major && minor % 2 == 0 && of_minor == minor + 1;
    is_between.then(|| PoolCaution::OneMinorAhead {
        nodes: oldest.clone(),
        control_plane: reached.text().to_owned(),
        next: format!("{major}.{}", minor + 2),
    })
}

impl PoolFinding {
    pub fn code(self) -> FindingCode {
        match self {
            Self::ControlPlane => FindingCode::ControlPlanePool,
            Self::Required => FindingCode::RequiredPool,
        }
    }

    pub fn words(self, name: &str) -> Words {
        match self {
            Self::ControlPlane => Words::new(format!("{name} is the pool of the control plane"))
                .detail("While it is paused, the control plane gets no rotated certificates, and updates do not complete"),
            Self::Required => Words::new(format!("updates require the pool {name}")).detail(
                "It has the label operator.machineconfiguration.openshift.io/required-for-upgrade: updates of the control plane wait for it",
            ),
        }
    }
}

/// Returns why pools of a hosted cluster cannot be changed.
pub fn hosted_words() -> Words {
    Words::new("hosted control plane: its nodes are updated by NodePools").detail(
        "NodePools are on the management cluster, and their field spec.pausedUntil pauses them",
    )
}

impl PoolCaution {
    pub fn sentence(&self, name: &str) -> String {
        match self {
            Self::Certificates => format!(
                "while {name} is paused, its nodes get no updates or configuration changes, and may \
                 get no rotated certificates, such as the kubelet CA. Resume it within days"
            ),
            Self::Stays(PendingNodes { nodes, total }) => {
                let verb = if *nodes == 1 { "has" } else { "have" };
                format!(
                    "{nodes} of {total} nodes of {name} {verb} pending configuration, which does not \
                     arrive while {name} is paused"
                )
            }
            Self::InProgress(target) => {
                format!("the update to {target} is in progress: nodes of {name} may reboot twice")
            }
            Self::OneMinorAhead { nodes, control_plane, next } => format!(
                "{name} runs {nodes} and the control plane {control_plane}. If you update the control \
                 plane to {next} first, the nodes reboot once instead of twice"
            ),
            Self::Degraded(said) if said.is_empty() => format!("{name} is degraded"),
            Self::Degraded(said) => format!("{name} is degraded: {said}"),
        }
    }
}
