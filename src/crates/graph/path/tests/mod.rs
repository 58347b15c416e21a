//! Small graphs in words, and tests of one rule each.

mod channels;
mod missing;
mod properties;
mod routes;

use super::*;
use crate::merged::ChannelGraph;
use crate::model::{ConditionalEdges, Edge, Graph, Node, Risk};
use crate::release::Release;
use crate::testing;

/// A graph as text: `4.6.1 4.7.1` is an edge, `4.6.1 4.7.1 A,B` one with risks, `4.6.1 4.7.1 -` a
/// conditional one without a reason, and `4.6.1` alone a release.
pub(super) fn graph(lines: &[&str]) -> Graph {
    let mut versions: Vec<&str> = lines.iter().flat_map(|line| line.split(' ').take(2)).collect();
    versions.sort_unstable();
    versions.dedup();
    let place = |version: &str| versions.iter().position(|known| *known == version).unwrap();
    let mut graph = Graph::default();
    for version in &versions {
        let mut release = testing::release(version);
        release.channels = channels(&release);
        graph.nodes.push(Node { release: release.into(), arch: None, removed: None });
    }
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [from, to] => graph.edges.push((place(from), place(to))),
            [from, to, names] => {
                let names = names.split(',').filter(|name| *name != "-");
                let risks = names.map(risk).collect();
                let (from, to) = (Version::new(from), Version::new(to));
                let edges = vec![Edge { from, to, arch: None }];
                graph.conditional.push(ConditionalEdges { edges, risks });
            }
            _ => {}
        }
    }
    graph
}

/// As in real graphs: a minor version's own channels and those of the next, of even ones also the
/// one after it.
fn channels(release: &Release) -> Vec<String> {
    let Some((major, minor)) = release.version.minor() else { return Vec::new() };
    let last = if minor.is_multiple_of(2) { minor + 2 } else { minor + 1 };
    let mut names = Vec::new();
    for minor in minor..=last {
        let even = minor.is_multiple_of(2).then_some("eus");
        let families = ["candidate", "fast", "stable"].into_iter().chain(even);
        names.extend(families.map(|family| format!("{family}-{major}.{minor}")));
    }
    names
}

fn risk(name: &str) -> Risk {
    Risk { name: name.to_owned(), message: String::new(), url: String::new(), rules: Vec::new() }
}

pub(super) fn graphs(graph: Graph, from: &str) -> ChannelGraphs {
    let layers = [ChannelGraph { channel: None, graph }];
    let mut graphs = ChannelGraphs::new(&layers, "amd64".to_owned(), "a test".to_owned());
    graphs.from = Some(Version::new(from));
    graphs
}

pub(super) fn goal(text: &str) -> PathGoal {
    match text.split('.').collect::<Vec<_>>()[..] {
        [major, minor] => PathGoal::Minor(major.parse().unwrap(), minor.parse().unwrap()),
        _ => PathGoal::Release(Version::new(text)),
    }
}

/// Risks that begin with `A` apply, those with `C` do not, and others are unknown.
pub(super) fn verdicts(merged: &MergedGraph) -> Vec<RiskVerdict> {
    let judge = |risk: &Risk| match risk.name.chars().next() {
        Some('A') => RiskVerdict::Applies,
        Some('C') => RiskVerdict::Clear,
        _ => RiskVerdict::Unknown { why: "unknown".to_owned() },
    };
    merged.risks.iter().map(judge).collect()
}

pub(super) fn words(query: &PathQuery<'_>, route: &Route) -> String {
    let hops = route.hops.iter().map(|hop| query.version(hop.to).text());
    hops.collect::<Vec<_>>().join(" ")
}

const BEST: Policy = Policy { count: 1, allow_not_recommended: false };
const ANY: Policy = Policy { count: 1, allow_not_recommended: true };

fn accepted(names: &[&str]) -> PathAccepted {
    let here = names.iter().map(|&name| name.to_owned()).collect();
    PathAccepted { here, on_cluster: BTreeSet::new() }
}

/// Searches from 4.6.1 and describes the result.
fn find(lines: &[&str], to: &str, policy: Policy, accept: &[&str]) -> String {
    let graphs = graphs(graph(lines), "4.6.1");
    let query = PathQuery::new(&graphs, &goal(to), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), accepted(accept));
    let tell = |routes: &[Route]| {
        routes.iter().map(|route| words(&query, route)).collect::<Vec<_>>().join(" | ")
    };
    match query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, policy) {
        PathResult::Arrived => "arrived".to_owned(),
        PathResult::Nothing => "nothing".to_owned(),
        PathResult::Routes(routes) => tell(&routes),
        PathResult::NotRecommended(routes) => format!("only {}", tell(&routes)),
    }
}

fn best(lines: &[&str], to: &str) -> String {
    find(lines, to, BEST, &[])
}

fn examples(newest: &[&str]) -> Examples {
    let newest: Vec<Version> = newest.iter().map(|&text| Version::new(text)).collect();
    Examples { count: newest.len(), newest }
}
