//! How graphs are merged.

use super::*;
use crate::model::{ConditionalEdges, Edge, Node, Rule};

fn release(version: &str, image: &str, channels: &[&str]) -> Release {
    Release {
        version: Version::new(version),
        image: format!("example.com/a@sha256:{image}"),
        url: None,
        channels: channels.iter().map(|&name| name.to_owned()).collect(),
        architecture: None,
    }
}

fn node(version: &str, channels: &[&str]) -> Node {
    Node { release: release(version, version, channels).into(), arch: None, removed: None }
}

fn risk(name: &str, message: &str) -> Risk {
    let (message, url) = (message.to_owned(), String::new());
    Risk { name: name.to_owned(), message, url, rules: vec![Rule::Always] }
}

fn group(from: &str, to: &str, risks: &[Risk]) -> ConditionalEdges {
    let (from, to) = (Version::new(from), Version::new(to));
    ConditionalEdges { edges: vec![Edge { from, to, arch: None }], risks: risks.into() }
}

fn layer(channel: &str, nodes: Vec<Node>, edges: &[(usize, usize)]) -> ChannelGraph {
    let graph = Graph { nodes, edges: edges.to_vec(), conditional: Vec::new() };
    ChannelGraph { channel: Some(channel.to_owned()), graph }
}

fn from<'a>(merged: &'a MergedGraph, version: &str) -> &'a [MergedEdge] {
    &merged.edges[merged.find(&Version::new(version)).unwrap()]
}

#[test]
fn releases_of_two_channels_are_one_place_with_the_channels_of_both() {
    let one = layer("stable-4.6", vec![node("4.6.2", &[]), node("4.6.1", &[])], &[(1, 0)]);
    let two = layer("stable-4.7", vec![node("4.6.2", &["x-4.7"]), node("4.7.0", &[])], &[(0, 1)]);
    let merged = MergedGraph::join(&[one, two]);
    let versions: Vec<&str> = merged.nodes.iter().map(|it| it.release.version.text()).collect();
    assert_eq!(versions, ["4.6.1", "4.6.2", "4.7.0"], "oldest first");
    let names = |place: usize| merged.channel_names(&merged.nodes[place].channels);
    assert_eq!(names(1), ["stable-4.6", "stable-4.7", "x-4.7"]);
    let way = &from(&merged, "4.6.2")[0];
    assert_eq!((way.to, merged.channel_names(&way.channels)), (2, vec!["stable-4.7".to_owned()]));
    assert!(merged.oddities.is_empty());
}

#[test]
fn what_is_in_both_lists_is_conditional_in_whichever_graph() {
    let nodes = || vec![node("4.6.1", &[]), node("4.6.2", &[])];
    let plain = layer("fast-4.6", nodes(), &[(0, 1)]);
    let mut guarded = layer("stable-4.6", nodes(), &[]);
    guarded.graph.conditional.push(group("4.6.1", "4.6.2", &[risk("A", "a")]));
    for layers in [[plain.clone(), guarded.clone()], [guarded, plain]] {
        let merged = MergedGraph::join(&layers);
        let way = &from(&merged, "4.6.1")[0];
        assert!(way.is_conditional() && way.plain);
        let names: Vec<&str> = merged.risks_of(way).map(|risk| risk.name.as_str()).collect();
        assert_eq!(names, ["A"]);
    }
}

#[test]
fn a_target_that_is_listed_twice_has_all_risks_each_once() {
    let mut layer = layer("stable-4.6", vec![node("4.6.1", &[]), node("4.6.2", &[])], &[]);
    let groups = [
        group("4.6.1", "4.6.2", &[risk("B", "b"), risk("A", "a")]),
        group("4.6.1", "4.6.2", &[risk("A", "a"), risk("A", "otherwise")]),
    ];
    layer.graph.conditional.extend(groups);
    let merged = MergedGraph::join(&[layer]);
    let way = &from(&merged, "4.6.1")[0];
    assert_eq!(way.groups, 2);
    let said: Vec<&str> = merged.risks_of(way).map(|risk| risk.message.as_str()).collect();
    assert_eq!(said, ["a", "otherwise", "b"], "one name that says two things is two risks");
}

#[test]
fn one_version_with_two_images_is_two_places_and_is_called_out() {
    let other = Node { release: release("4.6.2", "other", &[]).into(), arch: None, removed: None };
    let one = layer("stable-4.6", vec![node("4.6.1", &[]), node("4.6.2", &[])], &[(0, 1)]);
    let two = layer("fast-4.6", vec![node("4.6.1", &[]), other], &[(0, 1)]);
    let merged = MergedGraph::join(&[one, two]);
    assert_eq!(merged.nodes.len(), 3);
    assert_eq!(from(&merged, "4.6.1").len(), 2);
    assert!(merged.oddities[0].starts_with("4.6.2 has two images"), "{:?}", merged.oddities);
}

#[test]
fn a_graph_without_a_channel_has_those_that_both_ends_name() {
    let nodes =
        vec![node("4.6.1", &["fast-4.6", "stable-4.6"]), node("4.6.2", &["fast-4.6", "fast-4.7"])];
    let graph = Graph { nodes, edges: vec![(0, 1)], conditional: Vec::new() };
    let merged = MergedGraph::join(&[ChannelGraph { channel: None, graph }]);
    let way = &from(&merged, "4.6.1")[0];
    assert_eq!(merged.channel_names(&way.channels), ["fast-4.6"]);
}

#[test]
fn places_are_found_by_precedence_and_what_is_not_semver_by_its_text() {
    let layer = layer("x", vec![node("4.6.1", &[]), node("latest", &[])], &[]);
    let merged = MergedGraph::join(&[layer]);
    assert_eq!(merged.find(&Version::new("4.6.1+amd64")), Some(1));
    assert_eq!(merged.find(&Version::new("latest")), Some(0));
    assert_eq!(merged.find(&Version::new("newest")), None);
}
