//! Response bodies that are made once: plain and compressed, with their ETag.

use std::io::Write;
use std::sync::OnceLock;

use flate2::{Compression, GzBuilder};
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Bytes;

#[derive(Debug)]
pub(crate) struct PreparedBody {
    pub(crate) plain: Bytes,
    /// Made on the first request; none if the body is already compressed.
    packed: Option<OnceLock<Bytes>>,
    /// Weak: it is the same for the plain and the compressed body.
    pub(crate) tag: HeaderValue,
}

impl PreparedBody {
    pub(crate) fn new(plain: Vec<u8>) -> Self {
        Self { packed: Some(OnceLock::new()), ..Self::as_it_is(plain) }
    }

    pub(crate) fn as_it_is(plain: Vec<u8>) -> Self {
        let digest = ring::digest::digest(&ring::digest::SHA256, &plain);
        let digits: Vec<String> =
            digest.as_ref()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let digest = digits.concat();
        let tag = HeaderValue::try_from(format!("W/\"{digest}\""));
        let tag = tag.expect("hexadecimal digits and quotes are fit for a header");
        Self { plain: Bytes::from(plain), packed: None, tag }
    }

    /// Returns it compressed, unless it is already.
    pub(crate) fn packed(&self) -> Option<&Bytes> {
        let packed = self.packed.as_ref()?;
        Some(packed.get_or_init(|| Bytes::from(pack(&self.plain))))
    }

    /// Compresses it if the other one was requested compressed.
    pub(crate) fn warm(&self, before: &Self) {
        if before.packed.as_ref().is_some_and(|packed| packed.get().is_some()) {
            self.packed();
        }
    }

    /// Responds with it, or with 304 if the client has it.
    pub(crate) fn response(&self, kind: &'static str, asked: &HeaderMap) -> Response<Full<Bytes>> {
        let known = self.is_known(asked);
        let packed = if !known && takes_gzip(asked) { self.packed() } else { None };
        let bytes = match (packed, known) {
            (_, true) => Bytes::new(),
            (Some(packed), false) => packed.clone(),
            (None, false) => self.plain.clone(),
        };
        let mut answer = Response::new(Full::new(bytes));
        let headers = answer.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        if known {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
            return answer;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        if packed.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        answer
    }

    /// Returns whether a client already has it.
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
        let ours = opaque(self.tag.to_str().unwrap_or_default());
        let lists = headers.get_all(header::IF_NONE_MATCH).iter();
        let mut tags = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
        tags.any(|tag| tag.trim() == "*" || opaque(tag) == ours)
    }
}

/// Compresses bytes; the same input gives the same output.
pub(crate) fn pack(plain: &[u8]) -> Vec<u8> {
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let written = packer.write_all(plain).and_then(|()| packer.finish());
    written.expect("memory can be written to")
}

/// Returns whether a client accepts gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut named = None;
    let mut any = false;
    for coding in lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(',')) {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let wanted = weight.is_ok_and(|weight| weight > 0.0);
        match name.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => named = Some(wanted),
            "*" => any = wanted,
            _ => {}
        }
    }
    named.unwrap_or(any)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn gzip_is_taken_by_those_who_say_so() {
        for (accepted, takes) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5", true),
            ("br, *", true),
            ("*;q=0", false),
            ("gzip;q=0, *", false),
            ("gzip; q=0.000", false),
            ("gzip;q=x", false),
            ("identity", false),
            ("", false),
        ] {
            assert_eq!(takes_gzip(&with(header::ACCEPT_ENCODING, accepted)), takes, "{accepted}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn what_a_client_has_is_known_by_its_tag() {
        let body = PreparedBody::new(b"{}".to_vec());
        let tag = body.tag.to_str().unwrap().to_owned();
        let strong = tag.trim_start_matches("W/").to_owned();
        for (given, known) in [
            (tag.clone(), true),
            (strong, true),
            (format!("\"other\", {tag}"), true),
            ("*".to_owned(), true),
            ("\"other\"".to_owned(), false),
            (String::new(), false),
        ] {
            let headers = with(header::IF_NONE_MATCH, &given);
            assert_eq!(body.is_known(&headers), known, "{given}");
        }
        assert!(!body.is_known(&HeaderMap::new()));
        assert_ne!(body.tag, PreparedBody::new(b"{ }".to_vec()).tag);
    }

    #[test]
    fn packing_is_the_same_every_time_and_can_be_undone() {
        let plain = b"releases and updates ".repeat(100);
        assert_eq!(pack(&plain), pack(&plain));
        let mut again = Vec::new();
        let packed = pack(&plain);
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut again)
            .unwrap();
        assert_eq!(again, plain);
    }
}
