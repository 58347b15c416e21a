//! Served update graph → graph. Invalid entries are dropped and named; an edge with invalid risks
//! is kept, with a risk that cannot be evaluated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use crate::bounded::{self, GraphList};
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
    let lists = Lists::of(object)?;
    let mut reader = GraphReader::default();
    for node in lists.nodes {
        reader.take(GraphList::Nodes, node);
    }
    for edge in lists.edges {
        reader.take(GraphList::Edges, edge);
    }
    for group in lists.groups {
        let edges = list(group, api::EDGES).ok().flatten().unwrap_or_default();
        for edge in edges {
            reader.take(GraphList::EdgesOfGroup, edge);
        }
        reader.take(GraphList::Groups, group);
    }
    reader.finish()
}

/// Reads the text of a graph, in much less memory than its values need. Returns none for any other text:
/// [`graph`] tells why its values are no graph.
pub fn graph_in_text(text: &str) -> Option<ReadGraph> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let mut reader = GraphReader::default();
    let rest = bounded::json_graph(text, |list, entry| reader.take(list, entry)).ok()?;
    let is_graph = rest.get("kind").is_none() && Lists::of(&rest).is_ok();
    if is_graph { reader.finish().ok() } else { None }
}

/// The lists of a graph, as raw entries: an invalid one does not affect the others.
struct Lists<'a> {
    nodes: &'a [Value],
    edges: &'a [Value],
    groups: &'a [Value],
}

impl<'a> Lists<'a> {
    fn of(object: &'a Value) -> Result<Self, BadObject> {
        let nodes = list(object, api::NODES)?.ok_or_else(|| missing(api::NODES))?;
        let edges = list(object, api::EDGES)?.unwrap_or_default();
        let groups = given(object, api::CONDITIONAL).map(|_| list(object, api::CONDITIONAL));
        let groups = groups.transpose()?.flatten().unwrap_or_default();
        Ok(Self { nodes, edges, groups })
    }
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

/// Reads a graph entry by entry, in the order of the text: edges may come before nodes.
#[derive(Default)]
struct GraphReader {
    nodes: Vec<Node>,
    /// The texts of their versions.
    seen: BTreeSet<String>,
    /// The new index of each old one.
    places: Vec<Option<usize>>,
    /// By old indexes.
    edges: Vec<(usize, usize)>,
    /// What is wrong with these of them.
    bad_edges: BTreeMap<usize, BadObject>,
    /// The edges of the next group, how many it had, and its oddities.
    edges_of_group: Vec<Edge>,
    count_of_group: usize,
    oddities_of_group: Vec<BadObject>,
    groups: Vec<GroupRead>,
    /// What occurs many times is kept once.
    versions: BTreeMap<String, Version>,
    risks: BTreeSet<Arc<[Risk]>>,
    oddities: Vec<BadObject>,
}

/// A group; none if it is invalid.
struct GroupRead {
    group: Option<ConditionalEdges>,
    oddities: Vec<BadObject>,
    /// How many of them are of its edges.
    of_edges: usize,
}

impl GraphReader {
    fn take(&mut self, list: GraphList, entry: &Value) {
        match list {
            GraphList::Nodes => self.take_node(entry),
            GraphList::Edges => self.take_edge(entry),
            GraphList::EdgesOfGroup => self.take_edge_of_group(entry),
            GraphList::Groups => self.take_group(entry),
        }
    }

    fn take_node(&mut self, entry: &Value) {
        let field = format!("nodes[{}]", self.places.len());
        let wire: Option<api::NodeDocument> = self.entry(entry, &field);
        let wire = wire.filter(|wire| {
            let fresh = self.seen.insert(wire.version.clone());
            if wire.version.is_empty() {
                self.odd(&field, "the version is missing");
            } else if !fresh {
                self.odd(&field, format!("duplicate version {}", wire.version));
            }
            fresh && !wire.version.is_empty()
        });
        self.places.push(wire.as_ref().map(|_| self.nodes.len()));
        if let Some(wire) = wire {
            let node = self.node(&wire, &field);
            self.nodes.push(node);
        }
    }

    fn take_edge(&mut self, entry: &Value) {
        let ends = pair(entry).map_or_else(|| typed::<(usize, usize)>(entry), Ok);
        let ends = ends.unwrap_or_else(|bad| {
            self.bad_edges.insert(self.edges.len(), bad);
            (usize::MAX, usize::MAX)
        });
        self.edges.push(ends);
    }

    fn take_edge_of_group(&mut self, entry: &Value) {
        let (group, place) = (self.groups.len(), self.count_of_group);
        self.count_of_group += 1;
        if let (Some(from), Some(to)) = (entry["from"].as_str(), entry["to"].as_str()) {
            let edge = self.edge(from, to);
            self.edges_of_group.push(edge);
            return;
        }
        match typed::<api::EdgeDocument>(entry) {
            Ok(wire) => {
                let edge = self.edge(&wire.from, &wire.to);
                self.edges_of_group.push(edge);
            }
            Err(bad) => {
                let field = format!("conditionalEdges[{group}].edges[{place}]");
                self.oddities_of_group.push(within(&field, bad));
            }
        }
    }

