//! In the making.

use crate::cli::{GlobalArgs, Session};
use crate::commands::survey::{self, FactArgs, GraphArgs};
use crate::error::{ExitStatus, Result};

/// In the making
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    facts: FactArgs,
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let context = (global, &*session);
    let (here, survey) = survey::survey(&args.graph, survey::Scope::Followed, context).await?;
    let _facts = survey::facts(&args.facts, &here, &survey.atlas.risks, context).await?;
    Ok(ExitStatus::Success)
}
