//! One file a command: arguments, what they mean, and the story in a few lines.

mod accept;
mod ack;
mod clear;
mod completion;
mod lab;
mod open;
mod request;
pub(crate) mod root;
mod schema;
mod setting;
mod wait;

#[cfg(test)]
mod races;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::Result;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Wait(wait::Args),
    Accept(accept::Args),
    Ack(ack::Args),
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
}

impl Command {
    pub(crate) fn run(&self, global: &GlobalArgs, session: &mut Session) -> Result {
        match self {
            Self::Wait(args) => cli::block_on(wait::run(args, global, session)),
            Self::Accept(args) => cli::block_on(accept::run(args, global, session)),
            Self::Ack(args) => cli::block_on(ack::run(args, global, session)),
            Self::Lab(args) => lab::run(args, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
        }
    }
}
