//! What is known about a cluster at one time, and everything that follows from it.
//!
//! Pure: takes a [`snapshot::Snapshot`], returns a decision with its sentences. No files, no
//! network, no clock.

pub mod admin_gates;
pub mod alert;
pub mod cluster;
pub mod condition_type;
pub mod documents;
pub mod drain;
pub mod evaluate;
pub mod fleet;
pub mod gates;
pub mod insight;
mod links;
pub mod objects;
pub mod part;
pub mod pools;
pub mod pre_checks;
pub mod preview;
pub mod progress;
pub mod recommend;
pub mod reported_risk;
pub mod reported_status;
pub mod request;
pub mod rules;
pub mod selector;
pub mod settings;
pub mod snapshot;
pub mod status;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod update_status;
pub mod updates;
pub mod wait;
pub mod why;
