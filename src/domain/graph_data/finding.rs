//! What is wrong with graph-data, where, and how it is put right.

use super::Spot;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: Code,
    pub(crate) file: String,
    pub(crate) spot: Spot,
    /// One sentence, without its full stop.
    pub(crate) problem: String,
    pub(crate) fix: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    Error,
    Warning,
    Note,
}

/// The kinds of findings. Their names do not change: people allow findings by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Code {
    // Found while reading; what is fatal leaves something unread.
    Unreadable,
    SchemaVersion,
    NewerSchema,
    Syntax,
    DuplicateKey,
    WrongType,
    MissingKey,
    BadVersion,
    BadRegex,
    UnknownKey,
    FileName,
    BadDelay,
    BadErrata,
    BadRule,
    IncompleteRisk,
    NameAndReason,
}

impl Code {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::SchemaVersion => "schema-version",
            Self::NewerSchema => "newer-schema",
            Self::Syntax => "syntax",
            Self::DuplicateKey => "duplicate-key",
            Self::WrongType => "wrong-type",
            Self::MissingKey => "missing-key",
            Self::BadVersion => "bad-version",
            Self::BadRegex => "bad-regex",
            Self::UnknownKey => "unknown-key",
            Self::FileName => "file-name",
            Self::BadDelay => "bad-delay",
            Self::BadErrata => "bad-errata",
            Self::BadRule => "bad-rule",
            Self::IncompleteRisk => "incomplete-risk",
            Self::NameAndReason => "name-and-reason",
        }
    }

    /// Returns whether no decision can be based on what is left.
    pub(crate) fn is_fatal(self) -> bool {
        matches!(
            self,
            Self::Unreadable
                | Self::SchemaVersion
                | Self::Syntax
                | Self::DuplicateKey
                | Self::WrongType
                | Self::MissingKey
                | Self::BadVersion
                | Self::BadRegex
        )
    }

    pub(crate) fn severity(self) -> Severity {
        Severity::Error
    }
}
