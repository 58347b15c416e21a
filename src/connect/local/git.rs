//! Checkouts of graph-data: their revisions, and when releases were added to channels.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;

use super::{graph_data, recording};
use crate::error::{Error, Result};
use upgrade_graph::data::{Channel, GraphData};
use upgrade_graph::promote::{Entered, History, PublicList, blame, lists};

/// Reads the directory or archive with this name; if there is none, a revision of the checkout.
pub(crate) fn named(name: &str, checkout: &Path) -> Result<GraphData> {
    let path = Path::new(name);
    if name == "-" || std::fs::symlink_metadata(path).is_ok() {
        return graph_data::load(path, None);
    }
    graph_data::load(checkout, Some(name)).map_err(|error| {
        error
            .context(format!("{name} is neither a file nor a revision"))
            .hint("use --repo DIR to choose the checkout")
    })
}

/// Asks git when releases were added to these channels: the commit on the main branch that added
/// their line. What git cannot answer is noted.
pub(crate) fn history(checkout: &Path, channels: &[&Channel]) -> History {
    let mut history = History::default();
    let is_folder = std::fs::metadata(checkout).is_ok_and(|found| found.is_dir());
    for channel in channels {
        let entered = if is_folder {
            blamed(checkout, channel)
        } else {
            Err("an archive has no history".to_owned())
        };
        history.add(&channel.name.value, entered);
    }
    history
}

type ByVersion = BTreeMap<String, Entered>;

fn blamed(checkout: &Path, channel: &Channel) -> std::result::Result<ByVersion, String> {
    // Commits that the user's git settings ignore have added lines nevertheless.
    let arguments = [
        "-c",
        "blame.ignoreRevsFile=",
        "blame",
        "--first-parent",
        "--porcelain",
        "--",
        &channel.file,
    ];
    let output = graph_data::git(checkout, &arguments, Vec::new()).map_err(|error| error.root())?;
    blame::entered(channel, &String::from_utf8_lossy(&output))
}

/// Reads from a list when releases were added to channels.
pub(crate) fn recorded(path: &Path) -> Result<History> {
    lists::history(&recording::text(path)?).map_err(|bad| wrong(path, bad))
}

/// Reads from a list which errata are public.
pub(crate) fn public(path: &Path) -> Result<PublicList> {
    lists::public(&recording::text(path)?).map_err(|bad| wrong(path, bad))
}

fn wrong(path: &Path, (line, problem): (usize, String)) -> Error {
    Error::new("BadData", anyhow!("{}:{line}: {problem}", path.display()))
}
