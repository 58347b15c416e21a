//! `cargo bench`: what the program costs. Figures are medians of whole runs in one sitting; compare
//! the ratios, the milliseconds are this machine's.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark prints its figures and ends where something does not hold"
)]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upgrade");
const RUNS: usize = 41;

fn main() {
    let size = std::fs::metadata(PROGRAM).unwrap().len();
    println!("program: {:.1} MB", megabytes(size));
    println!("--help: {:.2} ms", milliseconds(median(&["--help"])));

    let folder = tempfile::tempdir().unwrap();
    let mut first = None;
    for count in [10, 100, 1_000, 10_000] {
        let path = folder.path().join(format!("{count}.yaml"));
        std::fs::write(&path, cluster_version(count)).unwrap();
        report(count, &path, &mut first);
    }
}

fn report(count: usize, path: &Path, first: &mut Option<Duration>) {
    let path = path.to_str().unwrap();
    let took = median(&["--from", path, "--include-not-recommended"]);
    let first = first.get_or_insert(took);
    println!(
        "overview of {count:>6} updates: {:>8.2} ms, {:>7.2} times that of the smallest",
        milliseconds(took),
        took.as_secs_f64() / first.as_secs_f64(),
    );
}

fn median(words: &[&str]) -> Duration {
    let mut runs: Vec<Duration> = (0..RUNS).map(|_| timed(words)).collect();
    runs.sort_unstable();
    runs[RUNS / 2]
}

fn timed(words: &[&str]) -> Duration {
    let start = Instant::now();
    let status = Command::new(PROGRAM).args(words).stdout(Stdio::null()).status().unwrap();
    assert!(status.success());
    start.elapsed()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "a size in megabytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// A cluster with this many updates, every second one conditional.
fn cluster_version(count: usize) -> String {
    let mut text = "\
apiVersion: config.openshift.io/v1
kind: ClusterVersion
metadata: {name: version, resourceVersion: '1', generation: 1}
spec: {channel: stable-4.10}
status:
  observedGeneration: 1
  desired: {version: 4.10.0}
  conditions:
  - {type: Failing, status: 'False'}
  - {type: Progressing, status: 'False'}
  - {type: RetrievedUpdates, status: 'True'}
"
    .to_owned();
    let release =
        |patch| format!("{{version: 4.10.{patch}, image: 'quay.io/x/y@sha256:{patch:064x}'}}");
    text.push_str("  availableUpdates:\n");
    for patch in (1..=count).step_by(2) {
        writeln!(text, "  - {}", release(patch)).unwrap();
    }
    text.push_str("  conditionalUpdates:\n");
    for patch in (2..=count).step_by(2) {
        writeln!(
            text,
            "  - release: {}\n    risks:\n    - {{name: Risk{}, message: It breaks., url: 'https://example.com/'}}\n    \
             conditions:\n    - {{type: Recommended, status: 'False', reason: Risk, message: It breaks.}}",
            release(patch),
            patch % 7,
        )
        .unwrap();
    }
    text
}
