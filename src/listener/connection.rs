//! One connection: its last activity, which side waits, and how long a client may not read.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

const WRITE: Duration = Duration::from_secs(30); // for a client to read a part of a response

/// What happens on a connection. Clones share it.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<Recent>>);

struct Recent {
    /// When a byte last moved, or a request or response began or ended.
    moved: Instant,
    /// Whether a request is being answered. Pipelined requests are read one after another.
    responding: bool,
    /// Whether the client does not read what is sent.
    blocked: bool,
}

/// Which side waits. Connections that wait for their client are closed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Waiting {
    ForClient,
    ForServer,
}

impl Activity {
    pub(super) fn new() -> Self {
        let recent = Recent { moved: Instant::now(), responding: false, blocked: false };
        Self(Arc::new(Mutex::new(recent)))
    }

    /// Returns which side waits, and since when.
    pub(super) fn state(&self) -> (Waiting, Instant) {
        let recent = self.recent();
        let on_us = recent.responding && !recent.blocked;
        (if on_us { Waiting::ForServer } else { Waiting::ForClient }, recent.moved)
    }

    pub(super) fn is_responding(&self) -> bool {
        let recent = self.recent();
        recent.responding || recent.blocked
    }

    /// Notes that a request is being answered until the guard is dropped.
    pub(super) fn respond(&self) -> Responding {
        self.note(|recent| recent.responding = true);
        Responding(self.clone())
    }

    fn note(&self, change: impl FnOnce(&mut Recent)) {
        let mut recent = self.recent();
        recent.moved = Instant::now();
        change(&mut recent);
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being answered.
pub(super) struct Responding(Activity);

impl Drop for Responding {
    fn drop(&mut self) {
        self.0.note(|recent| recent.responding = false);
    }
}

/// The body of a response, which is in progress until its body is dropped.
pub(super) struct TrackedBody<B> {
    body: B,
    _responding: Responding,
}

impl<B> TrackedBody<B> {
    pub(super) fn new(body: B, responding: Responding) -> Self {
        Self { body, _responding: responding }
    }
}

impl<B: Body + Unpin> Body for TrackedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that notes what moves on it, and fails if its client does not read for too long.
pub(super) struct Tracked {
    stream: TcpStream,
    activity: Activity,
    /// Runs while the client does not read.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Tracked {
    pub(super) fn new(stream: TcpStream, activity: Activity) -> Self {
        Self { stream, activity, patience: None }
    }

    /// Notes the result of an attempt to write.
    fn written<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.patience = None;
            self.activity.note(|recent| recent.blocked = false);
            return written;
        }
        let patience = self.patience.get_or_insert_with(|| {
            self.activity.note(|recent| recent.blocked = true);
            Box::pin(sleep(WRITE))
        });
        patience.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Tracked {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.note(|_| {});
        }
        read
    }
}

impl AsyncWrite for Tracked {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context) // always ready: the kernel has the bytes
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
