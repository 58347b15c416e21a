//! `upgrade completion`: completion scripts for shells, and the answers to their requests.

mod candidates;
mod install;
mod names;
mod text;
pub(crate) mod view;
mod words;

use std::ffi::OsString;

use anyhow::anyhow;
use clap_complete::Shell;

use crate::cli::Session;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

use words::Question;

/// Print a shell completion script, or install it
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  source <(upgrade completion bash)    Complete in this shell
  upgrade completion install           Install for your shell, kubectl and oc

In bash, zsh and fish, versions, channels, risks and other names are completed
from the cluster.

Exit codes: 0 ok, 1 error, 2 usage"
)]
pub(crate) struct Args {
    /// bash, elvish, fish, powershell or zsh
    shell: Option<Shell>,
    #[command(subcommand)]
    command: Option<CompletionCommand>,
}

#[derive(Debug, clap::Subcommand)]
enum CompletionCommand {
    Install(install::Args),
}

/// Returns the formats of a script, and of the subcommand.
pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        [] => &[Format::Text],
        ["install"] => Format::GENERAL,
        _ => &[],
    }
}

const BASH: &str = include_str!("upgrade.bash");
const ZSH: &str = include_str!("_upgrade");
const FISH: &str = include_str!("upgrade.fish");

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    match (&args.command, args.shell) {
        (Some(CompletionCommand::Install(args)), _) => install::run(args, session),
        (None, Some(shell)) => {
            session.ui.print(&script(shell))?;
            Ok(ExitStatus::Success)
        }
        (None, None) => Err(Error::usage(anyhow!("no shell given"))
            .hint("use bash, zsh, fish, elvish or powershell")
            .hint_run("to install completion for your shell", "upgrade completion install")),
    }
}

/// Returns the script of a shell. Those of elvish and PowerShell complete commands and flags only.
fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => BASH.to_owned(),
        Shell::Zsh => ZSH.to_owned(),
        Shell::Fish => FISH.to_owned(),
        _ => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut super::command(), "upgrade", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
    }
}

/// Answers a completion request of a shell or kubectl; none if this is not one.
pub(crate) fn answer(process: &[OsString]) -> Option<String> {
    let question = Question::read(process)?;
    let kinds = candidates::needed(super::command(), &question);
    let names = if kinds.is_empty() {
        candidates::Names::new()
    } else {
        names::read(&kinds, super::command(), &question)
    };
    Some(question.answer(&candidates::fitting(super::command(), &question, &names)))
}
