//! Ways through small graphs, each for one rule.

use super::find as find_all;
use super::*;
use crate::domain::cluster::Release;
use crate::domain::graph::{ConditionalEdges, Edge, Graph, Layer, Node, Risk};
use crate::domain::testing;

/// A graph in words: `4.6.1 4.7.1` is an edge, `4.6.1 4.7.1 A,B` one with risks, `4.6.1 4.7.1 -`
/// one with a condition whose reason is not given, and `4.6.1` alone a release.
pub(super) fn graph(lines: &[&str]) -> Graph {
    let mut versions: Vec<&str> = lines.iter().flat_map(|line| line.split(' ').take(2)).collect();
    versions.sort_unstable();
    versions.dedup();
    let place = |version: &str| versions.iter().position(|known| *known == version).unwrap();
    let mut graph = Graph::default();
    for version in &versions {
        let mut release = testing::release(version);
        release.channels = channels(&release);
        graph.nodes.push(Node { release, arch: None, removed: None });
    }
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [from, to] => graph.edges.push((place(from), place(to))),
            [from, to, names] => {
                let names = names.split(',').filter(|name| *name != "-");
                let risks = names.map(risk).collect();
                let (from, to) = (Version::new(from), Version::new(to));
                let edges = vec![Edge { from, to, arch: None }];
                graph.conditional.push(ConditionalEdges { edges, risks });
            }
            _ => {}
        }
    }
    graph
}

/// As real ones: a minor version's own channels and those of the next, of even ones also the one
/// after it.
fn channels(release: &Release) -> Vec<String> {
    let Some((major, minor)) = minor(&release.version) else { return Vec::new() };
    let last = if minor.is_multiple_of(2) { minor + 2 } else { minor + 1 };
    let mut names = Vec::new();
    for minor in minor..=last {
        let even = minor.is_multiple_of(2).then_some("eus");
        let families = ["candidate", "fast", "stable"].into_iter().chain(even);
        names.extend(families.map(|family| format!("{family}-{major}.{minor}")));
    }
    names
}

fn risk(name: &str) -> Risk {
    Risk { name: name.to_owned(), message: String::new(), url: String::new(), rules: Vec::new() }
}

pub(super) fn survey(graph: Graph, from: &str) -> Survey {
    let layers = [Layer { channel: None, graph }];
    let mut survey = Survey::of(&layers, "amd64".to_owned(), "a test".to_owned());
    survey.from = Some(Version::new(from));
    survey
}

pub(super) fn goal(text: &str) -> Goal {
    match text.split('.').collect::<Vec<_>>()[..] {
        [major, minor] => Goal::Minor(major.parse().unwrap(), minor.parse().unwrap()),
        _ => Goal::Release(Version::new(text)),
    }
}

/// Risks that begin with `A` apply, with `C` are clear, and of others nobody knows.
pub(super) fn verdicts(atlas: &Atlas) -> Vec<Verdict> {
    let judge = |risk: &Risk| match risk.name.chars().next() {
        Some('A') => Verdict::Applies,
        Some('C') => Verdict::Clear,
        _ => Verdict::Unknown { why: "nobody knows".to_owned() },
    };
    atlas.risks.iter().map(judge).collect()
}

pub(super) fn words(quest: &Quest<'_>, route: &Route) -> String {
    let hops = route.hops.iter().map(|hop| quest.version(hop.to).text());
    hops.collect::<Vec<_>>().join(" ")
}

const BEST: Policy = Policy { count: 1, allow_not_recommended: false };
const ANY: Policy = Policy { count: 1, allow_not_recommended: true };

fn accepted(names: &[&str]) -> Accepted {
    let here = names.iter().map(|&name| name.to_owned()).collect();
    Accepted { here, on_cluster: BTreeSet::new() }
}

/// Goes from 4.6.1 and tells what was found.
fn find(lines: &[&str], to: &str, policy: Policy, accept: &[&str]) -> String {
    let survey = survey(graph(lines), "4.6.1");
    let quest = Quest::new(&survey, &goal(to), Realm::All).unwrap();
    let (verdicts, accepted) = (verdicts(&survey.atlas), accepted(accept));
    let tell = |routes: &[Route]| {
        routes.iter().map(|route| words(&quest, route)).collect::<Vec<_>>().join(" | ")
    };
    match quest.find(Opinion { verdicts: &verdicts, accepted: &accepted }, policy) {
        Found::Arrived => "arrived".to_owned(),
        Found::Nothing => "nothing".to_owned(),
        Found::Routes(routes) => tell(&routes),
        Found::NotRecommended(routes) => format!("only {}", tell(&routes)),
    }
}

