//! `upgrade status`: is it moving, is it well, how long still.

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

/// Show how far an update is, whether it is well, and how long it may still take
///
/// Reads the ClusterVersion and the UpdateStatus, then the operators, pools, nodes and alerts. What may
/// not be read costs that part only. With --watch it stays: at a terminal as a display until `q` or Ctrl-C, elsewhere as a line for every change until
/// nothing updates any more. Times are UTC.
///
/// Where an update status controller keeps the UpdateStatus `cluster`, what informers say of the
/// update is among the insights, each with the name of its informer. When they expect something to be
/// over, nothing is estimated to end earlier. What they mark as not resolved is shown after the
/// update, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade status
  upgrade status --details=all
  upgrade status --details=nodes          Every node, and all pods that hold a drain
  upgrade status --node worker-0,worker-1 These nodes, and what concerns them
  upgrade status -l node-role.kubernetes.io/infra
                                          The nodes with this label
  upgrade status --wait                   … once informers that are updating are back
  upgrade status --informer-update        … once informers have looked for updates of themselves
  upgrade status --watch                  Stay, and see what happens
  upgrade status --watch -o json          A line of JSON for every change
  upgrade status --exit-code || echo busy
  upgrade status -o json | jq '.controlPlane.completion'

Exit codes: 0 done, 1 failed, 2 usage, 4 there is no such node; with --exit-code also 5 failing or stalled, 7 still progressing")]
pub(crate) struct Args {
    /// Show more of it
    #[arg(long, value_name = "WHAT", default_value = "none", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    details: DetailsArg,
    /// Describe these nodes, and what concerns them
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    node: Vec<String>,
    /// Describe the nodes with these labels, and what concerns them, such as
    /// node-role.kubernetes.io/infra or zone in (a,b)
    #[arg(short = 'l', long, value_name = "LABELS", value_parser = Selector::parse)]
    selector: Option<Selector>,
    /// Wait for informers that are updating, no longer than this; 0 waits for ever [default: 2m]
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "2m")]
    wait: Option<Timeout>,
    /// Let the controller ask informers to look for a newer version of themselves first, and wait for
    /// that, as --wait does
    #[arg(long)]
    informer_update: bool,
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

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let manner = args.manner(global)?;
    if args.watch {
        let ended = Box::pin(watch::run(manner, global, session)).await?;
        return Ok(match ended {
            watch::WatchEnd::Unread => ExitStatus::Failure, // nobody would hear the rest
            watch::WatchEnd::Seen(verdict) if args.exit_code => exit_status(verdict),
            watch::WatchEnd::Seen(_) => ExitStatus::Success,
        });
    }
    let source = open::source(global, session).await?;
    let waited = args.wait(&source, session).await?;
    let mut snapshot = source.snapshot(&SnapshotParts::STATUS).await?;
    snapshot.notes.extend(waited);
    manner.check(&snapshot)?;
    let report = manner.report(&snapshot);
    let view = UpdateStatusReport::new(&snapshot, &report, manner.details);
    session.ui.warn(&view.warnings);
    session.ui.note(&view.notes);
    session.ui.show(&view)?;
    Ok(if args.exit_code { exit_status(report.verdict()) } else { ExitStatus::Success })
}

/// What of a snapshot is told, and how much of it.
#[derive(Debug, Clone)]
struct DisplayOptions {
    details: StatusDetail,
    /// None is all nodes.
    choice: Option<NodeFilter>,
}

impl DisplayOptions {
    /// Makes sure that the nodes are there that were named.
    fn check(&self, snapshot: &Snapshot) -> Result<()> {
        let Some(choice) = &self.choice else { return Ok(()) };
        choice.check(snapshot).map_err(|unmet| match unmet {
            NoSuchNode::Unread => {
                let error = anyhow!("no node can be described: the nodes could not be read");
                snapshot.notes.iter().fold(Error::new("Failed", error), Error::hint)
            }
            NoSuchNode::Unknown { name, nearest } => {
                let error = Error::no_target(anyhow!("the cluster has no node {name:?}"));
                match nearest.as_slice() {
                    [] => error,
                    near => error.hint(format!("the nearest are: {}", near.join(", "))),
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
    /// Waits for informers, if asked to, and returns what there is to be said of that.
    async fn wait(&self, source: &Source, session: &Session) -> Result<Vec<String>> {
        if self.wait.is_none() && !self.informer_update {
            return Ok(Vec::new());
        }
        let deadline = Deadline::new(self.wait.map_or(Some(BUDGET), |Timeout(budget)| budget));
        let mut notes = Vec::new();
        if self.informer_update {
            notes.extend(informer_update::request(source, deadline, session).await?);
        }
        notes.extend(wait_for_informers::wait(source, deadline, session).await);
        Ok(notes)
    }

    fn manner(&self, global: &GlobalArgs) -> Result<DisplayOptions> {
        let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
        if self.wait.is_some() && self.watch {
            return wrong("--wait shows once what --watch shows as it comes; give one of them");
        }
        if self.informer_update && self.watch {
            return wrong("--informer-update shows once what comes of it; leave out --watch");
        }
        if (self.wait.is_some() || self.informer_update) && !global.from.is_empty() {
            return wrong("--from reads files, in which nobody is waited for");
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
