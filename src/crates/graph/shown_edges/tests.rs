//! Which edges a picture has, and which it can omit.

use std::collections::BTreeSet;

use super::*;
use crate::channel_graphs::ChannelGraphs;
use crate::reachable::ReachQuery;
use crate::testing::GraphBuilder;

/// Patches of 4.6 and 4.7 with edges from each to every later one, as channels have them.
fn dense(edges: &[&str], from: Option<&str>) -> ChannelGraphs {
    let versions: Vec<String> =
        (6..8).flat_map(|minor| (0..10).map(move |patch| format!("4.{minor}.{patch}"))).collect();
    let mut all: Vec<String> = Vec::new();
    for (place, older) in versions.iter().enumerate() {
        all.extend(versions[place + 1..].iter().map(|newer| format!("{older}>{newer}")));
    }
    all.extend(edges.iter().map(ToString::to_string));
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    GraphBuilder::new(&versions).edges(&all).seen_from(from)
}

fn drawn(graphs: &ChannelGraphs) -> BTreeSet<String> {
    let reach = ReachableGraph::new(graphs, &ReachQuery::default()).unwrap();
    let version = |place: usize| graphs.merged.nodes[place].release.version.text();
    let hops = reach.hops.iter().zip(reach.drawn(&graphs.merged)).filter(|(_, drawn)| *drawn);
    hops.map(|(hop, _)| format!("{}>{}", version(hop.from), version(hop.edge(&graphs.merged).to)))
        .collect()
}

#[test]
fn few_edges_are_all_drawn() {
    let edges = ["4.6.1>4.6.2", "4.6.2>4.6.3", "4.6.1>4.6.3"];
    assert_eq!(
        drawn(&GraphBuilder::new(&["4.6.1", "4.6.2", "4.6.3"]).edges(&edges).seen_from(None)).len(),
        3
    );
}

#[test]
fn of_many_edges_those_are_left_out_that_others_imply() {
    let kept = drawn(&dense(&[], None));
    assert_eq!(kept.len(), 19, "each leads to the next: {kept:?}");
    assert!(kept.contains("4.6.9>4.7.0"));
}

#[test]
fn all_edges_from_where_one_stands_are_drawn() {
    let kept = drawn(&dense(&[], Some("4.6.5")));
    assert_eq!(kept.iter().filter(|ends| ends.starts_with("4.6.5>")).count(), 14);
    assert_eq!(kept.len(), 14 + 13);
}

#[test]
fn a_way_with_other_risks_implies_nothing() {
    let kept = drawn(&dense(&["4.6.8>4.6.9:A"], None));
    for ends in ["4.6.8>4.6.9", "4.6.8>4.7.0", "4.6.7>4.6.9"] {
        assert!(kept.contains(ends), "{ends}: {kept:?}");
    }
    assert!(!kept.contains("4.6.6>4.6.9"), "4.6.7 is on the way: {kept:?}");
}

#[test]
fn a_conditional_edge_is_left_out_where_others_lead_there_with_no_other_risks() {
    // All edges to 4.7.5 are conditional: from 4.7 with B, from 4.6.9 with A, from before with both.
    let starts =
        (0..10).map(|patch| format!("4.6.{patch}>4.7.5:{}", if patch == 9 { "A" } else { "A,B" }));
    let starts = starts.chain((0..5).map(|patch| format!("4.7.{patch}>4.7.5:B")));
    let starts: Vec<String> = starts.collect();
    let kept = drawn(&dense(&starts.iter().map(String::as_str).collect::<Vec<_>>(), None));
    let into: Vec<&String> = kept.iter().filter(|ends| ends.ends_with(">4.7.5")).collect();
    assert_eq!(into, ["4.6.9>4.7.5", "4.7.4>4.7.5"]);
}

#[test]
fn a_reason_that_is_not_given_may_be_any() {
    let kept = drawn(&dense(&["4.6.8>4.6.9:", "4.6.7>4.6.9:A"], None));
    assert!(kept.contains("4.6.8>4.6.9") && kept.contains("4.6.7>4.6.9"), "{kept:?}");
}

#[test]
fn ways_down_are_drawn_and_confuse_nothing() {
    let kept = drawn(&dense(&["4.7.9>4.6.0", "4.6.3>4.6.3"], None));
    assert_eq!(kept.len(), 21);
    assert!(kept.contains("4.7.9>4.6.0"));
}
