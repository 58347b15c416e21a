//! `upgrade rollback`: back to the release before, through gates of its own.

use std::collections::BTreeSet;

use crate::actions::request;
use crate::cli::write_args::{WaitArgs, WriteArgs};
use crate::cli::{GlobalArgs, Session};
use crate::error::Result;
use crate::output::Format;
use upgrade_core::gates::{RiskAcceptance, Waiver, Waivers};
use upgrade_core::request::decide::{Request, RequestTarget};

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
    /// Go on although the cluster is invalid or asked for something else
    #[arg(long)]
    allow_upgrade_with_warnings: bool,
    #[command(flatten)]
    waiting: WaitArgs,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let given: BTreeSet<Waiver> =
        args.allow_upgrade_with_warnings.then_some(Waiver::Warnings).into_iter().collect();
    let waivers = Waivers { not_recommended: RiskAcceptance::Nothing, given };
    let request = Request { target: RequestTarget::Previous, waivers };
    let options = args.waiting.beside(args.write.options())?;
    request::run(&request, options, global, session).await
}
