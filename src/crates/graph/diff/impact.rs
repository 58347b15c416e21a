//! What a change of graph-data means for clusters on one release in one channel.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::Changes;
use crate::build::{Blocker, Built, EdgeClass, served_effect, untold};
use crate::data::{Block, BlockEffect, Channel, GraphData, ReleaseName};
use crate::model::Risk;
use crate::version::Step;

/// The cluster in question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImpactScope {
    /// With its architecture.
    pub release: ReleaseName,
    pub channel: String,
}

#[derive(Debug, PartialEq, Eq)]
pub struct UpdateImpact {
    pub aim: ImpactScope,
    pub standing: Changes<ChannelMembership>,
    /// By target, newest first; without unchanged updates.
    pub updates: Vec<UpdateChange>,
}

/// A release in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChannelMembership {
    /// There is no such channel.
    NoChannel,
    /// A cluster on it gets `VersionNotFound`.
    NotInChannel,
    InChannel,
}

#[derive(Debug, PartialEq, Eq)]
pub struct UpdateChange {
    pub to: ReleaseName,
    pub state: Changes<OfferState>,
}

/// An update according to graph-data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfferState {
    /// It is recommended.
    Open,
    Conditional(BTreeSet<Risk>),
    /// Blocked by these files, or by the releases themselves.
    Blocked(BTreeSet<String>),
    Absent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UpdateChangeKind")]
pub enum ChangeKind {
    Gained,
    Lost,
    NowConditional,
    NoLongerConditional,
    /// Conditional before and after, with other risks or other texts.
    OtherRisks,
}

/// The updates of one side, by target.
#[derive(Debug)]
pub struct OffersByVersion {
    pub standing: ChannelMembership,
    pub updates: BTreeMap<ReleaseName, OfferState>,
}

impl UpdateImpact {
    pub fn between(aim: ImpactScope, before: &OffersByVersion, after: &OffersByVersion) -> Self {
        let state = |offers: &OffersByVersion, to: &ReleaseName| {
            offers.updates.get(to).cloned().unwrap_or(OfferState::Absent)
        };
        let targets: BTreeSet<&ReleaseName> =
            before.updates.keys().chain(after.updates.keys()).collect();
        let change = |to: &&ReleaseName| {
            let change = UpdateChange {
                to: (*to).clone(),
                state: Changes { before: state(before, to), after: state(after, to) },
            };
            change.kind().is_some().then_some(change)
        };
        let updates = targets.iter().rev().filter_map(change).collect();
        let standing = Changes { before: before.standing, after: after.standing };
        Self { aim, standing, updates }
    }
}

impl UpdateChange {
    /// Returns the impact of the change on a cluster, if any.
    pub fn kind(&self) -> Option<ChangeKind> {
        let Changes { before, after } = &self.state;
        match (before, after) {
            (OfferState::Open, OfferState::Open) => None,
            (OfferState::Open, OfferState::Conditional(_)) => Some(ChangeKind::NowConditional),
            (OfferState::Conditional(_), OfferState::Open) => Some(ChangeKind::NoLongerConditional),
            (OfferState::Conditional(a), OfferState::Conditional(b)) => {
                (a != b).then_some(ChangeKind::OtherRisks)
            }
            (before, after) => match (before.is_offered(), after.is_offered()) {
                (false, true) => Some(ChangeKind::Gained),
                (true, false) => Some(ChangeKind::Lost),
                _ => None,
            },
        }
    }
}

impl OfferState {
    fn is_offered(&self) -> bool {
        matches!(self, Self::Open | Self::Conditional(_))
    }
}

impl OffersByVersion {
    /// Returns what graph-data alone allows: every newer release of the channel that one update can
    /// reach, even without an edge to it.
    pub fn allowed(data: &GraphData, aim: &ImpactScope) -> Self {
        let channel = data.channel(&aim.channel);
        let standing = ChannelMembership::new(channel, &aim.release);
        let mut updates = BTreeMap::new();
        let from = aim.release.to_version();
        for target in channel.iter().flat_map(|channel| releases(channel, &aim.release)) {
            let step = from.step_to(&target.to_version());
            if standing == ChannelMembership::InChannel
                && matches!(step, Step::Patch | Step::NextMinor)
            {
                let state = state(data, &aim.release, &target);
                updates.insert(bare(&target), state);
            }
        }
        Self { standing, updates }
    }

