//! `upgrade start`: a request as its own command.

use super::overview;
use crate::cli::completes::Completes;
use crate::cli::{GlobalArgs, Session};
use crate::error::Result;
use crate::output::Format;

/// Request an update (same as --to and related flags)
///
/// If the target has an UpdatePlan, the request is refused while the plan has
/// insights that must be accepted and are not. See `upgrade help pre-checks`.
/// Overrides skip one safety check each. See `upgrade help overrides`.
#[derive(Debug, clap::Args)]
#[group(id = "start")]
#[command(after_help = "\
Examples:
  upgrade start 4.6.43 --wait             Update and wait for the control plane
  upgrade start --to-latest --dry-run     Print the patch for the newest update
  upgrade start 4.6.43 --pre-checks       Run pre-checks before the request

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no such version;
--wait adds 5 update failed, 6 timed out")]
pub(crate) struct Args {
    /// Target version (--to and --version mean the same)
    #[arg(value_name = "VERSION", add = Completes::RequestedVersion)]
    target: Option<String>,
    #[arg(long, value_name = "VERSION", id = "target_version", hide = true)]
    version: Option<String>,
    #[command(flatten)]
    request: overview::Args,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let Args { target, version, request } = args;
    let targets = [target.as_deref(), version.as_deref()];
    overview::start(request.clone(), targets, global, session).await
}
