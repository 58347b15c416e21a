//! `cargo bench`: what the program costs. Figures are medians of whole runs in one session; compare
//! the ratios, the milliseconds depend on the machine.
//!
//! `cargo bench -- [AREA…] [--against "COMMAND"]` measures only these areas, and runs another client
//! beside ours with the same words. `--graph-data DIR --validator "COMMAND"` measures `graph lint` of
//! this directory, beside a command that is run there.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark prints its figures and ends where something does not hold"
)]

mod data;
mod files;
mod fleet;
mod graphs;
mod live;
mod measure;
mod service;
mod startup;

use std::path::Path;

use measure::{Options, Table};

/// Adds the rows of an area to the table; it may use the directory.
type Measure = fn(&mut Table, &Path);

/// What is measured, by area.
const AREAS: [(&str, Measure); 6] = [
    ("startup", startup::measure),
    ("files", files::measure),
    ("graphs", graphs::measure),
    ("live", live::measure),
    ("service", service::measure),
    ("fleet", fleet::measure),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == measure::PEAK) {
        measure::print_peak(&words[1..]);
        return;
    }
    let (mut wanted, mut options) = (Vec::new(), Options::default());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (flag, value) = match word.split_once('=') {
            Some((flag, value)) => (flag.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        let mut value = || value.clone().or_else(|| words.next()).unwrap_or_default();
        match flag.as_str() {
            "--against" => options.against = apart(&value()),
            "--graph-data" => options.graph_data = Some(value()),
            "--validator" => options.validator = apart(&value()),
            other if other.starts_with('-') => {} // cargo adds --bench
            _ => wanted.push(flag),
        }
    }
    if let Some(unknown) = wanted.iter().find(|word| AREAS.iter().all(|(name, _)| name != word)) {
        let names: Vec<&str> = AREAS.iter().map(|(name, _)| *name).collect();
        println!("no area {unknown:?}. There are: {}", names.join(", "));
        return;
    }
    let mut table = Table::new(options);
    for (name, measure) in AREAS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            let folder = tempfile::tempdir().unwrap();
            table.new_series();
            measure(&mut table, folder.path());
        }
    }
}

/// The words of a command line.
fn apart(command: &str) -> Vec<String> {
    command.split_whitespace().map(str::to_owned).collect()
}
