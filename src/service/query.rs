//! Requests of clusters: the rules of the query and of the `Accept` header.

use std::collections::BTreeMap;

use http::{HeaderMap, HeaderValue, StatusCode, header};

/// A valid request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GraphQuery {
    pub(crate) channel: String,
    pub(crate) arch: String,
    pub(crate) platform: Option<String>,
    pub(crate) id: Option<String>,
}

/// Why there is no graph, as clients know it: a kind, and a text for people.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadRequest {
    pub(crate) status: StatusCode,
    pub(crate) kind: &'static str,
    pub(crate) value: String,
}

const JSON: &str = "application/json";
const GRAPH: &str = "application/vnd.redhat.cincinnati.v1+json";
const ARCH: &str = "amd64"; // for clients that do not send one

impl GraphQuery {
    /// Reads the query. Of duplicate keys the last counts: clusters append to the query of their
    /// service URL. Unknown keys are ignored.
    pub(crate) fn read(query: &str) -> Result<Self, BadRequest> {
        let mut given: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
        let mut take = |key: &str| given.remove(key).map(std::borrow::Cow::into_owned);
        let Some(channel) = take("channel") else {
            let value = "mandatory client parameters missing: channel".to_owned();
            return Err(BadRequest {
                status: StatusCode::BAD_REQUEST,
                kind: "missing_params",
                value,
            });
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
    Err(BadRequest { status: StatusCode::BAD_REQUEST, kind: "invalid_params", value })
}

/// Returns the content type that the `Accept` header requests. It is compared as a whole: a list,
/// even of known types, is rejected.
pub(crate) fn content_type(headers: &HeaderMap) -> Result<HeaderValue, BadRequest> {
    let Some(accept) = headers.get(header::ACCEPT) else {
        return Ok(HeaderValue::from_static(GRAPH));
    };
    match accept.as_bytes() {
        b"*" | b"*/*" | b"application/*" | b"application/json" => {
            Ok(HeaderValue::from_static(JSON))
        }
        asked if asked == GRAPH.as_bytes() => Ok(HeaderValue::from_static(GRAPH)),
        _ => Err(BadRequest {
            status: StatusCode::NOT_ACCEPTABLE,
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
        assert_eq!((complaint.status.as_u16(), complaint.kind), (400, "missing_params"));
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
            assert_eq!((complaint.status.as_u16(), complaint.kind), (400, "invalid_params"));
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
        let of = |accept: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(accept) = accept {
                headers.insert(header::ACCEPT, accept.parse().unwrap());
            }
            content_type(&headers).map(|kind| kind.to_str().unwrap().to_owned())
        };
        for (accept, answered) in [
            (None, GRAPH),
            (Some("*"), JSON),
            (Some("*/*"), JSON),
            (Some("application/*"), JSON),
            (Some(JSON), JSON),
            (Some(GRAPH), GRAPH),
        ] {
            assert_eq!(of(accept).as_deref(), Ok(answered), "{accept:?}");
        }
        for accept in
            ["", "application/json, */*", "application/json;q=0.9", "text/html", "Application/JSON"]
        {
            let complaint = of(Some(accept)).unwrap_err();
            let found = (complaint.status.as_u16(), complaint.kind);
            assert_eq!(found, (406, "invalid_content_type"), "{accept}");
        }
    }
}
