//! What is read from a graph, and the errors about the rest.

use serde_json::json;

use super::*;

fn read(object: &Value) -> (Graph, Vec<String>) {
    let ReadGraph { graph, oddities } = graph(object).unwrap();
    (graph, oddities.iter().map(ToString::to_string).collect())
}

/// Reads the risks of one group.
fn risks(group: &Value) -> (Vec<Risk>, Vec<String>) {
    let mut group = group.clone();
    group["edges"] = json!([{"from": "4.6.1", "to": "4.6.2"}]);
    let nodes = json!([{"version": "4.6.1"}, {"version": "4.6.2"}]);
    let (graph, oddities) = read(&json!({"nodes": nodes, "conditionalEdges": [group]}));
    (graph.conditional[0].risks.to_vec(), oddities)
}

#[test]
fn an_edge_out_of_range_is_dropped_and_named() {
    let object = json!({"nodes": [{"version": "4.6.1"}], "edges": [[0, 0], [0, 1], [-1, 0], "x"]});
    let (graph, oddities) = read(&object);
    assert_eq!(graph.edges, [(0, 0)]);
    assert_eq!(oddities[0], "edges[1]: node index out of range: there are 1 nodes");
    assert_eq!(oddities.len(), 3, "{oddities:?}");
}

#[test]
fn a_bad_node_is_dropped_with_its_edges_and_the_others_keep_theirs() {
    let object = json!({
        "nodes": [{"payload": "x"}, {"version": "4.6.1"}, {"version": "4.6.2"}, {"version": "4.6.1"}],
        "edges": [[0, 1], [1, 2], [3, 2]],
    });
    let (graph, oddities) = read(&object);
    assert_eq!(graph.nodes.len(), 2);
    assert_eq!(graph.edges, [(0, 1)]);
    assert!(oddities[0].starts_with("nodes[0]"), "{oddities:?}");
    assert_eq!(oddities[1], "nodes[3]: duplicate version 4.6.1");
}

#[test]
fn risks_that_are_no_list_leave_their_edges_conditional() {
    let (found, oddities) = risks(&json!({"risks": "some"}));
    assert!(found.is_empty());
    assert_eq!(oddities, ["conditionalEdges[0].risks: not a list"]);
}

#[test]
fn what_is_no_graph_is_an_error() {
    for object in [json!({}), json!({"nodes": {}}), json!([]), json!({"nodes": [], "edges": 1})] {
        assert!(graph(&object).is_err(), "{object}");
    }
    let groups = json!({"nodes": [], "conditionalEdges": {}});
    assert_eq!(graph(&groups).unwrap_err().field, "conditionalEdges");
}

#[test]
fn architecture_and_channels_come_from_where_services_write_them() {
    let object = json!({"nodes": [{"version": "4.11.9+multi", "payload": "a@sha256:1",
        "metadata": {"url": "https://x", "io.openshift.upgrades.graph.release.channels": "stable-4.11,fast-4.11", "release.openshift.io/architecture": "multi", "io.openshift.upgrades.graph.previous.remove_regex": "4[.]10[.].*", "odd": 7}}]});
    let (graph, oddities) = read(&object);
    let node = &graph.nodes[0];
    assert_eq!(node.release.version.text(), "4.11.9");
    assert_eq!(node.arch.as_deref(), Some("multi"));
    assert_eq!(node.release.architecture.as_deref(), Some("Multi"));
    assert_eq!(node.release.channels, ["fast-4.11", "stable-4.11"]);
    assert_eq!(node.removed.as_deref(), Some("4[.]10[.].*"));
    assert!(oddities.is_empty(), "{oddities:?}");
}

#[test]
fn metadata_that_is_not_text_costs_the_field_and_not_the_node() {
    let object = json!({"nodes": [{"version": "4.6.1", "metadata": {"url": 7}}]});
    let (graph, oddities) = read(&object);
    assert_eq!(graph.nodes[0].release.url, None);
    assert_eq!(oddities, ["nodes[0].metadata[\"url\"]: not a string"]);
}

#[test]
fn rules_of_odd_shape_are_unknown() {
    let (risks, _) = risks(
        &json!({"risks": [{"name": "R", "matchingRules": [{"type": "Always"}, {"type": "PromQL"}, {"type": "New"}, {"type": "PromQL", "promql": {"promql": "x"}}, {"type": "PromQL", "PromQL": {"PromQL": "y"}}, {"type": "Always", "promql": {"promql": "x"}}, 7]}]}),
    );
    let expected = [
        Rule::Always,
        Rule::Unknown("PromQL".into()),
        Rule::Unknown("New".into()),
        Rule::PromQl("x".into()),
        Rule::PromQl("y".into()),
        Rule::Unknown("Always".into()),
        Rule::Unknown(String::new()),
    ];
    assert_eq!(risks[0].rules, expected);
}

