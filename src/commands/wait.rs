//! `upgrade wait`: block until the update is done.

use crate::actions::{open, wait};
use crate::cli::values::GoalArg;
use crate::cli::write_args::WaitOptions;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::error::Result;
use crate::output::Format;

/// Block until the update that was asked for, or is under way, is done
///
/// Watches the ClusterVersion, the cluster operators and the machine config pools, through outages
/// of the API server. What is waited for is fixed at the start: spec.desiredUpdate, else
/// status.desired. Ctrl-C ends the waiting; the update goes on.
#[derive(Debug, clap::Args)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  upgrade wait                                  Until the control plane is updated
  upgrade wait --for workers --timeout 3h       Until every machine is, for three hours at most
  upgrade --to 4.6.43 --wait                    Ask for an update and wait for it
  upgrade wait -o json | jq -r .waitingFor      One line of JSON whenever something changes

Exit codes: 0 done, 1 failed, 2 usage, 5 the update failed, stalled or gave way to another,
6 timed out"
)]
pub(crate) struct Args {
    /// How far the update must have come
    #[arg(long = "for", value_name = "GOAL", default_value = "completed")]
    goal: GoalArg,
    /// Give up after this time, such as 90m or 3h; 0 waits for ever, which is the default
    #[arg(long, value_name = "TIME")]
    timeout: Option<Timeout>,
    /// Give up when the update is refused or failing for this time; 0 never does
    /// [default: 10m]
    #[arg(long, value_name = "TIME")]
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
