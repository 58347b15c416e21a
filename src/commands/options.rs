//! `upgrade options`: the flags that every command takes.

use crate::cli::{Session, help};
use crate::error::{ExitStatus, Result};
use crate::output::Format;

/// List flags that work with every command
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade options                  List the flags
  upgrade status --context prod    Use one of them

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {}

pub(crate) const FORMATS: &[Format] = &[Format::Text];

pub(crate) fn run(session: &mut Session) -> Result {
    let flags = help::global_flags(&super::command(), session.ui.out.theme);
    session.ui.print(&format!("These flags work with every command.\n\n{flags}"))?;
    Ok(ExitStatus::Success)
}
