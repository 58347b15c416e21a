//! Credentials that this process has shown to somebody: no text that leaves it repeats them.
//!
//! A server, or a proxy on the way to it, may say back what it was shown: whole, cut, encoded or broken
//! into lines. So every piece of a secret is looked for, and not only the whole of it.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::Uri;
use secrecy::{ExposeSecret, SecretString};

/// What is known of all that this process has shown. It is one for the whole process: a token that was
/// replaced since is a secret still, whoever prints what.
static SHOWN: RwLock<Secrets> = RwLock::new(Secrets::new());

const PIECE: usize = 8; // bytes: what is shorter says nothing of a secret
/// From this length on a secret is random, so that no piece of it is a word of any answer. What people
/// think of for themselves (the password of a proxy) may well be part of the name of an image.
const RANDOM: usize = 24;
/// Tokens live for an hour or so: what was shown before the last hundred has expired.
const MOST: usize = 100;
const INSTEAD: &str = "…";

/// Remembers a secret before it is shown to anybody.
pub(crate) fn remember(secret: &SecretString) {
    let known = SHOWN.read().unwrap_or_else(PoisonError::into_inner).knows(secret);
    if !known {
        SHOWN.write().unwrap_or_else(PoisonError::into_inner).add(secret.clone());
    }
}

/// Remembers a user's password, also as it stands in a header.
pub(crate) fn remember_password(user: &str, password: &SecretString) {
    let header = STANDARD_NO_PAD.encode(format!("{user}:{}", password.expose_secret()));
    remember(&SecretString::from(header));
    remember(password);
}

/// Remembers what an address says before its host.
pub(crate) fn remember_credentials(uri: &Uri) {
    let authority = uri.authority().map_or("", http::uri::Authority::as_str);
    let Some((credentials, _)) = authority.rsplit_once('@') else { return };
    let decoded = percent_encoding::percent_decode_str(credentials).decode_utf8_lossy();
    let (user, password) = decoded.split_once(':').unwrap_or(("", &decoded));
    remember_password(user, &SecretString::from(password));
    let (_, encoded) = credentials.split_once(':').unwrap_or(("", credentials));
    remember(&SecretString::from(encoded));
}

/// Returns what a server says of a failure, without any secret in it.
pub(crate) fn redact_answer(text: &str) -> Cow<'_, str> {
    SHOWN.read().unwrap_or_else(PoisonError::into_inner).redact_answer(text)
}

/// Returns a text of any kind, without any secret that cannot be mistaken for something else.
pub(crate) fn redact(text: &str) -> Cow<'_, str> {
    SHOWN.read().unwrap_or_else(PoisonError::into_inner).redact(text)
}

struct Secrets {
    /// The oldest first.
    all: VecDeque<SecretString>,
    /// Of those that are random.
    random: Pieces,
    /// Of those that are not, and long enough to have some.
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
    /// In order.
    known: Vec<u64>,
    /// A bit for each value of [`bit`] that a known one has: most of what is not known ends here.
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

    /// Returns where pieces stand in a text, one after the other.
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

/// Returns every run of bytes that is a piece, and where it stands. White space does not count: a text
/// may have been broken into lines.
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

/// Returns how a secret may be spelled by whoever repeats it.
fn spellings(secret: &str) -> Vec<String> {
    let percent: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut spellings = vec![secret.to_owned(), percent];
    // It may stand anywhere in what is encoded, so at any of three places of a group. What the letters
    // at its ends say depends on its neighbors.
    for before in 0..3 {
        let mut bytes = vec![0; before];
        bytes.extend_from_slice(secret.as_bytes());
        let encoded = STANDARD_NO_PAD.encode(bytes);
        let start = [0, 2, 3][before];
        spellings.push(encoded.get(start..encoded.len() - 1).unwrap_or_default().to_owned());
    }
    spellings
}

/// Cuts these places out of a text; they are in order, and may overlap.
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
