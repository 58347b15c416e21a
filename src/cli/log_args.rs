//! The flags of commands that run until they are stopped.

use crate::output::log::LogFormat;

#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct LogArgs {
    /// Format of the log on stderr: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
}
