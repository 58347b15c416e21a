//! Served update graph → graph. Invalid entries are dropped and named; an edge with invalid risks
//! is kept, with a risk that cannot be evaluated.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use crate::decode::{BadObject, typed};
use crate::json::document as api;
use crate::model::{ConditionalEdges, Edge, Graph, Node, Risk, Rule};
use crate::release::Release;
use crate::version::Version;

/// A graph, and what was left out of it.
#[derive(Debug)]
pub struct ReadGraph {
    pub graph: Graph,
    /// Each names its entry.
    pub oddities: Vec<BadObject>,
}

impl ReadGraph {
    /// Returns the graph if it has no oddities.
    pub fn strictly(mut self) -> Result<Graph, BadObject> {
        if self.oddities.is_empty() { Ok(self.graph) } else { Err(self.oddities.swap_remove(0)) }
    }
}

/// Returns whether an object is an update graph.
pub fn is_graph(object: &Value) -> bool {
    object.get("kind").is_none() && object["nodes"].is_array() && object["edges"].is_array()
}

/// Reads a graph.
pub fn graph(object: &Value) -> Result<ReadGraph, BadObject> {
    let mut reader = GraphReader { oddities: Vec::new() };
    let nodes = list(object, api::NODES)?.ok_or_else(|| missing(api::NODES))?;
    let edges = list(object, api::EDGES)?.unwrap_or_default();
    let groups = given(object, api::CONDITIONAL).map(|_| list(object, api::CONDITIONAL));
    let groups = groups.transpose()?.flatten().unwrap_or_default();
    let (nodes, places) = reader.nodes(nodes);
    let edges = reader.edges(edges, &places);
    let known: BTreeSet<&str> = nodes.iter().map(|node| node.release.version.text()).collect();
    let mut conditional = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let field = format!("conditionalEdges[{place}]");
        conditional.extend(reader.conditional(group, &field, &known));
    }
    let graph = Graph { nodes, edges, conditional };
    if graph.spread() > MOST_SPREAD {
        let problem = "more risks on more edges than any graph has".to_owned();
        return Err(BadObject { field: api::CONDITIONAL.to_owned(), problem });
    }
    Ok(ReadGraph { graph, oddities: reader.oddities })
}

/// Bytes; the graph of all releases has less than one MB. A small text can put each of many risks
/// on each of many edges.
const MOST_SPREAD: usize = 32 << 20;

/// Returns the value of a key; null counts as missing.
fn given<'a>(object: &'a Value, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|value| !value.is_null())
}

/// Returns the raw entries of a list, so that an invalid one does not affect the others, without
/// copies; none if the key is missing.
fn list<'a>(object: &'a Value, key: &str) -> Result<Option<&'a [Value]>, BadObject> {
    match object.get(key) {
        None => Ok(None),
        Some(Value::Array(entries)) => Ok(Some(entries)),
        Some(other) => {
            let problem = typed::<Vec<IgnoredAny>>(other).err();
            let problem = problem.map(|bad| bad.problem).unwrap_or_default();
            Err(BadObject { field: key.to_owned(), problem })
        }
    }
}

fn missing(key: &str) -> BadObject {
    BadObject { field: String::new(), problem: format!("missing field `{key}`") }
}

struct GraphReader {
    oddities: Vec<BadObject>,
}

impl GraphReader {
    fn odd(&mut self, field: impl Into<String>, problem: impl Into<String>) {
        self.oddities.push(BadObject { field: field.into(), problem: problem.into() });
    }

    /// Reads one entry, or returns what is wrong with it.
    fn entry<T: DeserializeOwned>(&mut self, value: &Value, field: &str) -> Option<T> {
        match typed(value) {
            Ok(entry) => Some(entry),
            Err(bad) => {
                self.odd_within(field, bad);
                None
            }
        }
    }

    fn odd_within(&mut self, field: &str, BadObject { field: within, problem }: BadObject) {
        match within.as_str() {
            "" | "." => self.odd(field, problem),
            within => self.odd(format!("{field}.{within}"), problem),
        }
    }

    /// Returns the nodes, and the new index of each old one.
    fn nodes(&mut self, wire: &[Value]) -> (Vec<Node>, Vec<Option<usize>>) {
        let (mut nodes, mut places) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        for (place, value) in wire.iter().enumerate() {
            let field = format!("nodes[{place}]");
            let wire: Option<api::NodeDocument> = self.entry(value, &field);
            let wire = wire.filter(|wire| {
                let fresh = seen.insert(wire.version.clone());
                if wire.version.is_empty() {
                    self.odd(&field, "the version is missing");
                } else if !fresh {
                    self.odd(&field, format!("duplicate version {}", wire.version));
                }
                fresh && !wire.version.is_empty()
            });
            places.push(wire.as_ref().map(|_| nodes.len()));
            nodes.extend(wire.map(|wire| self.node(&wire, &field)));
        }
        (nodes, places)
    }

