//! What to do next: advice, and its command on a line of its own.

use super::{Layout, text};
use crate::error::Hint;

impl Hint {
    /// Writes the advice and, on a line of its own, the command.
    pub(crate) fn text(&self, layout: &Layout) -> String {
        let label = layout.theme.hint("hint:");
        self.written(&format!("{label} {}", text::sentence(&self.advice)), layout)
    }

    /// Writes the same as the end of a paragraph: `before` and the advice as a sentence.
    pub(crate) fn sentence(&self, before: &str, layout: &Layout) -> String {
        let sentence = format!("{before}. {}", text::capitalized(&self.advice));
        self.written(&text::sentence(&sentence), layout)
    }

    fn written(&self, advice: &str, layout: &Layout) -> String {
        let mut out = text::indented(advice, 0, layout.width);
        if let Some(command) = &self.command {
            out += &text::command(command, layout.width);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::theme::Theme;

    fn layout(width: Option<usize>) -> Layout {
        Layout { width, theme: Theme { color: false }, wide: false }
    }

    #[test]
    fn a_command_stands_on_its_own_line_for_people_and_on_the_same_for_programs() {
        let hint = Hint::run("to see why", "upgrade why 4.7.44");
        assert_eq!(hint.text(&layout(None)), "hint: to see why, run:\n  upgrade why 4.7.44\n");
        assert_eq!(hint.to_string(), "to see why, run: upgrade why 4.7.44");
        assert_eq!(serde_json::to_value(&hint).unwrap(), "to see why, run: upgrade why 4.7.44");
        assert_eq!(Hint::from("use a digest").text(&layout(None)), "hint: use a digest\n");
    }

    #[test]
    fn advice_wraps_and_a_command_continues_with_a_backslash() {
        let hint = Hint::run(
            "to accept only these risks, for this request",
            "upgrade --lab --to 4.7.4 --allow-not-recommended --accept A",
        );
        assert_eq!(
            hint.text(&layout(Some(40))),
            "hint: to accept only these risks, for\n\
             this request, run:\n  \
             upgrade --lab --to 4.7.4 \\\n    \
             --allow-not-recommended --accept A\n"
        );
    }
}
