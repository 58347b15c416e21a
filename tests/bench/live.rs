//! A cluster over TLS: the practice cluster, and a genuine one if `UPGRADE_TEST_KUBECONFIG` names
//! its kubeconfig. Beside ours, curl makes the same requests in parallel.

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::measure::{PROGRAM, Row, Run, Server, Table, is_installed, ms, times};

/// The commands, and how many times the time of curl they may take.
const CASES: [(&str, &[&str], f64); 3] = [
    ("overview", &["--include-not-recommended"], 1.1),
    ("status", &["status"], 1.5),
    ("request (server dry run)", &["--to", "4.6.43", "--dry-run=server"], 1.5),
];

pub(crate) fn measure(table: &mut Table, folder: &Path) {
    let mut child = Command::new(PROGRAM)
        .args(["lab", "serve"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _server = Server(child);
    let kubeconfig = line.trim().strip_prefix("export KUBECONFIG=").unwrap().to_owned();
    cases(table, folder, "lab", &kubeconfig);
    if let Ok(genuine) = std::env::var("UPGRADE_TEST_KUBECONFIG") {
        cases(table, folder, "genuine", &genuine);
    }
}

fn cases(table: &mut Table, folder: &Path, name: &str, kubeconfig: &str) {
    for (case, words, target) in CASES {
        let run = Run::ours(words).with("KUBECONFIG", kubeconfig);
        table.new_series();
        table.measure(&format!("{name}: {case}"), &run, "");
        let label = format!("  {name}: {case} beside curl");
        if !is_installed("curl") {
            Row::fact(&label, "SKIPPED: curl is not installed".to_owned());
            continue;
        }
        let curl = curl(&run, folder, kubeconfig);
        match run.beside(&curl) {
            None => Row::fact(&label, "failed".to_owned()),
            Some((ours, theirs)) => {
                let (ours_ms, theirs_ms, ratio) = (ms(ours), ms(theirs), times(ours, theirs));
                let note = format!(
                    "{ours_ms:.1} ms, curl {theirs_ms:.1} ms: {ratio:.2} x, target: {target} x"
                );
                Row::fact(&label, note);
            }
        }
    }
}

/// A run of curl that makes the requests of a run of ours: all of them at once, on the connections
/// that curl finds best.
fn curl(run: &Run, folder: &Path, kubeconfig: &str) -> Run {
    let config: Value =
        serde_saphyr::from_str(&std::fs::read_to_string(kubeconfig).unwrap()).unwrap();
    let (cluster, user) = (&config["clusters"][0]["cluster"], &config["users"][0]["user"]);
    let mut common = "output = /dev/null\n".to_owned();
    let mut say = |key: &str, value: &str| writeln!(common, "{key} = {value:?}").unwrap();
    for (holder, field, key) in [
        (cluster, "certificate-authority", "cacert"),
        (user, "client-certificate", "cert"),
        (user, "client-key", "key"),
    ] {
        if let Some(path) = holder[field].as_str() {
            say(key, path);
        } else if let Some(data) = holder[format!("{field}-data")].as_str() {
            let path = folder.join(key);
            std::fs::write(&path, STANDARD.decode(data).unwrap()).unwrap();
            say(key, path.to_str().unwrap());
        }
    }
    if let Some(token) = user["token"].as_str() {
        say("header", &format!("Authorization: Bearer {token}"));
    }
    let mut text = "silent\nfail\nparallel\nparallel-immediate\n".to_owned();
    for (place, (method, url)) in requests(run).into_iter().enumerate() {
        let next = if place == 0 { "" } else { "next\n" };
        writeln!(text, "{next}{common}url = {url:?}").unwrap();
        if method == "PATCH" {
            let patch = patch(run).to_string();
            let kind = "Content-Type: application/merge-patch+json";
            writeln!(text, "request = PATCH\nheader = {kind:?}\ndata = {patch:?}").unwrap();
        }
    }
    let path = folder.join("curl");
    std::fs::write(&path, text).unwrap();
    Run::of("curl", &["--disable", "--config", path.to_str().unwrap()])
}

/// The requests that a run succeeds with, as it logs them: `GET https://…: 200 OK in 3 ms`.
fn requests(run: &Run) -> Vec<(String, String)> {
    let mut verbose = run.clone();
    verbose.words.push("-v".to_owned());
    let output = verbose.command().stderr(Stdio::piped()).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let mut found = Vec::new();
    for line in log.lines().filter(|line| line.contains(": 200 ")) {
        let mut words = line.split_whitespace().skip_while(|word| !METHODS.contains(word));
        if let (Some(method), Some(url)) = (words.next(), words.next()) {
            found.push((method.to_owned(), url.trim_end_matches(':').to_owned()));
        }
    }
    assert!(!found.is_empty(), "no request was logged: {log}");
    found
}

const METHODS: [&str; 2] = ["GET", "PATCH"];

fn patch(run: &Run) -> Value {
    let mut json = run.clone();
    json.words.extend(["-o", "json"].map(str::to_owned));
    let output = json.command().stdout(Stdio::piped()).output().unwrap();
    serde_json::from_slice::<Value>(&output.stdout).unwrap()["patch"].take()
}
