//! What holds on any graph: the path that is found is real, and no path is better.

use std::cmp::Reverse;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{goal, graph, graphs, verdicts};
use crate::path::*;

/// The same cases every time; `PROPTEST_CASES=20000 cargo test properties` searches for new ones.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let searching = default.cases != 256;
    let rng_seed = if searching { default.rng_seed } else { RngSeed::Fixed(4_006_023) };
    ProptestConfig { rng_seed, failure_persistence: None, ..default }
}

/// An edge between any two of a dozen releases, up, down or over several minor versions.
fn edge() -> impl Strategy<Value = String> {
    let version = || (6_u64..9, 0_u64..4).prop_map(|(minor, patch)| format!("4.{minor}.{patch}"));
    let risks = prop_oneof![
        4 => Just(""), 1 => Just(" A1"), 1 => Just(" A2,U1"), 1 => Just(" U2"), 1 => Just(" C1"), 1 => Just(" -"),
    ];
    (version(), version(), risks).prop_map(|(from, to, risks)| format!("{from} {to}{risks}"))
}

/// All paths, by walking all of them.
fn all(query: &PathQuery<'_>, opinion: RiskVerdicts<'_>) -> Vec<(Cost, Vec<usize>)> {
    let mut found = Vec::new();
    let mut walks = vec![(Cost::default(), query.start.into_iter().collect::<Vec<usize>>())];
    while let Some((cost, places)) = walks.pop() {
        let Some(&here) = places.last() else { continue };
        if places.len() > 1 && query.is_goal(here) {
            found.push((cost, places.clone()));
        }
        for way in &query.merged.edges[here] {
            let step = query.version(here).step_to(query.version(way.to));
            if !matches!(step, Step::Patch | Step::NextMinor | Step::TooFar) {
                continue;
            }
            let is = |wanted: fn(&RiskVerdict) -> bool| {
                let open = way.risks.iter().filter(|&&risk| {
                    let name = &query.merged.risks[risk].name;
                    wanted(&opinion.verdicts[risk]) && opinion.accepted.by(name).is_none()
                });
                open.count()
            };
            let unnamed = usize::from(way.unexplained);
            let minor = |place: usize| query.version(place).numbers().unwrap()[1];
            let hop = Cost {
                skips: usize::from(step == Step::TooFar),
                risks: is(|verdict| *verdict == RiskVerdict::Applies),
                unknowns: is(|verdict| matches!(verdict, RiskVerdict::Unknown { .. })) + unnamed,
                minors: usize::try_from(minor(way.to) - minor(here)).unwrap(),
                hops: 1,
            };
            walks.push((cost.plus(hop), [&places[..], &[way.to]].concat()));
        }
    }
    found.sort_by_key(|(cost, places)| {
        (*cost, places.iter().rev().map(|place| Reverse(*place)).collect::<Vec<_>>())
    });
    found
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_found_is_what_walking_every_way_finds(
        edges in proptest::collection::vec(edge(), 1..24),
        to in prop_oneof![Just("4.8"), Just("4.7"), Just("4.8.3"), Just("4.7.2"), Just("4.6.3")],
        accept in proptest::sample::subsequence(vec!["A1", "A2", "U1", "U2"], 0..3),
        allow in any::<bool>(),
    ) {
        let lines: Vec<&str> = edges.iter().map(String::as_str).chain(["4.6.0"]).collect();
        let graphs = graphs(graph(&lines), "4.6.0");
        let query = PathQuery::new(&graphs, &goal(to), ChannelScope::All).unwrap();
        let verdicts = verdicts(&graphs.merged);
        let here = accept.iter().map(|&name| name.to_owned()).collect();
        let accepted = PathAccepted { here, on_cluster: BTreeSet::new() };
        let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
        let every = all(&query, opinion);
        let policy = Policy { count: 7, allow_not_recommended: allow };
        let routes = match query.find(opinion, policy) {
            PathResult::Routes(routes) => {
                prop_assert!(allow || routes.iter().all(|route| route.cost.is_clean()));
                routes
            }
            PathResult::NotRecommended(routes) => {
                // A path that skips a minor version may have no risks, and comes last.
                let clean = every.iter().any(|(cost, _)| cost.is_clean() && cost.skips == 0);
                prop_assert!(!allow && !clean);
                routes
            }
            _ => Vec::new(),
        };
        let clean = every.iter().take_while(|(cost, _)| cost.is_clean()).count();
        let proposed = if allow || clean == 0 { every.len() } else { clean };
        let expected: Vec<_> = every.iter().take(proposed).take(7).collect();
        prop_assert_eq!(routes.is_empty(), every.is_empty());
        if let PathGoal::Release(version) = goal(to) {
            let promised = between(&graphs, &version).map(|over| over.len() + 1);
            let arrived = version == query.from;
            prop_assert_eq!(promised.is_some(), !every.is_empty() && !arrived, "{}", to);
        }
        prop_assert_eq!(routes.len(), expected.len());
        for (route, (cost, places)) in routes.iter().zip(expected) {
            let gone: Vec<usize> = query.start.into_iter().chain(route.hops.iter().map(|hop| hop.to)).collect();
            prop_assert_eq!((&route.cost, &gone), (cost, places));
            for hop in &route.hops {
                prop_assert_eq!(query.way(*hop).to, hop.to, "a step is an existing edge");
                prop_assert!(query.step(hop.from, hop.to).is_some());
            }
        }
    }

    #[test]
    fn no_way_always_has_a_cause(edges in proptest::collection::vec(edge(), 1..12), to in "4\\.[5-9](\\.[0-4])?") {
        let lines: Vec<&str> = edges.iter().map(String::as_str).collect();
        let graphs = graphs(graph(&lines), "4.6.0");
        let query = PathQuery::new(&graphs, &goal(&to), ChannelScope::All).unwrap();
        let (verdicts, accepted) = (verdicts(&graphs.merged), PathAccepted::default());
        let opinion = RiskVerdicts { verdicts: &verdicts, accepted: &accepted };
        let policy = Policy { count: 1, allow_not_recommended: true };
        let found = query.find(opinion, policy);
        let told = missing(&query, &graphs).0;
        prop_assert!(found != PathResult::Nothing || !told.is_empty(), "{lines:?} {to}");
        let far = reachable(&query, opinion);
        prop_assert_eq!(far.is_empty(), query.start.is_none());
        for reach in far {
            prop_assert!(reach.recommended.is_none_or(|place| place <= reach.newest));
        }
    }
}
