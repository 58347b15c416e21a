//! Versions as a cluster writes them, in release order.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A version as it was written. One that is not SemVer is kept, sorts last and does not compare.
/// Its copies share it: a graph names each version many times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version(Arc<Written>);

#[derive(Debug, PartialEq, Eq)]
struct Written {
    text: Box<str>,
    semver: Option<semver::Version>,
}

/// A target relative to the current release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Same,
    /// Newer, within the minor.
    Patch,
    /// The next minor, or the first release of the next major.
    NextMinor,
    /// Over more than one minor; clusters block such an update, or warn about it.
    TooFar,
    /// Older, within the minor.
    Down,
    /// Older, of an earlier minor.
    DownAcrossMinor,
    /// One of the two is missing or not SemVer.
    Unknown,
}

impl Version {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into().into_boxed_str();
        let semver = semver::Version::parse(&text).ok();
        Self(Arc::new(Written { text, semver }))
    }

    /// Removes the architecture, whether from build metadata or from an image tag.
    pub fn without_architecture(text: &str) -> (Self, Option<&'static str>) {
        const NAMES: [(&str, &str); 7] = [
            ("x86_64", "amd64"),
            ("amd64", "amd64"),
            ("aarch64", "arm64"),
            ("arm64", "arm64"),
            ("s390x", "s390x"),
            ("ppc64le", "ppc64le"),
            ("multi", "multi"),
        ];
        let apart = |&(name, arch): &(&str, &'static str)| {
            let version = text.strip_suffix(name)?.strip_suffix(['-', '+'])?;
            Some((Self::new(version), Some(arch)))
        };
        let found = NAMES.iter().find_map(apart).filter(|(found, _)| found.numbers().is_some());
        found.unwrap_or_else(|| (Self::new(text), None))
    }

    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns major, minor and patch.
    pub fn numbers(&self) -> Option<[u64; 3]> {
        self.0.semver.as_ref().map(|semver| [semver.major, semver.minor, semver.patch])
    }

    /// Returns major and minor.
    pub fn minor(&self) -> Option<(u64, u64)> {
        self.numbers().map(|[major, minor, _]| (major, minor))
    }

    pub fn same_major(&self, other: &Self) -> bool {
        self.numbers().map(|[major, ..]| major) == other.numbers().map(|[major, ..]| major)
    }

    /// Orders newest first by SemVer precedence, versions that are not SemVer last, larger text
    /// first.
    pub fn newest_first(&self, other: &Self) -> Ordering {
        match (&self.0.semver, &other.0.semver) {
            (Some(a), Some(b)) => b.cmp_precedence(a),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => other.0.text.cmp(&self.0.text),
        }
    }

    /// Returns the step of an update from `self` to `target`.
    pub fn step_to(&self, target: &Self) -> Step {
        let (Some(from), Some(to)) = (&self.0.semver, &target.0.semver) else {
            return Step::Unknown;
        };
        if (from.major, from.minor) == (to.major, to.minor) {
            return match to.cmp_precedence(from) {
                Ordering::Less => Step::Down,
                Ordering::Equal => Step::Same,
                Ordering::Greater => Step::Patch,
            };
        }
        if (to.major, to.minor) < (from.major, from.minor) {
            return Step::DownAcrossMinor;
        }
        // The cluster-version operator allows a major version update only to the first minor of the
        // next major.
        let next_minor = from.major == to.major && to.minor - from.minor == 1;
        let next_major = to.major - from.major == 1 && to.minor == 0;
        if next_minor || next_major { Step::NextMinor } else { Step::TooFar }
    }

    /// Returns how many minor versions an update to a newer version crosses; for a later major
    /// version, its own are counted.
    pub(crate) fn minors_to(&self, target: &Self) -> usize {
        let (Some([major, minor, _]), Some([to_major, to_minor, _])) =
            (self.numbers(), target.numbers())
        else {
            return 0;
        };
        let crossed = match to_major.checked_sub(major) {
            None => 0,
            Some(0) => to_minor.saturating_sub(minor),
            Some(majors) => majors.saturating_add(to_minor),
        };
        usize::try_from(crossed).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(texts: &[&str]) -> Vec<String> {
        let mut versions: Vec<_> = texts.iter().map(|text| Version::new(*text)).collect();
        versions.sort_by(Version::newest_first);
        versions.iter().map(|version| version.text().to_owned()).collect()
    }

    #[test]
    fn newest_come_first_and_what_is_not_semver_last() {
        let versions =
            ["not-sem-ver-1", "2.0.5", "10.0.0", "2.0.0", "not-sem-ver-2", "2.0.10", "2.0.1"];
        assert_eq!(
            sorted(&versions),
            ["10.0.0", "2.0.10", "2.0.5", "2.0.1", "2.0.0", "not-sem-ver-2", "not-sem-ver-1"]
        );
    }

    #[test]
    fn a_prerelease_is_older_than_its_release_and_numbers_compare_as_numbers() {
        assert_eq!(
            sorted(&["4.7.0-rc.2", "4.7.0", "4.7.0-rc.10", "4.6.99-example"]),
            ["4.7.0", "4.7.0-rc.10", "4.7.0-rc.2", "4.6.99-example"]
        );
    }

    #[test]
    fn build_metadata_does_not_order_so_the_listed_order_stays() {
        assert_eq!(sorted(&["4.7.0+b", "4.7.0+a"]), ["4.7.0+b", "4.7.0+a"]);
    }

    #[test]
    fn only_strict_semver_counts() {
        for text in ["v4.6.1", "4.6", "4.06.1", " 4.6.1", "", "4.6.1 ", "4.6.99999999999999999999"]
        {
            assert!(Version::new(text).numbers().is_none(), "{text:?}");
        }
    }

    #[test]
    fn steps_are_relative_to_the_current_release() {
        let from = Version::new("4.6.23");
        for (to, step) in [
            ("4.6.23", Step::Same),
            ("4.6.43", Step::Patch),
            ("4.7.0-rc.1", Step::NextMinor),
            ("4.7.4", Step::NextMinor),
            ("5.0.1", Step::NextMinor),
            ("5.1.0", Step::TooFar),
            ("6.0.0", Step::TooFar),
            ("4.8.0", Step::TooFar),
            ("4.6.22", Step::Down),
            ("4.6.23-rc.1", Step::Down),
            ("4.5.41", Step::DownAcrossMinor),
            ("3.11.0", Step::DownAcrossMinor),
            ("latest", Step::Unknown),
        ] {
            assert_eq!(from.step_to(&Version::new(to)), step, "{to}");
        }
        assert_eq!(Version::new("").step_to(&from), Step::Unknown);
    }

    #[test]
    fn the_minor_versions_of_an_update_are_counted() {
        let crossed = |from: &str, to: &str| Version::new(from).minors_to(&Version::new(to));
        assert_eq!(crossed("4.6.23", "4.6.43"), 0);
        assert_eq!(crossed("4.6.23", "4.7.0-rc.1"), 1);
        assert_eq!(crossed("4.6.23", "4.9.1"), 3);
        assert_eq!(crossed("4.22.3", "5.0.1"), 1, "an ordinary step");
        assert_eq!(crossed("4.22.3", "5.1.0"), 2);
        assert_eq!(crossed("4.22.3", "6.0.0"), 2);
        assert_eq!(crossed("4.6.23", "4.5.1"), 0);
        assert_eq!(crossed("4.6.23", "latest"), 0);
    }
}