    fn node(&mut self, wire: &api::NodeDocument, field: &str) -> Node {
        let mut text = |key: &str| match wire.metadata.as_ref().and_then(|all| all.get(key)) {
            None => "",
            Some(Value::String(text)) => text,
            Some(_) => {
                self.odd(format!("{field}.metadata[{key:?}]"), "not a string");
                ""
            }
        };
        let channels = text(api::CHANNELS).split(',').map(str::trim);
        let mut channels: Vec<String> =
            channels.filter(|channel| !channel.is_empty()).map(str::to_owned).collect();
        channels.sort();
        channels.dedup();
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let (url, removed) = (given(text(api::URL)), given(text(api::REMOVED)));
        let architecture = text(api::ARCHITECTURE);
        let multi = architecture.eq_ignore_ascii_case("multi");
        if !multi && !architecture.is_empty() {
            let problem = format!("{architecture:?} is not supported: only `multi` is");
            self.odd(format!("{field}.metadata[{:?}]", api::ARCHITECTURE), problem);
        }
        let (version, arch) = apart(&wire.version);
        if version.numbers().is_none() {
            self.odd(field, format!("{:?} is not a SemVer version", wire.version));
        }
        let architecture = multi.then(|| "Multi".to_owned());
        let image = wire.payload.clone();
        Node { release: Release { version, image, url, channels, architecture }, arch, removed }
    }

    fn edges(&mut self, wire: &[Value], places: &[Option<usize>]) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (place, value) in wire.iter().enumerate() {
            if let Some((from, to)) = pair(value)
                && let (Some(Some(from)), Some(Some(to))) = (places.get(from), places.get(to))
            {
                edges.push((*from, *to));
                continue;
            }
            let field = format!("edges[{place}]");
            let Some((from, to)) = self.entry::<(usize, usize)>(value, &field) else { continue };
            let count = places.len();
            if from < count && to < count {
                self.odd(&field, "it refers to an invalid node");
            } else {
                self.odd(&field, format!("node index out of range: there are {count} nodes"));
            }
        }
        edges
    }

    fn conditional(
        &mut self,
        value: &Value,
        field: &str,
        known: &BTreeSet<&str>,
    ) -> Option<ConditionalEdges> {
        let listed = list(value, api::EDGES);
        let listed = listed.and_then(|edges| edges.ok_or_else(|| missing(api::EDGES)));
        let listed = listed.map_err(|bad| self.odd_within(field, bad)).ok()?;
        let mut edges = Vec::new();
        for (place, value) in listed.iter().enumerate() {
            let plain = (value["from"].as_str(), value["to"].as_str());
            edges.extend(if let (Some(from), Some(to)) = plain {
                Some(edge(from, to))
            } else {
                let wire: Option<api::EdgeDocument> =
                    self.entry(value, &format!("{field}.edges[{place}]"));
                wire.map(|wire| edge(&wire.from, &wire.to))
            });
        }
        for end in edges.iter().flat_map(|edge| [&edge.from, &edge.to]) {
            if !known.contains(end.text()) {
                self.odd(format!("{field}.edges"), format!("unknown node {end}"));
            }
        }
        let (key, listed) = match (given(value, "risks"), given(value, "qualifiers")) {
            (None, Some(qualifiers)) => ("qualifiers", Some(qualifiers)), // in the early form
            (risks, _) => ("risks", risks),
        };
        let listed = match listed {
            Some(Value::Array(listed)) => listed.as_slice(),
            None => &[],
            // Without risks, the edges stay conditional, without a reason.
            Some(_) => {
                self.odd(format!("{field}.{key}"), "not a list");
                &[]
            }
        };
        let mut risks = Vec::new();
        for (place, value) in listed.iter().enumerate() {
            risks.push(self.risk(value, &format!("{field}.{key}[{place}]")));
        }
        Some(ConditionalEdges { edges, risks })
    }

    /// A risk that cannot be read cannot be evaluated.
    fn risk(&mut self, value: &Value, field: &str) -> Risk {
        let wire: Option<api::RiskDocument> = self.entry(value, field);
        let unreadable = wire.is_none();
        let wire = wire.unwrap_or_default();
        let early = wire.matching_rules.is_none()
            && (wire.blocked_clusters.is_some() || field.contains(".qualifiers["));
        let mut rules: Vec<Rule> = match &wire.matching_rules {
            Some(rules) => rules.iter().map(rule).collect(),
            None if early => vec![early_rule(wire.blocked_clusters.unwrap_or_default())],
            None => Vec::new(),
        };
        if unreadable {
            rules = vec![Rule::Unknown("unreadable".to_owned())];
        }
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let (name, reason) = (given(wire.name), given(wire.reason));
        if let (Some(name), Some(reason)) = (&name, &reason)
            && name != reason
        {
            self.odd(
                field,
                format!("the risk has two names, {name} and {reason}. The first is used"),
            );
        }
        let name = name.or(reason).unwrap_or_else(|| {
            if !unreadable {
                self.odd(field, "the risk has no name");
            }
            format!("Unnamed-{:08x}", short_hash(&value.to_string()))
        });
        let (message, url) = (wire.message.unwrap_or_default(), wire.url.unwrap_or_default());
        Risk { name, message, url, rules }
    }
}

