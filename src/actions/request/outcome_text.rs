//! What the texts of all that is written share: how it ended, and what was or would be sent.

use serde_json::Value;

use crate::output::{Layout, json};

/// Returns the first line: an answer, or a complaint.
pub(crate) fn headline(text: &str, refused: bool, layout: &Layout) -> String {
    if refused {
        format!("{} {text}\n", layout.theme.bad("error:"))
    } else {
        format!("{}\n", layout.theme.good(text))
    }
}

/// Returns the patch of a dry run.
pub(crate) fn unsent(dry_run: bool, patch: Option<&Value>) -> String {
    patch.filter(|_| dry_run).map(|patch| format!("\n{}", json(patch))).unwrap_or_default()
}
