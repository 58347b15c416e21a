//! Texts that are read whole, if they are not larger than expected.

use std::io::{self, Read};
use std::path::Path;

/// Bytes of a token or a credential: those of identity providers have a few thousand.
pub(crate) const LARGEST_CREDENTIAL: u64 = 1 << 20;

/// Reads a file.
pub(crate) fn file(path: &Path, limit: u64) -> io::Result<String> {
    #[expect(clippy::disallowed_methods, reason = "this is where files are read")]
    text(std::fs::File::open(path)?, limit)
}

/// Reads text to its end.
pub(crate) fn text(stream: impl Read, limit: u64) -> io::Result<String> {
    let mut text = String::new();
    stream.take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        let problem = format!("more than {} MiB of text", limit >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_than_expected_is_refused() {
        let limit = 1 << 20;
        let fits = "x".repeat(1 << 20);
        assert_eq!(text(fits.as_bytes(), limit).unwrap(), fits);
        let error = text(io::repeat(b'x'), limit).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "more than 1 MiB of text");
        assert_eq!(text(&b"\xff"[..], limit).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
