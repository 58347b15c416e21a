//! Loads the data of a service, as a whole or not at all.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;

use crate::connect::clock;
use crate::connect::local::fingerprint::Fingerprint;
use crate::connect::local::{graph_data, platforms, releases};
use crate::error::{Error, Result};
use crate::service::{Attempt, Material, Prepared};
use upgrade_graph::build::{BuildMode, build, doubts};
use upgrade_graph::data::{GraphData, check, read};

/// Where the data is loaded from.
pub(crate) struct Loader {
    pub(crate) graph_data: PathBuf,
    /// A commit to read instead of the working tree.
    pub(crate) revision: Option<String>,
    pub(crate) releases: PathBuf,
    pub(crate) platforms: Option<PathBuf>,
    /// Whether to serve data that lacks most of what was served before.
    pub(crate) allow_data_loss: bool,
}

/// Data that can be served.
pub(crate) struct Loaded {
    pub(crate) prepared: Prepared,
    pub(crate) outline: LoadSummary,
    pub(crate) warnings: Vec<String>,
    pub(crate) attempt: Attempt,
}

/// Sizes of the data, to detect data loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoadSummary {
    pub(crate) releases: usize,
    pub(crate) channels: usize,
    pub(crate) blocks: usize,
}

/// Data that cannot be served.
pub(crate) struct LoadFailure {
    pub(crate) error: Error,
    pub(crate) attempt: Attempt,
}

const TRIES: usize = 5; // at the start, to find data that is not being written

impl Loader {
    /// Returns a value that changes when the data changes.
    pub(crate) fn stamp(&self) -> Fingerprint {
        let mut stamp = graph_data::stamp(&self.graph_data, self.revision.as_deref());
        stamp.add(&self.releases);
        if let Some(path) = &self.platforms {
            stamp.add(path);
        }
        stamp
    }

    /// Reads the data for the first time.
    pub(crate) fn first(&self) -> Result<(Fingerprint, Loaded)> {
        for _ in 0..TRIES {
            let stamp = self.stamp();
            let loaded = self.load(None);
            if self.stamp() == stamp {
                return loaded.map(|loaded| (stamp, loaded)).map_err(|failed| failed.error);
            }
        }
        Err(Error::new(
            "BadData",
            anyhow!("{} keeps changing while it is read", self.graph_data.display()),
        )
        .hint("run the command again when no other process writes to it"))
    }

    /// Reads the data, and compares it with what was served before.
    pub(crate) fn load(
        &self,
        before: Option<LoadSummary>,
    ) -> std::result::Result<Loaded, LoadFailure> {
        let started = Instant::now();
        let mut attempt = Attempt { invalid: 1, ..Attempt::default() };
        let made = self.make(before, &mut attempt);
        attempt.took = started.elapsed().as_secs_f64();
        attempt.at = clock::now().as_duration().as_secs_f64();
        match made {
            Ok((prepared, outline, warnings)) => {
                attempt.good = true;
                Ok(Loaded { prepared, outline, warnings, attempt })
            }
            Err(error) => Err(LoadFailure { error, attempt }),
        }
    }

    fn make(
        &self,
        before: Option<LoadSummary>,
        attempt: &mut Attempt,
    ) -> Result<(Prepared, LoadSummary, Vec<String>)> {
        let read = graph_data::read(&self.graph_data, self.revision.as_deref())?;
        let text = |file: &read::DataFile| Some((file.path.clone(), file.text.clone().ok()?));
        let files = read.files.iter().filter_map(text).collect();
        let data = read::graph_data(&read.origin, read.files);
        (attempt.invalid, attempt.doubtful) = count(&data);
        check::sound(&data)?;
        attempt.invalid = 1; // errors from here on are in another file
        let (releases, left_out) = releases::load(&self.releases)?;
        let platforms = match &self.platforms {
            Some(path) => platforms::load(path)?,
            None => std::collections::BTreeMap::new(),
        };
        let built = build(releases, &data, BuildMode::Closed)?;
        let mut warnings = doubts(&data, BuildMode::Closed);
        warnings.extend(left_out);
        warnings.extend(built.warnings.iter().cloned());
        let prepared = Prepared::new(Material { built, files, platforms });
        let outline = LoadSummary {
            releases: prepared.counts.releases,
            channels: prepared.counts.channels,
            blocks: data.blocks.len(),
        };
        warnings.extend(outline.check(&data.origin)?);
        if let Some(loss) = before.and_then(|before| outline.loss(before)) {
            attempt.lost = !self.allow_data_loss;
            if attempt.lost {
                return Err(too_little(&data.origin, &loss));
            }
            warnings.push(format!("{} lost {loss} since the last load", data.origin));
        }
        attempt.invalid = 0;
        Ok((prepared, outline, warnings))
    }
}

