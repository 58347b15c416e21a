//! Risks evaluated with a real Prometheus, and with one that misbehaves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::lab::Lab;
use crate::common::server::{Server, Step, TOKEN, version};
use crate::common::tls::{Authority, config};
use crate::common::{Run, has_prometheus, run};

const PROXY: &str = "max(cluster_proxy_enabled{type=~\"https?\"})";
const PLATFORM: &str = "cluster_infrastructure_provider{type=~\"VSphere|None\"}\nor\n0 * cluster_infrastructure_provider";

/// A Prometheus on loopback with current samples; it ends with the test.
struct Prometheus {
    child: Child,
    url: String,
    home: TempDir,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes each series with samples from a few minutes ago until after the test.
fn open_metrics(series: &[(&str, &str)]) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    let mut text = String::new();
    let mut names: Vec<&str> = series.iter().map(|(it, _)| it.split('{').next().unwrap()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        writeln!(text, "# TYPE {name} gauge").unwrap();
        for (series, value) in series.iter().filter(|(it, _)| it.split('{').next() == Some(name)) {
            for at in (now - 240..now + 900).step_by(60) {
                writeln!(text, "{series} {value} {at}").unwrap();
            }
        }
    }
    text + "# EOF\n"
}

impl Prometheus {
    fn new(series: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        std::fs::write(path("metrics"), open_metrics(series)).unwrap();
        std::fs::write(path("prometheus.yml"), "global: {}\n").unwrap();
        std::fs::create_dir(path("data")).unwrap();
        if !series.is_empty() {
            let made = Command::new("promtool")
                .args(["tsdb", "create-blocks-from", "openmetrics"])
                .args([path("metrics"), path("data")])
                .output()
                .unwrap();
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", path("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", path("data").display()))
            .arg(format!("--web.listen-address=127.0.0.1:{port}"))
            .arg("--storage.tsdb.retention.time=10y")
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(path("log")).unwrap())
            .spawn()
            .unwrap();
        let started = Self { child, url: format!("http://127.0.0.1:{port}"), home };
        started.await_ready(port);
        started
    }

    fn await_ready(&self, port: u16) {
        let end = Instant::now() + Duration::from_mins(1);
        while Instant::now() < end {
            if let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", port)) {
                use std::io::Read;
                stream.write_all(b"GET /-/ready HTTP/1.0\r\n\r\n").unwrap();
                let mut answer = String::new();
                if stream.read_to_string(&mut answer).is_ok() && answer.contains(" 200 ") {
                    return;
                }
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let log = std::fs::read_to_string(self.home.path().join("log")).unwrap_or_default();
        unreachable!("prometheus did not become ready: {log}");
    }
}

/// A graph in which 4.6.23 has an update to 4.7.4 with a risk for each query.
fn graph(queries: &[(&str, &str)]) -> Value {
    let risk = |(name, query): &(&str, &str)| {
        json!({"name": name, "message": format!("{name} is bad."), "url": "https://example.com",
            "matchingRules": [{"type": "PromQL", "promql": {"promql": query}}]})
    };
    json!({
        "nodes": [{"version": "4.6.23", "payload": "example.com/a@sha256:1"}, {"version": "4.7.4", "payload": "example.com/a@sha256:2"}],
        "edges": [],
        "conditionalEdges": [{"edges": [{"from": "4.6.23", "to": "4.7.4"}], "risks": queries.iter().map(risk).collect::<Vec<_>>()}],
    })
}

/// The evaluation of each risk: whether it applies, and why that is unknown.
struct Judged {
    recommended: String,
    risks: BTreeMap<String, (String, String)>,
}

impl Judged {
    fn new(run: &Run) -> Self {
        assert_eq!(run.code, 0, "{}", run.stderr);
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let target = &json["targets"][0];
        let risks = json["risks"].as_array().unwrap().iter().map(|risk| {
            let said = (text(&risk["applies"]), text(&risk["why"]));
            (text(&risk["name"]), said)
        });
        Self { recommended: text(&target["recommended"]), risks: risks.collect() }
    }

