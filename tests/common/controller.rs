//! `upgrade controller` in a process of its own, and what it writes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kube::api::{Api, ApiResource, DynamicObject};
use kube::core::GroupVersionKind;
use serde_json::Value;

use super::lab::Lab;
use super::poll;
use super::service_process::{Answer, connect, request};

/// A controller in a process of its own.
pub(crate) struct Controller {
    pub(crate) child: Child,
    said: Arc<Mutex<Vec<String>>>,
}

impl Controller {
    pub(crate) fn start(kubeconfig: &Path, words: &[&str]) -> Self {
        Self::run_as(Command::new(env!("CARGO_BIN_EXE_upgrade")), kubeconfig, words)
    }

    pub(crate) fn run_as(mut command: Command, kubeconfig: &Path, words: &[&str]) -> Self {
        command.arg("controller").args(words).env("KUBECONFIG", kubeconfig);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        hear(child.stdout.take().unwrap(), said.clone());
        hear(child.stderr.take().unwrap(), said.clone());
        Self { child, said }
    }

    /// Sends it an HTTP request; returns status and body.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let address = poll(|| {
            let said = self.said.lock().unwrap();
            let url = said.iter().find(|line| line.starts_with("http://"))?;
            url.split('/').nth(2).map(str::to_owned)
        });
        let mut stream = connect(&address.expect("it says where it listens"));
        let request = request("GET", path, &["connection: close"]);
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let answer = Answer::parse(&bytes);
        (answer.status, String::from_utf8(answer.body).unwrap())
    }

    pub(crate) fn has_said(&self, text: &str) -> bool {
        self.said.lock().unwrap().iter().any(|line| line.contains(text))
    }

    /// Returns what it has logged.
    pub(crate) fn log(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }

    /// Waits until it has logged something.
    pub(crate) fn says(&self, text: &str) {
        let said = poll(|| self.has_said(text).then_some(()));
        assert!(said.is_some(), "{text:?} is not in {:#?}", self.said.lock().unwrap());
    }

    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

fn hear(stream: impl Read + Send + 'static, said: Arc<Mutex<Vec<String>>>) {
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            said.lock().unwrap().push(line);
        }
    });
}

impl Drop for Controller {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn objects(lab: &Lab, kind: &str) -> Api<DynamicObject> {
    let kind = GroupVersionKind::gvk("config.openshift.io", "v1beta1", kind);
    Api::all_with(lab.client().await, &ApiResource::from_gvk(&kind))
}

/// Waits until the UpdateStatus is as it should be.
pub(crate) async fn status_that(lab: &Lab, is_so: impl Fn(&Value) -> bool) -> Value {
    let statuses = objects(lab, "UpdateStatus").await;
    let mut last = Value::Null;
    for _ in 0..600 {
        if let Ok(Some(found)) = statuses.get_opt("cluster").await {
            last = found.data["status"].clone();
            if is_so(&last) {
                return last;
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    unreachable!("it stays as it is: {last:#}")
}

/// `Type=Status Reason` of all conditions.
pub(crate) fn conditions(part: &Value) -> Vec<String> {
    let conditions = part["conditions"].as_array().unwrap().iter();
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    conditions
        .map(|one| format!("{}={} {}", text(one, "type"), text(one, "status"), text(one, "reason")))
        .collect()
}
