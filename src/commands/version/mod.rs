//! `upgrade version`: what this program was built from.

mod text;
pub(crate) mod view;

use crate::cli::Session;
use crate::commands::version::view::ProgramVersion;
use crate::error::{ExitStatus, Result};
use crate::output::Format;

/// Show the version, commit, target and features
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade version                             Show the version
  upgrade version -o json | jq -r .commit     Print the commit

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {}

pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Yaml, Format::Version];

pub(crate) fn run(session: &mut Session) -> Result {
    session.ui.show(&ProgramVersion::current())?;
    Ok(ExitStatus::Success)
}
