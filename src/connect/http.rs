//! Plain GETs to servers other than the API server: update services and Prometheus.

use std::time::Duration;

use anyhow::anyhow;
use http::header::{ACCEPT, HeaderValue, RETRY_AFTER, USER_AGENT};
use http::{StatusCode, Uri};
use http_body_util::BodyExt;
use kube::client::Body;
use kube::config::AuthInfo;
use kube::{Client, Config};
use secrecy::SecretString;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::client;
use super::config::kubeconfig::Proxies;
use super::config::{proxy, url};
use super::fault::{ErrorAnswer, FailedCall, Fault};
use super::live::{Observer, RequestEvent};
use crate::error::{Error, Result};
use upgrade_graph::bounded::{LARGEST_TEXT, Limit};

const LARGEST_REFUSAL: usize = 1 << 20; // bytes of an error body that is quoted
/// Bytes from which on answers are read one after the other, however many requests are concurrent.
const LARGE_ANSWER: usize = 1 << 20;
static LARGE_ANSWERS: Semaphore = Semaphore::const_new(1);

/// A client for hosts outside of the kubeconfig.
pub(crate) struct Web {
    pub(crate) proxies: Proxies,
    /// Covers headers and body of one request; none means no limit.
    pub(crate) timeout: Option<Duration>,
    pub(crate) observer: Observer,
}

/// A host, with its credentials and trusted CAs.
pub(crate) struct Host {
    client: Client,
    /// Scheme, host and port.
    server: String,
    path: String,
    proxy: Option<String>,
}

/// The credentials for a host, and the CAs for its certificate.
#[derive(Default)]
pub(crate) struct Trust {
    pub(crate) token: Option<SecretString>,
    /// CA certificates in DER; none for those of this machine.
    pub(crate) roots: Option<Vec<Vec<u8>>>,
}

impl Web {
    /// Prepares for requests below a URL.
    pub(crate) fn host(&self, address: &str, trust: Trust) -> Result<Host> {
        let shown = url::without_credentials(address);
        let wrong = |why: &str| Error::usage(anyhow!("URL {shown:?} {why}"));
        if url::has_credentials(address) {
            return Err(wrong("contains a user or password, which is not sent"));
        }
        let uri: Uri = address.parse().map_err(|_| wrong("is not a URL"))?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) =
            (uri.scheme_str(), uri.authority())
        else {
            return Err(wrong("does not start with http:// or https://"));
        };
        if trust.token.is_some() && scheme == "http" && !url::is_loopback(&uri) {
            return Err(Error::usage(anyhow!("cannot send a token unencrypted to {shown}"))
                .hint("use an https:// URL"));
        }
        let server = format!("{scheme}://{authority}");
        let proxy = proxy::choose(None, &uri, &self.proxies)?;
        let root: Uri = server.parse().map_err(|_| wrong("is not a URL"))?;
        let mut config = Config::new(root);
        config.root_cert = trust.roots;
        config.auth_info = AuthInfo { token: trust.token, ..AuthInfo::default() };
        config.proxy_url = proxy.as_ref().map(|proxy| proxy.uri.clone());
        config.default_retry = false;
        config.connect_timeout = self.timeout;
        config.headers.push((USER_AGENT, HeaderValue::from_static(AGENT)));
        let client = client::build(config).map_err(|_| {
            Error::new("Tls", anyhow!("cannot set up TLS for {server}"))
                .hint("check the CA certificates of this machine, or those you passed")
        })?;
        let path = uri.path_and_query().map(ToString::to_string).unwrap_or_default();
        Ok(Host { client, server, path, proxy: proxy.map(|proxy| proxy.shown) })
    }

    /// Requests a path and query from a host.
    pub(crate) async fn get(&self, host: &Host, path: &str) -> std::result::Result<Vec<u8>, Fault> {
        self.fetch(host, path, "application/json").await
    }

    /// Requests a web page.
    pub(crate) async fn page(&self, host: &Host) -> std::result::Result<Vec<u8>, Fault> {
        self.fetch(host, host.path(), "*/*").await
    }

    async fn fetch(
        &self,
        host: &Host,
        path: &str,
        accept: &'static str,
    ) -> std::result::Result<Vec<u8>, Fault> {
        let mut request = http::Request::new(Body::empty());
        *request.uri_mut() = path.parse().map_err(|_| Fault::SomethingElse)?;
        request.headers_mut().insert(ACCEPT, HeaderValue::from_static(accept));
        let line = format!("GET {}{path}", host.server);
        let deadline = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let limit = TimeLimit { deadline, timeout: self.timeout.unwrap_or_default() };
        observed(&line, bytes(&host.client, request), limit, &self.observer).await
    }
}

