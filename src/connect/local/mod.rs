//! Files: recordings, graph-data, releases, and what is written to disk.

pub(crate) mod archive;
pub(crate) mod channel_file;
pub(crate) mod exchange;
pub(crate) mod fingerprint;
pub(crate) mod git;
pub(crate) mod graph_data;
pub(crate) mod limited;
pub(crate) mod platforms;
pub(crate) mod recording;
pub(crate) mod releases;
#[cfg(unix)]
mod unix;
pub(crate) mod write;
