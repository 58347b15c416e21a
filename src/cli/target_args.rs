//! The target version of a command: the same grammar for all commands that take one.

use anyhow::anyhow;

use crate::cli::completes::Completes;
use crate::cli::invocation::Invocation;
use crate::cli::values;
use crate::error::{Error, Result};

/// A target version, positional or as a flag.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TargetArgs {
    /// Target version (--to and --version mean the same)
    #[arg(value_name = "VERSION", id = "target", add = Completes::Version)]
    word: Option<String>,
    #[arg(long, value_name = "VERSION", id = "target_to", hide = true, add = Completes::Version)]
    to: Option<String>,
    #[arg(long, value_name = "VERSION", id = "target_version", hide = true, add = Completes::Version)]
    version: Option<String>,
}

impl TargetArgs {
    /// Returns the target; an error if two are given that differ.
    pub(crate) fn given(&self) -> Result<Option<&str>> {
        let Self { word, to, version } = self;
        one_of([word, to, version].map(Option::as_deref))
    }

    /// Returns the target as a full version; `words` are the command that precedes it.
    pub(crate) fn version(
        &self,
        words: &[&str],
        invocation: &Invocation,
    ) -> Result<Option<String>> {
        self.given()?.map(|text| values::target(text, words, invocation)).transpose()
    }

    /// Returns the target of a command that requires one.
    pub(crate) fn required(&self, words: &[&str], invocation: &Invocation) -> Result<&str> {
        self.given()?.ok_or_else(|| missing(words, invocation))
    }
}

/// Returns the target, in whichever form it was given.
pub(crate) fn one_of<'a>(
    given: impl IntoIterator<Item = Option<&'a str>>,
) -> Result<Option<&'a str>> {
    let mut given = given.into_iter().flatten();
    let first = given.next();
    match given.find(|other| Some(*other) != first) {
        None => Ok(first),
        Some(other) => {
            let first = first.unwrap_or_default();
            Err(Error::usage(anyhow!("two targets: {first} and {other}")))
        }
    }
}

/// Returns the error for a missing target.
pub(crate) fn missing(words: &[&str], invocation: &Invocation) -> Error {
    let command = words.join(" ");
    Error::usage(anyhow!("{command} requires a version, such as {command} 4.7.24"))
        .hint_run("to list available versions", invocation.command(["--include-not-recommended"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_may_be_given_twice_but_not_two_of_them() {
        assert_eq!(one_of([None, None]).unwrap(), None);
        assert_eq!(one_of([None, Some("4.6.43")]).unwrap(), Some("4.6.43"));
        assert_eq!(one_of([Some("4.6.43"), Some("4.6.43")]).unwrap(), Some("4.6.43"));
        let error = one_of([Some("4.6.43"), None, Some("4.7.4")]).unwrap_err();
        assert_eq!(error.message(), "two targets: 4.6.43 and 4.7.4");
    }
}
