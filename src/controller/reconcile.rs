//! Reconciles objects: checks them when something changes, and after a while.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::{BoxStream, SelectAll};
use futures::{Stream, StreamExt};
use http::header::ACCEPT_ENCODING;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, Limited, StreamBody};
use hyper::body::{Bytes, Frame};
use kube::api::{DynamicObject, PartialObjectMeta};
use kube::client::Body;
use kube::runtime::controller::{self, Action};
use kube::runtime::{Config, Controller, WatchStreamExt, watcher};
use kube::{Api, Client, ResourceExt};
use tokio::time::{Instant, timeout_at};
use tower::BoxError;

use crate::connect::fault::deepest;
use crate::connect::plans::ALL_PLANS;
use crate::connect::resource::{OPERATORS, POOLS, ResourceRef, VERSION};
use crate::connect::watcher::pace::RestartPace;
use crate::connect::watcher::streams::UNCOMPRESSED;
use crate::connect::{informers, update_status};
use upgrade_graph::bounded::{self, LARGEST_TEXT, Limit};

/// Only the identity of an object matters here: its content is read when it is checked.
type Identity = PartialObjectMeta<DynamicObject>;

/// The objects, and other objects whose changes trigger a check.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReconcileState {
    root: ResourceRef,
    signs: &'static [ResourceRef],
}

/// The current update, by the only ClusterVersion. Nodes change all the time, and what matters
/// about them shows in their pools.
pub(crate) const UPDATE: ReconcileState = ReconcileState {
    root: update_status::all(VERSION),
    signs: &[OPERATORS, POOLS, informers::ALL],
};
/// Every plan.
pub(crate) const PLANS: ReconcileState = ReconcileState { root: ALL_PLANS, signs: &[] };

const AT_ONCE: u16 = 4; // objects

/// Checks an object, and reports what can be watched and what cannot.
pub(crate) struct ReconcileWatch<F, T> {
    pub(crate) check: F,
    pub(crate) report: T,
}

/// Calls `check` with the name of an object whenever it or a trigger changes, and again after the
/// time that `check` returns. It continues through outages, as long as it is polled.
pub(crate) async fn watch<F, L, T>(
    client: Client,
    objects: ReconcileState,
    watch: ReconcileWatch<F, T>,
) where
    F: Fn(String) -> L + Send + Sync + 'static,
    L: Future<Output = Duration> + Send + 'static,
    T: Fn(&str, Result<(), String>) + Clone + Send + Sync + 'static,
{
    let ReconcileWatch { check, report } = watch;
    let client = guarded(client, report.clone());
    let resource = objects.root.resource();
    let api: Api<Identity> = Api::all_with(client.clone(), &resource);
    let check = move |object: Arc<Identity>, _: Arc<()>| {
        let next = check(object.name_any());
        async move { Ok::<_, Infallible>(Action::requeue(next.await)) }
    };
    Controller::new_with(api, watcher::Config::default(), resource)
        .with_config(Config::default().concurrency(AT_ONCE))
        .reconcile_all_on(changes(&client, objects.signs, &report))
        .run(check, |_, error, _| match *error {}, Arc::new(()))
        .for_each(|checked| {
            // An object may be checked without watching it; any other error means that it was
            // deleted before its check.
            if let Err(controller::Error::QueueError(error)) = checked {
                report(objects.root.plural, Err(deepest(&error)));
            }
            std::future::ready(())
        })
        .await;
}

/// Forwards every change. What cannot be watched is retried, and delays nothing else.
fn changes<T>(
    client: &Client,
    signs: &[ResourceRef],
    report: &T,
) -> impl Stream<Item = ()> + Send + use<T>
where
    T: Fn(&str, Result<(), String>) + Clone + Send + Sync + 'static,
{
    let mut all: SelectAll<BoxStream<'static, ()>> = SelectAll::new();
    for sign in signs {
        let api: Api<Identity> = Api::all_with(client.clone(), &sign.resource());
        let changes = watcher(api, watcher::Config::default()).default_backoff().touched_objects();
        let (report, plural) = (report.clone(), sign.plural);
        let changes = changes.filter_map(move |change| {
            if let Err(error) = &change {
                report(plural, Err(deepest(error)));
            }
            std::future::ready(change.map(drop).ok())
        });
        all.push(changes.boxed());
    }
    all
}

