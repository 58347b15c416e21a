//! The few files that this program writes: new ones, or its own; others only if the user requests
//! that.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::limited;
use super::unix::{self, Readers};
use crate::error::{Error, Result};

/// Writes files into a directory, which is created if needed, and returns their paths.
pub(crate) fn folder(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        create(&path, text, Readers::Everyone)?;
        written.push(path);
    }
    Ok(written)
}

/// Replaces the files of a directory of ours, each atomically, but for those that are current; our other
/// files there are removed, and nothing else. The first file marks the directory: until all files are
/// written, it is a draft.
pub(crate) fn refresh(
    folder: &Path,
    files: &[(String, String)],
    is_current: impl Fn(&(String, String)) -> bool,
    is_ours: impl Fn(&str) -> bool,
) -> Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let changed: Vec<_> = files.iter().filter(|file| !is_current(file)).collect();
    let drafts = changed.iter().map(|(name, text)| (name, folder.join(draft_name(name)), text));
    let mut drafts: Vec<_> = drafts.collect();
    for (_, draft, text) in &drafts {
        draw_up(draft, text, Readers::Owner)?;
    }
    drafts.reverse();
    for (name, draft, _) in drafts {
        take_place(&draft, &folder.join(name))?;
    }
    let kept = |name: &str| files.iter().any(|(kept, _)| kept == name);
    for name in names(folder)?.into_iter().filter(|name| !kept(name) && is_ours(name)) {
        let path = folder.join(name);
        if std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
            std::fs::remove_file(&path).map_err(|error| unwritable(&path, error))?;
        }
    }
    Ok(())
}

fn draft_name(name: &str) -> String {
    format!(".{name}.draft")
}

/// Returns whether a directory was left while [`refresh`] wrote it for the first time.
pub(crate) fn is_unfinished(names: &[String], mark: &str) -> bool {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    has(&draft_name(mark)) && !has(mark)
}

/// Replaces a file of ours atomically, in directories that only the user can access.
pub(crate) fn store(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let made = unix::private_directory(folder, true);
    made.map_err(|error| unwritable(folder, error))?;
    put(path, &path.with_extension("draft"), text, Readers::Owner)
}

/// Removes a file of ours, if it exists.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(path, error)),
        _ => Ok(()),
    }
}

/// Returns the text of a file of ours; none if there is no such file.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<String>> {
    match limited::file(path, LARGEST) {
        Ok(text) => Ok(Some(text)),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(Error::new(
            "Input",
            anyhow!(error).context(format!("cannot read {}", path.display())),
        )),
    }
}

/// If a directory does not exist, the file in it does not, either.
fn is_absence(error: &std::io::Error) -> bool {
    [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind())
}

/// Creates a file, or replaces one of ours atomically.
pub(crate) fn replace(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    if std::fs::symlink_metadata(path).is_err() {
        return create(path, text, Readers::Everyone);
    }
    if !left_behind(path).is_some_and(|text| is_ours(&text)) {
        let cause = anyhow!("{} already exists and is another kind of file", path.display());
        return Err(Error::new("Output", cause).hint("choose another file"));
    }
    put(path, &draft_of(path), text, Readers::Everyone)
}

/// Creates a directory and its parents, readable by everyone.
pub(crate) fn make_directory(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|error| unwritable(path, error))
}

/// Returns whether files can be written into a directory.
pub(crate) fn is_writable(directory: &Path) -> bool {
    unix::is_writable(directory)
}

/// Creates a symbolic link, or changes an existing one. Anything else is kept.
pub(crate) fn link(path: &Path, to: &Path) -> Result<()> {
    make_directory(path.parent().unwrap_or(Path::new(".")))?;
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => remove(path)?,
        Ok(_) => {
            let cause = anyhow!("{} exists and is not a symbolic link", path.display());
            return Err(Error::new("Output", cause).hint("remove it and run the command again"));
        }
        Err(_) => {}
    }
    unix::symlink(to, path).map_err(|error| unwritable(path, error))
}

/// Writes files into a directory, which is created if needed: new ones, or replacements of ours.
pub(crate) fn replace_all(
    folder: &Path,
    files: &[(String, String)],
    is_ours: impl Fn(&str) -> bool,
) -> Result<()> {
    make_directory(folder)?;
    files.iter().try_for_each(|(name, text)| replace(&folder.join(name), text, &is_ours))
}

/// Returns the text of a file that is to be replaced; it must be a file, not a link.
pub(crate) fn own_text(path: &Path) -> Result<String> {
    let found = std::fs::symlink_metadata(path).map_err(|error| unwritable(path, error))?;
    if !found.is_file() {
        let what = if found.is_symlink() { "is a symbolic link" } else { "is not a regular file" };
        return Err(Error::new("Output", anyhow!("cannot write {}: it {what}", path.display())));
    }
    limited::file(path, LARGEST).map_err(|error| unwritable(path, error))
}

