//! Admin gates: what a release wants to have acknowledged, what is, and whether that helped.

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::objects::config_map::{AckMap, GateMaps};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::suggest;

/// The one value that acknowledges.
pub const YES: &str = "true";

/// Major and minor number.
pub type GateMinor = (u64, u64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminGate {
    pub name: String,
    pub text: String,
    /// The minor version it is a gate of, where its name says so.
    pub minor: Option<GateMinor>,
    /// Whether that is the one the cluster is on.
    pub applies: bool,
    /// What stands under its name among the acknowledgements.
    pub value: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GateSelection {
    /// All that are open.
    All,
    Named(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AckDecision {
    Judged(Acknowledgement),
    Unknown { name: String, nearest: Vec<String>, known: Vec<String> },
}

/// What is to be acknowledged, judged on one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledgement {
    /// What was named, or is open.
    pub gates: Vec<AdminGate>,
    /// The minor version that the cluster is on.
    pub current: Option<GateMinor>,
    pub place: GatePlace,
}

/// Where it is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GatePlace {
    /// There is no ConfigMap yet.
    Missing,
    Stored {
        resource_version: Option<String>,
    },
}

/// What `Upgradeable` says once gates were acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpgradeableState<'a> {
    /// Nothing holds the cluster back.
    Free,
    /// Something else does.
    Others(&'a Condition),
    /// It still speaks of a gate.
    Gates(&'a Condition),
}

/// Returns all gates in the order of their names.
pub fn gates(cluster: &Cluster, maps: &GateMaps) -> Vec<AdminGate> {
    let current = current(cluster);
    let gate = |(name, text): (&String, &String)| {
        let minor = minor(name);
        AdminGate {
            name: name.clone(),
            text: text.clone(),
            minor,
            applies: minor.is_some() && minor == current,
            value: maps.acks.as_ref().and_then(|acks| acks.values.get(name)).cloned(),
        }
    };
    maps.gates.iter().flatten().map(gate).collect()
}

pub fn current(cluster: &Cluster) -> Option<GateMinor> {
    cluster.desired.version.numbers().map(|[major, minor, _]| (major, minor))
}

/// Reads the version in `ack-4.7-what-it-is-about`.
fn minor(name: &str) -> Option<GateMinor> {
    let (version, about) = name.strip_prefix("ack-")?.split_once('-')?;
    let (major, minor) = version.split_once('.')?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse());
    let minor = (number(major)?.ok()?, number(minor)?.ok()?);
    (!about.is_empty()).then_some(minor)
}

pub fn decide(cluster: &Cluster, maps: &GateMaps, wanted: &GateSelection) -> AckDecision {
    let all = gates(cluster, maps);
    let gates = match wanted {
        GateSelection::All => all.into_iter().filter(AdminGate::is_open).collect(),
        GateSelection::Named(names) => {
            let mut named: Vec<AdminGate> = Vec::new();
            for name in names {
                let Some(gate) = all.iter().find(|gate| gate.name == *name) else {
                    let known = all.iter().map(|gate| gate.name.as_str());
                    let nearest = suggest::words(name, known.clone());
                    let nearest = nearest.into_iter().map(str::to_owned).collect();
                    let known = known.map(str::to_owned).collect();
                    return AckDecision::Unknown { name: name.clone(), nearest, known };
                };
                if !named.contains(gate) {
                    named.push(gate.clone());
                }
            }
            named
        }
    };
    let place = match &maps.acks {
        None => GatePlace::Missing,
        Some(acks) => GatePlace::Stored { resource_version: acks.resource_version.clone() },
    };
    AckDecision::Judged(Acknowledgement { gates, current: current(cluster), place })
}

impl AdminGate {
    pub fn acknowledged(&self) -> bool {
        self.value.as_deref() == Some(YES)
    }

    pub fn is_open(&self) -> bool {
        self.applies && !self.acknowledged()
    }

    /// Returns whether a text speaks of this gate: by its name, or by all that it says. The operator
    /// writes the one, the other or both, depending on its age and on how many gates there are.
    fn is_named_in(&self, text: &str) -> bool {
        let said = self.text.trim();
        let by_name = text.match_indices(&self.name).any(|(place, name)| {
            let mut rest = text[place + name.len()..].chars();
            let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            match rest.next() {
                Some('-' | '.') => !goes_on(rest.next()), // else it is the start of a longer name
                next => !goes_on(next),
            }
        });
        by_name || (!said.is_empty() && text.contains(said))
    }
}

impl Acknowledgement {
    /// Returns what is not acknowledged yet.
    pub fn to_write(&self) -> impl Iterator<Item = &AdminGate> {
        self.gates.iter().filter(|gate| !gate.acknowledged())
    }

    /// Returns what would be acknowledged for nothing: gates of other minor versions.
    pub fn misplaced(&self) -> impl Iterator<Item = &AdminGate> {
        self.to_write().filter(|gate| !gate.applies)
    }

    /// Returns whether nothing is written that was not shown before.
    pub fn is_within(&self, shown: &Self) -> bool {
        let was_shown = |gate: &AdminGate| {
            shown.to_write().any(|other| (&other.name, &other.text) == (&gate.name, &gate.text))
        };
        self.to_write().all(was_shown)
    }

    /// Says what a server made of it; none where all of it is acknowledged there.
    pub fn stored_differently(&self, acks: &AckMap) -> Option<String> {
        let said = self.gates.iter().filter_map(|AdminGate { name, .. }| {
            let value = acks.values.get(name).map_or("none", String::as_str);
            (value != YES).then(|| format!("{name} is {value} instead of {YES}"))
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    /// Judges what the cluster says once all of it is acknowledged.
    pub fn hold<'a>(&self, cluster: &'a Cluster) -> UpgradeableState<'a> {
        match cluster.condition(ClusterVersionCondition::Upgradeable) {
            None => UpgradeableState::Free,
            Some(condition) if condition.status == Status::True => UpgradeableState::Free,
            Some(condition) => {
                let named = |gate: &AdminGate| {
                    gate.is_named_in(&condition.message) || gate.is_named_in(&condition.reason)
                };
                let named = self.gates.iter().any(named);
                if named {
                    UpgradeableState::Gates(condition)
                } else {
                    UpgradeableState::Others(condition)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
