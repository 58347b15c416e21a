//! One file a command: arguments, what they mean, and the story in a few lines.

mod clear;
mod completion;
mod lab;
mod open;
mod request;
pub(crate) mod root;
mod schema;

#[cfg(test)]
mod races;

use crate::cli::Session;
use crate::error::Result;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
}

impl Command {
    pub(crate) fn run(&self, session: &mut Session) -> Result {
        match self {
            Self::Lab(args) => lab::run(args, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
        }
    }
}
