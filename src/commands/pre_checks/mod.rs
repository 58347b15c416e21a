//! `upgrade pre-checks`: runs pre-checks for an update and accepts insights.

mod accept_insights;
mod only_plan;
mod prune;
mod refresh;
pub(crate) mod text;
pub(crate) mod view;

use std::collections::BTreeSet;

use anyhow::anyhow;

use super::accept;
use crate::actions::open;
use crate::cli::invocation::Invocation;
use crate::cli::target_args::{self, TargetArgs};
use crate::cli::values::DryRun;
use crate::cli::write_args::RequestOptions;
use crate::cli::{GlobalArgs, Session, Timeout};
use crate::commands::pre_checks::view::{AcceptOutcome, PlaceView, PlanPlace, PreCheckReport};
use crate::connect::Source;
use crate::connect::informers::Deadline;
use crate::connect::plans::StoredPlan;
use crate::error::{Error, ExitStatus, Result};
use crate::output::Format;
use upgrade_core::cluster::Cluster;
use upgrade_core::insight::{ALERTS, RISKS};
use upgrade_core::pre_checks::{
    AcceptEdit, BUDGET, InsightAcceptedBy, InsightSelection, PlanFindings, UpdatePlan,
};
use upgrade_core::rules;

/// Run pre-checks for an update and accept insights
///
/// Creates or refreshes the plan of one version. Insights of level warning and
/// higher, and of unknown level, must be accepted. Until then, `--to` and `start`
/// refuse that version. `--accept` stores the acceptance in the plan. New insights
/// need a new acceptance.
///
/// Built-in informers check the cluster. UpdateInformers of the cluster are called
/// through the API server. An informer that does not answer is an insight, too.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag; `Meaning` is what they come to")]
#[command(after_help = "\
Examples:
  upgrade pre-checks 4.6.43              Run pre-checks
  upgrade pre-checks 4.6.43 --details    Show descriptions
  upgrade pre-checks 4.6.43 --accept     Accept all insights

Exit codes: 0 ok, 1 error, 2 usage, 3 insights not accepted, 4 no such insight
or plan, or the cluster is already on that version")]
pub(crate) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Wait for informers; 0 means no limit [default: 2m]
    #[arg(long, value_name = "DURATION")]
    wait: Option<Timeout>,
    /// Also show descriptions, objects and informers
    #[arg(long)]
    details: bool,
    /// Accept all insights or these IDs; -ID stops accepting one
    #[arg(
        long, value_name = "ID,...", num_args = 0..=1, require_equals = true, value_delimiter = ',',
        default_missing_value = EVERYTHING
    )]
    accept: Vec<String>,
    /// With --accept: also accept the risks on the cluster
    #[arg(long)]
    also_accept_risks: bool,
    /// Update informers before running them
    #[arg(long)]
    informer_update: bool,
    /// Do not store the plan or acceptances
    #[arg(long)]
    dry_run: bool,
    /// Skip the confirmation prompt
    #[arg(short, long)]
    yes: bool,
    /// Use a temporary token issued by the cluster (10 minutes)
    #[arg(long)]
    monitoring_token: bool,
}

/// What a bare `--accept` means.
const EVERYTHING: &str = "*";

/// What the flags mean.
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself")]
struct PreChecksRequest {
    /// None for the release of the only plan.
    target: Option<String>,
    informer_update: bool,
    create_token: bool,
    /// When informers must have answered.
    deadline: Deadline,
    wanted: Option<InsightSelection>,
    also_accept_risks: bool,
    details: bool,
    dry_run: bool,
    yes: bool,
}

/// A plan, and the cluster as it was read.
struct CheckedPlan {
    cluster: Cluster,
    stored: StoredPlan,
    warnings: Vec<String>,
    /// Plans that are no longer needed and were deleted.
    pruned: Vec<String>,
}

pub(crate) const FORMATS: &[Format] = Format::WITH_VERSIONS;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    let request = args.request(global, &session.invocation)?;
    session.ui.stream = request.also_accept_risks;
    let source = open::source(global, session).await?;
    let target = match &request.target {
        Some(target) => target.clone(),
        None => only_plan::target(&request, &source, session).await?,
    };
    let mut checked = refresh::refresh(target, &request, &source, session).await?;
    if checked.stored.at.is_kept() && !request.dry_run {
        let target = &checked.stored.plan.target;
        session.ui.record_change(format!("the plan for {target} was stored"));
    }
    if !request.dry_run {
        prune::prune(&mut checked, &source, session).await;
    }
    let (checked, report) = match &request.wanted {
        None => {
            let report = checked.report(&checked.stored.plan, session);
            (checked, report)
        }
        Some(wanted) => {
            accept_insights::accept(checked, wanted, &request, &source, session).await?
        }
    };
    let report = report.with_details(request.details);
    session.ui.warn(&report.warnings);
    session.ui.note(&report.notes_on_pruned());
    session.ui.show(&report)?;
    if request.also_accept_risks && report.outcome == AcceptOutcome::Accepted {
        also_accept_risks(&checked, &source, session).await?;
    }
    end(&report, session)
}

/// Accepts on the cluster the risks that the plan accepts.
async fn also_accept_risks(
    checked: &CheckedPlan,
    source: &Source,
    session: &mut Session,
) -> Result<()> {
    let names = checked.risks_to_accept();
    if names.is_empty() {
        return Ok(());
    }
    let options =
        RequestOptions { dry_run: DryRun::None, yes: true, pre_checks: false, wait: None };
    accept::add(names, options, source, session).await.map(drop)
}

