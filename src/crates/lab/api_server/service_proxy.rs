//! Services of the cluster behind the API server's proxy: those that say where on this machine they are.

use std::net::SocketAddr;

use http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use http::{Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;

use super::respond::{refusal, status};
use super::{Body, Service};
use crate::store::{Key, StoreRefusal};

/// A Service with this annotation answers at that address, by plain HTTP.
const ADDRESS: &str = "lab.upgrade/forward";
const LARGEST: usize = 64 << 20;

/// What is behind an address of the proxy.
struct ServiceBackend {
    key: Key,
    /// The rest of the address.
    path: String,
}

/// Passes a request on and returns the answer; none where it is not for the proxy.
pub(crate) async fn answer(
    service: &Service,
    request: &Request<Vec<u8>>,
) -> Option<Response<Body>> {
    let ServiceBackend { key, path } = ServiceBackend::new(request.uri())?;
    let found = service.with(|store| store.get(&key).cloned());
    let Ok(object) = found else { return Some(refusal(&StoreRefusal::NoSuchObject, Some(&key))) };
    let address = object["metadata"]["annotations"][ADDRESS].as_str();
    let address = address.and_then(|address| address.parse::<SocketAddr>().ok());
    // A lab leads nowhere but to this machine.
    let Some(address) = address.filter(|address| address.ip().is_loopback()) else {
        let message = format!("no endpoints available for service {:?}", key.name);
        return Some(unavailable(&message));
    };
    let passed = pass_on(request, address, &path).await;
    Some(
        passed.unwrap_or_else(|error| {
            unavailable(&format!("error trying to reach service: {error}"))
        }),
    )
}

fn unavailable(message: &str) -> Response<Body> {
    status(StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailable", message, None)
}

impl ServiceBackend {
    /// Reads `/api/v1/namespaces/NS/services/[https:]NAME[:PORT]/proxy/…`.
    fn new(uri: &Uri) -> Option<Self> {
        let rest = uri.path().strip_prefix("/api/v1/namespaces/")?;
        let (namespace, rest) = rest.split_once("/services/")?;
        let (name, path) = rest.split_once("/proxy/")?;
        let scheme = |part: &&str| ["http", "https", ""].contains(part);
        let name = name.split(':').find(|part| !scheme(part))?;
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let key = Key::within("", "services", namespace, name);
        Some(Self { key, path: format!("/{path}{query}") })
    }
}

async fn pass_on(
    request: &Request<Vec<u8>>,
    address: SocketAddr,
    path: &str,
) -> Result<Response<Body>, Box<dyn std::error::Error + Send + Sync>> {
    let mut passed = Request::new(Full::new(Bytes::from(request.body().clone())));
    *passed.method_mut() = request.method().clone();
    *passed.uri_mut() = format!("http://{address}{path}").parse()?;
    // As a genuine server: who asks is none of the service's business.
    let headers =
        request.headers().iter().filter(|(name, _)| ![AUTHORIZATION, HOST].contains(name));
    passed.headers_mut().extend(headers.map(|(name, value)| (name.clone(), value.clone())));
    let client = Client::builder(TokioExecutor::new()).build_http();
    let response = client.request(passed).await?;
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, LARGEST).collect().await?.to_bytes();
    let mut answer = Response::new(Full::new(body).boxed_unsync());
    *answer.status_mut() = parts.status;
    if let Some(kind) = parts.headers.get(CONTENT_TYPE) {
        answer.headers_mut().insert(CONTENT_TYPE, kind.clone());
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_proxy_are_taken_apart() {
        let of = |path: &str| {
            let behind = ServiceBackend::new(&path.parse().unwrap());
            behind.map(|behind| (behind.key.namespace, behind.key.name, behind.path))
        };
        let place =
            |name: &str, path: &str| Some(("n".to_owned(), name.to_owned(), path.to_owned()));
        let base = "/api/v1/namespaces/n/services";
        assert_eq!(of(&format!("{base}/https:a:443/proxy/x/y?z=1")), place("a", "/x/y?z=1"));
        assert_eq!(of(&format!("{base}/a:443/proxy/")), place("a", "/"));
        assert_eq!(of(&format!("{base}/a/proxy/b")), place("a", "/b"));
        for other in ["/api/v1/namespaces/n/services/a", "/api/v1/nodes/a/proxy/b", "/"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