/// Counts files with errors, and files that are only ambiguous.
fn count(data: &GraphData) -> (usize, usize) {
    let (unfit, fit): (Vec<_>, Vec<_>) =
        data.findings.iter().partition(|finding| finding.code.is_fatal());
    let invalid: BTreeSet<&str> = unfit.iter().map(|finding| finding.file.as_str()).collect();
    let doubtful: BTreeSet<&str> = fit.iter().map(|finding| finding.file.as_str()).collect();
    (invalid.len(), doubtful.difference(&invalid).count())
}

/// Losing more than one part in this is refused: no single change removes so much, but half of a
/// checkout does.
const PART: usize = 2;
const FEW: usize = 10; // that may be lost at once, however few there are

impl LoadSummary {
    /// Refuses data that is useless to any cluster. Returns a warning.
    fn check(self, origin: &str) -> Result<Option<String>> {
        if self.releases == 0 || self.channels == 0 {
            let cause = anyhow!("{origin} has no channel with a known release");
            return Err(Error::new("BadData", cause)
                .hint("check that the releases and the channels belong together"));
        }
        let bare = self.blocks == 0;
        Ok(bare.then(|| format!("{origin} has no blocked edges and no risks")))
    }

    /// Returns what was lost, if it is most of the data, or all blocks: blocked updates would be
    /// recommended.
    fn loss(self, before: Self) -> Option<String> {
        let all_blocks = self.blocks == 0 && before.blocks > 0;
        let most = |now: usize, before: usize| {
            let gone = before.saturating_sub(now);
            gone > FEW && gone > before / PART
        };
        let lost = [
            ("releases", self.releases, before.releases, false),
            ("channels", self.channels, before.channels, false),
            ("blocks and risks", self.blocks, before.blocks, all_blocks),
        ]
        .into_iter()
        .filter(|(_, now, before, all)| *all || most(*now, *before))
        .map(|(what, now, before, _)| format!("{} of {before} {what}", before - now));
        let lost: Vec<String> = lost.collect();
        (!lost.is_empty()).then(|| lost.join(", "))
    }
}

fn too_little(origin: &str, loss: &str) -> Error {
    Error::new("BadData", anyhow!("{origin} lost {loss} since the last load"))
        .hint("if this is intended, restart the service, or run it with --allow-data-loss")
}

impl fmt::Display for LoadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { releases, channels, blocks } = self;
        write!(f, "{releases} releases in {channels} channels, {blocks} blocks and risks")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(releases: usize, channels: usize, blocks: usize) -> LoadSummary {
        LoadSummary { releases, channels, blocks }
    }

    #[test]
    fn data_of_no_use_is_refused() {
        assert_eq!(outline(9, 2, 3).check("data").unwrap(), None);
        let odd = outline(9, 2, 0).check("data").unwrap();
        assert_eq!(odd.as_deref(), Some("data has no blocked edges and no risks"));
        for empty in [outline(0, 2, 3), outline(9, 0, 3)] {
            let error = empty.check("data").unwrap_err();
            assert_eq!(error.message(), "data has no channel with a known release");
        }
    }

    #[test]
    fn what_is_lost_is_noticed_if_it_is_most_of_it() {
        let loss = |before, now: LoadSummary| now.loss(before);
        let real = outline(4_000, 70, 1_717);
        for kept in [real, outline(2_000, 35, 859), outline(5_000, 80, 2_000)] {
            assert_eq!(loss(real, kept), None, "{kept}");
        }
        for (now, lost) in [
            (outline(4_000, 70, 3), "1714 of 1717 blocks and risks"),
            (outline(4_000, 70, 858), "859 of 1717 blocks and risks"),
            (outline(4_000, 34, 1_717), "36 of 70 channels"),
            (outline(1_999, 70, 1_717), "2001 of 4000 releases"),
            (
                outline(3, 1, 1),
                "3997 of 4000 releases, 69 of 70 channels, 1716 of 1717 blocks and risks",
            ),
        ] {
            assert_eq!(loss(real, now).as_deref(), Some(lost));
        }
        let small = outline(9, 2, 3);
        assert_eq!(loss(small, outline(3, 1, 1)), None, "of a few, most may go at once");
        let lost = loss(small, outline(9, 2, 0));
        assert_eq!(
            lost.as_deref(),
            Some("3 of 3 blocks and risks"),
            "but not all that was blocked"
        );
        assert_eq!(loss(outline(9, 2, 0), outline(9, 2, 0)), None);
    }
}
