//! `upgrade history`: what ran when.

pub(crate) mod text;
pub(crate) mod view;

use crate::actions::open;
use crate::cli::{GlobalArgs, Session};
use crate::commands::history::view::UpdateHistory;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{ExitStatus, Result};
use crate::output::Format;

/// Show what ran when, for how long, verified or not, and which risks were accepted
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade history
  upgrade history --limit 3 -o wide
  upgrade history -o json | jq '.history[] | select(.acceptedRisks)'")]
pub(crate) struct Args {
    /// Show no more than this many, newest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = open::source(global, session)
        .await?
        .snapshot(&SnapshotParts::CLUSTER_VERSION)
        .await?
        .cluster;
    let view = UpdateHistory::new(&cluster, args.limit.map(|limit| limit as usize));
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}
