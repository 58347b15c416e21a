use std::collections::BTreeSet;

use super::*;
use crate::domain::graph::reach::tests::survey;
use crate::domain::graph::Survey;

/// Patches of 4.6 and 4.7 with edges from each to every later one, as channels have them.
fn dense(edges: &[&str], from: Option<&str>) -> Survey {
    let versions: Vec<String> =
        (6..8).flat_map(|minor| (0..10).map(move |patch| format!("4.{minor}.{patch}"))).collect();
    let mut all: Vec<String> = Vec::new();
    for (place, older) in versions.iter().enumerate() {
        all.extend(versions[place + 1..].iter().map(|newer| format!("{older}>{newer}")));
    }
    all.extend(edges.iter().map(ToString::to_string));
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    survey(&versions, &all.iter().map(String::as_str).collect::<Vec<_>>(), from)
}

fn drawn(survey: &Survey) -> Vec<(String, Ink)> {
    let reach = Reach::of(survey, None).unwrap();
    let version = |place: usize| survey.atlas.places[place].release.version.text();
    let ink = reach.sketch(&survey.atlas);
    let hops = reach.hops.iter().zip(ink);
    hops.map(|(hop, ink)| {
        (format!("{}>{}", version(hop.from), version(hop.of(&survey.atlas).to)), ink)
    })
    .collect()
}

fn of(drawn: &[(String, Ink)], wanted: Ink) -> BTreeSet<&str> {
    let found = drawn.iter().filter(|(_, ink)| *ink == wanted);
    found.map(|(ends, _)| ends.as_str()).collect()
}

#[test]
fn few_edges_are_all_drawn() {
    let few = survey(
        &["4.6.1", "4.6.2", "4.6.3"],
        &["4.6.1>4.6.2", "4.6.2>4.6.3", "4.6.1>4.6.3"],
        None,
    );
    assert_eq!(of(&drawn(&few), Ink::Drawn).len(), 3);
}

#[test]
fn of_many_edges_those_are_left_out_that_a_longer_way_implies() {
    let drawn = drawn(&dense(&[], None));
    let kept = of(&drawn, Ink::Drawn);
    assert_eq!(kept.len(), 19, "each leads to the next: {kept:?}");
    assert!(kept.contains("4.6.9>4.7.0"));
    assert_eq!(of(&drawn, Ink::Implied).len(), drawn.len() - 19);
}

#[test]
fn all_edges_from_where_one_stands_are_drawn() {
    let drawn = drawn(&dense(&[], Some("4.6.5")));
    let kept = of(&drawn, Ink::Drawn);
    assert_eq!(kept.iter().filter(|ends| ends.starts_with("4.6.5>")).count(), 14);
    assert_eq!(kept.len(), 14 + 13);
}

#[test]
fn conditional_edges_are_drawn_once_for_each_target_and_set_of_risks() {
    let conditional =
        ["4.6.1>4.7.5:A", "4.6.2>4.7.5:A", "4.6.3>4.7.5:A,B", "4.6.8>4.7.6:A", "4.6.0>4.7.5:A"];
    let drawn = drawn(&dense(&conditional, Some("4.6.0")));
    assert_eq!(of(&drawn, Ink::Repeated), BTreeSet::from(["4.6.1>4.7.5"]));
    let kept = of(&drawn, Ink::Drawn);
    for ends in ["4.6.0>4.7.5", "4.6.2>4.7.5", "4.6.3>4.7.5", "4.6.8>4.7.6"] {
        assert!(kept.contains(ends), "{ends}");
    }
}

#[test]
fn a_conditional_edge_implies_nothing() {
    let dense = dense(&["4.6.8>4.6.9:A"], None);
    assert!(of(&drawn(&dense), Ink::Drawn).contains("4.6.8>4.7.0"));
}

#[test]
fn ways_down_are_drawn_and_confuse_nothing() {
    let drawn = drawn(&dense(&["4.7.9>4.6.0", "4.6.3>4.6.3"], None));
    let kept = of(&drawn, Ink::Drawn);
    assert_eq!(kept.len(), 21);
    assert!(kept.contains("4.7.9>4.6.0"));
}
