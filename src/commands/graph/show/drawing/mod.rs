//! Pictures of an update graph, in three languages. All of them draw the same edges.

pub(crate) mod dot;
pub(crate) mod mermaid;
mod palette;
pub(crate) mod svg;
mod words;

use crate::actions::show_graph::view::{GraphNodeView, UpdateGraph};
use upgrade_graph::reachable::Kind as Edges;

/// How a release is reached, for pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reachability {
    Current,
    /// One edge leads there.
    Near(Edges),
    /// Several edges lead there.
    Far(Edges),
    /// No way leads there.
    Apart,
    /// Unknown: there is no version to start from.
    Any,
}

/// Returns how each node is reached.
fn reachabilities(graph: &UpdateGraph) -> Vec<Reachability> {
    let standing = |node: &GraphNodeView| match (node.direct, node.reachable) {
        _ if node.current => Reachability::Current,
        (Some(edge), _) => Reachability::Near(edge),
        (None, Some(edges)) => Reachability::Far(edges),
        (None, None) if graph.from.is_some() => Reachability::Apart,
        (None, None) => Reachability::Any,
    };
    graph.nodes.iter().map(standing).collect()
}

/// Returns the nodes of each minor version by their numbers, oldest first.
fn bands(graph: &UpdateGraph) -> Vec<Vec<usize>> {
    let numbers: Vec<usize> = (0..graph.nodes.len()).rev().collect();
    let minor = |number: usize| &graph.nodes[number].minor;
    numbers.chunk_by(|a, b| minor(*a) == minor(*b)).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests;
