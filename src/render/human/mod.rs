//! The text of each view.

mod scenario_list;
mod update_list;
mod update_request;
mod wait_event;