    /// Returns the updates of a graph that was built from this graph-data.
    pub fn built(built: &Built, data: &GraphData, aim: &ImpactScope) -> Self {
        let channel = data.channel(&aim.channel);
        let standing = ChannelMembership::new(channel, &aim.release);
        let mut updates = BTreeMap::new();
        for edge in &built.edges {
            let (from, to) = (&built.nodes[edge.from], &built.nodes[edge.to]);
            let there = channel.is_some_and(|channel| channel.has(&to.name));
            let seen = from.payload.is_some() && to.payload.is_some();
            let here = standing == ChannelMembership::InChannel && from.name == aim.release;
            if here && there && seen {
                updates.insert(bare(&to.name), class(&edge.class, built, data));
            }
        }
        Self { standing, updates }
    }
}

fn class(class: &EdgeClass, built: &Built, data: &GraphData) -> OfferState {
    match class {
        EdgeClass::Recommended => OfferState::Open,
        EdgeClass::Conditional(risks) | EdgeClass::Both(risks) => {
            OfferState::Conditional(built.risks_of(risks).into_iter().collect())
        }
        EdgeClass::Blocked { by, .. } => OfferState::Blocked(
            by.iter()
                .map(|blocker| match blocker {
                    Blocker::File(place) => data.blocks[*place].file.clone(),
                    Blocker::Metadata => "the metadata of the releases".to_owned(),
                })
                .collect(),
        ),
    }
}

impl ChannelMembership {
    pub(crate) fn new(channel: Option<&Channel>, release: &ReleaseName) -> Self {
        match channel {
            None => Self::NoChannel,
            Some(channel) if channel.has(release) => Self::InChannel,
            Some(_) => Self::NotInChannel,
        }
    }
}

/// Returns the releases of a channel with the architecture of another release.
fn releases(channel: &Channel, other: &ReleaseName) -> Vec<ReleaseName> {
    let arch = other.arch().unwrap_or_default();
    let listed = channel.versions.iter().map(|listed| &listed.value);
    let of_arch = listed.filter_map(|name| Some((name, name.of_arch(arch)?)));
    of_arch.filter(|(name, release)| name.covers(release)).map(|(_, release)| release).collect()
}

fn bare(release: &ReleaseName) -> ReleaseName {
    ReleaseName::parse(release.version()).unwrap_or_else(|| release.clone())
}

/// A plain block takes precedence over a risk. A risk that clusters cannot evaluate, or that is
/// defined twice with differences, also blocks: an ambiguous update is not available.
fn state(data: &GraphData, from: &ReleaseName, to: &ReleaseName) -> OfferState {
    let hits = |block: &&Block| block.targets(to) && block.hits(from);
    let mut risks: BTreeMap<String, (Risk, String)> = BTreeMap::new();
    let mut files = BTreeSet::new();
    for block in data.blocks.iter().filter(hits) {
        let file = block.file.clone();
        match served_effect(block) {
            BlockEffect::Risk(risk) if untold(&risk).is_none() => {
                let known = risks.entry(risk.name.clone());
                let (known, first) = known.or_insert_with(|| (risk.clone(), file.clone()));
                if *known != risk {
                    files.extend([first.clone(), file]);
                }
            }
            BlockEffect::Risk(_) | BlockEffect::Block | BlockEffect::Incomplete { .. } => {
                files.insert(file);
            }
        }
    }
    if !files.is_empty() {
        OfferState::Blocked(files)
    } else if !risks.is_empty() {
        OfferState::Conditional(risks.into_values().map(|(risk, _)| risk).collect())
    } else {
        OfferState::Open
    }
}