    fn take_group(&mut self, entry: &Value) {
        let field = format!("conditionalEdges[{}]", self.groups.len());
        let mut edges = std::mem::take(&mut self.edges_of_group);
        edges.shrink_to_fit();
        self.count_of_group = 0;
        std::mem::swap(&mut self.oddities, &mut self.oddities_of_group);
        let of_edges = self.oddities.len();
        let group = self.group(entry, &field, edges);
        std::mem::swap(&mut self.oddities, &mut self.oddities_of_group);
        let oddities = std::mem::take(&mut self.oddities_of_group);
        self.groups.push(GroupRead { group, oddities, of_edges });
    }

    /// Resolves the edges, now that all nodes are known.
    fn finish(mut self) -> Result<ReadGraph, BadObject> {
        let edges = self.resolve_edges();
        let known: BTreeSet<&str> =
            self.nodes.iter().map(|node| node.release.version.text()).collect();
        let (mut conditional, mut oddities) = (Vec::new(), self.oddities);
        for (place, GroupRead { group, oddities: mut odd, of_edges }) in
            self.groups.into_iter().enumerate()
        {
            let of_rest = odd.split_off(of_edges);
            oddities.extend(odd);
            for end in group.iter().flat_map(|it| &it.edges).flat_map(|edge| [&edge.from, &edge.to])
            {
                if !known.contains(end.text()) {
                    let field = format!("conditionalEdges[{place}].edges");
                    oddities.push(BadObject { field, problem: format!("unknown node {end}") });
                }
            }
            oddities.extend(of_rest);
            conditional.extend(group);
        }
        let graph = Graph { nodes: self.nodes, edges, conditional };
        if graph.spread() > MOST_SPREAD {
            let problem = "more risks on more edges than any graph has".to_owned();
            return Err(BadObject { field: api::CONDITIONAL.to_owned(), problem });
        }
        Ok(ReadGraph { graph, oddities })
    }

    fn resolve_edges(&mut self) -> Vec<(usize, usize)> {
        let mut edges = std::mem::take(&mut self.edges);
        let mut bad_edges = std::mem::take(&mut self.bad_edges);
        let (count, mut next) = (self.places.len(), 0);
        edges.retain_mut(|(from, to)| {
            let (known, place) = ((self.places.get(*from), self.places.get(*to)), next);
            next += 1;
            if let (Some(Some(new_from)), Some(Some(new_to))) = known {
                (*from, *to) = (*new_from, *new_to);
                return true;
            }
            let field = format!("edges[{place}]");
            self.oddities.push(match bad_edges.remove(&place) {
                Some(bad) => within(&field, bad),
                None => BadObject {
                    field,
                    problem: match known {
                        (Some(_), Some(_)) => "it refers to an invalid node".to_owned(),
                        _ => format!("node index out of range: there are {count} nodes"),
                    },
                },
            });
            false
        });
        edges.shrink_to_fit();
        edges
    }

    fn odd(&mut self, field: impl Into<String>, problem: impl Into<String>) {
        self.oddities.push(BadObject { field: field.into(), problem: problem.into() });
    }

    /// Reads one entry, or returns what is wrong with it.
    fn entry<T: DeserializeOwned>(&mut self, value: &Value, field: &str) -> Option<T> {
        match typed(value) {
            Ok(entry) => Some(entry),
            Err(bad) => {
                self.oddities.push(within(field, bad));
                None
            }
        }
    }

    /// Returns the version of this text.
    fn version(&mut self, text: &str) -> Version {
        if let Some(known) = self.versions.get(text) {
            return known.clone();
        }
        let version = Version::new(text);
        self.versions.insert(text.to_owned(), version.clone());
        version
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
        let (version, arch) = (self.version(version), arch.map(str::to_owned));
        if version.numbers().is_none() {
            self.odd(field, format!("{:?} is not a SemVer version", wire.version));
        }
        let architecture = multi.then(|| "Multi".to_owned());
        let image = wire.payload.clone();
        let release = Release { version, image, url, channels, architecture };
        Node { release: Arc::new(release), arch, removed }
    }

    fn edge(&mut self, from: &str, to: &str) -> Edge {
        let ((from, arch), (to, _)) = (apart(from), apart(to));
        Edge { from: self.version(from), to: self.version(to), arch: arch.map(str::to_owned) }
    }

    /// Reads a group whose edges were read before.
    fn group(&mut self, value: &Value, field: &str, edges: Vec<Edge>) -> Option<ConditionalEdges> {
        let listed = list(value, api::EDGES);
        let listed = listed.and_then(|edges| edges.ok_or_else(|| missing(api::EDGES)));
        if let Err(bad) = listed {
            self.oddities.push(within(field, bad));
            return None;
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
        Some(ConditionalEdges { edges, risks: self.shared(risks) })
    }

    /// Returns the risks, as kept before.
    fn shared(&mut self, risks: Vec<Risk>) -> Arc<[Risk]> {
        if let Some(known) = self.risks.get(risks.as_slice()) {
            return Arc::clone(known);
        }
        let risks: Arc<[Risk]> = risks.into();
        self.risks.insert(Arc::clone(&risks));
        risks
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

/// Names the entry that a field is part of.
fn within(field: &str, BadObject { field: within, problem }: BadObject) -> BadObject {
    let field = match within.as_str() {
        "" | "." => field.to_owned(),
        within => format!("{field}.{within}"),
    };
    BadObject { field, problem }
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
    let Release { version, image, url, channels, architecture } = node.release.as_ref();
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
fn apart(version: &str) -> (&str, Option<&str>) {
    match version.split_once('+') {
        Some((version, arch)) => (version, Some(arch)),
        None => (version, None),
    }
}

#[cfg(test)]
mod tests;
