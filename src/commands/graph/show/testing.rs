//! Graphs for unit tests to render.

use crate::actions::show_graph::view::UpdateGraph;
use upgrade_graph::reachable::{ReachQuery, ReachableGraph};
use upgrade_graph::testing::GraphBuilder;

/// A graph: edges are `a>b`, and `a>b:X,Y` with risks.
pub(crate) fn graph(versions: &[&str], edges: &[&str], from: Option<&str>) -> UpdateGraph {
    let graphs = GraphBuilder::new(versions).edges(edges).seen_from(from);
    let reach =
        ReachableGraph::new(&graphs, &ReachQuery::default()).expect("a graph with its start");
    let mut view = UpdateGraph::new(&graphs, None, &reach);
    view.leave_out(&reach.drawn(&graphs.merged));
    view
}

/// Three minor versions with this many releases each, with edges from each to all newer ones in its
/// minor version, and to half of the next; every seventh release is reached with a risk.
pub(crate) fn large(patches: usize, from: Option<&str>) -> UpdateGraph {
    let version = |minor: usize, patch: usize| format!("4.{minor}.{patch}");
    let (mut versions, mut edges) = (Vec::new(), Vec::new());
    for (minor, patch) in (12..15).flat_map(|minor| (0..patches).map(move |patch| (minor, patch))) {
        let later = (patch + 1..patches).map(|later| (minor, later));
        let next = (patch / 2..patches).map(|later| (minor + 1, later)).filter(|_| minor < 14);
        versions.push(version(minor, patch));
        edges.extend(later.chain(next).map(|(to, later)| {
            let risk =
                if later % 7 == 3 { format!(":Risk{to}x{}", later % 4) } else { String::new() };
            format!("{}>{}{risk}", version(minor, patch), version(to, later))
        }));
    }
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    graph(&versions, &edges.iter().map(String::as_str).collect::<Vec<_>>(), from)
}