const ANSWER_WITHIN: Duration = Duration::from_mins(1);

/// The same client for watchers: every list has a timeout, and watches start in time, but with
/// pauses. It reports when a watch delivers something.
fn guarded<T>(client: Client, report: T) -> Client
where
    T: Fn(&str, Result<(), String>) + Clone + Send + Sync + 'static,
{
    let namespace = client.default_namespace().to_owned();
    let paces: Arc<Mutex<BTreeMap<String, RestartPace>>> = Arc::default();
    let answer = tower::service_fn(move |request: http::Request<Body>| {
        let (client, report, paces) = (client.clone(), report.clone(), Arc::clone(&paces));
        async move {
            let watches = request.uri().query().is_some_and(|query| query.contains("watch="));
            if !watches {
                return list(&client, request).await;
            }
            let path = request.uri().path().to_owned();
            let pause = {
                let mut paces = paces.lock().unwrap_or_else(PoisonError::into_inner);
                paces.entry(path.clone()).or_default().pause(|there| there)
            };
            tokio::time::sleep(pause).await;
            open_watch(&client, request, move || {
                report(path.rsplit('/').next().unwrap_or_default(), Ok(()));
            })
            .await
        }
    });
    Client::new(answer, namespace)
}

type Answer = http::Response<UnsyncBoxBody<Bytes, BoxError>>;

async fn list(client: &Client, request: http::Request<Body>) -> Result<Answer, BoxError> {
    let end = Instant::now() + ANSWER_WITHIN;
    let (parts, body) = timeout_at(end, client.send(request)).await??.into_parts();
    let body = timeout_at(end, Limited::new(body, LARGEST_TEXT).collect()).await??;
    let body = body.to_bytes();
    bounded::json(&body)?; // the library has no limit
    let body = Full::new(body).map_err(|never| match never {}).boxed_unsync();
    Ok(http::Response::from_parts(parts, body))
}

/// Opens a watch, and calls `delivers` at the first event that is not an error. The watcher decides
/// when it ends.
async fn open_watch(
    client: &Client,
    mut request: http::Request<Body>,
    delivers: impl FnOnce() + Send + 'static,
) -> Result<Answer, BoxError> {
    request.headers_mut().insert(ACCEPT_ENCODING, UNCOMPRESSED);
    let answer = timeout_at(Instant::now() + ANSWER_WITHIN, client.send(request)).await??;
    let mut delivers = Some(delivers).filter(|_| answer.status().is_success());
    Ok(answer.map(|body| {
        with_short_lines(body)
            .map_frame(move |frame| {
                let is_event = frame.data_ref().is_some_and(|data| !is_error(data));
                if is_event && let Some(delivers) = delivers.take() {
                    delivers();
                }
                frame
            })
            .boxed_unsync()
    }))
}

const LARGEST_EVENT: usize = 2 << 20; // bytes; etcd limits objects to 1.5 MiB

/// The same body, which ends with an error if a line is too long: the library buffers whole lines.
fn with_short_lines(body: Body) -> UnsyncBoxBody<Bytes, BoxError> {
    let mut length = 0;
    let chunks = body.into_data_stream().map(move |chunk| {
        let chunk: Bytes = chunk?;
        length = match chunk.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => chunk.len() - end - 1,
            None => length + chunk.len(),
        };
        if length > LARGEST_EVENT {
            return Err(BoxError::from(Limit::Text(LARGEST_EVENT)));
        }
        Ok(Frame::data(chunk))
    });
    StreamBody::new(chunks).boxed_unsync()
}

