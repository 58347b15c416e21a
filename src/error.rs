//! Errors: what failed, on which object, what to do next; and the exit codes.

use std::fmt;
use std::process::ExitCode;

use anyhow::anyhow;
use serde::Serialize;
use upgrade_graph::build::BuildRefusal;
use upgrade_graph::data::check::UnsoundData;

/// The exit codes. `src/manual/exit-codes.md` lists these numbers; they do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Done, or nothing to do.
    Success = 0,
    /// Something failed: the API, a file, the data.
    Failure = 1,
    /// The command line is not valid.
    Usage = 2,
    /// Refused by a safety check or by the user.
    Refused = 3,
    /// There is no such target.
    NoTarget = 4,
    /// The cluster's update failed, stalled, or was replaced by another.
    UpdateFailed = 5,
    /// Timed out before the update completed.
    TimedOut = 6,
    /// The update is still in progress.
    StillProgressing = 7,
    /// Ctrl-C ended a wait; shells use 128 plus the number of the signal.
    Interrupted = 130,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}

/// An error with its cause chain and hints, one action each.
#[derive(Debug)]
pub(crate) struct Error {
    pub(crate) status: ExitStatus,
    /// A stable name for scripts.
    pub(crate) code: &'static str,
    cause: anyhow::Error,
    pub(crate) hints: Vec<Hint>,
    /// Whether the change may have been made nevertheless.
    pub(crate) outcome_unknown: bool,
}

pub(crate) type Result<T = ExitStatus> = std::result::Result<T, Error>;

impl Error {
    /// An error of class [`ExitStatus::Failure`].
    pub(crate) fn new(code: &'static str, cause: impl Into<anyhow::Error>) -> Self {
        Self {
            status: ExitStatus::Failure,
            code,
            cause: cause.into(),
            hints: Vec::new(),
            outcome_unknown: false,
        }
    }

    pub(crate) fn usage(cause: impl Into<anyhow::Error>) -> Self {
        Self { status: ExitStatus::Usage, ..Self::new("Usage", cause) }
    }

    pub(crate) fn no_target(cause: impl Into<anyhow::Error>) -> Self {
        Self { status: ExitStatus::NoTarget, ..Self::new("NoSuchTarget", cause) }
    }

    /// A refusal, reported like an error.
    pub(crate) fn refused(cause: impl Into<anyhow::Error>) -> Self {
        Self { status: ExitStatus::Refused, ..Self::new("Refused", cause) }
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the advice to run a command: `to see why` becomes `to see why, run:`.
    #[must_use]
    pub(crate) fn hint_run(self, purpose: &str, command: impl Into<String>) -> Self {
        self.hint(Hint::run(purpose, command))
    }

    #[must_use]
    pub(crate) fn without_hints(self) -> Self {
        Self { hints: Vec::new(), ..self }
    }

    #[must_use]
    pub(crate) fn context(self, context: String) -> Self {
        Self { cause: self.cause.context(context), ..self }
    }

    /// Marks an error after which it is unknown whether the change was made.
    #[must_use]
    pub(crate) fn outcome_unknown(self) -> Self {
        Self { outcome_unknown: true, ..self }
    }

    /// Returns the innermost cause.
    pub(crate) fn root(&self) -> String {
        self.cause.root_cause().to_string()
    }

    /// Returns the cause chain in one line; a cause that the text already contains is left out.
    pub(crate) fn message(&self) -> String {
        let mut message = String::new();
        for cause in self.cause.chain() {
            let text = cause.to_string();
            if text.is_empty() || message.contains(text.trim()) {
                continue;
            }
            if !message.is_empty() {
                message.push_str(": ");
            }
            message.push_str(text.trim());
        }
        message
    }
}

/// One action. Scripts get it as one line, people get the command on a line of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub(crate) struct Hint {
    pub(crate) advice: String,
    pub(crate) command: Option<String>,
}

impl Hint {
    /// Returns the command that was most likely intended.
    pub(crate) fn meant(command: impl Into<String>) -> Self {
        Self { advice: "did you mean:".to_owned(), command: Some(command.into()) }
    }

    /// Returns the advice to run a command: `to see why` becomes `to see why, run:`.
    pub(crate) fn run(purpose: &str, command: impl Into<String>) -> Self {
        Self { advice: format!("{purpose}, run:"), command: Some(command.into()) }
    }
}

impl From<String> for Hint {
    fn from(advice: String) -> Self {
        Self { advice, command: None }
    }
}

impl From<&str> for Hint {
    fn from(advice: &str) -> Self {
        advice.to_owned().into()
    }
}

impl From<Hint> for String {
    fn from(hint: Hint) -> Self {
        hint.to_string()
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.advice)?;
        self.command.as_ref().map_or(Ok(()), |command| write!(f, " {command}"))
    }
}

/// Invalid graph-data, with all of its errors.
impl From<UnsoundData> for Error {
    fn from(unsound: UnsoundData) -> Self {
        let errors = unsound.errors.clone();
        errors.into_iter().fold(Self::new("BadData", unsound), Self::hint)
    }
}

impl From<BuildRefusal> for Error {
    fn from(refusal: BuildRefusal) -> Self {
        let BuildRefusal::Circle(names) = refusal;
        let around = names.join(" → ");
        let first = names.first().map(String::as_str).unwrap_or_default();
        Self::new("BadData", anyhow!("the graph contains a cycle: {around} → {first}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let cause =
            anyhow!("no route").context("cannot connect: no route").context("cannot read x");
        assert_eq!(Error::new("X", cause).message(), "cannot read x: cannot connect: no route");
    }
}
