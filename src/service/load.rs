//! The data of a service: read as a whole, or not at all.

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

/// Where the data is.
pub(crate) struct Loader {
    pub(crate) graph_data: PathBuf,
    /// What was committed is read then, and not what is being edited.
    pub(crate) revision: Option<String>,
    pub(crate) releases: PathBuf,
    pub(crate) platforms: Option<PathBuf>,
}

/// Data that can be served.
pub(crate) struct Loaded {
    pub(crate) prepared: Prepared,
    pub(crate) outline: LoadSummary,
    pub(crate) warnings: Vec<String>,
    pub(crate) attempt: Attempt,
}

/// How much there is of what must not be lost unnoticed.
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

const TRIES: usize = 5; // at the start, to find data that nobody writes to

impl Loader {
    /// Returns what tells one state of the data from another.
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
        Err(Error::new("BadData", anyhow!("the data changes while it is read, again and again")))
    }

    /// Reads the data. Compared with what was served before nothing that holds clusters back may
    /// have vanished as a whole.
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
        attempt.invalid = 1; // what is wrong from here on is wrong with another file
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
        warnings.extend(outline.check(before, &data.origin)?);
        attempt.invalid = 0;
        Ok((prepared, outline, warnings))
    }
}

/// Counts files with errors, and files with doubts alone.
fn count(data: &GraphData) -> (usize, usize) {
    let (unfit, fit): (Vec<_>, Vec<_>) =
        data.findings.iter().partition(|finding| finding.code.is_fatal());
    let invalid: BTreeSet<&str> = unfit.iter().map(|finding| finding.file.as_str()).collect();
    let doubtful: BTreeSet<&str> = fit.iter().map(|finding| finding.file.as_str()).collect();
    (invalid.len(), doubtful.difference(&invalid).count())
}

impl LoadSummary {
    /// Refuses what cannot be meant. Returns what is odd.
    fn check(self, before: Option<Self>, origin: &str) -> Result<Option<String>> {
        let refuse = |what: String| {
            let error = Error::new("BadData", anyhow!("{what}"));
            match before {
                None => Err(error),
                Some(_) => Err(error.hint("if that is meant, start the service anew")),
            }
        };
        if self.releases == 0 || self.channels == 0 {
            return refuse(format!("no release is in a channel of {origin}"));
        }
        // Half of a checkout, or a folder that is not mounted yet: what was blocked would be
        // recommended.
        if self.blocks == 0 && before.is_some_and(|before| before.blocks > 0) {
            return refuse(format!("{origin} blocks nothing any more, and carries no risks"));
        }
        let bare = self.blocks == 0;
        Ok(bare.then(|| format!("{origin} blocks nothing, and carries no risks")))
    }
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

    #[test]
    fn what_holds_clusters_back_does_not_vanish_unnoticed() {
        let outline = |releases, channels, blocks| LoadSummary { releases, channels, blocks };
        let check =
            |after: LoadSummary, before: Option<LoadSummary>| match after.check(before, "data") {
                Ok(None) => "served".to_owned(),
                Ok(Some(warning)) => warning,
                Err(error) => error.message(),
            };
        let whole = outline(9, 2, 3);
        assert_eq!(check(whole, None), "served");
        assert_eq!(check(outline(9, 2, 1), Some(whole)), "served", "a block may be lifted");
        assert_eq!(
            check(outline(9, 2, 0), Some(whole)),
            "data blocks nothing any more, and carries no risks"
        );
        let bare = outline(9, 2, 0);
        assert_eq!(check(bare, None), "data blocks nothing, and carries no risks");
        assert_eq!(check(bare, Some(bare)), "data blocks nothing, and carries no risks");
        for empty in [outline(0, 2, 3), outline(9, 0, 3)] {
            assert_eq!(check(empty, None), "no release is in a channel of data");
            assert_eq!(check(empty, Some(whole)), "no release is in a channel of data");
        }
    }
}
