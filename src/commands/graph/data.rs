//! What the commands on graph-data begin with: reading it, and whether it can be relied on.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::domain::graph::build::Mode;
use crate::domain::graph_data::{Code, Finding, GraphData};
use crate::error::{Error, Result};
use crate::source::graph_data;
use crate::source::stamp::Stamp;
use crate::translate::graph_data::File;

/// Where the graph-data is.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DataArgs {
    /// Read graph-data from this folder or .tar.gz; `-` is a .tar.gz at standard input
    #[arg(long, value_name = "DIR|FILE|-", help_heading = "Graph-data")]
    graph_data: PathBuf,
    /// Read what was committed at this revision of the checkout
    #[arg(long, value_name = "REVISION", help_heading = "Graph-data")]
    rev: Option<String>,
}

impl DataArgs {
    pub(super) fn new(path: &Path, revision: Option<&str>) -> Self {
        Self { graph_data: path.to_owned(), rev: revision.map(str::to_owned) }
    }

    /// Reads the files of graph-data.
    pub(super) fn files(&self) -> Result<(String, Vec<File>)> {
        graph_data::read(&self.graph_data, self.rev.as_deref())
    }

    /// Returns what tells one state of it from another.
    pub(super) fn stamp(&self) -> Stamp {
        graph_data::stamp(&self.graph_data, self.rev.as_deref())
    }

    pub(super) fn path(&self) -> &Path {
        &self.graph_data
    }

    /// Reads graph-data, be it sound or not.
    pub(super) fn load(&self) -> Result<GraphData> {
        graph_data::load(&self.graph_data, self.rev.as_deref())
    }
}

/// Refuses to read standard input for two things.
pub(super) fn once<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    match paths.into_iter().filter(|path| *path == Path::new("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(Error::usage(anyhow!("standard input can be read once"))),
    }
}

/// Refuses graph-data of which something could not be read, with all that is wrong with it.
pub(super) fn sound(data: &GraphData) -> Result<()> {
    refuse(data, data.faults())
}

/// Refuses graph-data that nothing may be recommended by.
pub(super) fn servable(data: &GraphData) -> Result<()> {
    refuse(data, data.findings.iter().filter(|finding| is_unfit(finding)))
}

/// Returns whether a finding keeps graph-data from being served.
pub(super) fn is_unfit(finding: &Finding) -> bool {
    finding.code.is_fatal()
}

/// Refuses graph-data that the shipped update service refuses: it minds the layout and the metadata
/// of old releases, and passes over other files that it cannot read.
pub(super) fn served(data: &GraphData) -> Result<()> {
    let minds = |file: &str| !file.contains('/') || file.starts_with("raw/");
    refuse(data, data.faults().filter(|finding| minds(&finding.file)))
}

fn refuse<'a>(data: &GraphData, faults: impl Iterator<Item = &'a Finding>) -> Result<()> {
    let faults: Vec<String> = faults.map(place).collect();
    let problem = match faults.len() {
        0 => return Ok(()),
        1 => "it has an error".to_owned(),
        count => format!("it has {count} errors"),
    };
    let error = Error::new("BadData", anyhow!("{} cannot be relied on: {problem}", data.origin));
    Err(faults.into_iter().fold(error, Error::hint))
}

/// Returns what is doubtful, as warnings, and what is made of it; where errors were passed over,
/// these.
pub(super) fn doubts(data: &GraphData, mode: Mode) -> Vec<String> {
    let tell = |finding: &Finding| match (finding.code, mode) {
        (Code::IncompleteRisk, Mode::Closed) => {
            format!("{}; here it is blocked for all", place(finding))
        }
        _ => place(finding),
    };
    data.findings.iter().map(tell).collect()
}

fn place(finding: &Finding) -> String {
    let Finding { file, spot, problem, .. } = finding;
    format!("{file}:{}:{}: {problem}", spot.line, spot.column)
}
