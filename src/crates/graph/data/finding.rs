//! What is wrong with graph-data, where, and how it is put right.

use super::Location;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintFinding {
    pub code: LintCode,
    pub file: String,
    pub spot: Location,
    /// One sentence, without its full stop.
    pub problem: String,
    pub fix: String,
}

impl LintFinding {
    /// Returns its place and its problem, in one line.
    pub(crate) fn line(&self) -> String {
        let Self { file, spot, problem, .. } = self;
        format!("{file}:{}:{}: {problem}", spot.line, spot.column)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// The kinds of findings. Their names do not change: people allow findings by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LintCode {
    Unreadable,
    SchemaVersion,
    NewerSchema,
    Syntax,
    DuplicateKey,
    YamlTag,
    AmbiguousText,
    WrongType,
    MissingKey,
    BadVersion,
    BadRegex,
    BadName,
    UnknownKey,
    FileName,
    BadDelay,
    BadErrata,
    BadRule,
    IncompleteRisk,
    NameAndReason,
    FailsOpen,
    RiskFileName,
    RiskUrl,
    RiskName,
    RiskDiverges,
    RiskTwice,
    RiskArch,
    RiskGap,
    PromqlSyntax,
    PromqlSeries,
    FromOvermatch,
    FromDot,
    FromNothing,
    TargetInNoChannel,
    FixedIn,
    TwoBlocks,
    BlockIgnored,
    NeverRecommended,
    ChannelName,
    DuplicateChannel,
    ChannelSubset,
    ChannelOrder,
    ChannelTwice,
    SkippedVersion,
    TombstonePromoted,
    UnknownFeeder,
    FeederCycle,
    FeederNotChecked,
    IdleFeeder,
    UnknownRelease,
    NoErrata,
    NoPatchUpdate,
    UnknownAllow,
}

use LintCode as C;
use Severity::{Error, Note, Warning};
use schemars::JsonSchema;
use serde::Serialize;

/// Each with its name, its severity, and what it is about.
const CODES: [(LintCode, &str, Severity, &str); 52] = [
    (C::Unreadable, "unreadable", Error, "A file that cannot be read, or is not text"),
    (C::SchemaVersion, "schema-version", Error, "A layout that is not known"),
    (C::NewerSchema, "newer-schema", Error, "A layout that may say what is not known here"),
    (C::Syntax, "syntax", Error, "A file that is not YAML"),
    (C::DuplicateKey, "duplicate-key", Error, "A key that is there twice"),
    (C::YamlTag, "yaml-tag", Error, "A YAML tag, which readers of YAML understand differently"),
    (
        C::AmbiguousText,
        "ambiguous-text",
        Error,
        "Text that some readers of YAML take for something else",
    ),
    (C::WrongType, "wrong-type", Error, "A value of another type than its key has"),
    (C::MissingKey, "missing-key", Error, "A key that must be there"),
    (C::BadVersion, "bad-version", Error, "A version that is not SemVer"),
    (C::BadRegex, "bad-regex", Error, "An expression that is none"),
    (C::BadName, "bad-name", Error, "A channel of a name that no update service takes"),
    (C::UnknownKey, "unknown-key", Error, "A key that nobody reads"),
    (
        C::FileName,
        "file-name",
        Error,
        "A file that the shipped service skips, or reads by accident",
    ),
    (C::BadDelay, "bad-delay", Error, "A delay that is not a duration of a fixed length"),
    (C::BadErrata, "bad-errata", Error, "A condition on errata that is not `public`"),
    (C::BadRule, "bad-rule", Error, "A matching rule that clusters cannot judge"),
    (
        C::IncompleteRisk,
        "incomplete-risk",
        Error,
        "A risk that does not say all it must, which the shipped service ignores",
    ),
    (C::NameAndReason, "name-and-reason", Error, "A risk of two names"),
    (C::FailsOpen, "fails-open", Error, "A whole file that the shipped service ignores"),
    (C::RiskFileName, "risk-file-name", Error, "A risk in a file that is not named by its target"),
    (C::RiskUrl, "risk-url", Error, "A link that is not https"),
    (C::RiskName, "risk-name", Error, "A name that cannot be the reason of a condition"),
    (C::RiskDiverges, "risk-diverges", Error, "A risk that is not the same in all its files"),
    (C::RiskTwice, "risk-twice", Warning, "A risk that an update has twice"),
    (C::RiskArch, "risk-arch", Error, "A risk of one architecture, which takes the updates of all"),
    (C::RiskGap, "risk-gap", Warning, "A risk that the next patch does not have, and no `fixedIn`"),
    (C::PromqlSyntax, "promql-syntax", Error, "A query that is none"),
    (
        C::PromqlSeries,
        "promql-series",
        Warning,
        "A query that may answer with other than one series",
    ),
    (C::FromOvermatch, "from-overmatch", Warning, "An expression that hits versions by accident"),
    (C::FromDot, "from-dot", Warning, "A dot that stands for any character"),
    (C::FromNothing, "from-nothing", Warning, "An expression that hits no version"),
    (C::TargetInNoChannel, "target-in-no-channel", Warning, "A target that no cluster can see"),
    (C::FixedIn, "fixed-in", Error, "A `fixedIn` that is not later than the target"),
    (
        C::TwoBlocks,
        "two-blocks",
        Error,
        "Two plain blocks of one target, of which the shipped service knows one",
    ),
    (
        C::BlockIgnored,
        "block-ignored",
        Error,
        "A plain block that the shipped service ignores for a risk",
    ),
    (C::NeverRecommended, "never-recommended", Note, "A release that is recommended to nobody"),
    (C::ChannelName, "channel-name", Error, "A channel that is not called as its file"),
    (C::DuplicateChannel, "duplicate-channel", Error, "A channel that two files define"),
    (
        C::ChannelSubset,
        "channel-subset",
        Error,
        "A release in stable but not in fast, or in fast but not in candidate",
    ),
    (C::ChannelOrder, "channel-order", Warning, "Versions that are not in order"),
    (C::ChannelTwice, "channel-twice", Warning, "A version that is listed twice"),
    (C::SkippedVersion, "skipped-version", Note, "A version that is left out without a comment"),
    (
        C::TombstonePromoted,
        "tombstone-promoted",
        Warning,
        "A release that was to go no further, and did",
    ),
    (C::UnknownFeeder, "unknown-feeder", Error, "A feeder that is not there"),
    (C::FeederCycle, "feeder-cycle", Error, "A channel that feeds itself"),
    (
        C::FeederNotChecked,
        "feeder-not-checked",
        Note,
        "Feeders that cannot be checked without `internal-channels`",
    ),
    (C::IdleFeeder, "idle-feeder", Note, "A feeder by which nothing is promoted"),
    (
        C::UnknownRelease,
        "unknown-release",
        Error,
        "A version of which there is no release (with --releases)",
    ),
    (C::NoErrata, "no-errata", Warning, "A release without a link to its errata (with --releases)"),
    (
        C::NoPatchUpdate,
        "no-patch-update",
        Warning,
        "A release from which no recommended update leads to a later patch (with --releases)",
    ),
    (C::UnknownAllow, "unknown-allow", Warning, "A comment that allows what is not known"),
];

impl LintCode {
    pub fn all() -> impl Iterator<Item = Self> {
        CODES.iter().map(|(code, ..)| *code)
    }

    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|code| code.name() == name)
    }

    pub fn name(self) -> &'static str {
        self.row().1
    }

    pub fn severity(self) -> Severity {
        self.row().2
    }

    pub fn about(self) -> &'static str {
        self.row().3
    }

    fn row(self) -> &'static (Self, &'static str, Severity, &'static str) {
        &CODES[self as usize]
    }

    /// Returns whether no decision can be based on what is left.
    pub fn is_fatal(self) -> bool {
        matches!(
            self,
            Self::Unreadable
                | Self::SchemaVersion
                | Self::Syntax
                | Self::DuplicateKey
                | Self::YamlTag
                | Self::WrongType
                | Self::MissingKey
                | Self::BadVersion
                | Self::BadRegex
                | Self::BadName
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_row_and_a_name_of_its_own() {
        for (place, code) in LintCode::all().enumerate() {
            assert_eq!(code as usize, place);
            assert_eq!(LintCode::find(code.name()), Some(code));
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }

    #[test]
    fn what_is_fatal_is_an_error() {
        assert!(LintCode::all().all(|code| !code.is_fatal() || code.severity() == Error));
    }
}
