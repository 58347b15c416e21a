//! What several commands, or the controller, do.

pub(crate) mod confirm;
pub(crate) mod find_path;
pub(crate) mod gather;
pub(crate) mod list_updates;
pub(crate) mod open;
pub(crate) mod read_graphs;
mod record_graph;
pub(crate) mod request;
pub(crate) mod scenario;
mod search_channels;
pub(crate) mod set;
pub(crate) mod show_graph;
pub(crate) mod wait;
