//! `previous.remove_regex`: from which versions edges to a release were removed.

use regex::Regex;

use crate::version::Version;

#[derive(Debug, Clone)]
pub struct RemovedEdges(Regex);

impl RemovedEdges {
    /// Returns none if it is not a valid regular expression.
    pub fn new(expression: &str) -> Option<Self> {
        Regex::new(expression).ok().map(Self)
    }

    /// Returns whether an edge from a version was removed. Cincinnati searches in the version with
    /// its architecture; hand-made graphs have none.
    pub fn hits(&self, from: &Version, arch: &str) -> bool {
        self.0.is_match(from.text()) || self.0.is_match(&format!("{from}+{arch}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_searched_for_with_and_without_the_architecture() {
        let hits = |expression: &str| {
            RemovedEdges::new(expression).unwrap().hits(&Version::new("4.6.23"), "amd64")
        };
        for expression in ["4[.]6[.]2", "^4[.]6[.]23$", "[+]amd64$", ".*"] {
            assert!(hits(expression), "{expression}");
        }
        for expression in ["^4[.]6[.]2$", "[+]s390x$"] {
            assert!(!hits(expression), "{expression}");
        }
        assert!(RemovedEdges::new("4[.").is_none());
    }
}
