//! Update graph as served → graph.

use serde_json::Value;

use super::documents::{BadObject, typed};
use crate::api::cincinnati as api;
use crate::domain::cluster::Release;
use crate::domain::graph::{ConditionalEdges, Edge, Graph, Node, Risk, Rule};
use crate::domain::version::Version;

/// Reads a graph; an edge that leads nowhere is an error.
pub(crate) fn graph(object: &Value) -> Result<Graph, BadObject> {
    let wire: api::Graph = typed(object)?;
    let count = wire.nodes.len();
    let leads_nowhere = |&(from, to): &(usize, usize)| from >= count || to >= count;
    if let Some(place) = wire.edges.iter().position(leads_nowhere) {
        let problem = format!("it names a node beyond the {count} there are");
        return Err(BadObject { field: format!("edges[{place}]"), problem });
    }
    Ok(Graph {
        nodes: wire.nodes.iter().map(node).collect(),
        edges: wire.edges,
        conditional: wire.conditional_edges.into_iter().map(conditional).collect(),
    })
}

fn node(wire: &api::Node) -> Node {
    let text = |key: &str| wire.metadata.get(key).and_then(Value::as_str).unwrap_or_default();
    let mut channels: Vec<String> = text(api::CHANNELS)
        .split(',')
        .map(str::trim)
        .filter(|channel| !channel.is_empty())
        .map(str::to_owned)
        .collect();
    channels.sort();
    let (version, arch) = apart(&wire.version);
    let multi = text(api::ARCHITECTURE).eq_ignore_ascii_case("multi");
    Node {
        release: Release {
            version,
            image: wire.payload.clone(),
            url: Some(text(api::URL).to_owned()).filter(|url| !url.is_empty()),
            channels,
            architecture: multi.then(|| "Multi".to_owned()),
        },
        arch,
    }
}

fn conditional(wire: api::ConditionalEdges) -> ConditionalEdges {
    let edge = |edge: api::Edge| {
        let ((from, arch), (to, _)) = (apart(&edge.from), apart(&edge.to));
        Edge { from, to, arch }
    };
    ConditionalEdges {
        edges: wire.edges.into_iter().map(edge).collect(),
        risks: wire.risks.into_iter().map(risk).collect(),
    }
}

fn risk(wire: api::Risk) -> Risk {
    let rule = |rule: api::Rule| match (rule.r#type.as_str(), rule.promql) {
        ("Always", None) => Rule::Always,
        ("PromQL", Some(query)) if !query.promql.is_empty() => Rule::PromQl(query.promql),
        _ => Rule::Unknown(rule.r#type),
    };
    Risk {
        name: wire.name,
        message: wire.message,
        url: wire.url,
        rules: wire.matching_rules.into_iter().map(rule).collect(),
    }
}

/// Takes the architecture off a version: a graph of all of them carries it as build data.
fn apart(version: &str) -> (Version, Option<String>) {
    match version.split_once('+') {
        Some((version, arch)) => (Version::new(version), Some(arch.to_owned())),
        None => (Version::new(version), None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_edge_out_of_range_is_named() {
        let object = json!({"nodes": [{"version": "4.6.1"}], "edges": [[0, 0], [0, 1]]});
        assert_eq!(graph(&object).unwrap_err().field, "edges[1]");
    }

    #[test]
    fn architecture_and_channels_come_from_where_services_write_them() {
        let object = json!({"nodes": [{"version": "4.11.9+multi", "payload": "a@sha256:1",
            "metadata": {"url": "https://x", "io.openshift.upgrades.graph.release.channels": "stable-4.11,fast-4.11", "release.openshift.io/architecture": "multi", "odd": 7}}]});
        let graph = graph(&object).unwrap();
        let node = &graph.nodes[0];
        assert_eq!(node.release.version.text(), "4.11.9");
        assert_eq!(node.arch.as_deref(), Some("multi"));
        assert_eq!(node.release.architecture.as_deref(), Some("Multi"));
        assert_eq!(node.release.channels, ["fast-4.11", "stable-4.11"]);
    }

    #[test]
    fn rules_of_odd_shape_are_unknown() {
        let object = json!({"conditionalEdges": [{"edges": [{"from": "a", "to": "b"}], "risks": [
            {"name": "R", "matchingRules": [{"type": "Always"}, {"type": "PromQL"}, {"type": "New"}, {"type": "PromQL", "promql": {"promql": "x"}}]}]}]});
        let rules = &graph(&object).unwrap().conditional[0].risks[0].rules;
        let expected = [
            Rule::Always,
            Rule::Unknown("PromQL".into()),
            Rule::Unknown("New".into()),
            Rule::PromQl("x".into()),
        ];
        assert_eq!(rules, &expected);
    }
}
