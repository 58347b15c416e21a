//! `upgrade graph serve` while its data and its certificate change, and what it reports.

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustls::pki_types::CertificateDer;
use serde_json::{Value, json};

use crate::common::{has_prometheus, until};

use crate::common::service_process::{
    Answer, Data, GRAPH, Service, command, connect, next, request,
};
use crate::common::tls::Authority;

const ROUNDS: u64 = 17; // of three changes each

#[test]
fn under_load_and_bad_reloads_every_answer_is_whole_and_from_one_state() {
    let service = Arc::new(Service::start());
    let one = service.get(GRAPH).body;
    service.data.write("graph-data/blocked-edges/4.6.2.yaml", "to: 4.6.2\nfrom: .*\n");
    service.until_loads(2, 0);
    let two = service.get(GRAPH).body;
    assert_ne!(one, two);
    let done = Arc::new(AtomicBool::new(false));
    let ask = |gzip: bool| {
        let (service, done) = (Arc::clone(&service), Arc::clone(&done));
        let known = [one.clone(), two.clone()];
        std::thread::spawn(move || {
            let mut stream = BufReader::new(connect(service.address()));
            let headers: &[&str] = if gzip { &["accept-encoding: gzip"] } else { &[] };
            let request = request("GET", GRAPH, headers);
            let mut count = 0_u64;
            while !done.load(Ordering::Relaxed) {
                if count.is_multiple_of(50) {
                    stream = BufReader::new(connect(service.address()));
                }
                stream.get_mut().write_all(request.as_bytes()).unwrap();
                let Answer { status, body, .. } = next(&mut stream);
                let mut text = Vec::new();
                if gzip {
                    flate2::read::GzDecoder::new(&body[..]).read_to_end(&mut text).unwrap();
                } else {
                    text = body;
                }
                assert!(status == 200 && known.contains(&text), "{status}");
                count += 1;
            }
            count
        })
    };
    let clients: Vec<_> = (0..6).map(|place| ask(place % 2 == 1)).collect();
    let block = |folder: &Path| {
        std::fs::write(folder.join("blocked-edges/4.6.2.yaml"), "to: 4.6.2\nfrom: .*\n").unwrap();
    };
    for round in 1..=ROUNDS {
        service.data.write("graph-data/channels/stable-4.7.yaml", "name: [\n");
        service.until_loads(round * 2, round);
        assert_eq!(service.get(GRAPH).body, two, "what is bad is not served");
        service.data.restore();
        service.until_loads(round * 2 + 1, round);
        service.data.replace(block);
        service.until_loads(round * 2 + 2, round);
    }
    done.store(true, Ordering::Relaxed);
    let asked: u64 = clients.into_iter().map(|client| client.join().unwrap()).sum();
    assert!(asked > 100, "{asked}");
    let told: u64 =
        service.metric("responses_total{endpoint=\"graph\",code=\"200\"}").parse().unwrap();
    assert!(told >= asked, "{told} out of {asked}");
    assert_eq!(service.metric("responses_total{endpoint=\"graph\",code=\"500\"}"), "none");
}

/// Returns the kilobytes that a service has allocated, by what the kernel counts.
fn memory(service: &Service) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

/// Returns this many releases of one channel, each with updates to the next forty.
fn many_releases(count: usize) -> (String, String) {
    let versions: Vec<String> = (0..count).map(|place| format!("4.7.{place}")).collect();
    let node = |version: &String| {
        let metadata = json!({"io.openshift.upgrades.graph.release.arch": "amd64"});
        json!({"version": format!("{version}+amd64"), "payload": version, "metadata": metadata})
    };
    let nodes: Vec<Value> = versions.iter().map(node).collect();
    let next = |from: usize| (from + 1..count.min(from + 41)).map(move |to| [from, to]);
    let edges: Vec<[usize; 2]> = (0..count).flat_map(next).collect();
    let channel = format!("name: stable-4.7\nversions: [{}]\n", versions.join(", "));
    (json!({"nodes": nodes, "edges": edges}).to_string(), channel)
}

#[test]
fn memory_stays_at_its_level_over_many_reloads() {
    let data = Data::new();
    let (releases, channel) = many_releases(1_000);
    data.write("releases.json", &releases);
    data.write("graph-data/channels/stable-4.7.yaml", &channel);
    let service = Service::of(data, &[]);
    service.get(GRAPH);
    let first = memory(&service);
    for round in 1..=25 {
        let platforms = format!("11111111-2222-3333-4444-555555555555: P{round}\n");
        service.data.write("platforms.yaml", &platforms);
        service.until_loads(round + 1, 0);
    }
    let last = memory(&service);
    assert!(last < first * 6 / 5, "{first} KB became {last} KB");
}

/// A certificate for this machine, and its key, as files have them.
struct Pair {
    der: CertificateDer<'static>,
    certificate: String,
    key: String,
}

impl Pair {
    fn new(authority: &Authority) -> Self {
        let (der, key) = authority.sign("127.0.0.1", |_| {});
        Self { certificate: pem::encode("CERTIFICATE", &der), key: key.serialize_pem(), der }
    }

    fn write(&self, data: &Data) {
        data.write("tls.crt", &self.certificate);
        data.write("tls.key", &self.key);
    }
}

