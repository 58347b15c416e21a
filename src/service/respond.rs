//! A request → its response, without waiting or reading files.

use http::header::{self, HeaderName};
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Bytes;

use super::api;
use super::api::question::{ApiEndpoint, ApiError, ApiQuestion};
use super::body::PreparedBody;
use super::metrics::{Endpoint, ServiceMetrics};
use super::page::{self, PageMode};
use super::prepared::Prepared;
use upgrade_graph::protocol::{self, BadRequest, GraphQuery, JSON, METHODS, PREFIX};

type ServiceResponse = Response<Full<Bytes>>;

const OPENAPI: &str = include_str!("openapi.json");

pub(crate) fn answer<B>(
    request: &Request<B>,
    prepared: &Prepared,
    metrics: &ServiceMetrics,
) -> (Endpoint, ServiceResponse) {
    let endpoint = endpoint(request.uri().path());
    let answer = match *request.method() {
        _ if endpoint == Endpoint::Other => empty(StatusCode::NOT_FOUND),
        Method::GET | Method::HEAD => got(endpoint, request, prepared, metrics),
        Method::OPTIONS => allowed(StatusCode::NO_CONTENT),
        _ => allowed(StatusCode::METHOD_NOT_ALLOWED),
    };
    (endpoint, answer)
}

fn endpoint(path: &str) -> Endpoint {
    let below = path.strip_prefix(PREFIX).filter(|rest| rest.starts_with('/'));
    match below.unwrap_or(path) {
        "/graph" | "/v1/graph" => Endpoint::Graph,
        "/graph-data" => Endpoint::GraphData,
        "/openapi" | "/v1/openapi" => Endpoint::OpenApi,
        "/api/v1/channels" => Endpoint::Api(ApiEndpoint::Channels),
        "/api/v1/graph" => Endpoint::Api(ApiEndpoint::Graph),
        "/api/v1/path" => Endpoint::Api(ApiEndpoint::Path),
        "/livez" | "/readyz" | "/healthz" if below.is_none() => Endpoint::Health,
        "/metrics" if below.is_none() => Endpoint::Metrics,
        path if page::is_of_page(path) => Endpoint::Page,
        _ => Endpoint::Other,
    }
}

/// Returns whether the answer has to be searched for. All others are ready, or soon made.
pub(crate) fn takes_time<B>(request: &Request<B>, prepared: &Prepared) -> bool {
    let Endpoint::Api(endpoint) = endpoint(request.uri().path()) else { return false };
    let question = ApiQuestion::read(endpoint, request.uri().query().unwrap_or_default());
    [Method::GET, Method::HEAD].contains(request.method())
        && question.is_ok_and(|question| !api::is_known(&question, prepared))
}

/// The answer to a question that comes at a time with many others.
pub(crate) fn busy<B>(request: &Request<B>) -> (Endpoint, ServiceResponse) {
    let mut answer = refused(&ApiError::busy());
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    (endpoint(request.uri().path()), answer)
}

fn got<B>(
    endpoint: Endpoint,
    request: &Request<B>,
    prepared: &Prepared,
    metrics: &ServiceMetrics,
) -> ServiceResponse {
    let headers = request.headers();
    match endpoint {
        Endpoint::Graph => {
            let accept = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
            match GraphQuery::of_request(accept, request.uri().query().unwrap_or_default()) {
                Ok((question, kind)) => respond_to(prepared.graph(&question), kind, headers),
                Err(complaint) => bad_request(&complaint),
            }
        }
        Endpoint::GraphData => respond_to(prepared.archive(), "application/gzip", headers),
        Endpoint::Api(endpoint) => {
            let question = ApiQuestion::read(endpoint, request.uri().query().unwrap_or_default());
            match question.and_then(|question| api::answer(&question, prepared)) {
                Ok(body) => respond_to(&body, JSON, headers),
                Err(complaint) => refused(&complaint),
            }
        }
        Endpoint::OpenApi => text("application/json", OPENAPI),
        Endpoint::Health => text("text/plain; charset=utf-8", metrics.health()),
        Endpoint::Metrics => {
            let told = metrics.text(prepared.counts);
            text("text/plain; version=0.0.4; charset=utf-8", told)
        }
        Endpoint::Page => {
            let path = request.uri().path();
            let path = path.strip_prefix(PREFIX).unwrap_or(path);
            let page = page::respond(path, PageMode::Service, headers);
            page.unwrap_or_else(|| empty(StatusCode::NOT_FOUND))
        }
        Endpoint::Other => empty(StatusCode::NOT_FOUND),
    }
}

/// Responds with what was prepared, or with 304 if the client has it.
fn respond_to(body: &PreparedBody, kind: &'static str, asked: &HeaderMap) -> ServiceResponse {
    with(&protocol::CACHED, body.response(kind, asked))
}

fn bad_request(complaint: &BadRequest) -> ServiceResponse {
    let mut answer = text("application/json", complaint.body().to_string());
    *answer.status_mut() =
        StatusCode::from_u16(complaint.status).unwrap_or(StatusCode::BAD_REQUEST);
    answer
}

fn refused(complaint: &ApiError) -> ServiceResponse {
    let said = serde_json::to_vec(complaint).expect("a complaint is texts");
    let mut answer = text(JSON, said);
    *answer.status_mut() = complaint.status;
    answer
}

fn text(kind: &'static str, body: impl Into<Bytes>) -> ServiceResponse {
    let mut answer = with(&protocol::NOT_CACHED, Response::new(Full::new(body.into())));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

fn empty(status: StatusCode) -> ServiceResponse {
    let mut answer = with(&[], Response::new(Full::default()));
    *answer.status_mut() = status;
    answer
}

fn allowed(status: StatusCode) -> ServiceResponse {
    let mut answer = empty(status);
    answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(METHODS));
    answer
}

/// Adds these headers, and those of every response.
fn with(own: &[(&'static str, &'static str)], mut answer: ServiceResponse) -> ServiceResponse {
    let headers = answer.headers_mut();
    for (name, value) in own.iter().chain(&protocol::CORS) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests;