fn best(lines: &[&str], to: &str) -> String {
    find(lines, to, BEST, &[])
}

#[test]
fn a_detour_is_better_than_a_risk_that_applies() {
    let lines = ["4.6.1 4.7.1 A", "4.6.1 4.6.2", "4.6.2 4.6.3", "4.6.3 4.7.1"];
    assert_eq!(best(&lines, "4.7.1"), "4.6.2 4.6.3 4.7.1");
}

#[test]
fn what_nobody_knows_is_better_than_what_applies_and_worse_than_a_detour() {
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
fn no_hop_crosses_more_than_one_minor_version_or_goes_down() {
    let lines = ["4.6.1 4.8.1", "4.6.1 4.5.9", "4.5.9 4.6.9", "4.6.9 4.7.1", "4.7.1 4.8.1"];
    assert_eq!(best(&lines, "4.8.1"), "nothing");
    assert_eq!(best(&["4.6.1 5.0.1"], "5.0.1"), "5.0.1", "the first minor of the next major");
    assert_eq!(best(&["4.6.1 5.1.0"], "5.1.0"), "nothing");
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
    again.risks[0].message = "other words".to_owned();
    graph.conditional.push(again);
    let survey = survey(graph, "4.6.1");
    let quest = Quest::new(&survey, &goal("4.7.1"), Realm::All).unwrap();
    let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
    let found = quest.find(Opinion { verdicts: &verdicts, accepted: &accepted }, ANY);
    let Found::Routes(routes) = found else { unreachable!() };
    assert_eq!(routes[0].cost, Cost { risks: 1, unknowns: 1, minors: 1, hops: 1 });
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
        let survey = survey(graph(&lines), "4.6.1");
        let quest = Quest::new(&survey, &goal(to), Realm::All).unwrap();
        let names = quest.risks().into_iter().map(|risk| survey.atlas.risks[risk].name.clone());
        names.collect::<String>()
    };
    assert_eq!(asked("4.7.1"), "A");
    assert_eq!(asked("4.6.3"), "BC");
    assert_eq!(asked("4.9.1"), "ABCDE", "how far one gets depends on all of them");
    assert_eq!(asked("4.6"), "");
}

#[test]
fn how_far_one_gets_is_told_by_minor_version() {
    let lines =
        ["4.6.1 4.6.2", "4.6.2 4.6.3 A", "4.6.2 4.7.1 B", "4.7.1 4.7.2", "4.5.1 4.6.1", "4.8.1"];
    let survey = survey(graph(&lines), "4.6.1");
    let quest = Quest::new(&survey, &goal("4.8.1"), Realm::All).unwrap();
    let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
    let far = reachable(&quest, Opinion { verdicts: &verdicts, accepted: &accepted });
    let name = |place: usize| quest.version(place).text();
    let far: Vec<_> =
        far.iter().map(|reach| (name(reach.newest), reach.recommended.map(name))).collect();
    assert_eq!(far, [("4.6.3", Some("4.6.2")), ("4.7.2", None)]);
}

fn missing_in(graph: Graph, to: &str, looked: &[&str]) -> (Vec<Missing>, Vec<String>) {
    let mut survey = survey(graph, "4.6.1");
    if !looked.is_empty() {
        let name = |&name: &&str| crate::domain::graph::Looked {
            channel: Some(name.to_owned()),
            releases: 1,
        };
        survey.channels = looked.iter().map(name).collect();
    }
    let quest = Quest::new(&survey, &goal(to), Realm::All).unwrap();
    missing(&quest, &survey)
}

fn examples(newest: &[&str]) -> Examples {
    let newest: Vec<Version> = newest.iter().map(|&text| Version::new(text)).collect();
    Examples { count: newest.len(), newest }
}

#[test]
fn what_is_missing_is_told() {
    let lines = ["4.6.1 4.6.2", "4.7.1 4.8.1", "4.7.2 4.8.1", "4.6.1 4.8.2", "4.7.0", "4.5.3"];
    let told = |to: &str| missing_in(graph(&lines), to, &[]).0;
    let entries = examples(&["4.7.2", "4.7.1"]);
    assert_eq!(told("4.8.1"), [Missing::NotReached { entries: entries.clone() }]);
    assert_eq!(told("4.8"), [Missing::NotReached { entries }]);
    assert_eq!(told("4.8.2"), [Missing::TooFar { entries: examples(&["4.6.1"]) }]);
    assert_eq!(told("4.7.0"), [Missing::NoEntry]);
    assert_eq!(told("4.5.3"), [Missing::Older]);
    assert_eq!(told("4.5"), [Missing::Older]);
    let nearest = ["4.8.2", "4.8.1", "4.7.2"].map(Version::new).to_vec();
    assert_eq!(told("4.8.9"), [Missing::NoSuchTarget { nearest }]);
    let nearest = ["4.8.2", "4.7.2", "4.6.2"].map(Version::new).to_vec();
    assert_eq!(told("4.9"), [Missing::NoSuchTarget { nearest }]);
}

