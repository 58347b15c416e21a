//! All input and output: where a cluster is read from and what is written to it.

pub(crate) mod client;
pub(crate) mod clock;
mod collection;
pub(crate) mod config;
mod config_map;
pub(crate) mod errata;
pub(crate) mod fault;
pub(crate) mod http;
pub(crate) mod informers;
pub(crate) mod lease;
pub(crate) mod live;
pub(crate) mod local;
pub(crate) mod monitoring;
pub(crate) mod patch;
pub(crate) mod plans;
mod record;
pub(crate) mod renewal;
pub(crate) mod resource;
pub(crate) mod snapshot;
pub(crate) mod status_request;
mod transport;
pub(crate) mod update_service;
pub(crate) mod update_status;
pub(crate) mod watcher;
pub(crate) mod write;

use live::Live;
use local::recording::Recording;
use upgrade_core::documents::Document;

/// Where a cluster is read from.
pub(crate) enum Source {
    /// An API server, remote or in this process.
    Live(Box<Live>),
    Files(Recording),
}

impl Source {
    /// Returns the update graphs of a recording, once it was read with
    /// [`SnapshotParts::GRAPH`](snapshot::SnapshotParts::GRAPH).
    pub(crate) fn recorded_graphs(&self) -> &[Document] {
        match self {
            Self::Live(_) => &[],
            Self::Files(files) => files.graphs(),
        }
    }
}
