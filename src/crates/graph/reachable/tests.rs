//! What is reachable, from anywhere to anywhere.

use super::*;
use crate::testing::GraphBuilder;

fn graphs(versions: &[&str], edges: &[&str], from: Option<&str>) -> ChannelGraphs {
    GraphBuilder::new(versions).edges(edges).seen_from(from)
}

fn small(from: Option<&str>) -> ChannelGraphs {
    graphs(
        &["4.6.1", "4.6.2", "4.6.3", "4.7.0", "4.7.1", "4.8.0", "odd"],
        &[
            "4.6.1>4.6.2",
            "4.6.2>4.6.3",
            "4.6.2>4.7.0:A,B",
            "4.6.3>4.7.0:A",
            "4.7.0>4.7.1",
            "4.7.1>4.8.0",
        ],
        from,
    )
}

fn versions(graphs: &ChannelGraphs, reach: &ReachableGraph) -> Vec<String> {
    let of =
        |reached: &ReachableNode| graphs.merged.nodes[reached.place].release.version.to_string();
    reach.places.iter().map(of).collect()
}

fn anything() -> ReachQuery {
    ReachQuery::default()
}

fn towards(version: &str) -> ReachQuery {
    ReachQuery { to: Some(to(version)), all: false }
}

fn to(version: &str) -> Version {
    Version::new(version)
}

#[test]
fn without_a_start_all_is_shown_and_nothing_said_of_how_to_get_there() {
    let graphs = small(None);
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    assert_eq!(
        versions(&graphs, &reach),
        ["odd", "4.6.1", "4.6.2", "4.6.3", "4.7.0", "4.7.1", "4.8.0"]
    );
    assert!(reach.places.iter().all(|reached| (reached.by, reached.direct) == (None, None)));
    assert_eq!((reach.reachable(), reach.direct(), reach.hops.len()), (None, None, 6));
}

#[test]
fn from_a_start_it_is_said_how_one_gets_to_each() {
    let graphs = small(Some("4.6.2"));
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    assert_eq!(versions(&graphs, &reach), ["4.6.2", "4.6.3", "4.7.0", "4.7.1", "4.8.0"]);
    let how: Vec<_> = reach.places.iter().map(|reached| (reached.direct, reached.by)).collect();
    let (recommended, conditional) = (Some(Kind::Recommended), Some(Kind::Conditional));
    assert_eq!(
        how,
        [
            (None, None),
            (recommended, recommended),
            (conditional, conditional),
            (None, conditional),
            (None, conditional),
        ]
    );
    assert_eq!((reach.reachable(), reach.direct()), (Some(4), Some(2)));
    assert_eq!(reach.risks(&graphs.merged).len(), 2);
}

#[test]
fn minors_have_their_newest_and_the_newest_without_conditions() {
    let graphs = graphs(
        &["4.6.1", "4.6.2", "4.7.0", "4.7.1", "nightly"],
        &["4.6.1>4.6.2", "4.6.2>4.7.0", "4.6.2>4.7.1:A", "4.6.1>nightly:A"],
        Some("4.6.1"),
    );
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    let text = |place: Option<usize>| {
        place.map_or("-", |place| graphs.merged.nodes[place].release.version.text())
    };
    let row = |minor: &ReachableMinor| {
        (minor.number, minor.releases, text(minor.newest), text(minor.newest_recommended))
    };
    assert_eq!(
        reach.minors.iter().map(row).collect::<Vec<_>>(),
        [
            (Some([4, 7]), 2, "4.7.1", "4.7.0"),
            (Some([4, 6]), 1, "4.6.2", "4.6.2"),
            (None, 1, "nightly", "-"),
        ]
    );
}

#[test]
fn only_the_start_of_a_minor_leaves_it_without_a_newest() {
    let graphs = graphs(&["4.6.1", "4.7.0"], &["4.6.1>4.7.0"], Some("4.6.1"));
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    assert_eq!((reach.minors[1].releases, reach.minors[1].newest), (0, None));
}

