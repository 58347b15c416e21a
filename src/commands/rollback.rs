//! `upgrade rollback`: rolls back to the previous release, with safety checks of its own.

use std::collections::BTreeSet;

use crate::actions::request;
use crate::cli::write_args::{WaitArgs, WriteArgs};
use crate::cli::{GlobalArgs, Session};
use crate::error::Result;
use crate::output::Format;
use upgrade_core::gates::{RiskAcceptance, Waiver, Waivers};
use upgrade_core::request::decide::{Request, RequestTarget};

/// Roll back to the previous release
///
/// The target is the previous release in the history. It must have completed and
/// have the same minor version, and no update may be in progress.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade rollback --dry-run    Print the patch without sending it
  upgrade rollback --wait       Roll back and wait for the control plane

Exit codes: 0 ok, 1 error, 2 usage, 3 refused, 4 no previous release;
--wait adds 5 rollback failed, 6 timed out")]
pub(crate) struct Args {
    #[command(flatten)]
    write: WriteArgs,
    /// Allow if the cluster is invalid or has another request
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
