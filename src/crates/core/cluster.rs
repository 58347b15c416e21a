//! A ClusterVersion: what one cluster reports about itself.

pub(crate) mod namesakes;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::condition_type::ClusterVersionCondition;
use crate::objects::cluster_version::management::Management;
use upgrade_graph::condition::{Condition, ConditionType, Conditions, Status};
use upgrade_graph::image;
use upgrade_graph::model::Rule;
use upgrade_graph::release::Release;
use upgrade_graph::version::Version;

#[derive(Debug, Clone)]
pub struct Cluster {
    pub origin: Origin,
    /// The time that all ages are relative to; none if a recording has no times.
    pub now: Option<Timestamp>,
    /// `spec.clusterID`
    pub id: Option<String>,
    /// The uid of the ClusterVersion: a new one has another.
    pub uid: Option<String>,
    pub resource_version: Option<String>,
    pub generation: Option<i64>,
    pub observed_generation: Option<i64>,
    pub channel: Option<String>,
    pub upstream: Option<String>,
    /// `spec.desiredUpdate`, if it is set.
    pub requested: Option<Requested>,
    /// Whether `spec.signatureStores` names signature stores.
    pub signature_stores: bool,
    /// `spec.versionManagement`: what pauses updates.
    pub management: Management,
    /// `status.desired`: what the cluster-version operator works towards, and what versions are
    /// compared with.
    pub desired: Release,
    /// Newest first, as the cluster-version operator writes it.
    pub history: Vec<HistoryEntry>,
    pub conditions: Conditions,
    pub available: Vec<Release>,
    pub conditional: Vec<Conditional>,
    /// `status.conditionalUpdateRisks`: risks with the cluster's evaluation of each.
    pub known_risks: Vec<ReportedRisk>,
    /// What could not be read as expected; each names its field.
    pub oddities: Vec<String>,
}

/// Where a cluster was read from, if that has a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub context: Option<String>,
    pub server: Option<String>,
}

