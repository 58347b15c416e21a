//! The HTTP stack of every client. It is that of kube, but for the sockets: kube leaves Nagle's algorithm on, and then
//! the first request of each TLS connection waits 40 ms for the server's delayed acknowledgement.

use std::error::Error as StdError;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, Request, Uri};
use hyper::rt::{Read, Write};
use hyper_timeout::TimeoutConnector;
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::legacy::connect::{Connection, HttpConnector};
use hyper_util::rt::TokioExecutor;
use kube::client::{Body, ConfigExt};
use kube::{Client, Config, Error, Result};
use percent_encoding::percent_decode_str;
use tower::util::MapRequestLayer;
use tower::{BoxError, Service, ServiceBuilder};
use tower_http::decompression::DecompressionLayer;

/// Creates a client that changes every request before it is sent.
pub(super) fn client<F>(mut config: Config, change: F) -> Result<Client>
where
    F: Fn(Request<Body>) -> Request<Body> + Clone + Send + 'static,
{
    let mut sockets = HttpConnector::new();
    sockets.enforce_http(false);
    sockets.set_nodelay(true);
    let proxy = config.proxy_url.take();
    let verifies = |uri: &Uri| uri.scheme_str() == Some("https");
    let is_verified = verifies(&config.cluster_url) || proxy.as_ref().is_some_and(verifies);
    if !is_verified || config.accept_invalid_certs {
        config.root_cert.get_or_insert_default(); // those of the machine take a while to load
    }
    let Some(proxy) = proxy else { return finish(sockets, &config, change) };
    match proxy.scheme_str() {
        Some("socks5") => finish(SocksV5::new(proxy, sockets), &config, change),
        Some("http") => finish(tunnel(proxy, sockets), &config, change),
        Some("https") => {
            let sockets = config.rustls_https_connector_with_connector(sockets)?;
            finish(tunnel(proxy, sockets), &config, change)
        }
        _ => Err(Error::ProxyProtocolUnsupported { proxy_url: Box::new(proxy) }),
    }
}

fn tunnel<C>(proxy: Uri, connector: C) -> Tunnel<C> {
    let authority = proxy.authority().map(|authority| authority.as_str().to_owned());
    let tunnel = Tunnel::new(proxy, connector);
    let credentials = authority.as_deref().and_then(|text| Some(text.rsplit_once('@')?.0));
    let header = credentials.and_then(|text| {
        let plain: Vec<u8> = percent_decode_str(text).collect();
        HeaderValue::try_from(format!("Basic {}", STANDARD.encode(plain))).ok()
    });
    match header {
        Some(header) => tunnel.with_auth(header),
        None => tunnel,
    }
}

fn finish<C, F>(connector: C, config: &Config, change: F) -> Result<Client>
where
    C: Service<Uri> + Clone + Send + Sync + 'static,
    C::Response: Connection + Read + Write + Send + Unpin + 'static,
    C::Future: Send + 'static,
    C::Error: StdError + Send + Sync + 'static,
    F: Fn(Request<Body>) -> Request<Body> + Clone + Send + 'static,
{
    let mut connector =
        TimeoutConnector::new(config.rustls_https_connector_with_connector(connector)?);
    connector.set_connect_timeout(config.connect_timeout);
    connector.set_read_timeout(config.read_timeout);
    connector.set_write_timeout(config.write_timeout);
    let http: HttpClient<_, Body> = HttpClient::builder(TokioExecutor::new()).build(connector);
    let service = ServiceBuilder::new()
        .layer(MapRequestLayer::new(change))
        .layer(config.base_uri_layer())
        .layer(DecompressionLayer::new().gzip(!config.disable_compression))
        .option_layer(config.auth_layer()?)
        .layer(config.extra_headers_layer()?)
        .map_err(BoxError::from)
        .service(http);
    Ok(Client::new(service, config.default_namespace.clone()))
}
