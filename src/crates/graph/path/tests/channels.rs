//! Which channels count and are set, and when pools can stay paused.

use std::sync::Arc;

use super::*;
use crate::path::find as find_all;

/// The channels to set on the best path from 4.6.1, `=` for no change.
fn followed(
    lines: &[&str],
    to: &str,
    current: Option<&str>,
    like: Option<&str>,
    scope: ChannelScope,
) -> String {
    let graphs = graphs(graph(lines), "4.6.1");
    let query = PathQuery::new(&graphs, &goal(to), scope).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let PathResult::Routes(routes) =
        query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, BEST)
    else {
        return "no way".to_owned();
    };
    let told =
        choices(&query, &routes[0].hops, current, like).into_iter().map(|choice| match choice {
            ChannelChoice::Stay(_) => "=".to_owned(),
            ChannelChoice::Set(name) => name,
            ChannelChoice::Any => "any".to_owned(),
        });
    told.collect::<Vec<_>>().join(" ")
}

const LONG: [&str; 4] = ["4.6.1 4.6.2", "4.6.2 4.7.1", "4.7.1 4.8.1", "4.8.1 4.8.2"];

#[test]
fn a_channel_is_kept_as_long_as_it_offers_the_hop() {
    let told = |current| followed(&LONG, "4.8.2", Some(current), None, ChannelScope::All);
    assert_eq!(told("stable-4.6"), "= stable-4.7 stable-4.8 =");
    assert_eq!(told("fast-4.7"), "= = fast-4.8 =");
    assert_eq!(told("eus-4.6"), "= eus-4.8 = =", "the only one of its family");
    assert_eq!(told("odd"), "stable-4.6 stable-4.7 stable-4.8 =");
}

#[test]
fn one_who_had_to_leave_a_family_returns_to_it() {
    let mut graph = graph(&["4.6.1 4.7.5", "4.7.5 4.8.1", "4.8.1 4.9.1"]);
    for node in &mut graph.nodes {
        let unstable = node.release.version.text() == "4.7.5";
        Arc::make_mut(&mut node.release)
            .channels
            .retain(|name| !unstable || !name.starts_with("stable"));
    }
    let graphs = graphs(graph, "4.6.1");
    let query = PathQuery::new(&graphs, &goal("4.9.1"), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let found = query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, BEST);
    let PathResult::Routes(routes) = found else { unreachable!() };
    let told = choices(&query, &routes[0].hops, Some("stable-4.6"), None);
    let set = |name: &str| ChannelChoice::Set(name.to_owned());
    let stay = ChannelChoice::Stay("eus-4.8".to_owned());
    assert_eq!(told, [set("eus-4.8"), stay, set("stable-4.9")]);
}

#[test]
fn without_a_channel_the_family_is_the_one_searched_else_the_most_stable() {
    let told = |like| followed(&LONG, "4.7.1", None, like, ChannelScope::All);
    assert_eq!(told(None), "stable-4.6 stable-4.7");
    assert_eq!(told(Some("candidate-4.8")), "candidate-4.6 candidate-4.7");
}

#[test]
fn from_even_to_even_only_channels_of_even_minor_versions_count() {
    let told = |current| followed(&LONG, "4.8.2", Some(current), None, ChannelScope::Eus);
    assert_eq!(told("stable-4.6"), "= eus-4.8 = =");
    assert_eq!(told("fast-4.6"), "eus-4.6 eus-4.8 = =");
    let lines = ["4.6.1 4.7.1", "4.7.1 4.8.1"];
    let mut graph = graph(&lines);
    for node in &mut graph.nodes {
        Arc::make_mut(&mut node.release).channels.retain(|channel| !channel.ends_with("4.8"));
    }
    let mut graphs = graphs(graph, "4.6.1");
    graphs.channels.clear();
    let query = PathQuery::new(&graphs, &goal("4.7.1"), ChannelScope::Eus).unwrap();
    assert!(!query.is_reachable());
    let told = missing(&query, &graphs).0;
    assert_eq!(told[0], MissingPath::NotInRealm { entries: examples(&["4.6.1"]) });
}

