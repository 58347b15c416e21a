//! Settings of a ClusterVersion apart from requests: its channel, its upstream, its accepted risks.

pub mod accepted_risks;
pub mod channel;
pub mod observed;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::cluster::{Cluster, Requested};
use crate::snapshot::Snapshot;

/// A part of the spec that is written separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecPart {
    Channel,
    Upstream,
    /// Version, image, architecture, force and mode of `spec.desiredUpdate`.
    Request,
    AcceptRisks,
}

/// Returns what a server changed or added besides the part that was written.
pub fn changed_besides(written: SpecPart, before: &Cluster, after: &Cluster) -> Vec<String> {
    let none = Requested::default();
    let [was, is] = [before, after].map(|cluster| cluster.requested.as_ref().unwrap_or(&none));
    let request = |requested: &Requested| {
        let Requested { version, image, architecture, force, mode, .. } = requested.clone();
        (version, image, architecture, force, mode)
    };
    let parts = [
        (SpecPart::Channel, "spec.channel", before.channel != after.channel),
        (SpecPart::Upstream, "spec.upstream", before.upstream != after.upstream),
        (SpecPart::Request, "spec.desiredUpdate", request(was) != request(is)),
        (
            SpecPart::AcceptRisks,
            "spec.desiredUpdate.acceptRisks",
            was.accept_risks != is.accept_risks,
        ),
    ];
    let parts = parts.into_iter().filter(|(part, _, differs)| *differs && *part != written);
    let added = is.others.iter().filter(|(name, value)| was.others.get(*name) != Some(*value));
    let added = added.map(|(name, _)| format!("spec.desiredUpdate.{name}"));
    let fields = parts.map(|(_, field, _)| field.to_owned()).chain(added);
    fields.map(|field| format!("{field} changed with this request")).collect()
}

/// A change of one setting, checked on one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub change: SettingPatch,
    /// The findings against it.
    pub objections: Vec<SettingFinding>,
    /// The resourceVersion of the object that was checked.
    pub resource_version: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingPatch {
    /// Empty text clears the channel.
    Channel(String),
    /// None for the cluster's default.
    Upstream(Option<String>),
    AcceptRisks {
        names: Vec<String>,
        /// The other fields of the risks that stay, by name.
        fields: BTreeMap<String, Map<String, Value>>,
        /// Whether nothing else would be left in `spec.desiredUpdate`.
        alone: bool,
        /// The risks that are added and removed.
        added: Vec<String>,
        removed: Vec<String>,
    },
}

/// A finding against a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingFinding {
    pub kind: SettingFindingKind,
    pub waived: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingFindingKind {
    /// The hosting cluster would revert the change.
    HostedControlPlane,
    /// The release is not in the channel; similar ones, and all of them.
    NotAChannelOfTheRelease { nearest: Vec<String>, known: Vec<String> },
    /// The cluster reports no risk with that name; similar ones.
    UnknownRisk { name: String, nearest: Vec<String> },
}

impl Setting {
    /// Runs the checks of every change.
    pub fn new(snapshot: &Snapshot, change: SettingPatch) -> Self {
        let hosted = snapshot.is_hosted().then_some(SettingFinding {
            kind: SettingFindingKind::HostedControlPlane,
            waived: false,
        });
        Self {
            change,
            objections: hosted.into_iter().collect(),
            resource_version: snapshot.cluster.resource_version.clone(),
        }
    }

    pub fn passes(&self) -> bool {
        self.objections.iter().all(|objection| objection.waived)
    }

    /// Returns whether it is what was shown before, on whatever object: it changes nothing more,
    /// and has no new findings.
    pub fn is_unchanged(&self, shown: &Self) -> bool {
        self.change.is_within(&shown.change)
            && self.objections.iter().all(|objection| shown.objections.contains(objection))
    }
}

impl SettingPatch {
    pub fn part(&self) -> SpecPart {
        match self {
            Self::Channel(_) => SpecPart::Channel,
            Self::Upstream(_) => SpecPart::Upstream,
            Self::AcceptRisks { .. } => SpecPart::AcceptRisks,
        }
    }

    /// Returns whether a cluster already has this setting.
    pub fn is_in(&self, cluster: &Cluster) -> bool {
        match self {
            Self::Channel(channel) => cluster.channel.as_deref().unwrap_or_default() == channel,
            Self::Upstream(upstream) => cluster.upstream == *upstream,
            Self::AcceptRisks { names, .. } => {
                let accepted = cluster.requested.as_ref().map(|requested| &requested.accept_risks);
                let accepted: BTreeSet<&String> = accepted.into_iter().flatten().collect();
                accepted == names.iter().collect()
            }
        }
    }

