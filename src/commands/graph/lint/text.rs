//! The text of lint findings: by file, each with its position and its fix.

use std::fmt::Write;

use crate::commands::graph::lint::ci_text;
use crate::commands::graph::lint::view::{LintCounts, LintFindingView, LintReport};
use crate::output::text::{indented, line, sentence};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::data::Severity;

impl Printable for LintReport {
    fn text(&self, layout: &Layout) -> String {
        let mut out = String::new();
        for findings in self.findings.chunk_by(|a, b| a.file == b.file) {
            let file = findings.first().map_or("", |finding| finding.file.as_str());
            let _ = writeln!(out, "{}", layout.theme.heading(&line(file)));
            for finding in findings {
                out += &one(finding, layout);
            }
            out.push('\n');
        }
        let _ = writeln!(out, "{}", summary(self));
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.findings.iter().map(|finding| finding.code.name()))),
            Format::Sarif => Some(ci_text::sarif(self)),
            Format::Github => Some(ci_text::github(self)),
            other => general(self, other, layout),
        }
    }
}

fn one(finding: &LintFindingView, layout: &Layout) -> String {
    let severity = match finding.severity {
        Severity::Error => layout.theme.bad("error"),
        Severity::Warning => layout.theme.warning("warning"),
        Severity::Note => layout.theme.hint("note"),
    };
    let LintFindingView { code, line, column, .. } = finding;
    let mut out = format!("  {line}:{column} {severity} {}\n", code.name());
    out += &indented(&sentence(&finding.problem), 4, layout.width);
    out += &indented(&sentence(&format!("fix: {}", finding.fix)), 4, layout.width);
    out
}

fn summary(report: &LintReport) -> String {
    let LintCounts { errors, warnings, notes, allowed } = report.counts;
    let count = |number: usize, word: &str| {
        let s = if number == 1 { "" } else { "s" };
        (number > 0).then(|| format!("{number} {word}{s}"))
    };
    let found = [count(errors, "error"), count(warnings, "warning"), count(notes, "note")];
    let found: Vec<String> = found.into_iter().flatten().collect();
    let found = if found.is_empty() { "no findings".to_owned() } else { found.join(", ") };
    let allowed = if allowed > 0 { format!(" ({allowed} allowed)") } else { String::new() };
    let files = count(report.files, "file").unwrap_or_else(|| "no files".to_owned());
    format!("{}: {files}, {found}{allowed}", sentence(&report.origin))
}
