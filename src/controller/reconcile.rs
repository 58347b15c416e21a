//! Objects that are kept as they should be: checked when something changes, and after a while.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, SelectAll};
use futures::{Stream, StreamExt};
use http_body_util::{BodyExt, Limited};
use kube::api::{DynamicObject, PartialObjectMeta};
use kube::client::Body;
use kube::runtime::controller::{self, Action};
use kube::runtime::{Config, Controller, WatchStreamExt, watcher};
use kube::{Api, Client, ResourceExt};
use tokio::time::{Instant, timeout_at};
use tower::BoxError;

use crate::connect::fault::deepest;
use crate::connect::http::LARGEST_ANSWER;
use crate::connect::plans::ALL_PLANS;
use crate::connect::resource::{OPERATORS, POOLS, ResourceRef, VERSION};
use crate::connect::{informers, update_status};

/// Only who an object is matters here: what it holds is read when it is its turn.
type Identity = PartialObjectMeta<DynamicObject>;

/// The objects, and what else tells that it is time to check them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReconcileState {
    root: ResourceRef,
    signs: &'static [ResourceRef],
}

/// The update that is under way, by the one ClusterVersion. Nodes say something all the time, and what
/// matters of them shows in their pools.
pub(crate) const UPDATE: ReconcileState = ReconcileState {
    root: update_status::all(VERSION),
    signs: &[OPERATORS, POOLS, informers::ALL],
};
/// Every plan.
pub(crate) const PLANS: ReconcileState = ReconcileState { root: ALL_PLANS, signs: &[] };

const AT_ONCE: u16 = 4; // objects

/// What checks an object, and what takes reports of what can be watched and what cannot.
pub(crate) struct ReconcileWatch<F, T> {
    pub(crate) check: F,
    pub(crate) report: T,
}

/// Calls `check` with the name of an object whenever it or one of the signs changes, and again after
/// as long as `check` says. It goes on for as long as it is polled, through outages.
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
    let client = bounded(client);
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
            match checked {
                Ok(_) => report(objects.root.plural, Ok(())),
                Err(controller::Error::QueueError(error)) => {
                    report(objects.root.plural, Err(deepest(&error)));
                }
                Err(_) => {} // gone before it was its turn
            }
            std::future::ready(())
        })
        .await;
}

/// Tells of every change. What cannot be watched is tried again, and keeps nothing else waiting.
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
            let change = change.map(drop).map_err(|error| deepest(&error));
            report(plural, change.clone());
            std::future::ready(change.ok())
        });
        all.push(changes.boxed());
    }
    all
}

const ANSWER_WITHIN: Duration = Duration::from_mins(1);

/// The same client, of which every answer ends: lists as a whole, and watches begin in time. What they
/// bring afterwards ends by the watcher's own rules.
fn bounded(client: Client) -> Client {
    let namespace = client.default_namespace().to_owned();
    let answer = tower::service_fn(move |request: http::Request<Body>| {
        let client = client.clone();
        async move {
            let watches = request.uri().query().is_some_and(|query| query.contains("watch="));
            let end = Instant::now() + ANSWER_WITHIN;
            let answer = timeout_at(end, client.send(request)).await??;
            if watches {
                return Ok(answer);
            }
            let (parts, body) = answer.into_parts();
            let body = timeout_at(end, Limited::new(body, LARGEST_ANSWER).collect()).await??;
            Ok::<_, BoxError>(http::Response::from_parts(parts, Body::from(body.to_bytes())))
        }
    });
    Client::new(answer, namespace)
}

#[cfg(test)]
mod tests {
    use http_body_util::StreamBody;
    use hyper::body::{Bytes, Frame};

    use super::*;

    type Answer = Result<http::Response<Body>, BoxError>;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_never_answers_is_not_waited_for_for_ever() {
        let silent = tower::service_fn(|_: http::Request<Body>| std::future::pending::<Answer>());
        let client = bounded(Client::new(silent, "default"));
        for path in ["/apis/a/v1/b?limit=500", "/apis/a/v1/b?watch=true"] {
            let request = http::Request::get(path).body(Body::empty()).unwrap();
            assert!(client.send(request).await.is_err(), "{path}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_stops_half_way_ends_too() {
        let half = tower::service_fn(|_: http::Request<Body>| async {
            let rest = futures::stream::pending::<Result<Frame<Bytes>, Infallible>>();
            Ok::<_, Infallible>(http::Response::new(StreamBody::new(rest)))
        });
        let client = bounded(Client::new(half, "default"));
        let request = http::Request::get("/apis/a/v1/b?limit=500").body(Body::empty()).unwrap();
        assert!(client.send(request).await.is_err());
    }
}
