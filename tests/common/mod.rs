//! Runs the program as a user would, without the user's own settings.
#![allow(dead_code, unused_macros, reason = "each suite uses its part")]

pub(crate) mod admin_gates;
pub(crate) mod controller;
pub(crate) mod faults;
pub(crate) mod fleet;
pub(crate) mod informer;
pub(crate) mod lab;
pub(crate) mod pre_checks;
pub(crate) mod rollout;
pub(crate) mod server;
pub(crate) mod service_process;
pub(crate) mod terminal;
pub(crate) mod tls;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The output of a run and its exit code.
#[derive(Debug)]
pub(crate) struct Run {
    words: Vec<String>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Runs `upgrade` with these arguments, in the directory of the project and with an empty
/// environment.
pub(crate) fn upgrade(words: &[&str]) -> Run {
    run(words, |_| {})
}

pub(crate) fn run(words: &[&str], prepare: impl FnOnce(&mut Command)) -> Run {
    let mut command = command(words);
    prepare(&mut command);
    Run::new(words, command.output().unwrap())
}

/// Returns the program with these arguments, in the directory of the project and with an empty
/// environment.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upgrade"));
    command
        .args(words)
        .env_clear()
        .env("HOME", "/nonexistent")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Returns the program with at most this many file descriptors.
pub(crate) fn with_descriptors(count: u32) -> Command {
    let mut command = Command::new("/bin/sh");
    let limit = "ulimit -n \"$0\" && exec \"$@\"";
    command.args(["-c", limit, &count.to_string(), env!("CARGO_BIN_EXE_upgrade")]);
    command
}

impl Run {
    pub(crate) fn new(words: &[&str], Output { status, stdout, stderr }: Output) -> Self {
        let run = Self {
            words: words.iter().map(ToString::to_string).collect(),
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
            code: status.code().unwrap(),
        };
        run.check();
        run
    }

    /// What must hold for every run.
    fn check(&self) {
        for text in [&self.stdout, &self.stderr] {
            let stray = text.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(stray, None, "a control character was printed by {:?}", self.words);
        }
        if self.wants("json") {
            for text in [&self.stdout, &self.stderr] {
                let documents = serde_json::Deserializer::from_str(text).into_iter();
                documents.for_each(|document| validate(&document.unwrap()));
            }
        }
    }

    fn wants(&self, format: &str) -> bool {
        let pair = self.words.windows(2).any(|pair| pair == ["-o", format]);
        let foreign = |word: &String| ["schema", "crds"].contains(&word.as_str()); // no kinds of ours
        pair && !self.words.first().is_some_and(foreign)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Returns the run as the snapshots show it.
    pub(crate) fn transcript(&self) -> String {
        let words: Vec<String> = self
            .words
            .iter()
            .map(|word| if word.contains([' ', '"']) { format!("'{word}'") } else { word.clone() })
            .collect();
        let part = |name: &str, text: &str| match text {
            "" => format!("--- {name}: nothing\n"),
            text => format!("--- {name}\n{text}"),
        };
        format!(
            "$ upgrade {}\n{}{}--- exit {}\n",
            words.join(" "),
            part("stdout", &self.stdout),
            part("stderr", &self.stderr),
            self.code
        )
    }
}

static SCHEMAS: OnceLock<Value> = OnceLock::new();

/// Asserts that a document matches the schema of its kind.
fn validate(answer: &Value) {
    if answer["kind"].is_null() && answer["conditionalEdges"].is_array() {
        return; // a graph as update services serve it: the one answer that is not of a kind of ours
    }
    let schemas = SCHEMAS.get_or_init(|| {
        let output = Command::new(env!("CARGO_BIN_EXE_upgrade")).arg("schema").output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    });
    let kind = answer["kind"].as_str().unwrap();
    let validator = jsonschema::draft202012::new(&schemas[kind]).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(answer)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{kind}: {errors:#?}");
    let promised = schemas[kind]["properties"].as_object().unwrap();
    let stray: Vec<_> =
        answer.as_object().unwrap().keys().filter(|key| !promised.contains_key(*key)).collect();
    assert!(stray.is_empty(), "{kind} has fields that its schema does not name: {stray:?}");
}

/// Polls; none if it does not succeed for a long time.
pub(crate) fn poll<T>(look: impl Fn() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_mins(2); // far more than it should take
    loop {
        match look() {
            None if Instant::now() < end => std::thread::sleep(Duration::from_millis(20)),
            found => return found,
        }
    }
}

/// Waits until a condition is true.
pub(crate) fn until(what: &str, holds: impl Fn() -> bool) {
    assert!(poll(|| holds().then_some(())).is_some(), "it never came: {what}");
}

/// Returns whether programs for a test are installed; a variable can require them.
pub(crate) fn on_path(programs: &[&str], required: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there = |program: &&str| std::env::split_paths(&path).any(|at| at.join(program).exists());
    let found = programs.iter().all(there);
    if !found {
        let programs = programs.join(" and ");
        assert!(std::env::var_os(required).is_none(), "not installed: {programs}");
        // Written past the capture of the test runner, so that it is visible.
        let said = format!("SKIPPED: not on PATH: {programs}\n");
        std::io::stderr().write_all(said.as_bytes()).unwrap();
    }
    found
}

/// Prepares git for a directory, without the user's own settings.
pub(crate) fn git(folder: &Path, words: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=t", "-c", "user.email=t@example.com"]);
    git.args(["-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false"]);
    git.arg("-C").arg(folder).args(words).env("GIT_CONFIG_GLOBAL", "/dev/null");
    git
}

/// Asserts that a command succeeds.
pub(crate) fn succeeds(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Returns whether there is a Prometheus to test with.
pub(crate) fn has_prometheus() -> bool {
    on_path(&["prometheus", "promtool"], "UPGRADE_REQUIRE_PROMETHEUS")
}

/// Compares a transcript with `snapshots/DIRECTORY/NAME.snap`.
macro_rules! snap {
    ($folder:literal, $name:expr, $run:expr) => {
        snap_text!($folder, $name, $run.transcript())
    };
}

/// Compares a text with `snapshots/DIRECTORY/NAME.snap`.
macro_rules! snap_text {
    ($folder:literal, $name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/", $folder),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!($name, $text);
        })
    };
}
