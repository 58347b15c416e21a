//! How long a plan may take: with the clock of the test, which advances at once while all tasks
//! wait.

use std::time::Duration;

use http::Request;
use jiff::Timestamp;
use kube::client::Body;
use serde_json::{Value, json};
use tower::Service as _;
use upgrade_core::cluster::Origin;
use upgrade_lab::{Scenario, Service, Store};

use super::*;
use crate::actions::request::tests::session;
use crate::connect::clock::Clock;
use crate::connect::informers::Deadline;
use crate::connect::live::Live;
use crate::connect::monitoring::route::Monitoring;
use upgrade_core::pre_checks::InformerState;

/// A healthy cluster with an informer that is connected and never answers.
fn cluster_with(objects: Vec<Value>) -> (Source, Timestamp) {
    let scenario = Scenario::find("healthy").unwrap();
    let now = scenario.load().now().unwrap();
    let informer = json!({
        "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateInformer",
        "metadata": {"name": "hanging", "resourceVersion": "1"},
        "spec": {"clientConfig": {"service": {"name": "hanging", "namespace": "default"}}},
    });
    let documents = scenario.documents().into_iter().map(|document| document.object);
    let definitions = upgrade_core::objects::crds::definitions();
    let all = documents.chain(definitions).chain([informer]).chain(objects);
    let service = Service::new(Store::new(all.filter(|object| object["kind"].is_string())));
    let hanging = tower::service_fn(move |request: Request<Body>| {
        let mut service = service.clone();
        async move {
            if request.uri().path().contains("/proxy/") {
                return std::future::pending().await;
            }
            service.call(request).await
        }
    });
    let live = Live {
        client: kube::Client::new(hanging, "default"),
        origin: Origin::default(),
        proxy: None,
        timeout: None,
        clock: Clock::at(Some(now)),
        observer: Box::new(|_| {}),
        monitoring: Monitoring::Inside,
    };
    (Source::Live(Box::new(live)), now)
}

/// Returns how long it takes, and the outcome of the informer that hangs.
async fn wait(source: &Source, seconds: u64) -> (Duration, InformerState) {
    let start = tokio::time::Instant::now();
    let request = PreChecksRequest {
        target: None,
        informer_update: false,
        create_token: false,
        deadline: Deadline::new(Some(Duration::from_secs(seconds))),
        wanted: None,
        also_accept_risks: false,
        details: false,
        dry_run: false,
        yes: false,
    };
    let checked = refresh("4.7.28".to_owned(), &request, source, &session()).await.unwrap();
    let took = Duration::from_secs(start.elapsed().as_secs());
    let informers = checked.stored.plan.collection.unwrap().informers;
    (took, informers.iter().find(|informer| informer.name == "hanging").unwrap().state)
}

#[tokio::test(start_paused = true)]
async fn an_informer_that_hangs_is_waited_for_no_longer_than_asked_for() {
    let (source, _) = cluster_with(Vec::new());
    for seconds in [1, 20, 300] {
        let took = wait(&source, seconds).await;
        let call = seconds.min(60); // when a call times out
        assert_eq!(took, (Duration::from_secs(call), InformerState::TimedOut));
    }
}

#[tokio::test(start_paused = true)]
async fn a_controller_that_hangs_is_waited_for_within_the_same_time() {
    let heartbeat = |now: Timestamp| {
        json!({
            "apiVersion": "config.openshift.io/v1beta1", "kind": "UpdateStatus",
            "metadata": {"name": "cluster", "resourceVersion": "1"},
            "status": {"heartbeatTime": now.to_string()},
        })
    };
    let now = cluster_with(Vec::new()).1;
    for seconds in [1, 20, 120] {
        let (source, _) = cluster_with(vec![heartbeat(now)]);
        assert!(source.has_controller().await);
        let took = wait(&source, seconds).await;
        assert_eq!(took, (Duration::from_secs(seconds), InformerState::TimedOut));
    }
}
