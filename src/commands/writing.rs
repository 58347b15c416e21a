//! The flags of the commands that write.

use super::request::Options;
use super::root::DryRun;
use super::wait::Wish;

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

impl WriteArgs {
    pub(super) fn options(&self, wait: Option<Wish>) -> Options {
        Options { dry_run: self.dry_run.unwrap_or(DryRun::None), yes: self.yes, wait }
    }
}
