//! The text of the reachable part of an update graph.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::actions::show_graph::view::{GraphEdgeView, GraphNodeView, UpdateGraph};
use crate::commands::graph::show::drawing;
use crate::output::parts::graph_source::ChannelSummaryView;
use crate::output::table::table;
use crate::output::text::{indented, line};
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::reachable::Kind as Edges;

const NOT_SEMVER: &str = "not SemVer";
const NO_REASON: &str = "(no reason given)";

impl Printable for UpdateGraph {
    fn text(&self, layout: &Layout) -> String {
        let mut out = self.source(layout);
        for said in self.said() {
            out += &indented(&line(&said), 0, layout.width);
        }
        if self.nodes.is_empty() || (self.edges.is_empty() && self.counts.reachable == Some(0)) {
            return out;
        }
        out.push('\n');
        out += &self.by_minor(layout);
        if let Some(from) = &self.from {
            out += &self.recommended(from, layout);
            out += &self.conditional(from, layout);
        }
        if layout.wide {
            out += &self.all(layout);
        }
        out
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            // The reachable releases; without a version to start from, all of them.
            Format::Version => {
                let wanted =
                    |node: &&GraphNodeView| self.from.is_none() || node.reachable.is_some();
                let nodes = self.nodes.iter().filter(wanted);
                Some(lines(nodes.map(|node| &node.release.version)))
            }
            Format::Svg => Some(drawing::svg::draw(self)),
            Format::Dot => Some(drawing::dot::draw(self)),
            Format::Mermaid => Some(drawing::mermaid::draw(self)),
            Format::Markdown => Some(self.markdown()),
            Format::Html => Some(self.html()),
            other => general(self, other, layout),
        }
    }
}

impl UpdateGraph {
    fn source(&self, layout: &Layout) -> String {
        let graph = &self.graph;
        let mut out = format!("Graph: {} ({})\n", line(&graph.origin), line(&graph.arch));
        let named = |looked: &ChannelSummaryView| {
            let name = looked.name.as_ref()?;
            Some(format!("{} ({})", line(name), counted(looked.releases, "release")))
        };
        let channels: Vec<String> = graph.channels.iter().filter_map(named).collect();
        if !channels.is_empty() {
            let label = if channels.len() == 1 { "Channel" } else { "Channels" };
            out += &indented(&format!("{label}: {}", channels.join(", ")), 0, layout.width);
        }
        out + "\n"
    }

    /// Counts what is shown, in a sentence or two; pictures have the same text.
    pub(crate) fn said(&self) -> Vec<String> {
        let counts = &self.counts;
        let shown = counts.reachable.unwrap_or(counts.releases);
        let releases = counted(shown, "release");
        let mut said = match (&self.from, &self.to) {
            (Some(from), None) if shown == 0 => format!("No release is reachable from {from}"),
            (Some(from), None) => format!("{releases} reachable from {from}"),
            (Some(from), Some(to)) => format!("{releases} on paths from {from} to {to}"),
            (None, Some(to)) => format!("{releases} on paths to {to}"),
            (None, None) => format!("{releases} in the graph"),
        };
        match counts.direct {
            Some(direct) if direct == shown && direct > 1 => said += ", all with one update",
            Some(direct) if shown > 1 => drop(write!(said, ", {direct} with one update")),
            _ => {}
        }
        let only = |node: &&GraphNodeView| node.reachable == Some(Edges::Conditional);
        let only = self.nodes.iter().filter(only).count();
        if only > 0 {
            let _ = write!(said, ", {only} only with conditional updates");
        }
        let apart = self.nodes.iter().filter(|node| !node.current && node.reachable.is_none());
        let apart = if self.from.is_some() { apart.count() } else { 0 };
        if apart > 0 {
            let _ = write!(said, ". {} not reachable", counted(apart, "release"));
        }
        let mut said = vec![said];
        if counts.edges > 0 {
            let mut edges = counted(counts.edges, "edge");
            if counts.conditional_edges > 0 {
                let risks = counted(counts.risks, "risk");
                let _ = write!(edges, ", {} conditional ({risks})", counts.conditional_edges);
            }
            said.push(edges);
        }
        said
    }

    fn by_minor(&self, layout: &Layout) -> String {
        let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let mut header = vec!["MINOR", "RELEASES", "NEWEST"];
        if self.from.is_some() {
            header.push("NEWEST RECOMMENDED");
        }
        let rows = self.minors.iter().map(|minor| {
            let name = minor.minor.clone().unwrap_or_else(|| NOT_SEMVER.to_owned());
            let mut row = vec![name, minor.releases.to_string(), known(&minor.newest)];
            if self.from.is_some() {
                row.push(known(&minor.newest_recommended));
            }
            row
        });
        table(&header, rows, layout)
    }

