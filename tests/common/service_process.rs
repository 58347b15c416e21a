//! `upgrade graph serve` in a process of its own, on a copy of the data, and those who ask it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::{until, with_descriptors};

pub(crate) const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/service");
pub(crate) const GRAPH: &str = "/api/upgrades_info/graph?channel=stable-4.7";

pub(crate) struct Service {
    pub(crate) child: Child,
    pub(crate) url: String,
    said: Arc<Mutex<String>>,
    pub(crate) data: Data,
}

/// Data that a test may change. The graph-data is behind a link, so that it can be changed as a whole.
pub(crate) struct Data {
    folder: TempDir,
    states: AtomicUsize,
}

/// An answer as it came over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Data {
    pub(crate) fn new() -> Self {
        let data = Self { folder: tempfile::tempdir().unwrap(), states: AtomicUsize::new(0) };
        data.restore();
        data
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Puts everything back as it was.
    pub(crate) fn restore(&self) {
        self.replace(|_| {});
    }

    /// Puts other graph-data in place of what is there, at once, and the rest back as it was.
    pub(crate) fn replace(&self, change: impl FnOnce(&Path)) {
        let fixture = Path::new(FIXTURE);
        for name in ["releases.json", "platforms.yaml"] {
            let text = std::fs::read_to_string(fixture.join(name)).unwrap();
            if std::fs::read_to_string(self.path(name)).ok() != Some(text) {
                std::fs::copy(fixture.join(name), self.path("draft")).unwrap();
                std::fs::rename(self.path("draft"), self.path(name)).unwrap();
            }
        }
        let state = format!("state-{}", self.states.fetch_add(1, Ordering::Relaxed));
        copy(&fixture.join("graph-data"), &self.path(&state));
        change(&self.path(&state));
        std::os::unix::fs::symlink(&state, self.path("link")).unwrap();
        std::fs::rename(self.path("link"), self.path("graph-data")).unwrap();
    }

    /// Returns the words that serve it.
    pub(crate) fn words(&self) -> Vec<String> {
        let path = |name: &str| self.path(name).display().to_string();
        ["graph", "serve", "--graph-data", &path("graph-data"), "--releases"]
            .into_iter()
            .chain([path("releases.json").as_str(), "--platforms", &path("platforms.yaml")])
            .chain(["--listen", "127.0.0.1:0", "--reload", "50ms"])
            .map(str::to_owned)
            .collect()
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).unwrap();
        }
    }
}

pub(crate) fn command(words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command.args(words).env_clear().env("HOME", "/nonexistent");
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path); // for git
    }
    command
}

impl Service {
    pub(crate) fn start() -> Self {
        Self::of(Data::new(), &[])
    }

    pub(crate) fn of(data: Data, more: &[&str]) -> Self {
        let mut words = data.words();
        words.extend(more.iter().map(|&word| word.to_owned()));
        Self::run(command(&words), data)
    }

    /// Serves with at most so many file descriptors.
    pub(crate) fn with_descriptors(data: Data, count: u32) -> Self {
        let mut command = with_descriptors(count);
        command.args(data.words());
        Self::run(command, data)
    }

    fn run(mut command: Command, data: Data) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let (heard, stderr) = (Arc::clone(&said), child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                *heard.lock().unwrap() += &(line + "\n");
            }
        });
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        assert!(url.ends_with("/api/upgrades_info/graph"), "{url:?}: {}", said.lock().unwrap());
        Self { child, url, said, data }
    }

    pub(crate) fn address(&self) -> &str {
        self.url.split('/').nth(2).unwrap()
    }

    pub(crate) fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        let headers = [headers, &["connection: close"]].concat();
        let mut stream = connect(self.address());
        stream.write_all(request(method, path, &headers).as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    pub(crate) fn graph(&self) -> Value {
        serde_json::from_slice(&self.get(GRAPH).body).unwrap()
    }

    pub(crate) fn metric(&self, name: &str) -> String {
        let text = String::from_utf8(self.get("/metrics").body).unwrap();
        let name = format!("upgrade_service_{name} ");
        let value = text.lines().find_map(|line| line.strip_prefix(&name));
        value.unwrap_or("none").to_owned()
    }

    /// Waits until data was read so often.
    pub(crate) fn until_loads(&self, good: u64, bad: u64) {
        let count = |result: &str| self.metric(&format!("loads_total{{result=\"{result}\"}}"));
        until(&format!("{good} good and {bad} bad loads; it said {}", self.said()), || {
            let enough = |count: String, least: u64| count.parse::<u64>().unwrap() >= least;
            enough(count("good"), good) && enough(count("bad"), bad)
        });
    }

    pub(crate) fn terminate(&mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(key, value)| (key == name).then_some(value)).unwrap_or("")
    }
}

pub(crate) fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

pub(crate) fn request(method: &str, path: &str, headers: &[&str]) -> String {
    let headers: Vec<String> = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let headers = headers.concat();
    format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{headers}\r\n")
}

/// Reads one answer of a connection that is kept.
pub(crate) fn next(stream: &mut BufReader<TcpStream>) -> Answer {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(stream.read_line(&mut head).unwrap(), 0, "the connection was closed");
    }
    let mut answer = Answer::parse(head.as_bytes());
    let length: usize = answer.header("content-length").parse().unwrap_or_default();
    answer.body = vec![0; length];
    stream.read_exact(&mut answer.body).unwrap();
    answer
}
