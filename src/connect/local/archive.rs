//! Archives, read as streams and never unpacked: nothing is written, no link is followed, and sizes
//! are limited.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use flate2::read::MultiGzDecoder;

use super::recording::{RecordingReader, read_all};
use crate::error::{Error, Result};

/// A file within an archive, while it is streamed.
pub(crate) struct ArchiveEntry<'a> {
    pub(crate) path: PathBuf,
    /// None for a link, or anything else that is neither a file nor a directory.
    pub(crate) stream: Option<&'a mut dyn Read>,
}

const LARGEST_STREAM: u64 = 16 << 30; // bytes of an archive once decompressed; the largest must-gathers have a few GB
const MOST_FILES: usize = 100_000; // wanted files in one archive

pub(crate) enum Opened {
    Archive(Box<dyn Read>),
    Text(Box<dyn Read>),
}

/// Checks the first bytes: a file name does not determine the content.
pub(crate) fn open(file: impl Read + 'static) -> io::Result<Opened> {
    let (start, stream) = peek(file, 2)?;
    let stream: Box<dyn Read> = if start == [0x1f, 0x8b] {
        Box::new(MultiGzDecoder::new(BufReader::new(stream)))
    } else {
        Box::new(stream)
    };
    let (start, stream) = peek(stream.take(LARGEST_STREAM), 512)?;
    let is_tar = start.get(257..262) == Some(b"ustar");
    Ok(if is_tar { Opened::Archive(Box::new(stream)) } else { Opened::Text(Box::new(stream)) })
}

/// Returns the first bytes and a stream that still has them.
fn peek(mut stream: impl Read, length: usize) -> io::Result<(Vec<u8>, impl Read)> {
    let mut start = Vec::with_capacity(length);
    stream.by_ref().take(length as u64).read_to_end(&mut start)?;
    let stream = io::Cursor::new(start.clone()).chain(stream);
    Ok((start, stream))
}

/// Reads every wanted file in an archive.
pub(crate) fn read(
    stream: Box<dyn Read>,
    origin: &str,
    reading: &mut RecordingReader,
) -> Result<()> {
    let wants = reading.wanted();
    each(stream, origin, wants, |ArchiveEntry { path, stream }| {
        let Some(stream) = stream else { return };
        let name = format!("{origin}:{}", path.display());
        let text = read_all(stream, &name);
        reading.found(&name, text);
    })
}

/// Passes on the wanted files of an archive, one after the other.
pub(crate) fn each(
    stream: Box<dyn Read>,
    origin: &str,
    mut is_wanted: impl FnMut(&Path) -> bool,
    mut take: impl FnMut(ArchiveEntry<'_>),
) -> Result<()> {
    let broken = |error: io::Error| {
        Error::new("BadData", anyhow!(error).context(format!("cannot read the archive {origin}")))
    };
    let mut archive = tar::Archive::new(BufReader::with_capacity(1 << 16, stream));
    let mut count = 0;
    let mut long_name = None;
    // Raw, because the library would read names of any length into memory.
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() || kind.is_pax_local_extensions() {
            let mut bytes = Vec::new();
            entry.by_ref().take(LONGEST_NAME).read_to_end(&mut bytes).map_err(broken)?;
            let pax = kind.is_pax_local_extensions();
            let found = if pax { pax_path(&bytes) } else { Some(until_nul(&bytes)) };
            long_name = found.or(long_name);
            continue;
        }
        let path = match long_name.take() {
            Some(name) => PathBuf::from(name),
            None => entry.path().map_err(broken)?.into_owned(),
        };
        if kind.is_dir() || !is_wanted(&path) {
            continue;
        }
        count += 1;
        if count > MOST_FILES {
            return Err(Error::new(
                "BadData",
                anyhow!("the archive {origin} has more than {MOST_FILES} files"),
            )
            .hint("unpack it and pass only the directory with the objects"));
        }
        let stream = kind.is_file().then_some(&mut entry as &mut dyn Read);
        take(ArchiveEntry { path, stream });
    }
    Ok(())
}

const LONGEST_NAME: u64 = 1 << 16; // no file system has longer ones

fn until_nul(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Finds the path among `LENGTH KEY=VALUE` lines.
fn pax_path(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let records = text.lines().filter_map(|line| line.split_once(' ')?.1.split_once('='));
    records.rev().find(|(key, _)| *key == "path").map(|(_, path)| path.to_owned())
}
