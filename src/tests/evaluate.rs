//! Properties of any graph and any answers: nothing is recommended by accident, and every
//! difference from a cluster is explained.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::properties::{config, invocation, layouts, object, read, text};
use crate::actions::read_graphs::RulesFrom;
use crate::commands::channel::preview_view::{ChannelPreview, PreviewText};
use crate::commands::graph::evaluate::view::RiskEvaluation;
pub(crate) use crate::commands::why::view::{Explanation, Flags, WhyAsked};
use crate::output::text::unsafe_char;
use crate::output::{Format, Printable};
use upgrade_core::cluster::{Cluster, Requested};
use upgrade_core::evaluate::{GraphEvaluation, NotComparable};
use upgrade_core::preview::Preview;
use upgrade_core::testing::cluster;
use upgrade_core::updates::Updates;
use upgrade_core::why::{self, WhyQuery, WhyResult};
use upgrade_graph::channel_graphs::ChannelGraphs;
use upgrade_graph::condition::Status;
use upgrade_graph::json::read as cincinnati;
use upgrade_graph::merged::ChannelGraph;
use upgrade_graph::model::{Risk, Rule};
use upgrade_graph::risk::{
    MessageWording, Platform, QueryAnswer, RiskInputs, RiskVerdict, WordedRisk, evaluate,
    recommended,
};
use upgrade_graph::targets::targets;
use upgrade_graph::version::Version;

const QUERIES: [&str; 4] = ["a", "b", "c", "d"];
const VERSIONS: [&str; 5] = ["4.6.0", "4.6.1", "4.6.2", "4.7.0", "4.7.1"];

fn rule() -> impl Strategy<Value = Value> {
    let query = || proptest::sample::select(&QUERIES[..]);
    prop_oneof![
        5 => query().prop_map(|query| json!({"type": "PromQL", "promql": {"promql": query}})),
        1 => query().prop_map(|query| json!({"type": "PromQL", "PromQL": {"PromQL": query}})),
        2 => Just(json!({"type": "Always"})),
        1 => Just(json!({"type": "Always", "promql": {"promql": "a"}})),
        1 => Just(json!({"type": "PromQL"})),
        1 => Just(json!({"type": "PromQL", "promql": {"promql": " "}})),
        1 => Just(json!({"type": "CEL", "cel": "true"})),
        1 => Just(json!("Always")),
    ]
}

fn risk() -> impl Strategy<Value = Value> {
    let rules = proptest::collection::vec(rule(), 0..4);
    prop_oneof![
        8 => ("[A-D]", text(), rules).prop_map(|(name, message, rules)| {
            json!({"name": name, "message": message, "url": message, "matchingRules": rules})
        }),
        1 => "[A-D]".prop_map(|name| json!({"name": name, "message": "m", "url": "u"})),
        1 => Just(json!("risk")),
        1 => Just(json!({"name": 4})),
    ]
}

/// A rule in the early form of risks.
fn qualifier() -> impl Strategy<Value = Value> {
    let clusters = prop_oneof![
        2 => proptest::sample::select(&QUERIES[..]).prop_map(|query| json!({"promql": query})),
        1 => Just(json!({"platforms": ["VSphere"]})),
        1 => Just(json!({"platforms": ["AWS"], "promql": "a"})),
        1 => Just(json!({})),
        1 => Just(Value::Null),
    ];
    ("[A-D]", clusters).prop_map(|(name, clusters)| {
        json!({"reason": name, "message": "m", "url": "u", "blockedClusters": clusters})
    })
}

fn group() -> impl Strategy<Value = Value> {
    let version = || proptest::sample::select(&VERSIONS[..]);
    let edges = proptest::collection::vec((version(), version()), 1..4).prop_map(|edges| {
        edges.into_iter().map(|(from, to)| json!({"from": from, "to": to})).collect::<Vec<_>>()
    });
    let risks = prop_oneof![
        6 => proptest::collection::vec(risk(), 0..4).prop_map(|risks| ("risks", json!(risks))),
        2 => proptest::collection::vec(qualifier(), 0..3).prop_map(|all| ("qualifiers", json!(all))),
        1 => Just(("risks", Value::Null)),
        1 => Just(("risks", json!("some"))),
        1 => Just(("others", json!([]))),
    ];
    (edges, risks).prop_map(|(edges, (key, risks))| json!({"edges": edges, key: risks}))
}

