//! When a release may be promoted: after its time in the feeder, or when the errata is public.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::data::{Feeder, ReleaseName};

/// When releases were added to channels, by the name of the channel.
#[derive(Debug, Default)]
pub struct History {
    channels: BTreeMap<String, Result<BTreeMap<String, Entered>, String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    At(ChannelEntry),
    /// Why it is unknown.
    Unknown(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelEntry {
    pub at: Timestamp,
    /// The commit that added it, and its first line.
    pub commit: Option<(String, String)>,
}

/// Whether the errata of releases are public, by version.
#[derive(Debug, Default)]
pub struct Errata {
    known: BTreeMap<String, Publicity>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Publicity {
    /// With its URL, if that is known.
    Public(Option<String>),
    NotPublic(Option<String>),
    /// Why it is unknown.
    Unknown(String),
}

/// What the conditions of a feeder mean for a release.
#[derive(Debug, PartialEq, Eq)]
pub struct Timing {
    /// None if the time in the feeder does not matter.
    pub entered: Option<Entered>,
    /// When the delay has passed, if that is known.
    pub until: Option<Timestamp>,
    /// None if the errata does not matter.
    pub errata: Option<Publicity>,
    now: Timestamp,
}

impl History {
    /// Adds a channel: when its releases were added, or why that is unknown.
    pub fn add(&mut self, channel: &str, entered: Result<BTreeMap<String, Entered>, String>) {
        self.channels.insert(channel.to_owned(), entered);
    }

    fn entered(&self, channel: &str, version: &ReleaseName) -> Entered {
        let unknown = |why: &str| Entered::Unknown(why.to_owned());
        match self.channels.get(channel) {
            None => unknown("there is no record"),
            Some(Err(why)) => unknown(why),
            Some(Ok(versions)) => {
                let entered = versions.get(version.text()).cloned();
                entered.unwrap_or_else(|| unknown("there is no record"))
            }
        }
    }
}

impl Errata {
    /// Adds a version; what is public stays public.
    pub fn add(&mut self, version: &ReleaseName, publicity: Publicity) {
        let known = self.known.entry(version.version().to_owned());
        let known = known.or_insert_with(|| publicity.clone());
        if !matches!(known, Publicity::Public(_)) {
            *known = publicity;
        }
    }

    pub fn publicity(&self, version: &ReleaseName) -> Publicity {
        let unknown = || Publicity::Unknown("not checked".to_owned());
        self.known.get(version.version()).cloned().unwrap_or_else(unknown)
    }
}

impl Timing {
    pub(super) fn new(
        version: &ReleaseName,
        terms: &Feeder,
        now: Timestamp,
        history: &History,
        errata: &Errata,
    ) -> Self {
        let delay = terms.delay.as_ref().map(|delay| delay.value.duration());
        let entered = delay.map(|_| history.entered(&terms.name.value, version));
        let until = match (&entered, delay) {
            (Some(Entered::At(entry)), Some(delay)) => {
                let delay = SignedDuration::try_from(delay).ok();
                delay.and_then(|delay| entry.at.checked_add(delay).ok())
            }
            _ => None,
        };
        let errata = terms.errata.as_ref().map(|_| errata.publicity(version));
        Self { entered, until, errata, now }
    }

    /// Returns whether the delay has passed.
    pub fn has_passed(&self) -> bool {
        self.until.is_some_and(|until| until <= self.now)
    }

    /// Either is enough; without either, promotion is manual.
    pub(crate) fn is_ready(&self) -> bool {
        self.has_passed() || matches!(self.errata, Some(Publicity::Public(_)))
    }

    pub fn is_by_hand(&self) -> bool {
        self.entered.is_none() && self.errata.is_none()
    }
}
