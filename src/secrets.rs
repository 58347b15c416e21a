//! Credentials that this process has sent: no text that it prints repeats them.
//!
//! A server, or a proxy, may echo credentials: whole, truncated, encoded or wrapped. So every piece
//! of a secret is searched for, not only the whole.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::Uri;
use secrecy::{ExposeSecret, SecretString};

/// All secrets that this process has sent. There is one list per process: a token that was replaced
/// is still a secret.
static SHOWN: RwLock<Secrets> = RwLock::new(Secrets::new());

const PIECE: usize = 8; // bytes: a shorter piece reveals nothing
/// From this length on, a secret is random, so that no piece of it occurs in normal text. A chosen
/// password (of a proxy) may be part of the name of an image.
const RANDOM: usize = 24;
/// Tokens live for an hour or so: those before the last hundred have expired.
const MOST: usize = 100;
const INSTEAD: &str = "…";

/// Registers a secret before it is sent.
pub(crate) fn remember(secret: &SecretString) {
    let known = SHOWN.read().unwrap_or_else(PoisonError::into_inner).knows(secret);
    if !known {
        SHOWN.write().unwrap_or_else(PoisonError::into_inner).add(secret.clone());
    }
}

/// Registers a user's password, also in the form of a header.
pub(crate) fn remember_password(user: &str, password: &SecretString) {
    let header = STANDARD_NO_PAD.encode(format!("{user}:{}", password.expose_secret()));
    remember(&SecretString::from(header));
    remember(password);
}

/// Registers the credentials in a URL.
pub(crate) fn remember_credentials(uri: &Uri) {
    let authority = uri.authority().map_or("", http::uri::Authority::as_str);
    let Some((credentials, _)) = authority.rsplit_once('@') else { return };
    let decoded = percent_encoding::percent_decode_str(credentials).decode_utf8_lossy();
    let (user, password) = decoded.split_once(':').unwrap_or(("", &decoded));
    remember_password(user, &SecretString::from(password));
    let (_, encoded) = credentials.split_once(':').unwrap_or(("", credentials));
    remember(&SecretString::from(encoded));
}

/// Returns a server's error text, without any secret in it.
pub(crate) fn redact_answer(text: &str) -> Cow<'_, str> {
    SHOWN.read().unwrap_or_else(PoisonError::into_inner).redact_answer(text)
}

/// Returns any text, without secrets that cannot be confused with normal text.
pub(crate) fn redact(text: &str) -> Cow<'_, str> {
    SHOWN.read().unwrap_or_else(PoisonError::into_inner).redact(text)
}

struct Secrets {
    /// The oldest first.
    all: VecDeque<SecretString>,
    /// Pieces of random ones.
    random: Pieces,
    /// Pieces of others that are long enough.
    chosen: Pieces,
}

impl Secrets {
    const fn new() -> Self {
        Self { all: VecDeque::new(), random: Pieces::new(), chosen: Pieces::new() }
    }

    fn knows(&self, secret: &SecretString) -> bool {
        self.all.iter().any(|known| known.expose_secret() == secret.expose_secret())
    }

    fn add(&mut self, secret: SecretString) {
        if secret.expose_secret().is_empty() || self.knows(&secret) {
            return;
        }
        self.all.push_back(secret);
        if self.all.len() > MOST {
            self.all.pop_front();
        }
        let is_random = |secret: &&SecretString| secret.expose_secret().len() >= RANDOM;
        self.random = Pieces::of(self.all.iter().filter(is_random));
        self.chosen = Pieces::of(self.all.iter().filter(|secret| !is_random(secret)));
    }

    fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        without(text, &self.random.found_in(text))
    }

    fn redact_answer<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut found = self.random.found_in(text);
        found.extend(self.chosen.found_in(text));
        let all = self.all.iter().map(ExposeSecret::expose_secret);
        for short in all.filter(|secret| secret.len() < PIECE) {
            found.extend(text.match_indices(short).map(|(at, _)| at..at + short.len()));
        }
        found.sort_by_key(|range| range.start);
        without(text, &found)
    }
}