prop_compose! {
    /// A graph of five releases, some of which share an image.
    fn graph()(
        images in proptest::collection::vec(0_u8..7, VERSIONS.len()),
        edges in proptest::collection::vec((0..VERSIONS.len(), 0..VERSIONS.len()), 0..8),
        groups in proptest::collection::vec(group(), 0..4),
        channels in "(stable-4.6(,fast-4.6)?)?",
        removed in prop_oneof![Just("4[.]6"), Just("("), Just("")],
    ) -> Value {
        let node = |(version, image): (&&str, u8)| json!({
            "version": version,
            "payload": format!("quay.io/a/b@sha256:{}", image.to_string().repeat(64)),
            "metadata": {
                "io.openshift.upgrades.graph.release.channels": channels,
                "io.openshift.upgrades.graph.previous.remove_regex": removed,
            },
        });
        let nodes: Vec<Value> = VERSIONS.iter().zip(images).map(node).collect();
        json!({"nodes": nodes, "edges": edges, "conditionalEdges": groups})
    }
}

fn facts() -> impl Strategy<Value = RiskInputs> {
    let values = [0.0, -0.0, 1.0, 0.0, 1.0, 0.5, 2.0, f64::NAN, f64::INFINITY];
    let answer = prop_oneof![
        8 => proptest::sample::select(values.to_vec()).prop_map(|value| QueryAnswer::Vector(vec![value])),
        1 => Just(QueryAnswer::Vector(Vec::new())),
        1 => Just(QueryAnswer::Vector(vec![0.0, 0.0])),
        1 => Just(QueryAnswer::Failed("down".to_owned())),
    ];
    let platform = prop_oneof![
        Just(Platform::Known("VSphere".to_owned())),
        Just(Platform::Unknown { why: "forbidden".to_owned() }),
    ];
    let answers = proptest::collection::btree_map(
        proptest::sample::select(QUERIES.to_vec()).prop_map(str::to_owned),
        answer,
        0..5,
    );
    (answers, platform).prop_map(|(answers, platform)| RiskInputs { answers, platform })
}

fn graphs(graph: &Value, cluster: &Cluster) -> ChannelGraphs {
    let graph = cincinnati::graph(graph).unwrap().graph;
    let layer = ChannelGraph { channel: Some("stable-4.6".to_owned()), graph };
    let mut graphs = ChannelGraphs::new(&[layer], "amd64".to_owned(), "a file".to_owned());
    graphs.from = Some(cluster.desired.version.clone());
    graphs
}

/// Whether a rule matches, by the specification alone; none if it cannot be evaluated.
fn matches(rule: &Value, facts: &RiskInputs) -> Option<bool> {
    let query = rule.pointer("/promql/promql").or(rule.pointer("/PromQL/PromQL"));
    match rule["type"].as_str()? {
        "Always" if rule.get("promql").is_none() => Some(true),
        "PromQL" => sample(query?.as_str()?, facts),
        _ => None,
    }
}

fn sample(query: &str, facts: &RiskInputs) -> Option<bool> {
    match facts.answers.get(query)? {
        QueryAnswer::Vector(values) if values.len() == 1 && values[0] == 0.0 => Some(false),
        QueryAnswer::Vector(values) if values.len() == 1 && (values[0] - 1.0).abs() == 0.0 => {
            Some(true)
        }
        _ => None,
    }
}

/// The same for a risk: the first rule that can be evaluated decides.
fn applies(risk: &Value, facts: &RiskInputs) -> Option<bool> {
    if let Some(rules) = risk["matchingRules"].as_array() {
        return rules.iter().find_map(|rule| matches(rule, facts));
    }
    let clusters = risk.get("blockedClusters")?;
    let platforms = clusters["platforms"].as_array().map(|names| match &facts.platform {
        Platform::Known(here) => Some(names.iter().any(|name| name == here)),
        Platform::Unknown { .. } => None,
    });
    let query = clusters["promql"].as_str().map(|query| sample(query, facts));
    let all: Vec<Option<bool>> = platforms.into_iter().chain(query).collect();
    match all.contains(&Some(true)) {
        _ if all.is_empty() => Some(true),
        true => Some(true),
        false => all.iter().all(Option::is_some).then_some(false),
    }
}