#[test]
fn a_start_that_is_not_there_is_told_beside_the_rest() {
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.8.1", &[]).0;
    assert!(matches!(told[..], [Missing::StartNotListed { .. }, Missing::NoSuchTarget { .. }]));
    let told = missing_in(graph(&["4.6.2 4.7.1"]), "4.7.1", &[]).0;
    assert!(matches!(told[..], [Missing::StartNotListed { .. }]));
}

#[test]
fn an_edge_that_was_taken_away_is_told_and_a_bad_expression_is_a_warning() {
    let mut graph = graph(&["4.6.1 4.6.2", "4.7.1 4.8.1"]);
    let mut removed =
        |place: usize, pattern: &str| graph.nodes[place].removed = Some(pattern.into());
    removed(2, r"^4\.6\.[12]\+amd64$");
    let (told, warnings) = missing_in(graph.clone(), "4.8.1", &[]);
    let (from, to) = (Version::new("4.6.2"), Version::new("4.7.1"));
    let blocked = Missing::Blocked { from, to, pattern: r"^4\.6\.[12]\+amd64$".into() };
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
    assert_eq!(told, [Missing::NoEntry, Missing::NotLookedAt { channels }]);
}

/// The channels to set on the best way from 4.6.1, `=` where one stays.
fn followed(
    lines: &[&str],
    to: &str,
    current: Option<&str>,
    (like, realm): (Option<&str>, Realm),
) -> String {
    let survey = survey(graph(lines), "4.6.1");
    let quest = Quest::new(&survey, &goal(to), realm).unwrap();
    let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
    let Found::Routes(routes) =
        quest.find(Opinion { verdicts: &verdicts, accepted: &accepted }, BEST)
    else {
        return "no way".to_owned();
    };
    let told =
        choices(&quest, &routes[0].hops, current, like).into_iter().map(|choice| match choice {
            Choice::Stay(_) => "=".to_owned(),
            Choice::Set(name) => name,
            Choice::Any => "any".to_owned(),
        });
    told.collect::<Vec<_>>().join(" ")
}

const LONG: [&str; 4] = ["4.6.1 4.6.2", "4.6.2 4.7.1", "4.7.1 4.8.1", "4.8.1 4.8.2"];

#[test]
fn a_channel_is_kept_as_long_as_it_offers_the_hop() {
    let told = |current| followed(&LONG, "4.8.2", Some(current), (None, Realm::All));
    assert_eq!(told("stable-4.6"), "= stable-4.7 stable-4.8 =");
    assert_eq!(told("fast-4.7"), "= = fast-4.8 =");
    assert_eq!(told("eus-4.6"), "= eus-4.8 = =", "the only one of its family");
    assert_eq!(told("odd"), "stable-4.6 stable-4.7 stable-4.8 =");
}

#[test]
fn without_a_channel_the_family_is_the_one_looked_at_else_the_calmest() {
    let told = |like| followed(&LONG, "4.7.1", None, (like, Realm::All));
    assert_eq!(told(None), "stable-4.6 stable-4.7");
    assert_eq!(told(Some("candidate-4.8")), "candidate-4.6 candidate-4.7");
}

#[test]
fn from_even_to_even_only_channels_of_even_minor_versions_count() {
    let told = |current| followed(&LONG, "4.8.2", Some(current), (None, Realm::Eus));
    assert_eq!(told("stable-4.6"), "= eus-4.8 = =");
    assert_eq!(told("fast-4.6"), "eus-4.6 eus-4.8 = =");
    let lines = ["4.6.1 4.7.1", "4.7.1 4.8.1"];
    let mut graph = graph(&lines);
    for node in &mut graph.nodes {
        node.release.channels.retain(|channel| !channel.ends_with("4.8"));
    }
    let mut survey = survey(graph, "4.6.1");
    survey.channels.clear();
    let quest = Quest::new(&survey, &goal("4.7.1"), Realm::Eus).unwrap();
    assert!(!quest.is_reachable());
    let told = missing(&quest, &survey).0;
    assert_eq!(told[0], Missing::NotInRealm { entries: examples(&["4.6.1"]) });
}

