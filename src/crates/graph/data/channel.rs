//! Channels: their releases, and where they get them from.

use std::fmt;
use std::time::Duration;

use super::{Pattern, ReleaseName, WithLocation};

#[derive(Debug, Clone)]
pub struct Channel {
    pub file: String,
    pub name: WithLocation<String>,
    /// As listed.
    pub versions: Vec<WithLocation<ReleaseName>>,
    pub feeder: Option<Feeder>,
    /// Releases that stay here and go no further.
    pub tombstones: Vec<WithLocation<ReleaseName>>,
    /// Whether the shipped update service can read the file; of one that it cannot it says nothing.
    pub served: bool,
}

/// The channel from which releases are promoted.
#[derive(Debug, Clone)]
pub struct Feeder {
    pub name: WithLocation<String>,
    /// How long a release must have been in the feeder.
    pub delay: Option<WithLocation<Delay>>,
    /// `public`: a release whose errata is public need not wait.
    pub errata: Option<WithLocation<String>>,
    /// What a release must match, from its first character to its last.
    pub filter: Option<WithLocation<Pattern>>,
}

/// A duration by ISO 8601, of the two forms there are: `PnW` and `PnDTnH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delay {
    text: String,
    hours: u64,
}

impl Channel {
    /// Returns whether a release of this name is in the channel.
    pub(crate) fn has(&self, release: &ReleaseName) -> bool {
        self.versions.iter().any(|listed| listed.value.covers(release))
    }

    /// Returns whether a release of this version is listed, of whatever architecture.
    pub(crate) fn lists(&self, version: &ReleaseName) -> bool {
        self.versions.iter().any(|listed| listed.value.is(version))
    }

    /// Returns the family and the minor version of `stable-4.14`.
    pub fn parts(&self) -> Option<(&str, (u64, u64))> {
        name_parts(&self.name.value)
    }

    /// Returns what is listed here although the channel that feeds this one has a tombstone for it.
    // cincinnati-graph-data: hack/stabilization-changes.py compares the names as they are written.
    pub(crate) fn zombies<'a>(
        &'a self,
        feeder: &'a Self,
    ) -> impl Iterator<Item = &'a WithLocation<ReleaseName>> {
        self.versions.iter().filter(|listed| {
            feeder.tombstones.iter().any(|tombstone| listed.value.covers(&tombstone.value))
        })
    }
}

/// Returns the family and the minor version that the name of a channel consists of. The names of
/// internal channels have no minor version.
pub(crate) fn name_parts(name: &str) -> Option<(&str, (u64, u64))> {
    let (family, minor) = name.rsplit_once('-')?;
    let (major, minor) = minor.split_once('.')?;
    Some((family, (major.parse().ok()?, minor.parse().ok()?)))
}

impl Delay {
    /// Returns none for what no tool understands: months, minutes, and what is not a duration.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = |text: &str, unit: char| {
            let digits = text.strip_suffix(unit)?;
            let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| is_number)
        };
        let rest = text.strip_prefix('P')?;
        let hours = if let Some(weeks) = number(rest, 'W') {
            weeks.checked_mul(7 * 24)?
        } else {
            let (days, hours) = match rest.split_once('T') {
                Some((days, hours)) => (days, Some(hours)),
                None => (rest, None),
            };
            let whole = match (days, hours) {
                ("", None) => return None,
                ("", Some(_)) => 0,
                (days, _) => number(days, 'D')?.checked_mul(24)?,
            };
            let hours = match hours {
                Some(hours) => number(hours, 'H')?,
                None => 0,
            };
            whole.checked_add(hours)?
        };
        hours.checked_mul(3600)?;
        Some(Self { text: text.to_owned(), hours })
    }

    pub(crate) fn duration(&self) -> Duration {
        Duration::from_secs(self.hours * 3600)
    }
}

impl fmt::Display for Delay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_weeks_or_days_and_hours() {
        for (text, hours) in [
            ("PT0H", Some(0)),
            ("PT48H", Some(48)),
            ("P1W", Some(168)),
            ("P4D", Some(96)),
            ("P1DT12H", Some(36)),
            ("P", None),
            ("PT", None),
            ("P1M", None),
            ("PT30M", None),
            ("P1W2D", None),
            ("48h", None),
            ("", None),
            ("P-1D", None),
            ("P+1D", None),
            ("P99999999999999999999W", None),
            ("P18446744073709551615W", None),
        ] {
            let found = Delay::parse(text).map(|delay| delay.duration().as_secs() / 3600);
            assert_eq!(found, hours, "{text:?}");
        }
    }
}
