//! `upgrade graph`: the update graph itself.

mod audit;
mod build;
mod data;
mod diff;
mod evaluate;
mod lint;
mod promote;
mod serve;
mod show;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::Result;

/// Look at the update graph
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Show(show::Args),
    Evaluate(evaluate::Args),
    Build(build::Args),
    Audit(audit::Args),
    Lint(lint::Args),
    Diff(diff::Args),
    Promote(promote::Args),
    Serve(serve::Args),
}

impl Args {
    pub(crate) fn draws(&self) -> bool {
        matches!(self.command, Command::Show(_))
    }

    pub(crate) fn lints(&self) -> bool {
        matches!(self.command, Command::Lint(_))
    }

    /// Returns whether its answer can be Markdown.
    pub(crate) fn compares(&self) -> bool {
        matches!(self.command, Command::Diff(_))
    }
}

pub(crate) fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match &args.command {
        Command::Show(args) => cli::block_on(show::run(args, global, session)),
        Command::Evaluate(args) => cli::block_on(evaluate::run(args, global, session)),
        Command::Build(args) => build::run(args, session),
        Command::Audit(args) => cli::block_on(audit::run(args, global, session)),
        Command::Lint(args) => lint::run(args, session),
        Command::Diff(args) => diff::run(args, session),
        Command::Promote(args) => cli::block_on(promote::run(args, global, session)),
        Command::Serve(args) => serve::run(args, global, session),
    }
}
