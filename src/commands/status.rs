//! `upgrade status`: is it moving, is it well, how long still.

mod watch;

use clap::ValueEnum;

use super::open;
use crate::cli::{GlobalArgs, Session};
use crate::domain::status::{self, Scene, Verdict};
use crate::error::{ExitStatus, Result};
use crate::source::scene::Wish;
use crate::view::status_report::{Details, UpdateStatusReport};

/// Show how far an update is, whether it is well, and how long it may still take
///
/// Reads the ClusterVersion first, and the operators, pools, nodes and alerts only where something
/// moves or is amiss. What may not be read costs that part only. With --watch it stays: at a terminal
/// as a display until `q` or Ctrl-C, elsewhere as a line for every change until nothing updates any
/// more. Times are UTC.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade status
  upgrade status --details=all
  upgrade status --details=nodes          Also which pods hold a drain, and by which budget
  upgrade status --watch                  Stay, and see what happens
  upgrade status --watch -o json          A line of JSON for every change
  upgrade status --exit-code || echo busy
  upgrade status -o json | jq '.controlPlane.completion'

Exit codes: 0 done, 1 failed, 2 usage; with --exit-code also 5 failing or stalled, 7 still progressing")]
pub(crate) struct Args {
    /// Show more of it
    #[arg(long, value_name = "WHAT", default_value = "none", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    details: DetailsArg,
    /// Stay, and show what changes
    #[arg(long)]
    watch: bool,
    /// End with 5 where the update fails or is stalled, with 7 where it is under way
    #[arg(long)]
    exit_code: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetailsArg {
    None,
    All,
    /// Every node, and what holds its drain
    Nodes,
    /// Every insight with description, resources and link
    Health,
    /// The operators that are being updated
    Operators,
}

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let details = args.details();
    if args.watch {
        let ended = Box::pin(watch::run(details, global, session)).await?;
        return Ok(match ended {
            watch::Ended::Unread => ExitStatus::Failure, // nobody would hear the rest
            watch::Ended::Seen(verdict) if args.exit_code => exit_status(verdict),
            watch::Ended::Seen(_) => ExitStatus::Success,
        });
    }
    let source = open::source(global, session).await?;
    let scene = source.scene(Wish { holds: details.nodes, whole: false }).await?;
    let report = status::assess(&scene);
    let view = UpdateStatusReport::of(&scene, &report, details);
    session.ui.warn(&view.warnings);
    session.ui.note(&view.notes);
    session.ui.show(&view)?;
    Ok(if args.exit_code { exit_status(report.verdict()) } else { ExitStatus::Success })
}

fn seen(scene: &Scene, details: Details) -> UpdateStatusReport {
    UpdateStatusReport::of(scene, &status::assess(scene), details)
}

fn exit_status(verdict: Verdict) -> ExitStatus {
    match verdict {
        Verdict::AtRest => ExitStatus::Success,
        Verdict::Stuck => ExitStatus::UpdateFailed,
        Verdict::Progressing => ExitStatus::StillProgressing,
    }
}

impl Args {
    fn details(&self) -> Details {
        let all = self.details == DetailsArg::All;
        Details {
            nodes: all || self.details == DetailsArg::Nodes,
            health: all || self.details == DetailsArg::Health,
            operators: all || self.details == DetailsArg::Operators,
        }
    }
}
