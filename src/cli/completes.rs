//! What a shell can complete a value with, declared where the argument is.

use clap::builder::ArgExt;

/// The names that a value is one of. An argument without this, and without a type that lists its values,
/// completes files only if it is a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Completes {
    /// Versions that a request takes: not recommended ones only beside `--allow-not-recommended`.
    RequestedVersion,
    /// Every available version.
    Version,
    Channel,
    Risk,
    AdminGate,
    Context,
    Cluster,
    User,
    Scenario,
    SchemaKind,
    /// Topics of the manual.
    Topic,
}

impl ArgExt for Completes {}