#[test]
fn the_early_schema_is_read_as_it_was_meant() {
    let (risks, oddities) = risks(&json!({"qualifiers": [
        {"reason": "A", "message": "m", "url": "u", "blockedClusters": {"promql": "q"}},
        {"reason": "B", "clusters": {"platforms": ["VSphere"]}},
        {"reason": "C", "clusters": {"platforms": ["VSphere"], "promql": "q"}},
        {"reason": "D", "blockedClusters": {}},
        {"reason": "E"},
        {"reason": "F", "blockedClusters": null},
    ]}));
    let query = || Rule::PromQl("q".into());
    let platforms = || Rule::Platforms(vec!["VSphere".into()]);
    let rules: Vec<_> = risks.iter().map(|risk| risk.rules[0].clone()).collect();
    let any = Rule::AnyOf(vec![query(), platforms()]);
    assert_eq!(rules, [query(), platforms(), any, Rule::Always, Rule::Always, Rule::Always]);
    assert_eq!((risks[0].name.as_str(), risks[0].message.as_str()), ("A", "m"));
    assert!(oddities.is_empty(), "{oddities:?}");
}

#[test]
fn a_risk_that_cannot_be_read_cannot_be_evaluated() {
    let (risks, oddities) = risks(&json!({"risks": [{"name": 7}, "x", {"message": "only"}]}));
    assert_eq!(risks.len(), 3);
    assert_eq!(risks[0].rules, [Rule::Unknown("unreadable".into())]);
    assert!(risks[1].name.starts_with("Unnamed-"));
    assert_ne!(risks[0].name, risks[1].name);
    assert_eq!(risks[2].rules, [], "without rules it is Unknown");
    assert_eq!(oddities.len(), 3, "{oddities:?}");
}

#[test]
fn of_two_names_the_shipped_one_counts() {
    let rules = json!([{"type": "Always"}]);
    let (risks, oddities) =
        risks(&json!({"risks": [{"name": "A", "reason": "B", "matchingRules": rules}]}));
    assert_eq!(risks[0].name, "A");
    assert!(oddities[0].contains("two names, A and B"), "{oddities:?}");
}

#[test]
fn a_conditional_edge_to_nowhere_is_named() {
    let object = json!({"nodes": [{"version": "4.6.1"}], "conditionalEdges": [{"edges": [{"from": "4.6.1", "to": "4.6.9"}, {"from": 1}], "risks": []}]});
    let (graph, oddities) = read(&object);
    assert_eq!(graph.conditional[0].edges.len(), 1);
    assert!(oddities[0].starts_with("conditionalEdges[0].edges[1]"), "{oddities:?}");
    assert_eq!(oddities[1], "conditionalEdges[0].edges: unknown node 4.6.9");
}

#[test]
fn what_is_written_is_read_again() {
    let object = json!({"version": 1,
        "nodes": [{"version": "4.6.1+amd64", "payload": "a@sha256:1", "metadata": {"url": "https://x"}}, {"version": "4.6.2+amd64", "payload": "a@sha256:2", "metadata": {}}],
        "edges": [[0, 1]],
        "conditionalEdges": [{"edges": [{"from": "4.6.1+amd64", "to": "4.6.2+amd64"}], "risks": [{"name": "R", "message": "m", "url": "u", "matchingRules": [{"type": "PromQL", "promql": {"promql": "q"}}, {"type": "Always"}]}]}]});
    assert_eq!(wire(&graph(&object).unwrap().strictly().unwrap()), object);
}

#[test]
fn text_is_read_as_its_values_are_whatever_comes_first() {
    let nodes = r#""nodes": [{"version": "4.6.1"}, {"version": "4.6.1"}, {"version": "4.6.2"}]"#;
    let edges = r#""edges": [[0, 2], [0, 1], [0, 9], "x", [2, 0]]"#;
    let groups = r#""conditionalEdges": [{"risks": [{"name": 7}], "edges": [{"to": "4.6.2", "from": "4.6.1"}, {}]}, {"edges": 5}]"#;
    let first = format!("\u{feff} {{{nodes}, {edges}, {groups}}}");
    let last = format!("{{\"version\": 1, {groups}, {edges}, {nodes}}}");
    for text in [&first, &last] {
        let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
        let (by_value, by_text) = (graph(&value).unwrap(), graph_in_text(text).unwrap());
        assert_eq!(wire(&by_text.graph), wire(&by_value.graph));
        assert_eq!(by_text.graph.edges, [(0, 1), (1, 0)]);
        let told = |read: &ReadGraph| read.oddities.iter().map(BadObject::to_string).collect();
        let (told_by_text, told_by_value): (Vec<String>, Vec<String>) =
            (told(&by_text), told(&by_value));
        assert_eq!((told_by_text.len(), told_by_text), (7, told_by_value));
    }
}

#[test]
fn text_that_is_no_graph_is_left_to_those_who_can_say_why() {
    let many = "[0, 0], ".repeat(bounded::MOST_VALUES / 3);
    let large = format!(r#"{{"nodes": [], "edges": [{many}[0, 0]]}}"#);
    for text in [
        "nodes: []",
        "[]",
        "{}",
        r#"{"nodes": {}}"#,
        r#"{"nodes": [], "nodes": []}"#,
        r#"{"nodes": []} {}"#,
        r#"{"nodes": [], "kind": "List"}"#,
        r#"{"nodes": [], "edges": 5}"#,
        &large,
    ] {
        assert!(graph_in_text(text).is_none(), "{text:.40}");
    }
}
