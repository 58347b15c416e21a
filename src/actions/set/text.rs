//! The text of a change of channel or upstream.

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::outcome_text::{
    differently_hints, headline, paragraph, reason, replaced_hint, unsent,
};
use crate::actions::set::outcome::SetOutcome;
use crate::actions::set::view::{Kind, ServiceChange};
use crate::output::text::{self, labelled, line, sentence};
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
            out += &differently_hints(&[], layout);
            return out + &unsent(outcome.is_dry_run(), self.patch.as_ref());
        }
        out += &unsent(self.outcome.is_dry_run(), self.patch.as_ref());
        for (title, versions) in [("Gained", &self.gained), ("Lost", &self.lost)] {
            if !versions.is_empty() {
                out += &labelled(title, &line(&versions.join(", ")), 2, layout.width);
            }
        }
        if let Some(note) = &self.note {
            out += &text::indented(&text::message(note), 2, layout.width);
        } else if self.updates.is_some() && self.gained.is_empty() && self.lost.is_empty() {
            out += "  Available updates did not change\n";
        }
        if let Some(updates) = &self.updates {
            out.push('\n');
            out += &updates.text(layout);
        }
        if !self.hints.is_empty() {
            out.push('\n');
        }
        out + &self.hints.iter().map(|hint| hint.text(layout)).collect::<String>()
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
            SetOutcome::Unchanged => format!("The {what} is already {to}"),
            SetOutcome::DryRunClient => {
                format!("Would set the {what} from {from} to {to} (dry run)")
            }
            SetOutcome::DryRunServer => {
                format!("Validated setting the {what} from {from} to {to} (server dry run)")
            }
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::Refused => {
                let because = reason(&self.refusing());
                format!("cannot set the {what} from {from} to {to}: {because}")
            }
            SetOutcome::Replaced => format!("cannot set the {what} from {from} to {to}"),
            SetOutcome::NotConfirmed => "canceled: the cluster was not changed".to_owned(),
            SetOutcome::Changed => {
                format!("the {what} changed during the request. Run the command again")
            }
        }
    }

    fn refusal(&self, layout: &Layout) -> String {
        let mut out = String::new();
        match self.outcome {
            SetOutcome::Replaced => {
                let how = text::message(self.note.as_deref().unwrap_or_default());
                out.push('\n');
                out += &text::indented(&how, 2, layout.width);
                out += &replaced_hint(layout);
            }
            SetOutcome::Set
            | SetOutcome::Unchanged
            | SetOutcome::NotConfirmed
            | SetOutcome::Changed
            | SetOutcome::StoredDifferently
            | SetOutcome::WouldBeStoredDifferently
            | SetOutcome::DryRunClient
            | SetOutcome::DryRunServer => {}
            SetOutcome::Refused => {
                let findings = self.refusing();
                for finding in &findings {
                    out += &paragraph(finding, findings.len() > 1, layout);
                }
                out.push('\n');
                out += &self.hints.iter().map(|hint| hint.text(layout)).collect::<String>();
            }
        }
        out
    }

    fn refusing(&self) -> Vec<&FindingView> {
        self.findings.iter().filter(|finding| !finding.waived).collect()
    }
}
