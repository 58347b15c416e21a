//! `upgrade history`: past updates.

pub(crate) mod text;
pub(crate) mod view;

use crate::actions::open;
use crate::cli::{GlobalArgs, Session};
use crate::commands::history::view::UpdateHistory;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{ExitStatus, Result};
use crate::output::Format;

/// Show past updates
///
/// Lists when each update started and ended, how long it took, whether the release
/// was verified, and which risks were accepted for it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade history                      Show past updates
  upgrade history --limit 3 -o wide    Show images of the 3 newest

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {
    /// Show only the N newest updates
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
