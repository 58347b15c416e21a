//! Watches as wake-up calls: what they say is not read, only that they say something.

use std::time::Duration;

use futures::stream::{self, BoxStream, SelectAll};
use futures::{FutureExt, StreamExt};
use http_body_util::BodyExt;
use kube::Client;
use kube::api::{Request, WatchParams};
use kube::client::Body;

use crate::connect::resource::ResourceRef;

/// The watches of some resources.
pub(crate) struct Watches {
    resources: Vec<(ResourceRef, bool)>,
    streams: SelectAll<BoxStream<'static, StreamEvent>>,
    /// Whether something was heard that nobody has been told of.
    untold: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamEvent {
    Something,
    /// The watch of the resource at this place has ended, or could not be opened.
    End(usize),
}

impl Watches {
    pub(crate) fn new(resources: impl IntoIterator<Item = ResourceRef>) -> Self {
        let resources = resources.into_iter().map(|resource| (resource, false)).collect();
        Self { resources, streams: SelectAll::new(), untold: false }
    }

    /// Opens the watches that are not open, of those resources that can be read.
    pub(crate) fn open(&mut self, client: &Client, readable: impl Fn(&ResourceRef) -> bool) {
        while let Some(Some(heard)) = self.streams.next().now_or_never() {
            self.untold |= self.note(heard) == StreamEvent::Something;
        }
        for (place, (resource, open)) in self.resources.iter_mut().enumerate() {
            if !*open && readable(resource) {
                *open = true;
                self.streams.push(watch(client.clone(), *resource, place));
            }
        }
    }

    /// Returns when something may have changed, or a watch has ended; never, if none is open.
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
            && let Some((_, open)) = self.resources.get_mut(place)
        {
            *open = false;
        }
        heard
    }
}

/// Servers end watches before that; one that does not may have gone away without a word.
const LONGEST: Duration = Duration::from_mins(5);
/// A watch begins with what is there: so nothing is missed between a read and it, and no revision
/// can be too old.
const FROM_WHAT_IS_THERE: &str = "0";

fn watch(client: Client, resource: ResourceRef, place: usize) -> BoxStream<'static, StreamEvent> {
    let opened = async move {
        let request =
            Request::new(resource.url()).watch(&WatchParams::default(), FROM_WHAT_IS_THERE).ok()?;
        let response = client.send(request.map(Body::from)).await.ok()?;
        response.status().is_success().then(|| response.into_body().into_data_stream())
    };
    stream::once(opened)
        .filter_map(std::future::ready)
        .flatten()
        .take_until(Box::pin(tokio::time::sleep(LONGEST)))
        .take_while(|chunk| std::future::ready(chunk.is_ok()))
        .map(|_| StreamEvent::Something)
        .chain(stream::once(std::future::ready(StreamEvent::End(place))))
        .boxed()
}
