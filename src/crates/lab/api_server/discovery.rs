//! Discovery: the version, groups and resources of a server.

use std::collections::BTreeMap;

use http::Uri;
use serde_json::{Value, json};

use crate::resource::{POLICY, Resource};
use crate::schemas;
use crate::store::Store;

const VERSION: &str = "v1.33.0"; // what the objects of the scenarios are like

/// Answers an address of discovery; none where it is not one.
pub(crate) fn answer(path: &str, accept: &str, store: &Store) -> Option<Value> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let aggregated = accept.contains("as=APIGroupDiscoveryList");
    match parts.as_slice() {
        ["version"] => Some(version()),
        ["api"] if aggregated => Some(aggregate(store, str::is_empty)),
        ["apis"] if aggregated => Some(aggregate(store, |group| !group.is_empty())),
        ["api"] => Some(
            json!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []}),
        ),
        ["apis"] => Some(groups(store)),
        ["api", version] => resources(store, "", version),
        ["apis", group, version] => resources(store, group, version),
        ["apis", group] => groups(store)["groups"]
            .as_array()?
            .iter()
            .find(|known| known["name"] == *group)
            .cloned(),
        ["openapi", "v3"] => Some(openapi_index(store)),
        ["openapi", "v3", "api", version] => openapi(store, "", version),
        ["openapi", "v3", "apis", group, version] => openapi(store, group, version),
        _ => None,
    }
}

fn version() -> Value {
    json!({
        "major": "1", "minor": "33", "gitVersion": VERSION, "gitCommit": "", "gitTreeState": "clean",
        "buildDate": "1970-01-01T00:00:00Z", "goVersion": "", "compiler": "", "platform": "lab",
    })
}

fn by_group(store: &Store) -> BTreeMap<(&str, &str), Vec<&Resource>> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Resource>> = BTreeMap::new();
    for resource in store.resources() {
        groups.entry((&resource.group, &resource.version)).or_default().push(resource);
    }
    groups
}

fn groups(store: &Store) -> Value {
    let mut groups: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (group, version) in by_group(store).into_keys().filter(|(group, _)| !group.is_empty()) {
        let version = json!({"groupVersion": format!("{group}/{version}"), "version": version});
        groups.entry(group).or_default().push(version);
    }
    let groups: Vec<Value> = groups
        .into_iter()
        .map(|(group, versions)| {
            json!({"name": group, "preferredVersion": versions[0], "versions": versions})
        })
        .collect();
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
}

fn resources(store: &Store, group: &str, version: &str) -> Option<Value> {
    let found = by_group(store).remove(&(group, version))?;
    let mut listed = Vec::new();
    for resource in &found {
        listed.push(json!({
            "name": resource.plural, "singularName": resource.singular, "namespaced": resource.namespaced,
            "kind": resource.kind, "verbs": resource.verbs(), "shortNames": resource.short,
        }));
        if resource.status {
            listed.push(json!({
                "name": format!("{}/status", resource.plural), "singularName": "", "namespaced": resource.namespaced,
                "kind": resource.kind, "verbs": ["get", "patch", "update"],
            }));
        }
    }
    if (group, version) == ("", "v1") {
        let mut eviction = eviction();
        eviction["name"] = json!("pods/eviction");
        listed.push(eviction);
        let mut token = token();
        token["name"] = json!("serviceaccounts/token");
        listed.push(token);
    }
    let group_version = found.first()?.api_version();
    Some(
        json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": listed}),
    )
}

/// How pods are taken from their nodes: an object of another group than they are.
fn eviction() -> Value {
    json!({
        "singularName": "", "namespaced": true, "group": POLICY, "version": "v1",
        "kind": "Eviction", "verbs": ["create"],
    })
}

fn token() -> Value {
    json!({
        "singularName": "", "namespaced": true, "group": "authentication.k8s.io", "version": "v1",
        "kind": "TokenRequest", "verbs": ["create"],
    })
}

/// The newer form: everything in one answer.
fn aggregate(store: &Store, wanted: impl Fn(&str) -> bool) -> Value {
    let mut groups: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for ((group, version), resources) in by_group(store) {
        let resources: Vec<Value> = resources.iter().map(|resource| aggregated(resource)).collect();
        let version = json!({"version": version, "resources": resources, "freshness": "Current"});
        groups.entry(group).or_default().push(version);
    }
    let items: Vec<Value> = groups
        .into_iter()
        .filter(|(group, _)| wanted(group))
        .map(|(group, versions)| json!({"metadata": {"name": group}, "versions": versions}))
        .collect();
    json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items})
}

