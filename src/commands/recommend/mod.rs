//! `upgrade recommend`: recommends an update and shows known issues.

pub(crate) mod alerts;
pub(crate) mod text;
pub(crate) mod view;

use std::collections::BTreeSet;

use anyhow::anyhow;

use crate::actions::open;
use crate::cli::invocation::Invocation;
use crate::cli::target_args::TargetArgs;
use crate::cli::{GlobalArgs, Session};
use crate::commands::recommend::view::{Recommendation as View, Show};
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use crate::output::text::line;
use upgrade_core::recommend::Recommendation;
use upgrade_graph::suggest;
use upgrade_graph::version::Version;

/// Recommend an update and show known issues
///
/// Groups updates by minor version, newest first. Issues that affect every update
/// come first: a failing or updating cluster, stale updates, and alerts.
///
/// `--accept` applies to this run and stores nothing. `ConditionalUpdateRisk`
/// matches every risk of an update. Risks and alerts in
/// `spec.desiredUpdate.acceptRisks` are accepted, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade recommend                             Show the newest updates
  upgrade recommend --show-outdated-releases    List all updates
  upgrade recommend 4.6.43                      Show one in detail

Exit codes: 0 ok, 1 error, 2 usage; with a version, 3 issues not accepted,
4 no such version")]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Show all releases, not only the newest of each minor
    #[arg(long)]
    show_outdated_releases: bool,
    /// Treat these issues as accepted, for this run
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    accept: Vec<String>,
    /// Print only the names of issues that are not accepted
    #[arg(long)]
    quiet: bool,
    /// Use a temporary token issued by the cluster (10 minutes)
    #[arg(long)]
    monitoring_token: bool,
}

/// What the flags mean.
struct RecommendRequest {
    show: Show,
    accept: BTreeSet<String>,
    quiet: bool,
    parts: SnapshotParts,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let RecommendRequest { show, accept, quiet, parts } =
        args.request(global, &session.invocation)?;
    let snapshot = open::source(global, session).await?.snapshot(&parts).await?;
    let recommendation = Recommendation::new(&snapshot, &accept);
    let view = View::new(&snapshot, &recommendation, &show, &session.invocation);
    if quiet {
        let names = view.unaccepted.iter().flatten();
        session.ui.print(&names.map(|name| line(name).into_owned() + "\n").collect::<String>())?;
    } else if view.is_found() || !session.ui.format.structured() {
        session.ui.warn(&view.warnings);
        session.ui.show(&view)?;
    }
    let told = quiet || session.ui.format.structured();
    match show {
        Show::Target(version) => end(&version, &recommendation, &view, told),
        Show::Newest | Show::All => Ok(ExitStatus::Success),
    }
}

/// Returns the exit code: the verdict on one version.
fn end(version: &str, known: &Recommendation, view: &View, told: bool) -> Result {
    let Some(unaccepted) = &view.unaccepted else {
        return Err(missing(version, known, view));
    };
    if unaccepted.is_empty() {
        return Ok(ExitStatus::Success);
    }
    if told {
        return Ok(ExitStatus::Refused);
    }
    let names = unaccepted.join(", ");
    let error =
        Error::refused(anyhow!("issues of the update to {version} are not accepted: {names}"));
    Err(view.reading.hints.iter().cloned().fold(error, Error::hint))
}

fn missing(version: &str, known: &Recommendation, view: &View) -> Error {
    if let Some(cause) = &view.reading.nothing_because {
        return Error::no_target(anyhow!("no update to {version} is available: {cause}"));
    }
    let listed = known.targets().map(|target| &target.release.version);
    let near = suggest::versions(&Version::new(version), listed);
    let near: Vec<&str> = near.iter().map(|near| near.text()).collect();
    let error = Error::no_target(anyhow!("no update to {version} is available on this cluster"));
    if near.is_empty() {
        return error;
    }
    error.hint(format!("similar versions: {}", near.join(", ")))
}

impl Args {
    fn request(&self, global: &GlobalArgs, invocation: &Invocation) -> Result<RecommendRequest> {
        let Self { target, show_outdated_releases, accept, quiet, monitoring_token } = self;
        let version = target.version(&["recommend"], invocation)?;
        let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
        let show = match (version, show_outdated_releases) {
            (Some(_), true) => {
                return wrong("--show-outdated-releases cannot be used with a version");
            }
            (Some(version), false) => Show::Target(version),
            (None, _) if *quiet => return wrong("--quiet requires a version"),
            (None, true) => Show::All,
            (None, false) => Show::Newest,
        };
        if *quiet && global.output.is_some() {
            return wrong("--quiet and -o are mutually exclusive");
        }
        if *monitoring_token && !global.from.is_empty() {
            return wrong("--monitoring-token cannot be used with --from");
        }
        let names = accept.iter().map(|name| name.trim().to_owned());
        Ok(RecommendRequest {
            show,
            accept: names.filter(|name| !name.is_empty()).collect(),
            quiet: *quiet,
            parts: SnapshotParts::RECOMMEND.with_token(*monitoring_token),
        })
    }
}
