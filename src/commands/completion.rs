//! `upgrade completion`: scripts that complete our words in a shell.

use clap_complete::Shell;

use crate::cli::Session;
use crate::error::{ExitStatus, Result};
use crate::output::Format;

/// Print a shell completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  source <(upgrade completion bash)
  upgrade completion zsh > \"${fpath[1]}/_upgrade\"
  upgrade completion fish > ~/.config/fish/completions/upgrade.fish

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {
    /// bash, elvish, fish, powershell or zsh
    shell: Shell,
}

/// A script, whatever is asked for; errors are still printed as `-o` says.
pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), "upgrade", &mut script);
    session.ui.print(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::Success)
}
