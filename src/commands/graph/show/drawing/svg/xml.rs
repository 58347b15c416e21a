//! Elements with text, in which nothing is taken for markup.

use super::Px;
pub(super) use crate::output::escape::markup as escaped;

pub(super) fn text(x: Px, y: Px, class: &str, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(text))
}

/// Writes an element with a tooltip.
pub(super) fn titled(element: &str, class: &str, attributes: &str, title: &str) -> String {
    let title = escaped(title);
    format!("<{element} class=\"{class}\" {attributes}><title>{title}</title></{element}>\n")
}
