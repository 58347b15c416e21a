//! What a shell can complete a value with, declared at the argument.

use clap::builder::ArgExt;

/// The kind of names that complete a value. An argument without it, and without a type that lists
/// its values, completes files only if it is a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Completes {
    /// Versions that can be requested: those that are not recommended only with
    /// `--allow-not-recommended`.
    RequestedVersion,
    /// Every available version.
    Version,
    Channel,
    Risk,
    AdminGate,
    /// Pools that can be paused.
    RunningPool,
    /// Pools that can be resumed.
    PausedPool,
    Context,
    Cluster,
    User,
    Scenario,
    SchemaKind,
    /// Topics of the manual, and commands.
    Topic,
}

impl ArgExt for Completes {}
