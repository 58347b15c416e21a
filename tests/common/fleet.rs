//! Many clusters behind one port: each below a path of its own, in one kubeconfig.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use serde_json::{Value, json};
use tempfile::TempDir;
use upgrade_lab::{Service, Store};

use super::Run;
use super::server::{infrastructure, listen, version};

/// How one of the clusters answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As an API server does.
    Serve,
    /// With this status and no object.
    Status(u16),
    /// Never.
    Hang,
}

pub(crate) struct Fleet {
    pub(crate) services: Vec<Service>,
    /// Method and path of every request, with the path of the cluster.
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
    url: String,
    pub(crate) home: TempDir,
}

type Answer = Response<http_body_util::combinators::UnsyncBoxBody<Bytes, std::io::Error>>;

impl Fleet {
    /// Clusters with these ClusterVersions and ways to answer. Below `/graph`, the port also serves a graph.
    pub(crate) fn new(clusters: Vec<(Value, Manner)>, graph: Value) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let manners: Vec<Manner> = clusters.iter().map(|(_, manner)| *manner).collect();
        let services: Vec<Service> = clusters
            .into_iter()
            .map(|(version, _)| Service::new(Store::new([version, infrastructure()])))
            .collect();
        let all = Arc::new((services.clone(), manners, graph));
        let notes = Arc::clone(&seen);
        let (url, _) = listen(
            None,
            tower::service_fn(move |request| answer(Arc::clone(&all), Arc::clone(&notes), request)),
        );
        let fleet = Self { services, seen, url, home: tempfile::tempdir().unwrap() };
        // Only now is the address known.
        for service in &fleet.services {
            let upstream = format!("{}/graph", fleet.url);
            service.with(|store| {
                store
                    .change_cluster_version(|it| it["spec"]["upstream"] = upstream.as_str().into());
            });
        }
        fleet.write_kubeconfig(&fleet.kubeconfig());
        fleet
    }

    /// This many clusters that differ only in their IDs.
    pub(crate) fn of(count: usize) -> Self {
        Self::new((0..count).map(|place| (cluster(place), Manner::Serve)).collect(), json!({}))
    }

    /// Returns a kubeconfig with a context for each cluster: `c0`, `c1` and so on.
    pub(crate) fn kubeconfig(&self) -> Value {
        let each = |entry: &dyn Fn(usize) -> Value| -> Vec<Value> {
            (0..self.services.len()).map(entry).collect()
        };
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "c0",
            "clusters": each(&|place| {
                json!({"name": format!("c{place}"), "cluster": {"server": format!("{}/c{place}", self.url)}})
            }),
            "users": [{"name": "user", "user": {"token": "sha256~a-token-that-is-never-shown"}}],
            "contexts": each(&|place| {
                let name = format!("c{place}");
                json!({"name": name, "context": {"cluster": name, "user": "user"}})
            }),
        })
    }

    pub(crate) fn write_kubeconfig(&self, kubeconfig: &Value) {
        let folder = self.home.path().join(".kube");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config"), kubeconfig.to_string()).unwrap();
    }

    pub(crate) fn run(&self, words: &[&str]) -> Run {
        super::run(words, |command| {
            command.env("HOME", self.home.path());
        })
    }

    /// Runs the program, and returns the most memory that it allocated as well, in bytes; none where the system
    /// does not tell. Pages of its file are not counted: an unoptimized build has many.
    pub(crate) fn run_and_weigh(&self, words: &[&str]) -> (Run, Option<u64>) {
        let mut command: Command = super::command(words);
        command.env("HOME", self.home.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let place = format!("/proc/{}/status", child.id());
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let weigh = std::thread::spawn(move || {
            let mut peak = None;
            while !ended.load(Ordering::Relaxed) {
                let status = std::fs::read_to_string(&place).unwrap_or_default();
                let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
                let number =
                    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
                peak = peak.max(number.map(|kilobytes| kilobytes * 1024));
                std::thread::sleep(Duration::from_millis(5));
            }
            peak
        });
        let output = child.wait_with_output().unwrap();
        over.store(true, Ordering::Relaxed);
        (Run::new(words, output), weigh.join().unwrap())
    }

    /// Returns the requests to one cluster, sorted, without its path.
    pub(crate) fn requests(&self, place: usize) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        let below = format!("/c{place}/");
        let mut own: Vec<String> = seen
            .iter()
            .filter(|line| line.contains(&below))
            .map(|line| line.replacen(&below, "/", 1))
            .collect();
        own.sort();
        own
    }
}

/// A ClusterVersion that differs from others in its ID.
pub(crate) fn cluster(place: usize) -> Value {
    let mut version = version();
    version["spec"]["clusterID"] = format!("99999999-8888-7777-6666-{place:012}").into();
    version
}

async fn answer(
    all: Arc<(Vec<Service>, Vec<Manner>, Value)>,
    seen: Arc<Mutex<Vec<String>>>,
    request: Request<Incoming>,
) -> std::io::Result<Answer> {
    let (services, manners, graph) = &*all;
    let (mut parts, body) = request.into_parts();
    let body = body.collect().await.map_err(std::io::Error::other)?.to_bytes().to_vec();
    let whole = parts.uri.to_string();
    seen.lock().unwrap().push(format!("{} {whole}", parts.method));
    if whole.starts_with("/graph") {
        return Ok(json_answer(StatusCode::OK, graph));
    }
    let (name, rest) = whole[2..].split_once('/').unwrap();
    let place: usize = name.parse().unwrap();
    parts.uri = format!("/{rest}").parse().unwrap();
    match manners[place] {
        Manner::Serve => {
            let answer = services[place].answer(&Request::from_parts(parts, body));
            Ok(answer.map(|body| body.map_err(|never| match never {}).boxed_unsync()))
        }
        Manner::Status(code) => {
            let status = json!({"apiVersion": "v1", "kind": "Status", "code": code});
            Ok(json_answer(StatusCode::from_u16(code).unwrap(), &status))
        }
        Manner::Hang => {
            tokio::time::sleep(Duration::from_hours(1)).await;
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
}

fn json_answer(status: StatusCode, body: &Value) -> Answer {
    let body = Full::new(Bytes::from(body.to_string())).map_err(|never| match never {});
    let mut answer = Response::new(body.boxed_unsync());
    *answer.status_mut() = status;
    answer.headers_mut().insert("content-type", "application/json".parse().unwrap());
    answer
}
