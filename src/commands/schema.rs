//! `upgrade schema`: the JSON Schema of what `-o json` prints.

use std::collections::BTreeMap;

use anyhow::anyhow;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::actions::find_path::view::UpdatePath;
use crate::actions::list_updates::view::UpdateList;
use crate::actions::request::view::UpdateRequest;
use crate::actions::set::view::ServiceChange;
use crate::actions::show_graph::channels_view::GraphChannels;
use crate::actions::show_graph::view::UpdateGraph;
use crate::actions::wait::view::WaitEvent;
use crate::cli::Session;
use crate::cli::completes::Completes;
use crate::commands::accept::list_view::RiskList;
use crate::commands::accept::view::RiskAcceptance;
use crate::commands::ack::list_view::GateList;
use crate::commands::ack::view::GateAcknowledgement;
use crate::commands::channel::preview_view::ChannelPreview;
use crate::commands::channel::view::ChannelList;
use crate::commands::completion::view::CompletionInstallation;
use crate::commands::explore::view::{Exploration, ExploredCluster};
use crate::commands::fleet::view::FleetReport;
use crate::commands::graph::audit::view::GraphAudit;
use crate::commands::graph::diff::view::GraphDataDiff;
use crate::commands::graph::evaluate::view::RiskEvaluation;
use crate::commands::graph::lint::view::LintReport;
use crate::commands::graph::promote::view::PromotionReport;
use crate::commands::history::view::UpdateHistory;
use crate::commands::lab::view::ScenarioList;
use crate::commands::pools::change_view::PoolChangeReport;
use crate::commands::pools::view::PoolList;
use crate::commands::pre_checks::view::PreCheckReport;
use crate::commands::recommend::view::Recommendation;
use crate::commands::status::view::UpdateStatusReport;
use crate::commands::upstream::view::Upstream;
use crate::commands::version::view::ProgramVersion;
use crate::commands::why::view::Explanation;
use crate::error::{Error, ExitStatus, Result};
use crate::output::parts::error::ErrorDocument;
use crate::output::{self, Format};
use upgrade_graph::suggest;

/// Print the JSON Schema of an output kind
///
/// Each document of `-o json` and `-o yaml` has an apiVersion and a kind. Within
/// upgrade/v1, fields keep their meaning and are never removed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade schema UpdateList    Print the schema of one kind
  upgrade schema | jq keys     List all kinds

Exit codes: 0 ok, 1 error, 2 usage")]
pub(crate) struct Args {
    /// Kind, such as UpdateList; all kinds if omitted
    #[arg(add = Completes::SchemaKind)]
    kind: Option<String>,
}

/// A kind and how its schema is made.
type Kind = (&'static str, fn() -> Schema);

/// The kinds, in the order in which users meet them.
const KINDS: &[Kind] = &[
    ("UpdateList", schema::<UpdateList>),
    ("UpdateRequest", schema::<UpdateRequest>),
    ("Recommendation", schema::<Recommendation>),
    ("Explanation", schema::<Explanation>),
    ("RiskEvaluation", schema::<RiskEvaluation>),
    ("UpdatePath", schema::<UpdatePath>),
    ("UpdateStatusReport", schema::<UpdateStatusReport>),
    ("WaitEvent", schema::<WaitEvent>),
    ("FleetReport", schema::<FleetReport>),
    ("ChannelList", schema::<ChannelList>),
    ("ChannelPreview", schema::<ChannelPreview>),
    ("ChannelChange", schema::<ServiceChange>),
    ("Upstream", schema::<Upstream>),
    ("UpstreamChange", schema::<ServiceChange>),
    ("UpdateHistory", schema::<UpdateHistory>),
    ("UpdateGraph", schema::<UpdateGraph>),
    ("GraphChannels", schema::<GraphChannels>),
    ("Exploration", schema::<Exploration>),
    ("ExploredCluster", schema::<ExploredCluster>),
    ("RiskList", schema::<RiskList>),
    ("RiskAcceptance", schema::<RiskAcceptance>),
    ("PreCheckReport", schema::<PreCheckReport>),
    ("GateList", schema::<GateList>),
    ("GateAcknowledgement", schema::<GateAcknowledgement>),
    ("PoolList", schema::<PoolList>),
    ("PoolChange", schema::<PoolChangeReport>),
    ("GraphDataDiff", schema::<GraphDataDiff>),
    ("PromotionReport", schema::<PromotionReport>),
    ("CompletionInstallation", schema::<CompletionInstallation>),
    ("GraphAudit", schema::<GraphAudit>),
    ("ScenarioList", schema::<ScenarioList>),
    ("LintReport", schema::<LintReport>),
    ("ProgramVersion", schema::<ProgramVersion>),
    ("Error", schema::<ErrorDocument>),
];

/// JSON by default, or YAML.
pub(crate) const FORMATS: &[Format] = &[Format::Json, Format::Yaml];

pub(crate) fn run(args: &Args, session: &mut Session) -> Result {
    let text = match &args.kind {
        None => {
            let all: BTreeMap<&str, _> =
                KINDS.iter().map(|(kind, schema)| (*kind, schema())).collect();
            output::structured(&all, session.ui.format)
        }
        Some(wanted) => {
            let found = KINDS.iter().find(|(kind, _)| kind.eq_ignore_ascii_case(wanted));
            let (_, schema) = found.ok_or_else(|| unknown_kind(wanted))?;
            output::structured(&schema(), session.ui.format)
        }
    };
    session.ui.print(&text)?;
    Ok(ExitStatus::Success)
}

/// Returns the names of the kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| *kind)
}

fn unknown_kind(wanted: &str) -> Error {
    let kinds: Vec<&str> = kinds().collect();
    let near = suggest::words(wanted, kinds.iter().copied());
    let offered = if near.is_empty() { kinds } else { near };
    Error::usage(anyhow!("no kind {wanted:?}"))
        .hint(format!("available kinds: {}", offered.join(", ")))
}

fn schema<T: JsonSchema>() -> Schema {
    // The schema of what we write, not of what we would read: every field of ours is always
    // present.
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
