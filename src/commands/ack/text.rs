//! The text of an acknowledgement: what it is of, what speaks against it, how it ended.

use std::fmt::Write;

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::outcome_text::{differently_hints, headline, replaced_hint, unsent};
use crate::actions::set::outcome::SetOutcome;
use crate::commands::ack::list_view::GateView;
use crate::commands::ack::view::GateAcknowledgement;
use crate::output::text::{self, indented, line};
use crate::output::{Format, Layout, Printable, general, lines};

impl Printable for GateAcknowledgement {
    fn text(&self, layout: &Layout) -> String {
        let outcome = self.outcome;
        let mut out = headline(&self.headline(), outcome.refused() || outcome.failed(), layout);
        out += &which_cluster(&self.cluster, 2, layout);
        if let Some(note) = self.note.as_ref().filter(|_| !outcome.failed()) {
            let note = text::message(note);
            let (first, rest) = note.split_once('\n').unwrap_or((&note, ""));
            out += &indented(first, 2, layout.width);
            out += &indented(rest, 4, layout.width);
        }
        for finding in &self.findings {
            out.push('\n');
            out += &indented(&text::message(&finding.message), 2, layout.width);
        }
        if outcome == SetOutcome::Changed {
            out += &self.texts(layout);
        }
        if outcome == SetOutcome::Replaced {
            out += &replaced_hint(layout);
        }
        if outcome.failed() {
            out += &differently_hints("", layout);
        }
        out + &unsent(outcome.is_dry_run(), self.patch.as_ref())
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(self.gates.iter().map(|gate| &gate.name))),
            other => general(self, other, layout),
        }
    }
}

impl GateAcknowledgement {
    /// What a user confirms: every gate with its text.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let mut out = format!("About to acknowledge {}\n", self.count());
        out += &which_cluster(&self.cluster, 2, layout);
        out += &self.texts(layout);
        out.push('\n');
        out
    }

    fn texts(&self, layout: &Layout) -> String {
        let mut out = String::new();
        let open = |gate: &&GateView| self.added.contains(&gate.name);
        for gate in self.gates.iter().filter(open) {
            let _ = write!(out, "\n  {}\n", layout.theme.warning(&line(&gate.name)));
            out += &indented(&text::message(&gate.text), 4, layout.width);
        }
        out
    }

    fn headline(&self) -> String {
        let what = line(&self.added.join(", ")).into_owned();
        match self.outcome {
            SetOutcome::Set => format!("Acknowledged {what}"),
            SetOutcome::Unchanged => self.nothing_to_do(),
            SetOutcome::Refused | SetOutcome::Replaced => {
                format!("refused to acknowledge {what}; nothing was sent")
            }
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                text::sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::NotConfirmed => {
                format!("not confirmed to acknowledge {what}; nothing was sent")
            }
            SetOutcome::Changed => format!(
                "the gates changed meanwhile: it is now to acknowledge {what}, which is not what was \
                 shown at first; nothing was sent"
            ),
            SetOutcome::DryRunClient => format!("Would acknowledge {what}; nothing was sent"),
            SetOutcome::DryRunServer => {
                format!("The API server would acknowledge {what}; nothing was changed")
            }
        }
    }

    fn nothing_to_do(&self) -> String {
        let names: Vec<&str> = self.gates.iter().map(|gate| gate.name.as_str()).collect();
        match (names.as_slice(), &self.minor) {
            ([], Some(minor)) => format!("No admin gate of {} is open", line(minor)),
            ([], None) => "No admin gate is known to be open".to_owned(),
            ([name], _) => format!("{} is acknowledged already", line(name)),
            (names, _) => format!("{} are acknowledged already", line(&names.join(", "))),
        }
    }

    fn count(&self) -> String {
        match self.added.len() {
            1 => "an admin gate".to_owned(),
            count => format!("{count} admin gates"),
        }
    }
}
