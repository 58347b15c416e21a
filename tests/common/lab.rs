//! `upgrade lab serve` in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use serde_json::Value;

use super::{on_path, upgrade};

/// A lab in a process of its own.
pub(crate) struct Lab {
    pub(crate) child: Child,
    pub(crate) kubeconfig: PathBuf,
    /// Where clients may put their caches.
    pub(crate) home: tempfile::TempDir,
}

impl Lab {
    pub(crate) fn serve(words: &[&str]) -> Self {
        Self::run_as(Command::new(env!("CARGO_BIN_EXE_upgrade")), words)
    }

    pub(crate) fn run_as(mut command: Command, words: &[&str]) -> Self {
        command.args(["lab", "serve"]).args(words).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let kubeconfig = line.trim().strip_prefix("export KUBECONFIG=").unwrap().into();
        Self { child, kubeconfig, home: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn run(&self, program: &str, words: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(program);
        command.args(words).env("KUBECONFIG", &self.kubeconfig).env("HOME", self.home.path());
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    pub(crate) fn upgrade(&self, words: &[&str]) -> (i32, String, String) {
        self.run(env!("CARGO_BIN_EXE_upgrade"), words)
    }

    /// Returns the address of the API server.
    pub(crate) fn server(&self) -> String {
        let text = std::fs::read_to_string(&self.kubeconfig).unwrap();
        let config: Value = serde_json::from_str(&text).unwrap();
        config["clusters"][0]["cluster"]["server"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn client(&self) -> Client {
        let file = Kubeconfig::read_from(&self.kubeconfig).unwrap();
        let config =
            Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await.unwrap();
        Client::try_from(config).unwrap()
    }

    pub(crate) fn interrupt(&mut self) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.kubeconfig);
        let _ = self.kubeconfig.parent().map(std::fs::remove_dir);
    }
}

/// Returns kubectl, if it is installed; it may be required by a variable.
pub(crate) fn kubectl() -> Option<&'static str> {
    on_path(&["kubectl"], "UPGRADE_REQUIRE_KUBECTL").then_some("kubectl")
}

/// The objects of a scenario, and our CustomResourceDefinitions.
pub(crate) fn exported(scenario: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(scenario);
    assert_eq!(upgrade(&["lab", "export", scenario, place.to_str().unwrap()]).code, 0);
    let crds: Value = upgrade(&["crds", "-o", "json"]).json();
    let mut objects = crds["items"].as_array().unwrap().clone();
    for file in std::fs::read_dir(&place).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().is_some_and(|name| name == "lab.yaml") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for value in serde_saphyr::from_multiple::<Value>(&text).unwrap_or_default() {
            match value["items"].as_array() {
                Some(items) => objects.extend(items.iter().cloned()),
                None if value["kind"].is_string() => objects.push(value),
                None => {}
            }
        }
    }
    objects
}