fn behind_tls(authority: &Authority) -> (Service, Pair) {
    let (data, pair) = (Data::new(), Pair::new(authority));
    pair.write(&data);
    let paths = ["tls.crt", "tls.key"].map(|name| data.path(name).display().to_string());
    (Service::of(data, &["--tls-cert", &paths[0], "--tls-key", &paths[1]]), pair)
}

/// Sends a request over TLS. Also returns the server's certificate.
fn ask(service: &Service, authority: &Authority, path: &str) -> (CertificateDer<'static>, Answer) {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(authority.der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "127.0.0.1".try_into().unwrap();
    let connection = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = rustls::StreamOwned::new(connection, connect(service.address()));
    stream.write_all(request("GET", path, &["connection: close"]).as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let shown = stream.conn.peer_certificates().unwrap()[0].clone();
    (shown.into_owned(), Answer::parse(&bytes))
}

#[test]
fn behind_tls_it_is_the_same() {
    let authority = Authority::new("serving");
    let (service, pair) = behind_tls(&authority);
    assert!(service.url.starts_with("https://127.0.0.1:"), "{}", service.url);
    let (shown, answer) = ask(&service, &authority, GRAPH);
    let graph: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((answer.status, graph["nodes"].as_array().unwrap().len()), (200, 7));
    assert_eq!(shown, pair.der);
    let mut plain = connect(service.address());
    plain.write_all(request("GET", GRAPH, &[]).as_bytes()).unwrap();
    let mut bytes = Vec::new();
    let _ = plain.read_to_end(&mut bytes);
    assert!(!bytes.starts_with(b"HTTP"), "nothing is told without TLS");
}

#[test]
fn a_new_certificate_is_shown_and_a_bad_one_is_not() {
    let authority = Authority::new("serving");
    let (service, first) = behind_tls(&authority);
    let shown = || ask(&service, &authority, GRAPH).0;
    let metrics = || String::from_utf8(ask(&service, &authority, "/metrics").1.body).unwrap();
    let told = |good: u8| {
        let line = format!("upgrade_service_certificate_load_success {good}\n");
        until(&format!("{line}; it said {}", service.said()), || metrics().contains(&line));
    };
    told(1);
    service.data.write("tls.key", "no key at all\n");
    told(0);
    assert_eq!(shown(), first.der);
    until(&service.said(), || {
        service.said().contains("error: cannot load the new certificate, keeping the old one: ")
    });
    let second = Pair::new(&authority);
    second.write(&service.data);
    until("the new certificate is shown", || shown() == second.der);
    told(1);
    std::fs::remove_file(service.data.path("tls.crt")).unwrap();
    told(0);
    assert_eq!(shown(), second.der);
}

/// Returns the output of promtool, and whether it succeeded.
fn promtool(words: &[&str], input: &[u8]) -> (bool, String) {
    let mut child = Command::new("promtool")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[test]
fn prometheus_understands_the_metrics() {
    if !has_prometheus() {
        return;
    }
    let authority = Authority::new("serving");
    let (service, _) = behind_tls(&authority);
    for path in [GRAPH, "/nowhere", "/graph", "/graph-data", "/openapi", "/healthz"] {
        ask(&service, &authority, path);
    }
    service.data.write("graph-data/version", "9.0.0\n");
    let metrics = || ask(&service, &authority, "/metrics").1.body;
    let bad = "upgrade_service_last_load_success 0\n";
    until(bad, || String::from_utf8(metrics()).unwrap().contains(bad));
    let (good, said) = promtool(&["check", "metrics"], &metrics());
    assert!(good && said.is_empty(), "{said}");
    let (good, _) = promtool(&["check", "metrics"], b"no metrics\n");
    assert!(!good, "it does not take anything");
}

#[test]
fn the_rules_that_help_shows_are_rules_on_metrics_there_are() {
    let words = ["graph", "serve", "--help"].map(str::to_owned);
    let help = String::from_utf8(command(&words).output().unwrap().stdout).unwrap();
    let rules = &help[help.find("groups:\n").unwrap()..];
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/manual/service.md");
    assert!(std::fs::read_to_string(page).unwrap().contains(rules.trim_end()), "{rules}");
    let authority = Authority::new("serving");
    let (service, _) = behind_tls(&authority);
    let metrics = String::from_utf8(ask(&service, &authority, "/metrics").1.body).unwrap();
    let words = rules.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    let named: Vec<&str> = words.filter(|word| word.starts_with("upgrade_service_")).collect();
    assert_eq!(named.len(), 3, "{rules}");
    for name in named {
        assert!(metrics.contains(&format!("\n{name} ")), "{name} is not told");
    }
    if has_prometheus() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.yaml");
        std::fs::write(&path, rules).unwrap();
        let (good, said) = promtool(&["check", "rules", path.to_str().unwrap()], &[]);
        assert!(good && said.contains("SUCCESS: 3 rules found"), "{said}");
    }
}

/// PEM by hand: rcgen does not export it.
mod pem {
    use std::fmt::Write;

    pub(super) fn encode(label: &str, bytes: &[u8]) -> String {
        let text = k8s_openapi::ByteString(bytes.to_vec());
        let text = serde_json::to_value(text).unwrap().as_str().unwrap().to_owned();
        let mut out = format!("-----BEGIN {label}-----\n");
        for line in text.as_bytes().chunks(64) {
            writeln!(out, "{}", std::str::from_utf8(line).unwrap()).unwrap();
        }
        out + &format!("-----END {label}-----\n")
    }
}
