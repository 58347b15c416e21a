//! A picture for Mermaid to draw, as Markdown has them: minor versions are subgraphs.

use std::fmt::Write;

use super::palette::{LIGHT, Palette};
use super::{Reachability, bands, reachabilities, words};
use crate::actions::show_graph::view::{GraphEdgeView, UpdateGraph};
use crate::output::text::line;
use upgrade_graph::reachable::Kind as Edges;

const MOST_EDGES: usize = 500; // the limit of Mermaid, unless its settings allow more

pub(crate) fn draw(graph: &UpdateGraph) -> String {
    let reachabilities = reachabilities(graph);
    let mut out = "flowchart LR\n".to_owned();
    let drawn: Vec<&GraphEdgeView> = graph.edges.iter().filter(|edge| edge.drawn).collect();
    let said = [words::heading(graph), words::source(graph)].into_iter().chain(graph.said());
    for said in said.chain(words::left_out(graph)) {
        // `%%{` would begin a directive.
        let _ = writeln!(out, "%% {}", line(&said).replace('%', "_"));
    }
    if drawn.len() > MOST_EDGES {
        let _ = writeln!(out, "%% Mermaid draws {MOST_EDGES} edges unless maxEdges says otherwise");
    }
    for (number, nodes) in bands(graph).iter().enumerate() {
        let name = escaped(words::minor(&graph.nodes[nodes[0]]));
        let _ = writeln!(out, "subgraph m{number}[\"{name}\"]\n  direction LR");
        for &place in nodes {
            let node = &graph.nodes[place];
            let mark = match (node.current, node.target) {
                (true, _) => " (current)",
                (false, true) => " (target)",
                (false, false) => "",
            };
            let class = class(reachabilities[place]).map(|class| format!(":::{class}"));
            let label = escaped(&words::label(&node.release.version));
            let _ = writeln!(out, "  n{place}[\"{label}{mark}\"]{}", class.unwrap_or_default());
        }
        out.push_str("end\n");
    }
    for edge in &drawn {
        let (from, to) = edge.ends;
        let line = if edge.conditional {
            format!("n{from} -.->|\"{}\"| n{to}", names(edge))
        } else {
            format!("n{from} --> n{to}")
        };
        let _ = writeln!(out, "{line}");
    }
    out + &styles(&drawn, graph)
}

fn names(edge: &GraphEdgeView) -> String {
    let names = words::risks(edge);
    names.iter().map(|name| escaped(&words::label(name))).collect::<Vec<_>>().join(", ")
}

fn class(standing: Reachability) -> Option<&'static str> {
    match standing {
        Reachability::Current => Some("current"),
        Reachability::Near(Edges::Recommended) => Some("recommended"),
        Reachability::Near(Edges::Conditional) => Some("conditional"),
        Reachability::Far(Edges::Conditional) => Some("far"),
        Reachability::Apart => Some("apart"),
        Reachability::Far(Edges::Recommended) | Reachability::Any => None,
    }
}

fn styles(drawn: &[&GraphEdgeView], graph: &UpdateGraph) -> String {
    let Palette { current, on_current, recommended, conditional, faint, .. } = LIGHT;
    let mut out = format!(
        "classDef current fill:{current},stroke:{current},color:{on_current}\n\
         classDef recommended stroke:{recommended},stroke-width:2px\n\
         classDef conditional stroke:{conditional},stroke-width:2px,stroke-dasharray:4 3\n\
         classDef far stroke-dasharray:4 3\n\
         classDef apart stroke:{faint},color:{faint}\n"
    );
    // Edges are styled by their numbers.
    for (wanted, color) in [(false, recommended), (true, conditional)] {
        let of_kind = drawn.iter().enumerate().filter(|(_, edge)| {
            edge.conditional == wanted && (wanted || graph.nodes[edge.ends.0].current)
        });
        let numbers: Vec<String> = of_kind.map(|(number, _)| number.to_string()).collect();
        if !numbers.is_empty() {
            let _ = writeln!(out, "linkStyle {} stroke:{color}", numbers.join(","));
        }
    }
    out
}

/// Writes text in which Mermaid finds nothing to obey: all but letters, digits and a few signs stand
/// as entities.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in line(text).chars() {
        if c.is_alphanumeric() || " .,-+_()·→".contains(c) {
            out.push(c);
        } else {
            let _ = write!(out, "#{};", c as u32);
        }
    }
    out
}
