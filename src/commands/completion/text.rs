//! The text of `upgrade completion install`.

use std::fmt::Write;

use crate::commands::completion::view::CompletionInstallation;
use crate::output::text::line;
use crate::output::{Layout, Printable};

impl Printable for CompletionInstallation {
    fn text(&self, layout: &Layout) -> String {
        let mut text = String::new();
        for file in &self.files {
            let verb = match (self.dry_run, file.link_to.is_some()) {
                (false, false) => "Wrote",
                (false, true) => "Linked",
                (true, false) => "Would write",
                (true, true) => "Would link",
            };
            let _ = writeln!(text, "{verb} {}", line(&file.path));
        }
        for hint in &self.hints {
            let _ = writeln!(text, "{} {hint}", layout.theme.hint("hint:"));
        }
        text
    }
}
