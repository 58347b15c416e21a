//! Errata: which one a release has, how its URL may be spelled, and which are public.

use std::collections::BTreeSet;

use super::Publicity;
use crate::data::ReleaseName;
use crate::releases::Releases;
use crate::web::is_web_address;

const KINDS: [&str; 3] = ["RHBA-", "RHSA-", "RHEA-"];
const URL: &str = "url"; // the metadata key of a release

/// Versions and errata that are known to be public.
#[derive(Debug, Default)]
pub struct PublicList {
    versions: BTreeSet<String>,
    advisories: BTreeSet<String>,
}

impl PublicList {
    /// Adds a version or a URL; returns whether it is either.
    pub(crate) fn add(&mut self, word: &str) -> bool {
        if is_web_address(word) {
            self.advisories.insert(advisory(word));
            return true;
        }
        let version = ReleaseName::parse(word);
        self.versions.extend(version.as_ref().map(|name| name.version().to_owned()));
        version.is_some()
    }

    /// Returns whether a release with these errata URLs is public by the list.
    pub fn says(&self, version: &ReleaseName, addresses: &BTreeSet<String>) -> Publicity {
        let address = addresses.first().cloned();
        let listed = |address: &String| self.advisories.contains(&advisory(address));
        if self.versions.contains(version.version()) {
            Publicity::Public(address)
        } else if address.is_none() {
            Publicity::Unknown(
                "the list does not contain the version, and its errata is unknown".to_owned(),
            )
        } else if addresses.iter().all(listed) {
            Publicity::Public(address)
        } else {
            Publicity::NotPublic(addresses.iter().find(|address| !listed(address)).cloned())
        }
    }
}

/// Returns the errata URLs of all releases with a name.
pub fn addresses(releases: &Releases, version: &ReleaseName) -> BTreeSet<String> {
    let meant = releases.nodes.iter().filter(|node| version.covers(&node.name));
    meant.filter_map(|node| node.metadata.get(URL).cloned()).collect()
}

/// Returns the spellings of a URL: an errata keeps its number when its kind changes.
pub fn spellings(address: &str) -> Vec<String> {
    let found = KINDS.iter().find(|kind| address.contains(**kind));
    match found {
        None => vec![address.to_owned()],
        Some(own) => KINDS.iter().map(|kind| address.replacen(own, kind, 1)).collect(),
    }
}

/// Returns what all spellings have in common.
fn advisory(address: &str) -> String {
    let spelt = spellings(address.trim_end_matches('/'));
    spelt.into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::testing::name;

    fn list(words: &[&str]) -> PublicList {
        let mut list = PublicList::default();
        assert!(words.iter().all(|word| list.add(word)));
        list
    }

    fn set(addresses: &[&str]) -> BTreeSet<String> {
        addresses.iter().map(|address| (*address).to_owned()).collect()
    }

    const ERRATA: &str = "https://access.redhat.com/errata/RHSA-2024:1000";

    #[test]
    fn errata_are_the_same_whatever_their_kind() {
        let list = list(&["https://access.redhat.com/errata/RHBA-2024:1000/", "4.14.1+amd64"]);
        let says = |version: &str, addresses: &[&str]| list.says(&name(version), &set(addresses));
        assert_eq!(says("4.14.0", &[ERRATA]), Publicity::Public(Some(ERRATA.to_owned())));
        assert_eq!(says("4.14.1", &[]), Publicity::Public(None));
        let other = "https://access.redhat.com/errata/RHSA-2024:1001";
        assert_eq!(says("4.14.0", &[other]), Publicity::NotPublic(Some(other.to_owned())));
        assert!(matches!(says("4.14.2", &[]), Publicity::Unknown(_)));
        // All releases with a name must be public.
        assert_eq!(says("4.14.0", &[ERRATA, other]), Publicity::NotPublic(Some(other.to_owned())));
    }

    #[test]
    fn only_versions_and_addresses_can_be_listed() {
        for word in ["4.14", "RHSA-2024:1000", "latest", "ftp://example.com"] {
            assert!(!PublicList::default().add(word), "{word}");
        }
    }

    #[test]
    fn an_address_is_spelt_in_three_ways_if_it_is_of_an_errata() {
        let spelt = spellings(ERRATA).join(" ").replace("https://access.redhat.com/errata/", "");
        assert_eq!(spelt, "RHBA-2024:1000 RHSA-2024:1000 RHEA-2024:1000");
        assert_eq!(spellings("https://example.com/a"), ["https://example.com/a"]);
    }
}
