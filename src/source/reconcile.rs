//! Objects that are kept as they should be: looked at when something changes, and after a while.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, SelectAll};
use futures::{Stream, StreamExt};
use kube::api::{DynamicObject, PartialObjectMeta};
use kube::runtime::controller::Action;
use kube::runtime::{Config, Controller, WatchStreamExt, watcher};
use kube::{Api, Client, ResourceExt};

use super::live::{Named, VERSION};
use super::plans::ALL_PLANS;
use super::scene::{NODES, OPERATORS, POOLS};
use super::{informers, standing};

/// Only who an object is matters here: what it holds is read when it is its turn.
type Identity = PartialObjectMeta<DynamicObject>;

/// What is kept, and what else tells that it is time to look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    root: Named,
    signs: &'static [Named],
}

/// The update that is under way, by the one ClusterVersion.
pub(crate) const UPDATE: Kept =
    Kept { root: standing::all(VERSION), signs: &[OPERATORS, POOLS, NODES, informers::ALL] };
/// Every plan.
pub(crate) const PLANS: Kept = Kept { root: ALL_PLANS, signs: &[] };

const AT_ONCE: u16 = 4; // objects

/// Calls `look` with the name of an object whenever it or one of the signs changes, and again after
/// as long as `look` says. It goes on for as long as it is polled, through outages.
pub(crate) async fn keep<F, L>(client: Client, kept: Kept, look: F)
where
    F: Fn(String) -> L + Send + Sync + 'static,
    L: Future<Output = Duration> + Send + 'static,
{
    let resource = kept.root.resource();
    let api: Api<Identity> = Api::all_with(client.clone(), &resource);
    let look = move |object: Arc<Identity>, _: Arc<()>| {
        let looked = look(object.name_any());
        async move { Ok::<_, Infallible>(Action::requeue(looked.await)) }
    };
    Controller::new_with(api, watcher::Config::default(), resource)
        .with_config(Config::default().concurrency(AT_ONCE))
        .reconcile_all_on(changes(&client, kept.signs))
        .run(look, |_, error, _| match *error {}, Arc::new(()))
        .for_each(|_| std::future::ready(()))
        .await;
}

/// Tells of every change. What cannot be watched is tried again, and keeps nothing else waiting.
fn changes(client: &Client, signs: &[Named]) -> impl Stream<Item = ()> + Send + use<> {
    let mut all: SelectAll<BoxStream<'static, ()>> = SelectAll::new();
    for sign in signs {
        let api: Api<Identity> = Api::all_with(client.clone(), &sign.resource());
        let heard = watcher(api, watcher::Config::default()).default_backoff().touched_objects();
        all.push(heard.filter_map(|heard| std::future::ready(heard.ok().map(drop))).boxed());
    }
    all
}
