//! The commands, exactly those of `upgrade --help`: one module each, with its arguments and what it does.

pub(crate) mod accept;
pub(crate) mod ack;
pub(crate) mod channel;
pub(crate) mod completion;
mod controller;
mod crds;
pub(crate) mod graph;
mod history;
mod lab;
pub(crate) mod overview;
mod path;
pub(crate) mod pre_checks;
pub(crate) mod recommend;
mod rollback;
mod schema;
mod start;
pub(crate) mod status;
pub(crate) mod upstream;
mod wait;
pub(crate) mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::cli::invocation::Invocation;
use crate::cli::{self, GlobalArgs, Session, environment, parse, session};
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;

const EXAMPLES: &str = "\
Examples:
  upgrade                                         What can this cluster be updated to?
  upgrade --include-not-recommended               What else is supported, and its risks?
  upgrade --to 4.6.43                             Update to a recommended release
  upgrade --to 4.7.4 --allow-not-recommended      Take the risks of one that is not recommended
  upgrade --to 4.7.4 --allow-not-recommended --accept RISK
                                                  … but no risk other than this one
  upgrade --to 4.6.43 --dry-run                   Show what would be sent
  upgrade --to 4.6.43 --wait --timeout 2h         … and wait until the control plane is updated
  upgrade -o json | jq -r '.recommended[0].version'
  upgrade recommend --version 4.6.43              What speaks against this one?
  upgrade --from must-gather/cluster-scoped-resources
                                                  Read recorded objects instead of a cluster
  upgrade --lab                                   Look around on a practice cluster

Exit codes: 0 done or nothing to do, 1 failed, 2 usage, 3 refused by a gate, 4 no such target,
5 the update failed, stalled or gave way to another (--wait), 6 timed out (--wait)";

/// Show and request updates of an OpenShift-style cluster
///
/// Reads the ClusterVersion, shows which updates are recommended and which are supported but not
/// recommended, and why. With --to it asks the cluster for an update, once every gate was passed
/// or knowingly waived.
#[derive(Debug, clap::Parser)]
#[command(name = "upgrade", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(args_override_self = true)]
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
    Channel(channel::Args),
    Upstream(upstream::Args),
    Accept(accept::Args),
    Ack(ack::Args),
    PreChecks(pre_checks::Args),
    Start(Box<start::Args>),
    Rollback(rollback::Args),
    Controller(Box<controller::Args>),
    Graph(graph::Args),
    Lab(lab::Args),
    Completion(completion::Args),
    Schema(schema::Args),
    Crds(crds::Args),
}

