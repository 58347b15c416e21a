//! Who else answers beside the API server: the cluster's update service and its Prometheus.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use http::{StatusCode, Uri};
use serde_json::{Value, json};

use crate::resource::ROUTES;
use crate::settings::{DEFAULTS, Settings, Upstream};
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
    answers: BTreeMap<String, Value>,
}

pub(crate) type HostAnswer = (StatusCode, Value);

impl OtherHosts {
    pub(crate) fn new(settings: &Settings, alerts: Vec<Value>) -> Self {
        Self {
            alerts,
            graph: settings.graph.clone(),
            upstreams: settings.wire.upstreams.clone(),
            answers: settings.wire.answers.clone(),
        }
    }
}

/// Answers an address of theirs; none where it is not one.
pub(crate) fn answer(uri: &Uri, store: &Store) -> Option<HostAnswer> {
    let query = uri.query().unwrap_or_default();
    let pairs: BTreeMap<String, String> =
        form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    match uri.path() {
        "/api/v1/alerts" => Some(success(&json!({"alerts": store.neighbours.alerts}))),
        "/api/v1/query" => Some(queried(pairs.get("query"), store)),
        "/api/upgrades_info/graph" | "/api/upgrades_info/v1/graph" => Some(graph(&pairs, store)),
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
    store.amend(&querier, |known| known["spec"] = route["spec"].clone());
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
    let usual = DEFAULTS.contains(&upstream).then_some(&Upstream::Graph);
    match neighbours.upstreams.get(upstream).or(usual) {
        Some(Upstream::Graph) => {}
        Some(Upstream::Unreachable(why)) => {
            return failed(StatusCode::BAD_GATEWAY, "unreachable", why);
        }
        Some(Upstream::Status(status)) => {
            let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::BAD_GATEWAY);
            return failed(status, "failed_upstream_fetch", "");
        }
        Some(Upstream::Garbage) => return (StatusCode::OK, json!("no graph")),
        None => return failed(StatusCode::BAD_GATEWAY, "unreachable", "no such host"),
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
