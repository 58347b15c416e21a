//! `upgrade rollback`: back to the release before, through gates of its own.

use std::collections::BTreeSet;

use super::request::{self};
use super::wait::{GoalArg, Wish};
use super::writing::WriteArgs;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::domain::gate::{Acceptance, Waiver, Waivers};
use crate::domain::plan::{Request, Target};
use crate::error::Result;

/// Go back to the release before, within the minor version
///
/// The target is the entry of the history before that of the current release, and no other: it must
/// have completed, be of the same minor version, and nothing may be under way.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade history                What ran before?
  upgrade rollback --dry-run     What would be sent?
  upgrade rollback --wait        Go back, and wait until the cluster has

Exit codes: 0 done or nothing to do, 1 failed, 2 usage, 3 refused, 4 there is no release before,
5 and 6 as those of wait")]
pub(crate) struct Args {
    #[command(flatten)]
    write: WriteArgs,
    /// Go on although the cluster is invalid, asked for something else, or has not looked yet
    #[arg(long)]
    allow_upgrade_with_warnings: bool,
    /// Wait until the cluster is back
    #[arg(
        long, value_name = "GOAL", num_args = 0..=1, require_equals = true,
        default_missing_value = "completed", conflicts_with = "dry_run"
    )]
    wait: Option<GoalArg>,
    /// With --wait: give up after this time
    #[arg(long, value_name = "TIME", requires = "wait")]
    timeout: Option<Timeout>,
    /// With --wait: give up when it is refused or failing for this time [default: 10m]
    #[arg(long, value_name = "TIME", requires = "wait")]
    stall: Option<Timeout>,
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let given: BTreeSet<Waiver> =
        args.allow_upgrade_with_warnings.then_some(Waiver::Warnings).into_iter().collect();
    let waivers = Waivers { not_recommended: Acceptance::Nothing, given };
    let request = Request { target: Target::Previous, waivers };
    let wish = args.wait.map(|goal| Wish::new(goal, args.timeout, args.stall));
    let options = args.write.options(wish);
    request::run(&request, options, global, session).await
}
