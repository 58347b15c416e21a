//! `upgrade fleet`: many clusters at once, one row each.

pub(crate) mod changes_text;
mod members;
mod read;
pub(crate) mod target_view;
pub(crate) mod text;
pub(crate) mod view;
mod watch;

use anyhow::anyhow;

use crate::cli::completes::Completes;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::fleet::members::FleetMember;
use crate::commands::fleet::view::FleetReport;
use crate::connect::config::fleet::ContextSelection;
use crate::error::{Error, ExitStatus, Result};
use crate::listener;
use crate::output::Format;
use upgrade_core::fleet::FleetState;

/// Show many clusters at once, one row each
///
/// Reads all clusters at the same time, and sorts them by the attention they need.
/// A cluster that cannot be read costs only its row, within `--request-timeout`.
/// Nothing is changed: each row comes with the command to run next on its cluster.
///
/// With a version, groups the clusters by what an update to it means for each: ready,
/// blocked by a safety check, not recommended, or some updates away.
///
/// `--kubeconfigs` alone uses the current context of each file. Each `--from` is a
/// recorded cluster. `--watch` shows a live display on a terminal; in a pipe, it
/// prints a line for each change, and exits when no update is in progress.
#[derive(Debug, clap::Args)]
#[command(
    about = "Show many clusters at once",
    after_help = "\
Examples:
  upgrade fleet --all-contexts                Show all clusters
  upgrade fleet 4.6.43 --contexts 'prod-*'    Compare what an update means
  upgrade fleet --kubeconfigs 'conf/*.yaml'   Use many kubeconfig files

Exit codes: 0 ok, 1 error or a cluster could not be read, 2 usage;
--exit-code adds 5 (before 1) and 7 (after 1)"
)]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Show these contexts; patterns such as 'prod-*' match
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    #[arg(add = Completes::Context)]
    contexts: Vec<String>,
    /// Show all contexts
    #[arg(long, conflicts_with = "contexts")]
    all_contexts: bool,
    /// Read many files, such as 'clusters/*.yaml'
    #[arg(long, value_name = "GLOB")]
    #[arg(value_hint = clap::ValueHint::FilePath)]
    kubeconfigs: Vec<String>,
    /// Refresh until you quit
    #[arg(long)]
    watch: bool,
    /// Exit 5 if failing or stalled, 7 if in progress
    #[arg(long)]
    exit_code: bool,
}

/// What the flags mean.
struct FleetRequest {
    target: Option<String>,
    globs: Vec<String>,
    /// None if other flags choose one cluster, or recordings.
    selection: Option<ContextSelection>,
    watch: bool,
    exit_code: bool,
}

pub(crate) const FORMATS: &[Format] = Format::GENERAL;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let request = args.request(global, session)?;
    let members = members::choose(&request, global, session)?;
    listener::allow_many_connections();
    let report = if request.watch {
        Box::pin(watch::run(members, global, session)).await?
    } else {
        let report = read::all(&members, request.target, global, session).await;
        session.ui.warn(&report.warnings);
        session.ui.show(&report)?;
        report
    };
    Ok(exit_status(&report, request.exit_code))
}

/// A failing cluster is one, whatever could not be read; that none is failing, or updating, is known only once
/// all were read.
fn exit_status(report: &FleetReport, exit_code: bool) -> ExitStatus {
    let has = |state: FleetState| report.clusters.iter().any(|cluster| cluster.state == state);
    if exit_code && (has(FleetState::Failing) || has(FleetState::Stalled)) {
        ExitStatus::UpdateFailed
    } else if report.clusters.iter().any(|cluster| !cluster.state.is_read()) {
        ExitStatus::Failure
    } else if exit_code && has(FleetState::Updating) {
        ExitStatus::StillProgressing
    } else {
        ExitStatus::Success
    }
}

impl Args {
    fn request(&self, global: &GlobalArgs, session: &Session) -> Result<FleetRequest> {
        let Self { target, contexts, all_contexts, kubeconfigs, watch, exit_code } = self;
        let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
        let target = match target.version(&["fleet"], &session.invocation) {
            // An unquoted pattern becomes several words.
            Err(error) if !kubeconfigs.is_empty() => {
                return Err(error.hint("put the pattern of --kubeconfigs in quotes"));
            }
            target => target?,
        };
        let names: Vec<String> = contexts.iter().map(|name| name.trim().to_owned()).collect();
        if names.iter().any(String::is_empty) {
            return wrong("--contexts: a name is empty");
        }
        if *watch && target.is_some() {
            return wrong("--watch cannot be used with a version");
        }
        if *watch && !global.from.is_empty() {
            return wrong("--from reads recorded files: nothing to watch");
        }
        if *watch && session.ui.format == Format::Name {
            return wrong("--watch cannot be used with -o name");
        }
        let chosen = match (names.is_empty(), all_contexts, kubeconfigs.is_empty()) {
            (false, ..) => Some(ContextSelection::Matching(names)),
            (true, true, _) => Some(ContextSelection::All),
            (true, false, false) => Some(ContextSelection::Current),
            (true, false, true) => None,
        };
        let connection = global.connection();
        let others = global.lab.is_some() || !global.from.is_empty();
        let one = others || connection.context.is_some() || connection.server.is_some();
        match (&chosen, one) {
            (None, false) => return Err(nothing_chosen(session)),
            (Some(_), true) => {
                return wrong(
                    "--contexts, --all-contexts and --kubeconfigs cannot be used with --context, --server, \
                     --from or --lab",
                );
            }
            (Some(_), false) => members::refuse_shared_credentials(&connection)?,
            (None, true) => {}
        }
        if connection.kubeconfig.is_some() && !kubeconfigs.is_empty() {
            return wrong("--kubeconfig and --kubeconfigs are mutually exclusive");
        }
        Ok(FleetRequest {
            target,
            globs: kubeconfigs.clone(),
            selection: chosen,
            watch: *watch,
            exit_code: *exit_code,
        })
    }
}

/// Reading every cluster of a kubeconfig runs every credential plugin in it, so it is not the default.
fn nothing_chosen(session: &Session) -> Error {
    let all = session.invocation.command(["fleet", "--all-contexts"]);
    let some = session.invocation.command(["fleet", "--contexts", "prod-*"]);
    Error::usage(anyhow!("fleet requires --contexts, --all-contexts or --kubeconfigs"))
        .hint_run("to show all clusters of the kubeconfig", all)
        .hint_run("to show some of them", some)
        .hint_run("to list contexts", "kubectl config get-contexts -o name")
}