/// When an exchange must end, and the timeout to report.
#[derive(Clone, Copy)]
pub(super) struct TimeLimit {
    /// None means no limit.
    pub(super) deadline: Option<Instant>,
    pub(super) timeout: Duration,
}

/// Runs one exchange within its limit, and reports the result to the observer.
pub(super) async fn observed<T>(
    line: &str,
    exchange: impl Future<Output = std::result::Result<T, Fault>>,
    limit: TimeLimit,
    observer: &Observer,
) -> std::result::Result<T, Fault> {
    let start = Instant::now();
    let answer = match limit.deadline {
        None => exchange.await,
        Some(deadline) => tokio::time::timeout_at(deadline, exchange)
            .await
            .unwrap_or(Err(Fault::Timeout(limit.timeout))),
    };
    let status = match &answer {
        Ok(_) => Some(StatusCode::OK),
        Err(fault) => fault.status(),
    };
    observer(&RequestEvent::Answered { request: line, status, took: start.elapsed() });
    answer
}

impl Host {
    /// Returns path and query of its URL.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Explains what went wrong with the request.
    pub(crate) fn explain(&self, fault: Fault, wanted: &str) -> Error {
        let proxy = self.proxy.as_deref();
        explain(fault, FailedCall { server: &self.server, proxy, ..FailedCall::reading(wanted) })
    }
}

pub(super) const AGENT: &str = concat!("upgrade/", env!("CARGO_PKG_VERSION"));

/// Explains what went wrong; a status code does not mean the same as for API objects.
pub(super) fn explain(fault: Fault, call: FailedCall<'_>) -> Error {
    let FailedCall { server, verb, resource, .. } = call;
    let (code, why) = match &fault {
        Fault::Answer { status, .. } if status.is_redirection() => (
            "Redirected",
            format!("{server} redirects ({}), which is not followed", status.as_u16()),
        ),
        Fault::Answer { status, body, .. } => match body.said() {
            "" => ("ServerError", format!("{server} answered {}", status.as_u16())),
            said => ("ServerError", format!("{server} answered {}: {said}", status.as_u16())),
        },
        Fault::NotJson(_) => ("BadAnswer", format!("the answer from {server} is not JSON")),
        Fault::SomethingElse => ("BadAnswer", format!("the answer from {server} is not valid")),
        // Its hints are about API servers.
        _ => return fault.explain(call).without_hints(),
    };
    let error = Error::new(code, anyhow!("cannot {verb} {resource}: {why}"));
    fault.try_again().into_iter().fold(error, Error::hint)
}

/// Sends a request and reads the answer whole.
pub(super) async fn bytes(
    client: &Client,
    request: http::Request<Body>,
) -> std::result::Result<Vec<u8>, Fault> {
    bytes_within(client, request, LARGEST_TEXT).await
}

/// The same, with a limit for the size of the answer.
pub(super) async fn bytes_within(
    client: &Client,
    request: http::Request<Body>,
    limit: usize,
) -> std::result::Result<Vec<u8>, Fault> {
    let response = client.send(request).await.map_err(Fault::Transport)?;
    let status = response.status();
    let retry_after =
        response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let retry_after = retry_after.map(Duration::from_secs);
    let body = response.into_body();
    if !status.is_success() {
        // The start of a long text is enough.
        let body = match read_body(body, LARGEST_REFUSAL).await {
            Err(Fault::TooLarge(_)) => ErrorAnswer::default(),
            body => ErrorAnswer::read(&body?),
        };
        return Err(Fault::Answer { status, retry_after, body });
    }
    read_body(body, limit).await
}

/// Reads a body to its end, into one buffer.
async fn read_body(mut body: Body, limit: usize) -> std::result::Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut turn = None;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Fault::Broken(error.into()))?;
        let Some(data) = frame.data_ref() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(Fault::TooLarge(Limit::Text(limit)));
        }
        bytes.extend_from_slice(data);
        if bytes.len() > LARGE_ANSWER && turn.is_none() {
            turn = LARGE_ANSWERS.acquire().await.ok();
        }
    }
    Ok(bytes)
}
