//! `upgrade status`: progress, health and time remaining.

pub(crate) mod event_view;
pub(crate) mod health_text;
mod informer_update;
pub(crate) mod insight_view;
pub(crate) mod pool_view;
pub(crate) mod reported_view;
pub(crate) mod text;
pub(crate) mod view;
mod wait_for_informers;
mod watch;
pub(crate) mod watch_text;

use anyhow::anyhow;
use clap::ValueEnum;

use crate::actions::open;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::commands::status::view::{StatusDetail, UpdateStatusReport};
use crate::connect::Source;
use crate::connect::informers::Deadline;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::pre_checks::BUDGET;
use upgrade_core::selector::Selector;
use upgrade_core::snapshot::Snapshot;
use upgrade_core::status::{self, NoSuchNode, NodeFilter, StatusReport, StatusVerdict};

/// Show update progress, health and time remaining
///
/// Reads the ClusterVersion, the UpdateStatus, operators, pools, nodes and alerts.
/// If one of them cannot be read, the rest is shown. Times are UTC.
///
/// `--watch` shows a live display on a terminal, until you press q or Ctrl-C. In a
/// pipe, it prints a line for each change, and exits when no update is in progress.
///
/// If an update status controller runs, insights of informers are shown with the
/// name of the informer.
#[derive(Debug, clap::Args)]
#[command(
    about = "Show progress, health and time remaining",
    after_help = "\
Examples:
  upgrade status                    Summarize the update
  upgrade status --details=nodes    List all nodes and blocked drains
  upgrade status --watch            Follow the update

Exit codes: 0 ok, 1 error, 2 usage, 4 no such node; --exit-code adds 5, 7"
)]
pub(crate) struct Args {
    /// none, nodes, operators, health or all
    #[arg(long, value_name = "LEVEL", default_value = "none", hide_default_value = true, num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    details: DetailsArg,
    /// Show only these nodes
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    node: Vec<String>,
    /// Show only nodes with these labels
    #[arg(short = 'l', long, value_name = "LABELS", value_parser = Selector::parse)]
    selector: Option<Selector>,
    /// Wait for busy informers [default: 2m]
    #[arg(long, value_name = "DURATION", num_args = 0..=1, require_equals = true, default_missing_value = "2m")]
    wait: Option<Timeout>,
    /// Update informers first, and wait for them
    #[arg(long)]
    informer_update: bool,
    /// Refresh until you quit
    #[arg(long)]
    watch: bool,
    /// Exit 5 if failing or stalled, 7 if in progress
    #[arg(long)]
    exit_code: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetailsArg {
    None,
    All,
    /// All nodes, and pods that block a drain
    Nodes,
    /// All insights with description, resources and link
    Health,
    /// Operators that are updating
    Operators,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let manner = args.manner(global)?;
    if args.watch {
        let ended = Box::pin(watch::run(manner, global, session)).await?;
        return Ok(match ended {
            watch::WatchEnd::Unread => ExitStatus::Failure, // no one would receive the rest
            watch::WatchEnd::Seen(verdict) if args.exit_code => exit_status(verdict),
            watch::WatchEnd::Seen(_) => ExitStatus::Success,
        });
    }
    let source = open::source(global, session).await?;
    let waited = args.wait(&source, session).await?;
    let mut snapshot = source.snapshot(&SnapshotParts::STATUS_WITH_STEPS).await?;
    snapshot.notes.extend(waited);
    manner.check(&snapshot)?;
    let report = manner.report(&snapshot);
    let view = UpdateStatusReport::new(&snapshot, &report, manner.details);
    let view = view.with_commands(&session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.note(&view.notes);
    session.ui.show(&view)?;
    Ok(if args.exit_code { exit_status(report.verdict()) } else { ExitStatus::Success })
}

/// Which parts of a snapshot are shown, and in how much detail.
#[derive(Debug, Clone)]
struct DisplayOptions {
    details: StatusDetail,
    /// None for all nodes.
    choice: Option<NodeFilter>,
}

impl DisplayOptions {
    /// Checks that the named nodes exist.
    fn check(&self, snapshot: &Snapshot) -> Result<()> {
        let Some(choice) = &self.choice else { return Ok(()) };
        choice.check(snapshot).map_err(|unmet| match unmet {
            NoSuchNode::Unread => {
                let error = anyhow!("cannot show nodes: no nodes could be read");
                snapshot.notes.iter().cloned().fold(Error::new("Failed", error), Error::hint)
            }
            NoSuchNode::Unknown { name, nearest } => {
                let error = Error::no_target(anyhow!("no node {name:?} in the cluster"));
                match nearest.as_slice() {
                    [] => error,
                    near => error.hint(format!("similar names: {}", near.join(", "))),
                }
            }
        })
    }

    fn report(&self, snapshot: &Snapshot) -> StatusReport {
        let report = status::assess(snapshot);
        match &self.choice {
            None => report,
            Some(choice) => report.narrowed(choice, snapshot),
        }
    }

    fn view(&self, snapshot: &Snapshot) -> UpdateStatusReport {
        UpdateStatusReport::new(snapshot, &self.report(snapshot), self.details)
    }
}

fn exit_status(verdict: StatusVerdict) -> ExitStatus {
    match verdict {
        StatusVerdict::AtRest => ExitStatus::Success,
        StatusVerdict::Stuck => ExitStatus::UpdateFailed,
        StatusVerdict::Progressing => ExitStatus::StillProgressing,
    }
}

impl Args {
    /// Waits for informers, if requested, and returns notes on them.
    async fn wait(&self, source: &Source, session: &mut Session) -> Result<Vec<String>> {
        if self.wait.is_none() && !self.informer_update {
            return Ok(Vec::new());
        }
        let deadline = Deadline::new(self.wait.map_or(Some(BUDGET), |Timeout(budget)| budget));
        let mut notes = Vec::new();
        if self.informer_update {
            notes.extend(informer_update::request(source, deadline, session).await?);
            session.ui.record_change("the update of informers was requested");
        }
        notes.extend(wait_for_informers::wait(source, deadline, session).await);
        Ok(notes)
    }

    fn manner(&self, global: &GlobalArgs) -> Result<DisplayOptions> {
        let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
        if self.wait.is_some() && self.watch {
            return wrong("--wait and --watch are mutually exclusive");
        }
        if self.informer_update && self.watch {
            return wrong("--informer-update and --watch are mutually exclusive");
        }
        if (self.wait.is_some() || self.informer_update) && !global.from.is_empty() {
            return wrong("--wait cannot be used with --from");
        }
        if self.node.iter().any(|name| name.trim().is_empty()) {
            return wrong("--node: a name is empty");
        }
        let named = self.node.iter().map(|name| name.trim().to_owned());
        let choice = NodeFilter { names: named.collect(), selector: self.selector.clone() };
        let choice = Some(choice).filter(|choice| *choice != NodeFilter::default());
        let all = self.details == DetailsArg::All || choice.is_some();
        Ok(DisplayOptions {
            details: StatusDetail {
                nodes: all || self.details == DetailsArg::Nodes,
                health: all || self.details == DetailsArg::Health,
                operators: matches!(self.details, DetailsArg::All | DetailsArg::Operators),
            },
            choice,
        })
    }
}
