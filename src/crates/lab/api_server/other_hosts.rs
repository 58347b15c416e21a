//! Who else answers beside the API server: the cluster's update service and its Prometheus.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use http::{StatusCode, Uri};
use serde_json::{Value, json};

use crate::resource::ROUTES;
use crate::settings::{self, DEFAULTS, Settings, Upstream};
use crate::store::{Key, Store};
use upgrade_graph::json::read;
use upgrade_graph::model::Graph;

/// What they answer with.
#[derive(Debug, Clone, Default)]
pub struct OtherHosts {
    /// Alerts that fire, as Prometheus tells them.
    pub alerts: Vec<Value>,
    graph: Option<Graph>,
    upstreams: BTreeMap<String, Upstream>,
    /// What Prometheus answers now.
    pub(crate) answers: BTreeMap<String, Value>,
    /// The address at which clients in other processes find the update service.
    own: Option<String>,
}

pub(crate) type HostAnswer = (StatusCode, Value);

impl OtherHosts {
    pub(crate) fn new(settings: &Settings, alerts: Vec<Value>) -> Self {
        Self {
            alerts,
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

const GRAPH: [&str; 2] = ["/api/upgrades_info/graph", "/api/upgrades_info/v1/graph"];

/// Returns the address of the update service of a lab that listens there.
pub(crate) fn update_service(address: SocketAddr) -> String {
    format!("https://{address}{}", GRAPH[0])
}

/// Returns whether all clients are allowed: update services require no credentials.
pub(crate) fn is_public(uri: &Uri) -> bool {
    GRAPH.contains(&uri.path())
}

/// Answers an address of theirs; none where it is not one.
pub(crate) fn answer(uri: &Uri, store: &Store) -> Option<HostAnswer> {
    let query = uri.query().unwrap_or_default();
    let pairs: BTreeMap<String, String> =
        form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    match uri.path() {
        "/api/v1/alerts" => Some(success(&json!({"alerts": store.neighbours.alerts}))),
        "/api/v1/query" => Some(queried(pairs.get("query"), store)),
        path if GRAPH.contains(&path) => Some(graph(&pairs, store)),
        _ => None,
    }
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

fn success(data: &Value) -> HostAnswer {
    (StatusCode::OK, json!({"status": "success", "data": data}))
}

fn queried(query: Option<&String>, store: &Store) -> HostAnswer {
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
fn graph(pairs: &BTreeMap<String, String>, store: &Store) -> HostAnswer {
    let failed = |status, kind: &str, value: &str| (status, json!({"kind": kind, "value": value}));
    let upstream = store.cluster_version().and_then(|version| version["spec"]["upstream"].as_str());
    let upstream = upstream.unwrap_or_default();
    let neighbours = &store.neighbours;
    match settings::upstream(&neighbours.upstreams, upstream) {
        Upstream::Graph => {}
        Upstream::Unreachable(why) => {
            return failed(StatusCode::BAD_GATEWAY, "unreachable", &why);
        }
        Upstream::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            return failed(status, "failed_upstream_fetch", "");
        }
        Upstream::Garbage => return (StatusCode::OK, json!("no graph")),
    }
    let Some(channel) = pairs.get("channel") else {
        return failed(
            StatusCode::BAD_REQUEST,
            "missing_params",
            "mandatory client parameters missing: channel",
        );
    };
    let arch = pairs.get("arch").map_or("amd64", String::as_str);
    let served = neighbours.graph.as_ref().map(|graph| graph.served(channel, arch));
    (StatusCode::OK, read::wire(&served.unwrap_or_default()))
}
