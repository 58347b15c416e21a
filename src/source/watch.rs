//! Watches as wake-up calls: what they say is not read, only that they say something.

use futures::StreamExt;
use futures::stream::{self, BoxStream, SelectAll};
use http_body_util::BodyExt;
use kube::Client;
use kube::api::{Request, WatchParams};
use kube::client::Body;

use super::live::Named;

/// The watches of some resources.
pub(super) struct Watches {
    resources: Vec<(Named, bool)>,
    streams: SelectAll<BoxStream<'static, Heard>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heard {
    Something,
    /// The watch of the resource at this place has ended, or could not be opened.
    End(usize),
}

impl Watches {
    pub(super) fn of(resources: impl IntoIterator<Item = Named>) -> Self {
        let resources = resources.into_iter().map(|resource| (resource, false)).collect();
        Self { resources, streams: SelectAll::new() }
    }

    /// Opens the watches that are not open, of those resources that can be read.
    pub(super) fn open(&mut self, client: &Client, readable: impl Fn(&Named) -> bool) {
        for (place, (resource, open)) in self.resources.iter_mut().enumerate() {
            if !*open && readable(resource) {
                *open = true;
                self.streams.push(watch(client.clone(), *resource, place));
            }
        }
    }

    /// Returns when something may have changed, or a watch has ended; never, if none is open.
    pub(super) async fn next(&mut self) -> Heard {
        let Some(heard) = self.streams.next().await else {
            return std::future::pending().await;
        };
        if let Heard::End(place) = heard
            && let Some((_, open)) = self.resources.get_mut(place)
        {
            *open = false;
        }
        heard
    }
}

/// A watch begins with what is there: so nothing is missed between a read and it, and no revision
/// can be too old.
const FROM_WHAT_IS_THERE: &str = "0";

fn watch(client: Client, resource: Named, place: usize) -> BoxStream<'static, Heard> {
    let opened = async move {
        let request =
            Request::new(resource.url()).watch(&WatchParams::default(), FROM_WHAT_IS_THERE).ok()?;
        let response = client.send(request.map(Body::from)).await.ok()?;
        response.status().is_success().then(|| response.into_body().into_data_stream())
    };
    stream::once(opened)
        .filter_map(std::future::ready)
        .flatten()
        .take_while(|chunk| std::future::ready(chunk.is_ok()))
        .map(|_| Heard::Something)
        .chain(stream::once(std::future::ready(Heard::End(place))))
        .boxed()
}
