//! `LintReport`: what is wrong with graph-data, where, and how it is put right.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::parts::ApiVersion;
use upgrade_graph::data::{GraphData, LintCode, LintFinding, Severity};

/// What is wrong with graph-data
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LintReport {
    api_version: ApiVersion,
    kind: Kind,
    /// What was looked at: a folder, an archive, or a folder at a revision
    pub(crate) origin: String,
    /// How many files were looked at
    pub(crate) files: usize,
    pub(crate) counts: LintCounts,
    /// By file and place; what is allowed is not here
    pub(crate) findings: Vec<LintFindingView>,
    pub(crate) warnings: Vec<String>,
    /// The folder that files are below, as it must stand before them
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
    /// By a flag, or a comment in the file
    pub(crate) allowed: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LintFindingView {
    /// A stable name, by which such findings can be allowed
    pub(crate) code: LintCode,
    pub(crate) severity: Severity,
    /// Below the folder of the graph-data
    pub(crate) file: String,
    /// From one; a finding on a file as a whole is at its start
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) problem: String,
    pub(crate) fix: String,
}

impl LintReport {
    /// Makes a report of findings, of which some are allowed.
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

    /// Says in which folder the files are, so that tools find them from where they run.
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
