//! The text of a change of accepted risks: what it does, the checks that failed, and the result.

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::outcome_text::{
    differently_hints, headline, paragraph, reason, replaced_hint, unsent,
};
use crate::actions::set::outcome::SetOutcome;
use crate::commands::accept::view::RiskAcceptance;
use crate::error::Hint;
use crate::output::text::{self, capitalized, indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::gates::code::FindingCode;

impl Printable for RiskAcceptance {
    fn text(&self, layout: &Layout) -> String {
        let outcome = self.outcome;
        let mut out = headline(&self.headline(), outcome.refused() || outcome.failed(), layout);
        out += &which_cluster(&self.cluster, 2, layout);
        if outcome.failed() {
            out += &differently_hints(&[], layout);
        } else if !outcome.refused() {
            out += &indented(&self.list(), 2, layout.width);
        }
        for idle in &self.idle {
            out += &indented(&text::sentence(idle), 2, layout.width);
        }
        if self.outcome.refused() {
            let refusing = self.refusing();
            let is_named = refusing.len() > 1 || outcome == SetOutcome::Changed;
            out += &objections(refusing, is_named, layout);
            out += &self.advice(layout);
        }
        if outcome == SetOutcome::Replaced {
            let how = text::message(self.note.as_deref().unwrap_or_default());
            out += &indented(&how, 2, layout.width);
            out += &replaced_hint(layout);
        }
        out + &unsent(self.outcome.is_dry_run(), self.patch.as_ref())
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Name => Some(lines(&self.after)),
            other => general(self, other, layout),
        }
    }
}

impl RiskAcceptance {
    /// What a user confirms.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let mut out = format!("{}\n", capitalized(&self.act()));
        out += &which_cluster(&self.cluster, 2, layout);
        out += &objections(self.waived().collect(), true, layout);
        out.push('\n');
        out
    }

    fn headline(&self) -> String {
        let act = self.act();
        match self.outcome {
            SetOutcome::Set => self.acted(),
            SetOutcome::Unchanged => {
                let none = self.after.is_empty();
                let said =
                    if none { "no risks are accepted" } else { "these risks are already accepted" };
                format!("No change: {said}")
            }
            SetOutcome::Refused => format!("cannot {act}: {}", reason(&self.refusing())),
            SetOutcome::Replaced => format!("cannot {act}"),
            SetOutcome::NotConfirmed => "canceled: the cluster was not changed".to_owned(),
            SetOutcome::Changed => format!(
                "the cluster changed during the request: it would now {act}. Run the command again"
            ),
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                text::sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::DryRunClient => format!("Would {act} (dry run)"),
            SetOutcome::DryRunServer => format!("Validated (server dry run): {act}"),
        }
    }

    fn act(&self) -> String {
        self.said("accept", "stop accepting")
    }

    fn acted(&self) -> String {
        capitalized(&self.said("accepted", "stopped accepting"))
    }

    fn said(&self, accept: &str, withdraw: &str) -> String {
        let list = |names: &[String]| line(&names.join(", ")).into_owned();
        let (added, removed) = (list(&self.added), list(&self.removed));
        match (self.added.is_empty(), self.removed.is_empty()) {
            (_, true) => format!("{accept} {added}"),
            (false, false) => format!("{accept} {added} and {withdraw} {removed}"),
            (true, false) => format!("{withdraw} {removed}"),
        }
    }

    fn list(&self) -> String {
        match self.after.as_slice() {
            [] => "Accepted risks: none".to_owned(),
            names => format!("Accepted risks: {}", line(&names.join(", "))),
        }
    }

    fn advice(&self, layout: &Layout) -> String {
        let unknown = self.findings.iter().any(|finding| finding.code == FindingCode::UnknownRisk);
        let closed = self.findings.iter().any(|finding| finding.waived_by.is_none());
        if self.outcome != SetOutcome::Refused || !unknown || closed {
            return String::new();
        }
        let hint =
            Hint::from("to accept a risk that the cluster does not report, add --allow-unknown");
        format!("\n{}", hint.text(layout))
    }

    /// Returns the findings that refuse the change. What changed since it was shown is included
    /// even if it is overridden.
    fn refusing(&self) -> Vec<&FindingView> {
        let changed = self.outcome == SetOutcome::Changed;
        self.findings.iter().filter(|finding| changed || !finding.waived).collect()
    }
}

fn objections(findings: Vec<&FindingView>, is_named: bool, layout: &Layout) -> String {
    findings.into_iter().map(|finding| paragraph(finding, is_named, layout)).collect()
}
