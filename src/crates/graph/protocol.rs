//! The protocol between clusters and update services: what is asked, what is answered and with which headers.
//! `graph serve` and the update service of a lab both follow it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The path in production.
pub const PREFIX: &str = "/api/upgrades_info";
pub const METHODS: &str = "GET, HEAD, OPTIONS";

pub const JSON: &str = "application/json";
const GRAPH: &str = "application/vnd.redhat.cincinnati.v1+json";
pub const ARCH: &str = "amd64"; // for clients that do not send one

/// Headers of every response: requests from any origin are allowed.
pub const CORS: [(&str, &str); 4] = [
    ("access-control-allow-origin", "*"),
    ("access-control-allow-methods", METHODS),
    ("access-control-allow-headers", "*"),
    ("access-control-expose-headers", "etag"),
];
/// Headers of a graph. Caches must ask again: an update that was blocked a minute ago must not be
/// recommended.
pub const CACHED: [(&str, &str); 2] =
    [("cache-control", "no-cache"), ("vary", "accept, accept-encoding")];
/// Headers of what is not worth keeping, such as errors.
pub const NOT_CACHED: [(&str, &str); 1] = [("cache-control", "no-store")];

/// A valid request.
#[derive(Debug, PartialEq, Eq)]
pub struct GraphQuery {
    pub channel: String,
    pub arch: String,
    pub platform: Option<String>,
    pub id: Option<String>,
}

/// Why there is no graph, as clients know it: a status, a kind, and a text for people.
#[derive(Debug, PartialEq, Eq)]
pub struct BadRequest {
    pub status: u16,
    pub kind: &'static str,
    pub value: String,
}

impl BadRequest {
    /// Returns the body of the response.
    pub fn body(&self) -> Value {
        json!({"kind": self.kind, "value": self.value})
    }
}

impl GraphQuery {
    /// Reads a request: its `Accept` header, if it has one, and its query. Returns it with the content type
    /// of the answer.
    pub fn of_request(
        accept: Option<&[u8]>,
        query: &str,
    ) -> Result<(Self, &'static str), BadRequest> {
        // In this order, as cincinnati checks them.
        let kind = content_type(accept)?;
        Ok((Self::read(query)?, kind))
    }

    /// Reads the query. Of duplicate keys the last counts: clusters append to the query of their
    /// service URL. Unknown keys are ignored.
    pub fn read(query: &str) -> Result<Self, BadRequest> {
        let mut given: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
        let mut take = |key: &str| given.remove(key).map(std::borrow::Cow::into_owned);
        let Some(channel) = take("channel") else {
            let value = "mandatory client parameters missing: channel".to_owned();
            return Err(BadRequest { status: 400, kind: "missing_params", value });
        };
        let lower = |letter: u8| letter.is_ascii_digit() || letter.is_ascii_lowercase();
        let channel =
            checked("channel", channel, |letter| lower(letter) || b"-.".contains(&letter))?;
        let arch = checked("arch", take("arch").unwrap_or_else(|| ARCH.to_owned()), lower)?;
        let platform = take("platform").filter(|text| !text.is_empty());
        let platform =
            platform.map(|text| checked("platform", text, |letter| letter.is_ascii_alphanumeric()));
        Ok(Self { channel, arch, platform: platform.transpose()?, id: take("id") })
    }
}

fn checked(key: &str, text: String, legal: impl Fn(u8) -> bool) -> Result<String, BadRequest> {
    if !text.is_empty() && text.bytes().all(legal) {
        return Ok(text);
    }
    let value = format!("{key} has invalid characters: {text:?}");
    Err(BadRequest { status: 400, kind: "invalid_params", value })
}

/// Returns the content type that the `Accept` header requests. It is compared as a whole: a list,
/// even of known types, is rejected.
fn content_type(accept: Option<&[u8]>) -> Result<&'static str, BadRequest> {
    match accept {
        None => Ok(GRAPH),
        Some(b"*" | b"*/*" | b"application/*" | b"application/json") => Ok(JSON),
        Some(asked) if asked == GRAPH.as_bytes() => Ok(GRAPH),
        Some(_) => Err(BadRequest {
            status: 406,
            kind: "invalid_content_type",
            value: format!("Accept must allow {JSON} or {GRAPH}"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<GraphQuery, BadRequest> {
        GraphQuery::read(query)
    }

    #[test]
    fn the_channel_must_be_given_and_the_architecture_need_not() {
        let complaint = read("arch=amd64&version=4.6.1").unwrap_err();
        assert_eq!((complaint.status, complaint.kind), (400, "missing_params"));
        assert_eq!(complaint.value, "mandatory client parameters missing: channel");
        let found = read("channel=stable-4.7").unwrap();
        assert_eq!((found.channel.as_str(), found.arch.as_str()), ("stable-4.7", "amd64"));
        assert_eq!((found.platform, found.id), (None, None));
    }

    #[test]
    fn names_have_the_letters_that_names_have() {
        for (query, key) in [
            ("channel=", "channel"),
            ("channel=Stable-4.7", "channel"),
            ("channel=stable_4.7", "channel"),
            ("channel=stable-4.7%20", "channel"),
            ("channel=a&arch=", "arch"),
            ("channel=a&arch=Multi", "arch"),
            ("channel=a&arch=x86-64", "arch"),
            ("channel=a&platform=V%2BSphere", "platform"),
            ("channel=a&platform=%00", "platform"),
        ] {
            let complaint = read(query).unwrap_err();
            assert_eq!((complaint.status, complaint.kind), (400, "invalid_params"));
            assert!(complaint.value.contains(key), "{query}: {}", complaint.value);
        }
        assert!(read("channel=stable-4.7&arch=multi&platform=VSphere").is_ok());
    }

    #[test]
    fn the_last_of_a_key_counts_and_unknown_keys_do_not_matter() {
        let found = read("channel=a&x=%ff&channel=b%2e1&id=I&platform=&token=t&arch=s390x");
        let wanted = GraphQuery {
            channel: "b.1".to_owned(),
            arch: "s390x".to_owned(),
            platform: None,
            id: Some("I".to_owned()),
        };
        assert_eq!(found, Ok(wanted));
    }

    #[test]
    fn the_accept_header_is_compared_as_a_whole() {
        let of = |accept: Option<&str>| content_type(accept.map(str::as_bytes));
        for (accept, answered) in [
            (None, GRAPH),
            (Some("*"), JSON),
            (Some("*/*"), JSON),
            (Some("application/*"), JSON),
            (Some(JSON), JSON),
            (Some(GRAPH), GRAPH),
        ] {
            assert_eq!(of(accept), Ok(answered), "{accept:?}");
        }
        for accept in
            ["", "application/json, */*", "application/json;q=0.9", "text/html", "Application/JSON"]
        {
            let complaint = of(Some(accept)).unwrap_err();
            let found = (complaint.status, complaint.kind);
            assert_eq!(found, (406, "invalid_content_type"), "{accept}");
        }
    }
}
