//! What pictures say, in whatever language they are drawn; it is for each to escape it.

use std::fmt::Write;

use super::Reachability;
use crate::commands::graph::show::view::{GraphEdgeView, GraphNodeView, UpdateGraph};
use crate::output::text::{clipped, line};
use upgrade_graph::reachable::Kind as Edges;

pub(super) const NO_REASON: &str = "no reason given";
const LONGEST: usize = 60; // letters of a label

/// Makes text safe, and short enough for a label.
pub(super) fn label(text: &str) -> String {
    clipped(&line(text), LONGEST)
}

pub(super) fn heading(graph: &UpdateGraph) -> String {
    match (&graph.from, &graph.to) {
        (Some(from), Some(to)) => format!("Ways from {from} to {to}"),
        (Some(from), None) => format!("Updates from {from}"),
        (None, Some(to)) => format!("Ways to {to}"),
        (None, None) => "Update graph".to_owned(),
    }
}

/// Says where the graph is from.
pub(super) fn source(graph: &UpdateGraph) -> String {
    let channels = graph.graph.channels.iter().filter_map(|looked| looked.name.as_deref());
    let mut about: Vec<&str> = channels.collect();
    about.extend([graph.graph.arch.as_str(), graph.graph.origin.as_str()]);
    about.join(" · ")
}

/// Says what is not in the picture; none where all is.
pub(super) fn left_out(graph: &UpdateGraph) -> Option<String> {
    let hidden = graph.edges.iter().filter(|edge| !edge.drawn).count();
    let all = graph.edges.len();
    (hidden > 0).then(|| {
        format!(
            "{hidden} of {all} edges are left out: others that are drawn lead to the same release, \
             with no other risks"
        )
    })
}

pub(super) fn minor(node: &GraphNodeView) -> &str {
    node.minor.as_deref().unwrap_or("not SemVer")
}

pub(super) fn edge(edge: &GraphEdgeView) -> String {
    let GraphEdgeView { from, to, .. } = edge;
    match (edge.conditional, edge.risks.as_slice()) {
        (false, _) => format!("{from} → {to}: recommended"),
        (true, []) => format!("{from} → {to}: conditional, {NO_REASON}"),
        (true, _) => format!("{from} → {to}: conditional, risks: {}", risks(edge).join(", ")),
    }
}

/// Returns what an edge is conditional for.
pub(super) fn risks(edge: &GraphEdgeView) -> Vec<String> {
    let unexplained = edge.unexplained.then(|| NO_REASON.to_owned());
    edge.risks.iter().cloned().chain(unexplained).collect()
}

pub(super) fn node(node: &GraphNodeView, standing: Reachability) -> String {
    let how = match standing {
        Reachability::Current => ", the current version",
        Reachability::Near(Edges::Recommended) => ", by one recommended edge",
        Reachability::Near(Edges::Conditional) if node.reachable == Some(Edges::Recommended) => {
            ", by one conditional edge, or by several recommended ones"
        }
        Reachability::Near(Edges::Conditional) => ", by one conditional edge",
        Reachability::Far(Edges::Recommended) => ", by several recommended edges",
        Reachability::Far(Edges::Conditional) => ", by several edges, some of them conditional",
        Reachability::Apart => ", which cannot be reached",
        Reachability::Any => "",
    };
    let release = &node.release;
    let mut said = format!("{}{how}", release.version);
    if !release.channels.is_empty() {
        let _ = write!(said, "; channels: {}", release.channels.join(", "));
    }
    if let Some(url) = &release.url {
        let _ = write!(said, "; {url}");
    }
    said
}
