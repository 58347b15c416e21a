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
use crate::error::{Error, Result};
use crate::render::Format;

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
    pub(crate) fn formats(&self) -> &'static [Format] {
        match &self.command {
            Command::Show(_) => show::FORMATS,
            Command::Evaluate(_) => evaluate::FORMATS,
            Command::Build(_) => build::FORMATS,
            Command::Audit(_) => audit::FORMATS,
            Command::Lint(_) => lint::FORMATS,
            Command::Diff(_) => diff::FORMATS,
            Command::Promote(_) => promote::FORMATS,
            Command::Serve(_) => serve::FORMATS,
        }
    }

    /// Says why there is but one format, where that is so.
    pub(crate) fn one_format(&self) -> Option<Error> {
        matches!(self.command, Command::Serve(_)).then(serve::one_format)
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
        Command::Serve(args) => serve::run(args, session),
    }
}
