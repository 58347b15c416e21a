//! `upgrade graph`: the update graph itself.

pub(crate) mod audit;
pub(crate) mod build;
pub(crate) mod data_args;
pub(crate) mod diff;
pub(crate) mod evaluate;
pub(crate) mod lint;
pub(crate) mod promote;
mod serve;
pub(crate) mod show;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::Result;
use crate::output::Format;
use crate::output::log::LogFormat;

/// Inspect, check, build and serve update graphs
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "\
Examples:
  upgrade graph show               Show what the cluster can reach
  upgrade graph evaluate           Evaluate the risks of each update
  upgrade graph lint graph-data    Check graph-data for errors

Exit codes: 0 ok, 1 error, 2 usage"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: GraphCommand,
}

#[derive(Debug, clap::Subcommand)]
enum GraphCommand {
    Show(show::Args),
    Evaluate(evaluate::Args),
    Build(build::Args),
    Audit(audit::Args),
    Lint(lint::Args),
    Diff(diff::Args),
    Promote(promote::Args),
    Serve(serve::Args),
}

/// Returns the formats of a subcommand.
pub(crate) fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        ["show"] => show::FORMATS,
        ["evaluate"] => evaluate::FORMATS,
        ["build"] => build::FORMATS,
        ["audit"] => audit::FORMATS,
        ["lint"] => lint::FORMATS,
        ["diff"] => diff::FORMATS,
        ["promote"] => promote::FORMATS,
        ["serve", rest @ ..] => serve::formats(rest),
        _ => &[],
    }
}

impl Args {
    pub(crate) fn log_format(&self) -> Option<LogFormat> {
        match &self.command {
            GraphCommand::Serve(serve) => Some(serve.log_format()),
            _ => None,
        }
    }
}

pub(crate) fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match &args.command {
        GraphCommand::Show(args) => cli::block_on(show::run(args, global, session)),
        GraphCommand::Evaluate(args) => cli::block_on(evaluate::run(args, global, session)),
        GraphCommand::Build(args) => build::run(args, session),
        GraphCommand::Audit(args) => cli::block_on(audit::run(args, global, session)),
        GraphCommand::Lint(args) => lint::run(args, session),
        GraphCommand::Diff(args) => diff::run(args, session),
        GraphCommand::Promote(args) => cli::block_on(promote::run(args, global, session)),
        GraphCommand::Serve(args) => serve::run(args, session),
    }
}
