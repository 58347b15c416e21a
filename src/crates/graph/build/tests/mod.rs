//! How releases and graph-data are combined.

mod properties;

use super::*;
use crate::data::testing::{amendment, at, block, channel, data, name, risk};
use crate::data::{Block, BlockReading, GraphData};
use crate::releases::key;
use crate::served::Served;

/// Releases with these names, each with updates from all before it of its architecture.
pub(crate) fn chain(names: &[&str]) -> Releases {
    let mut releases = Releases::default();
    for (place, text) in names.iter().enumerate() {
        let mut node = Scraped::unseen(name(text));
        node.payload = Some(format!("registry.example/ocp@sha256:{place}"));
        if let Some(arch) = name(text).arch() {
            node.metadata.insert(key::ARCH.to_owned(), arch.to_owned());
        }
        let before = 0..place;
        let same = |other: &usize| name(names[*other]).arch() == name(text).arch();
        releases.edges.extend(before.filter(same).map(|other| (other, place)));
        releases.nodes.push(node);
    }
    releases
}

const NAMES: [&str; 3] = ["4.6.1+amd64", "4.6.2+amd64", "4.7.0+amd64"];
const BOTH: [&str; 4] = ["4.6.1+amd64", "4.6.1+s390x", "4.7.0+amd64", "4.7.0+s390x"];

fn built(names: &[&str], data: &GraphData, mode: BuildMode) -> Built {
    build(chain(names), data, mode).unwrap()
}

/// Lists the edges of a graph: `A>B`, `A>B if R,S`, `A>B not`, `A>B or R`.
pub(super) fn described(built: &Built) -> Vec<String> {
    let name = |place: usize| built.nodes[place].name.text();
    let risks = |places: &[usize]| {
        let risks = built.risks_of(places);
        risks.iter().map(|risk| risk.name.clone()).collect::<Vec<_>>().join(",")
    };
    let tell = |edge: &BuiltEdge| {
        let ends = format!("{}>{}", name(edge.from), name(edge.to));
        match &edge.class {
            EdgeClass::Recommended => ends,
            EdgeClass::Conditional(places) => format!("{ends} if {}", risks(places)),
            EdgeClass::Blocked { .. } => format!("{ends} not"),
            EdgeClass::Both(places) => format!("{ends} or {}", risks(places)),
        }
    };
    built.edges.iter().map(tell).collect()
}

/// Builds in both modes.
fn both(names: &[&str], blocks: Vec<Block>) -> [Vec<String>; 2] {
    let data = data(Vec::new(), blocks);
    [BuildMode::Closed, BuildMode::Compat].map(|mode| described(&built(names, &data, mode)))
}

fn same(names: &[&str], blocks: Vec<Block>) -> Vec<String> {
    let [closed, compat] = both(names, blocks);
    assert_eq!(closed, compat);
    closed
}

#[test]
fn without_graph_data_all_is_recommended() {
    let all = ["4.6.1+amd64>4.6.2+amd64", "4.6.1+amd64>4.7.0+amd64", "4.6.2+amd64>4.7.0+amd64"];
    assert_eq!(same(&NAMES, Vec::new()), all);
}

#[test]
fn a_block_takes_edges_and_a_risk_makes_them_conditional() {
    let found = same(&NAMES, vec![block("4.6.2", ".*"), risk("4.7.0", "4[.]6[.]2", "R")]);
    let wanted =
        ["4.6.1+amd64>4.6.2+amd64 not", "4.6.1+amd64>4.7.0+amd64", "4.6.2+amd64>4.7.0+amd64 if R"];
    assert_eq!(found, wanted);
}

#[test]
fn from_is_searched_for_in_the_version_with_its_architecture() {
    let found = same(&BOTH, vec![block("4.7.0", "6[.]1[+]amd")]);
    assert_eq!(found, ["4.6.1+amd64>4.7.0+amd64 not", "4.6.1+s390x>4.7.0+s390x"]);
}

#[test]
fn a_block_of_one_architecture_leaves_the_others() {
    let found = same(&BOTH, vec![block("4.7.0+s390x", ".*")]);
    assert_eq!(found, ["4.6.1+amd64>4.7.0+amd64", "4.6.1+s390x>4.7.0+s390x not"]);
}

#[test]
fn an_architecture_written_with_a_hyphen_is_one() {
    let names = ["4.2.9+s390x", "4.2.11-s390x+s390x", "4.2.9+amd64", "4.2.11-s390x+amd64"];
    let found = same(&names, vec![block("4.2.11-s390x", ".*")]);
    let wanted = ["4.2.9+amd64>4.2.11-s390x+amd64", "4.2.9+s390x>4.2.11-s390x+s390x not"];
    assert_eq!(found, wanted);
}

