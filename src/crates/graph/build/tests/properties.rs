//! What holds for any releases and any graph-data.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{chain, described};
use crate::build::*;
use crate::data::testing::{at, block, channel, data, risk};
use crate::data::{Block, BlockReading};
use crate::served::Served;

const NAMES: [&str; 10] = [
    "4.6.1+amd64",
    "4.6.1+s390x",
    "4.6.2+amd64",
    "4.6.2+s390x",
    "4.6.10+amd64",
    "4.6.10+s390x",
    "4.7.0-rc.1+amd64",
    "4.7.0+amd64",
    "4.7.0+s390x",
    "4.7.1+amd64",
];
const TARGETS: [&str; 5] = ["4.6.2", "4.6.10", "4.7.0-rc.1", "4.7.0", "4.7.1"];
const SOURCES: [&str; 6] = [".*", "4[.]6[.]1", "^4[.]6[.]1[+].*$", "4[.]6[.].*", "amd64", "4[.]9"];
const CHANNELS: [&str; 3] = ["candidate-4.7", "fast-4.7", "stable-4.7"];
const RISKS: [&str; 3] = ["A", "B", "C"];

/// Makes one blocked-edges file from numbers: complete, unless `how` changes that.
fn file(number: usize, (to, from, called, how): (usize, usize, usize, usize)) -> Block {
    let (to, from) = (TARGETS[to], SOURCES[from]);
    let mut made = match how {
        0 => block(to, from),
        1 | 2 => risk(to, from, RISKS[called]),
        3 => Block { url: None, reading: BlockReading::Nothing, ..risk(to, from, RISKS[called]) },
        4 => Block { rules: None, reading: BlockReading::Nothing, ..risk(to, from, RISKS[called]) },
        5 => Block {
            rules: Some(at(vec![at(Rule::Platforms(vec!["AWS".to_owned()]))])),
            early: true,
            reading: BlockReading::Nothing,
            ..risk(to, from, RISKS[called])
        },
        6 => Block {
            rules: Some(at(vec![at(Rule::PromQl("max(other)".to_owned()))])),
            ..risk(to, from, RISKS[called])
        },
        _ => Block { reading: BlockReading::Nothing, ..block(to, from) },
    };
    made.file = format!("blocked-edges/{number:02}.yaml");
    made
}

type Numbers = Vec<(usize, usize, usize, usize)>;

fn numbers(kinds: std::ops::Range<usize>) -> impl Strategy<Value = Numbers> {
    let one = (0..TARGETS.len(), 0..SOURCES.len(), 0..RISKS.len(), kinds);
    prop::collection::vec(one, 0..12)
}

fn made(numbers: &Numbers) -> Vec<Block> {
    numbers.iter().enumerate().map(|(place, number)| file(place, *number)).collect()
}

fn recommended(built: &Built) -> BTreeSet<(usize, usize)> {
    let plain =
        |edge: &&BuiltEdge| matches!(edge.class, EdgeClass::Recommended | EdgeClass::Both(_));
    built.edges.iter().filter(plain).map(|edge| (edge.from, edge.to)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_edge_is_in_exactly_one_class(numbers in numbers(0..8), entered in 0_usize..8) {
        let channels = (0..3).filter(|bit| entered & (1 << bit) != 0);
        let channels = channels.map(|place| channel(CHANNELS[place], &TARGETS)).collect();
        let data = data(channels, made(&numbers));
        let releases = chain(&NAMES);
        let all = releases.edges.clone();
        let built = build(releases, &data, BuildMode::Closed).unwrap();
        let ends: BTreeSet<_> = built.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        prop_assert_eq!(ends.len(), built.edges.len());
        prop_assert_eq!(&ends, &all);
        for edge in &built.edges {
            let hit: Vec<&Block> = data.blocks.iter().filter(|block| {
                block.target().covers(&built.nodes[edge.to].name) && block.hits(&built.nodes[edge.from].name)
            }).collect();
            match &edge.class {
                EdgeClass::Recommended => prop_assert!(hit.is_empty()),
                EdgeClass::Conditional(risks) => prop_assert!(!hit.is_empty() && !risks.is_empty()),
                EdgeClass::Blocked { by, .. } => prop_assert!(!hit.is_empty() && !by.is_empty()),
                EdgeClass::Both(_) => prop_assert!(false, "an edge is in both lists"),
            }
        }
        let served = built.served(ServedQuery::default());
        let named = |(from, to): &(usize, usize)| {
            (served.nodes[*from].version.clone(), served.nodes[*to].version.clone())
        };
        let plain: BTreeSet<_> = served.edges.iter().map(named).collect();
        let mut conditional = BTreeSet::new();
        for (edges, risks) in &served.conditional {
            prop_assert!(!risks.is_empty() && risks.iter().all(|risk| untold(risk).is_none()));
            prop_assert!(risks.windows(2).all(|pair| pair[0].name < pair[1].name));
            for edge in edges {
                prop_assert!(conditional.insert(edge.clone()), "duplicate {:?}", edge);
                prop_assert!(!plain.contains(edge), "{:?} is in both lists", edge);
            }
        }
    }

    #[test]
    fn nothing_is_recommended_that_the_service_does_not_recommend(numbers in numbers(0..8)) {
        let data = data(Vec::new(), made(&numbers));
        let of = |mode| recommended(&build(chain(&NAMES), &data, mode).unwrap());
        let (closed, compat) = (of(BuildMode::Closed), of(BuildMode::Compat));
        prop_assert!(closed.is_subset(&compat), "{:?}", closed.difference(&compat));
    }

    #[test]
    fn on_clean_data_both_ways_are_the_same(numbers in numbers(0..3), entered in 0_usize..8) {
        // Clean: no target has two plain blocks, a block and a risk, or one risk twice.
        let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut plain: BTreeSet<usize> = BTreeSet::new();
        let mut numbers = numbers;
        numbers.retain(|(to, _, called, how)| {
            let at_risk = seen.iter().any(|(known, _)| known == to);
            if *how == 0 { !at_risk && plain.insert(*to) } else { !plain.contains(to) && seen.insert((*to, *called)) }
        });
        numbers.sort_by_key(|(_, _, called, _)| *called); // Cincinnati keeps the order of files
        let channels = (0..3).filter(|bit| entered & (1 << bit) != 0);
        let channels = channels.map(|place| channel(CHANNELS[place], &TARGETS)).collect();
        let data = data(channels, made(&numbers));
        let of = |mode| build(chain(&NAMES), &data, mode).unwrap();
        let (closed, compat) = (of(BuildMode::Closed), of(BuildMode::Compat));
        prop_assert_eq!(described(&closed), described(&compat));
        prop_assert!(closed.warnings.is_empty(), "{:?}", closed.warnings);
        for arch in [None, Some("amd64"), Some("s390x"), Some("arm64")] {
            for channel in [None, Some("fast-4.7")] {
                let query = ServedQuery { channel, arch };
                prop_assert_eq!(sets(&closed.served(query)), sets(&compat.served(query)));
            }
        }
    }
}

/// What is served, in any order.
fn sets(served: &Served) -> (String, Vec<(usize, usize)>, BTreeSet<String>) {
    let conditional = served
        .conditional
        .iter()
        .flat_map(|(edges, risks)| edges.iter().map(move |edge| format!("{edge:?} {risks:?}")));
    (format!("{:?}", served.nodes), served.edges.clone(), conditional.collect())
}
