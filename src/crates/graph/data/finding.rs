//! The problems in graph-data, where they are, and how to fix them.

use super::Location;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintFinding {
    pub code: LintCode,
    pub file: String,
    pub spot: Location,
    /// One sentence, without a final period.
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

/// The kinds of findings. Their names never change: `--allow` takes them.
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

/// Each with its name, its severity, and a description.
const CODES: [(LintCode, &str, Severity, &str); 52] = [
    (C::Unreadable, "unreadable", Error, "A file that cannot be read or is not text"),
    (C::SchemaVersion, "schema-version", Error, "An unsupported schema version"),
    (C::NewerSchema, "newer-schema", Error, "A newer minor schema version"),
    (C::Syntax, "syntax", Error, "Invalid YAML"),
    (C::DuplicateKey, "duplicate-key", Error, "A duplicate key"),
    (C::YamlTag, "yaml-tag", Error, "A YAML tag, which YAML parsers interpret differently"),
    (C::AmbiguousText, "ambiguous-text", Error, "Text that some YAML parsers read as another type"),
    (C::WrongType, "wrong-type", Error, "A value of the wrong type"),
    (C::MissingKey, "missing-key", Error, "A missing required key"),
    (C::BadVersion, "bad-version", Error, "A version that is not valid SemVer"),
    (C::BadRegex, "bad-regex", Error, "An invalid regular expression"),
    (C::BadName, "bad-name", Error, "A channel name that update services reject"),
    (C::UnknownKey, "unknown-key", Error, "An unknown key"),
    (C::FileName, "file-name", Error, "A file name that Cincinnati skips, or reads by accident"),
    (C::BadDelay, "bad-delay", Error, "A delay that is not a duration of a fixed length"),
    (C::BadErrata, "bad-errata", Error, "A value of `errata` other than `public`"),
    (C::BadRule, "bad-rule", Error, "A matching rule that clusters cannot evaluate"),
    (C::IncompleteRisk, "incomplete-risk", Error, "An incomplete risk, which Cincinnati ignores"),
    (C::NameAndReason, "name-and-reason", Error, "A risk with two names"),
    (C::FailsOpen, "fails-open", Error, "A valid file that Cincinnati ignores"),
    (
        C::RiskFileName,
        "risk-file-name",
        Error,
        "A risk in a file that is not named after its target",
    ),
    (C::RiskUrl, "risk-url", Error, "A URL that is not https"),
    (C::RiskName, "risk-name", Error, "A name that is not valid as a condition reason"),
    (C::RiskDiverges, "risk-diverges", Error, "A risk that differs between its files"),
    (C::RiskTwice, "risk-twice", Warning, "A risk that two files declare for the same update"),
    (C::RiskArch, "risk-arch", Error, "A risk for one architecture, which removes updates on all"),
    (
        C::RiskGap,
        "risk-gap",
        Warning,
        "A risk that is missing on the next patch, without `fixedIn`",
    ),
    (C::PromqlSyntax, "promql-syntax", Error, "Invalid PromQL"),
    (C::PromqlSeries, "promql-series", Warning, "A query that may not return exactly one series"),
    (
        C::FromOvermatch,
        "from-overmatch",
        Warning,
        "An expression that matches versions by accident",
    ),
    (C::FromDot, "from-dot", Warning, "An unescaped dot that matches other versions"),
    (C::FromNothing, "from-nothing", Warning, "An expression that matches no version"),
    (C::TargetInNoChannel, "target-in-no-channel", Warning, "A target that is in no channel"),
    (C::FixedIn, "fixed-in", Error, "A `fixedIn` that is not later than the target"),
    (
        C::TwoBlocks,
        "two-blocks",
        Error,
        "Two plain blocks for one target, of which Cincinnati uses one",
    ),
    (
        C::BlockIgnored,
        "block-ignored",
        Error,
        "A plain block that Cincinnati ignores because of a risk",
    ),
    (C::NeverRecommended, "never-recommended", Note, "A release that is never recommended"),
    (C::ChannelName, "channel-name", Error, "A channel name that differs from its file name"),
    (C::DuplicateChannel, "duplicate-channel", Error, "A channel defined in two files"),
    (
        C::ChannelSubset,
        "channel-subset",
        Error,
        "A release in stable but not in fast, or in fast but not in candidate",
    ),
    (C::ChannelOrder, "channel-order", Warning, "Versions out of order"),
    (C::ChannelTwice, "channel-twice", Warning, "A version listed twice"),
    (C::SkippedVersion, "skipped-version", Note, "A version skipped without a comment"),
    (
        C::TombstonePromoted,
        "tombstone-promoted",
        Warning,
        "A release with a tombstone in the feeder",
    ),
    (C::UnknownFeeder, "unknown-feeder", Error, "A feeder that does not exist"),
    (C::FeederCycle, "feeder-cycle", Error, "A channel that feeds itself"),
    (
        C::FeederNotChecked,
        "feeder-not-checked",
        Note,
        "Feeders that cannot be checked without `internal-channels`",
    ),
    (C::IdleFeeder, "idle-feeder", Note, "A feeder that promotes nothing"),
    (C::UnknownRelease, "unknown-release", Error, "A version without a release (with --releases)"),
    (C::NoErrata, "no-errata", Warning, "A release without an errata URL (with --releases)"),
    (
        C::NoPatchUpdate,
        "no-patch-update",
        Warning,
        "A release without a recommended update to a later patch (with --releases)",
    ),
    (C::UnknownAllow, "unknown-allow", Warning, "A comment that allows an unknown code"),
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

    /// Returns whether the data cannot be used because of it.
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
