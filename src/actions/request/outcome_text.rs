//! What the texts of all that is written share: how it ended, and what was or would be sent.

use serde_json::Value;

use crate::output::text::line;
use crate::output::{Layout, json};

/// Returns the first line: an answer, or a complaint.
pub(crate) fn headline(text: &str, refused: bool, layout: &Layout) -> String {
    if refused {
        format!("{} {text}\n", layout.theme.bad("error:"))
    } else {
        format!("{}\n", layout.theme.good(text))
    }
}

/// Returns what to do where the object is another one than was shown.
pub(crate) fn replaced_hint(layout: &Layout) -> String {
    let hint = layout.theme.hint("hint:");
    format!("\n{hint} see that this is the cluster you mean, and run the command again\n")
}

/// Returns what to do where a server stores something else than it was sent.
pub(crate) fn differently_hints(next: &str, layout: &Layout) -> String {
    let hint = layout.theme.hint("hint:");
    let next = Some(next).filter(|next| !next.is_empty());
    let next = next.map(|next| format!("{hint} {}\n", line(next)));
    format!("\n{}{hint} {CHANGES_REQUESTS}\n", next.unwrap_or_default())
}

const CHANGES_REQUESTS: &str =
    "something on the server changes requests on their way in; ask its administrators";

/// Returns the patch of a dry run.
pub(crate) fn unsent(dry_run: bool, patch: Option<&Value>) -> String {
    patch.filter(|_| dry_run).map(|patch| format!("\n{}", json(patch))).unwrap_or_default()
}
