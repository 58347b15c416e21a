//! The text of a request: what it asks, what speaks against it, how it ended.

use std::fmt::Write;

use super::outcome_text::{differently_hints, headline, replaced_hint, unsent};
use crate::actions::list_updates::text::{image_line, risk_text, risk_title, which_cluster};
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::view::{RequestOutcome, UpdateRequest};
use crate::error::ExitStatus;
use crate::output::parts::risk::RiskView;
use crate::output::text::{self, indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_core::gates::code::FindingCode;
use upgrade_graph::condition::Status;

const UNKNOWN: &str = "an unknown version";

impl Printable for UpdateRequest {
    fn text(&self, layout: &Layout) -> String {
        let failed = self.status() != ExitStatus::Success;
        let mut out = headline(&self.headline(), failed, layout);
        out += &self.particulars(layout);
        if self.refused() {
            // What has changed since it was shown is waived, and must be seen all the same.
            let changed = self.outcome == RequestOutcome::Changed;
            let open = self.findings.iter().filter(|finding| changed || !finding.waived);
            out += &objections(open, self, layout);
            out += &self.advice(layout);
        }
        if let Some((_, next)) = self.stored_differently() {
            out += &differently_hints(next, layout);
        }
        let dry_run = matches!(
            self.outcome,
            RequestOutcome::DryRunClient
                | RequestOutcome::DryRunServer
                | RequestOutcome::WouldBeStoredDifferently
        );
        out + &unsent(dry_run, self.patch.as_ref())
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => Some(lines(self.target.iter().map(|target| &target.version))),
            other => general(self, other, layout),
        }
    }
}

impl UpdateRequest {
    /// What a user confirms: the step, the cluster, and everything that was waived.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let mut out = format!("About to {} {}\n", self.verb(), self.step());
        out += &self.particulars(layout);
        out += &objections(self.waived(), self, layout);
        out.push('\n');
        out
    }

    /// What is waived, for those who are not asked.
    pub(crate) fn waiver_notes(&self) -> Vec<String> {
        self.waived()
            .map(|finding| {
                let flag = finding.waived_by.as_deref().unwrap_or_default();
                let first = finding.message.lines().next().unwrap_or_default();
                let is_risky = finding.code == FindingCode::NotRecommended;
                let risks = self.risks.iter().filter(|risk| risk.applies != Status::False);
                let risks = risks.map(|risk| risk.name.as_str());
                let names: Vec<&str> = risks.filter(|_| is_risky).collect();
                let risks = if names.is_empty() {
                    String::new()
                } else {
                    format!("; risks: {}", names.join(", "))
                };
                format!("{flag} waives: {first}{risks}")
            })
            .collect()
    }

    fn headline(&self) -> String {
        let step = self.step();
        let to = line(&self.label);
        let from = line(self.from.as_deref().unwrap_or(UNKNOWN));
        match self.outcome {
            RequestOutcome::Requested => format!("Requested {} {step}", self.noun()),
            RequestOutcome::AlreadyThere => format!("The cluster is already at {to}"),
            RequestOutcome::AlreadyUpdating => format!("The cluster is already updating to {to}"),
            RequestOutcome::AlreadyRequested => {
                format!("{to} is already requested; the cluster has not taken it up yet")
            }
            RequestOutcome::NothingNewer => format!("Nothing newer than {from} is offered"),
            RequestOutcome::Cleared | RequestOutcome::ClearedTooLate => {
                format!("Took back the request for {to}")
            }
            RequestOutcome::NothingToClear => "There is no request to take back".to_owned(),
            RequestOutcome::Refused => {
                format!("refused to {} {step}; nothing was sent", self.verb())
            }
            RequestOutcome::Replaced => format!("refused to send the {}", self.act()),
            RequestOutcome::StoredDifferently | RequestOutcome::WouldBeStoredDifferently => {
                let (what, _) = self.stored_differently().unwrap_or_default();
                text::sentence(what)
            }
            RequestOutcome::NotConfirmed => {
                format!("not confirmed to {} {step}; nothing was sent", self.verb())
            }
            RequestOutcome::Changed => format!(
                "the cluster changed while the update {step} was asked for, and what speaks \
                 against it is no longer what was shown; nothing was sent"
            ),
            RequestOutcome::DryRunClient => {
                format!("Would send the {}; nothing was sent", self.act())
            }
            RequestOutcome::DryRunServer => {
                format!("The API server would accept the {}; nothing was changed", self.act())
            }
        }
    }

    fn act(&self) -> String {
        match self.target {
            Some(_) => format!("request to {} {}", self.verb(), self.step()),
            None => format!("withdrawal of the request for {}", line(&self.label)),
        }
    }

    fn verb(&self) -> &'static str {
        if self.back { "roll back" } else { "update" }
    }

    fn noun(&self) -> &'static str {
        if self.back { "rollback" } else { "update" }
    }

    fn step(&self) -> String {
        let from = self.from.as_deref().unwrap_or(UNKNOWN);
        format!("from {} to {}", line(from), line(&self.label))
    }

    fn particulars(&self, layout: &Layout) -> String {
        let mut out = which_cluster(&self.cluster, 2, layout);
        let target = self.target.as_ref();
        if let Some(target) = target.filter(|target| target.image.is_some()) {
            out += &image_line(target, 2, layout);
        }
        if let Some(url) = target.and_then(|target| target.url.as_ref()) {
            let _ = writeln!(out, "  URL: {}", line(url));
        }
        if let Some(note) = self.note.as_ref().filter(|_| self.stored_differently().is_none()) {
            out += &indented(&text::message(note), 2, layout.width);
        }
        out
    }

    fn advice(&self, layout: &Layout) -> String {
        let hint = layout.theme.hint("hint:");
        match (&self.command_that_passes, self.outcome) {
            (Some(command), _) => {
                format!(
                    "\n{hint} if you take this on, the command that goes through is:\n  {}\n",
                    line(command)
                )
            }
            (None, RequestOutcome::Refused)
                if self.findings.iter().any(|finding| finding.code == FindingCode::ByTag) =>
            {
                format!("\n{hint} name the image by digest\n")
            }
            (None, RequestOutcome::Refused) if self.findings.len() == 1 => {
                format!("\n{hint} no flag waives this\n")
            }
            (None, RequestOutcome::Refused) => format!("\n{hint} no flag waives all of this\n"),
            (None, RequestOutcome::Replaced) => replaced_hint(layout),
            (None, _) => String::new(),
        }
    }
}

fn objections<'a>(
    findings: impl Iterator<Item = &'a FindingView>,
    request: &UpdateRequest,
    layout: &Layout,
) -> String {
    let mut out = String::new();
    for finding in findings {
        let said = text::message(&finding.message);
        let (first, rest) = said.split_once('\n').unwrap_or((&said, ""));
        out.push('\n');
        out += &indented(first, 2, layout.width);
        out += &indented(rest, 4, layout.width);
        if finding.code == FindingCode::NotRecommended {
            for risk in &request.risks {
                out += &risk_paragraph(risk, &said, layout);
            }
        }
    }
    out
}

fn risk_paragraph(risk: &RiskView, told: &str, layout: &Layout) -> String {
    let title = layout.theme.warning(&risk_title(risk));
    format!("\n    {title}\n{}", risk_text(risk, told, 6, layout))
}
