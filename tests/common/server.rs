//! The lab's service on a loopback port, with a handler in between: it counts, delays and
//! misbehaves.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt;
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use serde_json::{Value, json};
use tempfile::TempDir;
use upgrade::listener::{Certificate, Listener};
use upgrade_lab::{Access, Service, Store};

use super::Run;

pub(crate) const TOKEN: &str = "sha256~a-token-that-is-never-shown";

/// What a server does instead of, or before, the right thing.
pub(crate) type Hand = Arc<dyn Fn(&Request<Vec<u8>>, usize, &Service) -> Step + Send + Sync>;

type Answer = Response<UnsyncBoxBody<Bytes, std::io::Error>>;

#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Answers as an API server does.
    Serve,
    Answer(StatusCode, Value),
    /// Answers with a raw body and a header.
    Raw(StatusCode, (&'static str, &'static str), Vec<u8>),
    /// Stores the request and closes the connection without an answer.
    ServeAndVanish,
    Vanish,
    Hang,
    /// Sends headers and a few bytes, then nothing.
    HangInBody,
    /// Sends a byte now and then, without end.
    Drip,
    /// Closes in the middle of the body.
    Truncate,
    /// Sends this many bytes of JSON.
    Huge(usize),
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) service: Service,
    pub(crate) seen: Arc<Mutex<Vec<Seen>>>,
    url: String,
    home: TempDir,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) line: String,
    pub(crate) headers: http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// A well-behaved server with this ClusterVersion.
    pub(crate) fn new(version: Value) -> Self {
        Self::with(version, served())
    }

    pub(crate) fn with(version: Value, hand: Hand) -> Self {
        Self::start(version, hand, None)
    }

    /// The same with a certificate of its own, for clients with the token.
    pub(crate) fn lab(version: Value, hand: Hand) -> Self {
        let (certificate, authority) =
            Certificate::issue("test", Ipv4Addr::LOCALHOST.into()).unwrap();
        let service = Service::new(Store::new([version, infrastructure()])).with_token(TOKEN);
        let server = Self::listen(service, hand, Some(certificate));
        let access = Access { url: server.url(), authority, token: TOKEN.to_owned() };
        server.write_kubeconfig(&Access::kubeconfig(&[("test", &access)]));
        server
    }

    pub(crate) fn start(version: Value, hand: Hand, tls: Option<rustls::ServerConfig>) -> Self {
        Self::serve(Store::new([version, infrastructure()]), hand, tls)
    }

    /// A server with these objects.
    pub(crate) fn serve(store: Store, hand: Hand, tls: Option<rustls::ServerConfig>) -> Self {
        Self::listen(Service::new(store), hand, tls.map(Certificate::new))
    }

    fn listen(service: Service, hand: Hand, certificate: Option<Certificate>) -> Self {
        Self::listen_for(service, None, hand, certificate)
    }

    fn listen_for(
        service: Service,
        behind: Option<kube::Client>,
        hand: Hand,
        certificate: Option<Certificate>,
    ) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let serving = Serving { service: service.clone(), behind, seen: seen.clone(), hand };
        let (url, address) =
            listen(certificate, tower::service_fn(move |request| serving.clone().answer(request)));
        let server = Self { address, service, seen, url, home: tempfile::tempdir().unwrap() };
        server.write_kubeconfig(&server.kubeconfig());
        server
    }

    /// A proxy in front of a real server, with a handler in between.
    pub(crate) fn before(client: kube::Client, hand: Hand) -> Self {
        Self::listen_for(Service::new(Store::new([])), Some(client), hand, None)
    }

    pub(crate) fn home(&self) -> &std::path::Path {
        self.home.path()
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    pub(crate) fn kubeconfig(&self) -> Value {
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "test",
            "clusters": [{"name": "test", "cluster": {"server": self.url()}}],
            "users": [{"name": "test", "user": {"token": TOKEN}}],
            "contexts": [{"name": "test", "context": {"cluster": "test", "user": "test"}}],
        })
    }

    pub(crate) fn write_kubeconfig(&self, kubeconfig: &Value) {
        let folder = self.home.path().join(".kube");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config"), kubeconfig.to_string()).unwrap();
    }

    /// Runs the program with a kubeconfig for this server.
    pub(crate) fn run(&self, words: &[&str]) -> Run {
        self.run_with(words, |_| {})
    }

    /// Runs a command that does not end by itself, and interrupts it shortly after it has begun to
    /// watch.
    pub(crate) fn run_for_a_moment(&self, words: &[&str]) -> Run {
        let mut command = super::command(words);
        command.env("HOME", self.home.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let watches = || self.requests().iter().any(|line| line.contains("watch="));
        while child.try_wait().unwrap().is_none() && !watches() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        if child.try_wait().unwrap().is_none() {
            let pid = rustix::process::Pid::from_child(&child);
            rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        }
        Run::new(words, child.wait_with_output().unwrap())
    }

    pub(crate) fn run_with(&self, words: &[&str], prepare: impl FnOnce(&mut Command)) -> Run {
        let run = super::run(words, |command| {
            command.env("HOME", self.home.path());
            prepare(command);
        });
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(!said.contains(TOKEN), "the token was printed: {said}");
        run
    }

    /// Returns method and path of every request, in order.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap().iter().map(|seen| seen.line.clone()).collect()
    }

    pub(crate) fn patches(&self) -> Vec<Value> {
        let seen = self.seen.lock().unwrap();
        let patches = seen.iter().filter(|seen| seen.line.starts_with("PATCH"));
        patches.map(|seen| serde_json::from_slice(&seen.body).unwrap()).collect()
    }

    pub(crate) fn stored(&self) -> Value {
        self.service.with(|store| store.cluster_version().unwrap().clone())
    }
}