#[test]
fn realms_widen_from_the_family_that_is_followed() {
    let (stable, fast) = (ChannelScope::Calm(2), ChannelScope::Calm(3));
    assert_eq!(ChannelScope::tried(Some("stable-4.6")), [stable, fast, ChannelScope::All]);
    assert_eq!(ChannelScope::tried(Some("eus-4.6")), [stable, fast, ChannelScope::All]);
    assert_eq!(ChannelScope::tried(Some("fast-4.6")), [fast, ChannelScope::All]);
    assert_eq!(ChannelScope::tried(Some("candidate-4.6")), [ChannelScope::All]);
    assert_eq!(ChannelScope::tried(Some("my-own")), [ChannelScope::All]);
    assert_eq!(ChannelScope::tried(None), [stable, fast, ChannelScope::All]);
}

#[test]
fn who_follows_a_calm_channel_is_not_led_elsewhere_without_need() {
    let told_from = |from: &str, lines: &[&str]| {
        let mut graph = graph(lines);
        for node in &mut graph.nodes {
            // Releases ending in 5 are only in candidate channels.
            let candidate = node.release.version.text().ends_with('5');
            Arc::make_mut(&mut node.release)
                .channels
                .retain(|name| !candidate || name.starts_with("candidate"));
        }
        let graphs = graphs(graph, from);
        let scopes = ChannelScope::tried(Some("stable-4.6")).into_iter();
        let quests: Vec<PathQuery<'_>> =
            scopes.map(|scope| PathQuery::new(&graphs, &goal("4.7"), scope).unwrap()).collect();
        let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
        let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
        let (query, found) = find_all(&quests, opinion, BEST).unwrap();
        let routes = match found {
            PathResult::Routes(routes) | PathResult::NotRecommended(routes) => routes,
            _ => Vec::new(),
        };
        (query.scope, routes.first().map(|route| words(query, route)).unwrap_or_default())
    };
    let told = |lines: &[&str]| told_from("4.6.1", lines);
    let of = |scope: ChannelScope, words: &str| (scope, words.to_owned());
    assert_eq!(
        told(&["4.6.1 4.7.4", "4.6.1 4.7.5"]),
        of(ChannelScope::Calm(2), "4.7.4"),
        "although 4.7.5 is newer"
    );
    assert_eq!(told(&["4.6.1 4.7.5"]), of(ChannelScope::All, "4.7.5"));
    assert_eq!(
        told(&["4.6.1 4.7.4 A", "4.6.1 4.7.5"]),
        of(ChannelScope::All, "4.7.5"),
        "a risk is worse"
    );
    assert_eq!(told(&["4.6.1 4.7.4 A", "4.6.1 4.7.5 B"]), of(ChannelScope::Calm(2), "4.7.4"));
    assert_eq!(told(&["4.6.1 4.6.5"]), of(ChannelScope::All, ""), "all were searched");
    let (skip, ordinary) = ("4.4.1 4.7.4", ["4.4.1 4.5.5 A", "4.5.5 4.6.5", "4.6.5 4.7.4"]);
    let from_44 = |lines: &[&str]| told_from("4.4.1", lines);
    assert_eq!(from_44(&[skip]), of(ChannelScope::Calm(2), "4.7.4"));
    let all = [&[skip], &ordinary[..]].concat();
    let around = "4.5.5 4.6.5 4.7.4";
    assert_eq!(from_44(&all), of(ChannelScope::All, around), "to skip a minor version is worst");
}

#[test]
fn pools_may_wait_while_the_control_plane_is_on_an_odd_minor_version() {
    let told = |lines: &[&str], from: &str, to: &str| {
        let graphs = graphs(graph(lines), from);
        let query = PathQuery::new(&graphs, &goal(to), ChannelScope::Eus).unwrap();
        let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
        let found = query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, BEST);
        let PathResult::Routes(routes) = found else { unreachable!() };
        let pauses = pauses(&query, &routes[0].hops).into_iter();
        pauses.map(|pause| (pause.before, pause.until, pause.to)).collect::<Vec<_>>()
    };
    let long = [&LONG[..], &["4.7.1 4.7.2", "4.8.2 4.9.1", "4.9.1 4.9.2", "4.9.2 4.10.1"]].concat();
    assert_eq!(told(&long, "4.6.1", "4.10.1"), [(1, 2, (4, 8)), (4, 6, (4, 10))]);
    assert_eq!(told(&long, "4.7.1", "4.10.1"), [(2, 4, (4, 10))], "from an odd one they follow");
    assert_eq!(told(&long, "4.6.1", "4.6.2"), []);
}
