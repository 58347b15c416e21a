//! Who else answers beside the API server: the cluster's update service and its Prometheus.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use http::header::{ACCEPT, ALLOW, CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::Body;
use super::respond::{JSON, json_answer};
use crate::resource::ROUTES;
use crate::settings::{self, DEFAULTS, Settings, Upstream};
use crate::store::{Key, Store};
use upgrade_graph::json::read;
use upgrade_graph::model::Graph;
use upgrade_graph::protocol::{self, BadRequest, GraphQuery, METHODS, PREFIX};

/// What they answer with.
#[derive(Debug, Clone, Default)]
pub struct OtherHosts {
    /// Alerts that fire, as Prometheus tells them.
    pub alerts: Vec<Value>,
    /// What Prometheus answers instead, if alerts could not be read when the cluster was recorded.
    pub no_alerts: Option<Value>,
    graph: Option<Graph>,
    upstreams: BTreeMap<String, Upstream>,
    /// What Prometheus answers now.
    pub(crate) answers: BTreeMap<String, Value>,
    /// The address at which clients in other processes find the update service.
    own: Option<String>,
}

impl OtherHosts {
    /// Takes the alerts as they were recorded: a response of Prometheus.
    pub(crate) fn new(settings: &Settings, alerts: Option<&Value>) -> Self {
        let listed = alerts.and_then(|response| response["data"]["alerts"].as_array());
        Self {
            alerts: listed.cloned().unwrap_or_default(),
            no_alerts: alerts.filter(|_| listed.is_none()).cloned(),
            graph: settings.graph.clone(),
            upstreams: settings.wire.upstreams.clone(),
            answers: settings.wire.answers.clone(),
            own: settings.own.as_ref().map(|own| own.address.clone()),
        }
    }

    /// Points a ClusterVersion with the default update service to that of the lab: no client should
    /// query the real one about a cluster that does not exist.
    pub(crate) fn keep_inside(&self, version: &mut Value) {
        let Some(own) = &self.own else { return };
        let Some(spec) = version.get_mut("spec").and_then(Value::as_object_mut) else { return };
        let upstream = spec.get("upstream").unwrap_or(&Value::Null);
        if upstream.is_null() || upstream.as_str().is_some_and(|it| DEFAULTS.contains(&it)) {
            spec.insert("upstream".to_owned(), json!(own));
        }
    }
}

/// Returns the address of the update service of a lab that listens there.
pub(crate) fn update_service(address: SocketAddr) -> String {
    format!("https://{address}{PREFIX}/graph")
}

/// Returns whether all clients are allowed: update services require no credentials.
pub(crate) fn is_public(uri: &Uri) -> bool {
    uri.path().strip_prefix(PREFIX).is_some_and(|below| ["/graph", "/v1/graph"].contains(&below))
}

/// Answers an address of theirs; none where it is not one.
pub(crate) fn answer(request: &Request<Vec<u8>>, store: &Store) -> Option<Response<Body>> {
    let uri = request.uri();
    let (status, said) = match uri.path() {
        "/api/v1/alerts" => alerts(store),
        "/api/v1/query" => {
            let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
            let queries: BTreeMap<_, _> = pairs.collect();
            queried(queries.get("query").map(AsRef::as_ref), store)
        }
        _ if is_public(uri) => return Some(graph(request, store)),
        _ => return None,
    };
    Some(json_answer(status, &said, JSON))
}

/// Lets the Route of the cluster's Thanos lead to where the service listens.
pub(crate) fn route_to(address: SocketAddr, store: &mut Store) {
    let querier = Key::within(ROUTES, "routes", "openshift-monitoring", "thanos-querier");
    let route = json!({
        "apiVersion": format!("{ROUTES}/v1"), "kind": "Route",
        "metadata": {"name": "thanos-querier", "namespace": "openshift-monitoring"},
        "spec": {"host": address.to_string(), "path": "/api"},
        "status": {"ingress": [{"host": address.to_string()}]},
    });
    store.add(&querier, || route.clone());
    store.amend(&querier, |known| {
        for half in ["spec", "status"] {
            known[half] = route[half].clone();
        }
    });
}

