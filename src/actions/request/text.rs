//! The text of a request: its target, the safety checks that failed, and the result.

use std::fmt::Write;

use super::outcome_text::{differently_hints, headline, paragraph, reason, replaced_hint, unsent};
use crate::actions::list_updates::text::{image_line, risk_named, risk_text, which_cluster};
use crate::actions::request::finding_view::FindingView;
use crate::actions::request::view::{RequestOutcome, UpdateRequest, VerdictText};
use crate::error::ExitStatus;
use crate::output::parts::risk::RiskView;
use crate::output::text::{self, indented, labelled, line};
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
            out += &self.objections(self.refusing(), layout);
            out += if self.findings.is_empty() && self.hints.is_empty() { "" } else { "\n" };
        }
        if self.outcome == RequestOutcome::Replaced {
            out += &replaced_hint(layout);
        }
        if self.stored_differently().is_some() {
            out += &differently_hints(&self.hints, layout);
        } else {
            out += &self.hints.iter().map(|hint| hint.text(layout)).collect::<String>();
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
    /// What the user confirms: the step, the cluster, and everything that was overridden.
    pub(crate) fn question(&self, layout: &Layout) -> String {
        let verb = if self.back { "Roll back" } else { "Update" };
        let mut out = format!("{verb} {}\n", self.step());
        out += &self.particulars(layout);
        for finding in self.waived() {
            out += &self.objection(finding, true, layout);
        }
        out.push('\n');
        out
    }

    /// What is overridden, if the user is not asked.
    pub(crate) fn waiver_notes(&self) -> Vec<String> {
        self.waived()
            .map(|finding| {
                let flag = finding.waived_by.as_deref().unwrap_or_default();
                let first = finding.words.first_line();
                let is_risky = finding.code == FindingCode::NotRecommended;
                let risks = self.risks.iter().filter(|risk| risk.applies != Status::False);
                let risks = risks.map(|risk| risk.name.as_str());
                let names: Vec<&str> = risks.filter(|_| is_risky).collect();
                let risks = if names.is_empty() {
                    String::new()
                } else {
                    format!("; risks: {}", names.join(", "))
                };
                format!("overridden by {flag}: {first}{risks}")
            })
            .collect()
    }

    /// Returns the findings that refuse the request. What changed since it was shown is included
    /// even if it is overridden.
    fn refusing(&self) -> Vec<&FindingView> {
        let changed = self.outcome == RequestOutcome::Changed;
        self.findings.iter().filter(|finding| changed || !finding.waived).collect()
    }

    fn headline(&self) -> String {
        let step = self.step();
        let to = line(&self.label);
        match self.outcome {
            RequestOutcome::Requested => format!("Requested {} {step}", self.noun()),
            RequestOutcome::AlreadyThere => format!("The cluster is already on {to}"),
            RequestOutcome::AlreadyUpdating => format!("The cluster is already updating to {to}"),
            RequestOutcome::AlreadyRequested => {
                format!("{to} is already requested; the cluster has not accepted it yet")
            }
            RequestOutcome::NothingNewer => "No newer update is available".to_owned(),
            RequestOutcome::Cleared | RequestOutcome::ClearedTooLate => {
                format!("Canceled the request for {to}")
            }
            RequestOutcome::NothingToClear => "No pending request".to_owned(),
            RequestOutcome::Refused => {
                let because = reason(&self.refusing());
                match &self.target {
                    _ if self.label.is_empty() => format!("cannot cancel the request: {because}"),
                    None => format!("cannot update: {because}"),
                    Some(_) => format!("cannot {} {step}: {because}", self.verb()),
                }
            }
            RequestOutcome::Replaced => format!("cannot send the {}", self.act()),
            RequestOutcome::StoredDifferently | RequestOutcome::WouldBeStoredDifferently => {
                let what = self.stored_differently().unwrap_or_default();
                text::sentence(what)
            }
            RequestOutcome::NotConfirmed => "canceled: the cluster was not changed".to_owned(),
            RequestOutcome::Changed => format!(
                "the cluster changed during the request {step}. Review the new findings and run the \
                 command again"
            ),
            RequestOutcome::DryRunClient => match self.target {
                Some(_) => format!("Would request {} {step} (dry run)", self.noun()),
                None => format!("Would cancel the request for {to} (dry run)"),
            },
            RequestOutcome::DryRunServer => match self.target {
                Some(_) => format!("Validated {} {step} (server dry run)", self.noun()),
                None => format!("Validated canceling the request for {to} (server dry run)"),
            },
        }
    }

    fn act(&self) -> String {
        match self.target {
            Some(_) => format!("request to {} {}", self.verb(), self.step()),
            None => format!("cancellation of the request for {}", line(&self.label)),
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
        if let Some(target) = target.filter(|target| layout.wide && target.image.is_some()) {
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

    /// Describes each finding; the headline already names a single one.
    fn objections(&self, findings: Vec<&FindingView>, layout: &Layout) -> String {
        let is_named = findings.len() > 1 || self.outcome == RequestOutcome::Changed;
        findings.into_iter().map(|finding| self.objection(finding, is_named, layout)).collect()
    }

    fn objection(&self, finding: &FindingView, is_named: bool, layout: &Layout) -> String {
        match &self.verdict {
            Some(verdict) if finding.code == FindingCode::NotRecommended => {
                self.risks_of(verdict, finding, is_named, layout)
            }
            _ => paragraph(finding, is_named, layout),
        }
    }

    /// Splits the cluster's message by risk; a message that cannot be split is shown whole.
    fn risks_of(
        &self,
        verdict: &VerdictText,
        finding: &FindingView,
        is_named: bool,
        layout: &Layout,
    ) -> String {
        let mut shown: Vec<(&RiskView, bool)> = self
            .risks
            .iter()
            .filter(|risk| risk.applies != Status::False)
            .map(|risk| (risk, risk.accepted || verdict.accepted.contains(&risk.name)))
            .collect();
        shown.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        let state = if is_named {
            finding.words.first_line()
        } else {
            finding.words.state.clone().unwrap_or_default()
        };
        let counted = counted(&shown);
        let colon = if counted.is_empty() { String::new() } else { format!(". {counted}:") };
        let mut out = String::from("\n");
        out += &indented(&text::sentence(&format!("{state}{colon}")), 2, layout.width);
        let told = match verdict.parts {
            Some(_) => "",
            None => &verdict.message,
        };
        out += &labelled("Message", told, 2, layout.width);
        for (risk, accepted) in shown {
            let title = risk_named(&risk.name, risk.applies, accepted);
            let _ = write!(out, "\n  {}\n", layout.theme.warning(&title));
            out += &risk_text(risk, told, 4, layout);
            out += &indented(&text::message(verdict.failure(&self.risks, risk)), 4, layout.width);
        }
        out
    }
}

impl VerdictText {
    /// Returns why a risk could not be evaluated.
    fn failure<'a>(&'a self, risks: &[RiskView], risk: &RiskView) -> &'a str {
        let mut parts = self.parts.iter().flatten();
        let part = parts.find(|part| risks.get(part.risk).is_some_and(|it| it.name == risk.name));
        part.and_then(|part| part.failure.as_deref()).unwrap_or_default()
    }
}

/// Counts the risks that are not accepted.
fn counted(risks: &[(&RiskView, bool)]) -> String {
    let count = |status| {
        let open = risks.iter().filter(|(risk, accepted)| !accepted && risk.applies == status);
        open.count()
    };
    let risks =
        |count: usize| if count == 1 { "1 risk".to_owned() } else { format!("{count} risks") };
    let applies = |count: usize| if count == 1 { "applies" } else { "apply" };
    match (count(Status::True), count(Status::Unknown)) {
        (0, 0) => String::new(),
        (known, 0) => format!("{} {}", risks(known), applies(known)),
        (0, unknown) => format!("{} may apply", risks(unknown)),
        (known, unknown) => {
            format!("{} {}, {unknown} may apply", risks(known), applies(known))
        }
    }
}