#[test]
fn risks_of_one_edge_stand_by_name_and_each_once() {
    let mut again = risk("4.7.0", ".*", "A");
    again.file = "blocked-edges/z.yaml".to_owned();
    let blocks = vec![risk("4.7.0", ".*", "B"), risk("4.7.0", ".*", "A"), again];
    let [closed, compat] = both(&["4.6.1+amd64", "4.7.0+amd64"], blocks);
    assert_eq!(closed, ["4.6.1+amd64>4.7.0+amd64 if A,B"]);
    // Cincinnati keeps the order of the files, and duplicates.
    assert_eq!(compat, ["4.6.1+amd64>4.7.0+amd64 if B,A,A"]);
}

#[test]
fn of_two_plain_blocks_the_service_knows_the_last() {
    let mut second = block("4.7.0", "4[.]6[.]2");
    second.file = "blocked-edges/4.7.0-more.yaml".to_owned();
    let [closed, compat] = both(&NAMES, vec![block("4.7.0", "4[.]6[.]1"), second]);
    assert_eq!(closed[1..], ["4.6.1+amd64>4.7.0+amd64 not", "4.6.2+amd64>4.7.0+amd64 not"]);
    assert_eq!(compat[1..], ["4.6.1+amd64>4.7.0+amd64", "4.6.2+amd64>4.7.0+amd64 not"]);
}

#[test]
fn a_block_counts_over_a_risk_but_not_for_the_service() {
    let blocks = vec![block("4.7.0", "4[.]6[.]1"), risk("4.7.0", ".*", "R")];
    let data = data(Vec::new(), blocks);
    let closed = built(&NAMES, &data, BuildMode::Closed);
    assert_eq!(described(&closed)[1], "4.6.1+amd64>4.7.0+amd64 not");
    let wanted = EdgeClass::Blocked { by: vec![Blocker::File(0)], risks: vec![0] };
    assert_eq!(closed.edges[1].class, wanted, "both facts are kept");
    let told_of = "blocked-edges/4.7.0.yaml blocks updates that blocked-edges/4.7.0-R.yaml makes conditional. They stay blocked";
    assert_eq!(closed.warnings, [told_of]);
    let compat = built(&NAMES, &data, BuildMode::Compat);
    assert_eq!(described(&compat)[1], "4.6.1+amd64>4.7.0+amd64 if R");
}

#[test]
fn a_risk_of_one_architecture_takes_the_edges_of_all_from_the_service() {
    let [closed, compat] = both(&BOTH, vec![risk("4.7.0+s390x", ".*", "R")]);
    assert_eq!(closed, ["4.6.1+amd64>4.7.0+amd64", "4.6.1+s390x>4.7.0+s390x if R"]);
    assert_eq!(compat, ["4.6.1+amd64>4.7.0+amd64 not", "4.6.1+s390x>4.7.0+s390x if R"]);
}

#[test]
fn an_incomplete_risk_blocks_though_the_service_drops_it() {
    let mut incomplete = risk("4.7.0", ".*", "R");
    (incomplete.rules, incomplete.reading) = (None, BlockReading::Nothing);
    let [closed, compat] = both(&["4.6.1+amd64", "4.7.0+amd64"], vec![incomplete]);
    assert_eq!(closed, ["4.6.1+amd64>4.7.0+amd64 not"]);
    assert_eq!(compat, ["4.6.1+amd64>4.7.0+amd64"]);
}

#[test]
fn a_risk_without_texts_stays_conditional_with_placeholders() {
    let mut bare = risk("4.7.0", ".*", "R").asking("max(a)");
    (bare.url, bare.message, bare.reading) =
        (None, Some(at(" ".to_owned())), BlockReading::Nothing);
    let data = data(Vec::new(), vec![bare]);
    let closed = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Closed);
    let served = closed.served(ServedQuery::default());
    let (edges, risks) = &served.conditional[0];
    assert_eq!(edges, &[("4.6.1+amd64".to_owned(), "4.7.0+amd64".to_owned())]);
    let wanted = Risk {
        name: "R".to_owned(),
        message: "No description is available for risk R.".to_owned(),
        url: crate::data::ABOUT_RISKS.to_owned(),
        rules: vec![Rule::PromQl("max(a)".to_owned())],
    };
    assert_eq!(risks, &[wanted]);
    let compat = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Compat);
    assert_eq!(described(&compat), ["4.6.1+amd64>4.7.0+amd64"], "the service drops the file");
}

