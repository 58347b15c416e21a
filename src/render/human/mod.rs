//! The text of each view.

mod channel_list;
mod gate_acknowledgement;
mod gate_list;
mod pre_check;
mod recommendation;
mod risk_acceptance;
mod risk_list;
mod scenario_list;
mod service_change;
mod status_report;
mod status_watch;
mod update_history;
mod update_list;
mod update_request;
mod wait_event;
mod writing;
