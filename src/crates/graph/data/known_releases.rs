//! The releases in graph-data, and what an expression matches among them.

use std::collections::{BTreeMap, BTreeSet};

use super::{GraphData, ReleaseName};

/// The architectures of releases. A name without one means all of these.
const ARCHES: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];

/// Every release that some channel lists, oldest first, as expressions see it: with its
/// architecture.
#[derive(Debug, Default)]
pub struct KnownReleases {
    releases: Vec<(ReleaseName, Vec<ReleaseName>)>,
}

impl KnownReleases {
    pub fn new(all: &[&GraphData]) -> Self {
        let channels = all.iter().flat_map(|data| data.channels.iter().chain(&data.internal));
        let mut arches: BTreeMap<ReleaseName, BTreeSet<String>> = BTreeMap::new();
        for listed in channels.flat_map(|channel| &channel.versions) {
            let Some(bare) = ReleaseName::parse(listed.value.version()) else { continue };
            let known = arches.entry(bare).or_default();
            match listed.value.arch() {
                Some(arch) => drop(known.insert(arch.to_owned())),
                None => known.extend(ARCHES.map(str::to_owned)),
            }
        }
        let releases = arches.into_iter().map(|(bare, arches)| {
            let each = arches.iter().filter_map(|arch| bare.of_arch(arch)).collect();
            (bare, each)
        });
        Self { releases: releases.collect() }
    }

    /// Returns all versions, oldest first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = &ReleaseName> {
        self.releases.iter().map(|(bare, _)| bare)
    }

    /// Returns what is matched: a version if all of its releases are, else these one by one.
    pub(crate) fn found(&self, is_hit: impl Fn(&ReleaseName) -> bool) -> BTreeSet<ReleaseName> {
        let mut found = BTreeSet::new();
        for (bare, releases) in &self.releases {
            let hit: Vec<&ReleaseName> =
                releases.iter().filter(|release| is_hit(release)).collect();
            if hit.len() == releases.len() {
                found.insert(bare.clone());
            } else {
                found.extend(hit.into_iter().cloned());
            }
        }
        found
    }

    /// Returns a set of versions as a short text: ranges are shortened to their ends.
    pub fn summary(&self, set: &BTreeSet<ReleaseName>) -> String {
        let all = self.releases.len();
        if set.is_empty() {
            return "no known version".to_owned();
        }
        if all > 3 && set.len() == all && self.versions().all(|known| set.contains(known)) {
            return format!("all {all} known versions");
        }
        let mut parts = Vec::new();
        for run in self.versions().collect::<Vec<_>>().split(|known| !set.contains(*known)) {
            match run {
                [] => {}
                [first, .., last] if run.len() > 3 => {
                    parts.push((*first, format!("{first} to {last} ({} versions)", run.len())));
                }
                few => parts.extend(few.iter().map(|one| (*one, one.to_string()))),
            }
        }
        let is_known =
            |name: &ReleaseName| self.releases.binary_search_by(|(known, _)| known.cmp(name));
        let single = set.iter().filter(|name| is_known(name).is_err());
        parts.extend(single.map(|one| (one, one.to_string())));
        parts.sort_by_key(|(name, _)| *name);
        parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::{channel, data, pattern};

    #[test]
    fn expressions_see_architectures_and_the_answer_shows_them_where_they_matter() {
        let data =
            data(vec![channel("fast-4.1", &["4.1.18", "4.1.20", "4.1.21+amd64"])], Vec::new());
        let known = KnownReleases::new(&[&data, &data]);
        let found = |text: &str| {
            let pattern = pattern(text);
            let found = known.found(|release| pattern.is_match(release.text()));
            found.iter().map(ReleaseName::text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found(".*"), "4.1.18 4.1.20 4.1.21");
        assert_eq!(found(r"^4\.1\.(18|20)[+].*$"), "4.1.18 4.1.20");
        assert_eq!(found(r"^4\.1\.18$"), "");
        assert_eq!(found("[+]amd64$"), "4.1.18+amd64 4.1.20+amd64 4.1.21");
        assert_eq!(found("1.2"), "4.1.20 4.1.21");
        assert_eq!(known.versions().count(), 3);
    }

    #[test]
    fn ranges_of_versions_are_shortened_to_their_ends() {
        let all = ["4.1.0", "4.1.1", "4.1.2", "4.1.5", "4.2.0", "4.2.1", "4.2.2"];
        let data = data(vec![channel("fast-4.2", &all)], Vec::new());
        let known = KnownReleases::new(&[&data]);
        let summary = |names: &[&str]| {
            known.summary(&names.iter().map(|text| ReleaseName::parse(text).unwrap()).collect())
        };
        assert_eq!(summary(&all), "all 7 known versions");
        assert_eq!(summary(&all[..4]), "4.1.0 to 4.1.5 (4 versions)");
        assert_eq!(summary(&all[1..4]), "4.1.1, 4.1.2, 4.1.5");
        let mixed = ["4.1.0", "4.1.1+s390x", "4.1.2", "4.1.5", "4.2.0", "4.2.1"];
        assert_eq!(summary(&mixed), "4.1.0, 4.1.1+s390x, 4.1.2 to 4.2.1 (4 versions)");
        assert_eq!(summary(&["4.0.9", "4.1.0", "4.9.9"]), "4.0.9, 4.1.0, 4.9.9");
        assert_eq!(summary(&[]), "no known version");
    }
}
