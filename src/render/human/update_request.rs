//! The text of a request: what it asks, what speaks against it, how it ended.

use std::fmt::Write;

use super::update_list::{risk_title, which_cluster};
use crate::render::text::{self, indented, line};
use crate::render::{Human, Layout, json};
use crate::view::finding::FindingView;
use crate::view::update_list::RiskView;
use crate::view::update_request::{Outcome, UpdateRequest};

impl Human for UpdateRequest {
    fn human(&self, layout: &Layout) -> String {
        let step = self.step();
        let to = line(&self.target.version);
        let headline = match self.outcome {
            Outcome::Requested => format!("Requested update {step}"),
            Outcome::AlreadyThere => format!("The cluster is already at {to}"),
            Outcome::AlreadyUpdating => format!("The cluster is already updating to {to}"),
            Outcome::AlreadyRequested => {
                format!("{to} is already requested; the cluster has not taken it up yet")
            }
            Outcome::Refused => format!("refused to update {step}; nothing was sent"),
            Outcome::NotConfirmed => format!("not confirmed to update {step}; nothing was sent"),
            Outcome::Changed => format!(
                "the cluster changed while the update {step} was asked for, and what speaks \
                 against it is no longer what was shown; nothing was sent"
            ),
            Outcome::DryRunClient => format!("Would request update {step}; nothing was sent"),
            Outcome::DryRunServer => {
                format!("The API server would accept the update {step}; nothing was changed")
            }
        };
        let mut out = if self.refused() {
            format!("{} {headline}\n", layout.theme.bad("error:"))
        } else {
            format!("{}\n", layout.theme.good(&headline))
        };
        out += &self.particulars(layout);
        if self.refused() {
            out +=
                &objections(self.findings.iter().filter(|finding| !finding.waived), self, layout);
            out += &self.advice(layout);
        }
        if let (Outcome::DryRunClient | Outcome::DryRunServer, Some(patch)) =
            (self.outcome, &self.patch)
        {
            let _ = write!(out, "\n{}", json(patch));
        }
        out
    }

    fn versions(&self) -> Vec<String> {
        vec![self.target.version.clone()]
    }
}

impl UpdateRequest {
    /// What a user confirms: the step, the cluster, and everything that was waived.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let mut out = format!("About to update {}\n", self.step());
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
                let names: Vec<&str> = match finding.code.as_str() {
                    "NotRecommended" => self.risks.iter().map(|risk| risk.name.as_str()).collect(),
                    _ => Vec::new(),
                };
                let risks = if names.is_empty() {
                    String::new()
                } else {
                    format!("; risks: {}", names.join(", "))
                };
                format!("{flag} waives: {first}{risks}")
            })
            .collect()
    }

    fn step(&self) -> String {
        let from = self.from.as_deref().unwrap_or("an unknown version");
        format!("from {} to {}", line(from), line(&self.target.version))
    }

    fn particulars(&self, layout: &Layout) -> String {
        let mut out = format!("  {}", which_cluster(&self.cluster));
        if let Some(image) = &self.target.image {
            let _ = writeln!(out, "  Image: {}", line(image));
        }
        if let Some(url) = &self.target.url {
            let _ = writeln!(out, "  URL: {}", line(url));
        }
        if let Some(note) = &self.reading.note {
            out += &indented(&text::message(note), 2, layout.width);
        }
        out
    }

    fn advice(&self, layout: &Layout) -> String {
        let hint = layout.theme.hint("hint:");
        match (&self.reading.would_pass, self.outcome) {
            (Some(command), _) => {
                format!(
                    "\n{hint} if you take this on, the command that goes through is:\n  {command}\n"
                )
            }
            (None, Outcome::Refused) if self.findings.len() == 1 => {
                format!("\n{hint} no flag waives this\n")
            }
            (None, Outcome::Refused) => format!("\n{hint} no flag waives all of this\n"),
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
        if finding.code == "NotRecommended" {
            for risk in &request.risks {
                out += &risk_paragraph(risk, layout);
            }
        }
    }
    out
}

fn risk_paragraph(risk: &RiskView, layout: &Layout) -> String {
    let mut out = format!("\n    {}\n", layout.theme.warning(&risk_title(risk)));
    out += &indented(&text::message(&risk.message), 6, layout.width);
    if let Some(url) = &risk.url {
        let _ = writeln!(out, "      {}", line(url));
    }
    out
}
