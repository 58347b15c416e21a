//! Which releases are due for promotion from feeders into channels, which wait, and which are
//! blocked.

pub mod blame;
pub(crate) mod errata;
pub(crate) mod exits;
pub mod insert;
pub mod lists;
pub(crate) mod preconditions;
pub(crate) mod risks;
pub(crate) mod timing;
pub(crate) mod verify;

pub use errata::{PublicList, addresses, spellings};
pub use exits::{ExitGraph, NoExit};
pub use insert::insert;
pub use preconditions::{PreconditionFault, PromotionUse, unfit};
pub use risks::Unfixed;
pub use timing::{ChannelEntry, Entered, Errata, History, Publicity, Timing};
pub use verify::{Promotions, is_done};

use jiff::Timestamp;

use crate::data::{
    Block, BlockReading, Channel, Feeder, GraphData, KnownReleases, Location, Pattern, ReleaseName,
    WithLocation,
};
use crate::diff::FeederTerms;

/// What is known apart from the graph-data.
pub struct PromotionInputs<'a> {
    pub now: Timestamp,
    pub history: &'a History,
    pub errata: &'a Errata,
    pub ways: &'a ExitGraph<'a>,
}

/// A channel with a feeder, and its candidates.
#[derive(Debug)]
pub struct FeederReport<'a> {
    pub channel: &'a Channel,
    pub terms: FeederTerms,
    /// Oldest first.
    pub candidates: Vec<PromotionCandidate>,
    /// Releases that the filter excludes.
    pub filtered: Vec<ReleaseName>,
    /// Releases that are listed although the feeder has a tombstone for them.
    pub zombies: Vec<ReleaseName>,
}

#[derive(Debug)]
pub struct PromotionCandidate {
    pub version: ReleaseName,
    pub outcome: PromotionOutcome,
    /// What blocks it, if anything; regardless of the time.
    pub obstacles: Vec<Obstacle>,
    pub timing: Timing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionOutcome {
    Promote,
    /// The end of the wait, if that is known.
    Wait(Option<Timestamp>),
    Blocked,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// In the feeder.
    Tombstone,
    /// A file about the release that Cincinnati ignores, so that the update stays recommended.
    Unserved {
        file: String,
        spot: Location,
    },
    Risk(Unfixed),
    WayOut(NoExit),
}

/// Checks every channel with a feeder, sorted by name.
pub fn promotions<'a>(data: &'a GraphData, facts: &PromotionInputs<'_>) -> Vec<FeederReport<'a>> {
    let known = KnownReleases::new(&[data]);
    let channels = data.channels.iter().chain(&data.internal);
    let mut fed: Vec<FeederReport<'a>> = channels
        .filter_map(|channel| {
            let (terms, feeder) = (channel.feeder.as_ref()?, data.feeder_of(channel)?);
            let found = PromotionReport::new(channel, terms, feeder);
            let candidates = found.all().map(|version| {
                let mut obstacles = obstacles(data, &known, channel, version, &found);
                if obstacles != [Obstacle::Tombstone] {
                    obstacles.extend(facts.ways.obstacle(channel, version));
                }
                candidate(version, terms, obstacles, facts)
            });
            Some(FeederReport {
                channel,
                terms: FeederTerms::new(terms),
                candidates: candidates.collect(),
                zombies: zombies(channel, feeder),
                filtered: found.filtered.iter().map(|name| (*name).clone()).collect(),
            })
        })
        .collect();
    fed.sort_by(|a, b| a.channel.name.value.cmp(&b.channel.name.value));
    fed
}

/// Returns the feeders for which the time of releases matters.
pub fn feeders(data: &GraphData) -> Vec<&Channel> {
    let mut feeders: Vec<&Channel> = Vec::new();
    for channel in data.channels.iter().chain(&data.internal) {
        let terms = channel.feeder.as_ref().filter(|terms| terms.delay.is_some());
        let Some((terms, feeder)) = terms.zip(data.feeder_of(channel)) else { continue };
        let known = feeders.iter().any(|known| std::ptr::eq(*known, feeder));
        if !known && !PromotionReport::new(channel, terms, feeder).candidates.is_empty() {
            feeders.push(feeder);
        }
    }
    feeders
}

/// Returns the releases for which public errata matter, each once.
pub fn questions(data: &GraphData, now: Timestamp, history: &History) -> Vec<ReleaseName> {
    let mut asked = Vec::new();
    for channel in data.channels.iter().chain(&data.internal) {
        let terms = channel.feeder.as_ref().filter(|terms| terms.errata.is_some());
        let Some((terms, feeder)) = terms.zip(data.feeder_of(channel)) else { continue };
        let found = PromotionReport::new(channel, terms, feeder);
        asked.extend(found.candidates.into_iter().filter(|version| {
            let timing = Timing::new(version, terms, now, history, &Errata::default());
            !timing.has_passed()
        }));
    }
    asked.sort();
    asked.dedup();
    asked.into_iter().cloned().collect()
}

/// What is in the feeder and not in the channel.
struct PromotionReport<'a> {
    candidates: Vec<&'a ReleaseName>,
    tombstoned: Vec<&'a ReleaseName>,
    filtered: Vec<&'a ReleaseName>,
}

