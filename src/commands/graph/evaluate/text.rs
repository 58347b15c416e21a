//! The text of an evaluation: the targets, differences from the cluster, and the answer to every
//! rule.

use std::fmt::Write;

use crate::actions::list_updates::text::{matching_rule, risk_named};
use crate::commands::graph::evaluate::view::{
    AnswerView, ClusterVerdictView, EvaluatedRiskView, EvaluatedTargetView, RiskEvaluation,
    RuleOutcomeView, RuleView,
};
use crate::output::parts::graph_source::GraphSourceView;
use crate::output::table::table;
use crate::output::text::{self, capitalized, labelled, line, sentence};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::condition::Status;

impl Printable for RiskEvaluation {
    fn text(&self, layout: &Layout) -> String {
        if self.reading.account {
            let accounts = self.targets.iter().map(|target| self.account(target, layout));
            return accounts.collect::<Vec<_>>().join("\n") + &self.risks(true, layout);
        }
        let mut out = self.overview(layout);
        out += &self.differences(layout);
        out + &self.risks(false, layout)
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version => {
                let fine = self.targets.iter().filter(|target| target.recommended == Status::True);
                Some(lines(fine.map(|target| &target.release.version)))
            }
            other => general(self, other, layout),
        }
    }
}

impl RiskEvaluation {
    fn overview(&self, layout: &Layout) -> String {
        let from = layout.theme.version(&line(&self.from));
        let mut out = format!("Updates from {from}{}\n", within(&self.graph));
        out += &labelled("Graph", &line(&self.graph.origin), 0, layout.width);
        if let Some(why) = &self.not_compared {
            out += &labelled("Not compared with the cluster", why, 0, layout.width);
        }
        if self.targets.is_empty() {
            return out + "\nNo updates in the graph\n";
        }
        let compared = self.not_compared.is_none();
        let mut header = vec!["VERSION", "RECOMMENDED"];
        header.extend(compared.then_some("CLUSTER"));
        header.push("REASON");
        header.extend(layout.wide.then_some("IMAGE"));
        let rows = self.targets.iter().map(|target| {
            let mut row =
                vec![target.release.version.clone(), target.recommended.text().to_owned()];
            row.extend(compared.then(|| short(target.cluster.as_ref())));
            row.push(target.reason.clone().unwrap_or_else(|| "-".to_owned()));
            row.extend(layout.wide.then(|| target.release.image.clone().unwrap_or_default()));
            row
        });
        out + "\n" + &table(&header, rows, layout)
    }

    fn differences(&self, layout: &Layout) -> String {
        let differing = self.targets.iter().filter_map(|target| {
            Some((target.release.version.as_str(), target.difference.as_ref()?.message.clone()))
        });
        let listed = self.only_listed.iter().map(|listed| {
            let said = listed.said.recommended.text();
            let said = format!("Recommended={said} on the cluster, not in the graph");
            (listed.release.version.as_str(), said)
        });
        let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
        for (version, reason) in differing.chain(listed) {
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, versions)) => versions.push(version),
                None => reasons.push((reason, vec![version])),
            }
        }
        if reasons.is_empty() {
            return String::new();
        }
        let heading = layout.theme.heading("Differences from the cluster:");
        let mut out = format!("\n{heading}\n\n");
        for (reason, versions) in reasons {
            out += &labelled(&line(&versions.join(", ")), &reason, 2, layout.width);
        }
        out
    }

    fn risks(&self, whole: bool, layout: &Layout) -> String {
        if self.risks.is_empty() {
            return String::new();
        }
        let mut out = format!("\n{}\n", layout.theme.heading("Risks:"));
        for risk in &self.risks {
            out.push('\n');
            out += &block(risk, whole, layout);
        }
        if !whole {
            out.push('\n');
            let command = &self.reading.show_one;
            out += &text::with_command("To show one update in full, run:", command, layout.width);
        }
        out
    }

    fn account(&self, target: &EvaluatedTargetView, layout: &Layout) -> String {
        let (from, to) = (line(&self.from), layout.theme.version(&line(&target.release.version)));
        let verdict = format!("Recommended={}", target.recommended.text());
        let verdict = match target.recommended {
            Status::True => layout.theme.good(&verdict),
            Status::False | Status::Unknown => layout.theme.warning(&verdict),
        };
        let mut out = format!("Update from {from} to {to}{}: {verdict}\n", within(&self.graph));
        let release = &target.release;
        let _ = writeln!(out, "Image: {}", line(release.image.as_deref().unwrap_or("(none)")));
        if let Some(url) = &release.url {
            out += &labelled("Release URL", &line(url), 0, layout.width);
        }
        out += &labelled("Channels", &line(&release.channels.join(", ")), 0, layout.width);
        out += &labelled("Graph", &line(&self.graph.origin), 0, layout.width);
        let conditions = if target.conditional { "yes" } else { "no" };
        out += &labelled("Conditional", conditions, 0, layout.width);
        if let (Some(reason), Some(message)) = (&target.reason, &target.message) {
            out += &labelled("Reason", &line(reason), 0, layout.width);
            out += &labelled("Message", message, 0, layout.width);
        }
        match &self.not_compared {
            Some(why) => {
                out += &labelled("Not compared with the cluster", why, 0, layout.width);
            }
            None => out += &labelled("Cluster reports", &verdict_line(target), 0, layout.width),
        }
        out
    }
}

