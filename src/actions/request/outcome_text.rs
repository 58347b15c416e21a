//! What the texts of all writes share: the headline, the findings, the hints and the patch.

use serde_json::Value;

use crate::actions::request::finding_view::FindingView;
use crate::error::Hint;
use crate::output::text::{self, indented};
use crate::output::{Layout, json};
use upgrade_core::gates::Words;

/// Returns the first line: a result or an error.
pub(crate) fn headline(text: &str, refused: bool, layout: &Layout) -> String {
    if refused {
        indented(&format!("{} {text}", layout.theme.bad("error:")), 0, layout.width)
    } else {
        format!("{}\n", layout.theme.good(text))
    }
}

/// Returns why something is refused: the only finding, or how many there are.
pub(crate) fn reason(findings: &[&FindingView]) -> String {
    match findings {
        [finding] => text::sentence(&finding.words.summary),
        findings => format!("{} safety checks failed", findings.len()),
    }
}

/// Describes a finding; unless `is_named`, the headline has its summary.
pub(crate) fn paragraph(finding: &FindingView, is_named: bool, layout: &Layout) -> String {
    let Words { state, detail, .. } = &finding.words;
    let first = match state {
        _ if is_named => finding.words.first_line(),
        Some(state) => state.clone(),
        None => String::new(),
    };
    let detail = text::message(detail);
    if first.is_empty() && detail.is_empty() {
        return String::new();
    }
    let indent = if first.is_empty() { 2 } else { 4 };
    let first = indented(&text::sentence(&first), 2, layout.width);
    format!("\n{first}{}", indented(&detail, indent, layout.width))
}

/// Returns what to do if the object is not the one that was shown.
pub(crate) fn replaced_hint(layout: &Layout) -> String {
    let hint = Hint::from("check that this is the cluster you mean, and run the command again");
    format!("\n{}", hint.text(layout))
}

/// Returns what to do if a server stores something else than was sent.
pub(crate) fn differently_hints(next: &[Hint], layout: &Layout) -> String {
    let hints = next.iter().cloned().chain([CHANGES_REQUESTS.into()]);
    format!("\n{}", hints.map(|hint| hint.text(layout)).collect::<String>())
}

const CHANGES_REQUESTS: &str = "an admission webhook may have changed the request";

/// Returns the patch of a dry run.
pub(crate) fn unsent(dry_run: bool, patch: Option<&Value>) -> String {
    patch.filter(|_| dry_run).map(|patch| format!("\n{}", json(patch))).unwrap_or_default()
}
