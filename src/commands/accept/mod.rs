//! `upgrade accept`: the risks of a cluster, and those that it accepts.

pub(crate) mod list_text;
pub(crate) mod list_view;
pub(crate) mod text;
pub(crate) mod view;

use std::collections::BTreeSet;

use anyhow::anyhow;

use crate::actions::open;
use crate::actions::set::outcome::SetOutcome;
use crate::actions::set::{self, SetResult, SettingAction};
use crate::cli::completes::Completes;
use crate::cli::values::DryRun;
use crate::cli::write_args::{RequestOptions, WriteArgs, refuse_files};
use crate::cli::{GlobalArgs, Session};
use crate::commands::accept::list_view::RiskList;
use crate::commands::accept::view::RiskAcceptance;
use crate::connect::Source;
use crate::connect::patch::setting_patch;
use crate::connect::snapshot::SnapshotParts;
use crate::error::{Error, ExitStatus, Result};
use crate::output::parts::cluster::ClusterView;
use crate::output::{Format, Layout};
use upgrade_core::settings::Setting;
use upgrade_core::settings::accepted_risks::{
    self, AcceptRisksEdit, LONGEST_NAME, MOST_NAMES, TooManyRisks,
};
use upgrade_core::snapshot::Snapshot;

/// List update risks or accept them on the cluster
///
/// Stores the names in `spec.desiredUpdate.acceptRisks`, until you stop accepting
/// them. Requests leave them unchanged. The cluster recommends an update if all
/// risks that apply are accepted. Without names, lists the risks that the cluster
/// reports or accepts. To accept a risk for one request only, use `--accept` with
/// `--to`; that stores nothing.
///
/// The cluster must have the feature gate ClusterUpdateAcceptRisks enabled.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade accept                List risks, and which are accepted
  upgrade accept RiskA RiskB    Accept two risks
  upgrade accept RiskA-         Stop accepting one

Exit codes: 0 ok, 1 error, 2 usage, 3 refused")]
pub(crate) struct Args {
    /// Risks to accept; append - to stop accepting one
    #[arg(value_name = "RISK")]
    #[arg(add = Completes::Risk)]
    risks: Vec<String>,
    /// Replace all accepted risks with these
    #[arg(long)]
    replace: bool,
    /// Stop accepting all risks
    #[arg(long)]
    clear: bool,
    /// Allow names that the cluster does not report
    #[arg(long)]
    allow_unknown: bool,
    #[command(flatten)]
    write: WriteArgs,
}

/// What the arguments mean.
enum AcceptRequest {
    List,
    Change { acceptance: AcceptanceChange, options: RequestOptions },
}

struct AcceptanceChange {
    edit: AcceptRisksEdit,
    allow_unknown: bool,
    /// Of the stream with the question.
    layout: Layout,
}

pub(crate) const FORMATS: &[Format] = Format::GENERAL;

pub(crate) async fn run(args: &Args, global: &GlobalArgs, session: &mut Session) -> Result {
    match request(args, session.ui.err)? {
        AcceptRequest::List => list(global, session).await,
        AcceptRequest::Change { acceptance, options } => {
            change(&acceptance, options, global, session).await
        }
    }
}

async fn list(global: &GlobalArgs, session: &mut Session) -> Result {
    let cluster = open::source(global, session)
        .await?
        .snapshot(&SnapshotParts::CLUSTER_VERSION)
        .await?
        .cluster;
    let view = RiskList::new(&cluster, &accepted_risks::known(&cluster), &session.invocation);
    session.ui.warn(&view.warnings);
    session.ui.show(&view)?;
    Ok(ExitStatus::Success)
}

async fn change(
    acceptance: &AcceptanceChange,
    options: RequestOptions,
    global: &GlobalArgs,
    session: &mut Session,
) -> Result {
    refuse_files(global, options)?;
    let source = open::source(global, session).await?;
    store(acceptance, options, &source, session).await
}