impl Command {
    /// Returns the formats that `-o` can ask for.
    pub(crate) fn formats(&self) -> &'static [Format] {
        match self {
            Self::Recommend(_) => recommend::FORMATS,
            Self::Why(_) => why::FORMATS,
            Self::Path(_) => path::FORMATS,
            Self::Status(_) => status::FORMATS,
            Self::Wait(_) => wait::FORMATS,
            Self::History(_) => history::FORMATS,
            Self::Channel(_) => channel::FORMATS,
            Self::Upstream(_) => upstream::FORMATS,
            Self::Accept(_) => accept::FORMATS,
            Self::Ack(_) => ack::FORMATS,
            Self::PreChecks(_) => pre_checks::FORMATS,
            Self::Start(_) => start::FORMATS,
            Self::Rollback(_) => rollback::FORMATS,
            Self::Controller(args) => args.formats(),
            Self::Graph(args) => args.formats(),
            Self::Lab(_) => lab::FORMATS,
            Self::Completion(_) => completion::FORMATS,
            Self::Schema(_) => schema::FORMATS,
            Self::Crds(_) => crds::FORMATS,
        }
    }

    /// Says why there is but one format, where that is so.
    pub(crate) fn one_format(&self) -> Option<Error> {
        match self {
            Self::Controller(args) => Some(args.one_format()),
            Self::Graph(args) => args.one_format(),
            Self::Recommend(_)
            | Self::Why(_)
            | Self::Path(_)
            | Self::Status(_)
            | Self::Wait(_)
            | Self::History(_)
            | Self::Channel(_)
            | Self::Upstream(_)
            | Self::Accept(_)
            | Self::Ack(_)
            | Self::PreChecks(_)
            | Self::Start(_)
            | Self::Rollback(_)
            | Self::Lab(_)
            | Self::Completion(_)
            | Self::Schema(_)
            | Self::Crds(_) => None,
        }
    }

    pub(crate) fn run(&self, global: &GlobalArgs, session: &mut Session) -> Result {
        match self {
            Self::Channel(args) => cli::block_on(channel::run(args, global, session)),
            Self::Upstream(args) => cli::block_on(upstream::run(args, global, session)),
            Self::History(args) => cli::block_on(history::run(args, global, session)),
            Self::PreChecks(args) => cli::block_on(pre_checks::run(args, global, session)),
            Self::Start(args) => cli::block_on(start::run(args, global, session)),
            Self::Rollback(args) => cli::block_on(rollback::run(args, global, session)),
            Self::Recommend(args) => cli::block_on(recommend::run(args, global, session)),
            Self::Status(args) => cli::block_on(status::run(args, global, session)),
            Self::Wait(args) => cli::block_on(wait::run(args, global, session)),
            Self::Accept(args) => cli::block_on(accept::run(args, global, session)),
            Self::Ack(args) => cli::block_on(ack::run(args, global, session)),
            Self::Why(args) => cli::block_on(why::run(args, global, session)),
            Self::Path(args) => cli::block_on(path::run(args, global, session)),
            Self::Controller(args) => cli::block_on(controller::run(args, global, session)),
            Self::Graph(args) => graph::run(args, global, session),
            Self::Lab(args) => lab::run(args, session),
            Self::Completion(args) => completion::run(args, session),
            Self::Schema(args) => schema::run(args, session),
            Self::Crds(crds::Args {}) => crds::run(session),
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
        Ok(cli) => (cli.global.output.unwrap_or_default(), cli.global.color),
        Err(_) => (parse::wanted_format(&words), parse::wanted_color(&words)),
    };
    let mut ui = session::ui(format, color);
    let status = match parsed {
        Ok(cli) => {
            let invocation = Invocation::new(parse::program(words.first()), cli.global.repeated());
            let mut session = Session { ui, invocation, environment: environment::read() };
            run(cli, &mut session).unwrap_or_else(|error| session.ui.fail(&error))
        }
        Err(error) => parse::explain(&error, &command(), &words, &mut ui),
    };
    status.into()
}

/// Returns the whole command line.
fn command() -> clap::Command {
    parse::command::<Cli>()
}

fn read(words: &[OsString]) -> std::result::Result<Cli, clap::Error> {
    parse::parse(&as_first_sketched(words), stray_flag)
}

/// `status pre-checks` is how plans were first asked for; it means `pre-checks`.
fn as_first_sketched(words: &[OsString]) -> Vec<&OsString> {
    let sketched = words.len() > 2 && words[1] == "status" && words[2] == "pre-checks";
    let left_out = if sketched { 1 } else { words.len() };
    words.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, word)| word).collect()
}

/// The flags of the overview are none of a subcommand.
fn stray_flag(matches: &ArgMatches) -> Option<String> {
    let (subcommand, _) = matches.subcommand()?;
    let flags = <overview::Args as clap::Args>::augment_args(clap::Command::new(""));
    let stray = flags
        .get_arguments()
        .find(|arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine));
    let flag = stray.and_then(clap::Arg::get_long)?;
    Some(format!(
        "--{flag} is for the overview and requests; it cannot be used with `{subcommand}`"
    ))
}

fn run(cli: Cli, session: &mut Session) -> Result {
    check_format(cli.command.as_ref(), session.ui.format)?;
    match cli.command {
        Some(command) => command.run(&cli.global, session),
        None => cli::block_on(overview::run(cli.root, &cli.global, session)),
    }
}

/// Nothing is done before it is known that its answer can be printed as it is asked for.
fn check_format(command: Option<&Command>, format: Format) -> Result<()> {
    if command.map_or(overview::FORMATS, Command::formats).contains(&format) {
        return Ok(());
    }
    let word = format.word();
    Err(match format {
        Format::Svg | Format::Dot | Format::Mermaid => {
            Error::usage(anyhow!("-o {word} draws a graph, and this has none"))
                .hint("`upgrade graph show` draws the update graph")
        }
        Format::Sarif | Format::Github => {
            Error::usage(anyhow!("-o {word} reports findings, and this has none"))
                .hint("`upgrade graph lint` reports what is wrong with graph-data")
        }
        Format::Markdown => Error::usage(anyhow!("-o markdown has no meaning here"))
            .hint("`upgrade graph diff` writes Markdown"),
        Format::Text
        | Format::Json
        | Format::Yaml
        | Format::Wide
        | Format::Version
        | Format::Name => command
            .and_then(Command::one_format)
            .unwrap_or_else(|| Error::usage(anyhow!("-o {word} has no meaning here"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
