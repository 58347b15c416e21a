//! The commands, exactly those of `upgrade --help`: one module each, with its arguments and `run`.

pub(crate) mod accept;
pub(crate) mod ack;
pub(crate) mod channel;
pub(crate) mod completion;
mod controller;
mod crds;
mod explore;
pub(crate) mod fleet;
pub(crate) mod graph;
mod help;
mod history;
mod lab;
mod man;
mod options;
pub(crate) mod overview;
mod path;
mod pools;
pub(crate) mod pre_checks;
pub(crate) mod recommend;
mod rollback;
mod schema;
mod start;
pub(crate) mod status;
pub(crate) mod upstream;
pub(crate) mod version;
mod wait;
pub(crate) mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::ArgMatches;
use clap::error::ErrorKind;
use clap::parser::ValueSource;

use crate::cli::help::OUTPUT;
use crate::cli::invocation::Invocation;
use crate::cli::output_arg::{self, OutputArg, OutputParser, output_arg};
use crate::cli::{self, GlobalArgs, Session, environment, parse, session};
use crate::connect::clock;
use crate::error::{ExitStatus, Result};
use crate::output::Format;
use crate::output::log::{Log, LogFormat};
use crate::output::ui::Ui;

/// Show and request cluster updates
#[derive(Debug, clap::Parser)]
#[command(name = "upgrade", version, args_override_self = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) root: overview::Args,
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Recommend(recommend::Args),
    Why(why::Args),
    Path(path::Args),
    Status(status::Args),
    Wait(wait::Args),
    History(history::Args),
    Fleet(fleet::Args),
    Channel(channel::Args),
    Upstream(upstream::Args),
    Accept(accept::Args),
    Ack(ack::Args),
    PreChecks(pre_checks::Args),
    Start(Box<start::Args>),
    Rollback(rollback::Args),
    Pools(pools::Args),
    Explore(Box<explore::Args>),
    Controller(Box<controller::Args>),
    Graph(graph::Args),
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
    Crds(crds::Args),
    Options(options::Args),
    Man(man::Args),
    Version(version::Args),
    Help(help::Args),
}

/// Returns the formats of a command, by its words. A group of commands prints nothing itself.
fn formats(path: &[&str]) -> &'static [Format] {
    match path {
        [] => overview::FORMATS,
        ["recommend"] => recommend::FORMATS,
        ["why"] => why::FORMATS,
        ["path"] => path::FORMATS,
        ["status"] => status::FORMATS,
        ["wait"] => wait::FORMATS,
        ["history"] => history::FORMATS,
        ["fleet"] => fleet::FORMATS,
        ["channel"] => channel::FORMATS,
        ["upstream"] => upstream::FORMATS,
        ["accept"] => accept::FORMATS,
        ["ack"] => ack::FORMATS,
        ["pre-checks"] => pre_checks::FORMATS,
        ["start"] => start::FORMATS,
        ["rollback"] => rollback::FORMATS,
        ["pools", rest @ ..] => pools::formats(rest),
        ["explore"] => explore::FORMATS,
        ["controller", rest @ ..] => controller::formats(rest),
        ["graph", rest @ ..] => graph::formats(rest),
        ["lab", rest @ ..] => lab::formats(rest),
        ["completion", rest @ ..] => completion::formats(rest),
        ["schema"] => schema::FORMATS,
        ["crds"] => crds::FORMATS,
        ["options"] => options::FORMATS,
        ["man"] => man::FORMATS,
        ["version"] => version::FORMATS,
        ["help"] => help::FORMATS,
        _ => &[],
    }
}

impl Command {
    /// Returns the format of the log; only commands that run until they are stopped have others.
    fn log_format(&self) -> Option<LogFormat> {
        match self {
            Self::Controller(args) => Some(args.log_format()),
            Self::Graph(args) => args.log_format(),
            Self::Lab(args) => args.log_format(),
            _ => None,
        }
    }

