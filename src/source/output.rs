//! The few files this program writes: always new ones, never over somebody's.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::error::{Error, Result};

const EVERYBODY: u32 = 0o644;
const OURSELVES: u32 = 0o600;

/// Writes files into a folder, which is made if it is not there, and returns their paths.
pub(crate) fn folder(folder: &Path, files: &[(&str, &str)]) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        create(&path, text, EVERYBODY)?;
        written.push(path);
    }
    Ok(written)
}

/// A file that only we may read, and that goes when we go.
pub(crate) struct PrivateFile {
    pub(crate) path: PathBuf,
    folder: Option<PathBuf>,
}

impl PrivateFile {
    pub(crate) fn at(path: &Path, text: &str) -> Result<Self> {
        let path = std::path::absolute(path).map_err(|error| unwritable(path, error))?;
        create(&path, text, OURSELVES)?;
        Ok(Self { path, folder: None })
    }

    /// Writes into a folder of its own among the temporary ones.
    pub(crate) fn temporary(folder: &str, name: &str, text: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(folder);
        let made = std::fs::DirBuilder::new().mode(0o700).create(&folder);
        made.map_err(|error| unwritable(&folder, error))?;
        let path = folder.join(name);
        create(&path, text, OURSELVES)?;
        Ok(Self { path, folder: Some(folder) })
    }
}

impl Drop for PrivateFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

fn create(path: &Path, text: &str, mode: u32) -> Result<()> {
    let opened = std::fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: std::io::Error) -> Error {
    Error::new("Output", anyhow!(error).context(format!("cannot write {}", path.display())))
}
