//! Watches as wake-up calls: their events are not read, only noticed.

use std::time::Duration;

use futures::stream::{self, BoxStream, SelectAll};
use futures::{FutureExt, StreamExt};
use http::header::{ACCEPT_ENCODING, HeaderValue};
use http_body_util::BodyExt;
use kube::Client;
use kube::api::{Request, WatchParams};
use kube::client::Body;

use super::pace::RestartPace;
use crate::connect::live::Live;
use crate::connect::resource::ResourceRef;

/// The watches of some resources.
pub(crate) struct Watches {
    resources: Vec<WatchedResource>,
    streams: SelectAll<BoxStream<'static, StreamEvent>>,
    /// Whether an event was not reported yet.
    untold: bool,
}

struct WatchedResource {
    resource: ResourceRef,
    /// Whether it is watched, or will be soon.
    open: bool,
    pace: RestartPace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamEvent {
    Something,
    /// The watch of the resource at this index has ended, or could not be opened.
    End(usize),
}

impl Watches {
    pub(crate) fn new(resources: impl IntoIterator<Item = ResourceRef>) -> Self {
        let watched =
            |resource| WatchedResource { resource, open: false, pace: RestartPace::default() };
        let resources = resources.into_iter().map(watched).collect();
        Self { resources, streams: SelectAll::new(), untold: false }
    }

    /// Opens the watches that are not open, of those resources that are readable; later if they end
    /// at once.
    pub(crate) fn open(&mut self, live: &Live, readable: impl Fn(&ResourceRef) -> bool) {
        while let Some(Some(heard)) = self.streams.next().now_or_never() {
            self.untold |= self.note(heard) == StreamEvent::Something;
        }
        for (place, watched) in self.resources.iter_mut().enumerate() {
            if !watched.open && readable(&watched.resource) {
                watched.open = true;
                let pause = watched.pace.pause(|there| live.clock.here(there));
                self.streams.push(watch(live.client.clone(), watched.resource, place, pause));
            }
        }
    }

    /// Returns when something may have changed, or a watch has ended; never if none is open.
    pub(crate) async fn next(&mut self) -> StreamEvent {
        if std::mem::take(&mut self.untold) {
            return StreamEvent::Something;
        }
        match self.streams.next().await {
            Some(heard) => self.note(heard),
            None => std::future::pending().await,
        }
    }

    fn note(&mut self, heard: StreamEvent) -> StreamEvent {
        if let StreamEvent::End(place) = heard
            && let Some(watched) = self.resources.get_mut(place)
        {
            watched.open = false;
        }
        heard
    }
}

/// Servers end watches before that; a connection without an end may be dead.
const LONGEST: Duration = Duration::from_mins(5);
/// A proxy or server that compresses may buffer an event until there is more to send.
pub(crate) const UNCOMPRESSED: HeaderValue = HeaderValue::from_static("identity");
/// A watch begins with the current objects: nothing is missed between a read and the watch, and no
/// revision can be too old.
const FROM_WHAT_IS_THERE: &str = "0";

fn watch(
    client: Client,
    resource: ResourceRef,
    place: usize,
    pause: Duration,
) -> BoxStream<'static, StreamEvent> {
    let opened = async move {
        tokio::time::sleep(pause).await;
        let mut request =
            Request::new(resource.url()).watch(&WatchParams::default(), FROM_WHAT_IS_THERE).ok()?;
        request.headers_mut().insert(ACCEPT_ENCODING, UNCOMPRESSED);
        let response = client.send(request.map(Body::from)).await.ok()?;
        response.status().is_success().then(|| response.into_body().into_data_stream())
    };
    stream::once(opened)
        .filter_map(std::future::ready)
        .flatten()
        .take_until(Box::pin(tokio::time::sleep(pause + LONGEST)))
        .take_while(|chunk| std::future::ready(chunk.is_ok()))
        .map(|_| StreamEvent::Something)
        .chain(stream::once(std::future::ready(StreamEvent::End(place))))
        .boxed()
}
