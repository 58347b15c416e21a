//! The text of a change of accepted risks: what it is, what speaks against it, how it ended.

use crate::actions::list_updates::text::which_cluster;
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::outcome_text::{differently_hints, headline, replaced_hint, unsent};
use crate::actions::set::outcome::SetOutcome;
use crate::commands::accept::view::RiskAcceptance;
use crate::output::text::{self, indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::gates::code::FindingCode;

impl Printable for RiskAcceptance {
    fn text(&self, layout: &Layout) -> String {
        let outcome = self.outcome;
        let mut out = headline(&self.headline(), outcome.refused() || outcome.failed(), layout);
        out += &which_cluster(&self.cluster, 2, layout);
        if outcome.failed() {
            out += &differently_hints("", layout);
        } else if !outcome.refused() {
            out += &indented(&self.list(), 2, layout.width);
        }
        for idle in &self.idle {
            out += &indented(&text::sentence(idle), 2, layout.width);
        }
        if self.outcome.refused() {
            // What has changed since it was shown may be waived, and must be seen all the same.
            let changed = self.outcome == SetOutcome::Changed;
            let open = self.findings.iter().filter(|finding| changed || !finding.waived);
            out += &objections(open, layout);
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
        let mut out = format!("About to {}\n", self.act());
        out += &which_cluster(&self.cluster, 2, layout);
        out += &objections(self.waived(), layout);
        out.push('\n');
        out
    }

    fn headline(&self) -> String {
        let act = self.act();
        match self.outcome {
            SetOutcome::Set => self.acted(),
            SetOutcome::Unchanged => {
                "The accepted risks are so already; nothing was sent".to_owned()
            }
            SetOutcome::Refused | SetOutcome::Replaced => {
                format!("refused to {act}; nothing was sent")
            }
            SetOutcome::NotConfirmed => format!("not confirmed to {act}; nothing was sent"),
            SetOutcome::Changed => format!(
                "the cluster changed meanwhile: it is now to {act}, which is not what was asked \
                 for at first; nothing was sent"
            ),
            SetOutcome::StoredDifferently | SetOutcome::WouldBeStoredDifferently => {
                text::sentence(self.note.as_deref().unwrap_or_default())
            }
            SetOutcome::DryRunClient => format!("Would {act}; nothing was sent"),
            SetOutcome::DryRunServer => format!("The API server would {act}; nothing was changed"),
        }
    }

    fn act(&self) -> String {
        self.said("accept", "withdraw the acceptance of")
    }

    fn acted(&self) -> String {
        self.said("Accepted", "withdrew the acceptance of")
    }

    fn said(&self, accept: &str, withdraw: &str) -> String {
        let list = |names: &[String]| line(&names.join(", ")).into_owned();
        let (added, removed) = (list(&self.added), list(&self.removed));
        match (self.added.is_empty(), self.removed.is_empty()) {
            (_, true) => format!("{accept} {added}"),
            (false, false) => format!("{accept} {added} and {withdraw} {removed}"),
            // It opens the sentence as the other verb would.
            (true, false) if accept.starts_with('A') => {
                format!("Withdrew the acceptance of {removed}")
            }
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
        let hint = layout.theme.hint("hint:");
        format!("\n{hint} add --allow-unknown to accept a risk before the cluster knows of it\n")
    }
}

fn objections<'a>(findings: impl Iterator<Item = &'a FindingView>, layout: &Layout) -> String {
    let mut out = String::new();
    for finding in findings {
        out.push('\n');
        out += &indented(&text::message(&finding.message), 2, layout.width);
    }
    out
}
