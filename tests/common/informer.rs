//! A sample informer: a real HTTP server with scripted answers.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use serde_json::{Value, json};
use upgrade::listener::Certificate;

use super::server::listen;

/// What it answers.
#[derive(Clone)]
pub(crate) enum Act {
    Answer(Value),
    Status(u16),
    Raw(Vec<u8>),
    Hang,
    Vanish,
}

/// Gets the number of earlier requests, and the current one.
pub(crate) type Script = Arc<dyn Fn(usize, &Value) -> Act + Send + Sync>;

pub(crate) struct Informer {
    pub(crate) address: SocketAddr,
    /// Every request: its line, whether it came with a token, and its body.
    pub(crate) asked: Arc<Mutex<Vec<(String, bool, Value)>>>,
}

impl Informer {
    pub(crate) fn start(script: impl Fn(usize, &Value) -> Act + Send + Sync + 'static) -> Self {
        Self::behind(None, script)
    }

    /// One that answers behind TLS, as those of a cluster do.
    pub(crate) fn behind(
        tls: Option<rustls::ServerConfig>,
        script: impl Fn(usize, &Value) -> Act + Send + Sync + 'static,
    ) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let serving = Serving { script: Arc::new(script), asked: asked.clone() };
        let (_, address) = listen(
            tls.map(Certificate::new),
            tower::service_fn(move |request| serving.clone().answer(request)),
        );
        Self { address, asked }
    }

    /// Returns the bodies of its requests.
    pub(crate) fn questions(&self) -> Vec<Value> {
        let asked = self.asked.lock().unwrap();
        asked
            .iter()
            .filter(|(line, ..)| line.starts_with("POST"))
            .map(|one| one.2.clone())
            .collect()
    }
}

/// An answer with these insights.
pub(crate) fn success(insights: &Value) -> Act {
    Act::Answer(json!({"spec": {"insights": insights}, "status": {"response": "Success"}}))
}

pub(crate) fn insight(uid: &str) -> Value {
    json!({
        "uid": uid, "acquisitionTime": "2023-11-17T14:18:26Z",
        "scope": {"type": "ControlPlane", "resources": [{"kind": "Node", "name": "master-0"}]},
        "impact": {"level": "warning", "type": "api-availability", "summary": format!("{uid} is of concern")},
        "remediation": {"reference": format!("https://example.com/{uid}")},
    })
}

#[derive(Clone)]
struct Serving {
    script: Script,
    asked: Arc<Mutex<Vec<(String, bool, Value)>>>,
}

impl Serving {
    async fn answer(
        self,
        request: Request<hyper::body::Incoming>,
    ) -> std::io::Result<Response<Full<Bytes>>> {
        let line = format!("{} {}", request.method(), request.uri());
        let discovers = request.method() == Method::GET && line.ends_with("/v1alpha1/discovery");
        let token = request.headers().contains_key(http::header::AUTHORIZATION);
        let body = request.into_body().collect().await.map_err(std::io::Error::other)?.to_bytes();
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        let before = {
            let mut asked = self.asked.lock().unwrap();
            let before = asked.iter().filter(|(line, ..)| line.starts_with("POST")).count();
            asked.push((line, token, body.clone()));
            before
        };
        let act = if discovers {
            let handlers = ["status", "plan"];
            Act::Answer(
                json!({"kind": "DiscoveryResponse", "status": "Success", "handlers": handlers}),
            )
        } else {
            (self.script)(before, &body)
        };
        let (status, body) = match act {
            Act::Answer(answer) => (200, answer.to_string().into_bytes()),
            Act::Status(status) => (status, b"oh no".to_vec()),
            Act::Raw(body) => (200, body),
            Act::Hang => {
                tokio::time::sleep(Duration::from_hours(1)).await;
                (200, Vec::new())
            }
            Act::Vanish => return Err(std::io::ErrorKind::ConnectionReset.into()),
        };
        let mut response = Response::new(Full::new(Bytes::from(body)));
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        Ok(response)
    }
}