/// Whether the raw graph recommends an update: it has no conditional edges, or each has risks that
/// can all be evaluated, and none applies that is not accepted.
fn is_clear(graph: &Value, from: &str, to: &str, facts: &RiskInputs, accepted: &str) -> bool {
    let groups = graph["conditionalEdges"].as_array().unwrap().iter();
    let mut own = groups.filter(|group| {
        group["edges"].as_array().unwrap().contains(&json!({"from": from, "to": to}))
    });
    own.all(|group| {
        let risks = group["risks"].as_array().or(group["qualifiers"].as_array());
        risks.is_some_and(|risks| {
            let clear = |risk: &Value| match applies(risk, facts) {
                Some(false) => true,
                Some(true) => [&risk["name"], &risk["reason"]].contains(&&json!(accepted)),
                None => false,
            };
            !risks.is_empty() && risks.iter().all(clear)
        })
    })
}

fn safe(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || !unsafe_char(c))
}

fn reading() -> PreviewText {
    PreviewText { evaluate: "a".to_owned(), follow: Some("b".to_owned()) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_way_is_recommended_only_if_every_risk_is_known_not_to_match(
        graph in graph(), facts in facts(), accepted in "[A-DX]",
    ) {
        let mut cluster = cluster("4.6.0");
        let accept_risks = vec![accepted.clone()];
        cluster.requested = Some(Requested { accept_risks, ..Requested::default() });
        let graphs = graphs(&graph, &cluster);
        let raw_edges = graph["edges"].as_array().unwrap();
        for (from, place) in VERSIONS.iter().enumerate() {
            let at = graphs.merged.find(&Version::new(*place)).unwrap();
            for target in targets(&graphs.merged, at, &facts, &cluster.accepted_risks()) {
                let to = target.release.version.text();
                let number = VERSIONS.iter().position(|version| *version == to).unwrap();
                let clear = is_clear(&graph, place, to, &facts, &accepted);
                if target.status() == Status::True {
                    prop_assert!(clear, "{place} to {to}: {target:?}");
                    let twins = graphs.merged.nodes.iter().filter(|it| it.release.image == target.release.image);
                    for twin in twins {
                        let twin = twin.release.version.text();
                        prop_assert!(is_clear(&graph, place, twin, &facts, &accepted), "{twin} is the same image");
                    }
                }
                if target.verdict.is_none() {
                    prop_assert!(raw_edges.contains(&json!([from, number])), "{place} to {to}");
                }
            }
        }
    }

    #[test]
    fn the_first_rule_that_can_be_evaluated_decides(rules in proptest::collection::vec(rule(), 0..5), facts in facts()) {
        let graph = json!({"nodes": [{"version": "4.6.0", "payload": "x"}], "edges": [], "conditionalEdges": [
            {"edges": [{"from": "4.6.0", "to": "4.6.0"}], "risks": [{"name": "A", "message": "m", "url": "u", "matchingRules": rules}]},
        ]});
        let risk: Risk = cincinnati::graph(&graph).unwrap().graph.conditional[0].risks[0].clone();
        let judged = evaluate(&risk, &facts);
        let told = match judged.verdict {
            RiskVerdict::Applies => Some(true),
            RiskVerdict::Clear => Some(false),
            RiskVerdict::Unknown { .. } => None,
        };
        prop_assert_eq!(told, rules.iter().find_map(|rule| matches(rule, &facts)));
        prop_assert_eq!(judged.trail.len(), rules.len(), "every rule is reported");
    }

    #[test]
    fn the_composed_condition_is_the_worst_and_names_all(letters in proptest::collection::vec(("[A-D]{1,2}", "[acux]"), 0..6)) {
        let judged: Vec<WordedRisk> = letters.iter().map(|(name, letter)| WordedRisk {
            risk: Risk { name: name.clone(), message: format!("{name} hurts."), url: format!("https://{name}"), rules: vec![Rule::Always] },
            verdict: match letter.as_str() {
                "c" => RiskVerdict::Clear,
                "u" => RiskVerdict::Unknown { why: "down".to_owned() },
                _ => RiskVerdict::Applies,
            },
            accepted: letter == "x",
        }).collect();
        let found = recommended(&judged, MessageWording::Shipped);
        let has = |wanted: &str| letters.iter().any(|(_, letter)| letter == wanted);
        let status = if has("a") { "False" } else if has("u") { "Unknown" } else { "True" };
        prop_assert_eq!(found.status, status);
        let applying: BTreeSet<&str> = letters.iter().filter(|(_, letter)| letter == "a").map(|(name, _)| name.as_str()).collect();
        if applying.len() > 1 {
            prop_assert_eq!(&found.reason, "MultipleReasons");
        }
        let told = letters.iter().filter(|(_, letter)| letter == "a").map(|(name, _)| format!("{name} hurts. https://{name}"));
        let paragraphs: Vec<&str> = found.message.split("\n\n").collect();
        for sentence in told {
            prop_assert!(paragraphs.contains(&sentence.as_str()), "{sentence}");
        }
        prop_assert!(status == "True" || paragraphs.len() == letters.iter().filter(|(_, letter)| "au".contains(letter.as_str())).count());
    }

    #[test]
    fn every_difference_from_a_cluster_is_explained_and_safely_printed(
        object in object(), graph in graph(), facts in facts(), channel in "stable-4.6|fast-4.6",
    ) {
        let mut cluster = read(&object);
        cluster.desired.version = Version::new("4.6.0");
        cluster.channel = Some(channel);
        let graphs = graphs(&graph, &cluster);
        let place = graphs.place().unwrap();
        let apart = NotComparable::new(&graphs, Some(&cluster), false, None);
        let evaluation = GraphEvaluation::new(&graphs.merged, place, &facts, Some(&cluster), apart);
        let compared = evaluation.apart.is_none();
        let mut told = BTreeMap::new();
        for known in &evaluation.targets {
            let same = known.heard.as_ref().is_some_and(|heard| heard.status == known.target.status());
            prop_assert_eq!(known.difference.is_some(), compared && !same);
            told.insert(known.target.release.version.text(), known.target.status());
        }
        let listed = Updates::new(&cluster);
        let known = |version: &str| told.contains_key(version)
            || evaluation.elsewhere.iter().any(|said| said.release.version.text() == version);
        prop_assert!(!compared || listed.all().all(|said| known(said.release.version.text())), "nothing is lost");
        for only in [None, Some(Version::new("4.6.1"))] {
            let view = RiskEvaluation::new(&graphs, RulesFrom::Graph, Some(&cluster), &evaluation, only.as_ref(), "more".to_owned());
            for layout in layouts() {
                for format in [Format::Text, Format::Wide, Format::Version, Format::Json, Format::Yaml] {
                    prop_assert!(safe(&view.print(format, &layout).unwrap()));
                }
            }
        }
        let preview = Preview::new(&graphs, &cluster, &facts);
        prop_assert!(preview.recommended.iter().all(|target| told[target.release.version.text()] == Status::True));
        let view = ChannelPreview::new(&cluster, "stable-4.6", &graphs, &preview, reading());
        for layout in layouts() {
            prop_assert!(safe(&view.print(Format::Text, &layout).unwrap()));
        }
    }

    #[test]
    fn there_is_always_a_cause_and_it_is_safely_printed(
        object in object(), graph in graph(), facts in facts(),
        version in prop_oneof![4 => "4\\.[67]\\.[0-3]", 1 => text(), 1 => Just("4.7.0-x86_64".to_owned())],
    ) {
        let mut cluster = read(&object);
        if cluster.desired.version.numbers().is_none() {
            cluster.desired.version = Version::new("4.6.0");
        }
        let graphs = graphs(&graph, &cluster);
        let cluster = &cluster;
        let wanted = WhyQuery::new(&version);
        let cause = why::by_cluster(&wanted, cluster, Some("amd64")).unwrap_or_else(|| {
            let accepted = cluster.accepted_risks();
            why::by_graph(&wanted, &graphs, &facts, Some("stable-4.6"), Some(cluster), &accepted).cause
        });
        if cause.code() == why::CauseCode::Recommended {
            let updates = Updates::new(cluster);
            prop_assert!(updates.recommended.iter().any(|said| said.release.version == wanted.version));
            prop_assert!(!updates.not_recommended.iter().any(|said| said.release.version == wanted.version));
        }
        let account = WhyResult { cause, not_checked: vec![(why::Check::Blocks, version.clone())] };
        let asked = WhyAsked {
            typed: &version, version: wanted.version.text(), from: graphs.from.as_ref(),
            channel: Some("stable-4.6"), cluster: Some(cluster), hosted: None, lists: true,
            graphs: Some(&graphs), notes: &[], flags: Flags::default(),
        };
        let view = Explanation::new(&asked, &account, &invocation());
        prop_assert!(!view.message.is_empty());
        for layout in layouts() {
            for format in [Format::Text, Format::Json, Format::Yaml] {
                prop_assert!(safe(&view.print(format, &layout).unwrap()));
            }
        }
    }
}
