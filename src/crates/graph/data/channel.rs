//! Channels: their releases, and where these come from.

use std::fmt;
use std::time::Duration;

use jiff::SpanRelativeTo;
use jiff::fmt::temporal::SpanParser;

use super::{Pattern, ReleaseName, WithLocation};

#[derive(Debug, Clone)]
pub struct Channel {
    pub file: String,
    pub name: WithLocation<String>,
    /// As listed.
    pub versions: Vec<WithLocation<ReleaseName>>,
    pub feeder: Option<Feeder>,
    /// Releases that are not promoted further.
    pub tombstones: Vec<WithLocation<ReleaseName>>,
    /// Whether Cincinnati can read the file; it skips others silently.
    pub served: bool,
}

/// The channel from which releases are promoted.
#[derive(Debug, Clone)]
pub struct Feeder {
    pub name: WithLocation<String>,
    /// How long a release must be in the feeder.
    pub delay: Option<WithLocation<Delay>>,
    /// `public`: a release with a public errata need not wait.
    pub errata: Option<WithLocation<String>>,
    /// What the whole name of a release must match.
    pub filter: Option<WithLocation<Pattern>>,
}

/// An ISO 8601 duration of a fixed length: `PnW` or `PnDTnHnMnS`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delay {
    text: String,
    duration: Duration,
}

impl Channel {
    /// Returns whether a release with this name is in the channel.
    pub(crate) fn has(&self, release: &ReleaseName) -> bool {
        self.versions.iter().any(|listed| listed.value.covers(release))
    }

    /// Returns whether a release with this version is listed, with any architecture.
    pub(crate) fn lists(&self, version: &ReleaseName) -> bool {
        self.versions.iter().any(|listed| listed.value.is(version))
    }

    /// Returns the family and the minor version of `stable-4.14`.
    pub fn parts(&self) -> Option<(&str, (u64, u64))> {
        name_parts(&self.name.value)
    }

    /// Returns what is listed here although the feeder has a tombstone for it.
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

/// Returns the family and the minor version in the name of a channel. The names of internal
/// channels have no minor version.
pub(crate) fn name_parts(name: &str) -> Option<(&str, (u64, u64))> {
    let (family, minor) = name.rsplit_once('-')?;
    let (major, minor) = minor.split_once('.')?;
    Some((family, (major.parse().ok()?, minor.parse().ok()?)))
}

impl Delay {
    /// Returns none for what has no fixed length, such as months, and for what is not a duration.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_plain = text.bytes().all(|it| it.is_ascii_digit() || it.is_ascii_uppercase());
        let is_mixed = text.contains('W') && !text.ends_with('W');
        let span = SpanParser::new().parse_span(text).ok().filter(|_| is_plain && !is_mixed)?;
        let duration = (span.get_years() == 0 && span.get_months() == 0)
            .then(|| span.to_duration(SpanRelativeTo::days_are_24_hours()).ok())??;
        Some(Self { text: text.to_owned(), duration: duration.try_into().ok()? })
    }

    pub(crate) fn duration(&self) -> Duration {
        self.duration
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
    fn delays_are_durations_of_a_fixed_length() {
        for (text, minutes) in [
            ("PT0H", Some(0)),
            ("PT48H", Some(48 * 60)),
            ("P1W", Some(168 * 60)),
            ("P4D", Some(96 * 60)),
            ("P1DT12H", Some(36 * 60)),
            ("PT90M", Some(90)),
            ("P1DT2H30M", Some(26 * 60 + 30)),
            ("PT120S", Some(2)),
            ("P", None),
            ("PT", None),
            ("P1M", None),
            ("P1Y", None),
            ("P1MT1M", None),
            ("P1W2D", None),
            ("PT1.5H", None),
            ("p1d", None),
            ("-P1D", None),
            ("+P1D", None),
            ("48h", None),
            ("", None),
            ("P-1D", None),
            ("P+1D", None),
            ("P99999999999999999999W", None),
            ("P18446744073709551615W", None),
        ] {
            let found = Delay::parse(text).map(|delay| delay.duration().as_secs() / 60);
            assert_eq!(found, minutes, "{text:?}");
        }
    }
}
