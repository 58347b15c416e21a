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
    let survey = survey::survey(&args.graph, survey::Scope::Followed, (global, session)).await?;
    let risks: Vec<_> = survey.atlas.risks.iter().collect();
    let _facts = survey::facts(&args.facts, &survey, &risks, (global, session)).await?;
    Ok(ExitStatus::Success)
}
