//! The flags of commands that write, and how they combine.

use std::time::Duration;

use anyhow::anyhow;

use crate::cli::values::{DryRun, GoalArg};
use crate::cli::{GlobalArgs, Timeout};
use crate::error::{Error, Result};
use upgrade_core::wait::{WaitGoal, WaitLimits};

#[derive(Debug, clap::Args)]
pub(crate) struct WriteArgs {
    /// Print the patch without sending it; server: also validate it
    #[arg(
        long, value_name = "MODE", num_args = 0..=1, require_equals = true,
        default_missing_value = "client"
    )]
    dry_run: Option<DryRun>,
    /// Skip the confirmation prompt
    #[arg(short, long)]
    yes: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WaitArgs {
    /// Wait for accepted, completed (control plane) or workers (all nodes)
    #[arg(
        long, value_name = "GOAL", num_args = 0..=1, require_equals = true,
        default_missing_value = "completed", help_heading = "Waiting"
    )]
    wait: Option<GoalArg>,
    /// Stop waiting after DURATION [default: no limit]
    #[arg(long, value_name = "DURATION", help_heading = "Waiting")]
    timeout: Option<Timeout>,
    /// Stop waiting if rejected or failing for DURATION [default: 10m]
    #[arg(long, value_name = "DURATION", help_heading = "Waiting")]
    stall: Option<Timeout>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FollowArgs {
    /// Return without waiting for the cluster to retrieve updates
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Stop waiting for updates after DURATION; 0 means no limit
    // A cluster-version operator retrieves the updates of a new channel within seconds.
    #[arg(long, value_name = "DURATION", default_value = "30s")]
    pub(crate) timeout: Timeout,
    #[command(flatten)]
    pub(crate) write: WriteArgs,
}

/// How to write something.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestOptions {
    pub(crate) dry_run: DryRun,
    pub(crate) yes: bool,
    /// Whether to run pre-checks now, with or without a plan.
    pub(crate) pre_checks: bool,
    /// What to wait for afterwards, if at all.
    pub(crate) wait: Option<WaitOptions>,
}

/// What to wait for, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WaitOptions {
    pub(crate) goal: WaitGoal,
    pub(crate) limits: WaitLimits,
}

const STALL: Timeout = Timeout(Some(Duration::from_mins(10)));
impl WriteArgs {
    pub(crate) fn options(&self) -> RequestOptions {
        let dry_run = self.dry_run.unwrap_or(DryRun::None);
        RequestOptions { dry_run, yes: self.yes, pre_checks: false, wait: None }
    }
}

impl WaitArgs {
    pub(crate) fn is_given(&self) -> bool {
        self.wait.is_some()
    }

    /// Adds what to wait for to how something is written.
    pub(crate) fn beside(&self, options: RequestOptions) -> Result<RequestOptions> {
        let narrows = [("--timeout", self.timeout.is_some()), ("--stall", self.stall.is_some())];
        let narrows = narrows.iter().find(|(_, given)| *given);
        match (self.wait, narrows) {
            (None, None) => Ok(options),
            (None, Some((flag, _))) => Err(Error::usage(anyhow!("{flag} requires --wait"))),
            (Some(_), _) if options.dry_run != DryRun::None => {
                Err(Error::usage(anyhow!("--wait cannot be used with --dry-run")))
            }
            (Some(goal), _) => Ok(RequestOptions {
                wait: Some(WaitOptions::new(goal, self.timeout, self.stall)),
                ..options
            }),
        }
    }
}

impl WaitOptions {
    pub(crate) fn new(goal: GoalArg, timeout: Option<Timeout>, stall: Option<Timeout>) -> Self {
        let goal = match goal {
            GoalArg::Accepted => WaitGoal::Accepted,
            GoalArg::Completed => WaitGoal::Completed,
            GoalArg::Workers => WaitGoal::Workers,
        };
        let timeout = timeout.and_then(|timeout| timeout.0);
        Self { goal, limits: WaitLimits { timeout, stall: stall.unwrap_or(STALL).0 } }
    }

    /// Returns the flags that add this to a request.
    pub(crate) fn flags(self) -> Vec<String> {
        let goal = match self.goal {
            WaitGoal::Accepted => "--wait=accepted",
            WaitGoal::Completed => "--wait",
            WaitGoal::Workers => "--wait=workers",
        };
        let WaitLimits { timeout, stall } = self.limits;
        let timeout = timeout.map(|timeout| ["--timeout".to_owned(), typed(Some(timeout))]);
        let stall = (stall != STALL.0).then(|| ["--stall".to_owned(), typed(stall)]);
        let flags = timeout.into_iter().chain(stall).flatten();
        std::iter::once(goal.to_owned()).chain(flags).collect()
    }
}

/// Writes a time as people type it.
pub(crate) fn typed(time: Option<Duration>) -> String {
    let time = time.unwrap_or_default();
    match time.as_secs() {
        _ if time.subsec_nanos() > 0 => format!("{}s", time.as_secs_f64()),
        0 => "0".to_owned(),
        seconds if seconds % 3_600 == 0 => format!("{}h", seconds / 3_600),
        seconds if seconds % 60 == 0 => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

/// Files are read; what would change them is refused before anything else.
pub(crate) fn refuse_files(global: &GlobalArgs, options: RequestOptions) -> Result<()> {
    if global.from.is_empty() || options.dry_run == DryRun::Client {
        return Ok(());
    }
    Err(Error::usage(anyhow!("--from is read-only"))
        .hint("to print the patch without sending it, add --dry-run=client"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_typed_as_they_were_given() {
        let flags = |goal, timeout: Option<&str>, stall: Option<&str>| {
            let time = |text: Option<&str>| text.map(|text| text.parse().unwrap());
            WaitOptions::new(goal, time(timeout), time(stall)).flags().join(" ")
        };
        assert_eq!(flags(GoalArg::Completed, None, None), "--wait");
        assert_eq!(flags(GoalArg::Completed, Some("0"), Some("10m")), "--wait");
        assert_eq!(
            flags(GoalArg::Workers, Some("90m"), Some("0")),
            "--wait=workers --timeout 90m --stall 0"
        );
        assert_eq!(
            flags(GoalArg::Accepted, Some("2h"), Some("1500ms")),
            "--wait=accepted --timeout 2h --stall 1.5s"
        );
    }
}
