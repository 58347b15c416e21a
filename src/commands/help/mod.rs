//! `upgrade help`: manual topics, and the usage of commands.

pub(crate) mod markdown;
mod root;
pub(crate) mod topics;

use std::ffi::OsString;

use anyhow::anyhow;
use clap::Command;

use crate::cli::Session;
use crate::cli::completes::Completes;
use crate::cli::help::{Detail, columns, page, section};
use crate::cli::invocation::Invocation;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use crate::output::theme::Theme;
use topics::{TOPICS, Topic};
use upgrade_graph::suggest;

/// Show a manual topic or the usage of a command
///
/// Without a topic, lists all topics and commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade help               List topics and commands
  upgrade help risks         Read about conditional updates
  upgrade help graph show    Show the usage of a command

Exit codes: 0 ok, 1 error, 2 usage, 4 no such topic")]
pub(crate) struct Args {
    /// Topic, or the words of a command
    #[arg(value_name = "TOPIC", add = Completes::Topic)]
    topic: Vec<String>,
}

pub(crate) const FORMATS: &[Format] = &[Format::Text];

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let words: Vec<&str> = args.topic.iter().map(String::as_str).collect();
    let layout = session.ui.out;
    let text = match words.as_slice() {
        [] => index(layout.theme),
        words => {
            let command = below(super::command(), words);
            match (topics::find(words), command) {
                (Some(topic), _) => topic_page(topic, layout.width, layout.theme),
                (None, Some(command)) => command_page(&command, words, Detail::Long, layout.theme),
                (None, None) => return Err(unknown(words, &session.invocation)),
            }
        }
    };
    session.ui.print(&text)?;
    Ok(ExitStatus::Success)
}

/// Answers `-h` and `--help`, wherever they occur.
pub(crate) fn answer(words: &[OsString], theme: Theme) -> String {
    let path = asked(words);
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let long = words.iter().any(|word| word == "--help");
    let detail = if long { Detail::Long } else { Detail::Short };
    let command = below(super::command(), &path).unwrap_or_else(super::command);
    command_page(&command, &path, detail, theme)
}

/// Returns the words of the command whose help is requested. The parser tells through a help text
/// that consists of the words only.
fn asked(words: &[OsString]) -> Vec<String> {
    fn marked(command: Command, path: &str) -> Command {
        let command = command.override_help(path.to_owned());
        command.mut_subcommands(|below| {
            let path = format!("{path} {}", below.get_name());
            marked(below, &path)
        })
    }
    let told = marked(super::command(), "").try_get_matches_from(words).err();
    let told = told.map(|error| error.render().to_string()).unwrap_or_default();
    told.split_whitespace().map(str::to_owned).collect()
}

/// Returns a command by its words.
fn below(command: Command, words: &[&str]) -> Option<Command> {
    words.iter().try_fold(command, |command, word| command.find_subcommand(word).cloned())
}

fn command_page(command: &Command, path: &[&str], detail: Detail, theme: Theme) -> String {
    if path.is_empty() {
        return root::page(command, theme);
    }
    page(command, &format!("upgrade {}", path.join(" ")), detail, theme)
}

/// Returns a topic, after the usage of its command.
fn topic_page(topic: &Topic, width: Option<usize>, theme: Theme) -> String {
    let command = topic.command.and_then(|name| Some((name, below(super::command(), &[name])?)));
    let usage =
        command.map(|(name, command)| command_page(&command, &[name], Detail::Short, theme));
    let text = markdown::text(topic.text, width, theme);
    usage.map(|usage| usage + "\n").unwrap_or_default() + &text
}

/// Lists topics and commands.
fn index(theme: Theme) -> String {
    let topics = TOPICS.iter().map(|topic| (topic.name.to_owned(), topic.summary.to_owned()));
    let topics: Vec<_> = topics.collect();
    let command = super::command();
    let intro = "Show a manual topic: upgrade help TOPIC\nShow the usage of a command: upgrade help COMMAND\n".to_owned();
    let sections = [intro, section("Topics:", &columns(&topics, 2), theme)];
    sections.into_iter().chain(root::groups(&command, theme)).collect::<Vec<_>>().join("\n")
}

fn unknown(words: &[&str], invocation: &Invocation) -> Error {
    let command = super::command();
    let commands = crate::cli::help::visible(&command).map(Command::get_name);
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).chain(commands).collect();
    let near = suggest::words(words[0], names);
    let error = Error::no_target(anyhow!("no manual topic or command {:?}", words.join(" ")));
    let error = match near.as_slice() {
        [] => error,
        [name, ..] => error.hint_run("to read a similar topic", invocation.plain(["help", *name])),
    };
    error.hint_run("to list topics and commands", invocation.plain(["help"]))
}
