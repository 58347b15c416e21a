//! Which response belongs to which request, and that each is made once.

use serde_json::Value;

use super::*;
use upgrade_graph::build::{BuildMode, build};
use upgrade_graph::data::Block;
use upgrade_graph::data::testing::{at, channel, data, name, risk};
use upgrade_graph::model::Rule;
use upgrade_graph::releases::Releases;

pub(crate) const CLUSTER: &str = "11111111-aaaa-bbbb-cccc-555555555555";

/// 4.6.1 → 4.7.0, for amd64 and s390x, in stable-4.7; of amd64 alone also in fast-4.7. With blocks on
/// the update to 4.7.0.
pub(crate) fn prepared(blocks: Vec<Block>) -> Prepared {
    let mut releases = Releases::default();
    for text in ["4.6.1+amd64", "4.7.0+amd64", "4.6.1+s390x", "4.7.0+s390x"] {
        let mut node = Scraped::unseen(name(text));
        node.payload = Some(format!("registry.example/ocp@sha256:{text}"));
        releases.nodes.push(node);
    }
    releases.edges = [(0, 1), (2, 3)].into();
    let channels = vec![
        channel("fast-4.7", &["4.6.1+amd64", "4.7.0+amd64"]),
        channel("stable-4.7", &["4.6.1", "4.7.0"]),
    ];
    let data = data(channels, blocks);
    Prepared::new(Material {
        built: build(releases, &data, BuildMode::Closed).unwrap(),
        files: vec![("version".to_owned(), "1.1.0\n".to_owned())],
        platforms: [(CLUSTER.to_owned(), "AWS".to_owned())].into(),
    })
}

pub(crate) fn on_platforms() -> Vec<Block> {
    let rule = Rule::Platforms(vec!["VSphere".to_owned(), "None".to_owned()]);
    vec![Block { rules: Some(at(vec![at(rule)])), ..risk("4.7.0", ".*", "R") }]
}

fn asked(prepared: &Prepared, query: &str) -> Value {
    let body = prepared.graph(&GraphQuery::read(query).unwrap());
    serde_json::from_slice(&body.plain).unwrap()
}

fn counts(graph: &Value) -> [usize; 3] {
    ["nodes", "edges", "conditionalEdges"].map(|key| graph[key].as_array().unwrap().len())
}

#[test]
fn what_is_not_there_is_an_empty_graph() {
    let prepared = prepared(Vec::new());
    for (query, expected) in [
        ("channel=stable-4.7", [2, 1, 0]),
        ("channel=stable-4.7&arch=s390x", [2, 1, 0]),
        ("channel=fast-4.7&arch=s390x", [0, 0, 0]),
        ("channel=stable-4.8", [0, 0, 0]),
        ("channel=stable-4.7&arch=s390", [0, 0, 0]),
        ("channel=stable-4.7&arch=m68k", [0, 0, 0]),
    ] {
        let graph = asked(&prepared, query);
        assert_eq!((counts(&graph), &graph["version"]), (expected, &Value::from(1)), "{query}");
    }
}

#[test]
fn an_answer_is_made_once_and_unknown_names_take_no_room() {
    let prepared = prepared(Vec::new());
    let first = prepared.graph(&GraphQuery::read("channel=stable-4.7").unwrap());
    let other = "channel=stable-4.7&arch=amd64&version=4.6.1&id=x&platform=AWS";
    let again = prepared.graph(&GraphQuery::read(other).unwrap());
    assert!(std::ptr::eq(first, again), "no rule is on platforms, so they do not matter");
    let one = prepared.graph(&GraphQuery::read("channel=a").unwrap());
    let two = prepared.graph(&GraphQuery::read("channel=b&platform=c").unwrap());
    assert!(std::ptr::eq(one, two));
}

#[test]
fn platforms_are_sent_or_mapped_or_unknown() {
    let prepared = prepared(on_platforms());
    let known = format!("channel=stable-4.7&id={}", CLUSTER.to_uppercase());
    for (query, edges) in [
        ("channel=stable-4.7", 0),
        ("channel=stable-4.7&platform=", 0),
        ("channel=stable-4.7&platform=VSphere", 0),
        ("channel=stable-4.7&platform=vsphere", 0),
        ("channel=stable-4.7&platform=None", 0),
        ("channel=stable-4.7&platform=GCP", 1),
        ("channel=stable-4.7&id=00000000-0000-0000-0000-000000000000", 0),
        (&known, 1),
        (&format!("{known}&platform=VSphere"), 0),
        (&format!("channel=stable-4.7&arch=s390x&id={CLUSTER}"), 1),
    ] {
        let graph = asked(&prepared, query);
        assert_eq!(counts(&graph), [2, edges, 0], "{query}");
    }
    let on = |query: &str| prepared.graph(&GraphQuery::read(query).unwrap());
    let (gcp, aws) = ("channel=stable-4.7&platform=GCP", "channel=stable-4.7&platform=AWS");
    assert!(std::ptr::eq(on(gcp), on(aws)), "platforms that no rule names share an answer");
}

#[test]
fn what_was_asked_before_is_ready_in_the_next_state() {
    let (before, after) = (prepared(on_platforms()), prepared(on_platforms()));
    asked(&before, "channel=stable-4.7&platform=VSphere");
    asked(&before, "channel=fast-4.7");
    before.archive();
    let ready = |prepared: &Prepared| {
        let cells = prepared.graphs.values().flat_map(|arches| arches.values().flatten());
        let made = cells.filter(|cell| cell.get().is_some()).count();
        (made, prepared.archive.get().is_some())
    };
    assert_eq!(ready(&after), (0, false));
    after.warm(&before);
    assert_eq!(ready(&after), (2, true));
    let empty = prepared(Vec::new());
    empty.warm(&before);
    assert_eq!(ready(&empty), (2, true), "views that are no more are those of all");
}

#[test]
fn what_there_is_is_counted() {
    let expected = GraphCounts { releases: 4, channels: 2, edges: 0, conditional: 2 };
    assert_eq!(prepared(vec![risk("4.7.0", ".*", "R")]).counts, expected);
    let expected = GraphCounts { conditional: 0, ..expected };
    assert_eq!(prepared(on_platforms()).counts, expected, "as for requests without a platform");
}
