//! The command line: the global flags, and what commands share when they parse theirs.

pub(crate) mod completes;
mod connection;
pub(crate) mod deploy_values;
pub(crate) mod environment;
pub(crate) mod graph_args;
mod habits;
pub(crate) mod help;
pub(crate) mod invocation;
pub(crate) mod log_args;
pub(crate) mod output_arg;
pub(crate) mod parse;
pub(crate) mod session;
pub(crate) mod target_args;
pub(crate) mod values;
pub(crate) mod write_args;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::connect::config::kubeconfig::Connection;
use crate::error::{Error, Result};
use crate::output::Format;
use completes::Completes;

use connection::{ConnectionArgs, LIVE};
use output_arg::{OutputArg, OutputParser};

pub(crate) use session::Session;
pub(crate) use values::Timeout;

#[derive(Debug, Clone, Args)]
pub(crate) struct GlobalArgs {
    /// Output format, such as json or yaml (see `upgrade help output`)
    #[arg(
        short, long, global = true, value_name = "FORMAT", help_heading = "Output",
        value_parser = OutputParser(Format::WITH_VERSIONS)
    )]
    pub(crate) output: Option<OutputArg>,
    /// Use color: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(crate) color: Color,

    /// Read recorded objects instead of a cluster
    #[arg(long, global = true, value_name = "PATH", help_heading = "Source", conflicts_with_all = LIVE)]
    pub(crate) from: Vec<PathBuf>,
    /// Use a practice cluster: a scenario (see `upgrade lab list`) or a directory
    #[arg(
        long, global = true, value_name = "SCENARIO|DIR", num_args = 0..=1, require_equals = true,
        default_missing_value = upgrade_lab::DEFAULT, help_heading = "Source",
        conflicts_with_all = LIVE, conflicts_with = "from"
    )]
    #[arg(add = Completes::Scenario)]
    pub(crate) lab: Option<String>,

    #[command(flatten)]
    connection: ConnectionArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Runs a command that talks to a cluster.
pub(crate) fn block_on<T>(command: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let ended = runtime.block_on(command);
    runtime.shutdown_background(); // do not wait for a DNS lookup that is still running
    ended
}

impl GlobalArgs {
    pub(crate) fn connection(&self) -> Connection {
        self.connection.given()
    }

    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.connection.request_timeout.0
    }

    /// Returns the flags that lead to another cluster, for commands in hints.
    pub(crate) fn repeated_for(connection: Connection) -> Vec<String> {
        connection::flags(connection)
    }

    /// Returns whether the user named a source instead of using the kubeconfig.
    pub(crate) fn names_a_source(&self) -> bool {
        !self.repeated().is_empty()
    }

    pub(crate) fn verbose(&self) -> bool {
        self.verbosity() > 0
    }

    pub(crate) fn verbosity(&self) -> u32 {
        self.connection.verbosity
    }

    /// Returns the flags that chose the source, for commands in hints.
    pub(crate) fn repeated(&self) -> Vec<String> {
        let mut flags = self.connection.repeated();
        for from in &self.from {
            flags.extend(["--from".to_owned(), from.display().to_string()]);
        }
        flags.extend(self.lab.as_ref().map(|scenario| match scenario.as_str() {
            upgrade_lab::DEFAULT => "--lab".to_owned(),
            other => format!("--lab={other}"),
        }));
        flags
    }
}