/// Returns the exit code: whether insights are left to accept.
fn end(report: &PreCheckReport, session: &Session) -> Result {
    let refused = matches!(report.outcome, AcceptOutcome::NotConfirmed | AcceptOutcome::Changed);
    let open: Vec<&str> = report.open().map(|one| one.short_id.as_str()).collect();
    if open.is_empty() && !refused {
        return Ok(ExitStatus::Success);
    }
    if session.ui.format.structured() {
        return Ok(ExitStatus::Refused);
    }
    let target = &report.target;
    let error = match (report.outcome, open.len()) {
        (AcceptOutcome::Changed, _) => {
            anyhow!("the pre-checks for {target} changed meanwhile. No insight was accepted")
        }
        (AcceptOutcome::NotConfirmed, _) => anyhow!("canceled: no insight was accepted"),
        (_, 1) => anyhow!("1 pre-check insight for {target} is not accepted: {}", open[0]),
        (_, count) => anyhow!("{count} pre-check insights for {target} are not accepted"),
    };
    let error = Error::refused(error);
    let accept = &report.reading.accept;
    if open.is_empty() || report.plan.place == PlaceView::Recording {
        return Err(error);
    }
    let error = error.hint_run("to accept all", accept);
    Err(error.hint_run("to accept some", format!("{accept}=ID,…")))
}

impl CheckedPlan {
    fn risks(&self) -> &[String] {
        self.cluster
            .requested
            .as_ref()
            .map(|asked| asked.accept_risks.as_slice())
            .unwrap_or_default()
    }

    /// Returns the risks that the plan accepts and the cluster does not.
    fn risks_to_accept(&self) -> Vec<String> {
        let found = self.stored.plan.found(self.risks()).into_iter();
        let of_plan = found.filter(|one| one.accepted == Some(InsightAcceptedBy::Plan));
        let names: BTreeSet<String> = of_plan.filter_map(|one| self.risk_in(&one)).collect();
        names.into_iter().filter(|name| !self.risks().contains(name)).collect()
    }

    /// Returns the risk of an insight. An alert may be a risk for the cluster.
    fn risk_in(&self, found: &PlanFindings) -> Option<String> {
        let uid = &found.insight.uid;
        match found.informer.as_str() {
            RISKS => Some(uid.clone()),
            ALERTS => {
                let (target, name) = (&self.stored.plan.target, rules::alert_in(uid));
                rules::is_risk_of(&self.cluster, target, name).then(|| name.to_owned())
            }
            _ => None,
        }
    }

    fn report(&self, plan: &UpdatePlan, session: &Session) -> PreCheckReport {
        let place = PlanPlace::of(&self.stored);
        let mut report = PreCheckReport::new(&self.cluster, plan, place, &session.invocation);
        report.warnings.extend(self.warnings.iter().cloned());
        report.pruned.clone_from(&self.pruned);
        report
    }
}

impl Args {
    fn request(&self, global: &GlobalArgs, invocation: &Invocation) -> Result<PreChecksRequest> {
        let Self { wait, details, accept, also_accept_risks, .. } = self;
        let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
        let wanted = wanted(accept)?;
        if *also_accept_risks && wanted.is_none() {
            return wrong("--also-accept-risks requires --accept");
        }
        if !global.from.is_empty() {
            if wanted.is_some() {
                return wrong("--from is read-only: --accept needs a cluster");
            }
            if self.monitoring_token {
                return wrong("--monitoring-token cannot be used with --from");
            }
        }
        let budget = wait.map_or(Some(BUDGET), |Timeout(time)| time);
        let target = self.target.version(&["pre-checks"], invocation)?;
        if target.is_none() && wanted.is_none() {
            return Err(target_args::missing(&["pre-checks"], invocation));
        }
        Ok(PreChecksRequest {
            target,
            informer_update: self.informer_update,
            create_token: self.monitoring_token,
            deadline: Deadline::new(budget),
            wanted,
            also_accept_risks: *also_accept_risks,
            details: *details,
            dry_run: self.dry_run,
            yes: self.yes,
        })
    }
}

/// Reads `*`, or `A,B,-C`.
fn wanted(words: &[String]) -> Result<Option<InsightSelection>> {
    let words: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    match words.as_slice() {
        [] => return Ok(None),
        [EVERYTHING] => return Ok(Some(InsightSelection::Listed)),
        words if words.contains(&EVERYTHING) => {
            return Err(Error::usage(anyhow!("--accept and --accept=ID are mutually exclusive")));
        }
        _ => {}
    }
    let mut edit = AcceptEdit::default();
    for word in words {
        let (id, list) = match word.strip_prefix('-') {
            Some(id) => (id, &mut edit.remove),
            None => (word, &mut edit.add),
        };
        if id.is_empty() {
            return Err(Error::usage(anyhow!("--accept: {word:?} is not an insight id"))
                .hint("to accept all insights, use --accept without a value"));
        }
        list.push(id.to_owned());
    }
    match edit.add.iter().find(|id| edit.remove.contains(id)) {
        Some(id) => {
            Err(Error::usage(anyhow!("--accept: cannot accept and stop accepting {id} at once")))
        }
        None => Ok(Some(InsightSelection::Named(edit))),
    }
}
