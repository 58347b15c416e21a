//! Admin gates: which apply, which are acknowledged, and whether that unblocked the cluster.

use crate::cluster::Cluster;
use crate::condition_type::ClusterVersionCondition;
use crate::objects::config_map::{AckMap, GateMaps};
use upgrade_graph::condition::{Condition, Status};
use upgrade_graph::suggest;

/// The only value that acknowledges.
pub const YES: &str = "true";

/// Major and minor version.
pub type GateMinor = (u64, u64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminGate {
    pub name: String,
    pub text: String,
    /// The minor version that it is a gate of, if its name contains one.
    pub minor: Option<GateMinor>,
    /// Whether that is the cluster's minor version.
    pub applies: bool,
    /// Its value in the acknowledgments.
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

/// What to acknowledge, checked on one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The gates that were named, or are open.
    pub gates: Vec<AdminGate>,
    /// The minor version of the cluster.
    pub current: Option<GateMinor>,
    pub place: GatePlace,
}

/// Where to write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GatePlace {
    /// There is no ConfigMap yet.
    Missing,
    Stored {
        resource_version: Option<String>,
    },
}

/// `Upgradeable` after gates were acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpgradeableState<'a> {
    /// Nothing blocks minor version updates.
    Free,
    /// Something else does.
    Others(&'a Condition),
    /// It still lists a gate.
    Gates(&'a Condition),
}

/// Returns all gates, sorted by name.
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

    /// Returns whether a text mentions this gate: by its name, or by its whole text. The
    /// cluster-version operator writes the one, the other or both, depending on its version and on
    /// the number of gates.
    fn is_named_in(&self, text: &str) -> bool {
        let said = self.text.trim();
        let by_name = text.match_indices(&self.name).any(|(place, name)| {
            let mut rest = text[place + name.len()..].chars();
            let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            match rest.next() {
                Some('-' | '.') => !goes_on(rest.next()), // otherwise it is the start of a longer name
                next => !goes_on(next),
            }
        });
        by_name || (!said.is_empty() && text.contains(said))
    }
}

impl Acknowledgement {
    /// Returns the gates that are not acknowledged yet.
    pub fn to_write(&self) -> impl Iterator<Item = &AdminGate> {
        self.gates.iter().filter(|gate| !gate.acknowledged())
    }

    /// Returns gates that do not apply: those of other minor versions.
    pub fn misplaced(&self) -> impl Iterator<Item = &AdminGate> {
        self.to_write().filter(|gate| !gate.applies)
    }

    /// Returns whether everything to be written was shown before.
    pub fn is_within(&self, shown: &Self) -> bool {
        let was_shown = |gate: &AdminGate| {
            shown.to_write().any(|other| (&other.name, &other.text) == (&gate.name, &gate.text))
        };
        self.to_write().all(was_shown)
    }

    /// Returns how the stored object differs; none if everything is acknowledged there.
    pub fn stored_differently(&self, acks: &AckMap) -> Option<String> {
        let said = self.gates.iter().filter_map(|AdminGate { name, .. }| {
            let value = acks.values.get(name).map_or("none", String::as_str);
            (value != YES).then(|| format!("{name} is {value} instead of {YES}"))
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    /// Evaluates what the cluster reports after everything was acknowledged.
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
