//! The text of each view.

mod channel_list;
mod channel_preview;
mod explanation;
mod gate_acknowledgement;
mod gate_list;
mod graph_audit;
mod graph_data_diff;
mod lint_report;
mod pre_check;
mod promotion_report;
mod recommendation;
mod risk_acceptance;
mod risk_evaluation;
mod risk_list;
mod scenario_list;
mod served_graph;
mod service_change;
mod status_report;
mod status_watch;
mod update_graph;
mod update_history;
mod update_list;
mod update_path;
mod update_request;
mod wait_event;
mod writing;