    pub(crate) fn run(&self, global: &GlobalArgs, session: &mut Session) -> Result {
        match self {
            Self::Channel(args) => cli::block_on(channel::run(args, global, session)),
            Self::Upstream(args) => cli::block_on(upstream::run(args, global, session)),
            Self::History(args) => cli::block_on(history::run(args, global, session)),
            Self::Fleet(args) => cli::block_on(fleet::run(args, global, session)),
            Self::PreChecks(args) => cli::block_on(pre_checks::run(args, global, session)),
            Self::Start(args) => cli::block_on(start::run(args, global, session)),
            Self::Rollback(args) => cli::block_on(rollback::run(args, global, session)),
            Self::Pools(args) => cli::block_on(pools::run(args, global, session)),
            Self::Recommend(args) => cli::block_on(recommend::run(args, global, session)),
            Self::Status(args) => cli::block_on(status::run(args, global, session)),
            Self::Wait(args) => cli::block_on(wait::run(args, global, session)),
            Self::Accept(args) => cli::block_on(accept::run(args, global, session)),
            Self::Ack(args) => cli::block_on(ack::run(args, global, session)),
            Self::Why(args) => cli::block_on(why::run(args, global, session)),
            Self::Path(args) => cli::block_on(path::run(args, global, session)),
            Self::Explore(args) => cli::block_on(explore::run(args, global, session)),
            Self::Controller(args) => cli::block_on(controller::run(args, global, session)),
            Self::Graph(args) => graph::run(args, global, session),
            Self::Lab(args) => lab::run(args, global, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
            Self::Crds(crds::Args {}) => crds::run(session),
            Self::Options(options::Args {}) => options::run(session),
            Self::Man(args) => man::run(args, session),
            Self::Version(version::Args {}) => version::run(session),
            Self::Help(args) => help::run(args, session),
        }
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    if let Some(answer) = completion::answer(&words) {
        let mut ui = session::ui(Format::Text, cli::Color::Never);
        return ui.print(&answer).map_or(ExitStatus::Failure, |()| ExitStatus::Success).into();
    }
    let parsed = read(&words);
    let (format, color) = match &parsed {
        Ok((cli, _)) => {
            (cli.global.output.as_ref().map_or(Format::Text, OutputArg::format), cli.global.color)
        }
        Err(_) => (parse::wanted_format(&words), parse::wanted_color(&words)),
    };
    let mut ui = session::ui(format, color);
    let status = match parsed {
        Ok((cli, path)) => {
            log(&cli, &ui).start();
            let invocation = Invocation::new(parse::program(words.first()), cli.global.repeated());
            let mut session = Session { ui, invocation, environment: environment::read() };
            let checked = check_format(&cli, &path, &words);
            let ended = checked.and_then(|()| run(cli, &mut session));
            ended.unwrap_or_else(|error| session.ui.fail(&error))
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let page = help::answer(&words, ui.out.theme);
            ui.print(&page).map_or(ExitStatus::Failure, |()| ExitStatus::Success)
        }
        Err(error) => parse::explain(&error, &command(), &words, &mut ui),
    };
    status.into()
}

/// Returns the log of a command.
fn log(cli: &Cli, ui: &Ui) -> Log {
    Log {
        format: cli.command.as_ref().and_then(Command::log_format).unwrap_or_default(),
        verbosity: cli.global.verbosity(),
        quiet: ui.format.structured(),
        layout: ui.err,
        now: clock::now,
    }
}

/// Returns the whole command line.
fn command() -> clap::Command {
    let command = parse::command::<Cli>();
    let command = command.mut_arg(OUTPUT, |arg| arg.value_parser(OutputParser(formats(&[]))));
    let command = command.mut_subcommand("start", |start| {
        // `start` shares the arguments of the overview, of which these request nothing.
        let start = start.mut_arg("clear", |arg| arg.hide(true));
        start.mut_arg("include_not_recommended", |arg| arg.hide(true))
    });
    command.mut_subcommands(|below| {
        let path = below.get_name().to_owned();
        with_formats(below, &[&path])
    })
}

/// Sets the formats of `-o` for a command and its subcommands.
fn with_formats(command: clap::Command, path: &[&str]) -> clap::Command {
    let command = command.arg(output_arg(formats(path))).disable_help_subcommand(true);
    command.mut_subcommands(|below| {
        let name = below.get_name().to_owned();
        with_formats(below, &[path, &[&name]].concat())
    })
}

/// Reads the words; returns the arguments and the words that name the command.
fn read(words: &[OsString]) -> std::result::Result<(Cli, Vec<String>), clap::Error> {
    parse::parse(command(), &as_first_sketched(words), stray_flag)
}

/// `status pre-checks` is an earlier name of `pre-checks`.
fn as_first_sketched(words: &[OsString]) -> Vec<&OsString> {
    let sketched = words.len() > 2 && words[1] == "status" && words[2] == "pre-checks";
    let left_out = if sketched { 1 } else { words.len() };
    words.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, word)| word).collect()
}

/// Returns the error for a flag of the root command that comes before a subcommand.
fn stray_flag(matches: &ArgMatches) -> Option<String> {
    let (subcommand, _) = matches.subcommand()?;
    let flags = <overview::Args as clap::Args>::augment_args(clap::Command::new(""));
    let stray = flags
        .get_arguments()
        .find(|arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine));
    let flag = stray.and_then(clap::Arg::get_long)?;
    Some(format!("--{flag} cannot come before {subcommand}"))
}

fn run(cli: Cli, session: &mut Session) -> Result {
    match cli.command {
        Some(command) => command.run(&cli.global, session),
        None => cli::block_on(overview::run(cli.root, &cli.global, session)),
    }
}

/// The output format is checked before the command runs.
fn check_format(cli: &Cli, path: &[String], words: &[OsString]) -> Result<()> {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    output_arg::check(cli.global.output.as_ref(), path, formats(&names), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_formats() {
        fn check(command: &clap::Command, path: &[&str]) {
            let runs = !command.is_subcommand_required_set();
            assert_eq!(!formats(path).is_empty(), runs, "{path:?}");
            for below in command.get_subcommands() {
                check(below, &[path, &[below.get_name()]].concat());
            }
        }
        check(&command(), &[]);
    }
}
