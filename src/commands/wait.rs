//! `upgrade wait`: waits for an update to complete.

use crate::actions::{open, wait};
use crate::cli::values::GoalArg;
use crate::cli::write_args::WaitOptions;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::error::Result;
use crate::output::Format;

/// Wait for an update to complete
///
/// Waits for the requested update, or else for the update in progress. The target
/// is fixed at the start. Continues through outages of the API server. Ctrl-C stops
/// the wait. The update continues.
#[derive(Debug, clap::Args)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  upgrade wait                               Wait for the control plane
  upgrade wait --for workers --timeout 3h    Wait for all nodes, up to 3 hours
  upgrade wait -o json                       Print a line of JSON per change

Exit codes: 0 ok, 1 error, 2 usage, 5 update failed, stalled or replaced,
6 timed out"
)]
pub(crate) struct Args {
    /// accepted, completed (control plane) or workers (all nodes)
    #[arg(long = "for", value_name = "GOAL", default_value = "completed")]
    goal: GoalArg,
    /// Stop waiting after DURATION [default: no limit]
    #[arg(long, value_name = "DURATION")]
    timeout: Option<Timeout>,
    /// Stop waiting if rejected or failing for DURATION [default: 10m]
    #[arg(long, value_name = "DURATION")]
    stall: Option<Timeout>,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    wait::refuse_files(global)?;
    session.ui.stream = true;
    let source = open::open_for_wait(global, session).await?;
    let options = WaitOptions::new(args.goal, args.timeout, args.stall);
    wait::watch(source, None, options, global, session).await
}
