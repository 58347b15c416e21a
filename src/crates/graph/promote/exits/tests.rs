//! The check for further updates.

use jiff::Timestamp;

use super::*;
use crate::build::{BuildMode, BuiltEdge};
use crate::data::GraphData;
use crate::data::testing::{channel, data, feeder, name};
use crate::promote::{Errata, History, PromotionInputs, promotions};

/// Returns what blocks the only candidate.
fn obstacles(data: &GraphData, ways: &ExitGraph<'_>) -> Vec<Obstacle> {
    let (history, errata) = (&History::default(), &Errata::default());
    let mut fed =
        promotions(data, &PromotionInputs { now: Timestamp::UNIX_EPOCH, history, errata, ways });
    assert_eq!(fed[0].candidates.len(), 1);
    fed[0].candidates.pop().unwrap().obstacles
}

/// A graph with these edges: `->` is recommended, `-?` conditional, `-x` blocked.
fn graph(edges: &[(&str, &str, &str)]) -> Built {
    let mut names: Vec<ReleaseName> =
        edges.iter().flat_map(|(from, _, to)| [name(from), name(to)]).collect();
    names.sort();
    names.dedup();
    let place = |text: &str| names.iter().position(|name| name.text() == text).unwrap();
    let edge = |(from, kind, to): &(&str, &str, &str)| BuiltEdge {
        from: place(from),
        to: place(to),
        class: match *kind {
            "->" => EdgeClass::Recommended,
            "-?" => EdgeClass::Conditional(Vec::new()),
            _ => EdgeClass::Blocked { by: Vec::new(), risks: Vec::new() },
        },
    };
    let edges = edges.iter().map(edge).collect();
    let node = |name: &ReleaseName| Scraped {
        payload: Some("image".to_owned()),
        ..Scraped::unseen(name.clone())
    };
    let nodes = names.iter().map(node).collect();
    Built { mode: BuildMode::Closed, nodes, edges, risks: Vec::new(), warnings: Vec::new() }
}

fn way_out(own: &[&str], candidate: &str, built: &Built) -> Option<NoExit> {
    let all: Vec<&str> = own.iter().copied().chain([candidate]).collect();
    let stable = channel("stable-4.14", own).fed_by(feeder("fast", &["public"]));
    let data = data(vec![channel("fast", &all), stable], Vec::new());
    let mut found = obstacles(&data, &ExitGraph::new(built));
    assert!(found.len() < 2, "{found:?}");
    found.pop().map(|obstacle| match obstacle {
        Obstacle::WayOut(no_way) => no_way,
        other => panic!("{other:?}"),
    })
}

#[test]
fn an_older_minor_needs_a_way_to_the_channels_own() {
    let own = ["4.13.9", "4.14.0"];
    for (edges, stuck) in [
        (&[("4.13.8+amd64", "->", "4.14.0+amd64")][..], false),
        (&[("4.13.8+amd64", "-?", "4.14.0+amd64")], false),
        (&[("4.13.8+amd64", "-x", "4.14.0+amd64")], true),
        (&[("4.13.8+amd64", "->", "4.13.9+amd64"), ("4.13.9+amd64", "-?", "4.14.0+amd64")], false),
        // The path leads through a release that is not in the channel.
        (&[("4.13.8+amd64", "->", "4.13.10+amd64"), ("4.13.10+amd64", "->", "4.14.0+amd64")], true),
        (&[("4.13.8+amd64", "->", "4.14.1+amd64")], true),
        (&[("4.13.8+amd64", "->", "4.13.9+amd64")], true),
    ] {
        let wanted = stuck.then(|| NoExit::For(vec!["amd64".to_owned()]));
        assert_eq!(way_out(&own, "4.13.8", &graph(edges)), wanted, "{edges:?}");
    }
}

#[test]
fn every_architecture_needs_a_way() {
    let edges = [("4.13.8+amd64", "->", "4.14.0+amd64"), ("4.13.8+s390x", "->", "4.13.9+s390x")];
    let built = graph(&edges);
    let stuck = Some(NoExit::For(vec!["s390x".to_owned()]));
    assert_eq!(way_out(&["4.13.9", "4.14.0"], "4.13.8", &built), stuck);
    assert_eq!(way_out(&["4.13.9", "4.14.0"], "4.13.8+amd64", &built), None);
}

#[test]
fn a_release_that_does_not_exist_has_no_path() {
    let mut built = graph(&[("4.13.8+amd64", "->", "4.14.0+amd64")]);
    assert_eq!(way_out(&["4.14.0"], "4.13.7", &built), Some(NoExit::NotAReleaseHere));
    built.nodes[1].payload = None;
    let stuck = Some(NoExit::For(vec!["amd64".to_owned()]));
    assert_eq!(way_out(&["4.14.0"], "4.13.8", &built), stuck);
    built.nodes[0].payload = None;
    assert_eq!(way_out(&["4.14.0"], "4.13.8", &built), Some(NoExit::NotAReleaseHere));
}

#[test]
fn ways_are_guarded_only_where_a_minor_is_left_behind() {
    let of = |into: &str, version: &str, ways: &ExitGraph<'_>| {
        let fed_by = channel(into, &[]).fed_by(feeder("fast", &["public"]));
        obstacles(&data(vec![channel("fast", &[version]), fed_by], Vec::new()), ways)
    };
    let not_checked = [Obstacle::WayOut(NoExit::NotChecked)];
    assert_eq!(of("stable-4.14", "4.14.2", &ExitGraph::Unknown), []);
    assert_eq!(of("stable-4.14", "4.13.2", &ExitGraph::Unknown), not_checked);
    assert_eq!(of("eus-5.0", "4.21.2", &ExitGraph::Unknown), not_checked);
    assert_eq!(of("stable-4.14", "4.13.2", &ExitGraph::Waived), []);
    assert_eq!(of("candidate-4.14", "4.13.2", &ExitGraph::Unknown), []);
    assert_eq!(of("stable", "4.13.2", &ExitGraph::Unknown), []);
    // A release of a later minor version is in the wrong channel.
    assert_eq!(of("stable-4.14", "4.15.2", &ExitGraph::Waived), [Obstacle::WayOut(NoExit::Beyond)]);
    let built = graph(&[]);
    assert_eq!(of("stable-4.14", "4.14.2", &ExitGraph::new(&built)), []);
}