#[derive(Clone)]
struct Serving {
    service: Service,
    /// Answers instead of the service.
    behind: Option<kube::Client>,
    seen: Arc<Mutex<Vec<Seen>>>,
    hand: Hand,
}

impl Serving {
    async fn answer(self, request: Request<Incoming>) -> std::io::Result<Answer> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map_err(std::io::Error::other)?.to_bytes().to_vec();
        let request = Request::from_parts(parts, body);
        let place = {
            let mut seen = self.seen.lock().unwrap();
            seen.push(Seen {
                line: format!("{} {}", request.method(), request.uri()),
                headers: request.headers().clone(),
                body: request.body().clone(),
            });
            seen.len() - 1
        };
        // A handler may wait for another request, which must be served meanwhile.
        let step = tokio::task::block_in_place(|| (self.hand)(&request, place, &self.service));
        let gone = || std::io::ErrorKind::ConnectionReset.into();
        match step {
            Step::Serve => self.serve(request).await,
            Step::ServeAndVanish => {
                self.serve(request).await?;
                Err(gone())
            }
            Step::Vanish => Err(gone()),
            Step::Hang => {
                tokio::time::sleep(Duration::from_hours(1)).await;
                Err(gone())
            }
            body => Ok(misbehaved(body)),
        }
    }
}

impl Serving {
    /// Does the right thing.
    async fn serve(&self, request: Request<Vec<u8>>) -> std::io::Result<Answer> {
        let Some(client) = &self.behind else {
            let answer = self.service.answer(&request);
            return Ok(answer.map(|body| body.map_err(|never| match never {}).boxed_unsync()));
        };
        let (mut parts, body) = request.into_parts();
        for ours in [http::header::HOST, http::header::AUTHORIZATION, http::header::CONTENT_LENGTH]
        {
            parts.headers.remove(ours);
        }
        let request = Request::from_parts(parts, kube::client::Body::from(body));
        let answer = client.send(request).await.map_err(std::io::Error::other)?;
        Ok(answer.map(|body| body.map_err(std::io::Error::other).boxed_unsync()))
    }
}

/// Lets a service respond on a free port of this machine, until the end of the tests. Returns its
/// URL and its address.
pub(crate) fn listen<S, B>(certificate: Option<Certificate>, service: S) -> (String, SocketAddr)
where
    S: tower::Service<Request<Incoming>, Response = Response<B>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    B: hyper::body::Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (bound, at) = std::sync::mpsc::channel();
    // In a thread of its own, since tests may already be in a runtime.
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.worker_threads(4).enable_all().build().unwrap().block_on(async move {
            let free = (Ipv4Addr::LOCALHOST, 0).into();
            let listener = Listener::bind(free, certificate.map(Arc::new)).await.unwrap();
            bound.send((listener.url().unwrap(), listener.address().unwrap())).unwrap();
            listener.run(service, |_| {}, std::future::pending()).await;
        });
    });
    at.recv().unwrap()
}

fn misbehaved(step: Step) -> Answer {
    let start = || Ok(Frame::data(Bytes::from_static(b"{\"kind\": \"Cluster")));
    let stream = |rest: futures::stream::BoxStream<'static, std::io::Result<Frame<Bytes>>>| {
        let all = futures::stream::once(async move { start() }).chain(rest);
        whole(
            StatusCode::OK,
            ("content-type", "application/json"),
            StreamBody::new(all).boxed_unsync(),
        )
    };
    match step {
        Step::Answer(status, body) => {
            let body = Full::new(body.to_string().into()).map_err(|never| match never {});
            whole(status, ("content-type", "application/json"), body.boxed_unsync())
        }
        Step::Raw(status, header, body) => whole(
            status,
            header,
            Full::new(body.into()).map_err(|never| match never {}).boxed_unsync(),
        ),
        Step::HangInBody => stream(futures::stream::pending().boxed()),
        Step::Truncate => stream(
            futures::stream::once(async {
                tokio::time::sleep(Duration::from_millis(50)).await; // so that the start is sent
                Err(std::io::ErrorKind::ConnectionReset.into())
            })
            .boxed(),
        ),
        Step::Drip => stream(
            futures::stream::unfold((), |()| async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Some((Ok(Frame::data(Bytes::from_static(b" "))), ()))
            })
            .boxed(),
        ),
        Step::Huge(size) => {
            let chunk = Bytes::from(vec![b' '; 1 << 20]);
            let chunks =
                futures::stream::iter((0..size >> 20).map(move |_| Ok(Frame::data(chunk.clone()))));
            stream(chunks.boxed())
        }
        other => unreachable!("{other:?} is no answer"),
    }
}

