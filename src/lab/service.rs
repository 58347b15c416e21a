//! The API server's protocol over a store: an HTTP service without a port.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use http::{Method, Request, Response, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::{Value, json};

use super::store::{Key, Refusal, Store};

/// Serves a store; clones share it.
#[derive(Debug, Clone)]
pub struct Service {
    store: Arc<Mutex<Store>>,
}

impl Service {
    pub fn new(store: Store) -> Self {
        Self { store: Arc::new(Mutex::new(store)) }
    }

    /// Looks at the store, or changes it behind the clients' backs.
    pub fn with<T>(&self, act: impl FnOnce(&mut Store) -> T) -> T {
        act(&mut self.store.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Answers one request whose body has been read.
    pub fn answer(&self, request: &Request<Vec<u8>>) -> Response<Body> {
        let Some(key) = key(request.uri().path()) else {
            return refusal(&Refusal::NoSuchKind, None);
        };
        let done = match *request.method() {
            Method::GET => self.with(|store| store.get(&key).cloned()),
            Method::PATCH => {
                let patch = match merge_patch(request) {
                    Ok(patch) => patch,
                    Err(answer) => return *answer,
                };
                let dry_run =
                    request.uri().query().is_some_and(|query| query.contains("dryRun=All"));
                self.with(|store| store.merge(&key, &patch, dry_run))
            }
            _ => {
                return status(
                    StatusCode::METHOD_NOT_ALLOWED,
                    "MethodNotAllowed",
                    "the lab gets and patches",
                    None,
                );
            }
        };
        match done {
            Ok(object) => json_answer(StatusCode::OK, &object),
            Err(refused) => refusal(&refused, Some(&key)),
        }
    }
}

impl<B> tower::Service<Request<B>> for Service
where
    B: BodyExt + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Box<dyn std::error::Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let body = body.collect().await.map_err(Into::into)?.to_bytes();
            Ok(service.answer(&Request::from_parts(parts, body.to_vec())))
        })
    }
}

/// Reads `/apis/GROUP/VERSION/PLURAL/NAME`.
fn key(path: &str) -> Option<Key> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match parts.as_slice() {
        ["apis", group, _version, plural, name] => Some(Key {
            group: (*group).to_owned(),
            plural: (*plural).to_owned(),
            name: (*name).to_owned(),
        }),
        _ => None,
    }
}

fn merge_patch(request: &Request<Vec<u8>>) -> Result<Value, Box<Response<Body>>> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind != Some("application/merge-patch+json") {
        let message = "the body of the request was in an unknown format - accepted media types include: application/merge-patch+json";
        return Err(Box::new(status(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "UnsupportedMediaType",
            message,
            None,
        )));
    }
    serde_json::from_slice(request.body()).map_err(|error| {
        Box::new(status(
            StatusCode::BAD_REQUEST,
            "BadRequest",
            &format!("error decoding patch: {error}"),
            None,
        ))
    })
}

fn refusal(refusal: &Refusal, key: Option<&Key>) -> Response<Body> {
    let object = key
        .map(|Key { group, plural, name }| format!("{plural}.{group} {name:?}"))
        .unwrap_or_default();
    match refusal {
        Refusal::NoSuchKind => status(
            StatusCode::NOT_FOUND,
            "NotFound",
            "the server could not find the requested resource",
            None,
        ),
        Refusal::NoSuchObject => {
            status(StatusCode::NOT_FOUND, "NotFound", &format!("{object} not found"), key)
        }
        Refusal::Conflict => {
            let message = format!(
                "Operation cannot be fulfilled on {object}: the object has been modified; please \
                 apply your changes to the latest version and try again"
            );
            status(StatusCode::CONFLICT, "Conflict", &message, key)
        }
        Refusal::NotAnObject => {
            status(StatusCode::BAD_REQUEST, "BadRequest", "the patch is not a JSON object", None)
        }
        Refusal::Invalid { field, rule } => {
            let message = format!("{object} is invalid: {field}: Invalid value: {rule}");
            status(StatusCode::UNPROCESSABLE_ENTITY, "Invalid", &message, key)
        }
    }
}

