//! The health section of `upgrade status`.

use std::fmt::Write;

use crate::commands::status::insight_view::InsightView;
use crate::commands::status::view::UpdateStatusReport;
use crate::output::Layout;
use crate::output::table::flush;
use crate::output::text::{self, line, sentence, short};
use upgrade_core::status::Outlook;

/// Shown for an update that is stalled.
pub(crate) const UNEXPLAINED: &str = "No other insight explains the delay";

impl UpdateStatusReport {
    /// Tells that there are no issues in the data that could be read.
    pub(crate) fn well(&self) -> &'static str {
        match (self.complete, &self.chosen) {
            (false, _) => "No issues found in the data read",
            (true, None) if self.control_plane.target.new_install => {
                "Installation is proceeding well"
            }
            (true, None) => "Update is proceeding well",
            (true, Some(_)) => "No issues found on these nodes",
        }
    }

    pub(crate) fn health(&self, layout: &Layout) -> String {
        let mut out = format!("{}\n", layout.theme.heading("= Update Health ="));
        let (place, outlook) = match self.outlook {
            None => (0, None),
            Some(Outlook::Well) => (0, Some(self.info_row(self.well()))),
            Some(Outlook::Unexplained) => (self.insights.len(), Some(self.info_row(UNEXPLAINED))),
        };
        if self.insights.is_empty() || !self.details.health {
            let mut rows: Vec<_> = self.insights.iter().map(row).collect();
            rows.splice(place..place, outlook);
            if rows.is_empty() {
                return self.elsewhere();
            }
            out += &table(rows, layout);
        } else {
            let told = self.insights.iter().map(|insight| in_detail(insight, layout));
            let mut told: Vec<String> = told.collect();
            told.splice(place..place, outlook.map(|row| table(vec![row], layout)));
            out += &told.join("\n");
        }
        if !self.insights.is_empty() && !self.details.health {
            let more = "Run with --details=health for additional description and links to related \
                        online documentation";
            out.push('\n');
            out += &text::indented(more, 0, layout.width);
        }
        match self.elsewhere() {
            said if said.is_empty() => out,
            said => out + "\n" + &said,
        }
    }

    /// Counts the insights that do not concern the chosen nodes.
    pub(crate) fn elsewhere(&self) -> String {
        let Some(chosen) = &self.chosen else { return String::new() };
        match (chosen.other_insights, chosen.nodes.is_empty()) {
            (0, _) => String::new(),
            (1, true) => "1 insight is not shown: no node matches.\n".to_owned(),
            (1, false) => "1 other insight does not concern these nodes.\n".to_owned(),
            (others, true) => format!("{others} insights are not shown: no node matches.\n"),
            (others, false) => format!("{others} other insights do not concern these nodes.\n"),
        }
    }

    fn info_row(&self, said: &str) -> Vec<String> {
        let since = self.since_start.map_or("-".to_owned(), short);
        let words = ["Info", "None", said];
        [since].into_iter().chain(words.map(str::to_owned)).collect()
    }
}

fn table(rows: Vec<Vec<String>>, layout: &Layout) -> String {
    flush(&["SINCE", "LEVEL", "IMPACT", "MESSAGE"], rows, layout)
}

fn row(insight: &InsightView) -> Vec<String> {
    let since = insight.age.map_or("-".to_owned(), short);
    vec![
        since,
        insight.level.title().to_owned(),
        insight.impact.title().to_owned(),
        summary(insight),
    ]
}

/// Returns the summary; for insights of informers, with their nodes and the informer.
pub(crate) fn summary(insight: &InsightView) -> String {
    let Some(informer) = &insight.informer else { return sentence(&insight.summary) };
    let nodes = informer.scope.resources.iter().filter(|object| object.kind == "Node");
    let unsaid: Vec<&str> = nodes
        .map(|node| node.name.as_str())
        .filter(|name| !insight.summary.contains(name))
        .collect();
    let nodes = match unsaid.as_slice() {
        [] => String::new(),
        [first] => format!(": {first}"),
        [first, rest @ ..] => format!(": {first} and {} more", rest.len()),
    };
    sentence(&format!("{}{nodes} ({})", insight.summary, informer.name))
}

fn in_detail(insight: &InsightView, layout: &Layout) -> String {
    let mut out =
        text::indented(&format!("Message: {}", sentence(&insight.summary)), 0, layout.width);
    let mut tell = |label: &str, text: &str| {
        let label = format!("{label}:");
        let text = text::indented(&sentence(text), 15, layout.width);
        let _ = writeln!(out, "  {label:<12} {}", text.trim());
    };
    if let Some(informer) = &insight.informer {
        tell("Informer", &informer.name);
    }
    tell("Since", &insight.age.map_or("-".to_owned(), short));
    tell("Level", insight.level.title());
    tell("Impact", insight.impact.title());
    if let Some(informer) = &insight.informer {
        if let Some(finish) = &informer.estimated_finish {
            tell("Est. Finish", finish);
        }
        if let Some(action) = &informer.action {
            tell("Remedy", action);
        }
    }
    tell("Reference", insight.reference.as_deref().unwrap_or("none"));
    if !insight.resources.is_empty() {
        out += "  Resources:\n";
    }
    for resource in &insight.resources {
        out += &text::indented(&line(resource), 4, layout.width);
    }
    let told = text::indented(&text::message(&insight.description), 15, layout.width);
    if !told.is_empty() {
        let _ = write!(out, "  Description: {}", told.trim_start());
    }
    out
}
