//! Which releases are stranded, and which only seem to be.

use super::*;
use crate::model::{ConditionalEdges, Edge, Node, Rule};
use crate::release::Release;

/// A graph of one channel, written as `4.6.1 > 4.6.2` for an edge and `4.6.1 ?A 4.6.2` for one with
/// a risk: A always applies, P has a query, U is of an unknown type, and `-` is no risk at all.
fn graph(lines: &[&str]) -> Graph {
    let mut graph = Graph::default();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let from = place(&mut graph, words[0]);
        if let [_, kind, to] = words.as_slice() {
            let to = place(&mut graph, to);
            match kind.strip_prefix('?') {
                None => graph.edges.push((from, to)),
                Some(risks) => {
                    let end = |place: usize| graph.nodes[place].release.version.clone();
                    let edges = vec![Edge { from: end(from), to: end(to), arch: None }];
                    let risks = risks.chars().filter(|name| *name != '-').map(risk).collect();
                    graph.conditional.push(ConditionalEdges { edges, risks });
                }
            }
        }
    }
    graph
}

fn place(graph: &mut Graph, version: &str) -> usize {
    let known = graph.nodes.iter().position(|node| node.release.version.text() == version);
    known.unwrap_or_else(|| {
        graph.nodes.push(node(version, None, &["stable-4.7"]));
        graph.nodes.len() - 1
    })
}

fn node(version: &str, arch: Option<&str>, channels: &[&str]) -> Node {
    let channels = channels.iter().map(|&name| name.to_owned()).collect();
    let (image, url, architecture) = (format!("example.com/a@sha256:{version}"), None, None);
    let release = Release { version: Version::new(version), image, url, channels, architecture };
    Node { release: release.into(), arch: arch.map(str::to_owned), removed: None }
}

fn risk(name: char) -> Risk {
    let rule = match name {
        'A' => Rule::Always,
        'U' => Rule::Unknown("New".to_owned()),
        _ => Rule::PromQl("up".to_owned()),
    };
    let text = String::new;
    Risk { name: name.to_string(), message: text(), url: text(), rules: vec![rule] }
}

fn one(lines: &[&str]) -> Audit {
    let mut audits = audit(&graph(lines), AuditScope::default());
    assert_eq!(audits.len(), 1);
    audits.remove(0)
}

fn classes(audit: &Audit) -> Vec<(&str, Vec<&str>)> {
    let classes = |found: &Stranded| found.classes.iter().map(|class| class.name()).collect();
    audit.stranded.iter().map(|found| (found.version.text(), classes(found))).collect()
}

#[test]
fn a_release_without_exits_is_stranded_unless_it_is_the_newest_of_its_minor() {
    let audit = one(&["4.7.1", "4.7.2 > 4.7.3", "4.6.8 > 4.7.3", "4.6.9"]);
    assert_eq!(classes(&audit), [("4.7.1", vec!["no-exit"])]);
    assert_eq!(audit.releases, 5);
    let ends: Vec<&str> = audit.ends.iter().map(|end| end.version.text()).collect();
    assert_eq!(ends, ["4.6.9"], "the newest of an earlier minor version is told apart");
}

#[test]
fn exits_with_risks_do_not_count() {
    let audit = one(&["4.7.1 ?P 4.7.3", "4.7.2 ?A 4.7.3", "4.7.0 > 4.7.3", "4.7.0 ?A 4.7.2"]);
    let found = [("4.7.1", vec!["only-conditional"]), ("4.7.2", vec!["only-always"])];
    assert_eq!(classes(&audit), found);
    let Stranded { conditional, risks, reaches, reaches_with_risks, .. } = &audit.stranded[0];
    assert_eq!((*conditional, risks.len(), risks.contains("P")), (1, 1, true));
    assert_eq!((reaches, reaches_with_risks), (&None, &Some(Version::new("4.7.3"))));
}

#[test]
fn updates_that_are_never_recommended_are_a_class_of_their_own() {
    for (risks, class) in [
        ("A", "only-always"),
        ("PA", "only-always"),
        ("U", "only-always"),
        ("-", "only-always"),
        ("P", "only-conditional"),
        ("PP", "only-conditional"),
    ] {
        let audit = one(&[&format!("4.7.1 ?{risks} 4.7.3")]);
        assert_eq!(classes(&audit), [("4.7.1", vec![class])], "{risks}");
    }
    let audit = one(&["4.7.1 ?A 4.7.2", "4.7.1 ?P 4.7.3", "4.7.2 > 4.7.3"]);
    assert_eq!(classes(&audit), [("4.7.1", vec!["only-conditional"])], "one of two is evaluated");
}