/// Names channels and architecture.
pub(crate) fn within(graph: &GraphSourceView) -> String {
    let looked = graph.channels.iter().filter(|looked| looked.releases > 0);
    let names: Vec<&str> = looked.filter_map(|looked| looked.name.as_deref()).collect();
    let arch = line(&graph.arch);
    match names.as_slice() {
        [] => format!(" ({arch})"),
        names => format!(" in {} ({arch})", line(&names.join(", "))),
    }
}

fn short(heard: Option<&ClusterVerdictView>) -> String {
    heard.map_or("not available", |heard| heard.recommended.text()).to_owned()
}

/// What the cluster reports and, if it differs, why.
fn verdict_line(target: &EvaluatedTargetView) -> String {
    let said = match &target.cluster {
        None => "not available".to_owned(),
        Some(ClusterVerdictView { recommended, reason: Some(reason), .. })
            if !reason.is_empty() =>
        {
            format!("Recommended={} ({})", recommended.text(), line(reason))
        }
        Some(ClusterVerdictView { reason: None, .. }) => "recommended, not conditional".to_owned(),
        Some(ClusterVerdictView { recommended, .. }) => {
            format!("Recommended={}", recommended.text())
        }
    };
    match &target.difference {
        None => said,
        Some(difference) => format!("{said}. {}", capitalized(&sentence(&difference.message))),
    }
}

fn block(risk: &EvaluatedRiskView, whole: bool, layout: &Layout) -> String {
    let title = risk_named(&risk.name, risk.applies, risk.accepted);
    let mut out = text::indented(&title, 2, layout.width);
    if whole {
        out += &text::indented(&text::message(&risk.message), 4, layout.width);
        if let Some(url) = &risk.url {
            out += &text::indented(&line(url), 4, layout.width);
        }
    } else {
        out += &labelled("Updates", &line(&risk.targets.join(", ")), 4, layout.width);
    }
    if risk.rules.is_empty() {
        out += "    No rules\n";
    }
    for rule in &risk.rules {
        out += &tried(rule, layout);
    }
    out
}

fn tried(rule: &RuleView, layout: &Layout) -> String {
    let mut out =
        matching_rule(&rule.r#type, rule.query.as_deref(), rule.platforms.as_deref(), layout);
    let answer = rule.answer.as_ref().and_then(values);
    let outcome = match (rule.outcome, &rule.why) {
        (RuleOutcomeView::Match, _) => "matches",
        (RuleOutcomeView::NoMatch, _) => "does not match",
        (RuleOutcomeView::NotNeeded, _) => "not needed",
        (RuleOutcomeView::Failed, Some(why)) => &format!("failed: {}", sentence(why)),
        (RuleOutcomeView::Failed, None) => "failed",
    };
    let said = match answer {
        Some(answer) => format!("{answer}, {outcome}"),
        None => outcome.to_owned(),
    };
    out += &labelled("Answer", &said, 6, layout.width);
    out
}

fn values(answer: &AnswerView) -> Option<String> {
    let values = answer.values.as_ref()?;
    Some(if values.is_empty() {
        "nothing".to_owned()
    } else {
        line(&values.join(" ")).into_owned()
    })
}
