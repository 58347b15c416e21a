//! Many clusters at once: practice clusters in one process, each over TLS with a context of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::measure::{PROGRAM, Row, Run, Server, Table, megabytes, ms};

const CLUSTERS: usize = 200;
const MOST_MEMORY: u64 = 100_000_000;

pub(crate) fn measure(table: &mut Table, folder: &Path) {
    let mut serve = Command::new(PROGRAM);
    serve.args(["lab", "serve", "--speed", "1"]);
    for place in 0..CLUSTERS {
        serve.args(["--scenario", &cluster(folder, place)]);
    }
    let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _server = Server(child);
    let kubeconfig = line.trim().strip_prefix("export KUBECONFIG=").unwrap();
    for target in [&[][..], &["4.7.28"]] {
        let name = if target.is_empty() { "fleet" } else { "fleet with a version" };
        let run = |words: &[&str]| {
            Run::ours(&[&["fleet"], words, target].concat()).with("KUBECONFIG", kubeconfig)
        };
        let one = table.measure(&format!("{name}: 1 cluster"), &run(&["--contexts", "c0"]), "");
        let all = run(&["--all-contexts"]);
        let all = table.measure(&format!("{name}: {CLUSTERS} clusters"), &all, "");
        if let (Some(one), Some(took), Some(peak)) = (one.median, all.median, all.peak) {
            let most = 3 * one + Duration::from_secs(1);
            let verdict = if took <= most && peak <= MOST_MEMORY { "met" } else { "missed" };
            let (most, memory) = (ms(most), megabytes(MOST_MEMORY));
            let note =
                format!("{most:.0} ms, 3 x one cluster and a second; {memory:.0} MB: {verdict}");
            Row::fact("  target", note);
        }
    }
}

/// Writes a practice cluster with an ID of its own, and returns its directory.
fn cluster(folder: &Path, place: usize) -> String {
    let path = folder.join(format!("c{place}"));
    let name = path.to_str().unwrap().to_owned();
    let exported =
        Command::new(PROGRAM).args(["lab", "export", "healthy", &name]).output().unwrap();
    assert!(exported.status.success(), "{exported:?}");
    let version = path.join("cv.yaml");
    let text = std::fs::read_to_string(&version).unwrap();
    let (before, rest) = text.split_once("clusterID: ").unwrap();
    let (_, after) = rest.split_once('\n').unwrap();
    let id = format!("00000000-0000-4000-8000-{place:012}");
    std::fs::write(&version, format!("{before}clusterID: {id}\n{after}")).unwrap();
    name
}
