//! `lab serve --state`: a cluster that is kept in a folder, and taken up again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;

use crate::connect::local::recording::{self, Recording};
use crate::connect::local::write;
use crate::error::{Error, Result};
use upgrade_core::documents::Document;
use upgrade_lab::{SETTINGS, Service, StateFile, StateRevision};

const SETTLED_AFTER: Duration = Duration::from_secs(1); // changes come in crowds
const SAVED_EVERY: Duration = Duration::from_secs(5); // what changes without a word

/// Where a cluster is kept.
pub(crate) struct StateKeeper {
    folder: PathBuf,
    saved: Option<StateRevision>,
    /// What we have written, and may take away again.
    written: BTreeSet<String>,
}

impl StateKeeper {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), saved: None, written: BTreeSet::new() }
    }

    /// Saves the cluster soon after each change, so that a crash costs little.
    pub(crate) async fn run(&mut self, service: &Service) -> Result<()> {
        let mut changes = service.changes();
        loop {
            let _ = tokio::time::timeout(SAVED_EVERY, changes.changed()).await;
            tokio::time::sleep(SETTLED_AFTER).await;
            changes.mark_unchanged();
            self.save(service)?;
        }
    }

    pub(crate) fn save(&mut self, service: &Service) -> Result<()> {
        let Some((mark, files)) = service.saved(self.saved.as_ref()) else { return Ok(()) };
        self.write(&files)?;
        self.saved = Some(mark);
        Ok(())
    }

    fn write(&mut self, files: &[StateFile]) -> Result<()> {
        let written = &self.written;
        write::refresh(&self.folder, files, |name| {
            upgrade_lab::is_ours(name) || written.contains(name)
        })?;
        self.written = files.iter().map(|(name, _)| name.clone()).collect();
        Ok(())
    }
}

/// Returns what a folder keeps, with warnings of what in it is not the lab's; none where it is empty.
pub(crate) fn state_folder(folder: &Path) -> Result<Option<(Vec<Document>, Vec<String>)>> {
    match write::names(folder)?.as_slice() {
        [] => return Ok(None),
        names if names.iter().any(|name| name == SETTINGS) => {}
        _ => {
            return Err(Error::usage(anyhow!("{} is not a lab's folder", folder.display()))
                .hint("name an empty folder, or one that is not there"));
        }
    }
    // Each is named, so that one that cannot be read is an error: it would be written over.
    let (documents, _) = Recording::new(recording::texts_in(folder)?).everything()?;
    let (ours, others): (Vec<Document>, Vec<Document>) =
        documents.into_iter().partition(upgrade_lab::is_in_its_place);
    let others: BTreeSet<String> = others.into_iter().map(|document| document.origin).collect();
    let left = |origin: String| format!("{origin} is not a file of the lab's; it is left alone");
    Ok(Some((ours, others.into_iter().map(left).collect())))
}
