//! `LintReport`: the problems in graph-data, where they are, and how to fix them.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use upgrade_graph::data::{GraphData, LintCode, LintFinding, Severity};

/// The problems in graph-data
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LintReport {
    api_version: ApiVersion,
    kind: Kind,
    /// What was checked: a directory, an archive, or a directory at a revision
    pub(crate) origin: String,
    /// How many files were checked
    pub(crate) files: usize,
    pub(crate) counts: LintCounts,
    /// Sorted by file and position; without allowed findings
    pub(crate) findings: Vec<LintFindingView>,
    pub(crate) warnings: Vec<String>,
    /// The directory of the files, as their prefix
    #[serde(skip)]
    pub(crate) folder: String,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
enum Kind {
    LintReport,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct LintCounts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
    /// Allowed by a flag, or a comment in the file
    pub(crate) allowed: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LintFindingView {
    /// A stable name, which `--allow` takes
    pub(crate) code: LintCode,
    pub(crate) severity: Severity,
    /// Relative to the directory of the graph-data
    pub(crate) file: String,
    /// Starts at 1; a finding about a whole file is at its start
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) problem: String,
    pub(crate) fix: String,
}

impl LintReport {
    /// Makes a report of findings, some of which are allowed.
    pub(crate) fn new(data: &GraphData, findings: &[LintFinding], allowed: usize) -> Self {
        let count = |severity| {
            findings.iter().filter(|finding| finding.code.severity() == severity).count()
        };
        let counts = LintCounts {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            allowed,
        };
        Self {
            api_version: ApiVersion::V1,
            kind: Kind::LintReport,
            origin: data.origin.clone(),
            files: data.files.len(),
            counts,
            findings: findings.iter().map(finding).collect(),
            warnings: Vec::new(),
            folder: String::new(),
        }
    }

    /// Sets the directory of the files, so that tools find them from where they run.
    #[must_use]
    pub(crate) fn below(mut self, folder: &Path) -> Self {
        let folder = folder.display().to_string();
        let folder = folder.trim_start_matches("./").trim_end_matches('/');
        self.folder = match folder {
            "." | "" => String::new(),
            folder => format!("{folder}/"),
        };
        self
    }
}

fn finding(finding: &LintFinding) -> LintFindingView {
    let LintFinding { code, file, spot, problem, fix } = finding;
    LintFindingView {
        code: *code,
        severity: code.severity(),
        file: file.clone(),
        line: spot.line,
        column: spot.column,
        problem: problem.clone(),
        fix: fix.clone(),
    }
}
