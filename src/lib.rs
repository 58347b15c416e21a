//! `upgrade`: the update client for OpenShift clusters.
//!
//! The pure crates decide (`upgrade_graph`, `upgrade_core`), this program reads, writes and shows.
//! A command reads one snapshot, lets the core decide, writes at most once, and shows one document
//! as text or JSON.

mod actions; // what several commands, or the controller, do
mod cli; // the global flags, and parsing
mod commands; // exactly what `upgrade --help` lists
mod connect; // all input and output: API servers, files, other services
mod controller; // the update-status controller
mod error; // errors, hints, exit codes
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing; // what must hold for any bytes from outside
pub mod listener; // accepts connections for every server of this program
mod output; // documents as text, JSON and YAML; the two streams
mod secrets; // secrets that must never be printed
mod service; // the update service
mod topic; // what the events of the log are about

#[cfg(test)]
mod tests; // what holds for any ClusterVersion and any graph

pub use commands::main;
