//! The requests of a watched cluster.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http::header::ACCEPT_ENCODING;
use kube::Client;
use kube::client::Body;
use upgrade_lab::{Scenario, Service};

use super::streams::UNCOMPRESSED;
use super::*;
use crate::connect::clock::Clock;

type Requests = Arc<Mutex<Vec<http::Request<()>>>>;

fn watches(request: &http::Request<()>) -> bool {
    request.uri().query().unwrap_or_default().contains("watch=")
}

/// The default scenario, whose watches end with this answer, or without one.
fn cluster(watched: fn() -> Option<http::Response<Body>>) -> (Requests, Rc<Live>) {
    let store = Scenario::find("vsphere-proxy").unwrap().load().store;
    let (service, seen) = (Service::new(store), Requests::default());
    let (inside, sees) = (Client::new(service, "default"), Arc::clone(&seen));
    let server = tower::service_fn(move |request: http::Request<Body>| {
        let (parts, body) = request.into_parts();
        let noted = http::Request::from_parts(parts.clone(), ());
        let answer = watches(&noted).then(watched);
        sees.lock().unwrap().push(noted);
        let inside = inside.clone();
        async move {
            match answer {
                None => Ok(inside.send(http::Request::from_parts(parts, body)).await.unwrap()),
                Some(Some(answer)) => Ok::<_, Infallible>(answer),
                Some(None) => std::future::pending().await,
            }
        }
    });
    let live = Live::inside(Client::new(server, "default"), Clock::at(None));
    (seen, Rc::new(live))
}

/// Returns the requests of ten minutes.
async fn requests(watched: fn() -> Option<http::Response<Body>>) -> Vec<http::Request<()>> {
    let (seen, live) = cluster(watched);
    let mut watcher = Watcher::over_pools(live, SnapshotParts::WAIT);
    let looks = async {
        loop {
            watcher.observe(None).await.ok();
        }
    };
    let () = tokio::time::timeout(Duration::from_mins(10), looks).await.unwrap_or(());
    std::mem::take(&mut *seen.lock().unwrap())
}

#[tokio::test(start_paused = true)]
async fn watches_that_end_at_once_or_repeat_410_are_opened_ever_more_slowly() {
    const GONE: &[u8] = br#"{"type":"ERROR","object":{"code":410,"reason":"Expired"}}"#;
    let ends: [fn() -> Option<http::Response<Body>>; 4] = [
        || Some(http::Response::new(Body::empty())),
        || Some(http::Response::new(Body::from(br#"{"type":"ADDED"}"#.to_vec()))),
        || Some(http::Response::new(Body::from(GONE.to_vec()))),
        || http::Response::builder().status(410).body(Body::from(GONE.to_vec())).ok(),
    ];
    for watched in ends {
        let requests = requests(watched).await;
        let (watches, reads): (Vec<_>, Vec<_>) =
            requests.iter().partition(|request| watches(request));
        // Three kinds: some twenty pauses of half a minute, and a few shorter ones at first.
        assert!((3 * 6..=3 * 26).contains(&watches.len()), "{} watches", watches.len());
        // A read of the cluster is four requests: one after each of them, and without them every
        // ten seconds.
        assert!(reads.len() <= 4 * (watches.len() + 60), "{} reads", reads.len());
        let asked = |request: &http::Request<()>| request.headers().get(ACCEPT_ENCODING).cloned();
        assert!(watches.iter().all(|watch| asked(watch) == Some(UNCOMPRESSED)));
    }
}

#[tokio::test(start_paused = true)]
async fn watches_that_stay_are_opened_once_in_five_minutes() {
    let requests = requests(|| None).await;
    let opened = requests.iter().filter(|request| watches(request)).count();
    assert!((3 * 2..=3 * 3).contains(&opened), "{opened}");
}