#[test]
fn a_target_leaves_what_lies_on_the_ways_to_it() {
    let graphs = graphs(
        &["4.6.1", "4.6.2", "4.6.3", "4.7.0", "4.7.1"],
        &["4.6.1>4.6.2", "4.6.1>4.6.3", "4.6.2>4.7.0", "4.6.1>4.7.0:A", "4.7.0>4.7.1"],
        Some("4.6.1"),
    );
    let reach = ReachableGraph::new(&graphs, &towards("4.7.0")).unwrap();
    assert_eq!(versions(&graphs, &reach), ["4.6.1", "4.6.2", "4.7.0"]);
    assert_eq!((reach.hops.len(), reach.to), (3, graphs.merged.find(&to("4.7.0"))));
}

#[test]
fn without_a_start_a_target_leaves_what_leads_to_it() {
    let graphs = small(None);
    let reach = ReachableGraph::new(&graphs, &towards("4.7.0")).unwrap();
    assert_eq!(versions(&graphs, &reach), ["4.6.1", "4.6.2", "4.6.3", "4.7.0"]);
}

#[test]
fn what_is_missing_comes_with_its_neighbours() {
    let near = |versions: &[&str]| versions.iter().map(|text| to(text)).collect::<Vec<_>>();
    let here = small(Some("4.6.2"));
    let missing = |graphs: &ChannelGraphs, text: &str| {
        ReachableGraph::new(graphs, &towards(text)).unwrap_err()
    };
    let nearest = near(&["4.7.1", "4.7.0", "4.6.3"]);
    assert_eq!(missing(&here, "4.7.9"), NoSuchVersion::Target { nearest });
    let nearest = near(&["4.6.3", "4.7.1", "4.7.0"]);
    assert_eq!(missing(&here, "4.6.1"), NoSuchVersion::NoWay { from: to("4.6.2"), nearest });
    assert_eq!(missing(&here, "4.6.2"), NoSuchVersion::Here);
    let nearest = near(&["4.6.3", "4.6.2", "4.6.1"]);
    let start = NoSuchVersion::Start { version: to("4.6.9"), nearest };
    assert_eq!(ReachableGraph::new(&small(Some("4.6.9")), &anything()).unwrap_err(), start);
}

#[test]
fn an_empty_graph_has_nothing_and_is_no_error() {
    let empty = graphs(&[], &[], Some("4.6.1"));
    assert_eq!(ReachableGraph::new(&empty, &anything()), Ok(ReachableGraph::default()));
    assert!(ReachableGraph::new(&empty, &towards("4.7.0")).is_err());
}

#[test]
fn circles_and_ways_down_end() {
    let graphs = graphs(
        &["4.6.1", "4.6.2", "odd"],
        &["4.6.1>4.6.2", "4.6.2>4.6.1", "4.6.2>4.6.2", "4.6.2>odd", "odd>4.6.1:"],
        Some("4.6.2"),
    );
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    assert_eq!((reach.places.len(), reach.hops.len()), (3, 5));
    assert_eq!(reach.reachable(), Some(2));
    let reach = ReachableGraph::new(&graphs, &towards("odd")).unwrap();
    assert_eq!(versions(&graphs, &reach), ["odd", "4.6.1", "4.6.2"]);
}

#[test]
fn all_of_a_graph_can_be_shown_with_what_cannot_be_reached() {
    let all = ReachQuery { to: None, all: true };
    let here = small(Some("4.6.3"));
    let reach = ReachableGraph::new(&here, &all).unwrap();
    assert_eq!((reach.places.len(), reach.reachable(), reach.direct()), (7, Some(3), Some(1)));
    assert_eq!((reach.places[1].by, reach.places[4].by), (None, Some(Kind::Conditional)));
    let elsewhere = ReachableGraph::new(&small(Some("4.6.9")), &all).unwrap();
    assert_eq!((elsewhere.places.len(), elsewhere.from), (7, None));
}

#[test]
fn a_conditional_edge_and_recommended_ones_may_lead_to_the_same_place() {
    let edges = ["4.6.1>4.6.3:A", "4.6.1>4.6.2", "4.6.2>4.6.3"];
    let graphs = graphs(&["4.6.1", "4.6.2", "4.6.3"], &edges, Some("4.6.1"));
    let reach = ReachableGraph::new(&graphs, &anything()).unwrap();
    let ReachableNode { direct, by, .. } = reach.places[2];
    assert_eq!((direct, by), (Some(Kind::Conditional), Some(Kind::Recommended)));
}
