//! Bare `upgrade`: the overview, or a request with `--to`.

use anyhow::anyhow;
use clap::ValueEnum;
use clap::builder::BoolishValueParser;

use crate::actions::list_updates::view::UpdateList;
use crate::actions::open;
use crate::actions::request::{self, clear};
use crate::cli::completes::Completes;
use crate::cli::invocation::Invocation;
use crate::cli::values::{self, DryRun};
use crate::cli::write_args::{RequestOptions, WaitArgs};
use crate::cli::{GlobalArgs, Session, target_args};
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::gates::{RiskAcceptance, Waiver, Waivers};
use upgrade_core::request::decide::{LatestWithin, Request, RequestTarget};
use upgrade_core::updates::Updates;
use upgrade_graph::image::{Malformed, PullSpec};

#[derive(Debug, Clone, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag; `OverviewRequest` is what they come to"
)]
pub(crate) struct Args {
    /// Also list updates that are not recommended
    #[arg(long, help_heading = "Overview")]
    include_not_recommended: bool,

    /// Request an update to VERSION
    #[arg(long, value_name = "VERSION", help_heading = "Request")]
    #[arg(add = Completes::RequestedVersion)]
    to: Option<String>,
    /// Request the newest recommended update
    #[arg(
        long, value_name = "patch|minor|any", num_args = 0..=1, require_equals = true,
        default_missing_value = "patch", help_heading = "Request"
    )]
    to_latest: Option<Latest>,
    /// Request a release image
    #[arg(long, value_name = "PULLSPEC", help_heading = "Request")]
    to_image: Option<String>,
    /// Switch the current version to multi-architecture
    #[arg(long, help_heading = "Request")]
    to_multi_arch: bool,
    /// Cancel the request
    #[arg(long, help_heading = "Request")]
    clear: bool,
    /// Print the patch without sending it; server: also validate it
    #[arg(
        long, value_name = "MODE", num_args = 0..=1, require_equals = true,
        default_missing_value = "client", help_heading = "Request"
    )]
    dry_run: Option<DryRun>,
    /// Skip the confirmation prompt
    #[arg(short, long, help_heading = "Request")]
    yes: bool,

    #[command(flatten)]
    waiting: WaitArgs,

    /// Allow an update that is not recommended
    #[arg(long, help_heading = "Overrides")]
    allow_not_recommended: bool,
    /// Allow only these risks, for this request
    #[arg(long, value_name = "RISK,...", value_delimiter = ',', help_heading = "Overrides")]
    #[arg(add = Completes::Risk)]
    accept: Vec<String>,
    /// Allow an image that is not an available update
    #[arg(long, help_heading = "Overrides")]
    allow_explicit_upgrade: bool,
    /// Allow if failing, updating, invalid, stale or skipping a minor
    #[arg(long, help_heading = "Overrides")]
    allow_upgrade_with_warnings: bool,
    /// Allow a minor version update while Upgradeable=False
    #[arg(long, help_heading = "Overrides")]
    allow_not_upgradeable: bool,
    /// Allow an older or incomparable version
    #[arg(long, help_heading = "Overrides")]
    allow_downgrade: bool,
    /// Run pre-checks first; false: ignore their insights
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", value_parser = BoolishValueParser::new(),
        hide_possible_values = true, help_heading = "Overrides"
    )]
    pre_checks: Option<bool>,
    /// Make the cluster skip signature checks and preconditions
    #[arg(long, help_heading = "Overrides")]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Latest {
    /// Within the current minor version
    #[value(alias = "true")]
    Patch,
    /// Up to the next minor version
    Minor,
    /// Up to the next major version
    Any,
    /// Not at all
    #[value(hide = true)]
    False,
}

/// What the flags mean.
enum OverviewRequest {
    Show { include_not_recommended: bool },
    Update { request: Request, options: RequestOptions },
    Clear { options: RequestOptions },
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match OverviewRequest::try_from((args, &session.invocation))? {
        OverviewRequest::Show { include_not_recommended } => {
            show(include_not_recommended, global, session).await
        }
        OverviewRequest::Update { request, options } => {
            request::run(&request, options, global, session).await
        }
        OverviewRequest::Clear { options } => clear::run(options, global, session).await,
    }
}