/// The `Status` object that an API server explains an error with.
fn status(code: StatusCode, reason: &str, message: &str, key: Option<&Key>) -> Response<Body> {
    let details = key.map(|key| json!({"name": key.name, "group": key.group, "kind": key.plural}));
    let body = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": message, "reason": reason, "details": details.unwrap_or_else(|| json!({})),
        "code": code.as_u16(),
    });
    json_answer(code, &body)
}

fn json_answer(code: StatusCode, body: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_string().into_bytes()));
    *response.status_mut() = code;
    response.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSION: &str = "/apis/config.openshift.io/v1/clusterversions/version";
    const MERGE: &str = "application/merge-patch+json";

    fn service() -> Service {
        Service::new(crate::lab::Scenario::find("healthy").unwrap().load().0)
    }

    fn ask(service: &Service, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, MERGE);
        let answer = service.answer(&request.body(body.to_string().into_bytes()).unwrap());
        let code = answer.status().as_u16();
        let body = futures::executor::block_on(answer.into_body().collect()).unwrap().to_bytes();
        (code, serde_json::from_slice(&body).unwrap())
    }

    #[test]
    fn objects_are_served_and_patched() {
        let service = service();
        let (code, before) = ask(&service, Method::GET, VERSION, &Value::Null);
        assert_eq!((code, &before["kind"]), (200, &json!("ClusterVersion")));
        let patch = json!({"spec": {"channel": "fast-4.7"}});
        let dry = format!("{VERSION}?dryRun=All");
        assert_eq!(ask(&service, Method::PATCH, &dry, &patch).1["spec"]["channel"], "fast-4.7");
        assert_eq!(ask(&service, Method::GET, VERSION, &Value::Null).1, before);
        assert_eq!(ask(&service, Method::PATCH, VERSION, &patch).0, 200);
        let after = ask(&service, Method::GET, VERSION, &Value::Null).1;
        assert_eq!(after["spec"]["channel"], "fast-4.7");
        assert_ne!(after["metadata"]["resourceVersion"], before["metadata"]["resourceVersion"]);
    }

    #[test]
    fn refusals_carry_the_code_and_reason_of_an_api_server() {
        let service = service();
        let other = "/apis/config.openshift.io/v1/clusterversions/other";
        let unknown = "/apis/example.com/v1/things/x";
        let stale = json!({"metadata": {"resourceVersion": "1"}});
        let invalid = json!({"spec": {"desiredUpdate": {"architecture": "Multi", "image": "x"}}});
        for (method, path, body, code, reason) in [
            (Method::GET, other, &Value::Null, 404, "NotFound"),
            (Method::GET, unknown, &Value::Null, 404, "NotFound"),
            (Method::GET, "/version", &Value::Null, 404, "NotFound"),
            (Method::PATCH, other, &stale, 404, "NotFound"),
            (Method::PATCH, VERSION, &stale, 409, "Conflict"),
            (Method::PATCH, VERSION, &invalid, 422, "Invalid"),
            (Method::PATCH, VERSION, &json!([1]), 400, "BadRequest"),
            (Method::DELETE, VERSION, &Value::Null, 405, "MethodNotAllowed"),
        ] {
            let (got, status) = ask(&service, method, path, body);
            assert_eq!((got, &status["reason"]), (code, &json!(reason)), "{path}: {status}");
            assert_eq!((&status["kind"], &status["code"]), (&json!("Status"), &json!(code)));
        }
        let named = ask(&service, Method::GET, other, &Value::Null).1;
        assert_eq!(named["details"]["name"], "other", "the object is missing");
        let kind = ask(&service, Method::GET, unknown, &Value::Null).1;
        assert_eq!(kind["details"].get("name"), None, "the whole resource is missing");
    }

    #[test]
    fn only_merge_patches_are_taken() {
        let request = Request::patch(VERSION).header(CONTENT_TYPE, "application/json-patch+json");
        let answer = service().answer(&request.body(b"[]".to_vec()).unwrap());
        assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let broken =
            Request::patch(VERSION).header(CONTENT_TYPE, MERGE).body(b"{".to_vec()).unwrap();
        assert_eq!(service().answer(&broken).status(), StatusCode::BAD_REQUEST);
    }
}
