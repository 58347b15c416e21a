//! Findings for tools that annotate lines: SARIF and GitHub annotations.

use serde_json::{Value, json};

use crate::commands::graph::lint::view::{LintFindingView, LintReport};
use crate::output::json as written;
use crate::output::text::sentence;
use upgrade_graph::data::{LintCode, Severity};

pub(crate) fn github(report: &LintReport) -> String {
    report.findings.iter().map(|one| annotation(report, one)).collect()
}

pub(crate) fn sarif(report: &LintReport) -> String {
    let rules: Vec<Value> = LintCode::all()
        .map(|code| {
            json!({
                "id": code,
                "shortDescription": {"text": code.about()},
                "defaultConfiguration": {"level": level(code.severity())},
            })
        })
        .collect();
    let result = |finding: &LintFindingView| {
        let LintFindingView { code, severity, file, line, column, .. } = finding;
        json!({
            "ruleId": code,
            "level": level(*severity),
            "message": {"text": message(finding)},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": uri(&format!("{}{file}", report.folder))},
                "region": {"startLine": line, "startColumn": column},
            }}],
        })
    };
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    written(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "upgrade graph lint",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn message(finding: &LintFindingView) -> String {
    format!("{}; fix: {}", finding.problem, finding.fix)
}

/// Percent-encodes characters that have a meaning in a URL.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+@=,!$'()*".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Writes a GitHub workflow command, with its separators escaped.
fn annotation(report: &LintReport, finding: &LintFindingView) -> String {
    let LintFindingView { code, severity, file, line, column, .. } = finding;
    let command = if *severity == Severity::Note { "notice" } else { level(*severity) };
    let value = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let file = value(&format!("{}{file}", report.folder));
    let (text, code) = (escaped(&message(finding)), code.name());
    format!("::{command} file={file},line={line},col={column},title={code}::{text}\n")
}

fn escaped(text: &str) -> String {
    sentence(text).replace('%', "%25")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_part_of_an_annotation_does_not_stand_in_it() {
        assert_eq!(escaped("50% of\nall"), "50%25 of all");
        assert_eq!(uri("a b/4.3.29+s390x.yaml#é"), "a%20b/4.3.29+s390x.yaml%23%C3%A9");
    }
}
