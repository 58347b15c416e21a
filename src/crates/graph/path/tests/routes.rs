//! Which path is the best.

use super::*;

#[test]
fn a_detour_is_better_than_a_risk_that_applies() {
    let lines = ["4.6.1 4.7.1 A", "4.6.1 4.6.2", "4.6.2 4.6.3", "4.6.3 4.7.1"];
    assert_eq!(best(&lines, "4.7.1"), "4.6.2 4.6.3 4.7.1");
}

#[test]
fn an_unknown_risk_is_better_than_one_that_applies_and_worse_than_a_detour() {
    let lines = ["4.6.1 4.7.1 A", "4.6.1 4.6.2 B,D", "4.6.2 4.7.1"];
    assert_eq!(find(&lines, "4.7.1", ANY, &[]), "4.6.2 4.7.1");
    let lines = ["4.6.1 4.7.1 B", "4.6.1 4.6.2", "4.6.2 4.7.1 C"];
    assert_eq!(best(&lines, "4.7.1"), "4.6.2 4.7.1");
}

#[test]
fn fewer_hops_are_better_than_newer_releases() {
    let lines = ["4.6.1 4.6.2", "4.6.2 4.6.9", "4.6.9 4.7.1", "4.6.2 4.7.1"];
    assert_eq!(best(&lines, "4.7.1"), "4.6.2 4.7.1");
}

#[test]
fn among_equals_the_newest_releases_win_from_the_goal_backwards() {
    let lines = [
        "4.6.1 4.6.2",
        "4.6.1 4.6.9",
        "4.6.1 4.6.10",
        "4.6.9 4.7.5",
        "4.6.10 4.7.1",
        "4.6.2 4.7.5",
        "4.7.5 4.8.1",
        "4.7.1 4.8.1",
        "4.7.1 4.8.0",
    ];
    assert_eq!(best(&lines, "4.8.1"), "4.6.9 4.7.5 4.8.1");
    assert_eq!(best(&lines, "4.8"), "4.6.9 4.7.5 4.8.1", "the newest of a minor version");
}

#[test]
fn the_nearest_release_of_a_minor_version_is_better_than_its_newest() {
    let lines = ["4.6.1 4.7.1", "4.7.1 4.7.9"];
    assert_eq!(best(&lines, "4.7"), "4.7.1");
}

#[test]
fn no_hop_goes_down() {
    let lines = ["4.6.1 4.5.9", "4.5.9 4.6.9", "4.6.9 4.7.1", "4.7.1 4.8.1"];
    assert_eq!(best(&lines, "4.8.1"), "nothing");
    assert_eq!(best(&["4.6.1 nightly", "nightly 4.6.2"], "4.6.2"), "nothing");
}

#[test]
fn what_is_not_recommended_is_no_answer_unless_allowed() {
    let lines = ["4.6.1 4.7.1 A,B,C"];
    assert_eq!(best(&lines, "4.7.1"), "only 4.7.1");
    assert_eq!(find(&lines, "4.7.1", ANY, &[]), "4.7.1");
    assert_eq!(find(&lines, "4.7.1", BEST, &["A"]), "only 4.7.1", "B is not accepted");
    assert_eq!(find(&lines, "4.7.1", BEST, &["A", "B"]), "4.7.1");
}

#[test]
fn a_condition_without_a_reason_is_not_recommended_and_no_name_accepts_it() {
    let lines = ["4.6.1 4.7.1 -"];
    assert_eq!(find(&lines, "4.7.1", BEST, &["-", ""]), "only 4.7.1");
    assert_eq!(find(&lines, "4.7.1", ANY, &[]), "4.7.1");
    let lines = ["4.6.1 4.7.1 -", "4.6.1 4.7.1 C"];
    assert_eq!(best(&lines, "4.7.1"), "only 4.7.1", "whatever else is a condition");
}

#[test]
fn what_is_in_both_lists_is_conditional() {
    assert_eq!(best(&["4.6.1 4.7.1", "4.6.1 4.7.1 A"], "4.7.1"), "only 4.7.1");
}

#[test]
fn one_name_counts_once_a_hop_with_the_worst_that_is_said() {
    let mut graph = graph(&["4.6.1 4.7.1 A,B"]);
    let mut again = graph.conditional[0].clone();
    std::sync::Arc::make_mut(&mut again.risks)[0].message = "other words".to_owned();
    graph.conditional.push(again);
    let graphs = graphs(graph, "4.6.1");
    let query = PathQuery::new(&graphs, &goal("4.7.1"), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let found = query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, ANY);
    let PathResult::Routes(routes) = found else { unreachable!() };
    assert_eq!(routes[0].cost, Cost { skips: 0, risks: 1, unknowns: 1, minors: 1, hops: 1 });
}

#[test]
fn the_best_ways_come_in_order_and_without_loops() {
    let lines = [
        "4.6.1 4.6.2",
        "4.6.1 4.6.3",
        "4.6.2 4.6.3",
        "4.6.3 4.7.1",
        "4.6.2 4.7.1",
        "4.6.1 4.7.1 A",
    ];
    let all = |allow| {
        let policy = Policy { count: 9, allow_not_recommended: allow };
        find(&lines, "4.7.1", policy, &[])
    };
    assert_eq!(all(false), "4.6.3 4.7.1 | 4.6.2 4.7.1 | 4.6.2 4.6.3 4.7.1");
    assert_eq!(all(true), "4.6.3 4.7.1 | 4.6.2 4.7.1 | 4.6.2 4.6.3 4.7.1 | 4.7.1");
}

