//! Questions that are asked by creating an object: who am I, what may I do, and a token for an account.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::internal_write::stamp;
use crate::resource::Resource;
use crate::store::Key;

/// The user with the token of the lab.
const USER: &str = "kube:admin";
const GROUPS: [&str; 2] = ["system:cluster-admins", "system:authenticated"];
const SHORTEST: i64 = 600; // seconds that a token is good for, as genuine servers have it
const LONGEST: i64 = 86_400;

/// Answers a review; none where the resource is another. Who has a token may do everything.
pub(crate) fn answer(resource: &Resource, asked: &Value) -> Option<Value> {
    let everything = json!({"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]});
    let status = match resource.kind.as_str() {
        "SelfSubjectReview" => json!({"userInfo": {"username": USER, "groups": GROUPS}}),
        "SelfSubjectAccessReview" => json!({"allowed": true}),
        "SelfSubjectRulesReview" => json!({
            "resourceRules": [everything], "incomplete": false,
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
        }),
        _ => return None,
    };
    let mut review = json!({
        "apiVersion": resource.api_version(), "kind": resource.kind, "metadata": {}, "status": status,
    });
    if asked["spec"].is_object() {
        review["spec"] = asked["spec"].clone();
    }
    Some(review)
}

/// Returns the user who asks, whom clients look for by the name `~`.
pub(crate) fn user(key: &Key) -> Option<Value> {
    (key.plural == "users" && key.name == "~").then(|| {
        json!({
            "apiVersion": "user.openshift.io/v1", "kind": "User", "metadata": {"name": USER},
            "identities": null, "groups": GROUPS,
        })
    })
}

/// Answers a request for a token: there is one for all accounts of a lab.
pub(crate) fn token(key: &Key, asked: &Value, token: &str, now: Option<Timestamp>) -> Value {
    let seconds = asked["spec"]["expirationSeconds"].as_i64().unwrap_or(3_600);
    let seconds = seconds.clamp(SHORTEST, LONGEST);
    let until = now.and_then(|now| now.checked_add(SignedDuration::from_secs(seconds)).ok());
    json!({
        "apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
        "metadata": {"name": key.name, "namespace": key.namespace},
        "spec": {"expirationSeconds": seconds, "audiences": asked["spec"]["audiences"].as_array().cloned().unwrap_or_default()},
        "status": {"token": token, "expirationTimestamp": until.map(stamp)},
    })
}