impl<'a> PromotionReport<'a> {
    fn new(channel: &Channel, terms: &Feeder, feeder: &'a Channel) -> Self {
        let mut found =
            Self { candidates: Vec::new(), tombstoned: Vec::new(), filtered: Vec::new() };
        let mut versions: Vec<&ReleaseName> = feeder.versions.iter().map(|it| &it.value).collect();
        versions.sort();
        versions.dedup();
        for version in versions.into_iter().filter(|version| !channel.has(version)) {
            let passes = |filter: &WithLocation<Pattern>| filter.value.is_match(version.text());
            if !terms.filter.as_ref().is_none_or(passes) {
                found.filtered.push(version);
            } else if is_tombstoned(version, feeder) {
                found.tombstoned.push(version);
            } else {
                found.candidates.push(version);
            }
        }
        found
    }

    fn all(&self) -> impl Iterator<Item = &'a ReleaseName> {
        let mut all: Vec<&ReleaseName> =
            self.candidates.iter().chain(&self.tombstoned).copied().collect();
        all.sort();
        all.into_iter()
    }
}

/// A name that covers more than the tombstone would include what the tombstone is for.
fn is_tombstoned(version: &ReleaseName, feeder: &Channel) -> bool {
    let mut tombstones = feeder.tombstones.iter().map(|tombstone| &tombstone.value);
    tombstones.any(|tombstone| tombstone.covers(version) || version.covers(tombstone))
}

fn zombies(channel: &Channel, feeder: &Channel) -> Vec<ReleaseName> {
    let mut zombies: Vec<ReleaseName> =
        channel.zombies(feeder).map(|listed| listed.value.clone()).collect();
    zombies.sort();
    zombies
}

fn obstacles(
    data: &GraphData,
    known: &KnownReleases,
    channel: &Channel,
    version: &ReleaseName,
    found: &PromotionReport<'_>,
) -> Vec<Obstacle> {
    if found.tombstoned.contains(&version) {
        return vec![Obstacle::Tombstone]; // nothing to add
    }
    let mut obstacles = Vec::new();
    let about = |block: &&Block| meets(&block.target(), version);
    let unserved =
        data.blocks.iter().filter(about).filter(|it| it.reading == BlockReading::Nothing);
    obstacles.extend(unserved.map(|block| Obstacle::Unserved {
        file: block.file.clone(),
        spot: block.declares.unwrap_or(Location::START),
    }));
    let own = channel.versions.iter().map(|listed| &listed.value);
    let previous = risks::previous(version, own.chain(found.candidates.iter().copied()));
    if let Some(previous) = previous {
        let unfixed = risks::unfixed(&data.blocks, known, previous, version);
        obstacles.extend(unfixed.into_iter().map(Obstacle::Risk));
    }
    obstacles
}

/// Returns whether two names have a release in common.
fn meets(a: &ReleaseName, b: &ReleaseName) -> bool {
    a.covers(b) || b.covers(a)
}

fn candidate(
    version: &ReleaseName,
    terms: &Feeder,
    obstacles: Vec<Obstacle>,
    facts: &PromotionInputs<'_>,
) -> PromotionCandidate {
    let timing = Timing::new(version, terms, facts.now, facts.history, facts.errata);
    let outcome = if !obstacles.is_empty() {
        PromotionOutcome::Blocked
    } else if timing.is_ready() {
        PromotionOutcome::Promote
    } else {
        PromotionOutcome::Wait(timing.until)
    };
    PromotionCandidate { version: version.clone(), outcome, obstacles, timing }
}

#[cfg(test)]
mod tests;
