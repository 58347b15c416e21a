//! Graph-data by whatever it was called on a command line.

use std::path::Path;

use super::graph_data;
use crate::domain::graph_data::GraphData;
use crate::error::Result;

/// Reads a folder or an archive of this name; where there is none, a revision of the checkout.
pub(crate) fn named(name: &str, checkout: &Path) -> Result<GraphData> {
    let path = Path::new(name);
    if name == "-" || std::fs::symlink_metadata(path).is_ok() {
        return graph_data::load(path, None);
    }
    graph_data::load(checkout, Some(name)).map_err(|error| {
        error
            .context(format!("{name} is neither a file nor a folder, nor a revision that can be read"))
            .hint("--repo DIR names the checkout whose revisions are meant; by default it is this folder")
    })
}
