//! `upgrade explore`: a page about one cluster, for those who know its address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::service_process::{Answer, command};
use crate::common::{until, upgrade};

struct Page {
    child: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    token: String,
}

impl Page {
    fn open(words: &[&str]) -> Self {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let mut command = command(&words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let parts: Vec<&str> = url.trim().split('/').collect();
        assert_eq!((parts[0], parts.len()), ("http:", 5), "{url:?}");
        Self { child, host: parts[2].to_owned(), token: parts[3].to_owned() }
    }

    fn ask(&self, head: &str, host: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(stream, "{head} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET /{}/{path}", self.token), &self.host)
    }

    fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        let text = String::from_utf8(answer.body).unwrap();
        assert_eq!(answer.status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn interrupt(&mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_answers_what_the_commands_answer() {
    let page = Page::open(&["--lab", "explore"]);
    assert!(page.host.starts_with("127.0.0.1:"));
    let index = page.get("");
    assert_eq!((index.status, index.header("content-type")), (200, "text/html; charset=utf-8"));
    let index = String::from_utf8(index.body).unwrap();
    assert!(index.contains(r#"<meta name="upgrade-mode" content="cluster">"#), "{index}");
    let path = page.json("api/v1/path?to=4.8&all=2");
    assert_eq!(path, upgrade(&["--lab", "path", "4.8", "--all", "2", "-o", "json"]).json());
    let none = page.json("api/v1/path?to=4.9");
    assert_eq!(none, upgrade(&["--lab", "path", "4.9", "-o", "json"]).json());
    let graph = page.json("api/v1/graph?from=4.6.23&channel=stable-4.7");
    let shown = ["--lab", "graph", "show", "--channel", "stable-4.7", "-o", "json"];
    assert_eq!(graph, upgrade(&shown).json());
    let cluster = page.json("api/v1/cluster");
    assert_eq!(cluster["kind"], "ExploredCluster");
    assert_eq!(cluster["updates"], upgrade(&["--lab", "-o", "json"]).json());
    let status = upgrade(&["--lab", "status", "-o", "json"]).json();
    assert_eq!(cluster["status"]["controlPlane"]["target"], status["controlPlane"]["target"]);
    assert_eq!((&cluster["preChecks"], &cluster["notes"]), (&json!([]), &json!([])));
    let channels = page.json("api/v1/channels");
    let names: Vec<&str> = channels["channels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    for name in ["stable-4.6", "stable-4.7", "stable-4.8"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let refused = page.get("api/v1/path?to=4.x");
    let refused: Value = serde_json::from_slice(&refused.body).unwrap();
    assert_eq!((&refused["kind"], &refused["parameter"]), (&json!("invalid_params"), &json!("to")));
}

#[test]
fn nobody_else_gets_an_answer() {
    let page = Page::open(&["--lab", "explore"]);
    let asked = |head: &str, host: &str| page.ask(head, host).status;
    let ours = format!("GET /{}/api/v1/cluster", page.token);
    assert_eq!(asked("GET /api/v1/cluster", &page.host), 404, "without the token");
    assert_eq!(asked("GET /0000/api/v1/cluster", &page.host), 404, "with another token");
    assert_eq!(asked(&ours, "rebound.example"), 403, "by a name that resolves to this machine");
    assert_eq!(asked(&ours.replace("GET", "POST"), &page.host), 405, "to change something");
    assert_eq!(asked(&ours, &page.host), 200);
    let other = Page::open(&["--lab", "explore"]);
    assert_ne!(page.token, other.token);
}

#[test]
fn it_shows_an_update_and_ends_with_ctrl_c() {
    let mut page = Page::open(&["--lab=updating", "explore"]);
    let first = page.json("api/v1/cluster");
    assert_eq!(first["status"]["updating"], true);
    let percent = |cluster: &Value| cluster["status"]["controlPlane"]["completion"].clone();
    until("the update proceeds", || percent(&page.json("api/v1/cluster")) != percent(&first));
    assert_eq!(page.interrupt(), Some(0));
}

#[test]
fn it_reads_files_and_names_its_address_to_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording").display().to_string();
    assert_eq!(upgrade(&["lab", "export", "vsphere-proxy", &recording]).code, 0);
    let page = Page::open(&["--from", &recording, "explore"]);
    let cluster = page.json("api/v1/cluster");
    assert_eq!(cluster["updates"], upgrade(&["--from", &recording, "-o", "json"]).json());
    let path = upgrade(&["--from", &recording, "path", "4.8", "-o", "json"]).json();
    assert_eq!(page.json("api/v1/path?to=4.8"), path);
    let words = ["--lab", "explore", "-o", "json"].map(str::to_owned);
    let mut child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut values =
        serde_json::Deserializer::from_reader(child.stdout.take().unwrap()).into_iter();
    let shown: Value = values.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(shown["kind"], "Exploration");
    assert!(shown["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
    let stdin = upgrade(&["--from", "-", "explore"]);
    assert_eq!(stdin.code, 2, "{}", stdin.stderr);
}
