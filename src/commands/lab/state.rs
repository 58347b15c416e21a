//! `lab serve --state`: a cluster that is saved in a directory, and continued later.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::anyhow;

use crate::connect::local::recording::{self, Recording};
use crate::connect::local::write;
use crate::error::{Error, Result};
use upgrade_core::documents::Document;
use upgrade_lab::{SETTINGS, Service, StateFile, StateRevision};

const SETTLED_AFTER: Duration = Duration::from_secs(1); // changes come in bursts
const SAVED_EVERY: Duration = Duration::from_secs(5); // changes that send no notification

/// Saves a cluster in a directory.
pub(crate) struct StateKeeper {
    folder: PathBuf,
    saved: Mutex<SavedState>,
}

#[derive(Default)]
struct SavedState {
    revision: Option<StateRevision>,
    /// The files that we wrote, and may remove.
    files: BTreeMap<String, String>,
}

impl StateKeeper {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), saved: Mutex::default() }
    }

    /// Saves the cluster soon after each change of its own. Changes that clients request are saved before
    /// they are answered.
    pub(crate) async fn run(&self, service: &Service) -> Result<()> {
        let mut changes = service.changes();
        loop {
            let _ = tokio::time::timeout(SAVED_EVERY, changes.changed()).await;
            tokio::time::sleep(SETTLED_AFTER).await;
            changes.mark_unchanged();
            self.save(service)?;
        }
    }

    /// Saves what has changed. Returns once it is on the disk.
    pub(crate) fn save(&self, service: &Service) -> Result<()> {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((revision, files)) = service.saved(saved.revision.as_ref()) else {
            return Ok(());
        };
        let known = |name: &str| saved.files.contains_key(name);
        let is_current = |(name, text): &StateFile| saved.files.get(name) == Some(text);
        write::refresh(&self.folder, &files, is_current, |name| {
            upgrade_lab::is_ours(name) || known(name)
        })?;
        *saved = SavedState { revision: Some(revision), files: files.into_iter().collect() };
        Ok(())
    }
}

/// Returns the cluster in a directory, with warnings about files that are not the lab's; none if it is empty.
pub(crate) fn state_folder(folder: &Path) -> Result<Option<(Vec<Document>, Vec<String>)>> {
    match write::names(folder)?.as_slice() {
        [] => return Ok(None),
        // The first save did not end, and no client has seen the cluster yet.
        names if write::is_unfinished(names, SETTINGS) => return Ok(None),
        names if names.iter().any(|name| name == SETTINGS) => {}
        _ => {
            return Err(Error::usage(anyhow!("{} is not a lab directory", folder.display()))
                .hint("use an empty directory, or one that does not exist"));
        }
    }
    // Every file is read by name, so that one that cannot be read is an error: it would be overwritten.
    let (documents, _) = Recording::new(recording::texts_in(folder)?).everything()?;
    let (ours, others): (Vec<Document>, Vec<Document>) =
        documents.into_iter().partition(upgrade_lab::is_in_its_place);
    let others: BTreeSet<String> = others.into_iter().map(|document| document.origin).collect();
    let left = |origin: String| format!("ignoring {origin}: not a lab file");
    Ok(Some((ours, others.into_iter().map(left).collect())))
}
