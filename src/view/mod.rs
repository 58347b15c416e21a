//! The JSON promise: one struct a kind, built from the model; the text is rendered from the same.

pub(crate) mod alert;
mod cause;
pub(crate) mod channel_list;
pub(crate) mod channel_preview;
pub(crate) mod cluster;
pub(crate) mod explanation;
pub(crate) mod failure;
pub(crate) mod finding;
pub(crate) mod gate_acknowledgement;
pub(crate) mod gate_list;
pub(crate) mod graph_audit;
pub(crate) mod graph_data_diff;
pub(crate) mod graph_data_impact;
pub(crate) mod graph_source;
pub(crate) mod hint;
pub(crate) mod insight;
pub(crate) mod lint_report;
pub(crate) mod path_missing;
pub(crate) mod path_way;
pub(crate) mod pre_check;
pub(crate) mod promotion_reason;
pub(crate) mod promotion_report;
pub(crate) mod recommendation;
pub(crate) mod risk_acceptance;
pub(crate) mod risk_evaluation;
pub(crate) mod risk_list;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod scenario_list;
pub(crate) mod schema;
pub(crate) mod served_graph;
pub(crate) mod service_change;
pub(crate) mod setting;
pub(crate) mod status_event;
pub(crate) mod status_pool;
pub(crate) mod status_report;
pub(crate) mod update_graph;
pub(crate) mod update_history;
pub(crate) mod update_list;
pub(crate) mod update_path;
pub(crate) mod update_request;
pub(crate) mod update_status;
pub(crate) mod upstream;
pub(crate) mod wait_event;

use schemars::JsonSchema;
use serde::Serialize;

/// The one version of all kinds: within it a field's name never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) enum ApiVersion {
    #[serde(rename = "upgrade/v1")]
    V1,
}
