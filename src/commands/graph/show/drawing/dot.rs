//! A picture for Graphviz to draw: minor versions are clusters.

use std::fmt::Write;

use super::palette::{LIGHT, Palette};
use super::{Reachability, bands, reachabilities, words};
use crate::actions::show_graph::view::{GraphEdgeView, GraphNodeView, UpdateGraph};
use crate::output::text::line;
use upgrade_graph::reachable::Kind as Edges;

/// Graphviz makes room for so many labels; more would take it minutes, and go where there is room.
const FEW_LABELS: usize = 40;

pub(crate) fn draw(graph: &UpdateGraph) -> String {
    let Palette { band, node, text, faint, .. } = LIGHT;
    let reachabilities = reachabilities(graph);
    let mut out = "digraph updates {\n".to_owned();
    let said = [words::heading(graph), words::source(graph)].into_iter();
    let said: Vec<String> = said.chain(graph.said()).chain(words::left_out(graph)).collect();
    let said: Vec<String> = said.iter().map(|line| escaped(line)).collect();
    let label = said.join("\\l");
    let _ = writeln!(
        out,
        "  graph [rankdir=LR, labelloc=t, labeljust=l, fontname=\"sans-serif\", \
         fontcolor=\"{text}\", label=\"{label}\\l\"];\n  \
         node [shape=box, style=\"rounded,filled\", fillcolor=\"{node}\", color=\"{faint}\", \
         fontname=\"monospace\", fontcolor=\"{text}\"];\n  \
         edge [color=\"{faint}\", fontname=\"monospace\", fontsize=9];"
    );
    for (number, nodes) in bands(graph).iter().enumerate() {
        let name = escaped(words::minor(&graph.nodes[nodes[0]]));
        let _ = writeln!(
            out,
            "  subgraph cluster_{number} {{\n    label=\"{name}\"; style=filled; color=\"{band}\";"
        );
        for &place in nodes {
            let _ = writeln!(
                out,
                "    {}",
                node_line(place, &graph.nodes[place], reachabilities[place])
            );
        }
        out.push_str("  }\n");
    }
    let drawn: Vec<&GraphEdgeView> = graph.edges.iter().filter(|edge| edge.drawn).collect();
    let few = drawn.iter().filter(|edge| edge.conditional).count() <= FEW_LABELS;
    let label = if few { "label" } else { "xlabel" };
    for edge in drawn {
        let from_here = graph.nodes[edge.ends.0].current;
        let _ = writeln!(out, "  {}", edge_line(edge, from_here, label));
    }
    out + "}\n"
}

fn node_line(number: usize, node: &GraphNodeView, standing: Reachability) -> String {
    let Palette { current, on_current, recommended, conditional, faint, .. } = LIGHT;
    let look = match standing {
        Reachability::Current => format!(
            ", style=\"rounded,filled,bold\", color=\"{current}\", fillcolor=\"{current}\", \
             fontcolor=\"{on_current}\""
        ),
        Reachability::Near(Edges::Recommended) => format!(", color=\"{recommended}\", penwidth=2"),
        Reachability::Near(Edges::Conditional) => {
            format!(", style=\"rounded,filled,dashed\", color=\"{conditional}\", penwidth=2")
        }
        Reachability::Far(Edges::Conditional) => ", style=\"rounded,filled,dashed\"".to_owned(),
        Reachability::Apart => format!(", fontcolor=\"{faint}\""),
        Reachability::Far(Edges::Recommended) | Reachability::Any => String::new(),
    };
    let mark = match (node.current, node.target) {
        (true, _) => "\\ncurrent",
        (false, true) => "\\ntarget",
        (false, false) => "",
    };
    let double = if node.target { ", peripheries=2" } else { "" };
    let label = escaped(&words::label(&node.release.version));
    let tooltip = escaped(&words::node(node, standing));
    format!("n{number} [label=\"{label}{mark}\", tooltip=\"{tooltip}\"{look}{double}];")
}

fn edge_line(edge: &GraphEdgeView, from_here: bool, label: &str) -> String {
    let Palette { recommended, conditional, .. } = LIGHT;
    let (from, to) = edge.ends;
    let mut look = vec![format!("tooltip=\"{}\"", escaped(&words::edge(edge)))];
    if edge.conditional {
        let names: Vec<String> =
            words::risks(edge).iter().map(|name| escaped(&words::label(name))).collect();
        let names = names.join("\\n");
        look.push(format!(
            "style=dashed, color=\"{conditional}\", fontcolor=\"{conditional}\", {label}=\"{names}\""
        ));
    } else if from_here {
        look.push(format!("color=\"{recommended}\""));
    }
    if from_here {
        look.push("penwidth=2".to_owned());
    }
    format!("n{from} -> n{to} [{}];", look.join(", "))
}

/// Writes text that stands between quotes: neither a quote, nor an escape, nor an entity.
fn escaped(text: &str) -> String {
    line(text).replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}
