//! The one accept loop: a service at a port, plain or behind TLS, until it is told to end.

pub(crate) mod exposition;
pub(crate) mod tls;

pub use tls::Certificate;

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response};
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

const HANDSHAKE: Duration = Duration::from_secs(10); // a client that takes longer is gone, or does no TLS
const IDLE: Duration = Duration::from_mins(1); // until the next request, or the rest of its head
const TO_FINISH: Duration = Duration::from_secs(10); // for responses that are under way at the end
const NO_DESCRIPTORS: Duration = Duration::from_millis(100); // until some are given back

type BoxError = Box<dyn Error + Send + Sync>;

/// A port that is listened at.
pub struct Listener {
    socket: TcpListener,
    certificate: Option<Arc<Certificate>>,
}

impl Listener {
    /// Listens at an address; port 0 takes a free one.
    pub async fn bind(at: SocketAddr, tls: Option<Arc<Certificate>>) -> io::Result<Self> {
        let socket = TcpListener::bind(at).await?;
        Ok(Self { socket, certificate: tls })
    }

    /// Returns where it listens, with the port that it got.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Returns the same as clients write it, without a path.
    pub fn url(&self) -> io::Result<String> {
        let scheme = if self.certificate.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.address()?))
    }

    /// Lets a service respond until the future is ready, then gives responses under way some time to
    /// finish. Who drops this instead waits for none of them.
    pub async fn run<S, B>(self, service: S, until: impl Future<Output = ()>)
    where
        S: tower::Service<Request<Incoming>, Response = Response<B>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let Self { socket, certificate } = self;
        let connections = GracefulShutdown::new();
        let mut until = std::pin::pin!(until);
        loop {
            let accepted = tokio::select! {
                accepted = socket.accept() => accepted,
                () = &mut until => break,
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(NO_DESCRIPTORS).await;
                continue;
            };
            let acceptor = certificate.as_deref().map(Certificate::acceptor);
            let (service, watcher) = (service.clone(), connections.watcher());
            tokio::spawn(async move {
                let Some(stream) = open(stream, acceptor).await else { return };
                let mut builder = http1::Builder::new();
                builder.timer(TokioTimer::new()).header_read_timeout(IDLE);
                let service = TowerToHyperService::new(service);
                let connection = builder.serve_connection(TokioIo::new(stream), service);
                let _ = watcher.watch(connection).await;
            });
        }
        drop(socket);
        let _ = tokio::time::timeout(TO_FINISH, connections.shutdown()).await;
    }
}

/// What requests are read from, behind TLS or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// Shakes hands where there is a certificate to show.
async fn open(stream: TcpStream, acceptor: Option<TlsAcceptor>) -> Option<Box<dyn Stream>> {
    let _ = stream.set_nodelay(true);
    let Some(acceptor) = acceptor else { return Some(Box::new(stream)) };
    match tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => Some(Box::new(stream)),
        Ok(Err(_)) | Err(_) => None,
    }
}
