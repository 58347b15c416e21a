//! Detects changes of files without reading them.

use std::path::{Path, PathBuf};

use super::unix;

/// The names of files, and what changes with them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(Vec<(PathBuf, FileStamp)>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum FileStamp {
    /// Its inode, its size, and its times of change.
    File([i128; 4]),
    /// A state of something that is not a file.
    Said(Vec<u8>),
    /// Why it cannot be determined.
    Gone(String),
}

impl Fingerprint {
    /// Adds a file, or everything in a directory.
    pub(crate) fn add(&mut self, path: &Path) {
        match std::fs::metadata(path) {
            Err(error) => self.0.push((path.to_owned(), FileStamp::Gone(error.kind().to_string()))),
            Ok(found) if found.is_dir() => self.descend(path),
            Ok(found) => self.0.push((path.to_owned(), fingerprint(&found))),
        }
    }

    /// Adds the state of something that is not a file.
    pub(crate) fn add_text(&mut self, path: &Path, said: Result<Vec<u8>, String>) {
        let mark = said.map_or_else(FileStamp::Gone, FileStamp::Said);
        self.0.push((path.to_owned(), mark));
    }

    /// Links to directories are recorded and not followed, so that there are no cycles.
    fn descend(&mut self, folder: &Path) {
        let names = crate::connect::local::write::names(folder).unwrap_or_default();
        self.0.push((folder.to_owned(), FileStamp::Said(names.len().to_string().into_bytes())));
        let mut paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        paths.sort();
        for path in paths {
            match std::fs::symlink_metadata(&path) {
                Ok(found) if found.is_dir() => self.descend(&path),
                Ok(found) if found.is_symlink() && path.is_dir() => {
                    self.0.push((path, fingerprint(&found)));
                }
                _ => match std::fs::metadata(&path) {
                    Ok(found) => self.0.push((path, fingerprint(&found))),
                    Err(error) => self.0.push((path, FileStamp::Gone(error.kind().to_string()))),
                },
            }
        }
    }
}

fn fingerprint(found: &std::fs::Metadata) -> FileStamp {
    FileStamp::File(unix::identity(found))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests write files")]
mod tests {
    use std::fs;

    use super::*;

    fn of_folder(path: &Path) -> Fingerprint {
        let mut stamp = Fingerprint::default();
        stamp.add(path);
        stamp
    }

    #[test]
    fn every_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("sub/a"), "one").unwrap();
        let mut last = of_folder(folder.path());
        assert_eq!(last, of_folder(folder.path()));
        let changes: [&dyn Fn(); 7] = [
            &|| fs::write(path("sub/a"), "two").unwrap(),
            &|| fs::write(path("b"), "").unwrap(),
            &|| fs::rename(path("b"), path("c")).unwrap(),
            &|| {
                // The same size and times, another file.
                fs::write(path("d"), "").unwrap();
                fs::rename(path("d"), path("c")).unwrap();
            },
            &|| unix::symlink(Path::new("nowhere"), &path("link")).unwrap(),
            &|| fs::remove_file(path("c")).unwrap(),
            &|| fs::remove_dir_all(path("sub")).unwrap(),
        ];
        for (place, change) in changes.into_iter().enumerate() {
            change();
            let now = of_folder(folder.path());
            assert_ne!(now, last, "change {place}");
            last = now;
        }
        let gone = of_folder(&path("nothing"));
        assert_ne!(gone, Fingerprint::default(), "what is not there is a state as well");
    }

    #[test]
    fn a_link_around_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        unix::symlink(folder.path(), &folder.path().join("self")).unwrap();
        assert_eq!(of_folder(folder.path()), of_folder(folder.path()));
    }

    #[test]
    fn a_directory_behind_a_link_is_the_target_of_the_link() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["one", "two"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join("a"), "same").unwrap();
        }
        unix::symlink(Path::new("one"), &path("link")).unwrap();
        let before = of_folder(&path("link"));
        fs::remove_file(path("link")).unwrap();
        unix::symlink(Path::new("two"), &path("link")).unwrap();
        assert_ne!(before, of_folder(&path("link")));
    }
}