fn whole(
    status: StatusCode,
    header: (&'static str, &'static str),
    body: UnsyncBoxBody<Bytes, std::io::Error>,
) -> Answer {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header.0, header.1.parse().unwrap());
    response
}

/// The image of a release, with a digit for its digest.
pub(crate) fn image(digit: &str) -> String {
    format!("quay.io/openshift-release-dev/ocp-release@sha256:{}", digit.repeat(64))
}

/// A healthy cluster on 4.10.5: 4.10.6 is recommended, 4.10.7 is not.
pub(crate) fn version() -> Value {
    let condition = |kind: &str, status: &str| json!({"type": kind, "status": status, "lastTransitionTime": "2022-03-02T12:00:00Z"});
    json!({
        "apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion",
        "metadata": {"name": "version", "uid": "11111111-2222-3333-4444-555555555555", "resourceVersion": "700", "generation": 3},
        "spec": {"clusterID": "99999999-8888-7777-6666-555555555555", "channel": "stable-4.10"},
        "status": {
            "observedGeneration": 3,
            "desired": {"version": "4.10.5", "image": image("5")},
            "history": [{"state": "Completed", "version": "4.10.5", "image": image("5")}],
            "conditions": [condition("Failing", "False"), condition("Progressing", "False"), condition("RetrievedUpdates", "True")],
            "availableUpdates": [{"version": "4.10.6", "image": image("6")}],
            "conditionalUpdates": [{
                "release": {"version": "4.10.7", "image": image("7")},
                "risks": [{"name": "A", "message": "A breaks things.", "url": "https://example.com/A"}],
                "conditions": [{"type": "Recommended", "status": "False", "reason": "A", "message": "A breaks things."}],
            }],
        },
    })
}

pub(crate) fn infrastructure() -> Value {
    json!({
        "apiVersion": "config.openshift.io/v1", "kind": "Infrastructure",
        "metadata": {"name": "cluster", "resourceVersion": "1"},
        "status": {"controlPlaneTopology": "HighlyAvailable", "platformStatus": {"type": "None"}},
    })
}

/// A handler that passes everything on.
pub(crate) fn served() -> Hand {
    Arc::new(|_, _, _| Step::Serve)
}

/// Changes the ClusterVersion just before the first patches arrive.
pub(crate) fn interrupted(
    times: usize,
    change: impl Fn(&mut Value) + Send + Sync + 'static,
) -> Server {
    let patches = AtomicUsize::new(0);
    Server::lab(
        version(),
        Arc::new(move |request, _, service| {
            if request.method() == Method::PATCH && patches.fetch_add(1, Ordering::SeqCst) < times {
                service.with(|store| store.change_cluster_version(&change));
            }
            Step::Serve
        }),
    )
}

/// A server that changes writes to the ClusterVersion, as an admission webhook does.
pub(crate) fn meddling(
    object: Value,
    meddle: impl Fn(&mut Value) + Send + Sync + 'static,
) -> Server {
    let hand: Hand = Arc::new(move |request, _, service| {
        if request.method() != Method::PATCH {
            return Step::Serve;
        }
        let patch: Value = serde_json::from_slice(request.body()).unwrap();
        let mut object = service.with(|store| store.cluster_version().unwrap().clone());
        merge(&mut object["spec"], &patch["spec"]);
        meddle(&mut object);
        if !request.uri().query().unwrap_or_default().contains("dryRun=All") {
            service.with(|store| store.change_cluster_version(|stored| *stored = object.clone()));
        }
        Step::Answer(StatusCode::OK, object)
    });
    Server::lab(object, hand)
}

/// RFC 7396
fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = json!({});
    }
    for (name, patch) in patch {
        if patch.is_null() {
            value.as_object_mut().unwrap().remove(name);
        } else {
            merge(&mut value[name.as_str()], patch);
        }
    }
}

/// Writes a credential plugin that counts its runs and answers so.
pub(crate) fn write_plugin(path: &std::path::Path, answer: &str) {
    use std::os::unix::fs::PermissionsExt;
    let script = format!("#!/bin/sh\necho run >> \"$0.runs\"\ncat <<'EOF'\n{answer}\nEOF\n");
    std::fs::write(path, script).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}