#[test]
fn realms_widen_from_the_family_that_is_followed() {
    let (stable, fast) = (Realm::Calm(2), Realm::Calm(3));
    assert_eq!(Realm::tried(Some("stable-4.6")), [stable, fast, Realm::All]);
    assert_eq!(Realm::tried(Some("eus-4.6")), [stable, fast, Realm::All]);
    assert_eq!(Realm::tried(Some("fast-4.6")), [fast, Realm::All]);
    assert_eq!(Realm::tried(Some("candidate-4.6")), [Realm::All]);
    assert_eq!(Realm::tried(Some("my-own")), [Realm::All]);
    assert_eq!(Realm::tried(None), [stable, fast, Realm::All]);
}

#[test]
fn who_follows_a_calm_channel_is_not_led_elsewhere_without_need() {
    let told = |lines: &[&str]| {
        let mut graph = graph(lines);
        for node in &mut graph.nodes {
            // Releases ending in 5 are only candidates.
            let candidate = node.release.version.text().ends_with('5');
            node.release.channels.retain(|name| !candidate || name.starts_with("candidate"));
        }
        let survey = survey(graph, "4.6.1");
        let realms = Realm::tried(Some("stable-4.6")).into_iter();
        let quests: Vec<Quest<'_>> =
            realms.map(|realm| Quest::new(&survey, &goal("4.7"), realm).unwrap()).collect();
        let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
        let opinion = Opinion { verdicts: &verdicts, accepted: &accepted };
        let (quest, found) = find_all(&quests, opinion, BEST).unwrap();
        let routes = match found {
            Found::Routes(routes) | Found::NotRecommended(routes) => routes,
            _ => Vec::new(),
        };
        (quest.realm, routes.first().map(|route| words(quest, route)).unwrap_or_default())
    };
    let of = |realm: Realm, words: &str| (realm, words.to_owned());
    assert_eq!(
        told(&["4.6.1 4.7.4", "4.6.1 4.7.5"]),
        of(Realm::Calm(2), "4.7.4"),
        "although 4.7.5 is newer"
    );
    assert_eq!(told(&["4.6.1 4.7.5"]), of(Realm::All, "4.7.5"));
    assert_eq!(told(&["4.6.1 4.7.4 A", "4.6.1 4.7.5"]), of(Realm::All, "4.7.5"), "a risk is worse");
    assert_eq!(told(&["4.6.1 4.7.4 A", "4.6.1 4.7.5 B"]), of(Realm::Calm(2), "4.7.4"));
    assert_eq!(told(&["4.6.1 4.6.5"]), of(Realm::All, ""), "all were looked at");
}

#[test]
fn pools_may_wait_while_the_control_plane_is_on_an_odd_minor_version() {
    let told = |lines: &[&str], from: &str, to: &str| {
        let survey = survey(graph(lines), from);
        let quest = Quest::new(&survey, &goal(to), Realm::Eus).unwrap();
        let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
        let found = quest.find(Opinion { verdicts: &verdicts, accepted: &accepted }, BEST);
        let Found::Routes(routes) = found else { unreachable!() };
        let pauses = pauses(&quest, &routes[0].hops).into_iter();
        pauses.map(|pause| (pause.before, pause.until, pause.to)).collect::<Vec<_>>()
    };
    let long = [&LONG[..], &["4.7.1 4.7.2", "4.8.2 4.9.1", "4.9.1 4.9.2", "4.9.2 4.10.1"]].concat();
    assert_eq!(told(&long, "4.6.1", "4.10.1"), [(1, 2, (4, 8)), (4, 6, (4, 10))]);
    assert_eq!(told(&long, "4.7.1", "4.10.1"), [(2, 4, (4, 10))], "from an odd one they follow");
    assert_eq!(told(&long, "4.6.1", "4.6.2"), []);
}

#[test]
fn a_large_graph_is_searched_to_its_end() {
    let (graph, from, to) = large();
    assert_eq!((graph.nodes.len(), graph.edges.len() + graph.conditional.len()), (1_000, 20_000));
    let survey = survey(graph, &from);
    let quest = Quest::new(&survey, &goal(&to), Realm::All).unwrap();
    let (verdicts, accepted) = (verdicts(&survey.atlas), Accepted::default());
    let policy = Policy { count: 100, allow_not_recommended: true };
    let found = quest.find(Opinion { verdicts: &verdicts, accepted: &accepted }, policy);
    let Found::Routes(routes) = found else { unreachable!() };
    assert_eq!(routes.len(), 100);
    assert!(routes.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
    assert_eq!(routes[0].cost, Cost { risks: 0, unknowns: 0, minors: 9, hops: 50 });
}

/// Ten minor versions of 100 releases; each leads to the next twenty, some of them with a risk.
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
