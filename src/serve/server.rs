//! The service at a port, plain or behind TLS, until it is told to end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use http::{Request, Response};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::answer::PREFIX;

const HANDSHAKE: Duration = Duration::from_secs(10); // who has not shaken hands by then does not want to
const IDLE: Duration = Duration::from_mins(1); // until the next request, or the rest of its head
const PATIENCE: Duration = Duration::from_secs(10); // for answers that are under way at the end

/// Whoever has an answer ready.
pub(crate) trait Answers: Send + Sync + 'static {
    fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>>;
}

/// A port that is listened at.
pub(crate) struct Server {
    listener: TcpListener,
    certificate: Option<Arc<Certificate>>,
}

/// What the service shows of itself; who connects from now on sees the one that was put there last.
pub(crate) struct Certificate(RwLock<Arc<ServerConfig>>);

impl Certificate {
    pub(crate) fn new(config: ServerConfig) -> Self {
        Self(RwLock::new(Arc::new(config)))
    }

    pub(crate) fn replace(&self, config: ServerConfig) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
    }

    fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

/// Reads a certificate with those that vouch for it, and its key.
pub(crate) fn tls(certificates: &[u8], key: &[u8]) -> Result<ServerConfig, String> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificates).collect();
    let chain = chain.map_err(|error| format!("the certificate is not PEM: {error}"))?;
    if chain.is_empty() {
        return Err("there is no certificate in the file".to_owned());
    }
    let key = PrivateKeyDer::from_pem_slice(key)
        .map_err(|error| format!("the key is not a private key in PEM: {error}"))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|error| format!("certificate and key do not work together: {error}"))
}

impl Server {
    pub(crate) async fn bind(
        address: SocketAddr,
        certificate: Option<Arc<Certificate>>,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self { listener, certificate })
    }

    /// Returns where clusters find the graph.
    pub(crate) fn url(&self) -> io::Result<String> {
        let scheme = if self.certificate.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}{PREFIX}/graph", self.listener.local_addr()?))
    }

    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the future is ready; who is being answered then is answered to the end.
    pub(crate) async fn run(self, service: Arc<impl Answers>, end: impl Future<Output = ()>) {
        let Self { listener, certificate } = self;
        let connections = GracefulShutdown::new();
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut end => break,
            };
            let Ok((stream, _)) = accepted else {
                // Out of descriptors, most likely: some will be given back.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (service, watcher) = (Arc::clone(&service), connections.watcher());
            let acceptor = certificate.as_deref().map(Certificate::acceptor);
            tokio::spawn(attend(stream, acceptor, service, watcher));
        }
        drop(listener);
        let _ = tokio::time::timeout(PATIENCE, connections.shutdown()).await;
    }
}

async fn attend(
    stream: TcpStream,
    acceptor: Option<TlsAcceptor>,
    service: Arc<impl Answers>,
    watcher: Watcher,
) {
    let _ = stream.set_nodelay(true);
    match acceptor {
        None => converse(stream, service, watcher).await,
        Some(acceptor) => {
            let shaken = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await;
            if let Ok(Ok(stream)) = shaken {
                converse(stream, service, watcher).await;
            }
        }
    }
}

async fn converse<S>(stream: S, service: Arc<impl Answers>, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let answer = service_fn(move |request: Request<Incoming>| {
        let answer = service.answer(&request);
        async move { Ok::<_, Infallible>(answer) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(IDLE);
    let connection = builder.serve_connection(TokioIo::new(stream), answer);
    let _ = watcher.watch(connection).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused_with_the_reason() {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (certificate, key) = (made.cert.pem(), made.signing_key.serialize_pem());
        assert!(tls(certificate.as_bytes(), key.as_bytes()).is_ok());
        let other = rcgen::KeyPair::generate().unwrap().serialize_pem();
        for (certificate, key, why) in [
            ("", key.as_str(), "there is no certificate"),
            (key.as_str(), key.as_str(), "there is no certificate"),
            (certificate.as_str(), "", "not a private key"),
            (certificate.as_str(), certificate.as_str(), "not a private key"),
            (certificate.as_str(), other.as_str(), "do not work together"),
        ] {
            let error = tls(certificate.as_bytes(), key.as_bytes()).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
