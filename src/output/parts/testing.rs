//! A report, and graphs, for unit tests to render.

use crate::commands::graph::show::view::UpdateGraph;
use crate::commands::status::view::{StatusDetail, UpdateStatusReport};
use upgrade_core::part::Part;
use upgrade_core::status::assess;
use upgrade_core::status::testing::updating;
use upgrade_core::testing::{condition, with};
use upgrade_graph::condition::Status;
use upgrade_graph::reachable::{ReachQuery, ReachableGraph};
use upgrade_graph::testing::GraphBuilder;

/// An update ten minutes old: dns is done, etcd is at it, worker-0 drains.
pub(crate) fn report() -> UpdateStatusReport {
    let mut snapshot = updating();
    snapshot.now = snapshot.now.map(|now| now + jiff::SignedDuration::from_mins(10));
    if let Part::Known(operators) = &mut snapshot.operators {
        operators[0].version = Some("4.6.2".into());
        let etcd = &mut operators[1].conditions.0;
        etcd.retain(|one| one.kind != "Progressing");
        etcd.push(condition("Progressing", Status::True));
    }
    if let Part::Known(nodes) = &mut snapshot.nodes {
        nodes[0].desired = "rendered-new".into();
        nodes[0].desired_drain = "drain-rendered-new".into();
        nodes[0].last_drain = "uncordon-rendered-old".into();
    }
    UpdateStatusReport::new(&snapshot, &assess(&snapshot), StatusDetail::default())
}

/// The same, and the cluster is failing.
pub(crate) fn failing() -> UpdateStatusReport {
    let mut snapshot = updating();
    snapshot.cluster = with(snapshot.cluster, "Failing", Status::True);
    UpdateStatusReport::new(&snapshot, &assess(&snapshot), StatusDetail::default())
}

/// A graph: edges are `a>b`, and `a>b:X,Y` with risks.
pub(crate) fn graph(versions: &[&str], edges: &[&str], from: Option<&str>) -> UpdateGraph {
    let graphs = GraphBuilder::new(versions).edges(edges).seen_from(from);
    let reach =
        ReachableGraph::new(&graphs, &ReachQuery::default()).expect("a graph with its start");
    let mut view = UpdateGraph::new(&graphs, None, &reach);
    view.leave_out(&reach.drawn(&graphs.merged));
    view
}

/// Three minor versions of so many releases, with edges from each to all that are newer in its minor
/// version, and to half of the next; every seventh release is reached at a risk.
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
