//! The HTTP endpoints of the controller.

use std::sync::Arc;

use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;

use super::context::ControllerContext;

#[derive(Clone)]
pub(crate) struct HttpEndpoint(pub(crate) Arc<ControllerContext>);

const TEXT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

impl HttpEndpoint {
    pub(crate) fn respond<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let metrics = &self.0.metrics;
        let (status, text) = match (request.method(), request.uri().path()) {
            (&Method::GET | &Method::HEAD, "/metrics") => (StatusCode::OK, metrics.text()),
            // An outage of the API server is no reason to restart.
            (&Method::GET | &Method::HEAD, "/healthz") => (StatusCode::OK, "ok\n".to_owned()),
            (&Method::GET | &Method::HEAD, "/readyz") if metrics.is_reached() => {
                (StatusCode::OK, "ok\n".to_owned())
            }
            (&Method::GET | &Method::HEAD, "/readyz") => {
                let why = "calls to the API server fail\n".to_owned();
                (StatusCode::SERVICE_UNAVAILABLE, why)
            }
            (&Method::GET | &Method::HEAD, _) => (StatusCode::NOT_FOUND, "not found\n".to_owned()),
            _ => (StatusCode::METHOD_NOT_ALLOWED, "only GET\n".to_owned()),
        };
        let mut response = Response::new(Full::new(Bytes::from(text)));
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, TEXT);
        response
    }
}
