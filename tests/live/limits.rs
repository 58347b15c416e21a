//! Answers that are small on the wire and large in memory, rejected or read within 300 MB.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use http::StatusCode;
use serde_json::{Value, json};

use crate::common::server::{Server, Step, version};

pub(super) const GZIP: (&str, &str) = ("content-encoding", "gzip");
const MOST_MEMORY: u32 = 300 << 10; // KiB

pub(super) fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// A server that answers every read with one body.
fn server(body: &str) -> Server {
    let packed = packed(body);
    Server::with(
        version(),
        Arc::new(move |_, _, _| Step::Raw(StatusCode::OK, GZIP, packed.clone())),
    )
}

/// Runs the program with a memory limit: beyond that it is killed. Returns its exit code and
/// stderr.
pub(super) fn limited(home: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("ulimit -d {MOST_MEMORY} && exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_upgrade")).args(words);
    command.env_clear().env("HOME", home).stdout(Stdio::null());
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.code(), String::from_utf8_lossy(&stderr).chars().take(2_000).collect())
}

fn run(server: &Server, words: &[&str]) -> (Option<i32>, String) {
    limited(server.home(), words)
}

/// A ClusterVersion with something more in its status.
fn with_status(name: &str, value: Value) -> String {
    let mut version = version();
    version["status"][name] = value;
    version.to_string()
}

fn repeated(count: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..count).map(item).collect()
}

#[test]
fn a_small_answer_of_many_values_is_refused() {
    let bomb = |item: &str, count: usize| {
        with_status("x", json!("BOMB"))
            .replace("\"BOMB\"", &format!("[{}0]", format!("{item},").repeat(count)))
    };
    for (body, problem) in [
        (bomb("[]", 8_000_000), "more than 400000 values"),
        (bomb("{\"a\":0}", 3_000_000), "more than 80 MiB in memory"),
    ] {
        let server = server(&body);
        for words in [&[][..], &["--to", "4.6.43"], &["status"], &["recommend"], &["history"]] {
            let (code, said) = run(&server, words);
            assert_eq!(code, Some(1), "{words:?}: {said}");
            for part in ["clusterversions.config.openshift.io/version", problem, "hint: "] {
                assert!(said.contains(part), "{words:?}: {said}");
            }
        }
    }
}

#[test]
fn what_is_taken_takes_no_more_than_300_mb() {
    let update = |risks: Value, message: &str| {
        json!([{
            "release": {"version": "4.7.4", "image": "example.com/release@sha256:ab"},
            "risks": risks,
            "conditions": [{"type": "Recommended", "status": "False", "reason": "A", "message": message}],
        }])
    };
    let risk =
        |place: usize| json!({"name": format!("Risk{place}"), "message": "m", "url": "https://u"});
    let escapes = "\u{7f}".repeat(6 << 20);
    for body in [
        with_status("availableUpdates", repeated(390_000, |_| json!({}))),
        with_status("conditionalUpdates", repeated(390_000, |_| json!({}))),
        with_status(
            "availableUpdates",
            repeated(80_000, |n| json!({"version": format!("4.7.{n}")})),
        ),
        with_status("conditions", repeated(80_000, |n| json!({"type": n.to_string()}))),
        with_status("conditionalUpdates", update(repeated(70_000, risk), "m")),
        with_status("conditionalUpdates", update(json!([]), &escapes)),
        with_status("conditionalUpdates", update(json!([]), &"a\n".repeat(5 << 20))),
    ] {
        let server = server(&body);
        for words in
            [&["--include-not-recommended"][..], &["-o", "json"], &["recommend", "-o", "yaml"]]
        {
            let (code, said) = run(&server, words);
            assert_eq!(code, Some(0), "{words:?}: {said}");
        }
    }
}

#[test]
fn a_text_that_many_updates_share_is_refused() {
    let long = "x".repeat(1 << 20);
    let mut version = version();
    version["status"]["conditionalUpdateRisks"] =
        json!([{"name": "A", "message": long, "url": "https://u"}]);
    version["status"]["conditionalUpdates"] = repeated(
        10_000,
        |place| json!({"release": {"version": format!("4.7.{place}")}, "riskNames": ["A"]}),
    );
    let named = version.to_string();
    version["status"]["conditionalUpdates"] = repeated(10_000, |place| {
        json!({
            "release": {"version": "4.7.4", "image": format!("example.com/release@sha256:{place}")},
            "risks": [{"name": format!("Risk{place}"), "message": "m", "url": "https://u"}],
        })
    });
    let namesakes = version.to_string();
    version["status"]["conditionalUpdates"] = json!([]);
    version["status"]["conditions"] = json!([
        {"type": "Upgradeable", "status": "False", "reason": "A", "message": "x".repeat(1 << 20)},
    ]);
    version["status"]["availableUpdates"] = repeated(
        10_000,
        |place| json!({"version": format!("4.7.{place}"), "image": format!("example.com/release:{place}")}),
    );
    for body in [named, namesakes, version.to_string()] {
        let (code, said) = run(&server(&body), &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("status: the risks of all updates exceed 32 MiB"), "{said}");
    }
}
