//! Unix: links, permissions, and what identifies a file.

use std::fs::{DirBuilder, FileType, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    Owner,
    Everyone,
}

/// Returns options to create a new file, which must not exist yet.
pub(super) fn new_file(readers: Readers) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(match readers {
        Readers::Owner => 0o600,
        Readers::Everyone => 0o644,
    });
    options
}

/// Creates a directory that only its owner can enter, perhaps with those above it.
pub(super) fn private_directory(path: &Path, recursive: bool) -> io::Result<()> {
    DirBuilder::new().recursive(recursive).mode(0o700).create(path)
}

pub(super) fn is_writable(directory: &Path) -> bool {
    rustix::fs::access(directory, rustix::fs::Access::WRITE_OK).is_ok()
}

pub(super) fn symlink(to: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

/// Says what something is that is neither a regular file nor a link.
pub(super) fn kind(found: FileType) -> &'static str {
    match found {
        found if found.is_dir() => "a directory",
        found if found.is_fifo() => "a named pipe",
        found if found.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Returns numbers that change with a file: its identity, size, and times of changes.
pub(super) fn identity(found: &Metadata) -> [i128; 4] {
    let nanoseconds =
        |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
    [
        (i128::from(found.dev()) << 64) + i128::from(found.ino()),
        i128::from(found.size()),
        nanoseconds(found.mtime(), found.mtime_nsec()),
        nanoseconds(found.ctime(), found.ctime_nsec()),
    ]
}

#[cfg(test)]
pub(super) fn socket(path: &Path) -> io::Result<std::os::unix::net::UnixListener> {
    std::os::unix::net::UnixListener::bind(path)
}
