//! What is reachable, and what is missing.

use super::*;
use crate::channel_graphs::{UnreadChannel, UnreadReason};

#[test]
fn reachable_releases_are_reported_by_minor_version() {
    let lines =
        ["4.6.1 4.6.2", "4.6.2 4.6.3 A", "4.6.2 4.7.1 B", "4.7.1 4.7.2", "4.5.1 4.6.1", "4.8.1"];
    let graphs = graphs(graph(&lines), "4.6.1");
    let query = PathQuery::new(&graphs, &goal("4.8.1"), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let far = reachable(&query, RiskVerdicts { verdicts: &verdicts, accepted: &accepted });
    let name = |place: usize| query.version(place).text();
    let far: Vec<_> =
        far.iter().map(|reach| (name(reach.newest), reach.recommended.map(name))).collect();
    assert_eq!(far, [("4.6.3", Some("4.6.2")), ("4.7.2", None)]);
}

fn missing_in(graph: Graph, to: &str) -> (Vec<MissingPath>, Vec<String>) {
    missing_of(&graphs(graph, "4.6.1"), to)
}

fn missing_of(graphs: &ChannelGraphs, to: &str) -> (Vec<MissingPath>, Vec<String>) {
    let query = PathQuery::new(graphs, &goal(to), ChannelScope::All).unwrap();
    missing(&query, graphs)
}

#[test]
fn what_is_missing_is_reported() {
    let lines = ["4.6.1 4.6.2", "4.7.1 4.8.1", "4.7.2 4.8.1", "4.7.2 4.8.2", "4.7.0", "4.5.3"];
    let told = |to: &str| missing_in(graph(&lines), to).0;
    let entries = examples(&["4.7.2", "4.7.1"]);
    assert_eq!(told("4.8.1"), [MissingPath::NotReached { entries: entries.clone() }]);
    assert_eq!(told("4.8"), [MissingPath::NotReached { entries }]);
    assert_eq!(told("4.7.0"), [MissingPath::NoEntry]);
    assert_eq!(told("4.5.3"), [MissingPath::Older]);
    assert_eq!(told("4.5"), [MissingPath::Older]);
    let nearest = ["4.8.2", "4.8.1", "4.7.2"].map(Version::new).to_vec();
    assert_eq!(told("4.8.9"), [MissingPath::NoSuchTarget { nearest }]);
    let nearest = ["4.8.2", "4.7.2", "4.6.2"].map(Version::new).to_vec();
    assert_eq!(told("4.9"), [MissingPath::NoSuchTarget { nearest }]);
}

#[test]
fn a_missing_start_is_reported_with_the_rest() {
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.8.1").0;
    assert!(matches!(
        told[..],
        [MissingPath::StartNotListed { .. }, MissingPath::NoSuchTarget { .. }]
    ));
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.7.1").0;
    assert!(matches!(told[..], [MissingPath::StartNotListed { .. }]));
}

#[test]
fn a_removed_edge_is_reported_and_a_bad_expression_is_a_warning() {
    let mut graph = graph(&["4.6.1 4.6.2", "4.7.1 4.8.1"]);
    let mut removed =
        |place: usize, pattern: &str| graph.nodes[place].removed = Some(pattern.into());
    removed(2, r"^4\.6\.[12]\+amd64$");
    let (told, warnings) = missing_in(graph.clone(), "4.8.1");
    let (from, to) = (Version::new("4.6.2"), Version::new("4.7.1"));
    let blocked = MissingPath::Blocked { from, to, pattern: r"^4\.6\.[12]\+amd64$".into() };
    assert_eq!((told[1..].to_vec(), warnings), (vec![blocked], vec![]));
    let mut removed =
        |place: usize, pattern: &str| graph.nodes[place].removed = Some(pattern.into());
    removed(2, "(");
    let (told, warnings) = missing_in(graph, "4.8.1");
    assert_eq!((told.len(), warnings.len()), (1, 1));
    assert!(warnings[0].contains("4.7.1"), "{warnings:?}");
}

#[test]
fn what_was_not_searched_leaves_open_whether_there_is_a_path() {
    let unread =
        |channel: &str, reason: UnreadReason| UnreadChannel { channel: channel.to_owned(), reason };
    let failed = |why: &str| UnreadReason::Failed(why.to_owned());
    let mut graphs = graphs(graph(&["4.6.1 4.6.2", "4.7.1"]), "4.6.1");
    graphs.unread = vec![
        unread("a-4.7", failed("broken")),
        unread("b-4.7", UnreadReason::NotNamed),
        unread("c-4.7", UnreadReason::Limit),
        unread("d-4.7", failed("late")),
    ];
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let open = [
        MissingPath::NotLookedAt { channels: names(&["b-4.7"]) },
        MissingPath::TooManyChannels { channels: names(&["c-4.7"]) },
        MissingPath::Unreadable { channels: names(&["a-4.7", "d-4.7"]), why: "broken".to_owned() },
    ];
    let told = missing_of(&graphs, "4.7.1").0;
    assert_eq!(told, [&[MissingPath::NoEntry], &open[..]].concat());
    let told = missing_of(&graphs, "4.8.1").0;
    assert!(matches!(told[0], MissingPath::NoSuchTarget { .. }), "{told:?}");
    assert_eq!(told[1..], open, "a release that is not there may be elsewhere");
    assert_eq!(missing_of(&graphs, "4.6.0").0, [MissingPath::Older], "whatever else there is");
}