fn aggregated(resource: &Resource) -> Value {
    let kind = json!({"group": resource.group, "version": resource.version, "kind": resource.kind});
    let status =
        json!({"subresource": "status", "responseKind": kind, "verbs": ["get", "patch", "update"]});
    let mut parts: Vec<Value> = resource.status.then_some(status).into_iter().collect();
    if resource.kind == "Pod" {
        let kind = json!({"group": POLICY, "version": "v1", "kind": "Eviction"});
        parts.push(json!({"subresource": "eviction", "responseKind": kind, "verbs": ["create"]}));
    }
    if resource.kind == "ServiceAccount" {
        let kind =
            json!({"group": "authentication.k8s.io", "version": "v1", "kind": "TokenRequest"});
        parts.push(json!({"subresource": "token", "responseKind": kind, "verbs": ["create"]}));
    }
    json!({
        "resource": resource.plural, "responseKind": kind, "singularResource": resource.singular,
        "scope": if resource.namespaced { "Namespaced" } else { "Cluster" },
        "verbs": resource.verbs(), "shortNames": resource.short,
        "subresources": parts,
    })
}

fn openapi_index(store: &Store) -> Value {
    let paths: BTreeMap<String, Value> = by_group(store)
        .into_keys()
        .map(|(group, version)| {
            let path = if group.is_empty() {
                format!("api/{version}")
            } else {
                format!("apis/{group}/{version}")
            };
            let url = format!("/openapi/v3/{path}");
            (path, json!({"serverRelativeURL": url}))
        })
        .collect();
    json!({"paths": paths})
}

/// What clients explain fields by, and ask whether the server validates them itself.
fn openapi(store: &Store, group: &str, version: &str) -> Option<Value> {
    let found = by_group(store).remove(&(group, version))?;
    let paths: BTreeMap<String, Value> = found
        .iter()
        .map(|resource| {
            let base = if group.is_empty() { format!("/api/{version}") } else { format!("/apis/{group}/{version}") };
            let place = if resource.namespaced { "/namespaces/{namespace}" } else { "" };
            let kind = json!({"group": group, "version": version, "kind": resource.kind});
            let parameter = json!({"name": "fieldValidation", "in": "query", "schema": {"type": "string"}});
            let patch = json!({"x-kubernetes-group-version-kind": kind, "x-kubernetes-action": "patch", "parameters": [parameter], "responses": {}});
            (format!("{base}{place}/{}/{{name}}", resource.plural), json!({"patch": patch}))
        })
        .collect();
    let schemas: BTreeMap<String, Value> = found
        .iter()
        .map(|resource| (schema_name(resource), schemas::explained(resource)))
        .collect();
    Some(json!({
        "openapi": "3.0.0", "info": {"title": "lab", "version": VERSION}, "paths": paths,
        "components": {"schemas": schemas},
    }))
}

/// Names a schema as clients know it: `io.openshift.config.v1.ClusterVersion`.
fn schema_name(resource: &Resource) -> String {
    let Resource { group, version, kind, .. } = resource;
    let group = if group.is_empty() { "core.api.k8s.io" } else { group };
    let domain: Vec<&str> = group.split('.').rev().collect();
    format!("{}.{version}.{kind}", domain.join("."))
}

/// Answers who asks whether the server is well; none where it is another address.
pub(crate) fn health(uri: &Uri) -> Option<String> {
    let path = uri.path().trim_matches('/');
    let (check, rest) = path.split_once('/').unwrap_or((path, ""));
    if !["healthz", "livez", "readyz"].contains(&check) {
        return None;
    }
    let mut asked = uri.query().unwrap_or_default().split('&').map(|part| part.split('=').next());
    let verbose = rest.is_empty() && asked.any(|name| name == Some("verbose"));
    let checks = CHECKS.map(|name| format!("[+]{name} ok\n")).concat();
    match (rest, verbose) {
        ("", true) => Some(format!("{checks}{check} check passed\n")),
        (rest, _) if rest.is_empty() || CHECKS.contains(&rest) => Some("ok".to_owned()),
        _ => None,
    }
}

const CHECKS: [&str; 3] = ["ping", "log", "etcd"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_says_that_it_is_well() {
        let said = |uri: &str| health(&uri.parse().unwrap());
        assert_eq!(said("/healthz").as_deref(), Some("ok"));
        assert_eq!(said("/livez/ping").as_deref(), Some("ok"));
        assert!(said("/readyz?verbose").unwrap().ends_with("[+]etcd ok\nreadyz check passed\n"));
        assert_eq!((said("/livez/made-up"), said("/api/v1/nodes")), (None, None));
    }
}
