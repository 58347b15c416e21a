//! The few files this program writes: new ones, or its own; never over somebody's.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::error::{Error, Result};

const EVERYBODY: u32 = 0o644;
const OURSELVES: u32 = 0o600;

/// Writes files into a folder, which is made if it is not there, and returns their paths.
pub(crate) fn folder(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        create(&path, text, EVERYBODY)?;
        written.push(path);
    }
    Ok(written)
}

/// Writes the files of a folder of ours anew, each whole or not at all; others that were there go.
pub(crate) fn refresh(folder: &Path, files: &[(String, String)]) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    for (name, text) in files {
        let path = folder.join(name);
        let draft = folder.join(format!(".{name}.draft"));
        let _ = std::fs::remove_file(&draft); // left by one that was killed
        create(&draft, text, OURSELVES)?;
        std::fs::rename(&draft, &path).map_err(|error| unwritable(&path, error))?;
    }
    let kept = |name: &str| files.iter().any(|(kept, _)| kept == name);
    for name in names(folder)?.into_iter().filter(|name| !kept(name)) {
        let path = folder.join(name);
        std::fs::remove_file(&path).map_err(|error| unwritable(&path, error))?;
    }
    Ok(())
}

/// Returns the names of what is in a folder; none where there is no folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>> {
    #[expect(clippy::disallowed_methods, reason = "what is not ours is not written over")]
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| unwritable(folder, error))?,
    };
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect::<std::io::Result<_>>().map_err(|error| unwritable(folder, error))
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
