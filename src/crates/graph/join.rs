//! Graphs of channels and architectures joined into one that a service could filter again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::{ConditionalEdges, Edge, Graph, Node, Risk};
use crate::version::Version;

/// From, to and architecture of a conditional edge.
type EdgeKey = (String, String, Option<String>);

/// Joins graphs, each with its architecture if there are several. What occurs twice is kept once.
pub fn join<'a>(graphs: impl IntoIterator<Item = (Option<&'a str>, &'a Graph)>) -> Graph {
    let mut joined = Graph::default();
    let mut places: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
    let mut edges = BTreeSet::new();
    let mut groups: BTreeMap<Arc<[Risk]>, BTreeSet<EdgeKey>> = BTreeMap::new();
    for (arch, graph) in graphs {
        let arch = arch.map(str::to_owned);
        let mut place = |node: &Node| {
            let key = (node.release.version.text().to_owned(), arch.clone());
            *places.entry(key).or_insert_with(|| {
                joined.nodes.push(Node { arch: arch.clone(), ..node.clone() });
                joined.nodes.len() - 1
            })
        };
        let here: Vec<usize> = graph.nodes.iter().map(&mut place).collect();
        let known = graph.edges.iter();
        edges.extend(known.filter_map(|&(from, to)| Some((*here.get(from)?, *here.get(to)?))));
        for ConditionalEdges { edges, risks } in &graph.conditional {
            let ends = edges.iter().map(|Edge { from, to, .. }| {
                (from.text().to_owned(), to.text().to_owned(), arch.clone())
            });
            groups.entry(Arc::clone(risks)).or_default().extend(ends);
        }
    }
    joined.edges = edges.into_iter().collect();
    joined.conditional = groups
        .into_iter()
        .map(|(risks, edges)| {
            let edge = |(from, to, arch): EdgeKey| Edge {
                from: Version::new(from),
                to: Version::new(to),
                arch,
            };
            ConditionalEdges { edges: edges.into_iter().map(edge).collect(), risks }
        })
        .collect();
    joined
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::json::read;

    fn graph(versions: &[&str], channels: &str, edges: &Value, groups: &Value) -> Graph {
        let nodes: Vec<Value> = versions
            .iter()
            .map(|version| {
                json!({
                    "version": version, "payload": format!("example.com/a:{version}"),
                    "metadata": {"io.openshift.upgrades.graph.release.channels": channels},
                })
            })
            .collect();
        let object = json!({"nodes": nodes, "edges": edges, "conditionalEdges": groups});
        read::graph(&object).unwrap().strictly().unwrap()
    }

    fn texts(graph: &Graph) -> (Vec<&str>, Vec<(&str, &str)>, usize) {
        let version = |place: usize| graph.nodes[place].release.version.text();
        let nodes = (0..graph.nodes.len()).map(version).collect();
        let edges = graph.edges.iter().map(|&(from, to)| (version(from), version(to))).collect();
        (nodes, edges, graph.conditional.iter().map(|group| group.edges.len()).sum())
    }

    #[test]
    fn what_several_channels_have_is_kept_once() {
        let risk = json!([{
            "edges": [{"from": "4.6.1", "to": "4.6.2"}],
            "risks": [{
                "name": "A", "message": "b", "url": "https://example.com",
                "matchingRules": [{"type": "Always"}],
            }],
        }]);
        let stable = graph(&["4.6.1", "4.6.2"], "stable-4.6,fast-4.6", &json!([]), &risk);
        let edges = json!([[1, 2]]);
        let fast = graph(&["4.6.1", "4.6.2", "4.6.3"], "stable-4.6,fast-4.6", &edges, &risk);
        let joined = join([(None, &stable), (None, &fast)]);
        let nodes = vec!["4.6.1", "4.6.2", "4.6.3"];
        assert_eq!(texts(&joined), (nodes, vec![("4.6.2", "4.6.3")], 1));
        assert_eq!(texts(&joined.served("fast-4.6", "amd64")), texts(&joined));
    }

    #[test]
    fn architectures_stay_apart_and_survive_being_written() {
        let amd = graph(&["4.6.1", "4.6.2"], "stable-4.6", &json!([[0, 1]]), &json!([]));
        let multi = graph(&["4.6.1"], "stable-4.6", &json!([]), &json!([]));
        let joined = join([(Some("amd64"), &amd), (Some("multi"), &multi)]);
        let read = read::graph(&read::wire(&joined)).unwrap().strictly().unwrap();
        assert_eq!(texts(&read.served("stable-4.6", "amd64")), texts(&amd));
        assert_eq!(texts(&read.served("stable-4.6", "multi")), texts(&multi));
    }
}
