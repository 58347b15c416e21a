//! A graph as sections, which Markdown and a page for a browser share.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::drawing::svg;
use crate::actions::show_graph::view::{GraphEdgeView, UpdateGraph};
use crate::output::outline::{Fact, OutlineEntry, OutlineSection, Span, preamble};
use crate::output::page::Page;

impl UpdateGraph {
    /// Prints it as Markdown, for a ticket.
    pub(super) fn markdown(&self) -> String {
        let mut out = preamble(&self.heading(), &self.warnings);
        for said in self.said() {
            let _ = writeln!(out, "\n{said}.");
        }
        out.extend(self.sections().iter().map(OutlineSection::markdown));
        out
    }

    /// Prints it as one page, for a change board.
    pub(super) fn html(&self) -> String {
        let page = Page {
            title: &self.heading(),
            summary: &[],
            warnings: &self.warnings,
            picture: Some(svg::draw(self)),
            sections: &self.sections(),
        };
        page.html()
    }

    fn heading(&self) -> Vec<Span> {
        let mut title = Vec::new();
        match (&self.from, &self.to) {
            (None, None) => title.push(Span::trusted("Update graph")),
            (Some(_), None) => title.push(Span::trusted("Updates")),
            (_, Some(_)) => title.push(Span::trusted("Update paths")),
        }
        if let Some(from) = &self.from {
            title.extend([Span::trusted(" from "), Span::untrusted(from)]);
        }
        if let Some(to) = &self.to {
            title.extend([Span::trusted(" to "), Span::untrusted(to)]);
        }
        title
    }

    fn sections(&self) -> Vec<OutlineSection> {
        let minors = self.minors.iter().map(|minor| {
            let name = minor.minor.clone().unwrap_or_else(|| "not SemVer".to_owned());
            let mut facts = vec![line("Releases:", [Span::trusted(minor.releases.to_string())])];
            let newest =
                [("Newest:", &minor.newest), ("Newest recommended:", &minor.newest_recommended)];
            facts.extend(newest.into_iter().filter_map(|(label, version)| {
                version.as_ref().map(|version| line(label, [Span::untrusted(version)]))
            }));
            OutlineEntry { title: vec![Span::untrusted(name)], facts }
        });
        let risks = self.risks.iter().map(|risk| {
            let mut facts = vec![line("Updates:", [Span::trusted(risk.edges.to_string())])];
            facts.push(Fact::Text { label: "Message", text: risk.message.clone() });
            facts.extend(risk.url.iter().map(|url| line("Link:", [Span::link(url)])));
            facts.extend(crate::commands::path::outline::rules(&risk.matching_rules));
            OutlineEntry { title: vec![Span::untrusted(&risk.name)], facts }
        });
        vec![
            OutlineSection::new("Minor versions", minors.collect()),
            OutlineSection::new("Recommended updates", self.targets(false)),
            OutlineSection::new("Conditional updates", self.targets(true)),
            OutlineSection::new("Risks", risks.collect()),
            self.origin(),
        ]
    }

    /// The updates from the current version, grouped by their risks.
    fn targets(&self, conditional: bool) -> Vec<OutlineEntry> {
        let mut groups: BTreeMap<(&[String], bool), Vec<&GraphEdgeView>> = BTreeMap::new();
        for edge in self.direct(conditional) {
            groups.entry((&edge.risks, edge.unexplained)).or_default().push(edge);
        }
        let entry = |((risks, unexplained), edges): ((&[String], bool), Vec<&GraphEdgeView>)| {
            let versions: Vec<&str> = edges.iter().map(|edge| edge.to.as_str()).collect();
            let mut facts = Vec::new();
            if !risks.is_empty() {
                facts.push(line("Risks:", [Span::untrusted(risks.join(", "))]));
            }
            if unexplained {
                facts.push(line("Risks:", [Span::trusted("no reason given")]));
            }
            OutlineEntry { title: vec![Span::untrusted(versions.join(", "))], facts }
        };
        groups.into_iter().map(entry).collect()
    }

    fn origin(&self) -> OutlineSection {
        let graph = &self.graph;
        let mut facts = Vec::new();
        if let Some(cluster) = &self.cluster {
            let named = [("Cluster:", &cluster.context), ("Cluster ID:", &cluster.id)];
            facts.extend(named.into_iter().filter_map(|(label, value)| {
                value.as_ref().map(|value| line(label, [Span::untrusted(value)]))
            }));
        }
        facts.push(line("Graph:", [Span::untrusted(&graph.origin)]));
        facts.push(line("Architecture:", [Span::untrusted(&graph.arch)]));
        let names: Vec<&str> =
            graph.channels.iter().filter_map(|channel| channel.name.as_deref()).collect();
        if !names.is_empty() {
            facts.push(line("Channels:", [Span::untrusted(names.join(", "))]));
        }
        facts
            .extend(self.notes.iter().map(|note| Fact::Text { label: "Note", text: note.clone() }));
        let title = vec![Span::trusted("Determined from")];
        OutlineSection::new("Basis", vec![OutlineEntry { title, facts }])
    }
}

fn line(label: &'static str, parts: impl Into<Vec<Span>>) -> Fact {
    Fact::Line { label, parts: parts.into(), alarming: false }
}
