//! One file a command: arguments, what they mean, and the story in a few lines.

mod clear;
mod completion;
mod lab;
mod open;
mod recommend;
mod request;
pub(crate) mod root;
mod schema;
mod wait;

#[cfg(test)]
mod races;

use crate::cli::{self, GlobalArgs, Session};
use crate::error::Result;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Recommend(recommend::Args),
    Wait(wait::Args),
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
}

impl Command {
    pub(crate) fn run(&self, global: &GlobalArgs, session: &mut Session) -> Result {
        match self {
            Self::Recommend(args) => cli::block_on(recommend::run(args, global, session)),
            Self::Wait(args) => cli::block_on(wait::run(args, global, session)),
            Self::Lab(args) => lab::run(args, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
        }
    }
}