/// Accepts these risks in addition to the accepted ones.
pub(super) async fn add(
    names: Vec<String>,
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result {
    let edit = AcceptRisksEdit::Amend { add: names, remove: Vec::new() };
    let acceptance = AcceptanceChange { edit, allow_unknown: false, layout: session.ui.err };
    store(&acceptance, options, source, session).await
}

async fn store(
    acceptance: &AcceptanceChange,
    options: RequestOptions,
    source: &Source,
    session: &mut Session,
) -> Result {
    match set::set(acceptance, options, source, session).await? {
        SetResult::Shown(status) => Ok(status),
        SetResult::Set { before, after, setting, warnings } => {
            let view = acceptance.view(&before, &setting, SetOutcome::Set);
            let mut view = acceptance.noted(view, None, &warnings);
            view.cluster = ClusterView::new(&after);
            session.ui.tell(&view, ExitStatus::Success)?;
            Ok(ExitStatus::Success)
        }
    }
}

impl SettingAction for AcceptanceChange {
    type View = RiskAcceptance;

    fn decide(&self, snapshot: &Snapshot) -> Result<Setting> {
        accepted_risks::decide(snapshot, &self.edit, self.allow_unknown).map_err(
            |TooManyRisks(count)| {
                let error = anyhow!("{count} risks: a cluster can accept at most {MOST_NAMES}");
                Error::usage(error).hint("to stop accepting a risk, append - to its name")
            },
        )
    }

    fn view(&self, snapshot: &Snapshot, setting: &Setting, outcome: SetOutcome) -> RiskAcceptance {
        let idle = self.edit.idle_removals(accepted_risks::accepted(&snapshot.cluster));
        RiskAcceptance::new(snapshot, setting, outcome, setting_patch(setting)).with_idle(&idle)
    }

    fn shown_by(&self) -> &'static str {
        "accept"
    }

    fn noted(
        &self,
        mut view: RiskAcceptance,
        note: Option<String>,
        warnings: &[String],
    ) -> RiskAcceptance {
        view.note = note;
        view.warnings.extend(warnings.iter().cloned());
        view
    }

    fn question(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        let view = self.view(snapshot, setting, SetOutcome::Set);
        let asks = view.waived().next().is_some();
        asks.then(|| view.question(&self.layout))
    }

    fn question_again(&self, snapshot: &Snapshot, setting: &Setting) -> Option<String> {
        Some(self.view(snapshot, setting, SetOutcome::Set).question(&self.layout))
    }

    fn warnings(&self, snapshot: &Snapshot, setting: &Setting) -> Vec<String> {
        let view = self.view(snapshot, setting, SetOutcome::Set);
        let waived = view.waived().map(|finding| {
            let flag = finding.waived_by.as_deref().unwrap_or_default();
            format!("overridden by {flag}: {}", finding.message)
        });
        view::warnings(snapshot).into_iter().chain(waived).collect()
    }

    fn not_stored(&self) -> Option<Error> {
        let error = anyhow!(
            "this cluster cannot store accepted risks: feature gate ClusterUpdateAcceptRisks is off"
        );
        Some(Error::new("NotServed", error).hint(
            "to accept risks for one request, use --to VERSION --allow-not-recommended --accept RISK",
        ))
    }
}

fn request(args: &Args, layout: Layout) -> Result<AcceptRequest> {
    let Args { risks, replace, clear, allow_unknown, write } = args;
    let wrong = |text: &str| Err(Error::usage(anyhow!("{text}")));
    let options = write.options();
    let edit = match (risks.as_slice(), replace, clear) {
        (_, true, true) => {
            return wrong("--clear and --replace are mutually exclusive");
        }
        ([], false, true) => AcceptRisksEdit::Clear,
        (_, _, true) => return wrong("--clear cannot be used with risks"),
        ([], true, _) => {
            return Err(Error::usage(anyhow!("--replace requires risks"))
                .hint("to stop accepting all risks, use --clear"));
        }
        ([], false, false) => {
            let flags = [
                ("--allow-unknown", *allow_unknown),
                ("--dry-run", options.dry_run != DryRun::None),
                ("--yes", options.yes),
            ];
            return match flags.iter().find(|(_, given)| *given) {
                Some((flag, _)) => wrong(&format!("{flag} requires risks")),
                None => Ok(AcceptRequest::List),
            };
        }
        (risks, replace, _) => edit(risks, *replace)?,
    };
    let acceptance = AcceptanceChange { edit, allow_unknown: *allow_unknown, layout };
    Ok(AcceptRequest::Change { acceptance, options })
}

/// Reads `A B- C,D`.
fn edit(words: &[String], replace: bool) -> Result<AcceptRisksEdit> {
    let (mut add, mut remove) = (Vec::new(), Vec::new());
    for word in words.iter().flat_map(|word| word.split(',')).map(str::trim) {
        let (name, list) = match word.strip_suffix('-') {
            Some(name) => (name, &mut remove),
            None => (word, &mut add),
        };
        if name.is_empty() {
            return Err(Error::usage(anyhow!("{word:?} is not a risk name")));
        }
        let length = name.chars().count();
        if length > LONGEST_NAME {
            let start: String = name.chars().take(20).collect();
            return Err(Error::usage(anyhow!(
                "{start:?}… has {length} characters: a risk name has at most {LONGEST_NAME}"
            )));
        }
        list.push(name.to_owned());
    }
    let both: BTreeSet<&str> =
        add.iter().filter(|name| remove.contains(name)).map(String::as_str).collect();
    if !both.is_empty() {
        let both: Vec<&str> = both.into_iter().collect();
        let both = both.join(", ");
        return Err(Error::usage(anyhow!(
            "cannot accept and stop accepting the same risk: {both}"
        )));
    }
    match (replace, remove.first()) {
        (false, _) => Ok(AcceptRisksEdit::Amend { add, remove }),
        (true, None) => Ok(AcceptRisksEdit::Replace(add)),
        (true, Some(name)) => Err(Error::usage(anyhow!("--replace cannot be used with {name}-"))
            .hint("--replace stops accepting every risk that is not named")),
    }
}