    /// The recommended edges from the current version, one line per minor version.
    fn recommended(&self, from: &str, layout: &Layout) -> String {
        let edges = self.direct(false);
        let heading = format!("Recommended from {}:", line(from));
        let mut out = format!("\n{}\n", layout.theme.heading(&heading));
        if edges.is_empty() {
            return out + "  none\n";
        }
        let minor = |edge: &GraphEdgeView| self.nodes[edge.ends.1].minor.as_deref();
        for edges in edges.chunk_by(|a, b| minor(a) == minor(b)) {
            out += &indented(&targets(edges), 2, layout.width);
        }
        out
    }

    /// The conditional edges from the current version, grouped by risks.
    fn conditional(&self, from: &str, layout: &Layout) -> String {
        let edges = self.direct(true);
        if edges.is_empty() {
            return String::new();
        }
        let heading = format!("Conditional from {}, with their risks:", line(from));
        let mut out = format!("\n{}\n", layout.theme.heading(&heading));
        let mut places: BTreeMap<(&[String], bool), usize> = BTreeMap::new();
        let mut groups: Vec<Vec<&GraphEdgeView>> = Vec::new();
        for edge in edges {
            let place = *places.entry((&edge.risks, edge.unexplained)).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(edge);
        }
        for group in groups {
            out += &indented(&targets(&group), 2, layout.width);
            out += &indented(&risks(group[0]), 4, layout.width);
        }
        out
    }

    /// The tables of `-o wide`.
    fn all(&self, layout: &Layout) -> String {
        let mut out = format!("\n{}\n", layout.theme.heading("Releases:"));
        let rows = self.nodes.iter().map(|node| {
            let [direct, reached] = reached(node);
            let url = node.release.url.clone().unwrap_or_else(|| "-".to_owned());
            vec![
                node.release.version.clone(),
                direct,
                reached,
                node.release.channels.join(","),
                url,
            ]
        });
        out += &table(&["VERSION", "DIRECT", "REACHABLE", "CHANNELS", "URL"], rows, layout);
        if !self.edges.is_empty() {
            let _ = writeln!(out, "\n{}", layout.theme.heading("Edges:"));
            let rows = self.edges.iter().map(|edge| {
                let risks = if edge.conditional { risks(edge) } else { "-".to_owned() };
                vec![edge.from.clone(), edge.to.clone(), risks]
            });
            out += &table(&["FROM", "TO", "RISKS"], rows, layout);
        }
        if !self.risks.is_empty() {
            let _ = writeln!(out, "\n{}", layout.theme.heading("Risks:"));
            let rows = self.risks.iter().map(|risk| {
                let url = risk.url.clone().unwrap_or_else(|| "-".to_owned());
                vec![risk.name.clone(), risk.edges.to_string(), url]
            });
            out += &table(&["RISK", "EDGES", "URL"], rows, layout);
        }
        out
    }
}

fn reached(node: &GraphNodeView) -> [String; 2] {
    let by = |edges: Option<Edges>| match edges {
        Some(Edges::Recommended) => "recommended",
        Some(Edges::Conditional) => "conditional",
        None if node.current => "(current)",
        None => "-",
    };
    [by(node.direct).to_owned(), by(node.reachable).to_owned()]
}

fn targets(edges: &[&GraphEdgeView]) -> String {
    let versions: Vec<String> = edges.iter().map(|edge| line(&edge.to).into_owned()).collect();
    versions.join(", ")
}

fn risks(edge: &GraphEdgeView) -> String {
    let mut names: Vec<String> = edge.risks.iter().map(|name| line(name).into_owned()).collect();
    names.extend(edge.unexplained.then(|| NO_REASON.to_owned()));
    names.join(", ")
}

fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::graph::show::testing::{graph, large};
    use crate::output::theme::Theme;

    fn layout(width: Option<usize>) -> Layout {
        Layout { width, theme: Theme { color: false }, wide: false }
    }

    #[test]
    fn three_hundred_releases_fit_a_terminal() {
        for graph in [large(100, Some("4.12.0")), large(100, None)] {
            let text = graph.text(&layout(Some(80)));
            let widest = text.lines().map(textwrap::core::display_width).max();
            assert!(widest <= Some(80), "{text}");
            assert!(text.lines().count() < 100, "{text}");
        }
    }

    #[test]
    fn in_a_pipe_the_targets_of_a_minor_version_are_one_line() {
        let text = large(100, Some("4.12.0")).text(&layout(None));
        let targets = text.lines().filter(|line| line.starts_with("  4.13.99, 4.13.98, "));
        assert_eq!(targets.count(), 1, "{text}");
    }

    #[test]
    fn one_is_written_as_one() {
        let edges = ["4.6.1>4.6.2:"];
        let text = graph(&["4.6.1", "4.6.2"], &edges, Some("4.6.1")).text(&layout(None));
        assert!(text.contains("1 release reachable from 4.6.1, 1 only with conditional updates"));
        assert!(text.contains("1 edge, 1 conditional (0 risks)"), "{text}");
        assert!(text.contains("  4.6.2\n    (no reason given)\n"), "{text}");
    }
}
