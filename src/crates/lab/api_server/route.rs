//! A request's address taken apart.

use http::{Method, Request, Uri};

use crate::selector::Selector;
use crate::store::{Key, ObjectHalf, Store};

/// What is asked of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiCall {
    /// The object; without a name, the collection.
    pub key: Key,
    pub half: ObjectHalf,
    pub subresource: Option<Subresource>,
    pub query: CallQuery,
}

/// What is created below an object, and is none itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subresource {
    /// Takes a pod from its node.
    Eviction,
    /// A token for an account.
    Token,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a parameter of a request")]
pub(crate) struct CallQuery {
    pub dry_run: bool,
    /// Whether fields that are not known are an error.
    pub strict: bool,
    pub watch: bool,
    pub bookmarks: bool,
    /// Whether a watch is to begin with what is there, and to say when it has told all of it.
    pub initial_events: bool,
    pub revision: Option<u64>,
    pub timeout_seconds: Option<u64>,
    pub limit: usize,
    pub resume: String,
    pub selector: Selector,
}

impl ApiCall {
    /// Reads an address; none where it leads to no resource that is served.
    pub(crate) fn read(request: &Request<Vec<u8>>, store: &Store) -> Option<Result<Self, String>> {
        let path: Vec<String> =
            request.uri().path().split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let (group, version, rest) = match path.as_slice() {
            ["api", version, rest @ ..] => ("", *version, rest),
            ["apis", group, version, rest @ ..] => (*group, *version, rest),
            _ => return None,
        };
        let subresource = match (group, rest) {
            ("", ["namespaces", _, "pods", _, "eviction"]) => Some(Subresource::Eviction),
            ("", ["namespaces", _, "serviceaccounts", _, "token"]) => Some(Subresource::Token),
            _ => None,
        };
        let rest = if subresource.is_some() { &rest[..4] } else { rest };
        let (namespace, plural, name, half) = match rest {
            // A namespace is an object of its own, and a place for others.
            ["namespaces", name, "status"] => ("", "namespaces", *name, ObjectHalf::Status),
            ["namespaces", namespace, plural] => (*namespace, *plural, "", ObjectHalf::Main),
            ["namespaces", namespace, plural, name] => {
                (*namespace, *plural, *name, ObjectHalf::Main)
            }
            ["namespaces", namespace, plural, name, "status"] => {
                (*namespace, *plural, *name, ObjectHalf::Status)
            }
            [plural] => ("", *plural, "", ObjectHalf::Main),
            [plural, name] => ("", *plural, *name, ObjectHalf::Main),
            [plural, name, "status"] => ("", *plural, *name, ObjectHalf::Status),
            _ => return None,
        };
        let resource =
            store.resource(group, plural).filter(|resource| resource.version == version)?;
        let misplaced = if resource.namespaced {
            namespace.is_empty() && !name.is_empty()
        } else {
            !namespace.is_empty()
        };
        if misplaced || (half == ObjectHalf::Status && !resource.status) {
            return None;
        }
        let owned = str::to_owned;
        let key = Key {
            group: owned(group),
            plural: owned(plural),
            namespace: owned(namespace),
            name: owned(name),
        };
        Some(query(request.uri(), plural).map(|query| Self { key, half, subresource, query }))
    }

    pub(crate) fn is_watch(&self, method: &Method) -> bool {
        *method == Method::GET && self.query.watch
    }
}

fn query(uri: &Uri, plural: &str) -> Result<CallQuery, String> {
    let mut query = CallQuery::default();
    let (mut labels, mut fields) = (String::new(), String::new());
    for pair in uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = decoded(&value.replace('+', " "));
        let number = || value.parse().map_err(|_| format!("{name}: {value:?} is not a number"));
        let yes = || ["true", "1"].contains(&value.as_str());
        match name {
            "dryRun" if value == "All" => query.dry_run = true,
            "dryRun" => return Err(format!("dryRun: {value:?} is not All")),
            "fieldValidation" => query.strict = value == "Strict",
            "watch" => query.watch = yes(),
            "allowWatchBookmarks" => query.bookmarks = yes(),
            "sendInitialEvents" => query.initial_events = yes(),
            "resourceVersion" if !value.is_empty() => query.revision = Some(number()?),
            "timeoutSeconds" => query.timeout_seconds = Some(number()?),
            "limit" => query.limit = usize::try_from(number()?).unwrap_or(usize::MAX),
            "continue" => query.resume = value,
            "labelSelector" => labels = value,
            "fieldSelector" => fields = value,
            _ => {}
        }
    }
    query.selector = Selector::parse(&labels, &fields, plural)?;
    Ok(query)
}

/// Undoes percent-encoding; what is not text after that is left as it was.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while place < bytes.len() {
        let hex = bytes.get(place + 1..place + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.filter(|_| bytes[place] == b'%');
        if let Some(byte) = byte.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(byte);
            place += 3;
        } else {
            out.push(bytes[place]);
            place += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
