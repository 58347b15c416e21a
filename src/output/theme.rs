//! The only file that names a color. Color repeats what the words tell and never adds to it.

use owo_colors::{OwoColorize, Style, XtermColors};

/// A yellow that can be read on white as well as on black.
const AMBER: XtermColors = XtermColors::TennOrange;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    pub(crate) color: bool,
}

impl Theme {
    pub(crate) fn heading(self, text: &str) -> String {
        self.paint(text, Style::new().bold())
    }

    pub(crate) fn version(self, text: &str) -> String {
        self.paint(text, Style::new().bold())
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.paint(text, Style::new().green())
    }

    /// A version that is recommended.
    pub(crate) fn recommended(self, text: &str) -> String {
        self.paint(text, Style::new().green().bold())
    }

    /// A version that is not.
    pub(crate) fn not_recommended(self, text: &str) -> String {
        self.warning(text)
    }

    pub(crate) fn warning(self, text: &str) -> String {
        self.paint(text, Style::new().color(AMBER).bold())
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.paint(text, Style::new().red().bold())
    }

    pub(crate) fn hint(self, text: &str) -> String {
        self.paint(text, Style::new().cyan().bold())
    }

    fn paint(self, text: &str, style: Style) -> String {
        if self.color { text.style(style).to_string() } else { text.to_owned() }
    }
}
