//! Reads collections page by page, and objects by path, without retries.

use http::StatusCode;
use http::header::ACCEPT;
use kube::api::{ListParams, Request};
use serde_json::Value;

use super::fault::Fault;
use super::live::Live;
use super::resource::VERSION;
use upgrade_core::documents::items;
use upgrade_core::part::Part;
use upgrade_graph::bounded::Meter;

const PAGE: u32 = 500; // objects per page
pub(super) const AT_ONCE: usize = 8; // requests

/// How a page is requested.
type ListRequest =
    fn(&Request, &ListParams) -> Result<http::Request<Vec<u8>>, kube::core::request::Error>;

/// Why something could not be read.
pub(super) struct Unreadable {
    /// What it is, and why, in a few words.
    pub(super) why: String,
    /// Whether the server may be back soon.
    pub(super) transient: bool,
    status: Option<StatusCode>,
}

impl Live {
    /// Reads a collection page by page; a page is dropped once it was read.
    pub(super) async fn pages<T>(
        &self,
        place: &str,
        which: ListParams,
        read: impl Fn(String, &Value) -> T,
    ) -> Result<Vec<T>, Fault> {
        self.pages_by(Request::list, place, which, read).await
    }

    /// The same, with the metadata of each object only.
    pub(super) async fn metadata_pages<T>(
        &self,
        place: &str,
        which: ListParams,
        read: impl Fn(String, &Value) -> T,
    ) -> Result<Vec<T>, Fault> {
        self.pages_by(Request::list_metadata, place, which, read).await
    }

    async fn pages_by<T>(
        &self,
        ask: ListRequest,
        place: &str,
        which: ListParams,
        read: impl Fn(String, &Value) -> T,
    ) -> Result<Vec<T>, Fault> {
        let mut all = Vec::new();
        let together = Meter::default();
        let mut page = which.limit(PAGE);
        loop {
            let request = ask(&Request::new(place), &page).map_err(impossible)?;
            let answer = self.send(request, self.deadline()).await?;
            // A JSON response is not necessarily a list.
            if !answer["kind"].as_str().is_some_and(|kind| kind.ends_with("List")) {
                return Err(Fault::SomethingElse);
            }
            for (name, object) in items(&answer) {
                together.keep(object).map_err(Fault::TooLarge)?;
                all.push(read(name, object));
            }
            match answer.pointer("/metadata/continue").and_then(Value::as_str) {
                Some(token) if !token.is_empty() => page = page.continue_token(token),
                _ => return Ok(all),
            }
        }
    }

    /// Reads the object at a path.
    pub(super) async fn raw(&self, place: &str, accept: &str) -> Result<Value, Fault> {
        let request = http::Request::get(place).header(ACCEPT, accept).body(Vec::new());
        let request =
            request.map_err(|error| impossible(kube::core::request::Error::BuildRequest(error)))?;
        self.send(request, self.deadline()).await
    }

    /// Explains briefly why something could not be read.
    pub(super) fn unreadable(&self, fault: Fault, what: &str) -> Unreadable {
        let (transient, status) = (fault.is_transient(), fault.status());
        let why = match (&fault, status) {
            (_, Some(StatusCode::FORBIDDEN)) => "forbidden".to_owned(),
            (_, Some(StatusCode::NOT_FOUND)) => "not found".to_owned(),
            (Fault::SomethingElse, _) => "unexpected answer".to_owned(),
            _ => self.explain(fault, "read", VERSION).root(),
        };
        Unreadable { why: format!("cannot read {what}: {why}"), transient, status }
    }
}

impl Unreadable {
    pub(super) fn is_forbidden(&self) -> bool {
        self.status == Some(StatusCode::FORBIDDEN)
    }

    /// Returns whether the server does not have it.
    pub(super) fn is_not_served(&self) -> bool {
        self.status == Some(StatusCode::NOT_FOUND)
    }

    pub(super) fn into_part<T>(self) -> Part<T> {
        if self.is_not_served() {
            return Part::NotServed;
        }
        Part::Unreadable { why: self.why, transient: self.transient }
    }
}

/// A request that cannot be made.
pub(super) fn impossible(error: kube::core::request::Error) -> Fault {
    Fault::Transport(kube::Error::BuildRequest(error))
}