/// `spec.desiredUpdate`; empty text if a field is not set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requested {
    pub version: String,
    pub image: String,
    pub architecture: String,
    pub force: bool,
    pub mode: Option<String>,
    pub accept_risks: Vec<String>,
    /// Unknown fields of accepted risks, by the name of the risk.
    pub risk_fields: BTreeMap<String, Map<String, Value>>,
    /// Unknown fields.
    pub others: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub version: Version,
    pub image: String,
    pub completed: bool,
    pub started: Option<Timestamp>,
    /// When it completed, or was replaced by another.
    pub ended: Option<Timestamp>,
    pub verified: Option<bool>,
    /// What the cluster recorded when a check was overridden; opaque text.
    pub accepted_risks: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditional {
    pub release: Release,
    pub conditions: Conditions,
    pub risks: Vec<ReportedRisk>,
    /// Risks of this update that are described in `status.conditionalUpdateRisks`.
    pub risk_names: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedRisk {
    pub name: String,
    pub message: String,
    pub url: Option<String>,
    /// In the order of evaluation: the first one that can be evaluated decides.
    pub rules: Vec<Rule>,
    pub conditions: Conditions,
}

impl Cluster {
    /// Returns the newest release that completed; none while installing.
    pub fn completed(&self) -> Option<&HistoryEntry> {
        self.history.iter().find(|past| past.completed)
    }

    /// Returns the release that the cluster has reached: not the one that it is still updating to.
    pub fn reached(&self) -> &Version {
        self.completed().map_or(&self.desired.version, |past| &past.version)
    }

    /// Returns whether the update to `status.desired` is still in progress: the newest history
    /// entry is not a completed one of that release.
    pub fn rolling_out(&self) -> bool {
        self.history.first().is_none_or(|past| {
            let same = past.version == self.desired.version
                || (!past.image.is_empty() && image::same(&past.image, &self.desired.image));
            !(past.completed && same)
        })
    }

    /// Returns whether the cluster retrieves no updates because of its channel.
    pub fn needs_a_channel(&self) -> bool {
        let reported = self.condition(ClusterVersionCondition::RetrievedUpdates);
        let reason = reported.map_or("", |reported| &reported.reason);
        self.channel.as_deref().unwrap_or_default().is_empty()
            || matches!(reason, "NoChannel" | "VersionNotFound")
    }

    /// Returns whether the cluster can store accepted risks. It reports risks by name only if the
    /// feature gate ClusterUpdateAcceptRisks is on, and then the field for them is served.
    pub fn stores_accepted_risks(&self) -> bool {
        let accepts = |requested: &Requested| !requested.accept_risks.is_empty();
        self.requested.as_ref().is_some_and(accepts)
            || !self.known_risks.is_empty()
            || self.conditional.iter().any(|update| !update.risk_names.is_empty())
    }

    /// Returns the version that an image had when it ran here before.
    pub(crate) fn past_version_of(&self, image: &str) -> Option<&Version> {
        let known = image::digest(image)?;
        let past = self.history.iter().find(|past| image::digest(&past.image) == Some(known));
        past.map(|past| &past.version).filter(|version| !version.text().is_empty())
    }

    /// Returns the request that the cluster has not accepted: a `spec.desiredUpdate` that is not
    /// `status.desired`.
    pub fn pending(&self) -> Option<&Requested> {
        let requested = self.requested.as_ref().filter(|requested| requested.names_a_target())?;
        let met = requested.is_met_by(&self.desired) || self.went_to_all_architectures(requested);
        (!met).then_some(requested)
    }

    /// Returns the request that the cluster rejects, and its message.
    pub fn refused(&self) -> Option<(&Requested, &Condition)> {
        let pending = self.pending()?;
        let said = self.condition(ClusterVersionCondition::ReleaseAccepted)?;
        (said.status == Status::False).then_some((pending, said))
    }

    /// Not every cluster-version operator reports the architecture: then the history does, with
    /// another image of the same version.
    fn went_to_all_architectures(&self, requested: &Requested) -> bool {
        let Some(newest) = self.history.first().filter(|_| self.kept_version()) else {
            return false;
        };
        !requested.architecture.is_empty()
            && requested.image.is_empty()
            && self.desired.architecture.is_none()
            && requested.version == self.desired.version.text()
            && newest.version == self.desired.version
            && image::same(&newest.image, &self.desired.image)
    }

    /// Returns whether the newest update is to another image of the same version: to
    /// multi-architecture, or a fix. Then versions do not tell which nodes are updated.
    pub(crate) fn kept_version(&self) -> bool {
        let [newest, before, ..] = self.history.as_slice() else { return false };
        newest.version == before.version && !image::same(&newest.image, &before.image)
    }

    /// Returns whether the cluster-version operator has not observed the latest spec; a missing
    /// observedGeneration counts as not observed. By itself that is normal: the operator raises it
    /// when it next applies its payload, minutes after a change of channel, while the available
    /// updates are already new.
    // cluster-version-operator: pkg/cvo/sync_worker.go:987, pkg/cvo/status.go:205
    pub fn unobserved(&self) -> bool {
        match (self.generation, self.observed_generation) {
            (Some(generation), Some(observed)) => observed < generation,
            _ => true,
        }
    }

    /// Returns whether the list with this release is still that of another channel: all releases of
    /// a channel name it.
    pub(crate) fn is_of_another_channel(&self, listed: &Release) -> bool {
        let channel = self.channel.as_deref().unwrap_or_default();
        let known = &listed.channels;
        self.unobserved() && !known.is_empty() && !known.iter().any(|known| known == channel)
    }

    pub fn lists_are_of_another_channel(&self) -> bool {
        let conditional = self.conditional.iter().map(|update| &update.release);
        self.available.iter().chain(conditional).any(|listed| self.is_of_another_channel(listed))
    }

    /// Returns whether the available updates may differ from what the update service has now.
    pub(crate) fn lists_are_stale(&self) -> bool {
        self.lists_are_of_another_channel()
            || !self.conditions.is(ClusterVersionCondition::RetrievedUpdates, Status::True)
    }

    /// Returns whether there is any doubt that the available updates are current.
    pub fn lists_may_be_stale(&self) -> bool {
        self.unobserved() || self.lists_are_stale()
    }

    /// Returns how the cluster was replaced; none if it was not.
    pub fn replaced_by(&self, again: &Self) -> Option<String> {
        let name = |id: &Option<String>| id.clone().unwrap_or("unknown".to_owned());
        if self.id != again.id {
            let (before, now) = (name(&self.id), name(&again.id));
            return Some(format!(
                "the API server now serves another cluster: its ID was {before} and is now {now}"
            ));
        }
        (self.uid != again.uid).then(|| {
            let (before, now) = (name(&self.uid), name(&again.uid));
            format!(
                "the ClusterVersion was deleted and created again: its uid was {before} and is now {now}"
            )
        })
    }

    /// Returns the names of the risks that are accepted on the cluster.
    pub fn accepted_risks(&self) -> BTreeSet<&str> {
        let requested = self.requested.iter();
        requested.flat_map(|requested| &requested.accept_risks).map(String::as_str).collect()
    }

    pub fn condition(&self, kind: impl ConditionType) -> Option<&Condition> {
        self.conditions.get(kind)
    }
}

impl Origin {
    /// Returns how a sentence names the cluster.
    pub fn name(&self) -> String {
        match (&self.context, &self.server) {
            (Some(context), Some(server)) => format!("{context} at {server}"),
            (None, Some(server)) => server.clone(),
            _ => "this cluster".to_owned(),
        }
    }
}

impl ReportedRisk {
    /// A risk with nothing but a name.
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            message: String::new(),
            url: None,
            rules: Vec::new(),
            conditions: Conditions::default(),
        }
    }
}

impl Requested {
    pub(crate) fn names_a_target(&self) -> bool {
        !(self.version.is_empty() && self.image.is_empty() && self.architecture.is_empty())
    }

    pub(crate) fn is_met_by(&self, desired: &Release) -> bool {
        let architecture = self.architecture.is_empty()
            || desired.architecture.as_deref() == Some(self.architecture.as_str());
        let target = if !self.image.is_empty() && !desired.image.is_empty() {
            image::same(&self.image, &desired.image)
        } else {
            self.version == desired.version.text()
        };
        architecture && target
    }

    /// Returns the version, else the image, for a sentence.
    pub fn label(&self) -> String {
        let target = if self.version.is_empty() { &self.image } else { &self.version };
        match self.architecture.as_str() {
            "" => target.clone(),
            architecture => format!("{target} ({architecture})"),
        }
    }
}
