//! One file a command: arguments, what they mean, and the story in a few lines.

pub(crate) mod accept;
pub(crate) mod ack;
pub(crate) mod channel;
mod completion;
mod controller;
mod crds;
pub(crate) mod graph;
mod history;
mod lab;
pub(crate) mod overview;
mod path;
pub(crate) mod pre_checks;
pub(crate) mod recommend;
mod rollback;
mod schema;
mod start;
pub(crate) mod status;
pub(crate) mod upstream;
mod wait;
pub(crate) mod why;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::{Error, Result};
use crate::output::Format;

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
    /// Returns the formats that `-o` can ask for.
    pub(crate) fn formats(&self) -> &'static [Format] {
        match self {
            Self::Recommend(_) => recommend::FORMATS,
            Self::Why(_) => why::FORMATS,
            Self::Path(_) => path::FORMATS,
            Self::Status(_) => status::FORMATS,
            Self::Wait(_) => wait::FORMATS,
            Self::History(_) => history::FORMATS,
            Self::Channel(_) => channel::FORMATS,
            Self::Upstream(_) => upstream::FORMATS,
            Self::Accept(_) => accept::FORMATS,
            Self::Ack(_) => ack::FORMATS,
            Self::PreChecks(_) => pre_checks::FORMATS,
            Self::Start(_) => start::FORMATS,
            Self::Rollback(_) => rollback::FORMATS,
            Self::Controller(args) => args.formats(),
            Self::Graph(args) => args.formats(),
            Self::Lab(_) => lab::FORMATS,
            Self::Completion(_) => completion::FORMATS,
            Self::Schema(_) => schema::FORMATS,
            Self::Crds(_) => crds::FORMATS,
        }
    }

    /// Says why there is but one format, where that is so.
    pub(crate) fn one_format(&self) -> Option<Error> {
        match self {
            Self::Controller(args) => Some(args.one_format()),
            Self::Graph(args) => args.one_format(),
            Self::Recommend(_)
            | Self::Why(_)
            | Self::Path(_)
            | Self::Status(_)
            | Self::Wait(_)
            | Self::History(_)
            | Self::Channel(_)
            | Self::Upstream(_)
            | Self::Accept(_)
            | Self::Ack(_)
            | Self::PreChecks(_)
            | Self::Start(_)
            | Self::Rollback(_)
            | Self::Lab(_)
            | Self::Completion(_)
            | Self::Schema(_)
            | Self::Crds(_) => None,
        }
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
