//! The text of each view.

mod channel_list;
mod recommendation;
mod scenario_list;
mod service_change;
mod status_report;
mod update_history;
mod update_list;
mod update_request;
mod wait_event;
