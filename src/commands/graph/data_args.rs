//! What the graph-data commands share: where graph-data is, and reading it.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::connect::local::graph_data;
use crate::error::{Error, Result};
use upgrade_graph::data::GraphData;

/// Where the graph-data is.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DataArgs {
    /// Read graph-data from a directory, .tar.gz or stdin
    #[arg(long, value_name = "DIR|FILE|-", help_heading = "Graph-data")]
    graph_data: PathBuf,
    /// Read graph-data at this git revision
    #[arg(long, value_name = "REVISION", help_heading = "Graph-data")]
    rev: Option<String>,
}

impl DataArgs {
    pub(super) fn new(path: &Path, revision: Option<&str>) -> Self {
        Self { graph_data: path.to_owned(), rev: revision.map(str::to_owned) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.graph_data
    }

    /// Reads graph-data, valid or not.
    pub(super) fn load(&self) -> Result<GraphData> {
        graph_data::load(&self.graph_data, self.rev.as_deref())
    }
}

/// Refuses to read standard input for two things.
pub(super) fn once<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    match paths.into_iter().filter(|path| *path == Path::new("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(Error::usage(anyhow!("stdin can be used only once"))),
    }
}
