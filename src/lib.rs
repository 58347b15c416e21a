//! `upgrade`: the update client of OpenShift clusters.
//!
//! The pure crates decide (`upgrade_graph`, `upgrade_core`), this program does the reading, writing
//! and showing. A command reads one snapshot, lets the core decide, writes at most once, and shows
//! one document as text or JSON.

mod actions; // what several commands, or the controller, do
mod cli; // the flags of every command, and how words are read
mod commands; // exactly what `upgrade --help` lists
mod connect; // all input and output: API servers, files, other services
mod controller; // the update-status controller
mod error; // what went wrong, hints, exit codes
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing; // what must hold for any bytes from outside
pub mod listener; // accepts connections for every server of this program
mod output; // documents as text, JSON and YAML; the two streams
mod secrets; // what is never shown again once it was shown to a server
mod service; // the update service

#[cfg(test)]
mod tests; // what holds for any ClusterVersion and any graph

pub use commands::main;
