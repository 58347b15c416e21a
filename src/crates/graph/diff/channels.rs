//! Releases that were added to channels or removed from them, and changes of feeders.

use std::collections::{BTreeMap, BTreeSet};

use super::{Changes, Presence, changed};
use crate::data::{Feeder, GraphData, ReleaseName};

#[derive(Debug, PartialEq, Eq)]
pub struct ChannelChange {
    pub name: String,
    /// Whether it is in `internal-channels`, which update services do not read.
    pub internal: bool,
    pub presence: Presence,
    pub added: Vec<ReleaseName>,
    pub removed: Vec<ChannelRemoval>,
    pub tombstoned: Vec<ReleaseName>,
    /// No longer tombstoned.
    pub revived: Vec<ReleaseName>,
    pub feeder: Option<Changes<Option<FeederTerms>>>,
}

/// Clusters on it in the channel have no updates any more.
#[derive(Debug, PartialEq, Eq)]
pub struct ChannelRemoval {
    pub version: ReleaseName,
    /// Architectures that remain.
    pub left: Vec<ReleaseName>,
}

/// How a channel is fed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeederTerms {
    pub feeder: String,
    pub delay: Option<String>,
    pub errata: Option<String>,
    pub filter: Option<String>,
}

impl ChannelChange {
    /// Returns whether releases were added, and nothing else changed.
    pub(crate) fn is_addition(&self) -> bool {
        let Self { presence, removed, tombstoned, revived, feeder, .. } = self;
        let others = removed.len() + tombstoned.len() + revived.len();
        *presence == Presence::Kept && others == 0 && feeder.is_none()
    }
}

/// The identity of a channel; public ones come first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ChannelKey {
    internal: bool,
    name: String,
}

/// All files with one name.
#[derive(Default)]
struct Joined {
    versions: BTreeSet<ReleaseName>,
    tombstones: BTreeSet<ReleaseName>,
    terms: Option<FeederTerms>,
}

pub(super) fn changes(before: &GraphData, after: &GraphData) -> Vec<ChannelChange> {
    let (before, after) = (joined(before), joined(after));
    let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    keys.into_iter().filter_map(|key| change(key, before.get(key), after.get(key))).collect()
}

fn change(
    key: &ChannelKey,
    before: Option<&Joined>,
    after: Option<&Joined>,
) -> Option<ChannelChange> {
    let presence = Presence::new(before, after);
    let nothing = Joined::default();
    let (before, after) = (before.unwrap_or(&nothing), after.unwrap_or(&nothing));
    let change = ChannelChange {
        name: key.name.clone(),
        internal: key.internal,
        presence,
        added: beyond(&after.versions, &before.versions),
        removed: removals(&before.versions, &after.versions),
        tombstoned: beyond(&after.tombstones, &before.tombstones),
        revived: beyond(&before.tombstones, &after.tombstones),
        feeder: changed(before.terms.clone(), after.terms.clone()),
    };
    let silent = change.added.is_empty()
        && change.removed.is_empty()
        && change.tombstoned.is_empty()
        && change.revived.is_empty()
        && change.feeder.is_none();
    (presence != Presence::Kept || !silent).then_some(change)
}

fn joined(data: &GraphData) -> BTreeMap<ChannelKey, Joined> {
    let public = data.channels.iter().map(|channel| (false, channel));
    let internal = data.internal.iter().map(|channel| (true, channel));
    let mut all: BTreeMap<_, Joined> = BTreeMap::new();
    for (internal, channel) in public.chain(internal) {
        let key = ChannelKey { internal, name: channel.name.value.clone() };
        let joined = all.entry(key).or_default();
        joined.versions.extend(channel.versions.iter().map(|listed| listed.value.clone()));
        joined.tombstones.extend(channel.tombstones.iter().map(|listed| listed.value.clone()));
        joined.terms = channel.feeder.as_ref().map(FeederTerms::new).or(joined.terms.take());
    }
    all
}

impl FeederTerms {
    pub fn new(feeder: &Feeder) -> Self {
        Self {
            feeder: feeder.name.value.clone(),
            delay: feeder.delay.as_ref().map(|delay| delay.value.to_string()),
            errata: super::text(feeder.errata.as_ref()),
            filter: feeder.filter.as_ref().map(|filter| filter.value.text.clone()),
        }
    }
}

/// Returns what is in one list and not matched by any name of the other.
fn beyond(list: &BTreeSet<ReleaseName>, other: &BTreeSet<ReleaseName>) -> Vec<ReleaseName> {
    list.iter().filter(|name| !is_in(name, other)).cloned().collect()
}

fn is_in(name: &ReleaseName, list: &BTreeSet<ReleaseName>) -> bool {
    list.contains(name) || list.iter().any(|listed| listed.covers(name))
}

fn removals(before: &BTreeSet<ReleaseName>, after: &BTreeSet<ReleaseName>) -> Vec<ChannelRemoval> {
    let removal = |version: ReleaseName| {
        let left = after.iter().filter(|left| left.is(&version)).cloned().collect();
        ChannelRemoval { version, left }
    };
    beyond(before, after).into_iter().map(removal).collect()
}
