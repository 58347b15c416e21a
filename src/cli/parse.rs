//! Words → Cli, and what to say of words that mean nothing.

use std::ffi::OsString;

use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, CommandFactory, FromArgMatches};

use super::{Cli, root};
use crate::error::ExitStatus;
use crate::render::Format;
use crate::ui::Ui;

/// Returns the whole command line; every boolean flag also takes `=true|false`, as kubectl's do.
pub(crate) fn command() -> clap::Command {
    booleans_take_values(Cli::command())
}

fn booleans_take_values(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_action() {
            ArgAction::SetTrue => arg
                .action(ArgAction::Set)
                .num_args(0..=1)
                .require_equals(true)
                .value_parser(BoolishValueParser::new())
                .value_name("BOOL")
                .default_missing_value("true")
                .default_value("false")
                .hide_default_value(true)
                .hide_possible_values(true),
            _ => arg,
        })
        .mut_subcommands(booleans_take_values)
}

pub(crate) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words)?;
    if let Some((subcommand, _)) = matches.subcommand() {
        let flags = <root::Args as clap::Args>::augment_args(clap::Command::new(""));
        let stray = flags.get_arguments().find(|arg| {
            matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        });
        if let Some(flag) = stray.and_then(clap::Arg::get_long) {
            return Err(command.error(
                ErrorKind::ArgumentConflict,
                format!("--{flag} requests an update and cannot be used with `{subcommand}`"),
            ));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Says what is wrong with the words; help and version are answers, not errors.
pub(crate) fn explain(error: &clap::Error, words: &[OsString], ui: &mut Ui) -> ExitStatus {
    if !error.use_stderr() {
        let rendered = error.render();
        let text =
            if ui.out.theme.color { rendered.ansi().to_string() } else { rendered.to_string() };
        return ui.print(&text).map_or(ExitStatus::Failure, |()| ExitStatus::Success);
    }
    let plain = error.render().to_string();
    let message = plain.lines().take_while(|line| !line.trim().is_empty() || line.is_empty());
    let message: Vec<&str> = message.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let message = message.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let mut usage = crate::error::Error::usage(anyhow::anyhow!("{message}"));
    if let Some(hint) = equals_hint(error, words) {
        usage = usage.hint(hint);
    }
    for tip in plain.lines().filter_map(|line| line.trim().strip_prefix("tip: ")) {
        usage = usage.hint(tip);
    }
    ui.fail(&usage.hint("`upgrade --help` shows what can be typed"))
}

/// A word after a flag that takes its value only with `=` was most likely meant as that value.
fn equals_hint(error: &clap::Error, words: &[OsString]) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument) {
        return None;
    }
    let command = command();
    let optional = |word: &str| {
        command
            .get_arguments()
            .any(|arg| arg.is_require_equals_set() && arg.get_long() == word.strip_prefix("--"))
    };
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let stray = error.context().find_map(|(_, value)| match value {
        clap::error::ContextValue::String(word) => words.iter().position(|given| given == word),
        _ => None,
    })?;
    let flag = words.get(stray.checked_sub(1)?).filter(|word| optional(word))?;
    Some(format!("to give {flag} a value, write {flag}={}", words[stray]))
}

/// Finds `-o json|yaml` in words that do not parse, so that scripts get errors they can read.
pub(crate) fn wanted_format(words: &[OsString]) -> Format {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let value = words.iter().enumerate().find_map(|(place, word)| match *word {
        "-o" | "--output" => words.get(place + 1).copied(),
        _ => word
            .strip_prefix("--output=")
            .or_else(|| word.strip_prefix("-o").filter(|_| !word.starts_with("--")))
            .map(|value| value.trim_start_matches('=')),
    });
    match value {
        Some("json") => Format::Json,
        Some("yaml") => Format::Yaml,
        _ => Format::Text,
    }
}

/// Returns the name to use in hints: a plugin of kubectl or oc is called through it.
pub(crate) fn program(word: Option<&OsString>) -> String {
    let name = word.map(std::path::Path::new).and_then(std::path::Path::file_stem);
    match name.and_then(|name| name.to_str()) {
        Some("kubectl-upgrade") => "kubectl upgrade",
        Some("oc-upgrade") => "oc upgrade",
        _ => "upgrade",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn a_plugin_is_called_through_its_host() {
        let name = |path: &str| program(Some(&OsString::from(path)));
        assert_eq!(name("/usr/local/bin/kubectl-upgrade"), "kubectl upgrade");
        assert_eq!(name("oc-upgrade"), "oc upgrade");
        assert_eq!(name("target/debug/upgrade"), "upgrade");
    }

    #[test]
    fn the_wanted_format_is_found_in_words_that_do_not_parse() {
        let format =
            |words: &[&str]| wanted_format(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(format(&["upgrade", "--nope", "-o", "json"]), Format::Json);
        assert_eq!(format(&["upgrade", "--output=yaml", "--nope"]), Format::Yaml);
        assert_eq!(format(&["upgrade", "-ojson"]), Format::Json);
        assert_eq!(format(&["upgrade", "--nope"]), Format::Text);
    }
}
