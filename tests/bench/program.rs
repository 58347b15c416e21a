//! `cargo bench`: what the program costs. Figures are medians of whole runs in one session; compare
//! the ratios, the milliseconds depend on the machine.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark prints its figures and ends where something does not hold"
)]

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upgrade");
const RUNS: usize = 41;

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let folder = tempfile::tempdir().unwrap();
    match only.as_deref() {
        None => all(folder.path()),
        Some("reloads") => reloads(folder.path()),
        Some(other) => println!("{other} cannot be measured alone; reloads can"),
    }
}

fn all(folder: &Path) {
    let size = std::fs::metadata(PROGRAM).unwrap().len();
    println!("size of the program: {:.1} MB (target: 10 MB)", megabytes(size));

    // The peak is that of the largest child so far, so this one goes first.
    let file = |count: usize| {
        let path = folder.join(format!("{count}.yaml"));
        std::fs::write(&path, cluster_version(count)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let typical = file(1_070);
    let bytes = std::fs::metadata(&typical).unwrap().len();
    timed(&["--from", &typical, "--include-not-recommended"]);
    println!(
        "peak memory of an overview of {} KB: {:.1} MB (target: 15 MB)",
        bytes / 1000,
        megabytes(peak())
    );

    println!("--help: {:.2} ms", milliseconds(median(&["--help"])));
    println!("a request in the lab: {:.2} ms", milliseconds(median(&["--lab", "--to", "4.6.43"])));
    let mut smaller = None;
    for megabyte in [1, 5] {
        let path = folder.join("large.json");
        let message = "word ".repeat(megabyte * 200_000);
        let text = cluster_version(1)
            .replace("It breaks.", &message)
            .replace("status: 'False'}", "status: 'True', message: MESSAGE}");
        std::fs::write(&path, text.replace("MESSAGE", &message)).unwrap();
        let took = median(&["--from", path.to_str().unwrap(), "-o", "json"]);
        let smaller = smaller.get_or_insert(took);
        println!(
            "three messages of {megabyte} MB: {:.2} ms, {:.2} times that of 1 MB",
            milliseconds(took),
            took.as_secs_f64() / smaller.as_secs_f64()
        );
    }
    paths(folder);
    lint(folder);
    reloads(folder);
    let mut smallest = None;
    for count in [10, 100, 1_000, 10_000] {
        let took = median(&["--from", &file(count), "--include-not-recommended"]);
        let smallest = smallest.get_or_insert(took);
        println!(
            "overview of {count:>6} updates: {:>8.2} ms, {:>7.2} times that of the smallest",
            milliseconds(took),
            took.as_secs_f64() / smallest.as_secs_f64(),
        );
    }
    let mut smallest = None;
    for count in [20, 200, 2_000] {
        let path = folder.join(format!("{count}-nodes.json"));
        std::fs::write(&path, update_of_nodes(count)).unwrap();
        let took = median(&["status", "--from", path.to_str().unwrap()]);
        let smallest = smallest.get_or_insert(took);
        println!(
            "status of {count:>5} nodes: {:>8.2} ms, {:>7.2} times that of the smallest",
            milliseconds(took),
            took.as_secs_f64() / smallest.as_secs_f64(),
        );
    }
}

/// The search is what a path costs beyond a target that is already reached.
fn paths(folder: &Path) {
    let path = folder.join("graph.json");
    std::fs::write(&path, graph()).unwrap();
    let words = ["path", "--graph", path.to_str().unwrap(), "--from-version", "4.0.0", "--to"];
    let nothing = median(&[&words[..], &["4.0.0"]].concat());
    for all in ["1", "100"] {
        let took = median(&[&words[..], &["4.9.99", "--all", all]].concat());
        println!(
            "{all:>3} best ways among 1000 releases and 20000 edges: {:.2} ms, {:.2} ms of it the search (target: 50 ms)",
            milliseconds(took),
            milliseconds(took.saturating_sub(nothing)),
        );
    }
}

/// Graph-data of the real size, and of four times that.
fn lint(folder: &Path) {
    let mut smaller = None;
    for risks in [1, 4] {
        let root = folder.join(format!("graph-data-{risks}"));
        let files = graph_data(&root, risks);
        let took = median(&["graph", "lint", root.to_str().unwrap()]);
        let smaller = smaller.get_or_insert(took);
        println!(
            "lint of {files} files of graph-data: {:.2} ms, {:.2} times that of the smaller (target: well under 100 ms)",
            milliseconds(took),
            took.as_secs_f64() / smaller.as_secs_f64()
        );
    }
}

/// What an update service keeps of replaced data: nothing, if the figures are alike.
fn reloads(folder: &Path) {
    let root = folder.join("served");
    graph_data(&root, 1);
    let releases = folder.join("releases.json");
    std::fs::write(&releases, releases_of_graph_data()).unwrap();
    let mut service = Command::new(PROGRAM)
        .args(["graph", "serve", "--listen", "127.0.0.1:0", "--reload", "10ms", "--graph-data"])
        .args([&root, Path::new("--releases"), &releases])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = BufReader::new(service.stderr.take().unwrap());
    let mut loads = stderr.lines().map(Result::unwrap).filter(|line| line.starts_with("serve:"));
    let mut sizes = Vec::new();
    for round in 0..=50 {
        loads.next().unwrap();
        sizes.push(resident(&service));
        std::fs::write(root.join("LICENSE"), format!("Copy number {round}.\n")).unwrap();
    }
    service.kill().unwrap();
    service.wait().unwrap();
    println!(
        "memory of graph serve: {:.1} MB, after 1 reload {:.1} MB, after 50 {:.1} MB",
        megabytes(sizes[0]),
        megabytes(sizes[1]),
        megabytes(sizes[50]),
    );
}

/// Bytes that a process has in memory.
fn resident(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// The releases that `graph_data` names; each has updates to the next twenty of its minor version,
/// and to as many of the next.
fn releases_of_graph_data() -> String {
    let place = |minor: usize, patch: usize| (minor - 5) * 80 + patch;
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for minor in 5..22 {
        for patch in 0..80 {
            let payload = format!("quay.io/x/y@sha256:{:064x}", place(minor, patch));
            nodes.push(format!(
                r#"{{"version": "4.{minor}.{patch}+amd64", "payload": "{payload}", "metadata": {{"url": "https://example.com/4.{minor}.{patch}"}}}}"#
            ));
            for to in patch + 1..80.min(patch + 21) {
                for minor_to in minor..=21.min(minor + 1) {
                    edges.push(format!("[{}, {}]", place(minor, patch), place(minor_to, to)));
                }
            }
        }
    }
    format!(r#"{{"nodes": [{}], "edges": [{}]}}"#, nodes.join(", "), edges.join(", "))
}

/// Writes sixteen minor versions with 80 releases, three channels of each, and this many risks and
/// a quarter more for every release. Returns the number of files.
fn graph_data(root: &Path, risks: usize) -> usize {
    let mut count = 1;
    let mut write = |name: String, text: String| {
        std::fs::write(root.join(name), text).unwrap();
        count += 1;
    };
    for folder in ["channels", "blocked-edges"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
    }
    std::fs::write(root.join("version"), "1.1.0\n").unwrap();
    for minor in 6..22 {
        let versions: String = (minor - 1..=minor)
            .flat_map(|minor| (0..80).map(move |patch| format!("- 4.{minor}.{patch}\n")))
            .collect();
        for family in ["candidate", "fast", "stable"] {
            let name = format!("{family}-4.{minor}");
            write(format!("channels/{name}.yaml"), format!("name: {name}\nversions:\n{versions}"));
        }
        for place in 0..100 * risks {
            let (patch, number) = (place % 80, place / 80);
            let (name, metric) = (format!("Risk{minor}X{number}"), format!("metric_{number}"));
            let text = format!(
                "to: 4.{minor}.{patch}\nfrom: ^4[.]({}|{minor})[.]([0-9]|[1-{}][0-9])[+].*$\nurl: https://example.com/{name}\nname: {name}\nmessage: |-\n  On some clusters nodes may not come back.\n  Read the page before updating.\nmatchingRules:\n- type: PromQL\n  promql:\n    promql: |\n      topk(1,\n        group by (_id, type) ({metric}{{_id=\"\",type=~\"VSphere|None|AWS{minor}\"}})\n        or\n        0 * group by (_id, type) (label_replace({metric}{{_id=\"\"}}, \"type\", \"other\", \"name\", \".*\"))\n      )\n",
                minor - 1,
                1 + number % 8,
            );
            write(format!("blocked-edges/4.{minor}.{patch}-{name}.yaml"), text);
        }
    }
    count
}

/// Ten minor versions with 100 releases; each has updates to the next twenty, every fifth edge with
/// a risk.
fn graph() -> String {
    let name = |place: usize| format!("4.{}.{}", place / 100, place % 100);
    let nodes: Vec<String> = (0..1_000)
        .map(|place| {
            let (version, minor) = (name(place), place / 100);
            format!(
                r#"{{"version": "{version}", "payload": "quay.io/x/y@sha256:{place:064x}", "metadata": {{"url": "https://example.com/{version}", "io.openshift.upgrades.graph.release.channels": "stable-4.{minor},stable-4.{}"}}}}"#,
                minor + 1
            )
        })
        .collect();
    let pairs = (1..=21).flat_map(|step| (0..1_000).map(move |from| (from, from + step)));
    let pairs = pairs.filter(|(_, to)| *to < 1_000).take(20_000);
    let (risky, plain): (Vec<_>, Vec<_>) = pairs.partition(|(from, to)| (from + to) % 5 == 0);
    let plain: Vec<String> = plain.iter().map(|(from, to)| format!("[{from}, {to}]")).collect();
    let risky: Vec<String> = risky
        .iter()
        .map(|(from, to)| format!(r#"{{"from": "{}", "to": "{}"}}"#, name(*from), name(*to)))
        .collect();
    format!(
        r#"{{"version": 1, "nodes": [{}], "edges": [{}], "conditionalEdges": [{{"edges": [{}], "risks": [{{"name": "Risk", "message": "It breaks.", "url": "https://example.com/", "matchingRules": [{{"type": "Always"}}]}}]}}]}}"#,
        nodes.join(", "),
        plain.join(", "),
        risky.join(", "),
    )
}

/// An update in progress on this many nodes, one document per line.
fn update_of_nodes(count: usize) -> String {
    let mut text = String::from(concat!(
        r#"{"apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"}, "status": {"desired": {"version": "4.10.5"}, "history": [{"state": "Partial", "version": "4.10.5", "startedTime": "2022-03-01T08:00:00Z"}, {"state": "Completed", "version": "4.10.4"}], "conditions": [{"type": "Progressing", "status": "True", "lastTransitionTime": "2022-03-01T08:30:00Z"}]}}"#,
        "\n",
        r#"{"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfigPool", "metadata": {"name": "worker"}, "spec": {"configuration": {"name": "new"}, "nodeSelector": {"matchLabels": {"role": "worker"}}}}"#,
        "\n",
    ));
    for (name, version) in [("old", "4.10.4"), ("new", "4.10.5")] {
        writeln!(text, r#"{{"apiVersion": "machineconfiguration.openshift.io/v1", "kind": "MachineConfig", "metadata": {{"name": "{name}", "annotations": {{"machineconfiguration.openshift.io/release-image-version": "{version}"}}}}}}"#).unwrap();
    }
    for place in 0..count {
        let desired = if place % 3 == 0 { "new" } else { "old" };
        writeln!(text, r#"{{"apiVersion": "v1", "kind": "Node", "metadata": {{"name": "worker-{place}", "labels": {{"role": "worker"}}, "annotations": {{"machineconfiguration.openshift.io/currentConfig": "old", "machineconfiguration.openshift.io/desiredConfig": "{desired}", "machineconfiguration.openshift.io/state": "Working"}}}}, "status": {{"conditions": [{{"type": "Ready", "status": "True"}}]}}}}"#).unwrap();
    }
    text
}

/// Bytes of the largest child that has ended.
fn peak() -> u64 {
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN);
    u64::try_from(usage.unwrap().max_rss()).unwrap() * 1024
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
