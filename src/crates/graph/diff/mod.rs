//! What changed between two revisions of graph-data, and what that means for a cluster.

pub(crate) mod channels;
pub(crate) mod impact;
pub(crate) mod risks;

pub use channels::{ChannelChange, ChannelRemoval, FeederTerms};
pub use impact::{
    ChangeKind, ChannelMembership, ImpactScope, OfferState, OffersByVersion, UpdateChange,
    UpdateImpact,
};
pub use risks::{BlockChange, Dropped, Field, Fix, Rewording, RiskChange, RiskReach, SourceChange};

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::data::{Amendment, GraphData, KnownReleases, ReleaseName, WithLocation};

/// Everything is sorted by name, without what did not change.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DataDiff {
    /// The schema versions, if they differ.
    pub schema: Option<Changes<Option<ReleaseName>>>,
    pub channels: Vec<ChannelChange>,
    pub risks: Vec<RiskChange>,
    /// Updates that are blocked for all clusters, by target.
    pub blocks: Vec<BlockChange>,
    /// Additions to the metadata of old releases.
    pub amendments: Vec<AmendmentChange>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes<T> {
    pub before: T,
    pub after: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Presence {
    New,
    Kept,
    Gone,
}

#[derive(Debug, PartialEq, Eq)]
pub struct AmendmentChange {
    pub release: ReleaseName,
    pub key: String,
    pub values: Changes<Option<String>>,
}

impl DataDiff {
    pub fn new(before: &GraphData, after: &GraphData, known: &KnownReleases) -> Self {
        let schema = |data: &GraphData| data.schema.as_ref().map(|schema| schema.value.clone());
        Self {
            schema: changed(schema(before), schema(after)),
            channels: channels::changes(before, after),
            risks: risks::changes(before, after, known),
            blocks: risks::plain(before, after, known),
            amendments: amendments(before, after),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Presence {
    fn new<T>(before: Option<&T>, after: Option<&T>) -> Self {
        match (before, after) {
            (None, _) => Self::New,
            (Some(_), Some(_)) => Self::Kept,
            (Some(_), None) => Self::Gone,
        }
    }
}

fn changed<T: PartialEq>(before: T, after: T) -> Option<Changes<T>> {
    (before != after).then_some(Changes { before, after })
}

fn amendments(before: &GraphData, after: &GraphData) -> Vec<AmendmentChange> {
    let all = |data: &GraphData| -> BTreeMap<(ReleaseName, String), String> {
        let of = |Amendment { release, key, value }: &Amendment| {
            ((release.value.clone(), key.clone()), value.value.clone())
        };
        data.raw.iter().map(of).collect()
    };
    let (before, after) = (all(before), all(after));
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let change = |key: &(ReleaseName, String)| {
        let values = changed(before.get(key).cloned(), after.get(key).cloned())?;
        Some(AmendmentChange { release: key.0.clone(), key: key.1.clone(), values })
    };
    keys.into_iter().filter_map(change).collect()
}

fn text(given: Option<&WithLocation<String>>) -> Option<String> {
    given.map(|given| given.value.clone())
}

#[cfg(test)]
mod tests;
