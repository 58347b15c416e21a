//! The text of a change of channel or upstream.

use std::fmt::Write;

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::outcome_text::{differently_hints, headline, replaced_hint, unsent};
use crate::actions::set::outcome::SetOutcome;
use crate::actions::set::view::{Kind, ServiceChange};
use crate::output::text::{self, line, sentence};
use crate::output::{Format, Layout, Printable, general};

impl Printable for ServiceChange {
    fn text(&self, layout: &Layout) -> String {
        let outcome = self.outcome;
        let mut out = headline(&self.headline(), outcome.refused() || outcome.failed(), layout);
        out += &which_cluster(&self.cluster, 2, layout);
        if outcome.refused() {
            return out + &self.refusal(layout);
        }
        if outcome.failed() {
            out += &differently_hints("", layout);
            return out + &unsent(outcome.is_dry_run(), self.patch.as_ref());
        }
        out += &unsent(self.outcome.is_dry_run(), self.patch.as_ref());
        for (title, versions) in [("Gained", &self.gained), ("Lost", &self.lost)] {
            if !versions.is_empty() {
                let _ = writeln!(out, "  {title}: {}", line(&versions.join(", ")));
            }
        }
        if let Some(note) = &self.note {
            out += &text::indented(&text::message(note), 2, layout.width);
        } else if self.updates.is_some() && self.gained.is_empty() && self.lost.is_empty() {
            out += "  It offers what it offered before\n";
        }
        if let Some(updates) = &self.updates {
            out.push('\n');
            out += &updates.text(layout);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                let updates = self.updates.as_ref();
                Some(updates.and_then(|updates| updates.print(format, layout)).unwrap_or_default())
            }
            other => general(self, other, layout),
        }
    }
}

impl ServiceChange {
    fn headline(&self) -> String {
        let what = match self.kind {
            Kind::ChannelChange => "channel",
            Kind::UpstreamChange => "upstream",
        };
        let name = |text: &Option<String>| line(text.as_deref().unwrap_or("none")).into_owned();
        let (from, to) = (name(&self.from), name(&self.to));
        match self.outcome {
            SetOutcome::Set if self.to.is_none() => format!("Cleared the {what}, which was {from}"),
            SetOutcome::Set => format!("Set the {what} from {from} to {to}"),
            SetOutcome::Unchanged => format!("The {what} is {to} already"),
            SetOutcome::DryRunClient => {
                format!("Would set the {what} from {from} to {to}; nothing was sent")
            }
            SetOutcome::DryRunServer => {
                format!(
                    "The API server would set the {what} from {from} to {to}; nothing was stored"
                )
            }
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::Refused
            | SetOutcome::NotConfirmed
            | SetOutcome::Changed
            | SetOutcome::Replaced => {
                format!("refused to set the {what} from {from} to {to}; nothing was sent")
            }
        }
    }

    fn refusal(&self, layout: &Layout) -> String {
        let mut out = String::new();
        match self.outcome {
            SetOutcome::NotConfirmed => out += "\n  You did not agree\n",
            SetOutcome::Changed => {
                out += "\n  The cluster changed while you were asked; what was shown no longer holds\n";
            }
            SetOutcome::Replaced => {
                let how = text::message(self.note.as_deref().unwrap_or_default());
                out.push('\n');
                out += &text::indented(&how, 2, layout.width);
                out += &replaced_hint(layout);
            }
            SetOutcome::Set
            | SetOutcome::Unchanged
            | SetOutcome::Refused
            | SetOutcome::StoredDifferently
            | SetOutcome::WouldBeStoredDifferently
            | SetOutcome::DryRunClient
            | SetOutcome::DryRunServer => {
                for finding in self.findings.iter().filter(|finding| !finding.waived) {
                    out.push('\n');
                    out += &text::indented(&text::message(&finding.message), 2, layout.width);
                }
            }
        }
        let hint = layout.theme.hint("hint:");
        if !self.nearest.is_empty() {
            let near = sentence(&self.nearest.join(", "));
            let _ = writeln!(out, "\n{hint} did you mean {near}?");
        }
        if let Some(command) = &self.command_that_passes {
            let _ = writeln!(out, "{hint} if you mean it: {}", line(command));
        }
        out
    }
}
