//! The text of each view.

mod gate_acknowledgement;
mod gate_list;
mod risk_acceptance;
mod risk_list;
mod scenario_list;
mod update_list;
mod update_request;
mod wait_event;