#[test]
fn a_risk_of_the_early_form_without_texts_is_warned_about() {
    let mut bare = risk("4.7.0", ".*", "R").asking("max(a)");
    (bare.url, bare.message, bare.early) = (None, None, true);
    let data = data(Vec::new(), vec![bare]);
    let closed = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Closed);
    assert_eq!(described(&closed), ["4.6.1+amd64>4.7.0+amd64 if R"]);
    let warning =
        "blocked-edges/4.7.0-R.yaml: risk R has no url and no message. Clusters get a placeholder";
    assert_eq!(closed.warnings, [warning]);
}

#[test]
fn the_service_serves_empty_texts_as_they_are() {
    let mut bare = risk("4.7.0", ".*", "R");
    bare.url = Some(at(String::new()));
    let data = data(Vec::new(), vec![bare]);
    let compat = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Compat);
    assert_eq!(compat.served(ServedQuery::default()).conditional[0].1[0].url, "");
}

#[test]
fn releases_that_the_service_serves_for_no_architecture_are_warned_about() {
    let mut releases = chain(&["4.6.1+amd64", "4.6.2+amd64", "4.7.0+amd64"]);
    for node in &mut releases.nodes[1..] {
        node.metadata.remove(key::ARCH);
    }
    let compat = build(releases.clone(), &GraphData::default(), BuildMode::Compat).unwrap();
    let query = ServedQuery { channel: None, arch: Some("amd64") };
    assert_eq!(versions(&compat.served(query)), ["4.6.1"]);
    let warning = "2 releases have no `io.openshift.upgrades.graph.release.arch` in the metadata. \
                   Cincinnati serves them for no architecture: 4.6.2+amd64, 4.7.0+amd64";
    assert_eq!(compat.warnings, [warning]);
    let closed = build(releases, &GraphData::default(), BuildMode::Closed).unwrap();
    assert_eq!(versions(&closed.served(query)), ["4.6.1", "4.6.2", "4.7.0"]);
    assert!(closed.warnings.is_empty());
}

#[test]
fn an_incomplete_risk_beside_a_whole_one_blocks_all_the_same() {
    let mut incomplete = risk("4.7.0", ".*", "A");
    (incomplete.rules, incomplete.reading) = (None, BlockReading::Nothing);
    let blocks = vec![incomplete, risk("4.7.0", ".*", "R")];
    let [closed, compat] = both(&["4.6.1+amd64", "4.7.0+amd64"], blocks);
    assert_eq!(closed, ["4.6.1+amd64>4.7.0+amd64 not"]);
    assert_eq!(compat, ["4.6.1+amd64>4.7.0+amd64 if R"]);
}

#[test]
fn a_risk_of_two_meanings_blocks() {
    let mut other = risk("4.7.0", "4[.]6[.]1", "R");
    other.file = "blocked-edges/other.yaml".to_owned();
    other.rules = Some(at(vec![at(Rule::PromQl("max(a)".to_owned()))]));
    let data = data(Vec::new(), vec![risk("4.7.0", ".*", "R"), other]);
    let closed = built(&NAMES, &data, BuildMode::Closed);
    let wanted = ["4.6.1+amd64>4.7.0+amd64 not", "4.6.2+amd64>4.7.0+amd64 if R"];
    assert_eq!(described(&closed)[1..], wanted);
    assert_eq!(closed.warnings.len(), 1, "{:?}", closed.warnings);
}

#[test]
fn what_clusters_cannot_evaluate_is_known_but_not_served() {
    for rule in [
        Rule::Platforms(vec!["AWS".to_owned()]),
        Rule::AnyOf(vec![Rule::Always]),
        Rule::Unknown("New".to_owned()),
    ] {
        let mut odd = risk("4.7.0", ".*", "R");
        odd.rules = Some(at(vec![at(rule)]));
        let data = data(Vec::new(), vec![odd]);
        let closed = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Closed);
        assert_eq!(described(&closed), ["4.6.1+amd64>4.7.0+amd64 if R"]);
        assert_eq!(closed.warnings.len(), 1);
        let served = closed.served(ServedQuery::default());
        assert!(served.edges.is_empty() && served.conditional.is_empty());
    }
}

#[test]
fn of_a_risk_with_rules_of_known_and_unknown_types_the_known_ones_are_served() {
    let unknown = || at(Rule::Unknown("New".to_owned()));
    let query = || at(Rule::PromQl("max(a)".to_owned()));
    for rules in [vec![unknown(), query()], vec![query(), unknown()]] {
        let mut odd = risk("4.7.0", ".*", "R");
        odd.rules = Some(at(rules));
        let data = data(Vec::new(), vec![odd]);
        let closed = built(&["4.6.1+amd64", "4.7.0+amd64"], &data, BuildMode::Closed);
        let served = closed.served(ServedQuery::default());
        assert_eq!(served.conditional[0].1[0].rules, [query().value]);
        let told_of = "blocked-edges/4.7.0-R.yaml: ignored the rule of type New of risk R. Its other rules decide";
        assert_eq!(closed.warnings, [told_of]);
    }
}

