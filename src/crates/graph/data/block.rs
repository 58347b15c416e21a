//! Files of `blocked-edges/`: updates that are blocked, for all clusters or for those with a risk.

use super::{Location, Pattern, ReleaseName, WithLocation};
use crate::model::{Risk, Rule};

/// Explains update risks in general. Clusters require a URL for every risk.
pub const ABOUT_RISKS: &str = "https://docs.openshift.com/container-platform/latest/updating/understanding_updates/how-updates-work.html";

#[derive(Debug, Clone)]
pub struct Block {
    pub file: String,
    pub to: WithLocation<ReleaseName>,
    /// Searched in the versions of sources, including the architecture; it is not anchored.
    pub from: WithLocation<Pattern>,
    /// `name`, or `reason` in the early form.
    pub name: Option<WithLocation<String>>,
    pub url: Option<WithLocation<String>>,
    pub message: Option<WithLocation<String>>,
    /// In the order of evaluation; none if the file has no rules.
    pub rules: Option<WithLocation<Vec<WithLocation<Rule>>>>,
    pub fixed_in: Option<WithLocation<ReleaseName>>,
    pub auto_extend: Option<WithLocation<String>>,
    /// The first key of a risk, if the file has one.
    pub declares: Option<Location>,
    /// Whether it has the earliest form: `reason`, `clusters`.
    pub early: bool,
    pub reading: BlockReading,
}

/// How Cincinnati reads a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockReading {
    Block,
    Risk,
    /// Ignored: the update stays recommended.
    Nothing,
}

/// What a file does to an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockEffect {
    /// Blocks it for all clusters without a reason.
    Block,
    /// Makes it conditional.
    Risk(Risk),
    /// Should make it conditional, but lacks keys without a placeholder: it is blocked for all
    /// clusters.
    Incomplete { missing: Vec<&'static str> },
}

impl Block {
    /// Returns whether it applies to updates to this release.
    pub(crate) fn targets(&self, release: &ReleaseName) -> bool {
        self.target().covers(release)
    }

    pub fn effect(&self) -> BlockEffect {
        if self.declares.is_none() {
            return BlockEffect::Block;
        }
        let missing = self.missing();
        let stands_in = |key: &&str| self.placeholders().contains(key);
        if !missing.iter().all(stands_in) {
            return BlockEffect::Incomplete { missing };
        }
        let given = |text: &Option<WithLocation<String>>| {
            text.as_ref().map(|text| text.value.clone()).filter(|text| !text.trim().is_empty())
        };
        let name = given(&self.name).unwrap_or_else(|| format!("Unnamed-{}", self.stem()));
        let message = given(&self.message)
            .unwrap_or_else(|| format!("No description is available for risk {name}."));
        let url = given(&self.url).unwrap_or_else(|| ABOUT_RISKS.to_owned());
        let rules = self.rules.iter().flat_map(|rules| &rules.value);
        let rules: Vec<Rule> = rules.map(|rule| rule.value.clone()).collect();
        BlockEffect::Risk(Risk { name, message, url, rules })
    }

    /// Returns the missing keys for which a placeholder is served. Rules decide which clusters are
    /// affected, so they have none. The early form did not require a name.
    pub(crate) fn placeholders(&self) -> Vec<&'static str> {
        let stands_in = |key: &&str| match *key {
            "url" | "message" => true,
            "name" => self.early,
            _ => false,
        };
        self.missing().into_iter().filter(stands_in).collect()
    }

    /// Returns the keys of a risk that are missing or empty.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let blank = |given: &Option<WithLocation<String>>| {
            given.as_ref().is_none_or(|text| text.value.trim().is_empty())
        };
        let rules = self.rules.as_ref().is_none_or(|rules| rules.value.is_empty());
        [
            ("url", blank(&self.url)),
            ("name", blank(&self.name)),
            ("message", blank(&self.message)),
            ("matchingRules", rules),
        ]
        .into_iter()
        .filter_map(|(key, missing)| missing.then_some(key))
        .collect()
    }

    /// Returns the name of the file without its directory and its extension.
    fn stem(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Returns the identity of this declaration: the name of the risk, else the file.
    pub(crate) fn identity(&self) -> &str {
        self.name.as_ref().map_or(&self.file, |name| &name.value)
    }

    /// Returns the releases that it is about. One file has an architecture with a hyphen.
    pub(crate) fn target(&self) -> ReleaseName {
        let to = &self.to.value;
        let special = to.pre() == "s390x" && to.arch().is_none();
        to.of_arch("s390x").filter(|_| special).unwrap_or_else(|| to.clone())
    }

    /// Returns whether it applies to updates from this release.
    pub(crate) fn hits(&self, source: &ReleaseName) -> bool {
        self.from.value.is_match(source.text())
    }
}
