//! One file a command: arguments, what they mean, and the story in a few lines.

mod accept;
mod ack;
mod channel;
mod clear;
mod completion;
mod confirm;
mod consult;
mod controller;
mod crds;
mod ends;
mod errand;
mod follow;
mod gathering;
mod graph;
mod graph_args;
mod history;
mod keep;
mod lab;
mod open;
mod path;
mod pre_checks;
mod recommend;
mod request;
mod rollback;
pub(crate) mod root;
mod schema;
mod setting;
mod start;
mod status;
mod survey;
mod upstream;
mod wait;
mod why;
mod writing;

#[cfg(test)]
mod races;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::Result;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Recommend(recommend::Args),
    Why(why::Args),
    Path(path::Args),
    Status(status::Args),
    Wait(wait::Args),
    History(history::Args),
    Channel(channel::Args),
    Upstream(upstream::Args),
    Accept(accept::Args),
    Ack(ack::Args),
    PreChecks(pre_checks::Args),
    Start(Box<start::Args>),
    Rollback(rollback::Args),
    Controller(Box<controller::Args>),
    Graph(graph::Args),
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
    Crds(crds::Args),
}

impl Command {
    /// Returns whether its answer can be drawn.
    pub(crate) fn draws(&self) -> bool {
        matches!(self, Self::Graph(args) if args.draws())
    }

    /// Returns whether its answer is findings.
    pub(crate) fn lints(&self) -> bool {
        matches!(self, Self::Graph(args) if args.lints())
    }

    /// Returns whether its answer can be Markdown.
    pub(crate) fn compares(&self) -> bool {
        matches!(self, Self::Graph(args) if args.compares())
    }

    pub(crate) fn run(&self, global: &GlobalArgs, session: &mut Session) -> Result {
        match self {
            Self::Channel(args) => cli::block_on(channel::run(args, global, session)),
            Self::Upstream(args) => cli::block_on(upstream::run(args, global, session)),
            Self::History(args) => cli::block_on(history::run(args, global, session)),
            Self::PreChecks(args) => cli::block_on(pre_checks::run(args, global, session)),
            Self::Start(args) => cli::block_on(start::run(args, global, session)),
            Self::Rollback(args) => cli::block_on(rollback::run(args, global, session)),
            Self::Recommend(args) => cli::block_on(recommend::run(args, global, session)),
            Self::Status(args) => cli::block_on(status::run(args, global, session)),
            Self::Wait(args) => cli::block_on(wait::run(args, global, session)),
            Self::Accept(args) => cli::block_on(accept::run(args, global, session)),
            Self::Ack(args) => cli::block_on(ack::run(args, global, session)),
            Self::Why(args) => cli::block_on(why::run(args, global, session)),
            Self::Path(args) => cli::block_on(path::run(args, global, session)),
            Self::Controller(args) => cli::block_on(controller::run(args, global, session)),
            Self::Graph(args) => graph::run(args, global, session),
            Self::Lab(args) => lab::run(args, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
            Self::Crds(crds::Args {}) => crds::run(session),
        }
    }
}
