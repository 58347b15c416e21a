//! Values of flags that need more than their type.

use std::str::FromStr;
use std::time::Duration;

use anyhow::anyhow;
use clap::ValueEnum;
use jiff::{SignedDuration, Span, SpanRelativeTo};
use secrecy::SecretString;

use crate::cli::invocation::Invocation;
use crate::error::{Error, Hint, Result};
use upgrade_graph::channel;

/// How long to wait; none means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timeout(pub(crate) Option<Duration>);

impl FromStr for Timeout {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        timeout(text)
    }
}

/// Reads a duration as kubectl does: `0`, `30`, `30s`, `1m30s`.
pub(crate) fn timeout(text: &str) -> std::result::Result<Timeout, String> {
    let complaint = || format!("{text:?} is not a duration, such as 30s, 1m or 0");
    let duration = if let Ok(seconds) = text.parse::<u64>() {
        Duration::from_secs(seconds)
    } else {
        let span: Span = text.parse().map_err(|_| complaint())?;
        let signed: SignedDuration =
            span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| complaint())?;
        Duration::try_from(signed).map_err(|_| complaint())?
    };
    Ok(Timeout((!duration.is_zero()).then_some(duration)))
}

/// What to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// The cluster accepts the request
    Accepted,
    /// The control plane is updated
    Completed,
    /// All nodes are updated
    Workers,
}

/// Whether a change is a dry run, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DryRun {
    None,
    Client,
    Server,
}

#[expect(clippy::unnecessary_wraps, reason = "clap's signature")]
pub(crate) fn secret(text: &str) -> std::result::Result<SecretString, String> {
    Ok(SecretString::from(text))
}

/// Reads `KEY=VALUE`.
pub(crate) fn pair(text: &str) -> std::result::Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or_else(|| format!("{text:?} is not KEY=VALUE"))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Parses a version from a flag; it must be a full one.
pub(crate) fn version(flag: &str, text: &str) -> Result<String> {
    let Err(problem) = semver::Version::parse(text) else {
        return Ok(text.to_owned());
    };
    let bare = text.trim().trim_start_matches(['v', 'V']);
    let error = Error::usage(anyhow!("{flag}: {text:?} is not a version: {problem}"));
    Err(match semver::Version::parse(bare) {
        Ok(version) => error.hint(format!("use {flag} {version}")),
        Err(_) => error.hint("use a full version, such as 4.7.24"),
    })
}

/// Parses a full version as the target of a command; `words` are the command that precedes it.
pub(crate) fn target(text: &str, words: &[&str], invocation: &Invocation) -> Result<String> {
    if semver::Version::parse(text).is_ok() {
        return Ok(text.to_owned());
    }
    let error = Error::usage(anyhow!("{text:?} is not a full version, such as 4.7.24"));
    let bare = text.trim().trim_start_matches(['v', 'V']);
    if semver::Version::parse(bare).is_ok() {
        let again = invocation.command(words.iter().copied().chain([bare]));
        return Err(error.hint(Hint::meant(again)));
    }
    Err(match minor(bare) {
        Some(_) => {
            let path = invocation.command(["path", bare]);
            error.hint_run(&format!("to find an update path to {bare}"), path)
        }
        None if bare.eq_ignore_ascii_case("latest") => {
            let latest = invocation.command(["--to-latest"]);
            error.hint_run("to request the newest recommended update", latest)
        }
        None => {
            let list = invocation.command(["--include-not-recommended"]);
            error.hint_run("to list available versions", list)
        }
    })
}

/// Reads a minor version such as `4.8`.
pub(crate) fn minor(text: &str) -> Option<(u64, u64)> {
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| plain)
    };
    let (major, minor) = text.split_once('.')?;
    Some((number(major)?, number(minor)?))
}

/// Parses a channel name; update services reject other names.
pub(crate) fn channel(name: &str) -> Result<String> {
    if channel::is_legal(name) {
        return Ok(name.to_owned());
    }
    let error = Error::usage(anyhow!("{name:?} is not a channel name"));
    Err(if name.is_empty() {
        error.hint("to clear the channel, use --clear")
    } else {
        error.hint("use lowercase letters, digits, dashes and dots, such as stable-4.7")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_kubectl_reads_them() {
        for (text, seconds) in [("30", 30), ("30s", 30), ("1m30s", 90), ("1h", 3600)] {
            assert_eq!(timeout(text), Ok(Timeout(Some(Duration::from_secs(seconds)))), "{text}");
        }
        assert_eq!(timeout("0"), Ok(Timeout(None)));
        assert_eq!(timeout("0s"), Ok(Timeout(None)));
        for text in ["", "soon", "-5s", "5 parsecs", "1mo"] {
            assert!(timeout(text).is_err(), "{text}");
        }
    }
}
