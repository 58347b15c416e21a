//! Words → arguments, and the errors for words that do not parse.

use std::ffi::OsString;

use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::{ArgAction, ArgMatches, CommandFactory, Parser};

use super::Color;
use super::habits;
use crate::error::ExitStatus;
use crate::output::Format;
use crate::output::ui::Ui;

/// Returns a whole command line; every boolean flag also takes `=true|false`, as kubectl's do.
pub(crate) fn command<C: CommandFactory>() -> clap::Command {
    booleans_take_values(C::command())
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

/// Parses the words; returns the arguments and the words that name the command. `conflict` returns
/// the error for arguments that are valid one by one but not together.
pub(crate) fn parse<C: Parser>(
    command: clap::Command,
    words: &[&OsString],
    conflict: impl Fn(&ArgMatches) -> Option<String>,
) -> Result<(C, Vec<String>), clap::Error> {
    let mut command = command.bin_name(program(words.first().copied()));
    let matches = command.try_get_matches_from_mut(words)?;
    if let Some(conflict) = conflict(&matches) {
        return Err(command.error(ErrorKind::ArgumentConflict, conflict));
    }
    let mut path = Vec::new();
    let mut below = matches.subcommand();
    while let Some((name, matches)) = below {
        path.push(name.to_owned());
        below = matches.subcommand();
    }
    Ok((C::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?, path))
}

/// Explains what does not parse; help and version are results, not errors.
pub(crate) fn explain(
    error: &clap::Error,
    command: &clap::Command,
    words: &[OsString],
    ui: &mut Ui,
) -> ExitStatus {
    if !error.use_stderr() {
        let rendered = error.render();
        let text =
            if ui.out.theme.color { rendered.ansi().to_string() } else { rendered.to_string() };
        return ui.print(&text).map_or(ExitStatus::Failure, |()| ExitStatus::Success);
    }
    let plain = error.render().to_string();
    let message = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        "a subcommand is missing".to_owned()
    } else {
        let lines = plain.lines().map(str::trim).take_while(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(" ")
    };
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let mut usage = crate::error::Error::usage(anyhow::anyhow!("{message}"));
    if let Some(meant) = habits::meant(command, words) {
        usage = usage.hint(meant);
    }
    let help = usage_command(command, words);
    ui.fail(&usage.hint_run("for usage", help))
}

/// Returns the command that shows the help of the intended command.
fn usage_command(command: &clap::Command, words: &[OsString]) -> String {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let mut path = vec![program(words.first().map(OsString::from).as_ref())];
    let mut below = command;
    for word in words.iter().skip(1) {
        let Some(found) = below.find_subcommand(word) else { continue };
        path.push(found.get_name().to_owned());
        below = found;
    }
    path.push("-h".to_owned());
    path.join(" ")
}

/// Finds `-o json|yaml` in words that do not parse, so that scripts get JSON errors.
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

/// Finds `--color` in words that do not parse.
pub(crate) fn wanted_color(words: &[OsString]) -> Color {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let value = words.iter().enumerate().find_map(|(place, word)| match *word {
        "--color" => words.get(place + 1).copied(),
        _ => word.strip_prefix("--color="),
    });
    match value {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    }
}

/// Returns the program name for hints: a kubectl or oc plugin is called through it.
pub(crate) fn program(word: Option<&OsString>) -> String {
    let name = word.map(std::path::Path::new).and_then(std::path::Path::file_stem);
    match name.and_then(|name| name.to_str()) {
        Some("kubectl-upgrade") => "kubectl upgrade",
        Some("kubectl-openshift_upgrade") => "kubectl openshift-upgrade", // by krew
        Some("oc-upgrade") => "oc upgrade",
        _ => "upgrade",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugin_is_called_through_its_host() {
        let name = |path: &str| program(Some(&OsString::from(path)));
        assert_eq!(name("/usr/local/bin/kubectl-upgrade"), "kubectl upgrade");
        assert_eq!(name("kubectl-openshift_upgrade"), "kubectl openshift-upgrade");
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
