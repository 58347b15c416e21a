//! Text made fit for XML: nothing in it is taken for markup, and all of it may stand there.

use super::Px;
use crate::output::text::line;

/// Escapes text, after it was made safe as for a terminal: what is left XML has a place for.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn text(x: Px, y: Px, class: &str, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(text))
}

/// Writes an element with a tooltip.
pub(super) fn titled(element: &str, class: &str, attributes: &str, title: &str) -> String {
    let title = escaped(title);
    format!("<{element} class=\"{class}\" {attributes}><title>{title}</title></{element}>\n")
}