#[test]
fn the_first_rule_that_can_be_evaluated_decides_whether_a_risk_is_for_all() {
    let query = || Rule::PromQl("up".to_owned());
    let unknown = || Rule::Unknown("New".to_owned());
    for (rules, all) in [
        (vec![query(), Rule::Always], false),
        (vec![Rule::Always, query()], true),
        (vec![unknown(), Rule::Always], true),
        (vec![unknown(), query()], false),
        (vec![Rule::AnyOf(vec![query(), Rule::Always])], true),
        (vec![Rule::Platforms(vec!["AWS".to_owned()])], false),
        (vec![], true),
    ] {
        let risk = Risk { rules: rules.clone(), ..risk('P') };
        assert_eq!(risk.applies_to_all(), all, "{rules:?}");
    }
}

#[test]
fn an_edge_in_both_lists_is_one_with_a_risk() {
    let audit = one(&["4.7.1 > 4.7.3", "4.7.1 ?P 4.7.3"]);
    assert_eq!(classes(&audit), [("4.7.1", vec!["only-conditional"])]);
}

#[test]
fn a_release_below_the_channels_minor_must_reach_it_and_what_it_reaches_is_said() {
    let audit = one(&[
        "4.6.1 > 4.6.2",
        "4.6.2 > 4.6.3",
        "4.6.3 ?P 4.7.0",
        "4.6.4 > 4.7.0",
        "4.6.5 > 4.7.0",
        "4.7.0 > 4.7.1",
    ]);
    let found = [
        ("4.6.1", vec!["no-way"]),
        ("4.6.2", vec!["no-way"]),
        ("4.6.3", vec!["only-conditional", "no-way"]),
    ];
    assert_eq!(classes(&audit), found);
    let reached = |found: &Stranded| {
        let text = |version: &Option<Version>| version.as_ref().map(|it| it.text().to_owned());
        (text(&found.reaches), text(&found.reaches_with_risks))
    };
    let whole = Some("4.7.1".to_owned());
    assert_eq!(reached(&audit.stranded[0]), (Some("4.6.3".to_owned()), whole.clone()));
    assert_eq!(reached(&audit.stranded[2]), (None, whole));
}

#[test]
fn where_the_channel_has_no_release_of_its_minor_none_can_be_reached() {
    let audit = one(&["4.6.1 > 4.6.2", "4.5.9 > 4.6.1"]);
    assert_eq!((audit.minor, classes(&audit)), (None, vec![]));
}

#[test]
fn circles_end() {
    let audit = one(&["4.6.1 > 4.6.2", "4.6.2 > 4.6.1", "4.7.0", "4.6.3 > 4.7.0"]);
    assert_eq!(classes(&audit), [("4.6.1", vec!["no-way"]), ("4.6.2", vec!["no-way"])]);
}

#[test]
fn what_is_not_semver_is_never_the_newest() {
    let audit = one(&["latest", "4.7.1"]);
    assert_eq!(classes(&audit), [("latest", vec!["no-exit"])]);
}

#[test]
fn a_graph_of_all_is_audited_by_channel_and_architecture() {
    let nodes = vec![
        node("4.7.1", Some("amd64"), &["fast-4.7", "stable-4.7"]),
        node("4.7.2", Some("amd64"), &["fast-4.7", "stable-4.7"]),
        node("4.7.3", Some("amd64"), &["fast-4.7"]),
        node("4.7.1", Some("s390x"), &["stable-4.7"]),
    ];
    let graph = Graph { nodes, edges: vec![(0, 2), (1, 2)], conditional: Vec::new() };
    let found = audit(&graph, AuditScope::default());
    let of = |audit: &Audit| {
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        (name(&audit.channel), name(&audit.arch), audit.releases, classes(audit).len())
    };
    let text = |text: &str| text.to_owned();
    let expected = [
        (text("fast-4.7"), text("amd64"), 3, 0),
        (text("stable-4.7"), text("amd64"), 2, 1),
        (text("stable-4.7"), text("s390x"), 1, 0),
    ];
    assert_eq!(found.iter().map(of).collect::<Vec<_>>(), expected);
    let channels = [text("stable-4.7"), text("odd")];
    let named =
        audit(&graph, AuditScope { channels: &channels, arch: Some("amd64"), blocked: None });
    let releases: Vec<usize> = named.iter().map(|audit| audit.releases).collect();
    assert_eq!(releases, [2, 0], "named channels are listed even if they are empty");
}

