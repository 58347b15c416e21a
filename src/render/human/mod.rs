//! The text of each view.

mod recommendation;
mod scenario_list;
mod update_list;
mod update_request;
mod wait_event;
