//! The text of a report on promotions.

use std::fmt::Write;

use crate::commands::graph::diff::view::TermsView;
use crate::commands::graph::promote::view::{
    CandidateView, FeederView, PromotionOutcomeView, PromotionReport,
};
use crate::output::text::{self, line};
use crate::output::{Layout, Printable};

impl Printable for PromotionReport {
    fn text(&self, layout: &Layout) -> String {
        let title = format!("Promotions in {} as of {}", line(&self.graph_data), self.now);
        let mut out = text::indented(&title, 0, layout.width);
        for fed in self.channels.iter().filter(|fed| !fed.candidates.is_empty()) {
            out += &channel(fed, layout);
        }
        out.push('\n');
        out += &text::indented(&self.summary(), 0, layout.width);
        for file in &self.written {
            let _ = writeln!(out, "Wrote {}", line(file));
        }
        if let Some(hint) = &self.hint {
            out += &text::indented(&line(hint), 0, layout.width);
        }
        out
    }
}

impl PromotionReport {
    fn summary(&self) -> String {
        let [promote, wait, blocked] = [
            PromotionOutcomeView::Promote,
            PromotionOutcomeView::Wait,
            PromotionOutcomeView::Blocked,
        ]
        .map(|outcome| self.count(outcome));
        if promote + wait + blocked == 0 {
            return "No versions to promote.".to_owned();
        }
        format!("{promote} due, {wait} waiting, {blocked} blocked")
    }
}

fn channel(fed: &FeederView, layout: &Layout) -> String {
    let heading = format!("{}, {}:", fed.name, terms(&fed.feeder));
    let heading = text::indented(&line(&heading), 0, layout.width);
    let lines: Vec<String> = heading.lines().map(|text| layout.theme.heading(text)).collect();
    let mut out = format!("\n{}\n\n", lines.join("\n"));
    for outcome in
        [PromotionOutcomeView::Promote, PromotionOutcomeView::Wait, PromotionOutcomeView::Blocked]
    {
        let of = fed.candidates.iter().filter(|candidate| candidate.outcome == outcome);
        for alike in alike(of) {
            out += &candidates(&alike, layout);
        }
    }
    out
}

/// Groups versions with the same outcome.
fn alike<'a>(of: impl Iterator<Item = &'a CandidateView>) -> Vec<Vec<&'a CandidateView>> {
    let mut groups: Vec<Vec<&CandidateView>> = Vec::new();
    for candidate in of {
        let same = |group: &&mut Vec<&CandidateView>| {
            messages(group[0]) == messages(candidate) && group[0].until == candidate.until
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    groups
}

fn terms(terms: &TermsView) -> String {
    let TermsView { name, delay, errata, .. } = terms;
    let when = match (delay, errata) {
        (Some(delay), Some(_)) => format!(" after {delay} or when the errata is public"),
        (Some(delay), None) => format!(" after {delay}"),
        (None, Some(_)) => " when the errata is public".to_owned(),
        (None, None) => " manually".to_owned(),
    };
    format!("from {name}{when}")
}

fn messages(candidate: &CandidateView) -> Vec<&str> {
    candidate.reasons.iter().map(|reason| reason.message.as_str()).collect()
}

fn candidates(run: &[&CandidateView], layout: &Layout) -> String {
    let versions: Vec<&str> = run.iter().map(|candidate| candidate.version.as_str()).collect();
    let versions = line(&versions.join(", ")).into_owned();
    let (outcome, until) = (run[0].outcome, run[0].until.as_deref());
    let outcome = match (outcome, until) {
        (PromotionOutcomeView::Promote, _) => layout.theme.good("promote"),
        (PromotionOutcomeView::Wait, Some(until)) => {
            layout.theme.warning(&format!("wait until {until}"))
        }
        (PromotionOutcomeView::Wait, None) => layout.theme.warning("wait"),
        (PromotionOutcomeView::Blocked, _) => layout.theme.bad("blocked"),
    };
    let mut out = text::indented(&format!("{outcome}: {versions}"), 2, layout.width);
    for message in messages(run[0]) {
        out += &text::indented(&line(message), 4, layout.width);
    }
    out
}
