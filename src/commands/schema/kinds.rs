//! JSON Schema of every kind.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::actions::list_updates::view::UpdateList;
use crate::actions::request::view::UpdateRequest;
use crate::actions::set::view::ServiceChange;
use crate::actions::wait::view::WaitEvent;
use crate::commands::accept::list_view::RiskList;
use crate::commands::accept::view::RiskAcceptance;
use crate::commands::ack::list_view::GateList;
use crate::commands::ack::view::GateAcknowledgement;
use crate::commands::channel::preview_view::ChannelPreview;
use crate::commands::channel::view::ChannelList;
pub(crate) use crate::commands::graph::audit::view::GraphAudit;
pub(crate) use crate::commands::graph::diff::view::GraphDataDiff;
pub(crate) use crate::commands::graph::evaluate::view::RiskEvaluation;
pub(crate) use crate::commands::graph::lint::view::LintReport;
pub(crate) use crate::commands::graph::promote::view::PromotionReport;
pub(crate) use crate::commands::graph::show::view::UpdateGraph;
use crate::commands::history::view::UpdateHistory;
use crate::commands::lab::view::ScenarioList;
use crate::commands::path::view::UpdatePath;
use crate::commands::pre_checks::view::PreCheckReport;
use crate::commands::recommend::view::Recommendation;
use crate::commands::status::view::UpdateStatusReport;
use crate::commands::upstream::view::Upstream;
use crate::commands::why::view::Explanation;
use crate::output::parts::error::ErrorDocument;

/// A kind and how its schema is made.
type Kind = (&'static str, fn() -> Schema);

/// The kinds, in the order people meet them.
pub(crate) const KINDS: &[Kind] = &[
    ("UpdateList", schema::<UpdateList>),
    ("UpdateRequest", schema::<UpdateRequest>),
    ("Recommendation", schema::<Recommendation>),
    ("Explanation", schema::<Explanation>),
    ("RiskEvaluation", schema::<RiskEvaluation>),
    ("UpdatePath", schema::<UpdatePath>),
    ("UpdateStatusReport", schema::<UpdateStatusReport>),
    ("WaitEvent", schema::<WaitEvent>),
    ("ChannelList", schema::<ChannelList>),
    ("ChannelPreview", schema::<ChannelPreview>),
    ("ChannelChange", schema::<ServiceChange>),
    ("Upstream", schema::<Upstream>),
    ("UpstreamChange", schema::<ServiceChange>),
    ("UpdateHistory", schema::<UpdateHistory>),
    ("UpdateGraph", schema::<UpdateGraph>),
    ("RiskList", schema::<RiskList>),
    ("RiskAcceptance", schema::<RiskAcceptance>),
    ("PreCheckReport", schema::<PreCheckReport>),
    ("GateList", schema::<GateList>),
    ("GateAcknowledgement", schema::<GateAcknowledgement>),
    ("GraphDataDiff", schema::<GraphDataDiff>),
    ("PromotionReport", schema::<PromotionReport>),
    ("GraphAudit", schema::<GraphAudit>),
    ("ScenarioList", schema::<ScenarioList>),
    ("LintReport", schema::<LintReport>),
    ("Error", schema::<ErrorDocument>),
];

fn schema<T: JsonSchema>() -> Schema {
    // What we write, not what we would read: every field of ours is always there.
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
