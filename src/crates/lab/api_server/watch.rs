//! Watches: what was there, what changes, and a bookmark now and then.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use futures::StreamExt;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Bytes, Frame};
use serde_json::{Value, json};
use tokio::sync::watch::Receiver;
use tokio::time::Instant;

use super::respond::failure;
use super::route::ApiCall;
use super::{Body, ResponseForm, Service};
use crate::change::Change;
use crate::store::Store;

const BOOKMARK_EVERY: Duration = Duration::from_secs(10); // of silence
const LONGEST: Duration = Duration::from_mins(30); // as genuine servers end watches, too

/// One client's watch.
struct Watch {
    service: Service,
    changed: Receiver<u64>,
    call: ApiCall,
    form: ResponseForm,
    /// The revision up to which everything was sent.
    sent: u64,
    ready: VecDeque<Value>,
    ends: Instant,
    over: bool,
}

pub(crate) fn answer(
    service: Service,
    changed: Receiver<u64>,
    call: ApiCall,
    form: ResponseForm,
) -> Response<Body> {
    let lasts = call.query.timeout_seconds.map_or(LONGEST, Duration::from_secs).min(LONGEST);
    let mut watch = Watch {
        service,
        changed,
        call,
        form,
        sent: 0,
        ready: VecDeque::new(),
        ends: Instant::now() + lasts,
        over: false,
    };
    watch.begin();
    let frames = futures::stream::unfold(watch, |mut watch| async move {
        let event = watch.next().await?;
        let line = Bytes::from(event.to_string() + "\n");
        Some((Ok::<_, Infallible>(Frame::data(line)), watch))
    });
    let mut response = Response::new(StreamBody::new(frames.boxed()).boxed_unsync());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

impl Watch {
    /// Without a revision a watch begins with what is there.
    fn begin(&mut self) {
        let Self { service, call, form, ready, sent, .. } = self;
        let asked = call.query.revision.unwrap_or(0);
        service.with(|store| match asked {
            _ if call.query.initial_events || asked == 0 => {
                *sent = store.revision();
                let present = store.list(&call.key, &call.query.selector).into_iter();
                ready.extend(
                    present.map(|(key, object)| event("ADDED", &form.of_one(store, key, object))),
                );
            }
            revision => *sent = revision,
        });
        if self.call.query.initial_events {
            let mut bookmark = self.bookmark();
            let sent_all = json!({"k8s.io/initial-events-end": "true"});
            bookmark["object"]["metadata"]["annotations"] = sent_all;
            self.ready.push_back(bookmark);
        }
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            // A server that goes away takes its watches with it.
            let away = self.service.with(|store| store.away);
            if self.over || away || Instant::now() >= self.ends {
                return None;
            }
            self.changed.mark_unchanged();
            self.gather();
            if !self.ready.is_empty() {
                continue;
            }
            let until = (Instant::now() + BOOKMARK_EVERY).min(self.ends);
            let silent = tokio::time::timeout_at(until, self.changed.changed()).await.is_err();
            if silent && self.call.query.bookmarks {
                self.ready.push_back(self.bookmark());
            }
        }
    }

    /// Takes what has happened since from the log.
    fn gather(&mut self) {
        let Self { service, call, form, ready, sent, over, .. } = self;
        service.with(|store| match store.since(*sent) {
            Err(_) => {
                *over = true;
                let message = format!("too old resource version: {sent} ({})", store.revision());
                ready.push_back(json!({"type": "ERROR", "object": failure(StatusCode::GONE, "Expired", &message, None)}));
            }
            Ok(changes) => {
                ready.extend(changes.filter_map(|change| event_type(change, call, store, *form)));
                *sent = store.revision();
            }
        });
    }

    fn bookmark(&self) -> Value {
        self.service.with(|store| {
            let resource = store.resource(&self.call.key.group, &self.call.key.plural);
            let (kind, version) = resource
                .map(|resource| (resource.kind.clone(), resource.api_version()))
                .unwrap_or_default();
            let metadata =
                json!({"resourceVersion": self.sent.to_string(), "creationTimestamp": null});
            event("BOOKMARK", &json!({"kind": kind, "apiVersion": version, "metadata": metadata}))
        })
    }
}

/// How a change looks to a watch: an object that comes to match is new, one that no longer does is gone.
fn event_type(change: &Change, call: &ApiCall, store: &Store, form: ResponseForm) -> Option<Value> {
    let key = &change.key;
    let concerns = key.group == call.key.group
        && key.plural == call.key.plural
        && (call.key.namespace.is_empty() || key.namespace == call.key.namespace)
        && (call.key.name.is_empty() || key.name == call.key.name);
    let selector = &call.query.selector;
    let was = change.before.as_ref().is_some_and(|before| selector.matches(before));
    let is = change.kind != "DELETED" && selector.matches(&change.object);
    let kind = match (was, is) {
        (false, true) => "ADDED",
        (true, true) => "MODIFIED",
        (true, false) => "DELETED",
        (false, false) => return None,
    };
    concerns.then(|| event(kind, &form.of_one(store, key, &change.object)))
}

fn event(kind: &str, object: &Value) -> Value {
    json!({"type": kind, "object": object})
}
