//! The command line: what can be typed, what it means, and the way in and out.

mod connection;
pub(crate) mod graph_args;
pub(crate) mod invocation;
mod parse;
pub(crate) mod signals;
pub(crate) mod values;
pub(crate) mod write_args;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Parser, ValueEnum};

use crate::cli::invocation::Invocation;
use crate::commands::{Command, overview};
use crate::connect::config::kubeconfig::{Connection, Environment, Proxies};
use crate::error::{Error, Result};
use crate::output::theme::Theme;
use crate::output::ui::Ui;
use crate::output::{Format, Layout};

use connection::{ConnectionArgs, LIVE};

pub(crate) use parse::command;
pub(crate) use values::Timeout;

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
#[derive(Debug, Parser)]
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

#[derive(Debug, Clone, Args)]
pub(crate) struct GlobalArgs {
    /// Print for programs, or for people with more detail
    #[arg(short, long, global = true, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) output: Option<Format>,
    /// When to use color
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(crate) color: Color,

    /// Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)
    #[arg(long, global = true, value_name = "PATH", help_heading = "Source", conflicts_with_all = LIVE)]
    pub(crate) from: Vec<PathBuf>,
    /// Run on a fresh practice cluster; `upgrade lab list` names the scenarios
    #[arg(
        long, global = true, value_name = "SCENARIO", num_args = 0..=1, require_equals = true,
        default_missing_value = upgrade_lab::DEFAULT, help_heading = "Source",
        conflicts_with_all = LIVE, conflicts_with = "from"
    )]
    pub(crate) lab: Option<String>,

    #[command(flatten)]
    connection: ConnectionArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// What a command works with beside its own arguments.
pub(crate) struct Session {
    pub(crate) ui: Ui,
    pub(crate) invocation: Invocation,
    pub(crate) environment: Environment,
}

/// Runs the program.
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let parsed = parse::parse(&words);
    let (format, color) = match &parsed {
        Ok(cli) => (cli.global.output.unwrap_or_default(), cli.global.color),
        Err(_) => (parse::wanted_format(&words), parse::wanted_color(&words)),
    };
    let mut ui = ui(format, color);
    let status = match parsed {
        Ok(cli) => {
            let invocation = Invocation::new(parse::program(words.first()), cli.global.repeated());
            let mut session = Session { ui, invocation, environment: environment() };
            run(cli, &mut session).unwrap_or_else(|error| session.ui.fail(&error))
        }
        Err(error) => parse::explain(&error, &words, &mut ui),
    };
    status.into()
}

fn run(cli: Cli, session: &mut Session) -> Result {
    check_format(cli.command.as_ref(), session.ui.format)?;
    match cli.command {
        Some(command) => command.run(&cli.global, session),
        None => block_on(overview::run(cli.root, &cli.global, session)),
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

/// Runs what talks to a cluster.
pub(crate) fn block_on(command: impl Future<Output = Result>) -> Result {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::new("Failed", error))?;
    let ended = runtime.block_on(command);
    runtime.shutdown_background(); // a name that is still being looked up is nobody's business now
    ended
}

impl GlobalArgs {
    pub(crate) fn connection(&self) -> Connection {
        self.connection.given()
    }

    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.connection.request_timeout.0
    }

    /// Returns whether a source was named, and not left to the kubeconfig.
    pub(crate) fn names_a_source(&self) -> bool {
        !self.repeated().is_empty()
    }

    pub(crate) fn verbose(&self) -> bool {
        self.connection.verbosity > 0
    }

    /// Returns the flags that chose the source, for commands in hints.
    fn repeated(&self) -> Vec<String> {
        let mut flags = self.connection.repeated();
        for from in &self.from {
            flags.extend(["--from".to_owned(), from.display().to_string()]);
        }
        flags.extend(self.lab.as_ref().map(|scenario| match scenario.as_str() {
            upgrade_lab::DEFAULT => "--lab".to_owned(),
            other => format!("--lab={other}"),
        }));
        flags
    }
}

#[expect(clippy::disallowed_methods, reason = "the environment is read here and handed on")]
fn environment() -> Environment {
    let text = |names: [&str; 2]| {
        names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    };
    let service = ["KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT"];
    Environment {
        kubeconfig: std::env::var_os("KUBECONFIG"),
        home: std::env::home_dir(),
        state: state_folder(),
        in_cluster: service.iter().all(|name| text([name, name]).is_some())
            && Path::new(SERVICE_ACCOUNT_TOKEN).exists(),
        proxies: Proxies {
            https: text(["HTTPS_PROXY", "https_proxy"]),
            http: text(["HTTP_PROXY", "http_proxy"]),
            no: text(["NO_PROXY", "no_proxy"]),
        },
    }
}

/// A relative path counts as none, as the rules of these folders say.
#[expect(clippy::disallowed_methods, reason = "the environment is read here and handed on")]
fn state_folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".local").join("state"));
    named.filter(|path| path.is_absolute()).or_else(usual)
}

const SERVICE_ACCOUNT_TOKEN: &str = "/var/run/secrets/kubernetes.io/serviceaccount/token";

fn ui(format: Format, color: Color) -> Ui {
    let layout = |terminal: bool, colored: bool| Layout {
        width: terminal.then(columns),
        theme: Theme {
            color: match color {
                Color::Auto => colored,
                Color::Always => true,
                Color::Never => false,
            },
        },
        wide: format == Format::Wide,
    };
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let colored = |choice: anstream::ColorChoice| choice != anstream::ColorChoice::Never;
    let out = layout(stdout.is_terminal(), colored(anstream::AutoStream::choice(&stdout)));
    Ui {
        out,
        err: layout(stderr.is_terminal(), colored(anstream::AutoStream::choice(&stderr))),
        interactive: io::stdin().is_terminal() && stderr.is_terminal(),
        canvas: Some(out).filter(|_| stdout.is_terminal() && can_draw()),
        stdin: Box::new(io::BufReader::new(io::stdin())),
        stdout: Box::new(stdout),
        stderr: Box::new(stderr),
        format,
        stream: false,
        unread: false,
    }
}

#[expect(clippy::disallowed_methods, reason = "the environment is read here and handed on")]
fn can_draw() -> bool {
    std::env::var_os("TERM").is_some_and(|name| !name.is_empty() && name != "dumb")
}

fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(terminal_size::Width(columns), _)| columns.into())
}
