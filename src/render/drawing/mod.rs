//! Pictures of an update graph, in three languages. All of them draw the same edges.

mod dot;
mod mermaid;
mod palette;
mod svg;
mod words;

use super::Drawing;
use crate::view::update_graph::{NodeView, ReachableView, UpdateGraph};

pub(crate) fn draw(graph: &UpdateGraph, language: Drawing) -> String {
    match language {
        Drawing::Svg => svg::draw(graph),
        Drawing::Dot => dot::draw(graph),
        Drawing::Mermaid => mermaid::draw(graph),
    }
}

/// How one gets to a release, as pictures tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Current,
    /// One edge leads there: by its kind.
    Near(Kind),
    /// Several edges lead there, recommended ones alone, or not.
    Far(Kind),
    /// No way leads there.
    Apart,
    /// Nobody asks.
    Any,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Recommended,
    Conditional,
}

/// Returns how one gets to each node.
fn standings(graph: &UpdateGraph) -> Vec<Standing> {
    let mut near = vec![None; graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| graph.nodes[edge.ends.0].current) {
        let kind = if edge.conditional { Kind::Conditional } else { Kind::Recommended };
        near[edge.ends.1] = Some(kind);
    }
    let standing = |(node, near): (&NodeView, Option<Kind>)| match (near, node.reachable) {
        _ if node.current => Standing::Current,
        (Some(kind), _) => Standing::Near(kind),
        (None, Some(ReachableView::Recommended)) => Standing::Far(Kind::Recommended),
        (None, Some(ReachableView::Conditional)) => Standing::Far(Kind::Conditional),
        (None, None) if graph.from.is_some() => Standing::Apart,
        (None, None) => Standing::Any,
    };
    graph.nodes.iter().zip(near).map(standing).collect()
}

/// Returns the nodes of each minor version by their numbers, oldest first.
fn bands(graph: &UpdateGraph) -> Vec<Vec<usize>> {
    let numbers: Vec<usize> = (0..graph.nodes.len()).rev().collect();
    let minor = |number: usize| &graph.nodes[number].minor;
    numbers.chunk_by(|a, b| minor(*a) == minor(*b)).map(<[usize]>::to_vec).collect()
}
