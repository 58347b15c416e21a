//! The releases that graph-data knows of, and what an expression finds among them.

use std::collections::{BTreeMap, BTreeSet};

use super::{GraphData, Name};

/// What releases are made for. A name without an architecture stands for all of these.
const ARCHES: [&str; 5] = ["amd64", "arm64", "multi", "ppc64le", "s390x"];

/// Every release that some channel lists, oldest first, as expressions see it: with its architecture.
#[derive(Debug, Default)]
pub(crate) struct Known {
    releases: Vec<(Name, Vec<Name>)>,
}

impl Known {
    pub(crate) fn of(all: &[&GraphData]) -> Self {
        let channels = all.iter().flat_map(|data| data.channels.iter().chain(&data.internal));
        let mut arches: BTreeMap<Name, BTreeSet<String>> = BTreeMap::new();
        for listed in channels.flat_map(|channel| &channel.versions) {
            let Some(bare) = Name::parse(listed.value.version()) else { continue };
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
    pub(crate) fn versions(&self) -> impl Iterator<Item = &Name> {
        self.releases.iter().map(|(bare, _)| bare)
    }

    /// Returns what is found: a version where all of its releases are, else these one by one.
    pub(crate) fn found(&self, is_hit: impl Fn(&Name) -> bool) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for (bare, releases) in &self.releases {
            let hit: Vec<&Name> = releases.iter().filter(|release| is_hit(release)).collect();
            if hit.len() == releases.len() {
                found.insert(bare.clone());
            } else {
                found.extend(hit.into_iter().cloned());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{channel, data, pattern};
    use super::*;

    #[test]
    fn expressions_see_architectures_and_the_answer_shows_them_where_they_matter() {
        let data =
            data(vec![channel("fast-4.1", &["4.1.18", "4.1.20", "4.1.21+amd64"])], Vec::new());
        let known = Known::of(&[&data, &data]);
        let found = |text: &str| {
            let pattern = pattern(text);
            let found = known.found(|release| pattern.regex.is_match(release.text()));
            found.iter().map(Name::text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found(".*"), "4.1.18 4.1.20 4.1.21");
        assert_eq!(found(r"^4\.1\.(18|20)[+].*$"), "4.1.18 4.1.20");
        assert_eq!(found(r"^4\.1\.18$"), "");
        assert_eq!(found("[+]amd64$"), "4.1.18+amd64 4.1.20+amd64 4.1.21");
        assert_eq!(found("1.2"), "4.1.20 4.1.21");
        assert_eq!(known.versions().count(), 3);
    }
}