#[test]
fn metadata_adds_and_takes_edges() {
    let mut releases = chain(&["4.6.1+amd64", "4.6.2+amd64", "4.7.0+amd64", "4.7.1+amd64"]);
    releases.edges = [(0, 1), (1, 2), (2, 3)].into();
    let mut set = |place: usize, key: &str, value: &str| {
        releases.nodes[place].metadata.insert(key.to_owned(), value.to_owned());
    };
    set(3, key::PREVIOUS_ADD, "4.6.1, 4.6.2,9.9.9,x");
    set(0, key::NEXT_ADD, "4.7.0");
    set(3, key::PREVIOUS_REMOVE, "4.6.2");
    set(2, key::PREVIOUS_REMOVE_REGEX, "4[.]6[.]2");
    set(0, key::NEXT_REMOVE, "4.6.2");
    let wanted = [
        "4.6.1+amd64>4.6.2+amd64 not",
        "4.6.1+amd64>4.7.0+amd64",
        "4.6.1+amd64>4.7.1+amd64",
        "4.6.2+amd64>4.7.0+amd64 not",
        "4.6.2+amd64>4.7.1+amd64 not",
        "4.7.0+amd64>4.7.1+amd64",
    ];
    for mode in [BuildMode::Closed, BuildMode::Compat] {
        let built = build(releases.clone(), &GraphData::default(), mode).unwrap();
        assert_eq!(described(&built), wanted, "{mode:?}");
        assert_eq!(built.warnings.len(), 2, "{:?}", built.warnings);
    }
    releases.nodes[3].metadata.insert(key::PREVIOUS_REMOVE.to_owned(), " * ".to_owned());
    let built = build(releases, &GraphData::default(), BuildMode::Closed).unwrap();
    assert!(described(&built)[5].ends_with(" not"));
}

#[test]
fn a_risk_does_not_bring_back_what_metadata_takes_but_for_the_service() {
    let mut releases = chain(&["4.6.1+amd64", "4.7.0+amd64"]);
    releases.nodes[1].metadata.insert(key::PREVIOUS_REMOVE.to_owned(), "*".to_owned());
    let data = data(Vec::new(), vec![risk("4.7.0", ".*", "R")]);
    let told_of = |mode| described(&build(releases.clone(), &data, mode).unwrap());
    assert_eq!(told_of(BuildMode::Closed), ["4.6.1+amd64>4.7.0+amd64 not"]);
    assert_eq!(told_of(BuildMode::Compat), ["4.6.1+amd64>4.7.0+amd64 if R"]);
}

