//! Names of releases in graph-data: a version, or a version with an architecture.

use std::cmp::Ordering;
use std::fmt;

use crate::version::Version;

/// `4.2.14` names the releases of all architectures, `4.2.14+amd64` that of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseName {
    text: String,
    /// The length of the version in the text.
    bare: usize,
    semver: semver::Version,
}

impl ReleaseName {
    /// Returns none if it is not SemVer.
    pub fn parse(text: &str) -> Option<Self> {
        let semver = semver::Version::parse(text).ok()?;
        let bare = text.find('+').unwrap_or(text.len());
        Some(Self { text: text.to_owned(), bare, semver })
    }

    /// Returns the name as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the version alone. Two names of the same version have the same text.
    pub fn version(&self) -> &str {
        &self.text[..self.bare]
    }

    pub fn to_version(&self) -> Version {
        Version::new(self.version())
    }

    /// Returns the architecture; none for a name that means all.
    pub fn arch(&self) -> Option<&str> {
        Some(self.semver.build.as_str()).filter(|build| !build.is_empty())
    }

    /// Returns the name of the release with one architecture.
    pub fn of_arch(&self, arch: &str) -> Option<Self> {
        Self::parse(&format!("{}+{arch}", self.version()))
    }

    pub(crate) fn minor(&self) -> (u64, u64) {
        (self.semver.major, self.semver.minor)
    }

    pub(crate) fn patch(&self) -> u64 {
        self.semver.patch
    }

    /// Returns what follows the hyphen; empty for a release.
    pub(crate) fn pre(&self) -> &str {
        &self.semver.pre
    }

    /// Returns whether it is not a release candidate. One release has an architecture with a
    /// hyphen.
    pub(crate) fn is_released(&self) -> bool {
        ["", "s390x", "ppc64le"].contains(&self.pre())
    }

    /// Compares the versions, whatever the architecture.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.version() == other.version()
    }

    /// Returns whether a release with this name is meant: the version, and the architecture if
    /// there is one.
    pub(crate) fn covers(&self, release: &Self) -> bool {
        self.is(release) && self.arch().is_none_or(|arch| release.arch() == Some(arch))
    }

    /// Orders oldest first by SemVer precedence, whatever the architecture.
    pub fn precedence(&self, other: &Self) -> Ordering {
        self.semver.cmp_precedence(&other.semver)
    }
}

impl PartialOrd for ReleaseName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Oldest first; of one version, by architecture.
impl Ord for ReleaseName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.precedence(other).then_with(|| self.text.cmp(&other.text))
    }
}

impl fmt::Display for ReleaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> ReleaseName {
        ReleaseName::parse(text).unwrap()
    }

    #[test]
    fn a_bare_name_covers_all_architectures_and_a_qualified_one_its_own() {
        for (given, release, covered) in [
            ("4.2.14", "4.2.14+amd64", true),
            ("4.2.14", "4.2.14+s390x", true),
            ("4.2.14", "4.2.14", true),
            ("4.2.14+amd64", "4.2.14+amd64", true),
            ("4.2.14+amd64", "4.2.14+s390x", false),
            ("4.2.14+amd64", "4.2.14", false),
            ("4.2.14", "4.2.14-rc.1+amd64", false),
            ("4.2.11-s390x", "4.2.11+s390x", false),
        ] {
            assert_eq!(name(given).covers(&name(release)), covered, "{given} {release}");
        }
    }

    #[test]
    fn names_sort_by_precedence_then_architecture() {
        let mut names =
            ["4.10.0", "4.9.0+s390x", "4.9.0-rc.10", "4.9.0+amd64", "4.9.0-rc.2"].map(name);
        names.sort();
        let texts: Vec<&str> = names.iter().map(ReleaseName::text).collect();
        assert_eq!(texts, ["4.9.0-rc.2", "4.9.0-rc.10", "4.9.0+amd64", "4.9.0+s390x", "4.10.0"]);
    }

    #[test]
    fn what_is_not_semver_is_no_name() {
        for text in ["", "4.2", "v4.2.14", "4.2.14 ", "latest", "04.2.1"] {
            assert!(ReleaseName::parse(text).is_none(), "{text:?}");
        }
    }
}