#[test]
fn an_update_that_skips_a_minor_version_is_the_last_resort() {
    assert_eq!(best(&["4.6.1 4.8.1"], "4.8.1"), "4.8.1", "where there is no other way");
    let around = ["4.6.1 4.8.1", "4.6.1 4.6.2 A", "4.6.2 4.7.1 B", "4.7.1 4.8.1 A"];
    let only = "only 4.6.2 4.7.1 4.8.1";
    assert_eq!(best(&around, "4.8.1"), only, "whatever the risks of the ordinary path");
    let both = Policy { count: 2, allow_not_recommended: true };
    assert_eq!(find(&around, "4.8.1", both, &[]), "4.6.2 4.7.1 4.8.1 | 4.8.1");
    let fewer = ["4.6.1 4.8.1", "4.6.1 4.6.2", "4.6.2 4.10.1", "4.8.1 4.9.1 A", "4.9.1 4.10.1"];
    assert_eq!(best(&fewer, "4.10.1"), "4.6.2 4.10.1", "of two that skip, the one without risks");
}

#[test]
fn the_next_major_version_is_an_ordinary_step_from_the_minor_before() {
    let lines = ["4.6.1 4.7.1", "4.7.1 5.0.1", "4.6.1 5.1.1", "5.0.1 5.1.1"];
    assert_eq!(best(&lines, "5.0.1"), "4.7.1 5.0.1");
    assert_eq!(best(&lines, "5.1.1"), "4.7.1 5.0.1 5.1.1", "4.6 to 5.1 skips 5.0");
    let graphs = graphs(graph(&lines), "4.6.1");
    let query = PathQuery::new(&graphs, &goal("5.1.1"), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
    let all = Policy { count: 9, allow_not_recommended: false };
    let PathResult::Routes(routes) = query.find(opinion, all) else { unreachable!() };
    let costs: Vec<Cost> = routes.iter().map(|route| route.cost).collect();
    let ordinary = Cost { minors: 3, hops: 3, ..Cost::default() };
    assert_eq!(costs, [ordinary, Cost { skips: 1, minors: 2, hops: 1, ..Cost::default() }]);
}

#[test]
fn one_who_is_there_has_nothing_to_do() {
    assert_eq!(best(&["4.6.1 4.6.2"], "4.6.1"), "arrived");
    assert_eq!(best(&["4.6.1 4.6.2"], "4.6"), "arrived");
    assert_eq!(best(&["4.7.1 4.7.2"], "4.6.1"), "arrived", "whatever the graph has");
}

#[test]
fn only_what_lies_between_is_asked_about() {
    let lines =
        ["4.6.1 4.7.1 A", "4.6.1 4.6.2 B", "4.6.2 4.6.3 C", "4.6.3 4.7.2 D", "4.7.1 4.7.2 E"];
    let asked = |to: &str| {
        let graphs = graphs(graph(&lines), "4.6.1");
        let query = PathQuery::new(&graphs, &goal(to), ChannelScope::All).unwrap();
        let names = query.risks().into_iter().map(|risk| graphs.merged.risks[risk].name.clone());
        names.collect::<String>()
    };
    assert_eq!(asked("4.7.1"), "A");
    assert_eq!(asked("4.6.3"), "BC");
    assert_eq!(asked("4.9.1"), "ABCDE", "what is reachable depends on all of them");
    assert_eq!(asked("4.6"), "");
}

#[test]
fn a_large_graph_is_searched_to_its_end() {
    let (graph, from, to) = large();
    assert_eq!((graph.nodes.len(), graph.edges.len() + graph.conditional.len()), (1_000, 20_000));
    let graphs = graphs(graph, &from);
    let query = PathQuery::new(&graphs, &goal(&to), ChannelScope::All).unwrap();
    let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
    let policy = Policy { count: 100, allow_not_recommended: true };
    let found = query.find(RiskVerdicts { verdicts: &verdicts, accepted: &accepted }, policy);
    let PathResult::Routes(routes) = found else { unreachable!() };
    assert_eq!(routes.len(), 100);
    assert!(routes.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
    assert_eq!(routes[0].cost, Cost { minors: 9, hops: 50, ..Cost::default() });
}

/// Ten minor versions with 100 releases; each has updates to the next twenty, some of them with a
/// risk.
fn large() -> (Graph, String, String) {
    let name = |place: usize| format!("4.{}.{}", place / 100, place % 100);
    let mut lines = Vec::new();
    let pairs = (1..=21).flat_map(|step| (0..1_000).map(move |from| (from, from + step)));
    for (from, to) in pairs.filter(|(_, to)| *to < 1_000).take(20_000) {
        let risk = if (from + to) % 5 == 0 { " A" } else { "" };
        lines.push(format!("{} {}{risk}", name(from), name(to)));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    (graph(&lines), name(0), name(999))
}
