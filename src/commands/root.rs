//! Bare `upgrade`: the overview, or a request with `--to`.

use anyhow::anyhow;
use clap::ValueEnum;

use super::{connect, request};
use crate::cli::{GlobalArgs, Session};
use crate::domain::gate::{Acceptance, Waivers};
use crate::domain::plan::Request;
use crate::domain::updates::Updates;
use crate::error::{Error, ExitStatus, Result};
use crate::source::Need;
use crate::view::update_list::UpdateList;

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag; `Meaning` is what they come to")]
pub(crate) struct Args {
    /// Also show updates that are supported but not recommended, with their reasons
    #[arg(long, conflicts_with = "to", help_heading = "Overview")]
    include_not_recommended: bool,

    /// Request the update to this version
    #[arg(long, value_name = "VERSION", help_heading = "Request")]
    to: Option<String>,
    /// Go on although the target is not recommended for this cluster
    #[arg(long, requires = "to", help_heading = "Request")]
    allow_not_recommended: bool,
    /// For this request only, nothing is stored: accept these risks, and no other that applies or
    /// may apply
    #[arg(
        long,
        value_name = "RISK,…",
        value_delimiter = ',',
        requires = "allow_not_recommended",
        help_heading = "Request"
    )]
    accept: Vec<String>,
    /// Go on although the cluster is failing, updating, invalid, or its lists are out of date
    #[arg(long, requires = "to", help_heading = "Request")]
    allow_upgrade_with_warnings: bool,
    /// Go on to a later minor version although Upgradeable is False
    #[arg(long, requires = "to", help_heading = "Request")]
    allow_not_upgradeable: bool,
    /// Go on although the target is older than the current version, or may be
    #[arg(long, requires = "to", help_heading = "Request")]
    allow_downgrade: bool,
    /// Make the cluster skip verification and preconditions; waives no gate of this program
    #[arg(long, requires = "to", help_heading = "Request")]
    force: bool,
    /// Show what would be sent; with `server`, let the API server judge it too
    #[arg(
        long, value_name = "MODE", num_args = 0..=1, require_equals = true, requires = "to",
        default_missing_value = "client", help_heading = "Request"
    )]
    dry_run: Option<DryRun>,
    /// Answer yes to the question whether to take on what was waived
    #[arg(short, long, requires = "to", help_heading = "Request")]
    yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DryRun {
    None,
    Client,
    Server,
}

/// What the flags mean.
enum Meaning {
    Show { include_not_recommended: bool },
    Update { request: Request, options: request::Options },
}

pub(crate) async fn run(args: Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match Meaning::try_from(args)? {
        Meaning::Show { include_not_recommended } => {
            show(include_not_recommended, global, session).await
        }
        Meaning::Update { request, options } => {
            request::run(&request, options, global, session).await
        }
    }
}

async fn show(include: bool, global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = connect::source(global, session).await?.read(Need::Overview).await?;
    let updates = Updates::of(&cluster);
    let view = UpdateList::of(&cluster, &updates, include, &session.us);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl TryFrom<Args> for Meaning {
    type Error = Error;

    fn try_from(args: Args) -> Result<Self> {
        let Args {
            include_not_recommended,
            to,
            allow_not_recommended,
            accept,
            allow_upgrade_with_warnings,
            allow_not_upgradeable,
            allow_downgrade,
            force,
            dry_run,
            yes,
        } = args;
        let Some(to) = to else {
            return Ok(Self::Show { include_not_recommended });
        };
        let not_recommended = match (allow_not_recommended, accept.is_empty()) {
            (false, true) => Acceptance::Nothing,
            (true, true) => Acceptance::Everything,
            (true, false) => Acceptance::Only(accept),
            (false, false) => {
                return Err(Error::usage(anyhow!(
                    "--accept narrows --allow-not-recommended, which is off"
                )));
            }
        };
        let waivers = Waivers {
            not_recommended,
            not_upgradeable: allow_not_upgradeable,
            downgrade: allow_downgrade,
            warnings: allow_upgrade_with_warnings,
        };
        let request = Request { version: version(to)?, waivers, force };
        let dry_run = dry_run.unwrap_or(DryRun::None);
        Ok(Self::Update { request, options: request::Options { dry_run, yes } })
    }
}

fn version(text: String) -> Result<String> {
    let Err(problem) = semver::Version::parse(&text) else {
        return Ok(text);
    };
    let bare = text.trim().trim_start_matches(['v', 'V']);
    let error = Error::usage(anyhow!("--to: {text:?} is not a version: {problem}"));
    Err(match semver::Version::parse(bare) {
        Ok(version) => error.hint(format!("did you mean --to {version}?")),
        Err(_) => error.hint("write all three numbers, for example --to 4.6.43"),
    })
}
