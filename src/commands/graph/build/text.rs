//! The built graph, one entry per line: for programs, and for diffs.

use crate::output::escape::json_line;
use crate::output::{Format, Layout, Printable, general, lines};
use upgrade_graph::json::write::ServedGraph;

impl Printable for ServedGraph {
    fn text(&self, _: &Layout) -> String {
        let version = self.version;
        let nodes: Vec<String> = self.nodes.iter().map(json_line).collect();
        let mut edges: Vec<String> = Vec::new();
        for from in self.edges.chunk_by(|a, b| a.0 == b.0) {
            edges.push(from.iter().map(json_line).collect::<Vec<_>>().join(","));
        }
        let conditional: Vec<String> = self.conditional_edges.iter().map(json_line).collect();
        let list = |lines: Vec<String>| match lines.as_slice() {
            [] => "[]".to_owned(),
            lines => format!("[\n{}\n]", lines.join(",\n")),
        };
        format!(
            "{{\"version\":{version},\"nodes\":{},\n\"edges\":{},\n\"conditionalEdges\":{}}}\n",
            list(nodes),
            list(edges),
            list(conditional)
        )
    }

    fn print(&self, format: Format, layout: &Layout) -> Option<String> {
        match format {
            Format::Version | Format::Name => {
                Some(lines(self.nodes.iter().map(|node| &node.version)))
            }
            other => general(self, other, layout),
        }
    }
}
