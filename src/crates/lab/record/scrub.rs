//! What a recording must not contain: credentials, and what no command reads.

use serde_json::{Map, Value};

/// Instead of a secret.
const REMOVED: &str = "REDACTED";
/// Annotations that commands read, by prefix. Others may contain anything.
const ANNOTATIONS: [&str; 7] = [
    "machineconfiguration.openshift.io/",
    "machine.openshift.io/",
    "release.openshift.io/",
    "include.release.openshift.io/",
    "operatorframework.io/properties",
    "olm.operatorNamespace",
    "kubernetes.io/config.mirror",
];
const METADATA: [&str; 10] = [
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "labels",
    "annotations",
    "ownerReferences",
];

/// Reduces an object to what commands read; false if it must not be recorded at all.
pub(super) fn object(object: &mut Value) -> bool {
    let kind = object["kind"].as_str().unwrap_or_default().to_owned();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.retain(|name, _| METADATA.contains(&name.as_str()));
        if let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
            let known = |name: &str| ANNOTATIONS.iter().any(|prefix| name.starts_with(prefix));
            annotations.retain(|name, _| known(name));
        }
    }
    match kind.as_str() {
        "ClusterVersion"
        | "ClusterOperator"
        | "MachineConfigPool"
        | "Infrastructure"
        | "MachineConfigNode"
        | "Network"
        | "Proxy"
        | "PodDisruptionBudget"
        | "APIRequestCount"
        | "UpdateStatus"
        | "UpdatePlan"
        | "ConfigMap" => {}
        "Node" => keep(object, "status", |name| name != "images"),
        // Ignition files contain keys and pull secrets.
        "MachineConfig" | "ClusterServiceVersion" => keep_only(object, &["metadata"]),
        "Pod" => {
            keep(object, "spec", |name| ["nodeName", "containers"].contains(&name));
            containers(&mut object["spec"]);
            keep(object, "status", |name| ["phase", "conditions"].contains(&name));
        }
        "Deployment" => {
            keep(object, "spec", |name| ["replicas", "selector", "template"].contains(&name));
            keep(&mut object["spec"]["template"], "spec", |name| name == "containers");
            keep(&mut object["spec"]["template"], "metadata", |name| name == "labels");
            containers(&mut object["spec"]["template"]["spec"]);
        }
        // The rest of the template is about the platform, with names of its secrets.
        "MachineSet" => {
            keep(&mut object["spec"]["template"], "metadata", |name| name == "labels");
            keep(&mut object["spec"], "template", |name| name == "metadata");
        }
        "Subscription" => keep(object, "spec", |name| name != "config"),
        "InstallPlan" => {
            keep(object, "spec", |name| {
                ["approved", "approval", "clusterServiceVersionNames"].contains(&name)
            });
            keep(object, "status", |name| name == "phase");
        }
        _ => return false,
    }
    true
}

/// Removes credentials from all texts.
pub(super) fn texts<'a>(values: impl Iterator<Item = &'a mut Value>) {
    values.for_each(walk);
}

fn walk(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(clean) = without_credentials(text) {
                *text = clean;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(walk),
        Value::Object(fields) => {
            let renamed = |name: &String| without_credentials(name).is_some();
            if fields.keys().any(renamed) {
                let old = std::mem::take(fields);
                let clean = |name: String| without_credentials(&name).unwrap_or(name);
                *fields = old.into_iter().map(|(name, value)| (clean(name), value)).collect();
            }
            fields.values_mut().for_each(walk);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns a text without credentials; none if it has none.
fn without_credentials(text: &str) -> Option<String> {
    if text.contains("PRIVATE KEY-----") || text.contains("\"auths\"") {
        return Some(REMOVED.to_owned());
    }
    let mut clean = String::with_capacity(text.len());
    let mut introduced = false; // the next word is a credential
    for word in text.split_inclusive(is_separator) {
        let bare = word.trim_end_matches(is_separator);
        let rest = &word[bare.len()..];
        let is_secret = !bare.is_empty() && (introduced || is_token(bare));
        clean += if is_secret { REMOVED } else { without_password(bare) };
        clean += rest;
        let announces = ["bearer", "basic"].contains(&bare.to_ascii_lowercase().as_str());
        introduced = announces || (introduced && bare.is_empty());
    }
    let clean = without_passwords(&clean);
    (clean != text).then_some(clean)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "\"'`,;()<>{}=&".contains(c)
}

/// Returns whether a word has the form of a token: a JSON web token, or one of OpenShift.
fn is_token(word: &str) -> bool {
    let is_web_token = word.starts_with("eyJ") && word.matches('.').count() == 2;
    is_web_token || word.contains("sha256~")
}

/// Removes user and password before a host without a scheme.
fn without_password(word: &str) -> &str {
    match word.rsplit_once('@') {
        Some((login, host)) if login.contains(':') && !login.contains('/') => host,
        _ => word,
    }
}

/// Removes user and password from every URL.
fn without_passwords(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("://") {
        let (before, after) = rest.split_at(place + 3);
        clean += before;
        let end = after.find(|c: char| "/?#".contains(c) || c.is_whitespace() || c == '"');
        let authority = &after[..end.unwrap_or(after.len())];
        rest = authority.rfind('@').map_or(after, |at| &after[at + 1..]);
    }
    clean + rest
}

fn containers(spec: &mut Value) {
    for container in spec["containers"].as_array_mut().into_iter().flatten() {
        if let Some(fields) = container.as_object_mut() {
            fields.retain(|name, _| ["name", "image"].contains(&name.as_str()));
        }
    }
}

fn keep(object: &mut Value, part: &str, is_kept: impl Fn(&str) -> bool) {
    let part = object.get_mut(part).and_then(Value::as_object_mut);
    if let Some(fields) = part {
        fields.retain(|name, _| is_kept(name));
    }
}

fn keep_only(object: &mut Value, parts: &[&str]) {
    if let Some(fields) = object.as_object_mut() {
        let known = |name: &str| ["apiVersion", "kind"].contains(&name) || parts.contains(&name);
        let kept: Map<String, Value> =
            std::mem::take(fields).into_iter().filter(|(name, _)| known(name)).collect();
        *fields = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_found_in_any_text() {
        for (text, clean) in [
            ("https://me:hunter2@example.com/graph", Some("https://example.com/graph")),
            ("get \"http://me:p@ss@a/b\": EOF", Some("get \"http://a/b\": EOF")),
            (
                "Authorization: Bearer abc.def, retried",
                Some("Authorization: Bearer REDACTED, retried"),
            ),
            ("lookup me:hunter2@a.example: no such host", Some("lookup a.example: no such host")),
            ("token=sha256~abcdef", Some("token=REDACTED")),
            ("eyJhbGci.eyJpc3M.c2ln", Some("REDACTED")),
            ("-----BEGIN RSA PRIVATE KEY-----\nabc", Some("REDACTED")),
            ("{\"auths\": {\"quay.io\": {\"auth\": \"abc\"}}}", Some("REDACTED")),
            ("quay.io/openshift-release-dev/ocp-release@sha256:abc", None),
            ("max(cluster_proxy_enabled{type=~\"https?\"})", None),
            ("see https://example.com/a@b", None),
        ] {
            assert_eq!(without_credentials(text).as_deref(), clean, "{text}");
        }
    }
}