#[test]
fn a_graph_of_one_channel_is_not_audited_for_others() {
    let channel = |channels: [&[&str]; 2]| {
        let nodes = vec![node("4.6.1", None, channels[0]), node("4.7.2", None, channels[1])];
        let graph = Graph { nodes, edges: vec![(0, 1)], conditional: Vec::new() };
        let found = audit(&graph, AuditScope::default());
        found.into_iter().map(|audit| (audit.channel, audit.minor)).collect::<Vec<_>>()
    };
    let stable = Some("stable-4.7".to_owned());
    let fast = Some("fast-4.7".to_owned());
    let goal = Some((4, 7));
    assert_eq!(channel([&["stable-4.7", "x-4.6"], &["stable-4.7"]]), [(stable.clone(), goal)]);
    let both: &[&str] = &["fast-4.7", "stable-4.7"];
    assert_eq!(channel([both, both]), [(None, goal)], "it cannot be known by which");
    assert_eq!(channel([&["stable-4.7"], &["fast-4.7"]]), [(fast, goal), (stable, None)]);
    assert_eq!(channel([&[], &[]]), [(None, goal)]);
}

#[test]
fn what_was_built_here_tells_which_files_block_the_way() {
    use crate::build::tests::chain;
    use crate::build::{BuildMode, build};
    use crate::data::testing::{block, channel, data, risk};

    let names = ["4.7.1+amd64", "4.7.2+amd64", "4.7.3+amd64", "4.8.0+amd64"];
    let blocks = vec![block("4.7.2", "4[.]7[.]1"), risk("4.7.3", "4[.]7[.]1", "A")];
    let data = data(vec![channel("stable-4.7", &["4.7.1", "4.7.2", "4.7.3"])], blocks);
    let built = build(chain(&names), &data, BuildMode::Closed).unwrap();
    let blocked = built.blocked(&data);
    let scope = AuditScope { blocked: Some(&blocked), ..AuditScope::default() };
    let found = audit(&built.graph(), scope);
    assert_eq!(classes(&found[0]), [("4.7.1", vec!["only-always"])]);
    let files = found[0].stranded[0].blocked.as_ref().unwrap();
    assert_eq!(files.iter().collect::<Vec<_>>(), ["blocked-edges/4.7.2.yaml"]);
}

#[test]
fn without_any_recommended_update_the_newest_are_stranded_too() {
    let audit = one(&["4.6.1 ?A 4.7.1", "4.5.1 ?P 4.6.1"]);
    let found =
        [("4.5.1", vec!["only-conditional", "no-way"]), ("4.6.1", vec!["only-always", "no-way"])];
    assert_eq!((classes(&audit), audit.ends.len()), (found.to_vec(), 0));
    let audit = one(&["4.6.1 ?A 4.7.1", "4.7.0 > 4.7.1"]);
    assert_eq!((classes(&audit), audit.ends.len()), (vec![], 1), "there may be a way on later");
    let audit = one(&["4.6.1", "4.7.1"]);
    assert_eq!((classes(&audit), audit.ends.len()), (vec![], 1), "no update is there yet");
}

mod of_data {
    //! The findings in graph-data are those in the graph that is built from it.

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;
    use crate::build::tests::chain;
    use crate::build::{BuildMode, Built, ServedQuery, build};
    use crate::data::testing::{at, block, channel, data, risk};
    use crate::data::{Block, BlockReading, GraphData};
    use crate::json::read;
    use crate::json::write::ServedGraph;

    const NAMES: [&str; 6] =
        ["4.6.1+amd64", "4.6.2+amd64", "4.7.0+amd64", "4.7.1+amd64", "4.6.1+s390x", "4.7.0+s390x"];

    fn built(data: &GraphData) -> Built {
        build(chain(&NAMES), data, BuildMode::Closed).unwrap()
    }

    /// Audits what `graph build` writes.
    fn of_json(built: &Built) -> Vec<Audit> {
        let served = ServedGraph::new(&built.served(ServedQuery::default()));
        let json = serde_json::to_value(&served).unwrap();
        let graph = read::graph(&json).unwrap().strictly().unwrap();
        audit(&graph, AuditScope::default())
    }

    fn of_data(built: &Built, data: &GraphData) -> Vec<Audit> {
        let blocked = built.blocked(data);
        audit(&built.graph(), AuditScope { blocked: Some(&blocked), ..AuditScope::default() })
    }

    fn odd(rules: Vec<Rule>) -> Block {
        let mut odd = risk("4.7.1", ".*", "Odd");
        odd.rules = Some(at(rules.into_iter().map(at).collect()));
        odd
    }

