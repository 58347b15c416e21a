//! `upgrade`: the update client of OpenShift-style clusters.
//!
//! Data flows one way: `source` → `api` → `translate` → `domain` → `view` → `render`. The domain
//! decides and does no I/O; the edges do I/O and decide nothing.

mod api; // wire formats: what servers and files say
mod cli; // the command line, and the way in and out
mod commands; // one file a command: read, decide, act, show
mod domain; // the decisions, pure
mod error; // what went wrong, hints, exit codes
pub mod lab; // a cluster in memory
pub mod listener; // the accept loop of every server here
mod render; // view → text, JSON, YAML
mod serve; // an update service
mod source; // all input and output
mod translate; // api → domain
mod ui; // the two streams
mod view; // the JSON promise

#[cfg(test)]
mod properties; // what holds for any ClusterVersion

pub use cli::main;
