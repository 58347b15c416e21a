//! `graph serve`: its memory after many reloads.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::data::{graph_data, releases_of_graph_data};
use super::measure::{PROGRAM, Row, Server, Table};

pub(crate) fn measure(_: &mut Table, folder: &Path) {
    reloads(folder);
}

/// What an update service keeps of replaced data: nothing, if the figures are alike.
fn reloads(folder: &Path) {
    let root = folder.join("served");
    graph_data(&root, 1);
    let releases = folder.join("releases.json");
    std::fs::write(&releases, releases_of_graph_data()).unwrap();
    let mut child = Command::new(PROGRAM)
        .args(["graph", "serve", "--listen", "127.0.0.1:0", "--reload", "10ms", "--graph-data"])
        .args([&root, Path::new("--releases"), &releases])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = BufReader::new(child.stderr.take().unwrap());
    let server = Server(child);
    let mut loads = stderr.lines().map(Result::unwrap).filter(|line| line.starts_with("serve:"));
    for round in 0..=50 {
        loads.next().unwrap();
        if [0, 1, 50].contains(&round) {
            let case = format!("graph serve, after {round} reloads");
            let peak = Some(server.resident());
            Row { case, peak, ..Row::default() }.print();
        }
        std::fs::write(root.join("LICENSE"), format!("Copy number {round}.\n")).unwrap();
    }
}