fn edge(from: &str, to: &str) -> Edge {
    let ((from, arch), (to, _)) = (apart(from), apart(to));
    Edge { from, to, arch }
}

/// Reads an edge in the usual form.
fn pair(value: &Value) -> Option<(usize, usize)> {
    let place = |value: &Value| usize::try_from(value.as_u64()?).ok();
    match value.as_array()?.as_slice() {
        [from, to] => Some((place(from)?, place(to)?)),
        _ => None,
    }
}

/// Reads a matching rule; an invalid one is of an unknown type.
pub fn rule(value: &Value) -> Rule {
    let Ok(rule) = typed::<api::RuleDocument>(value) else {
        return Rule::Unknown(value["type"].as_str().unwrap_or_default().to_owned());
    };
    match (rule.r#type.as_str(), rule.promql) {
        ("Always", None) => Rule::Always,
        ("PromQL", Some(query)) if !query.promql.trim().is_empty() => Rule::PromQl(query.promql),
        _ => Rule::Unknown(rule.r#type),
    }
}

fn early_rule(clusters: api::Clusters) -> Rule {
    let query = clusters.promql.filter(|query| !query.is_empty()).map(Rule::PromQl);
    let platforms = clusters.platforms.filter(|names| !names.is_empty()).map(Rule::Platforms);
    match (query, platforms) {
        (None, None) => Rule::Always,
        (Some(rule), None) | (None, Some(rule)) => rule,
        (Some(query), Some(platforms)) => Rule::AnyOf(vec![query, platforms]),
    }
}

/// Writes a graph as a service serves it, always in the current form.
pub fn wire(graph: &Graph) -> Value {
    let groups = graph.conditional.iter().map(|group| {
        let edge = |edge: &Edge| {
            let [from, to] = [&edge.from, &edge.to].map(|end| whole(end, edge.arch.as_deref()));
            json!({"from": from, "to": to})
        };
        let edges: Vec<Value> = group.edges.iter().map(edge).collect();
        let risks: Vec<Value> = group.risks.iter().map(risk_wire).collect();
        json!({"edges": edges, "risks": risks})
    });
    json!({
        "version": 1,
        "nodes": graph.nodes.iter().map(node_wire).collect::<Vec<_>>(),
        "edges": graph.edges,
        "conditionalEdges": groups.collect::<Vec<_>>(),
    })
}

fn whole(version: &Version, arch: Option<&str>) -> String {
    arch.map_or_else(|| version.text().to_owned(), |arch| format!("{version}+{arch}"))
}

fn node_wire(node: &Node) -> Value {
    let Release { version, image, url, channels, architecture } = &node.release;
    let channels = Some(channels.join(",")).filter(|channels| !channels.is_empty());
    let multi = architecture.as_ref().map(|architecture| architecture.to_lowercase());
    let metadata = [
        (api::URL, url.clone()),
        (api::CHANNELS, channels),
        (api::ARCHITECTURE, multi),
        (api::REMOVED, node.removed.clone()),
    ];
    let metadata = metadata.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let metadata: BTreeMap<String, String> = metadata.collect();
    let version = whole(version, node.arch.as_deref());
    json!({"version": version, "payload": image, "metadata": metadata})
}

/// Writes a risk. Rules in the early form have no current one: an unknown type keeps the update
/// from being recommended.
pub fn risk_wire(risk: &Risk) -> Value {
    let rule = |rule: &Rule| match rule {
        Rule::Always => json!({"type": "Always"}),
        Rule::PromQl(query) => json!({"type": "PromQL", "promql": {"promql": query}}),
        Rule::Platforms(_) | Rule::AnyOf(_) => json!({"type": "ClusterProperties"}),
        Rule::Unknown(kind) => json!({"type": kind}),
    };
    json!({
        "name": risk.name, "message": risk.message, "url": risk.url,
        "matchingRules": risk.rules.iter().map(rule).collect::<Vec<_>>(),
    })
}

/// Hashes texts, the same way in every run (FNV-1a).
fn short_hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Removes the architecture from a version: a graph of all architectures has it as build metadata.
fn apart(version: &str) -> (Version, Option<String>) {
    match version.split_once('+') {
        Some((version, arch)) => (Version::new(version), Some(arch.to_owned())),
        None => (Version::new(version), None),
    }
}

#[cfg(test)]
mod tests;