#[test]
fn amendments_add_to_metadata_of_the_architectures_they_name() {
    let raw = vec![amendment("4.7.0+s390x", "k", "a"), amendment("4.7.0", "k", "b")];
    let data = GraphData { raw, ..GraphData::default() };
    let values = |mode| {
        let built = built(&BOTH, &data, mode);
        let of = |node: &Scraped| node.metadata.get("k").cloned().unwrap_or_default();
        built.nodes.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(values(BuildMode::Closed), ["", "", "b", "a,b"]);
    assert_eq!(values(BuildMode::Compat), ["", "", "a,b", "a,b"]);
}

#[test]
fn channels_stand_by_their_minor_then_by_name() {
    let channels = ["stable-4.7", "fast-4.8", "candidate-4.7", "candidate-4.10"];
    let channels = channels.map(|name| channel(name, &["4.7.0+amd64"])).to_vec();
    let data = data(channels, Vec::new());
    let built = built(&BOTH, &data, BuildMode::Closed);
    let of = |place: usize| built.nodes[place].metadata.get(key::CHANNELS).map(String::as_str);
    assert_eq!(of(2), Some("candidate-4.10,candidate-4.7,stable-4.7,fast-4.8"));
    assert_eq!(of(3), None);
}

#[test]
fn updates_that_lead_around_are_refused() {
    let mut releases = chain(&["4.6.1+amd64", "4.6.2+amd64", "4.7.0+amd64"]);
    releases.edges.insert((2, 1));
    let circle = vec!["4.6.2+amd64".to_owned(), "4.7.0+amd64".to_owned()];
    let refusal = build(releases, &GraphData::default(), BuildMode::Closed).unwrap_err();
    assert_eq!(refusal, BuildRefusal::Circle(circle));
    let raw = vec![amendment("4.6.1", key::PREVIOUS_ADD, "4.7.0")];
    let data = GraphData { raw, ..GraphData::default() };
    for mode in [BuildMode::Closed, BuildMode::Compat] {
        assert!(build(chain(&["4.6.1+amd64", "4.7.0+amd64"]), &data, mode).is_err());
    }
}

fn versions(served: &Served) -> Vec<&str> {
    served.nodes.iter().map(|node| node.version.as_str()).collect()
}

#[test]
fn a_channel_and_an_architecture_are_served_without_the_architecture() {
    let blocks = vec![risk("4.7.0", ".*", "R")];
    let data = data(vec![channel("fast-4.7", &["4.6.1", "4.7.0"])], blocks);
    let mut names = BOTH.to_vec();
    names.push("4.7.1+amd64");
    let built = built(&names, &data, BuildMode::Closed);
    let served = built.served(ServedQuery { channel: Some("fast-4.7"), arch: Some("amd64") });
    assert_eq!(versions(&served), ["4.6.1", "4.7.0"]);
    assert!(served.edges.is_empty());
    let (edges, risks) = &served.conditional[0];
    assert_eq!(edges, &[("4.6.1".to_owned(), "4.7.0".to_owned())]);
    assert_eq!(risks[0].name, "R");
    assert!(served.nodes.iter().all(|node| !node.metadata.contains_key(key::ARCH)));
    let all = built.served(ServedQuery { channel: None, arch: Some("s390x") });
    assert_eq!(versions(&all), ["4.6.1", "4.7.0"]);
    let none = built.served(ServedQuery { channel: Some("fast-4.8"), arch: None });
    assert_eq!(none.nodes.len() + none.edges.len() + none.conditional.len(), 0);
}

#[test]
fn the_service_keeps_conditional_edges_by_the_letters_of_an_architecture() {
    let names = ["4.6.1+arm64", "4.7.0+arm64"];
    let channels = vec![channel("fast-4.7", &["4.6.1", "4.7.0"])];
    let data = data(channels, vec![risk("4.7.0", ".*", "R")]);
    let query = ServedQuery { channel: Some("fast-4.7"), arch: Some("arm") };
    let served = |mode| built(&names, &data, mode).served(query);
    assert_eq!(
        (served(BuildMode::Closed).nodes.len(), served(BuildMode::Closed).conditional.len()),
        (0, 0)
    );
    assert_eq!(
        (served(BuildMode::Compat).nodes.len(), served(BuildMode::Compat).conditional.len()),
        (0, 1)
    );
}

#[test]
fn releases_that_do_not_exist_are_served_by_cincinnati_only() {
    let mut releases = chain(&["4.6.1+amd64", "4.7.0+amd64"]);
    releases.nodes[1].payload = None;
    let data = data(
        vec![channel("fast-4.7", &["4.6.1", "4.7.0"])],
        vec![block("4.7.0", ".*"), risk("4.7.0", ".*", "R")],
    );
    let closed = build(releases.clone(), &data, BuildMode::Closed).unwrap();
    assert_eq!(closed.served(ServedQuery::default()).nodes.len(), 1);
    assert!(closed.warnings[1].starts_with("4.7.0+amd64 is left out"), "{:?}", closed.warnings);
    let compat = build(releases, &data, BuildMode::Compat).unwrap();
    assert_eq!(
        described(&compat),
        ["4.6.1+amd64>4.7.0+amd64 or R"],
        "it has no metadata to block by"
    );
    assert_eq!(versions(&compat.served(ServedQuery::default())), ["4.6.1+amd64", "4.7.0+amd64"]);
    let query = ServedQuery { channel: Some("fast-4.7"), arch: None };
    assert_eq!(versions(&compat.served(query)), ["4.6.1+amd64"]);
}

#[test]
fn the_order_of_what_is_given_does_not_matter() {
    let blocks = vec![risk("4.7.0", ".*", "B"), risk("4.7.0", "4[.]6[.]2", "A")];
    let data = data(vec![channel("fast-4.7", &["4.6.2", "4.6.1", "4.7.0"])], blocks);
    let forward = built(&NAMES, &data, BuildMode::Closed);
    let mut releases = chain(&NAMES);
    releases.nodes.reverse();
    releases.edges = releases.edges.iter().map(|(from, to)| (2 - from, 2 - to)).collect();
    let backward = build(releases, &data, BuildMode::Closed).unwrap();
    let query = ServedQuery { channel: Some("fast-4.7"), arch: Some("amd64") };
    assert_eq!(forward.served(query), backward.served(query));
}
