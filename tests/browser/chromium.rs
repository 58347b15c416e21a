//! A Chromium of its own for each test, and what it reports about a page: errors and requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::on_path;

/// What Chromium needs to run as root, without a screen, and without requests of its own.
const ARGUMENTS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",
];

pub(super) struct Chromium {
    driver: Child,
    address: String,
    session: String,
    pub(super) client: Client,
    _profile: TempDir,
}

/// A command that the standard does not have.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// Starts a driver on a port of its choice. It ends by itself if that port is in use on one of the addresses
/// that it listens at, which happens when many start at once.
fn driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse::<u16>().ok()
    });
    if port.is_none() {
        driver.wait().unwrap();
    }
    Some((driver, port?))
}

impl Chromium {
    /// Starts a browser with an empty profile; none if there is no Chromium on this machine.
    pub(super) async fn start() -> Option<Self> {
        if !on_path(&["chromium", "chromedriver"], "UPGRADE_REQUIRE_CHROMIUM") {
            return None;
        }
        let (driver, port) = (0..5).find_map(|_| driver()).expect("chromedriver finds a port");
        let address = format!("127.0.0.1:{port}");
        let profile = tempfile::tempdir().unwrap();
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(&profile))
            .connect(&format!("http://{address}"))
            .await
            .unwrap();
        let session = client.session_id().await.unwrap().unwrap();
        Some(Self { driver, address, session, client, _profile: profile })
    }

    /// Runs a command of the Chrome DevTools Protocol.
    pub(super) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({"cmd": command, "params": parameters});
        self.client.issue_cmd(Own { path: "goog/cdp/execute", body }).await.unwrap()
    }

    /// Returns the new entries of a log: `browser` or `performance`.
    pub(super) async fn log(&self, kind: &str) -> Vec<Value> {
        let body = json!({"type": kind});
        let log = self.client.issue_cmd(Own { path: "se/log", body }).await.unwrap();
        log.as_array().unwrap().clone()
    }
}

fn capabilities(profile: &TempDir) -> Capabilities {
    let directory = format!("--user-data-dir={}", profile.path().display());
    let arguments: Vec<&str> = ARGUMENTS.into_iter().chain([directory.as_str()]).collect();
    let all = json!({
        "goog:chromeOptions": {"args": arguments},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    });
    all.as_object().unwrap().clone()
}

impl Drop for Chromium {
    /// Ends the session first: chromedriver takes its browser with it only then.
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(&self.address) {
            let Self { address, session, .. } = self;
            let request = format!(
                "DELETE /session/{session} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
            );
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = stream.write_all(request.as_bytes());
            let _ = stream.read(&mut [0; 64]); // the session has ended; chromedriver keeps the connection
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
