//! How far one gets, and what is missing.

use super::*;

#[test]
fn how_far_one_gets_is_told_by_minor_version() {
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

fn missing_in(graph: Graph, to: &str, looked: &[&str]) -> (Vec<MissingPath>, Vec<String>) {
    let mut graphs = graphs(graph, "4.6.1");
    if !looked.is_empty() {
        let name = |&name: &&str| crate::channel_graphs::ChannelSummary {
            channel: Some(name.to_owned()),
            releases: 1,
        };
        graphs.channels = looked.iter().map(name).collect();
    }
    let query = PathQuery::new(&graphs, &goal(to), ChannelScope::All).unwrap();
    missing(&query, &graphs)
}

#[test]
fn what_is_missing_is_told() {
    let lines = ["4.6.1 4.6.2", "4.7.1 4.8.1", "4.7.2 4.8.1", "4.7.2 4.8.2", "4.7.0", "4.5.3"];
    let told = |to: &str| missing_in(graph(&lines), to, &[]).0;
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
fn a_start_that_is_not_there_is_told_beside_the_rest() {
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.8.1", &[]).0;
    assert!(matches!(
        told[..],
        [MissingPath::StartNotListed { .. }, MissingPath::NoSuchTarget { .. }]
    ));
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.7.1", &[]).0;
    assert!(matches!(told[..], [MissingPath::StartNotListed { .. }]));
}

#[test]
fn an_edge_that_was_taken_away_is_told_and_a_bad_expression_is_a_warning() {
    let mut graph = graph(&["4.6.1 4.6.2", "4.7.1 4.8.1"]);
    let mut removed =
        |place: usize, pattern: &str| graph.nodes[place].removed = Some(pattern.into());
    removed(2, r"^4\.6\.[12]\+amd64$");
    let (told, warnings) = missing_in(graph.clone(), "4.8.1", &[]);
    let (from, to) = (Version::new("4.6.2"), Version::new("4.7.1"));
    let blocked = MissingPath::Blocked { from, to, pattern: r"^4\.6\.[12]\+amd64$".into() };
    assert_eq!((told[1..].to_vec(), warnings), (vec![blocked], vec![]));
    let mut removed =
        |place: usize, pattern: &str| graph.nodes[place].removed = Some(pattern.into());
    removed(2, "(");
    let (told, warnings) = missing_in(graph, "4.8.1", &[]);
    assert_eq!((told.len(), warnings.len()), (1, 1));
    assert!(warnings[0].contains("4.7.1"), "{warnings:?}");
}

#[test]
fn channels_that_were_not_looked_at_are_told() {
    let told = missing_in(graph(&["4.6.1 4.6.2", "4.8.1 4.8.2"]), "4.9.0", &["stable-4.8"]).0;
    assert_eq!(told.len(), 1, "nothing is known of a release that is not there: {told:?}");
    let told = missing_in(graph(&["4.6.1 4.6.2", "4.7.1"]), "4.7.1", &["stable-4.7", "fast-4.7"]).0;
    let channels = ["candidate-4.7", "candidate-4.8", "fast-4.8", "stable-4.8", "eus-4.8"];
    let channels = channels.map(str::to_owned).to_vec();
    assert_eq!(told, [MissingPath::NoEntry, MissingPath::NotLookedAt { channels }]);
}
