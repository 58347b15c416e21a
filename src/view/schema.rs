//! JSON Schema of every kind.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::channel_list::ChannelList;
use super::channel_preview::ChannelPreview;
use super::explanation::Explanation;
use super::failure::ErrorDocument;
use super::gate_acknowledgement::GateAcknowledgement;
use super::gate_list::GateList;
use super::graph_audit::GraphAudit;
use super::graph_data_diff::GraphDataDiff;
use super::lint_report::LintReport;
use super::pre_check::PreCheckReport;
use super::promotion_report::PromotionReport;
use super::recommendation::Recommendation;
use super::risk_acceptance::RiskAcceptance;
use super::risk_evaluation::RiskEvaluation;
use super::risk_list::RiskList;
use super::scenario_list::ScenarioList;
use super::service_change::ServiceChange;
use super::status_report::UpdateStatusReport;
use super::update_graph::UpdateGraph;
use super::update_history::UpdateHistory;
use super::update_list::UpdateList;
use super::update_path::UpdatePath;
use super::update_request::UpdateRequest;
use super::upstream::Upstream;
use super::wait_event::WaitEvent;

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
