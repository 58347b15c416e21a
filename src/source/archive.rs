//! Archives, read as streams and never unpacked: nothing is written, no link is followed, and what
//! grows beyond all bounds is given up.

use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::anyhow;
use flate2::read::MultiGzDecoder;

use super::files::{Reading, is_wanted, read_all};
use crate::error::{Error, Result};

const LARGEST_STREAM: u64 = 16 << 30; // of an archive once decompressed; the largest must-gathers have a few GB
const MOST_FILES: usize = 100_000; // of ours in one archive

pub(super) enum Opened {
    Archive(Box<dyn Read>),
    Text(Box<dyn Read>),
}

/// Looks at the first bytes: what a file is called does not say what it is.
pub(super) fn open(file: impl Read + 'static) -> io::Result<Opened> {
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

/// Reads every file of ours in an archive.
pub(super) fn read(stream: Box<dyn Read>, origin: &str, reading: &mut Reading) -> Result<()> {
    let broken = |error: io::Error| {
        Error::new(
            "BadData",
            anyhow!(error).context(format!("the archive {origin} cannot be read")),
        )
    };
    let mut archive = tar::Archive::new(BufReader::with_capacity(1 << 16, stream));
    let mut count = 0;
    for entry in archive.entries().map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let path = entry.path().map_err(broken)?.into_owned();
        if !entry.header().entry_type().is_file() || !is_wanted(&path) {
            continue;
        }
        count += 1;
        if count > MOST_FILES {
            return Err(Error::new(
                "BadData",
                anyhow!("the archive {origin} has more than {MOST_FILES} files to read"),
            ));
        }
        let name = format!("{origin}:{}", Path::display(&path));
        let text = read_all(entry, &name);
        reading.found(&name, text);
    }
    Ok(())
}
