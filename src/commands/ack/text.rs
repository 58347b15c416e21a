//! The text of an acknowledgment: the gates, the checks that failed, and the result.

use std::fmt::Write;

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::outcome_text::{
    differently_hints, headline, paragraph, reason, replaced_hint, unsent,
};
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
        for finding in self.findings.iter().filter(|_| self.findings.len() > 1) {
            out += &paragraph(finding, true, layout);
        }
        if outcome == SetOutcome::Changed {
            out += &self.texts(layout);
        }
        if outcome == SetOutcome::Replaced {
            out += &replaced_hint(layout);
        }
        if outcome.failed() {
            out += &differently_hints(&[], layout);
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
        let mut out = format!("Acknowledge {}\n", self.count());
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
            SetOutcome::Refused => {
                let findings: Vec<&FindingView> = self.findings.iter().collect();
                format!("cannot acknowledge {what}: {}", reason(&findings))
            }
            SetOutcome::Replaced => format!("cannot acknowledge {what}"),
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                text::sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::NotConfirmed => "canceled: the cluster was not changed".to_owned(),
            SetOutcome::Changed => format!(
                "the admin gates changed during the request: it would now acknowledge {what}. Review \
                 them and run the command again"
            ),
            SetOutcome::DryRunClient => format!("Would acknowledge {what} (dry run)"),
            SetOutcome::DryRunServer => {
                format!("Validated acknowledging {what} (server dry run)")
            }
        }
    }

    fn nothing_to_do(&self) -> String {
        let names: Vec<&str> = self.gates.iter().map(|gate| gate.name.as_str()).collect();
        match (names.as_slice(), &self.minor) {
            ([], Some(minor)) => format!("All admin gates of {} are acknowledged", line(minor)),
            ([], None) => "No admin gates to acknowledge".to_owned(),
            ([name], _) => format!("{} is already acknowledged", line(name)),
            (names, _) => format!("{} are already acknowledged", line(&names.join(", "))),
        }
    }

    fn count(&self) -> String {
        match self.added.len() {
            1 => "1 admin gate".to_owned(),
            count => format!("{count} admin gates"),
        }
    }
}