    /// Returns how the stored object differs; none if it does not.
    pub fn stored_differently(&self, stored: &Cluster) -> Option<String> {
        let given = |text: Option<&str>| match text {
            None | Some("") => "none".to_owned(),
            Some(text) => text.to_owned(),
        };
        let list = |names: &[String]| given(Some(&names.join(", ")));
        let (field, asked, stored_as) = match self {
            Self::Channel(channel) => {
                ("spec.channel", given(Some(channel)), given(stored.channel.as_deref()))
            }
            Self::Upstream(upstream) => {
                ("spec.upstream", given(upstream.as_deref()), given(stored.upstream.as_deref()))
            }
            Self::AcceptRisks { names, .. } => {
                let accepted = stored.requested.as_ref().map(|requested| &requested.accept_risks);
                let accepted = accepted.map(Vec::as_slice).unwrap_or_default();
                ("spec.desiredUpdate.acceptRisks", list(names), list(accepted))
            }
        };
        (!self.is_in(stored)).then(|| format!("{field} is {stored_as} instead of {asked}"))
    }

    /// Accepts these risks, and no others.
    pub fn accepting(names: Vec<String>, requested: Option<&Requested>) -> Self {
        let alone = requested.is_none_or(|requested| !requested.names_a_target());
        let before = requested.map(|requested| requested.accept_risks.as_slice());
        let before = before.unwrap_or_default();
        let added = names.iter().filter(|name| !before.contains(name)).cloned().collect();
        let removed = before.iter().filter(|name| !names.contains(name)).cloned().collect();
        let fields = requested.map(|requested| requested.risk_fields.clone()).unwrap_or_default();
        Self::AcceptRisks { names, fields, alone, added, removed }
    }

    /// Returns whether it changes nothing that the other does not. What others accept meanwhile is
    /// ignored: of two lists of risks, only our additions and removals are compared.
    fn is_within(&self, shown: &Self) -> bool {
        match (self, shown) {
            (
                Self::AcceptRisks { added, removed, .. },
                Self::AcceptRisks { added: shown_added, removed: shown_removed, .. },
            ) => {
                added.iter().all(|name| shown_added.contains(name))
                    && removed.iter().all(|name| shown_removed.contains(name))
            }
            (Self::AcceptRisks { .. } | Self::Channel(_) | Self::Upstream(_), _) => self == shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::infrastructure::Topology;
    use crate::testing::{cluster, infrastructure, snapshot};

    #[test]
    fn a_change_is_there_when_the_cluster_says_so() {
        let mut cluster = cluster("4.6.23");
        cluster.channel = None;
        assert!(SettingPatch::Channel(String::new()).is_in(&cluster));
        assert!(!SettingPatch::Channel("stable-4.6".into()).is_in(&cluster));
        cluster.upstream = Some("https://a".into());
        assert!(!SettingPatch::Upstream(None).is_in(&cluster));
        cluster.requested =
            Some(Requested { accept_risks: vec!["B".into(), "A".into()], ..Requested::default() });
        let accepting = |names: &[&str]| {
            SettingPatch::accepting(names.iter().map(|&name| name.into()).collect(), None)
        };
        assert!(accepting(&["A", "B"]).is_in(&cluster), "their order says nothing");
        assert!(!accepting(&["A"]).is_in(&cluster));
    }

    #[test]
    fn what_a_server_stores_otherwise_or_besides_is_named() {
        let before = cluster("4.6.23");
        let mut after = before.clone();
        let channel = SettingPatch::Channel("fast-4.6".into());
        let said = channel.stored_differently(&after).unwrap();
        assert_eq!(said, "spec.channel is stable-4.6 instead of fast-4.6");
        after.channel = Some("fast-4.6".into());
        assert_eq!(channel.stored_differently(&after), None);
        let besides = |after: &Cluster| changed_besides(SpecPart::Channel, &before, after);
        assert!(besides(&after).is_empty());
        after.upstream = Some("https://a".into());
        let others = [("note".to_owned(), serde_json::json!("x"))].into();
        after.requested = Some(Requested { force: true, others, ..Requested::default() });
        let fields = ["spec.upstream", "spec.desiredUpdate", "spec.desiredUpdate.note"];
        assert_eq!(
            besides(&after),
            fields.map(|field| format!("{field} changed with this request"))
        );
        let gone = changed_besides(
            SpecPart::Request,
            &after,
            &Cluster { requested: None, ..after.clone() },
        );
        assert!(gone.is_empty(), "a request that is cleared takes along what came with it");
    }

    #[test]
    fn nothing_is_set_on_a_hosted_control_plane() {
        let mut snapshot = snapshot(&cluster("4.6.23"));
        assert!(Setting::new(&snapshot, SettingPatch::Upstream(None)).passes());
        snapshot.infrastructure = infrastructure(Topology::External);
        assert!(!Setting::new(&snapshot, SettingPatch::Upstream(None)).passes());
    }
}