/// Runs a request only; `targets` are the versions that were given besides `--to`.
pub(crate) async fn start(
    mut args: Args,
    targets: [Option<&str>; 2],
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    let given = target_args::one_of([args.to.as_deref()].into_iter().chain(targets))?;
    args.to = given.map(str::to_owned);
    match OverviewRequest::try_from((args, &session.invocation))? {
        OverviewRequest::Update { request, options } => {
            request::run(&request, options, global, session).await
        }
        OverviewRequest::Show { .. } => Err(target_args::missing(&["start"], &session.invocation)),
        OverviewRequest::Clear { .. } => {
            Err(Error::usage(anyhow!("--clear cannot be used with start"))
                .hint_run("to cancel a request", session.invocation.command(["--clear"])))
        }
    }
}

async fn show(include: bool, global: &GlobalArgs, session: &mut Session) -> Result {
    let snapshot = open::source(global, session).await?.snapshot(&SnapshotParts::OVERVIEW).await?;
    let updates = Updates::new(&snapshot.cluster);
    let view = UpdateList::new(&snapshot, &updates, include, &session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

impl TryFrom<(Args, &Invocation)> for OverviewRequest {
    type Error = Error;

    fn try_from((args, invocation): (Args, &Invocation)) -> Result<Self> {
        let action = action(&args)?;
        check_waivers(&args, action)?;
        check_waiting(&args, action)?;
        let dry_run = args.dry_run.unwrap_or(DryRun::None);
        let pre_checks = args.pre_checks == Some(true);
        let options = RequestOptions { dry_run, yes: args.yes, pre_checks, wait: None };
        let options = args.waiting.beside(options)?;
        let target = match action {
            UpdateAction::Nothing => {
                return Ok(Self::Show { include_not_recommended: args.include_not_recommended });
            }
            UpdateAction::Clear => return Ok(Self::Clear { options }),
            UpdateAction::Version(text) => {
                RequestTarget::Version(values::target(text, &["--to"], invocation)?)
            }
            UpdateAction::Latest(reach) => RequestTarget::Latest(reach),
            UpdateAction::Image(text) => RequestTarget::Image(pull_spec(text)?),
            UpdateAction::MultiArch => RequestTarget::MultiArch,
        };
        let given = [
            (Waiver::Explicit, args.allow_explicit_upgrade),
            (Waiver::Force, args.force),
            (Waiver::NotUpgradeable, args.allow_not_upgradeable),
            (Waiver::Downgrade, args.allow_downgrade),
            (Waiver::Warnings, args.allow_upgrade_with_warnings),
            (Waiver::PreChecks, args.pre_checks == Some(false)),
        ];
        let waivers = Waivers {
            not_recommended: acceptance(args.allow_not_recommended, &args.accept)?,
            given: given
                .into_iter()
                .filter_map(|(waiver, given)| given.then_some(waiver))
                .collect(),
        };
        Ok(Self::Update { request: Request { target, waivers }, options })
    }
}

/// What is requested.
#[derive(Clone, Copy)]
enum UpdateAction<'a> {
    Nothing,
    Version(&'a str),
    Latest(LatestWithin),
    Image(&'a str),
    MultiArch,
    Clear,
}

fn action(args: &Args) -> Result<UpdateAction<'_>> {
    let Args { to, to_latest, to_image, to_multi_arch, clear, .. } = args;
    let given: Vec<(&str, UpdateAction)> = [
        ("--to", to.as_deref().map(UpdateAction::Version)),
        ("--to-latest", to_latest.and_then(reach).map(UpdateAction::Latest)),
        ("--to-image", to_image.as_deref().map(UpdateAction::Image)),
        ("--to-multi-arch", to_multi_arch.then_some(UpdateAction::MultiArch)),
        ("--clear", clear.then_some(UpdateAction::Clear)),
    ]
    .into_iter()
    .filter_map(|(flag, action)| Some((flag, action?)))
    .collect();
    match given.as_slice() {
        [] => Ok(UpdateAction::Nothing),
        [(_, action)] => Ok(*action),
        [(first, _), (second, _), ..] => {
            Err(Error::usage(anyhow!("{first} and {second} are mutually exclusive")))
        }
    }
}

/// A flag without effect is a usage error.
fn check_waivers(args: &Args, action: UpdateAction<'_>) -> Result<()> {
    let wrong = |text: String| Err(Error::usage(anyhow!(text)));
    let dry_run = args.dry_run.is_some_and(|mode| mode != DryRun::None);
    let options = [("--dry-run", dry_run), ("--yes", args.yes)];
    let waivers = [
        ("--allow-not-recommended", args.allow_not_recommended),
        ("--accept", !args.accept.is_empty()),
        ("--allow-explicit-upgrade", args.allow_explicit_upgrade),
        ("--allow-upgrade-with-warnings", args.allow_upgrade_with_warnings),
        ("--allow-not-upgradeable", args.allow_not_upgradeable),
        ("--allow-downgrade", args.allow_downgrade),
        ("--pre-checks", args.pre_checks.is_some()),
        ("--force", args.force),
    ];
    let given = |flags: &[(&'static str, bool)]| {
        flags.iter().find(|(_, given)| *given).map(|(flag, _)| *flag)
    };
    match action {
        UpdateAction::Nothing => match given(&waivers).or(given(&options)) {
            Some(flag) => wrong(format!("{flag} requires a request, such as --to VERSION")),
            None => Ok(()),
        },
        _ if args.include_not_recommended => {
            wrong("--include-not-recommended cannot be used with a request".to_owned())
        }
        UpdateAction::Clear => match given(&waivers) {
            Some(flag) => wrong(format!("{flag} cannot be used with --clear")),
            None => Ok(()),
        },
        UpdateAction::Latest(_) if args.allow_not_recommended || !args.accept.is_empty() => {
            Err(Error::usage(anyhow!("--to-latest ignores updates that are not recommended"))
                .hint("use --to VERSION --allow-not-recommended")
                .hint("to list them, use --include-not-recommended"))
        }
        UpdateAction::MultiArch if args.pre_checks.is_some() => {
            wrong("--pre-checks cannot be used with --to-multi-arch".to_owned())
        }
        UpdateAction::Version(_) | UpdateAction::Latest(_) | UpdateAction::MultiArch
            if args.allow_explicit_upgrade =>
        {
            wrong("--allow-explicit-upgrade requires --to-image".to_owned())
        }
        UpdateAction::Version(_)
        | UpdateAction::Latest(_)
        | UpdateAction::Image(_)
        | UpdateAction::MultiArch => Ok(()),
    }
}

/// Waiting requires a request.
fn check_waiting(args: &Args, action: UpdateAction<'_>) -> Result<()> {
    match action {
        UpdateAction::Nothing if args.waiting.is_given() => {
            Err(Error::usage(anyhow!("--wait requires a request, such as --to VERSION"))
                .hint_run("to wait for an existing request", "upgrade wait"))
        }
        UpdateAction::Clear if args.waiting.is_given() => {
            Err(Error::usage(anyhow!("--wait cannot be used with --clear")))
        }
        UpdateAction::Nothing
        | UpdateAction::Clear
        | UpdateAction::Version(_)
        | UpdateAction::Latest(_)
        | UpdateAction::Image(_)
        | UpdateAction::MultiArch => Ok(()),
    }
}

fn reach(latest: Latest) -> Option<LatestWithin> {
    match latest {
        Latest::Patch => Some(LatestWithin::Patch),
        Latest::Minor => Some(LatestWithin::Minor),
        Latest::Any => Some(LatestWithin::Any),
        Latest::False => None,
    }
}

fn acceptance(allow: bool, accept: &[String]) -> Result<RiskAcceptance> {
    let names: Vec<String> =
        accept.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    match (allow, accept.is_empty()) {
        (false, true) => Ok(RiskAcceptance::Nothing),
        (true, true) => Ok(RiskAcceptance::Everything),
        (true, false) if names.is_empty() => {
            Err(Error::usage(anyhow!("--accept requires a risk name")))
        }
        (true, false) => Ok(RiskAcceptance::Only(names)),
        (false, false) => Err(Error::usage(anyhow!("--accept requires --allow-not-recommended"))
            .hint("add --allow-not-recommended")),
    }
}

fn pull_spec(text: &str) -> Result<PullSpec> {
    PullSpec::parse(text).map_err(|malformed| {
        let why = match malformed {
            Malformed::NoRepository => "no registry or repository",
            Malformed::Registry => "the registry is not a host name, with or without a port",
            Malformed::Repository => "the repository has characters that are not allowed",
            Malformed::TooLong => "the repository is too long",
            Malformed::Tag => "the tag is not valid",
            Malformed::NothingNamed => "no digest or tag",
            Malformed::Digest => "the digest is not sha256: and 64 hexadecimal digits",
            Malformed::UpperCase => "the digest is not lowercase",
        };
        Error::usage(anyhow!("--to-image: {text:?} is not a release image: {why}"))
            .hint("use a digest, such as quay.io/openshift-release-dev/ocp-release@sha256:…")
    })
}