    #[test]
    fn updates_that_are_not_served_are_blocked_by_the_file_that_says_so() {
        for rule in [Rule::Unknown("New".to_owned()), Rule::Platforms(vec!["AWS".to_owned()])] {
            let channels = vec![channel("stable-4.7", &["4.7.0", "4.7.1"])];
            let data = data(channels, vec![odd(vec![rule])]);
            let found = of_data(&built(&data), &data);
            assert_eq!(classes(&found[0]), [("4.7.0", vec!["no-exit"])]);
            let files = found[0].stranded[0].blocked.as_ref().unwrap();
            assert_eq!(files.iter().collect::<Vec<_>>(), ["blocked-edges/4.7.1-Odd.yaml"]);
        }
    }

    #[test]
    fn the_newest_of_a_minor_version_is_stranded_where_files_block_all_that_leads_on() {
        let channels = vec![channel("stable-4.7", &["4.6.2", "4.7.1"])];
        let blocks = vec![odd(vec![Rule::Unknown("New".to_owned())])];
        let data = data(channels, blocks);
        let found = of_data(&built(&data), &data);
        assert_eq!(classes(&found[0]), [("4.6.2", vec!["no-exit", "no-way"])]);
        assert!(found[0].ends.is_empty());
    }

    fn rules() -> impl Strategy<Value = Vec<Rule>> {
        let rule = prop_oneof![
            3 => Just(Rule::PromQl("max(a)".to_owned())),
            2 => Just(Rule::Always),
            2 => Just(Rule::Unknown("New".to_owned())),
            1 => Just(Rule::Unknown("Always".to_owned())),
            1 => Just(Rule::Unknown(String::new())),
            1 => Just(Rule::Platforms(vec!["AWS".to_owned()])),
            1 => Just(Rule::AnyOf(vec![Rule::Always, Rule::Platforms(vec!["AWS".to_owned()])])),
        ];
        proptest::collection::vec(rule, 0..3)
    }

    /// A file that blocks, makes conditional, or is incomplete.
    fn file() -> impl Strategy<Value = Block> {
        let to = prop_oneof![
            Just("4.6.2"),
            Just("4.7.0"),
            Just("4.7.1"),
            Just("4.7.0+s390x"),
            Just("4.7.1+amd64"),
        ];
        let from = prop_oneof![Just(".*"), Just("4[.]6[.]1"), Just("[+]amd64"), Just("4[.]7")];
        let name = prop_oneof![Just("A"), Just("B")];
        (to, from, name, rules(), 0..4_u8).prop_map(|(to, from, name, rules, kind)| {
            let mut made = risk(to, from, name);
            made.rules = Some(at(rules.into_iter().map(at).collect()));
            match kind {
                0 => return block(to, from),
                1 => (made.url, made.reading) = (None, BlockReading::Nothing),
                2 => (made.message, made.early) = (None, true),
                _ => {}
            }
            made
        })
    }

    proptest! {
        #![proptest_config({
            let default = ProptestConfig::default();
            let searching = default.cases != 256;
            let rng_seed = if searching { default.rng_seed } else { RngSeed::Fixed(4_014_001) };
            ProptestConfig { rng_seed, failure_persistence: None, ..default }
        })]

        #[test]
        fn properties_graph_data_is_audited_as_the_graph_that_is_built_from_it(
            mut files in proptest::collection::vec(file(), 0..6),
            channels in proptest::collection::vec(proptest::sample::subsequence(
                vec!["4.6.1", "4.6.2", "4.7.0", "4.7.1", "4.7.0+amd64"], 1..5), 1..3),
        ) {
            for (place, file) in files.iter_mut().enumerate() {
                file.file = format!("blocked-edges/{place}.yaml");
            }
            let channels = channels.iter().enumerate();
            let channels = channels.map(|(place, versions)| channel(&format!("c{place}-4.7"), versions));
            let data = data(channels.collect(), files);
            let built = built(&data);
            let plain = audit(&built.graph(), AuditScope::default());
            prop_assert_eq!(&plain, &of_json(&built));
            for (audit, told) in plain.iter().zip(of_data(&built, &data)) {
                let versions = |audit: &Audit| {
                    let all = audit.stranded.iter().chain(&audit.ends);
                    let mut all: Vec<_> =
                        all.map(|it| (it.version.text().to_owned(), it.classes.clone())).collect();
                    all.sort();
                    all
                };
                prop_assert_eq!(versions(audit), versions(&told), "files only explain");
                prop_assert!(told.stranded.len() >= audit.stranded.len());
            }
        }
    }
}
