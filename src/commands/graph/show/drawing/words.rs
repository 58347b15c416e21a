//! The text in pictures. Each format escapes it.

use std::fmt::Write;

use super::Reachability;
use crate::actions::show_graph::view::{GraphEdgeView, GraphNodeView, UpdateGraph};
use crate::output::parts::graph_source::GraphSourceView;
use crate::output::text::{clipped, line};
use upgrade_graph::reachable::Kind as Edges;
use upgrade_graph::web::is_web_address;

pub(super) const NO_REASON: &str = "no reason given";
const LONGEST: usize = 60; // letters of a label

/// Makes text safe, and short enough for a label.
pub(super) fn label(text: &str) -> String {
    clipped(&line(text), LONGEST)
}

pub(super) fn heading(graph: &UpdateGraph) -> String {
    match (&graph.from, &graph.to) {
        (Some(from), Some(to)) => format!("Update paths from {from} to {to}"),
        (Some(from), None) => format!("Updates from {from}"),
        (None, Some(to)) => format!("Update paths to {to}"),
        (None, None) => "Update graph".to_owned(),
    }
}

/// Returns where the graph comes from: its channels and its update service. Pictures are shared, so
/// the name of a local file is left out.
pub(super) fn source(graph: &UpdateGraph) -> String {
    let GraphSourceView { channels, arch, origin } = &graph.graph;
    let mut about: Vec<&str> = channels.iter().filter_map(|read| read.name.as_deref()).collect();
    about.push(arch);
    about.extend(is_web_address(origin).then_some(origin.as_str()));
    about.join(" · ")
}

/// Says what the picture leaves out, if anything.
pub(super) fn left_out(graph: &UpdateGraph) -> Option<String> {
    let hidden = graph.edges.iter().filter(|edge| !edge.drawn).count();
    let all = graph.edges.len();
    (hidden > 0).then(|| {
        format!(
            "{hidden} of {all} updates are not drawn: other paths reach the same releases with \
             the same risks"
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

/// Returns the risks of an edge.
pub(super) fn risks(edge: &GraphEdgeView) -> Vec<String> {
    let unexplained = edge.unexplained.then(|| NO_REASON.to_owned());
    edge.risks.iter().cloned().chain(unexplained).collect()
}

pub(super) fn node(node: &GraphNodeView, standing: Reachability) -> String {
    let how = match standing {
        Reachability::Current => ": current version",
        Reachability::Near(Edges::Recommended) => ": recommended update",
        Reachability::Near(Edges::Conditional) if node.reachable == Some(Edges::Recommended) => {
            ": conditional update, or several recommended updates"
        }
        Reachability::Near(Edges::Conditional) => ": conditional update",
        Reachability::Far(Edges::Recommended) => ": several recommended updates",
        Reachability::Far(Edges::Conditional) => ": several updates, some conditional",
        Reachability::Apart => ": not reachable",
        Reachability::Any => "",
    };
    let release = &node.release;
    let mut said = format!("{}{how}", release.version);
    if !release.channels.is_empty() {
        let _ = write!(said, ". Channels: {}", release.channels.join(", "));
    }
    if let Some(url) = &release.url {
        let _ = write!(said, ". {url}");
    }
    said
}