/// Every run of [`PIECE`] bytes of some secrets.
struct Pieces {
    /// Sorted.
    known: Vec<u64>,
    /// A bit for each value of [`bit`] of a known piece: most unknown ones are rejected here.
    filter: Vec<u64>,
}

impl Pieces {
    const fn new() -> Self {
        Self { known: Vec::new(), filter: Vec::new() }
    }

    fn of<'a>(secrets: impl Iterator<Item = &'a SecretString>) -> Self {
        let spellings = secrets.flat_map(|secret| spellings(secret.expose_secret()));
        let mut known: Vec<u64> = spellings
            .flat_map(|spelling| {
                pieces(spelling.as_bytes()).map(|(piece, _)| piece).collect::<Vec<_>>()
            })
            .collect();
        known.sort_unstable();
        known.dedup();
        let mut filter = vec![0; if known.is_empty() { 0 } else { 1 << (FILTER_BITS - 6) }];
        for piece in &known {
            let bit = bit(*piece);
            filter[bit >> 6] |= 1 << (bit & 63);
        }
        Self { known, filter }
    }

    fn contain(&self, piece: u64) -> bool {
        let bit = bit(piece);
        self.filter[bit >> 6] & (1 << (bit & 63)) != 0 && self.known.binary_search(&piece).is_ok()
    }

    /// Returns the positions of pieces in a text, in order.
    fn found_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        if self.known.is_empty() {
            return found;
        }
        for (_, place) in pieces(text.as_bytes()).filter(|(piece, _)| self.contain(*piece)) {
            match found.last_mut() {
                Some(last) if place.start <= last.end => last.end = place.end,
                _ => found.push(place),
            }
        }
        found
    }
}

const FILTER_BITS: u32 = 16;

fn bit(piece: u64) -> usize {
    let spread = piece.wrapping_mul(0x9E37_79B9_7F4A_7C15); // 2^64 / golden ratio
    usize::try_from(spread >> (u64::BITS - FILTER_BITS)).unwrap_or_default()
}

/// Returns every run of bytes that is a piece, and its position. White space is skipped: a text may
/// have been wrapped.
fn pieces(text: &[u8]) -> impl Iterator<Item = (u64, Range<usize>)> {
    let mut piece = 0_u64;
    let mut places = [0; PIECE];
    let mut count = 0;
    let bytes = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    bytes.filter_map(move |(at, byte)| {
        piece = piece << 8 | u64::from(*byte);
        places[count % PIECE] = at;
        count += 1;
        (count >= PIECE).then(|| (piece, places[count % PIECE]..at + 1))
    })
}

/// Returns the possible encodings of a secret.
fn spellings(secret: &str) -> Vec<String> {
    let percent: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut spellings = vec![secret.to_owned(), percent];
    // It may start at any of three offsets of a base64 group. The characters at its ends depend on
    // its neighbors.
    for before in 0..3 {
        let mut bytes = vec![0; before];
        bytes.extend_from_slice(secret.as_bytes());
        let encoded = STANDARD_NO_PAD.encode(bytes);
        let start = [0, 2, 3][before];
        spellings.push(encoded.get(start..encoded.len() - 1).unwrap_or_default().to_owned());
    }
    spellings
}

/// Removes these ranges from a text; they are in order, and may overlap.
fn without<'a>(text: &'a str, places: &[Range<usize>]) -> Cow<'a, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for place in places.iter().filter(|place| !place.is_empty()) {
        let start = text.floor_char_boundary(place.start);
        let is_new = start > end || end == 0;
        if is_new {
            kept += &text[end..start];
            kept += INSTEAD;
        }
        end = end.max(text.ceil_char_boundary(place.end));
    }
    kept += &text[end..];
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests;