    fn applies(&self) -> Vec<&str> {
        self.risks.values().map(|(applies, _)| applies.as_str()).collect()
    }
}

/// Evaluates a graph without any cluster.
fn evaluate(graph: &Value, words: &[&str]) -> Run {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("graph.json");
    std::fs::write(&file, graph.to_string()).unwrap();
    let graph = ["--from-version", "4.6.23", "--graph", file.to_str().unwrap()];
    let words = [&["graph", "evaluate", "-o", "json"], &graph[..], words].concat();
    run(&words, |command| {
        command.env("HOME", home.path());
    })
}

fn seeds() -> Value {
    graph(&[("A", PROXY), ("B", PLATFORM), ("C", PLATFORM)])
}

#[test]
fn an_affected_cluster_is_affected() {
    if !has_prometheus() {
        return;
    }
    let prometheus = Prometheus::new(&[
        ("cluster_proxy_enabled{type=\"https\"}", "1"),
        ("cluster_infrastructure_provider{type=\"VSphere\"}", "1"),
    ]);
    let judged = Judged::new(&evaluate(&seeds(), &["--prometheus", &prometheus.url]));
    assert_eq!(judged.recommended, "False");
    assert_eq!(judged.applies(), ["True", "True", "True"]);
}

#[test]
fn an_unaffected_cluster_is_not() {
    if !has_prometheus() {
        return;
    }
    let prometheus = Prometheus::new(&[
        ("cluster_proxy_enabled{type=\"https\"}", "0"),
        ("cluster_infrastructure_provider{type=\"AWS\"}", "1"),
    ]);
    let judged = Judged::new(&evaluate(&seeds(), &["--prometheus", &prometheus.url]));
    assert_eq!(judged.recommended, "True");
    assert_eq!(judged.applies(), ["False", "False", "False"]);
}

#[test]
fn of_an_unmonitored_cluster_nothing_is_known() {
    if !has_prometheus() {
        return;
    }
    let prometheus = Prometheus::new(&[]);
    let judged = Judged::new(&evaluate(&seeds(), &["--prometheus", &prometheus.url]));
    assert_eq!(judged.recommended, "Unknown");
    assert_eq!(judged.applies(), ["Unknown", "Unknown", "Unknown"]);
    assert!(judged.risks["A"].1.contains("0 samples"), "{:?}", judged.risks);
}

#[test]
fn only_one_sample_of_zero_or_one_says_anything() {
    if !has_prometheus() {
        return;
    }
    let prometheus = Prometheus::new(&[
        ("zero", "0"),
        ("one", "1"),
        ("two", "2"),
        ("odd", "NaN"),
        ("many{n=\"1\"}", "1"),
        ("many{n=\"2\"}", "1"),
    ]);
    let graph = graph(&[
        ("A-zero", "zero"),
        ("B-one", "one"),
        ("C-two", "two"),
        ("D-odd", "odd"),
        ("E-many", "many"),
        ("F-none", "nothing_like_it"),
        ("G-scalar", "scalar(one)"),
        ("H-error", "many * on(nothing) many"),
        ("I-string", "\"text\""),
        ("J-not-sent", "max("),
        ("K-matrix", "one[5m]"),
    ]);
    let judged = Judged::new(&evaluate(&graph, &["--prometheus", &prometheus.url]));
    for (name, applies, why) in [
        ("A-zero", "False", ""),
        ("B-one", "True", ""),
        ("C-two", "Unknown", "not 0 or 1"),
        ("D-odd", "Unknown", "NaN, not 0 or 1"),
        ("E-many", "Unknown", "2 samples"),
        ("F-none", "Unknown", "0 samples"),
        ("G-scalar", "Unknown", "a scalar, not a vector"),
        ("H-error", "Unknown", "many-to-many matching not allowed"),
        ("I-string", "Unknown", "a string, not a vector"),
        ("J-not-sent", "Unknown", "invalid PromQL"),
        ("K-matrix", "Unknown", "a matrix, not a vector"),
    ] {
        let (found, said) = &judged.risks[name];
        assert_eq!(found, applies, "{name}: {said}");
        assert!(said.contains(why), "{name}: {said}");
    }
    assert_eq!(judged.recommended, "False");
}

#[test]
fn a_prometheus_of_many_clusters_is_asked_about_one() {
    if !has_prometheus() {
        return;
    }
    let prometheus = Prometheus::new(&[("broken{_id=\"one\"}", "1"), ("broken{_id=\"two\"}", "0")]);
    let graph = graph(&[("R", "max(broken{_id=\"\"})")]);
    for (id, applies) in [("one", "True"), ("two", "False"), ("three", "Unknown")] {
        let words = ["--prometheus", &prometheus.url, "--cluster-id", id];
        assert_eq!(Judged::new(&evaluate(&graph, &words)).applies(), [applies], "{id}");
    }
    let words = ["--prometheus", &prometheus.url];
    assert_eq!(Judged::new(&evaluate(&graph, &words)).applies(), ["Unknown"]);
}

#[test]
fn recorded_answers_are_evaluated_elsewhere() {
    if !has_prometheus() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("answers.json");
    let file = file.to_str().unwrap();
    let prometheus = Prometheus::new(&[("one{_id=\"x\"}", "1")]);
    let graph = graph(&[("A", "max(one{_id=\"\"})"), ("B", "two"), ("C", "max(")]);
    let words = ["--prometheus", &prometheus.url, "--cluster-id", "x", "--record", file];
    let there = evaluate(&graph, &words);
    drop(prometheus);
    let here = evaluate(&graph, &["--answers", file]);
    let (there, here) = (Judged::new(&there), Judged::new(&here));
    assert_eq!(there.applies(), ["True", "Unknown", "Unknown"]);
    assert_eq!(there.risks, here.risks);
}

/// Serves whatever a handler answers in place of Prometheus.
fn misbehaving(step: Step) -> Server {
    Server::with(version(), Arc::new(move |_, _, _| step.clone()))
}

#[test]
fn a_prometheus_that_misbehaves_leaves_all_unknown() {
    let unavailable = StatusCode::SERVICE_UNAVAILABLE;
    let error = json!({"status": "error", "errorType": "timeout", "error": "query timed out"});
    for (step, why) in [
        (Step::Hang, "did not answer within 1s"),
        (Step::HangInBody, "did not answer within 1s"),
        (Step::Vanish, "lost the connection"),
        (Step::Truncate, "ended early"),
        (Step::Answer(unavailable, error), "answered 503: query timed out"),
        (Step::Answer(StatusCode::UNAUTHORIZED, json!({})), "answered 401"),
        (Step::Answer(StatusCode::FOUND, json!({})), "redirect"),
        (Step::Answer(StatusCode::OK, json!({"status": "success"})), "the query failed"),
        (Step::Answer(StatusCode::OK, json!([])), "not a Prometheus response"),
        (Step::Raw(StatusCode::OK, ("content-type", "text/html"), b"<html>".to_vec()), "not JSON"),
    ] {
        let server = misbehaving(step.clone());
        let words = ["--prometheus", &server.url(), "--request-timeout", "1"];
        let judged = Judged::new(&evaluate(&graph(&[("A", PROXY)]), &words));
        let (applies, said) = &judged.risks["A"];
        assert_eq!(applies, "Unknown", "{step:?}");
        assert!(said.contains(why), "{step:?}: {said}");
    }
}

#[test]
fn every_query_is_asked_once_and_in_clear_sight() {
    let one = json!({"status": "success", "data": {"resultType": "vector", "result": [{"metric": {}, "value": [0, "1"]}]}});
    let server = misbehaving(Step::Answer(StatusCode::OK, one));
    let url = format!("{}/prefix/", server.url());
    let words = ["--prometheus", &url, "--request-timeout", "7"];
    let long = format!("max({})", "a".repeat(5000));
    let graph = graph(&[("A", PROXY), ("B", PLATFORM), ("C", PLATFORM), ("D", &long)]);
    let judged = Judged::new(&evaluate(&graph, &words));
    assert_eq!(judged.applies(), ["True", "True", "True", "Unknown"]);
    assert!(judged.risks["D"].1.contains("longer than 4 KiB"), "{:?}", judged.risks);
    let mut requests = server.requests();
    requests.sort();
    assert_eq!(requests.len(), 2, "{requests:?}");
    for request in requests {
        assert!(request.starts_with("GET /prefix/api/v1/query?query="), "{request}");
        assert!(request.ends_with("&timeout=7000ms"), "{request}");
    }
}

#[test]
fn only_the_token_that_was_named_goes_to_a_prometheus_that_was_named() {
    let one = json!({"status": "success", "data": {"resultType": "vector", "result": [{"metric": {}, "value": [0, "0"]}]}});
    let authority = Authority::new("metrics");
    let tls = config(authority.sign("127.0.0.1", |_| {}));
    let step = Step::Answer(StatusCode::OK, one);
    let metrics = Server::start(version(), Arc::new(move |_, _, _| step.clone()), Some(tls));
    let cluster = Server::new(version());
    let path = |name: &str| cluster.home().join(name).to_str().unwrap().to_owned();
    let (ca, token, graph_file) = (path("ca.pem"), path("token"), path("graph.json"));
    std::fs::write(&ca, authority.pem()).unwrap();
    std::fs::write(&token, "a-token-for-metrics\n").unwrap();
    std::fs::write(&graph_file, graph(&[("A", PROXY)]).to_string()).unwrap();
    let url = metrics.url();
    let evaluate =
        ["graph", "evaluate", "-o", "json", "--graph", &graph_file, "--from-version", "4.6.23"];
    // A cluster is named, too: its token is not sent elsewhere.
    let named = ["--context", "test", "--prometheus", &url];
    let with = |more: &[&str]| cluster.run(&[&evaluate[..], &named, more].concat());
    let judged = Judged::new(&with(&[]));
    assert!(judged.risks["A"].1.contains("unknown CA"), "{:?}", judged.risks);
    let judged = Judged::new(&with(&["--prometheus-ca", &ca]));
    assert_eq!(judged.applies(), ["False"], "{:?}", judged.risks);
    let judged = Judged::new(&with(&["--prometheus-ca", &ca, "--prometheus-token-file", &token]));
    assert_eq!(judged.applies(), ["False"], "{:?}", judged.risks);
    let seen = metrics.seen.lock().unwrap();
    let shown: Vec<_> = seen.iter().map(|seen| seen.headers.get("authorization")).collect();
    assert_eq!(shown, [None, Some(&"Bearer a-token-for-metrics".parse().unwrap())]);
    assert!(seen.iter().all(|seen| !format!("{:?}", seen.headers).contains(TOKEN)));
}

#[test]
fn tokens_and_authorities_that_cannot_be_used_are_named() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("empty"), "\n").unwrap();
    for (words, why) in [
        (vec!["--prometheus-token-file", "/missing"], "cannot read /missing"),
        (vec!["--prometheus-token-file", &path("empty")], "does not contain a token"),
        (vec!["--prometheus-ca", &path("empty")], "contains no PEM certificate"),
    ] {
        let words = [&["--prometheus", "https://127.0.0.1:1"], &words[..]].concat();
        let run = evaluate(&graph(&[("A", PROXY)]), &words);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
    for (address, why) in [
        ("ftp://example.com", "does not start with http:// or https://"),
        ("https://user:secret@example.com", "contains a user or password"),
        ("example.com", "does not start with http:// or https://"),
    ] {
        let run = evaluate(&graph(&[("A", PROXY)]), &["--prometheus", address]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(why) && !run.stderr.contains("secret"), "{}", run.stderr);
    }
}

#[test]
fn a_lab_that_is_served_answers_queries_at_its_route() {
    let lab = Lab::serve(&[]);
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("graph.json");
    std::fs::write(&file, seeds().to_string()).unwrap();
    let words = ["graph", "evaluate", "-o", "json", "--graph", file.to_str().unwrap()];
    let judged = Judged::new(&run(&words, |command| {
        command.env("KUBECONFIG", &lab.kubeconfig);
    }));
    assert_eq!(judged.applies()[1..], ["True", "True"], "{:?}", judged.risks);
}
