//! The flags that commands which write share, and what they mean together.

use anyhow::anyhow;

use crate::actions::request::RequestOptions;
use crate::actions::wait::{GoalArg, WaitOptions};
use crate::cli::{GlobalArgs, Timeout};
use crate::commands::overview::DryRun;
use crate::error::{Error, Result};

#[derive(Debug, clap::Args)]
pub(crate) struct WriteArgs {
    /// Show what would be sent; with `server`, let the API server judge it too
    #[arg(
        long, value_name = "MODE", num_args = 0..=1, require_equals = true,
        default_missing_value = "client"
    )]
    dry_run: Option<DryRun>,
    /// Answer yes to what would be asked
    #[arg(short, long)]
    yes: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WaitArgs {
    /// Once it is requested, block until it is accepted, completed (control plane) or done on all
    /// machines; Ctrl-C ends the waiting, the update goes on
    #[arg(
        long, value_name = "GOAL", num_args = 0..=1, require_equals = true,
        default_missing_value = "completed", help_heading = "Waiting"
    )]
    wait: Option<GoalArg>,
    /// Give up waiting after this time, such as 90m or 3h; 0 waits for ever, which is the default
    #[arg(long, value_name = "TIME", help_heading = "Waiting")]
    timeout: Option<Timeout>,
    /// Give up waiting when the update is refused or failing for this time; 0 never does
    /// [default: 10m]
    #[arg(long, value_name = "TIME", help_heading = "Waiting")]
    stall: Option<Timeout>,
}

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

    /// Adds what is waited for to how something is written.
    pub(crate) fn beside(&self, options: RequestOptions) -> Result<RequestOptions> {
        let narrows = [("--timeout", self.timeout.is_some()), ("--stall", self.stall.is_some())];
        let narrows = narrows.iter().find(|(_, given)| *given);
        match (self.wait, narrows) {
            (None, None) => Ok(options),
            (None, Some((flag, _))) => {
                Err(Error::usage(anyhow!("{flag} is for --wait, which is not given")))
            }
            (Some(_), _) if options.dry_run != DryRun::None => Err(Error::usage(anyhow!(
                "--wait has no meaning with --dry-run: nothing would happen"
            ))),
            (Some(goal), _) => Ok(RequestOptions {
                wait: Some(WaitOptions::new(goal, self.timeout, self.stall)),
                ..options
            }),
        }
    }
}

/// Files are read; what would change them is refused before anything else.
pub(crate) fn refuse_files(global: &GlobalArgs, options: RequestOptions) -> Result<()> {
    if global.from.is_empty() || options.dry_run == DryRun::Client {
        return Ok(());
    }
    Err(Error::usage(anyhow!("--from reads files, and a cluster in files cannot be changed"))
        .hint("add --dry-run=client to see what would be sent"))
}
