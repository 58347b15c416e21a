//! Writes a directory as a whole: it appears complete, or not at all, and without what this process sent as a
//! secret.

use std::io::{Error as IoError, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::write;
use crate::error::{Error, Result};
use crate::secrets::redact;

/// Writes files to a directory that does not exist, is empty, or contains files of ours only, with `mark`
/// among them. That is replaced.
pub(crate) fn directory(
    folder: &Path,
    files: &[(String, String)],
    mark: &str,
    is_ours: impl Fn(&str) -> bool,
) -> Result<Vec<PathBuf>> {
    check(folder, mark, is_ours)?;
    let place = std::path::absolute(folder).map_err(|error| unwritable(folder, error))?;
    let name = place.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| unwritable(folder, IoError::from(ErrorKind::InvalidInput)))?;
    let beside =
        |what: &str| place.with_file_name(format!(".{name}.{what}-{}", std::process::id()));
    let (draft, old) = (beside("draft"), beside("old"));
    let redacted = |(name, text): &(String, String)| (name.clone(), redact(text).into_owned());
    let clean: Vec<(String, String)> = files.iter().map(redacted).collect();
    let written = write::folder(&draft, &clean).and_then(|_| exchange(&draft, &old, &place));
    if written.is_err() {
        let _ = std::fs::remove_dir_all(&draft);
    }
    written?;
    Ok(files.iter().map(|(name, _)| folder.join(name)).collect())
}

/// Refuses to replace what is not ours.
pub(crate) fn check(folder: &Path, mark: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    if std::fs::symlink_metadata(folder).is_ok_and(|found| !found.is_dir()) {
        return Err(Error::usage(anyhow!("{} is not a directory", folder.display())));
    }
    let names = write::names(folder)?;
    let is_recording = names.iter().any(|name| name == mark);
    let other = names.iter().find(|name| !is_recording || !is_ours(name));
    let Some(other) = other else { return Ok(()) };
    let cause = anyhow!("{} contains {other}, which is not part of a recording", folder.display());
    Err(Error::usage(cause).hint("use an empty directory, or one that does not exist"))
}

/// Puts a draft in the place of a directory. If that fails, the directory is as it was.
fn exchange(draft: &Path, old: &Path, place: &Path) -> Result<()> {
    let failed = |error| unwritable(place, error);
    if !place.exists() {
        return std::fs::rename(draft, place).map_err(failed);
    }
    std::fs::rename(place, old).map_err(failed)?;
    if let Err(error) = std::fs::rename(draft, place) {
        let _ = std::fs::rename(old, place);
        return Err(failed(error));
    }
    std::fs::remove_dir_all(old).map_err(failed)
}

fn unwritable(path: &Path, error: IoError) -> Error {
    Error::new("Output", anyhow!(error).context(format!("cannot write {}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(String, String)> {
        vec![("lab.yaml".to_owned(), text.to_owned()), ("cv.yaml".to_owned(), text.to_owned())]
    }

    fn put(folder: &Path, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
        directory(folder, files, "lab.yaml", |name| name != "notes.txt")
    }

    #[test]
    fn only_a_recording_is_replaced_and_as_a_whole() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a/b");
        assert_eq!(put(&folder, &texts("one")).unwrap().len(), 2);
        put(&folder, &texts("two")[..1]).unwrap();
        assert_eq!(write::names(&folder).unwrap(), ["lab.yaml"]);
        write::folder(&folder, &[("notes.txt".to_owned(), "mine".to_owned())]).unwrap();
        let error = put(&folder, &texts("three")).unwrap_err().message();
        assert!(error.contains("contains notes.txt"), "{error}");
        let other = parent.path().join("other");
        write::folder(&other, &texts("x")[1..]).unwrap();
        assert!(put(&other, &texts("four")).is_err(), "without a mark, it is not a recording");
        assert_eq!(write::names(&parent.path().join("a")).unwrap(), ["b"]);
    }

    #[test]
    fn nothing_is_left_of_what_cannot_be_written_whole() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a");
        put(&folder, &texts("one")).unwrap();
        let twice = [texts("two"), texts("two")].concat();
        assert!(put(&folder, &twice).is_err());
        assert_eq!(write::names(parent.path()).unwrap(), ["a"]);
        assert_eq!(write::names(&folder).unwrap().len(), 2);
    }
}
