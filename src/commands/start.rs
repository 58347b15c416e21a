//! `upgrade start`: a request by the word that update plans have for it.

use super::overview;
use crate::cli::{GlobalArgs, Session};
use crate::error::Result;
use crate::output::Format;

/// Request an update of the control plane; the same as the flags without `start`
///
/// Where the target has a plan, the update does not begin while the plan has insights that must be
/// accepted and are not: see `upgrade pre-checks`.
#[derive(Debug, clap::Args)]
#[group(id = "start")]
#[command(after_help = "\
Examples:
  upgrade pre-checks --version 4.6.43       What would speak against it?
  upgrade start --to 4.6.43                 Request it, if all of that is accepted
  upgrade start --to 4.6.43 --pre-checks    Look again first, plan or not
  upgrade start --to-latest --wait

Exit codes: 0 done or nothing to do, 1 failed, 2 usage, 3 refused, 4 no such target, 5 and 6 as those
of wait")]
pub(crate) struct Args {
    #[command(flatten)]
    request: overview::Args,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    overview::start(args.request.clone(), global, session).await
}
