//! What pictures say, in whatever language they are drawn; it is for each to escape it.

use std::fmt::Write;

use super::{Kind, Standing};
use crate::render::text::{clipped, line};
use crate::view::update_graph::{EdgeView, NodeView, ReachableView, UpdateGraph};

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

pub(super) fn minor(node: &NodeView) -> &str {
    node.minor.as_deref().unwrap_or("not SemVer")
}

pub(super) fn edge(edge: &EdgeView) -> String {
    let EdgeView { from, to, conditional, risks, .. } = edge;
    match (conditional, risks.as_slice()) {
        (false, _) => format!("{from} → {to}: recommended"),
        (true, []) => format!("{from} → {to}: conditional, {NO_REASON}"),
        (true, risks) => format!("{from} → {to}: conditional, risks: {}", risks.join(", ")),
    }
}

pub(super) fn node(node: &NodeView, standing: Standing) -> String {
    let how = match standing {
        Standing::Current => ", the current version",
        Standing::Near(Kind::Recommended) => ", by one recommended edge",
        Standing::Near(Kind::Conditional) if node.reachable == Some(ReachableView::Recommended) => {
            ", by one conditional edge, or by several recommended ones"
        }
        Standing::Near(Kind::Conditional) => ", by one conditional edge",
        Standing::Far(Kind::Recommended) => ", by several recommended edges",
        Standing::Far(Kind::Conditional) => ", by several edges, some of them conditional",
        Standing::Apart => ", which cannot be reached",
        Standing::Any => "",
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
