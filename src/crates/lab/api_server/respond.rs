//! Answers: objects as JSON, and refusals as an API server words them.

use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::Body;
use crate::store::{Key, StoreRefusal};

pub(crate) fn refusal(refusal: &StoreRefusal, key: Option<&Key>) -> Response<Body> {
    let object = key.map(|key| {
        let group = if key.group.is_empty() { String::new() } else { format!(".{}", key.group) };
        format!("{}{group} {:?}", key.plural, key.name)
    });
    let object = object.unwrap_or_default();
    match refusal {
        StoreRefusal::NoSuchKind => status(
            StatusCode::NOT_FOUND,
            "NotFound",
            "the server could not find the requested resource",
            None,
        ),
        StoreRefusal::NoSuchObject => {
            status(StatusCode::NOT_FOUND, "NotFound", &format!("{object} not found"), key)
        }
        StoreRefusal::NoSuchNamespace(name) => status(
            StatusCode::NOT_FOUND,
            "NotFound",
            &format!("namespaces {name:?} not found"),
            key,
        ),
        StoreRefusal::AlreadyExists => {
            status(StatusCode::CONFLICT, "AlreadyExists", &format!("{object} already exists"), key)
        }
        StoreRefusal::Conflict => {
            let message = format!(
                "Operation cannot be fulfilled on {object}: the object has been modified; please \
                 apply your changes to the latest version and try again"
            );
            status(StatusCode::CONFLICT, "Conflict", &message, key)
        }
        StoreRefusal::Bad(problem) => status(StatusCode::BAD_REQUEST, "BadRequest", problem, key),
        StoreRefusal::Invalid(violation) => {
            let code = StatusCode::UNPROCESSABLE_ENTITY;
            let message = format!("{object} is invalid: {violation}");
            let cause = json!({
                "reason": violation.reason(), "field": violation.field, "message": violation.said(),
            });
            explained(code, failure(code, "Invalid", &message, key), cause)
        }
        StoreRefusal::Held(why) => {
            let code = StatusCode::TOO_MANY_REQUESTS;
            let message = "Cannot evict pod as it would violate the pod's disruption budget.";
            let cause = json!({"reason": "DisruptionBudget", "message": why});
            explained(code, failure(code, "TooManyRequests", message, key), cause)
        }
        StoreRefusal::Future { asked, newest } => {
            let code = StatusCode::GATEWAY_TIMEOUT;
            let message = format!("Too large resource version: {asked}, current: {newest}");
            let said = "Too large resource version";
            let cause = json!({"reason": "ResourceVersionTooLarge", "message": said});
            explained(code, failure(code, "Timeout", &message, None), cause)
        }
        StoreRefusal::Gone => status(StatusCode::GONE, "Expired", "too old resource version", key),
        StoreRefusal::UnsupportedBody => {
            let message = "the lab reads application/json and application/yaml. Write the object to a file and \
                 create it with -f, which sends JSON: kubectl create ... --dry-run=client -o yaml";
            status(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", message, key)
        }
        StoreRefusal::UnsupportedApply => {
            let message = "the lab does not support server-side apply: use kubectl apply without --server-side";
            status(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", message, key)
        }
        StoreRefusal::UnsupportedPatch => {
            let message = "the body of the request was in an unknown format - accepted media types include: \
                 application/json-patch+json, application/merge-patch+json";
            status(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", message, key)
        }
    }
}

/// Answers with a cause: some clients tell it, and not the message.
fn explained(code: StatusCode, mut answer: Value, cause: Value) -> Response<Body> {
    answer["details"]["causes"] = Value::Array(vec![cause]);
    json_answer(code, &answer, JSON)
}

/// The `Status` object that an API server explains an error with.
pub(crate) fn failure(code: StatusCode, reason: &str, message: &str, key: Option<&Key>) -> Value {
    let details = key.map(|key| json!({"name": key.name, "group": key.group, "kind": key.plural}));
    json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": message, "reason": reason, "details": details.unwrap_or_else(|| json!({})),
        "code": code.as_u16(),
    })
}

pub(crate) fn status(
    code: StatusCode,
    reason: &str,
    message: &str,
    key: Option<&Key>,
) -> Response<Body> {
    json_answer(code, &failure(code, reason, message, key), JSON)
}

/// The `Status` object that says that something was done.
pub(crate) fn success(key: &Key) -> Value {
    let details = json!({"name": key.name, "group": key.group, "kind": key.plural});
    json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})
}

pub(crate) fn not_allowed(key: &Key) -> Response<Body> {
    let message = "the server does not allow this method on the requested resource";
    status(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", message, Some(key))
}

pub(crate) const JSON: &str = "application/json";

/// Clients tell the two forms of discovery apart by the type of the answer.
pub(crate) fn discovery_type(answer: &Value) -> &'static str {
    if answer["kind"] == "APIGroupDiscoveryList" {
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
    } else {
        JSON
    }
}

pub(crate) fn json_answer(code: StatusCode, body: &Value, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(Full::new(body.to_string().into()).boxed_unsync());
    *response.status_mut() = code;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

pub(crate) fn text_answer(said: String) -> Response<Body> {
    let mut response = Response::new(Full::new(said.into()).boxed_unsync());
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

pub(crate) fn too_large() -> Response<Body> {
    let message = "the request is too large";
    status(StatusCode::PAYLOAD_TOO_LARGE, "RequestEntityTooLarge", message, None)
}
