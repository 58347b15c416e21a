//! What a change of graph-data means for a cluster that runs one release and follows one channel.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::Changed;
use crate::domain::graph::Risk;
use crate::domain::graph::build::{Blocker, Built, Class, untold};
use crate::domain::graph_data::{Block, Channel, Effect, GraphData, Name};
use crate::domain::version::Step;

/// The cluster that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aim {
    /// With its architecture.
    pub(crate) release: Name,
    pub(crate) channel: String,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Impact {
    pub(crate) aim: Aim,
    pub(crate) standing: Changed<Standing>,
    /// By target, newest first; what stays as it was is not there.
    pub(crate) updates: Vec<UpdateChange>,
}

/// Where a release stands in a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::enum_variant_names, reason = "each is about the channel")]
pub(crate) enum Standing {
    /// There is no such channel.
    NoChannel,
    /// A cluster there is told `VersionNotFound`.
    NotInChannel,
    InChannel,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UpdateChange {
    pub(crate) to: Name,
    pub(crate) state: Changed<State>,
}

/// What graph-data makes of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing stands in its way.
    Open,
    Conditional(BTreeSet<Risk>),
    /// By these files, or by what the releases themselves say.
    Blocked(BTreeSet<String>),
    Absent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UpdateChangeKind")]
pub(crate) enum Kind {
    Gained,
    Lost,
    NowConditional,
    NoLongerConditional,
    /// Conditional before and after, by other risks or other words.
    OtherRisks,
}

/// The updates of one side, by target.
#[derive(Debug)]
pub(crate) struct Offers {
    pub(crate) standing: Standing,
    pub(crate) updates: BTreeMap<Name, State>,
}

impl Impact {
    pub(crate) fn between(aim: Aim, before: &Offers, after: &Offers) -> Self {
        let state =
            |offers: &Offers, to: &Name| offers.updates.get(to).cloned().unwrap_or(State::Absent);
        let targets: BTreeSet<&Name> = before.updates.keys().chain(after.updates.keys()).collect();
        let change = |to: &&Name| {
            let change = UpdateChange {
                to: (*to).clone(),
                state: Changed { before: state(before, to), after: state(after, to) },
            };
            change.kind().is_some().then_some(change)
        };
        let updates = targets.iter().rev().filter_map(change).collect();
        let standing = Changed { before: before.standing, after: after.standing };
        Self { aim, standing, updates }
    }
}

impl UpdateChange {
    /// Returns what the change is to a cluster; none where it is nothing to it.
    pub(crate) fn kind(&self) -> Option<Kind> {
        let Changed { before, after } = &self.state;
        match (before, after) {
            (State::Open, State::Open) => None,
            (State::Open, State::Conditional(_)) => Some(Kind::NowConditional),
            (State::Conditional(_), State::Open) => Some(Kind::NoLongerConditional),
            (State::Conditional(a), State::Conditional(b)) => (a != b).then_some(Kind::OtherRisks),
            (before, after) => match (before.is_offered(), after.is_offered()) {
                (false, true) => Some(Kind::Gained),
                (true, false) => Some(Kind::Lost),
                _ => None,
            },
        }
    }
}

impl State {
    fn is_offered(&self) -> bool {
        matches!(self, Self::Open | Self::Conditional(_))
    }
}

impl Offers {
    /// Returns what graph-data alone allows: every newer release of the channel that one update may
    /// reach, whether or not there is an edge to it.
    pub(crate) fn allowed(data: &GraphData, aim: &Aim) -> Self {
        let channel = data.channel(&aim.channel);
        let standing = Standing::of(channel, &aim.release);
        let mut updates = BTreeMap::new();
        let from = aim.release.to_version();
        for target in channel.iter().flat_map(|channel| releases(channel, &aim.release)) {
            let step = from.step_to(&target.to_version());
            if standing == Standing::InChannel && matches!(step, Step::Patch | Step::NextMinor) {
                let state = state(data, &aim.release, &target);
                updates.insert(bare(&target), state);
            }
        }
        Self { standing, updates }
    }

    /// Returns what a graph that was built of this graph-data offers.
    pub(crate) fn built(built: &Built, data: &GraphData, aim: &Aim) -> Self {
        let channel = data.channel(&aim.channel);
        let standing = Standing::of(channel, &aim.release);
        let mut updates = BTreeMap::new();
        for edge in &built.edges {
            let (from, to) = (&built.nodes[edge.from], &built.nodes[edge.to]);
            let there = channel.is_some_and(|channel| channel.has(&to.name));
            let seen = from.payload.is_some() && to.payload.is_some();
            let here = standing == Standing::InChannel && from.name == aim.release;
            if here && there && seen {
                updates.insert(bare(&to.name), class(&edge.class, built, data));
            }
        }
        Self { standing, updates }
    }
}

fn class(class: &Class, built: &Built, data: &GraphData) -> State {
    match class {
        Class::Recommended => State::Open,
        Class::Conditional(risks) | Class::Both(risks) => {
            State::Conditional(built.risks_of(risks).into_iter().collect())
        }
        Class::Blocked { by, .. } => State::Blocked(
            by.iter()
                .map(|blocker| match blocker {
                    Blocker::File(place) => data.blocks[*place].file.clone(),
                    Blocker::Metadata => "the metadata of the releases".to_owned(),
                })
                .collect(),
        ),
    }
}

impl Standing {
    pub(crate) fn of(channel: Option<&Channel>, release: &Name) -> Self {
        match channel {
            None => Self::NoChannel,
            Some(channel) if channel.has(release) => Self::InChannel,
            Some(_) => Self::NotInChannel,
        }
    }
}

/// Returns the releases of a channel that are of the architecture of another.
fn releases(channel: &Channel, other: &Name) -> Vec<Name> {
    let arch = other.arch().unwrap_or_default();
    let listed = channel.versions.iter().map(|listed| &listed.value);
    let of_arch = listed.filter_map(|name| Some((name, name.of_arch(arch)?)));
    of_arch.filter(|(name, release)| name.covers(release)).map(|(_, release)| release).collect()
}

fn bare(release: &Name) -> Name {
    Name::parse(release.version()).unwrap_or_else(|| release.clone())
}

/// A block beside a risk blocks, and so does a risk of which clusters cannot be told, or of which two
/// things are said: what is doubtful is not offered.
fn state(data: &GraphData, from: &Name, to: &Name) -> State {
    let hits = |block: &&Block| block.targets(to) && block.hits(from);
    let mut risks: BTreeMap<String, (Risk, String)> = BTreeMap::new();
    let mut files = BTreeSet::new();
    for block in data.blocks.iter().filter(hits) {
        let file = block.file.clone();
        match block.effect() {
            Effect::Risk(risk) if untold(&risk).is_none() => {
                let known = risks.entry(risk.name.clone());
                let (known, first) = known.or_insert_with(|| (risk.clone(), file.clone()));
                if *known != risk {
                    files.extend([first.clone(), file]);
                }
            }
            Effect::Risk(_) | Effect::Block | Effect::Incomplete { .. } => drop(files.insert(file)),
        }
    }
    if !files.is_empty() {
        State::Blocked(files)
    } else if !risks.is_empty() {
        State::Conditional(risks.into_values().map(|(risk, _)| risk).collect())
    } else {
        State::Open
    }
}