type Said = (StatusCode, Value);

fn success(data: &Value) -> Said {
    (StatusCode::OK, json!({"status": "success", "data": data}))
}

fn alerts(store: &Store) -> Said {
    match &store.neighbours.no_alerts {
        Some(failure) => (StatusCode::SERVICE_UNAVAILABLE, failure.clone()),
        None => success(&json!({"alerts": store.neighbours.alerts})),
    }
}

fn queried(query: Option<&str>, store: &Store) -> Said {
    let failed = |status, kind: &str, error: &str| {
        (status, json!({"status": "error", "errorType": kind, "error": error}))
    };
    let Some(query) = query else {
        let error = "invalid parameter \"query\": unknown position: parse error: no expression found in input";
        return failed(StatusCode::BAD_REQUEST, "bad_data", error);
    };
    if query == "1" {
        return success(&json!({"resultType": "scalar", "result": [0, "1"]}));
    }
    match store.neighbours.answers.get(query) {
        Some(answer) if answer["status"] == "success" => (StatusCode::OK, answer.clone()),
        Some(answer) => (StatusCode::UNPROCESSABLE_ENTITY, answer.clone()),
        None => success(&json!({"resultType": "vector", "result": []})),
    }
}

/// Answers as the update service does that the cluster follows.
fn graph(request: &Request<Vec<u8>>, store: &Store) -> Response<Body> {
    let method = request.method();
    if ![Method::GET, Method::HEAD].contains(method) {
        let options = *method == Method::OPTIONS;
        let status = if options { StatusCode::NO_CONTENT } else { StatusCode::METHOD_NOT_ALLOWED };
        let mut answer = served(status, &[], None);
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(METHODS));
        return answer;
    }
    let accept = request.headers().get(ACCEPT).map(HeaderValue::as_bytes);
    let query = request.uri().query().unwrap_or_default();
    let found = GraphQuery::of_request(accept, query)
        .and_then(|(query, kind)| Ok((graph_for(&query, store)?, kind)));
    match found {
        Ok((graph, kind)) => served(StatusCode::OK, &protocol::CACHED, Some((&graph, kind))),
        Err(complaint) => {
            let status = StatusCode::from_u16(complaint.status).unwrap_or(StatusCode::BAD_GATEWAY);
            served(status, &protocol::NOT_CACHED, Some((&complaint.body(), JSON)))
        }
    }
}

fn graph_for(query: &GraphQuery, store: &Store) -> Result<Value, BadRequest> {
    let upstream = store.cluster_version().and_then(|version| version["spec"]["upstream"].as_str());
    let neighbours = &store.neighbours;
    match settings::upstream(&neighbours.upstreams, upstream.unwrap_or_default()) {
        Upstream::Graph => {
            let graph = neighbours.graph.as_ref();
            let graph = graph.map(|graph| graph.served(&query.channel, &query.arch));
            Ok(read::wire(&graph.unwrap_or_default()))
        }
        Upstream::Garbage => Ok(json!("no graph")),
        Upstream::Unreachable(value) => {
            Err(BadRequest { status: StatusCode::BAD_GATEWAY.as_u16(), kind: "unreachable", value })
        }
        Upstream::Status(status) => {
            Err(BadRequest { status, kind: "failed_upstream_fetch", value: String::new() })
        }
    }
}

fn served(
    status: StatusCode,
    headers: &[(&'static str, &'static str)],
    body: Option<(&Value, &'static str)>,
) -> Response<Body> {
    let text = body.map(|(value, _)| value.to_string()).unwrap_or_default();
    let mut response = Response::new(Full::new(text.into()).boxed_unsync());
    *response.status_mut() = status;
    let own = headers.iter().chain(&protocol::CORS);
    let of_body = body.map(|(_, kind)| (CONTENT_TYPE, HeaderValue::from_static(kind)));
    response.headers_mut().extend(
        own.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))),
    );
    response.headers_mut().extend(of_body);
    response
}
