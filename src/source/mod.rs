//! All input and output: where a cluster is read from and what is written to it.

pub(crate) mod alerts;
mod archive;
pub(crate) mod channel_files;
pub(crate) mod checkout;
pub(crate) mod cincinnati;
pub(crate) mod clock;
mod collection;
pub(crate) mod config_map;
pub(crate) mod connect;
mod credentials;
pub(crate) mod errata;
pub(crate) mod fault;
pub(crate) mod files;
pub(crate) mod graph_data;
pub(crate) mod http;
pub(crate) mod informers;
pub(crate) mod kubeconfig;
pub(crate) mod lease;
pub(crate) mod live;
mod object;
pub(crate) mod output;
pub(crate) mod patch;
pub(crate) mod plans;
pub(crate) mod platforms;
pub(crate) mod prometheus;
mod proxy;
pub(crate) mod reconcile;
pub(crate) mod releases;
pub(crate) mod snapshot;
pub(crate) mod stamp;
pub(crate) mod standing;
pub(crate) mod url;
pub(crate) mod vigil;
mod watch;
pub(crate) mod write;

use crate::translate::documents::Document;
use files::Recording;
use live::Live;

/// Where a cluster is read from.
pub(crate) enum Source {
    /// An API server, be it far away or in this process.
    Live(Box<Live>),
    Files(Recording),
}

impl Source {
    /// Returns the update graphs that were recorded beside a cluster, once it was read with
    /// [`SnapshotParts::GRAPH`](snapshot::SnapshotParts::GRAPH).
    pub(crate) fn recorded_graphs(&self) -> &[Document] {
        match self {
            Self::Live(_) => &[],
            Self::Files(files) => files.graphs(),
        }
    }
}