/// Replaces a file that the user wants to change, atomically, if it is still what was read. Its
/// permissions stay.
pub(crate) fn rewrite(path: &Path, before: &str, after: &str) -> Result<()> {
    let draft = draft_of(path);
    draw_up(&draft, after, Readers::Owner)?;
    let written = (|| {
        let mode = std::fs::metadata(path).map_err(|error| unwritable(path, error))?.permissions();
        let kept = std::fs::set_permissions(&draft, mode);
        kept.map_err(|error| unwritable(&draft, error))?;
        if own_text(path)? != before {
            let cause = anyhow!("{} changed since it was read", path.display());
            return Err(Error::new("Output", cause).hint("run the command again"));
        }
        take_place(&draft, path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// Returns the names of the entries of a directory; none if it does not exist.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>> {
    #[expect(clippy::disallowed_methods, reason = "what is not ours is not written over")]
    let entries = match std::fs::read_dir(folder) {
        Err(error) if is_absence(&error) => return Ok(Vec::new()),
        entries => entries.map_err(|error| unwritable(folder, error))?,
    };
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.map(|entry| entry.file_name().to_string_lossy().into_owned())
    };
    entries.map(name).collect::<std::io::Result<_>>().map_err(|error| unwritable(folder, error))
}

/// A file that only the user can read, and that is removed at the end.
pub(crate) struct PrivateFile {
    pub(crate) path: PathBuf,
    folder: Option<PathBuf>,
}

impl PrivateFile {
    /// Creates a file, or replaces one that an earlier process left.
    pub(crate) fn at(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<Self> {
        let path = std::path::absolute(path).map_err(|error| unwritable(path, error))?;
        if left_behind(&path).is_some_and(|text| is_ours(&text)) {
            std::fs::remove_file(&path).map_err(|error| unwritable(&path, error))?;
        }
        let there = std::fs::symlink_metadata(&path).is_ok();
        let written = create(&path, text, Readers::Owner);
        let hint = "remove it, or choose another file";
        written.map_err(|error| if there { error.hint(hint) } else { error })?;
        Ok(Self { path, folder: None })
    }

    /// Creates it in a temporary directory of its own.
    pub(crate) fn temporary(folder: &str, name: &str, text: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(folder);
        let made = unix::private_directory(&folder, false);
        made.map_err(|error| unwritable(&folder, error))?;
        let path = folder.join(name);
        create(&path, text, Readers::Owner)?;
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

/// Returns the text of a file, if it is a regular one and not larger than those that we write.
fn left_behind(path: &Path) -> Option<String> {
    let found = std::fs::symlink_metadata(path).ok()?;
    found.is_file().then(|| limited::file(path, LARGEST).ok())?
}

const LARGEST: u64 = 64 << 20; // bytes, far more than we write

/// Replaces a file atomically, even if the machine crashes at the same time.
fn put(path: &Path, draft: &Path, text: &str, readers: Readers) -> Result<()> {
    draw_up(draft, text, readers)?;
    take_place(draft, path)
}

fn draft_of(path: &Path) -> PathBuf {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    PathBuf::from(draft)
}

/// Writes a draft, and syncs it to disk before it replaces anything.
fn draw_up(draft: &Path, text: &str, readers: Readers) -> Result<()> {
    let _ = std::fs::remove_file(draft); // left by a process that was killed
    let opened = unix::new_file(readers).open(draft);
    let written = opened.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| unwritable(draft, error))
}

/// Renames a draft to its final name, and syncs the directory if possible.
fn take_place(draft: &Path, path: &Path) -> Result<()> {
    std::fs::rename(draft, path).map_err(|error| unwritable(path, error))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    #[expect(clippy::disallowed_methods, reason = "a directory is opened to be synced, not read")]
    let opened = std::fs::File::open(folder.unwrap_or(Path::new(".")));
    let _ = opened.and_then(|folder| folder.sync_all());
    Ok(())
}

fn create(path: &Path, text: &str, readers: Readers) -> Result<()> {
    let opened = unix::new_file(readers).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: std::io::Error) -> Error {
    Error::new("Output", anyhow!(error).context(format!("cannot write {}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_ours_are_removed_when_a_directory_is_refreshed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["old.yaml", "notes.txt"] {
            create(&path(name), "text", Readers::Everyone).unwrap();
        }
        std::fs::create_dir(path("sub")).unwrap();
        std::fs::create_dir(path("dir.yaml")).unwrap();
        let files = [("new.yaml".to_owned(), "new".to_owned())];
        let is_ours =
            |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "yaml");
        refresh(folder.path(), &files, |_| false, is_ours).unwrap();
        let mut left = names(folder.path()).unwrap();
        left.sort();
        assert_eq!(left, ["dir.yaml", "new.yaml", "notes.txt", "sub"]);
    }

    #[test]
    fn only_a_file_of_ours_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers.json");
        replace(&path, "ours 1", |_| false).unwrap();
        replace(&path, "ours 2", |text| text.starts_with("ours")).unwrap();
        assert_eq!(left_behind(&path).unwrap(), "ours 2");
        assert!(replace(&path, "ours 3", |_| false).is_err());
        assert_eq!(left_behind(&path).unwrap(), "ours 2");
        assert_eq!(names(folder.path()).unwrap(), ["answers.json"]);
    }

    #[test]
    fn a_file_that_was_left_behind_is_replaced_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config");
        create(&path, "ours", Readers::Owner).unwrap();
        let error = PrivateFile::at(&path, "new", |text| text == "theirs").err().unwrap();
        assert!(error.hints[0].to_string().contains("choose another file"), "{:?}", error.hints);
        assert_eq!(left_behind(&path).unwrap(), "ours");
        let file = PrivateFile::at(&path, "new", |text| text == "ours").unwrap();
        assert_eq!(left_behind(&file.path).unwrap(), "new");
    }
}