/// Returns whether a watch reports that it cannot continue, for example because a revision is too
/// old.
fn is_error(event: &[u8]) -> bool {
    const ERROR: &[u8] = br#""type":"ERROR""#;
    event.windows(ERROR.len()).any(|part| part == ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Sent = Result<http::Response<Body>, BoxError>;

    fn guard(client: Client) -> Client {
        guarded(client, |_, _| {})
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_never_answers_is_not_waited_for_without_a_limit() {
        let silent = tower::service_fn(|_: http::Request<Body>| std::future::pending::<Sent>());
        let client = guard(Client::new(silent, "default"));
        for path in ["/apis/a/v1/b?limit=500", "/apis/a/v1/b?watch=true"] {
            let request = http::Request::get(path).body(Body::empty()).unwrap();
            assert!(client.send(request).await.is_err(), "{path}");
        }
    }

    /// Returns the requests of ten minutes to a server whose watches end like this.
    async fn requests(watched: fn() -> http::Response<Body>) -> Vec<http::Request<()>> {
        let seen: Arc<Mutex<Vec<http::Request<()>>>> = Arc::default();
        let sees = Arc::clone(&seen);
        let server = tower::service_fn(move |request: http::Request<Body>| {
            let (parts, _) = request.into_parts();
            let watches = parts.uri.query().unwrap_or_default().contains("watch=");
            sees.lock().unwrap().push(http::Request::from_parts(parts, ()));
            let nothing = br#"{"metadata": {"resourceVersion": "1"}, "items": []}"#;
            let listed = || http::Response::new(Body::from(nothing.to_vec()));
            std::future::ready(Ok::<_, Infallible>(if watches { watched() } else { listed() }))
        });
        let check = |_: String| std::future::ready(Duration::from_hours(1));
        let watched = watch(
            Client::new(server, "default"),
            UPDATE,
            ReconcileWatch { check, report: |_: &str, _| {} },
        );
        assert!(tokio::time::timeout(Duration::from_mins(10), watched).await.is_err());
        std::mem::take(&mut *seen.lock().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn watches_that_end_at_once_or_repeat_410_are_opened_ever_more_slowly() {
        const GONE: &[u8] = br#"{"type":"ERROR","object":{"code":410,"reason":"Expired"}}"#;
        let ends: [fn() -> http::Response<Body>; 4] = [
            || http::Response::new(Body::empty()),
            || http::Response::new(Body::from(GONE.to_vec())),
            || http::Response::builder().status(410).body(Body::from(GONE.to_vec())).unwrap(),
            || http::Response::builder().status(403).body(Body::empty()).unwrap(),
        ];
        for watched in ends {
            let requests = requests(watched).await;
            let (watches, lists): (Vec<_>, Vec<_>) = requests
                .iter()
                .partition(|request| request.uri().query().unwrap_or_default().contains("watch="));
            // Four kinds: some twenty pauses of half a minute, and a few shorter ones at first.
            assert!((4 * 6..=4 * 26).contains(&watches.len()), "{} watches", watches.len());
            assert!(lists.len() <= watches.len() + 4, "{} lists", lists.len());
            let asked =
                |request: &http::Request<()>| request.headers().get(ACCEPT_ENCODING).cloned();
            assert!(watches.iter().all(|watch| asked(watch) == Some(UNCOMPRESSED)));
            assert!(lists.iter().all(|list| asked(list) != Some(UNCOMPRESSED)));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_stops_half_way_ends_too() {
        let half = tower::service_fn(|_: http::Request<Body>| async {
            let rest = futures::stream::pending::<Result<Frame<Bytes>, Infallible>>();
            Ok::<_, Infallible>(http::Response::new(StreamBody::new(rest)))
        });
        let client = guard(Client::new(half, "default"));
        let request = http::Request::get("/apis/a/v1/b?limit=500").body(Body::empty()).unwrap();
        assert!(client.send(request).await.is_err());
    }
}
