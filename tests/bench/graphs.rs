//! Update graphs and graph-data: reading, searching, `lint`.

use std::path::Path;

use super::data::{graph, graph_data};
use super::measure::{Row, Run, Table, ms};

pub(crate) fn measure(table: &mut Table, folder: &Path) {
    paths(table, folder);
    table.new_series();
    lint(table, folder);
}

/// The search is what a path costs beyond a target that is already reached.
fn paths(table: &mut Table, folder: &Path) {
    let path = folder.join("graph.json");
    std::fs::write(&path, graph()).unwrap();
    let words = ["path", "--graph", path.to_str().unwrap(), "--from-version", "4.0.0", "--to"];
    let read = Run::ours(&[&words[..], &["4.0.0"]].concat());
    let read = table.measure("reading 1,000 releases, 20,000 edges", &read, "").median;
    for all in ["1", "100"] {
        let run = Run::ours(&[&words[..], &["4.9.99", "--all", all]].concat());
        table.new_series();
        let Row { median, .. } = table.measure(&format!("the {all} best paths there"), &run, "");
        if let Some((whole, read)) = median.zip(read) {
            let search = ms(whole.saturating_sub(read));
            Row::fact("  of which the search", format!("{search:.2} ms, target: 50 ms"));
        }
    }
}

/// Graph-data of the real size, and of four times that.
fn lint(table: &mut Table, folder: &Path) {
    for risks in [1, 4] {
        let root = folder.join(format!("graph-data-{risks}"));
        let files = graph_data(&root, risks);
        let run = Run::ours(&["graph", "lint", root.to_str().unwrap()]);
        table.measure(&format!("lint of {files} files of graph-data"), &run, "");
    }
}
