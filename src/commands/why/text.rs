//! The text of an explanation: the cause, what could not be checked, the next command.

use crate::actions::list_updates::text::{risk_text, risk_title};
pub(crate) use crate::commands::graph::evaluate::text::within;
use crate::commands::why::view::{Explanation, NotCheckedView};
use crate::output::text::{self, capitalized, labelled, line};
use crate::output::{Layout, Printable};
use upgrade_core::why::Check;

impl Printable for Explanation {
    fn text(&self, layout: &Layout) -> String {
        let mut lines = self.message.trim().lines();
        let sentence = text::sentence(lines.next().unwrap_or_default());
        let mut out = text::indented(&capitalized(&sentence), 0, layout.width);
        let said: Vec<&str> = lines.collect();
        out += &text::indented(&text::message(&said.join("\n")), 2, layout.width);
        if let Some(expression) = &self.expression {
            out += &labelled("Blocked by", &line(expression), 0, layout.width);
        }
        for risk in &self.risks {
            out.push('\n');
            out += &text::indented(&risk_title(risk), 2, layout.width);
            out += &risk_text(risk, &self.message, 4, layout);
        }
        out += &self.surroundings(layout);
        out.push('\n');
        for next in &self.next {
            let purpose = format!("{}, run:", capitalized(&line(&next.purpose)));
            out += &text::with_command(&purpose, &next.command, layout.width);
        }
        out
    }
}

impl Explanation {
    fn surroundings(&self, layout: &Layout) -> String {
        let mut out = String::new();
        if !self.nearest.is_empty() {
            out += &labelled("Similar versions", &line(&self.nearest.join(", ")), 0, layout.width);
        }
        if let Some(graph) = &self.graph {
            let looked = format!("{}{}", line(&graph.origin), within(graph));
            out += &labelled("Searched", &looked, 0, layout.width);
        }
        for checks in self.not_checked.chunk_by(|a, b| a.why == b.why) {
            let what: Vec<&str> = checks.iter().map(|missed| checked(missed.check)).collect();
            let NotCheckedView { why, .. } = &checks[0];
            let said = format!("{} ({})", what.join(", "), text::sentence(why));
            out += &labelled("Could not check", &said, 0, layout.width);
        }
        if out.is_empty() { out } else { format!("\n{out}") }
    }
}

/// Returns what is checked, for a sentence.
fn checked(check: Check) -> &'static str {
    match check {
        Check::Form => "whether it is a version",
        Check::Current => "whether it is the current version",
        Check::Age => "whether it is older",
        Check::Architecture => "whether it is of another architecture",
        Check::Retrieval => "whether available updates are current",
        Check::Lists => "whether the cluster reports it",
        Check::Blocks => "whether the graph blocks it",
        Check::Channels => "which channels contain it",
        Check::Edges => "whether there is an update to it",
        Check::Existence => "whether the version exists",
    }
}
