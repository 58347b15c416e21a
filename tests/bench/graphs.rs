//! Update graphs and graph-data: reading, searching, `lint`.

use std::path::Path;

use super::data::{graph, graph_data};
use super::measure::{Row, Run, Table, ms, times};

pub(crate) fn measure(table: &mut Table, folder: &Path) {
    paths(table, folder);
    table.new_series();
    lint(table, folder);
    given(table);
}

/// The search is what a path costs beyond a target that is already reached.
fn paths(table: &mut Table, folder: &Path) {
    let path = folder.join("graph.json");
    std::fs::write(&path, graph()).unwrap();
    let words = ["path", "--graph", path.to_str().unwrap(), "--from-version", "4.0.0", "--to"];
    let read = Run::ours(&[&words[..], &["4.0.0"]].concat());
    let Row { median: read, peak, .. } =
        table.measure("reading 1,000 releases, 20,000 edges", &read, "");
    memory(folder, peak, std::fs::metadata(&path).unwrap().len());
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

/// The memory that reading a graph needs, beyond that of reading a graph of two releases.
fn memory(folder: &Path, peak: Option<u64>, size: u64) {
    let path = folder.join("small.json");
    let text = r#"{"nodes": [{"version": "4.0.0"}, {"version": "4.0.1"}], "edges": [[0, 1]]}"#;
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let words = ["path", "--graph", path, "--from-version", "4.0.0", "--to", "4.0.0"];
    if let Some((large, small)) = peak.zip(Run::ours(&words).peak()) {
        let parts = large.saturating_sub(small) * 10 / size;
        let note = format!("{}.{} times its size, target: 5", parts / 10, parts % 10);
        Row::fact("  of which the graph takes in memory", note);
    }
}

/// The graph-data of the command line, and the validator beside it.
fn given(table: &mut Table) {
    let Some(directory) = table.graph_data.clone() else { return };
    let mut run = Run::ours(&["graph", "lint", "."]);
    run.directory = Some(directory);
    table.new_series();
    table.measure("lint of the given graph-data", &run, "");
    let Some((program, words)) = table.validator.split_first() else { return };
    let validator = Run { program: program.clone(), words: words.to_vec(), ..run.clone() };
    let note = run.beside(&validator).map_or("failed".to_owned(), |(ours, theirs)| {
        let (faster, ours, theirs) = (times(theirs, ours), ms(ours), ms(theirs));
        format!("{ours:.1} ms, validator {theirs:.1} ms: {faster:.1} x as fast, target: 50 x")
    });
    Row::fact("  beside the validator", note);
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
