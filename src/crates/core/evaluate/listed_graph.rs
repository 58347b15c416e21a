//! The available updates of a cluster, as the graph that they may have come from: for the rules of
//! risks, if there is no other graph.

use std::collections::BTreeSet;

use crate::cluster::Cluster;
use crate::reported_risk::RiskReport;
use crate::updates::{Candidate, Updates};
use upgrade_graph::model::{ConditionalEdges, Edge, Graph, Node, Risk};
use upgrade_graph::release::Release;

/// Returns the available updates of a cluster with the rules that it reports; none if it has none.
/// Each version occurs once: all of its images have the same risks.
pub fn listed_graph(cluster: &Cluster) -> Option<Graph> {
    let mut graph = Graph { nodes: vec![node(&cluster.desired)], ..Graph::default() };
    let mut known = BTreeSet::from([cluster.desired.version.text()]);
    let updates = Updates::new(cluster);
    for candidate in updates.all().filter(|it| known.insert(it.release.version.text())) {
        let to = graph.nodes.len();
        graph.nodes.push(node(&candidate.release));
        if is_conditional(candidate) {
            graph.conditional.push(edges(cluster, candidate));
        } else {
            graph.edges.push((0, to));
        }
    }
    (graph.nodes.len() > 1).then_some(graph)
}

fn is_conditional(candidate: &Candidate) -> bool {
    !(candidate.risks.is_empty() && candidate.conditions.0.is_empty() && candidate.is_recommended())
}

fn edges(cluster: &Cluster, candidate: &Candidate) -> ConditionalEdges {
    let [from, to] = [&cluster.desired, &candidate.release].map(|end| end.version.clone());
    ConditionalEdges {
        edges: vec![Edge { from, to, arch: None }],
        risks: candidate.risks.iter().map(risk).collect(),
    }
}

fn risk(report: &RiskReport) -> Risk {
    let RiskReport { name, message, url, rules, .. } = report.clone();
    Risk { name, message, url: url.unwrap_or_default(), rules }
}

fn node(release: &Release) -> Node {
    Node { release: release.clone().into(), arch: None, removed: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cluster, conditional};
    use upgrade_graph::condition::Status;
    use upgrade_graph::model::Rule;
    use upgrade_graph::testing::release;

    #[test]
    fn what_is_listed_is_a_graph_with_the_rules_that_the_cluster_reports() {
        let mut cluster = cluster("4.6.23");
        assert!(listed_graph(&cluster).is_none());
        cluster.available = ["4.6.31", "4.6.43"].map(release).to_vec();
        cluster.conditional = vec![
            conditional("4.7.4", Status::False, &["A", "B"]),
            conditional("4.6.31", Status::True, &["A"]),
            conditional("4.7.5", Status::Unknown, &[]),
        ];
        let graph = listed_graph(&cluster).unwrap();
        let version = |place: usize| graph.nodes[place].release.version.text();
        let plain: Vec<_> =
            graph.edges.iter().map(|&(from, to)| (version(from), version(to))).collect();
        assert_eq!(plain, [("4.6.23", "4.6.43")]);
        let told = graph.conditional.iter().map(|group| {
            let rules = group.risks.iter().map(|risk| (&*risk.name, &risk.rules[..]));
            (group.edges[0].to.text(), rules.collect::<Vec<_>>())
        });
        let (a, b) = ([Rule::PromQl("a".to_owned())], [Rule::PromQl("b".to_owned())]);
        let expected = [
            ("4.6.31", vec![("A", &a[..])]),
            ("4.7.5", vec![]),
            ("4.7.4", vec![("A", &a[..]), ("B", &b[..])]),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
